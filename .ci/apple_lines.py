#!/usr/bin/env python3
"""The lines of Sources that Linux does not compile: python3 .ci/apple_lines.py

The step `surface` type-checks those behind `canImport(SwiftUI)` and `canImport(Darwin)` against declarations of our own, in
Tests/Documentation. The others are marked with an asterisk, and each has to be evidently right. `import Foundation`, in place
of one of its parts, is not listed.
"""

import re
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


total = 0
for file in sorted(Path("Sources").glob("**/*.swift")):
    found = list(lines(file))
    total += len(found)
    if len(found) > 25:
        print(f"{file}: {len(found)} lines, {found[0][0]} to {found[-1][0]}")
        continue
    for number, text, module in found:
        print(f"{file}:{number}: {'' if module in CHECKED else '* '}{text}")
print(f"{total} lines.")
