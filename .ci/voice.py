#!/usr/bin/env python3
"""How the prose reads: constructions that hide who does something, and the files with the most of them.

    python3 .ci/voice.py                 totals, by folder, and the ten worst files
    python3 .ci/voice.py --lines FILE…   the lines of these files, so that an editor can go through them

Prose is the text of pages without their code, comments, the texts of literals (the messages of issues), and the names of
tests. The row `texts in Sources` has the literals alone: adopters read them as issues. A mirror: nothing fails. A match is
not always a fault; a file with many of them is hard to read.
"""

import re
import sys
from collections import Counter
from pathlib import Path

# Each hides the agent, or makes a clause the subject. Name the agent instead: the caller, the hub, the sweep.
CONSTRUCTIONS = {
    "nobody": r"\bnobody\b|\bno one\b",
    "somebody": r"\b(?:some|any|every)(?:body|one)\b",
    "whoever": r"\bwho(?:m)?ever\b|\bwhom\b",
    "whatever": r"\bwhatever\b|\bwhichever\b|\bhowever (?!,)\w+ ",
    "what is": r"\bwhat (?:is|was|are|were|has|had|have|it|they|there|can|may|must|others?)\b",
    "who …": r"(?:^|[.:;] )(?:Who|Whose) (?:\w+ )?(?:wants|needs|has|is|does|gives|sees|renames|comes)\b(?![^.]*\?)",
    "said of": r"\b(?:said|says|say|told|tells?) (?:of|what)\b|\bis (?:said|told)\b",
    "of which": r"\bof which\b|\bby which\b|\bwith which\b|\bfor which\b",
    "is so": r"\b(?:is|are|be) so\b",
    "for ever": r"\bfor ever\b",
    "the same goes": r"\b(?:so do|so is|so are|so does|as does|as do) \w+",
    "not yet any more": r"\bany ?more\b|\bno longer\b",
}
# Most of these are fine; where a file has many, look for the agent.
PASSIVE = re.compile(
    r"\b(?:is|are|was|were|be|been) (?:(?:not|never|only|also|still|then|already|ever) )?"
    r"(?:\w{3,}ed|told|held|kept|made|sent|given|taken|read|set|said|found|known|written|built|lost|put|left)\b(?! by\b)", re.I)  # fmt: skip
PATTERNS = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in CONSTRUCTIONS.items()}
FOLDERS = ["README.md", ".github", "Sources", "Tests", "Examples", "Benchmarks"]


def files():
    for root in map(Path, FOLDERS):
        for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
            generated = path.name == "Signatures.md" or "Expected" in path.parts
            if path.suffix in {".swift", ".md"} and ".build" not in path.parts and not generated and not path.is_symlink():
                yield path


class Prose:
    """The prose of a file: lines with their numbers, and of these the texts of literals; the words of comments, lines of code."""

    def __init__(self, path):
        self.lines, self.texts, self.comments, self.code = [], [], 0, 0
        read = self.read_page if path.suffix == ".md" else self.read_code
        read(enumerate(path.read_text(errors="replace").splitlines(), 1))

    def read_page(self, lines):
        is_code = False
        for number, line in lines:
            if line.strip().startswith("```"):
                is_code = not is_code
            elif not is_code and line.strip():
                self.lines.append((number, re.sub(r"`[^`]*`", "", line)))

    def read_code(self, lines):
        is_text = False
        for number, line in lines:
            words = line.strip()
            if not words:
                continue
            if words.startswith("//") and not is_text:
                words = words.lstrip("/ ")
                self.comments += len(words.split())
                self.lines.append((number, words))
                continue
            self.code += 1
            if words.count('"""') == 1:
                is_text = not is_text
            elif is_text:
                self.add_text(number, words)
            else:
                for literal, name, comment in re.findall(r'"((?:[^"\\]|\\.)*)"|func `([^`]+)`|\s//(.*)$', words):
                    if literal:
                        self.add_text(number, literal)
                    elif name or comment:
                        self.lines.append((number, name or comment))

    def add_text(self, number, text):
        # Code inside of a text is none of its words.
        text = re.sub(r"\\\([^()]*(?:\([^()]*\)[^()]*)*\)", "…", text)
        self.texts.append((number, text))
        self.lines.append((number, text))


def matches(lines):
    return Counter({name: sum(len(pattern.findall(line)) for _, line in lines) for name, pattern in PATTERNS.items()})


def passives(lines):
    return sum(len(PASSIVE.findall(line)) for _, line in lines)


def show_lines(paths):
    for path in map(Path, paths):
        for number, line in Prose(path).lines:
            if names := [name for name, pattern in PATTERNS.items() if pattern.search(line)]:
                print(f"{path}:{number}: [{', '.join(names)}] {line.strip()}")


def folder(path):
    """A module's own folder, of sources or of tests; `Sources/Trackable`'s folders have one row each."""
    depth = 3 if path.parts[:2] == ("Sources", "Trackable") else 2
    return "/".join(path.parts[: min(depth, len(path.parts) - 1)]) or path.name


def show_totals():
    total, by_file, pages, page_lines = Counter(), [], 0, 0
    folders, texts = {}, Counter()
    for path in files():
        prose = Prose(path)
        found = matches(prose.lines)
        total += found
        by_file.append((sum(found.values()), path))
        if path.suffix == ".md" and ".docc" in str(path):
            pages += 1
            page_lines += len(path.read_text().splitlines())
        is_code = path.suffix == ".swift"
        row = folders.setdefault(folder(path), Counter())
        row.update(constructions=sum(found.values()), passives=passives(prose.lines))
        row.update(comments=prose.comments if is_code else 0, code=prose.code if is_code else 0)
        if is_code and path.parts[0] == "Sources":
            texts.update(constructions=sum(matches(prose.texts).values()), passives=passives(prose.texts))
    print(f"Pages: {pages}, {page_lines} lines, without the pages of signatures.")
    print("Constructions: "
          + ", ".join(f"{name} {number}" for name, number in total.most_common()) + ".")  # fmt: skip
    print(f"  {'':<44}constructions  passives without an agent  words of comments for each line of code")
    folders["all of it"] = sum(folders.values(), Counter())
    folders["texts in Sources"] = texts
    for name, row in folders.items():
        density = f"{row['comments'] / row['code']:.1f}" if row["code"] else ""
        print(f"  {name:<44}{row['constructions']:>13}{row['passives']:>27}{density:>41}")
    print("Most constructions:")
    for number, path in sorted(by_file, key=lambda pair: (-pair[0], pair[1]))[:10]:
        print(f"  {number:4}  {path}")


if sys.argv[1:2] == ["--lines"]:
    show_lines(sys.argv[2:])
elif sys.argv[1:]:
    sys.exit(__doc__)
else:
    show_totals()
