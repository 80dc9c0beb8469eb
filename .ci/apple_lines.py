#!/usr/bin/env python3
"""The lines of Sources that Linux does not compile.

    python3 .ci/apple_lines.py           prints them
    python3 .ci/apple_lines.py --check   fails unless the table in .github/CONTRIBUTING.md has their files

The step `surface` type-checks those behind `canImport(SwiftUI)` and `canImport(Darwin)` against declarations of our own, in
Tests/Documentation. The others are marked with an asterisk, and each has to be evidently right. `import Foundation`, in place
of one of its parts, is not listed.
"""

import re
import sys
from pathlib import Path

APPLE = re.compile(r"canImport\((Darwin|ObjectiveC|UIKit|AppKit|SwiftUI|CoreGraphics|os)\)")
# Parts of Foundation that only other systems have: what stands in `#else` is Apple's.
OTHERS = re.compile(r"^#if canImport\((FoundationEssentials|FoundationNetworking)\)$")
CHECKED = {"Darwin", "SwiftUI"}


def lines(file):
    """The lines that are compiled only where an Apple module can be imported: (number, line, module)."""
    blocks = []
    for number, line in enumerate(file.read_text().splitlines(), 1):
        text = line.strip()
        if text.startswith(("#if ", "#elseif ")):
            found = None if "!canImport" in text else APPLE.search(text)
            block = (found and found[1], "Foundation" if OTHERS.match(text) else None)
            if text.startswith("#if "):
                blocks.append(block)
            else:
                blocks[-1] = block
        elif text == "#else":
            blocks[-1] = (blocks[-1][1], None)
        elif text == "#endif":
            blocks.pop()
        elif text and not text.startswith("//") and (module := next((each for each, _ in blocks if each), None)):
            if not text.endswith("import Foundation"):
                yield number, text, module


def show(found):
    for file, its in found.items():
        if len(its) > 25:
            print(f"{file}: {len(its)} lines, {its[0][0]} to {its[-1][0]}")
            continue
        for number, text, module in its:
            print(f"{file}:{number}: {'' if module in CHECKED else '* '}{text}")
    print(f"{sum(map(len, found.values()))} lines.")


def check(found):
    """The contributors' notes name these files, each in a row of its own, and say which lines are checked nowhere."""
    page = Path(".github/CONTRIBUTING.md").read_text()
    rows = re.findall(r"^\| `(Trackable\w*/[^`]+\.swift)` \| (.*) \|$", page, re.MULTILINE)
    files = {file: any(module not in CHECKED for *_, module in its) for file, its in found.items()}
    problems = []
    for row, words in rows:
        named = [file for file in files if file in Path("Sources").glob(row)]
        if not named:
            problems.append(f"'{row}' has no line that only Apple's systems compile.")
        elif any(map(files.pop, named)) != ("checked nowhere" in words):
            problems.append(f"'{row}': say 'checked nowhere' where a line is, and only there.")
    problems += [f"{file} is not in the table." for file in files]
    for problem in problems:
        print(f"error: .github/CONTRIBUTING.md: {problem}", file=sys.stderr)
    return 1 if problems else 0


found = {file: its for file in sorted(Path("Sources").glob("**/*.swift")) if (its := list(lines(file)))}
if sys.argv[1:] == ["--check"]:
    sys.exit(check(found))
show(found)
