#!/usr/bin/env python3
"""Follows the page "Getting started in ten minutes" word for word.

    python3 .ci/adopters.py check                        Tests/Adopter has what the page says, and nothing else
    python3 .ci/adopters.py update                       writes what it says
    python3 .ci/adopters.py typecheck <modules>          the app compiles after every step
    python3 .ci/adopters.py run <task> [flags]           runs the commands of a task, and compares what they print with the
                                                         page. Flags are for `swift build`

The text before a snippet names its file: a new one, or one in which each declaration or statement of the snippet replaces the
one that begins alike. A declaration that is not there yet is put beside its neighbour in the snippet, or at the end of the
file. `// new` ends each line that the file did not have, and no other line. Lines without letters need no mark, and neither do
snippets that the text calls "in place of" something or "at the end of" a file. Files that did not change since the task before
are links, so each file is there once.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path("Sources/Trackable/Trackable.docc/AdoptInTenMinutes.md")
FOLDERS = {number: folder for folder in sorted(Path("Tests/Adopter").glob("[0-9]-*")) for number in [int(folder.name[0])]}
# Written by a command of the page, not made of snippets.
PLAN, FIRST_WITH_PLAN = "Tests/tracking-plan.json", 2
NEW = "  // new"
COMPILER = ["swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-module-name", "Recipes"]


def fail(text):
    sys.exit(f"error: {PAGE}: {text}")


class Block:
    """A fenced block of the page, and where it stands."""

    def __init__(self, line, language, text, before, task, step):
        self.line, self.language, self.before = line, language, before
        self.text = [line.removesuffix(NEW) for line in text]
        self.new = {line.removesuffix(NEW) for line in text if line.endswith(NEW)}
        self.task, self.step = task, step


def blocks():
    found, task, step, before, isNew, lines = [], 0, "", [], True, iter(enumerate(PAGE.read_text().splitlines(), 1))
    for number, line in lines:
        if heading := re.match(r"## (?:(\d)\.)?", line):
            # What follows the last task has no snippets.
            task, step = int(heading[1] or task), line
        elif line.startswith("### "):
            step = line
        elif line.startswith("```"):
            text = []
            for _, inner in lines:
                if inner == "```":
                    break
                text.append(inner)
            found.append(Block(number, line[3:], text, " ".join(before), task, step))
        if not line:
            isNew = True
        elif not line.startswith("```"):
            before = [line] if isNew else before + [line]
            isNew = False
    return found


def depth(line):
    return sum(line.count(open) for open in "([{") - sum(line.count(close) for close in ")]}")


def key(line):
    """What a declaration or statement is recognised by."""
    line = line.strip()
    if name := re.search(r"\b(let|var|func|class|struct|enum|extension) (`.*?`|\w+)", line):
        return name.groups()
    if name := re.match(r"(init)\(|\.(\w+)\(|(\w+): \[", line):
        return name.group(0)
    return line


def units(text):
    """The declarations and statements of a snippet, each with the blank lines before it."""
    found, gap, unit, open = [], [], [], 0
    for line in text:
        if not unit and not line.strip():
            gap.append(line)
            continue
        unit.append(line)
        open += depth(line)
        if open <= 0:
            found.append((gap, unit))
            gap, unit = [], []
    return found + ([(gap, unit)] if unit else [])


def place(file, wanted, line):
    """The lines of a file that the unit replaces."""
    starts = [index for index, each in enumerate(file) if key(each) == key(wanted[0])]
    if not starts:
        return None
    if len(starts) > 1:
        fail(f"line {line}: '{wanted[0].strip()}' could mean {len(starts)} places.")
    start = end = starts[0]
    if sum(map(depth, wanted)) == 0:
        open = depth(file[start])
        while open > 0:
            end += 1
            open += depth(file[end])
    return start, end + 1


def merge(file, block):
    """The file with the snippet in it."""
    parts = units(block.text)
    end, indent = None, ""
    for index, (gap, unit) in enumerate(parts):
        following = parts[index + 1] if index + 1 < len(parts) else None
        if range_ := place(file, unit, block.line):
            start, end = range_
            indent = spaces(file[start])
        elif index > 0:
            start, unit = end, gap + unit
        elif following and (range_ := place(file, following[1], block.line)):
            start = end = range_[0]
            indent = spaces(file[start])
            unit = unit + following[0]
        else:
            start = end = len(file)
            unit = [""] + unit
        own = spaces(next(line for line in unit if line))
        unit = [indent + line.removeprefix(own) if line else line for line in unit]
        file = file[:start] + unit + file[end:]
        end = start + len(unit)
    return file


def spaces(line):
    return line[: len(line) - len(line.lstrip())]


def imports(file, module):
    line = f"import {module}"
    if line in file:
        return file
    existing = [index for index, each in enumerate(file) if each.startswith("import ")]
    if not existing:
        return [line, ""] + file
    position = next((index for index in existing if file[index] > line), existing[-1] + 1)
    return file[:position] + [line] + file[position:]


def check_marks(file, block):
    """`// new` stands where the reader has to write something."""
    if re.search("in place of|at the end of", block.before, re.IGNORECASE):
        return
    there = set(map(str.strip, file))
    for line in (line for line in block.text if re.search("[a-z]", line)):
        if (line in block.new) == (line.strip() in there):
            fail(f"line {block.line}: `{NEW.strip()}` ends a line that is new, and no other line: {line.strip()}")


def apply(tree, block):
    names = re.findall(r"`([\w/.-]+\.swift)`", block.before)
    if not names:
        fail(f"line {block.line}: the text before the snippet names no file.")
    name = names[-1]
    paths = [path for path in tree if path == name or path.endswith("/" + name)]
    if not paths:
        if f"new file `{name}`" not in block.before:
            fail(f"line {block.line}: there is no file {name}, and the text does not say that it is new.")
        tree[name] = block.text
        return name
    path = paths[0]
    check_marks(tree[path], block)
    tree[path] = merge(tree[path], block)
    for module in re.findall(r"`import (\w+)`", block.before):
        tree[path] = imports(tree[path], module)
    return path


def read(folder):
    files = {}
    for path in sorted(folder.rglob("*")):
        relative = str(path.relative_to(folder))
        if path.is_file() and not relative.startswith((".build", ".swiftpm", "Package.resolved")):
            files[relative] = path.read_text().splitlines()
    return files


def steps():
    """After each step with snippets: its task, its name, all files, and those that were changed by the page."""
    tree = read(FOLDERS[0])
    tasks, step = [], None
    for block in (block for block in blocks() if block.language == "swift"):
        if step != (block.task, block.step):
            step = (block.task, block.step)
            tasks.append((*step, tree := dict(tree)))
        path = apply(tree, block)
        # The snippet stands there as it stands on the page.
        if squeezed(block.text) not in squeezed(tree[path]):
            fail(f"line {block.line}: the snippet is not in {path} as it is here.")
    return tasks


def squeezed(lines):
    return "\n" + "\n".join(re.sub(r"\s+", " ", line.strip()) for line in lines) + "\n"


def stages():
    """The files after each task."""
    found = {0: read(FOLDERS[0])} | {task: tree for task, _, tree in steps()}
    plan = {PLAN: read(FOLDERS[FIRST_WITH_PLAN]).get(PLAN)}
    return {task: tree | plan if task >= FIRST_WITH_PLAN else tree for task, tree in found.items()}


def check():
    wrong = []
    for task, tree in stages().items():
        there = read(FOLDERS[task])
        wrong += [f"{FOLDERS[task]}/{path}" for path in sorted(tree.keys() | there.keys()) if tree.get(path) != there.get(path)]
    if wrong:
        sys.exit(f"error: not what the page says: {', '.join(wrong)}. To write that: python3 .ci/adopters.py update")
    # The page begins with lines that a later block has, which is compared with what the app prints.
    printed = {line for block in blocks() if block.language == "" for line in block.text}
    for block in (block for block in blocks() if not block.step):
        if unknown := [line for line in block.text if line not in printed]:
            fail(f"line {block.line}: no later output has {unknown}.")
    snippets = [block for block in blocks() if block.language == "swift"]
    for block in snippets:
        if not any(squeezed(block.text) in squeezed(text) for text in read(FOLDERS[block.task]).values()):
            fail(f"line {block.line}: a later snippet of the task replaces this one.")
    print(f"{len(snippets)} snippets, followed word for word, make what is in Tests/Adopter.")


def update():
    found = stages()
    for task, tree in list(found.items())[1:]:
        for path in read(FOLDERS[task]).keys() - tree.keys():
            (FOLDERS[task] / path).unlink()
        for path, text in tree.items():
            file, earlier = FOLDERS[task] / path, FOLDERS[task - 1] / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.unlink(missing_ok=True)
            if found[task - 1].get(path) == text:
                file.symlink_to(os.path.relpath(earlier.resolve(), file.parent.resolve()))
            else:
                file.write_text("\n".join(text) + "\n")


def typecheck(modules):
    count = 0
    for task, step, tree in steps():
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for path, text in tree.items():
                if path.startswith("Sources/"):
                    file = Path(folder, path.replace("/", "-"))
                    file.write_text("\n".join(text) + "\n")
                    files.append(str(file))
            if subprocess.run([*COMPILER, "-I", modules, "-I", "Sources/TrackableAtomics/include", *files]).returncode:
                fail(f"the app does not compile after '{step}' of task {task}.")
            count += 1
    print(f"The app compiles after each of {count} steps.")


def run(task, flags):
    flags = "".join(" " + shlex.quote(flag) for flag in flags)
    printed, command = None, None
    for block in (block for block in blocks() if block.task == task):
        if block.language == "sh":
            printed = ""
            for command in "\n".join(block.text).replace("\\\n", " ").splitlines():
                command = re.sub(r"^swift test", lambda match: match[0] + flags, command)
                # `swift run` does not know all flags of `swift build`.
                built = f'swift build{flags} >&2 && "$(swift build{flags} --show-bin-path)/Recipes"'
                command = re.sub(r"^swift run", lambda _: built, command)
                print(f"$ {command}", flush=True)
                done = subprocess.run(command, shell=True, cwd=FOLDERS[task], capture_output=True, text=True)
                printed += done.stdout + done.stderr
                if done.returncode:
                    sys.exit(f"{done.stdout}{done.stderr}\nerror: that fails: (cd {FOLDERS[task]} && {command})")
                if "Trackable: " in done.stderr or "warning: " in done.stdout + done.stderr:
                    sys.exit(f"{done.stdout}{done.stderr}\nerror: an issue or a warning: (cd {FOLDERS[task]} && {command})")
        elif block.language == "":
            compare(block, printed, command)
    print(f"Task {task} prints what the page says.")


def compare(block, printed, command):
    """The lines of the page are there, in this order. If the first one is, others may not stand between: what is built is told on
    standard error."""
    if printed.startswith(block.text[0] + "\n") and not printed.startswith("\n".join(block.text) + "\n"):
        sys.exit(f"{printed}\nerror: {PAGE}:{block.line}: this is not what it prints: {command}")
    lines = iter(printed.splitlines())
    for wanted in block.text:
        # A test's line begins with a sign that depends on the system's fonts, and goes on with how long it took.
        if not any(line == wanted or wanted[0] == "✔" and line[1:].startswith(wanted[1:]) for line in lines):
            sys.exit(f"{printed}\nerror: {PAGE}:{block.line}: '{wanted}' is not what it prints: {command}")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["check"]:
            check()
        case ["update"]:
            update()
        case ["typecheck", modules]:
            typecheck(modules)
        case ["run", task, *flags]:
            run(int(task), flags)
        case _:
            sys.exit(__doc__)
