#!/usr/bin/env python3
"""Code lines, which are neither blank nor comments, by folder: python3 .ci/figures.py

A mirror: nothing fails. The step `lint` prints circles of files, `surface` the public declarations, and `adopters` the size.
"""

from pathlib import Path


def code_lines(folder, comment="//", names=("*.swift",)):
    files = [file for name in names for file in folder.rglob(name) if file.is_file() and ".build" not in file.parts]
    lines = (line.strip() for file in files for line in file.read_text().splitlines())
    return sum(1 for line in lines if line and not line.startswith(comment))


folders = [*sorted(Path("Sources/Trackable").iterdir()), *sorted(Path("Sources").iterdir()), *map(Path, ["Tests", "Examples", "Benchmarks"])]
counts = [(folder, code_lines(folder)) for folder in folders] + [(".ci", code_lines(Path(".ci"), "#", ("*.py", "*.sh", "run")))]
for folder, count in counts:
    if count:
        print(f"{count:8,}  {folder}")
