#!/usr/bin/env python3
"""No code needs an `Int` of 64 bits: python3 .ci/bits.py

It has 32 on many watches, where the same code compiles, and stops the app or turns a limit into its opposite. What needs
more names its type: a shift on the same line, a number there or within the five above. That is looked for, not proved:
products are not seen.
"""

import re
import sys
from pathlib import Path

WIDE = re.compile(r"\bU?Int64\b|\bUInt32\b")
NUMBER = re.compile(r"(?<![\w.])(0x[0-9A-Fa-f_]+|[0-9][0-9_]*)(?![\w.]*[0-9])")
SHIFT = re.compile(r"\b[0-9]+\s*&?<<\s*(?:3[1-9]|[4-9][0-9])\b")
TIME = r"[sS]econds\b|timeInterval|U?Int64|UInt32|st_size|tv_sec"
CONVERSION = re.compile(rf"(?<![\w.])Int\((?!exactly:|clamping:|truncatingIfNeeded:|bitPattern:)(?!.*& 0xFF\b).*(?:{TIME})")


def problems(file):
    lines = [re.sub(r'//.*|"(?:[^"\\]|\\.)*"', "", line) for line in file.read_text().splitlines()]
    for number, line in enumerate(lines):
        if CONVERSION.search(line):
            yield number, "traps where the number does not fit. Compute with Int64, or say Int(clamping:)"
        if SHIFT.search(line) and not WIDE.search(line):
            yield number, "is zero or less. Name the type, as in Int64(1) << 31"
        is_wide = any(WIDE.search(near) for near in lines[max(0, number - 5) : number + 1])
        if not is_wide and any(int(literal, 16 if "x" in literal else 10) > 0x7FFF_FFFF for literal in NUMBER.findall(line)):
            yield number, "does not fit. Name the type, as in Int64(4_000_000_000)"


count = 0
for file in sorted(Path("Sources").glob("**/*.swift")):
    for number, problem in problems(file):
        print(f"{file}:{number + 1}: error: an Int has 32 bits on many watches, where this {problem}.")
        count += 1
sys.exit(f"error: {count} found." if count else 0)
