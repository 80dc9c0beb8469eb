"""How many lines of Sources the tests run: python3 .ci/coverage.py <what `llvm-cov export -format=lcov` says>

Prints every line that no test runs, with the reason from .ci/uncovered.txt, and the share of each module. Fails below
the goal. Which lines a race of threads runs may differ from time to time, so no line alone is a failure.
"""

import sys
from collections import defaultdict
from itertools import groupby
from pathlib import Path

GOAL = 95.0
EXPLANATIONS = Path(".ci/uncovered.txt")


def ranges(lines):
    """`3, 7-9`."""
    parts = []
    for _, group in groupby(enumerate(lines), lambda pair: pair[1] - pair[0]):
        run = [line for _, line in group]
        parts.append(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}")
    return ", ".join(parts)


def explanations():
    """The reasons, by file: `Sources/…/File.swift: why no test gets there`."""
    lines = [line for line in EXPLANATIONS.read_text().splitlines() if line and not line.startswith("#")]
    return dict(line.split(": ", 1) for line in lines)


def main():
    root = Path.cwd() / "Sources"
    modules, uncovered = defaultdict(lambda: [0, 0]), defaultdict(list)
    for line in Path(sys.argv[1]).read_text().splitlines():
        if line.startswith("SF:"):
            path = Path(line[3:])
        elif line.startswith("DA:") and path.is_relative_to(root):
            number, times = map(int, line[3:].split(","))
            module = modules[path.relative_to(root).parts[0]]
            module[0] += times > 0
            module[1] += 1
            if times == 0:
                uncovered[str(path.relative_to(root.parent))].append(number)
    if not modules:
        sys.exit("error: the report names no file of Sources.")

    reasons = explanations()
    for path, lines in sorted(uncovered.items()):
        print(f"{path}: {ranges(lines)}" + (f"    {reasons[path]}" if path in reasons else ""))
    covered, count = (sum(numbers) for numbers in zip(*modules.values()))
    print()
    for module, (ran, lines) in [*sorted(modules.items()), ("Sources", (covered, count))]:
        print(f"{module:<32}{100 * ran / lines:5.1f} %   {ran} of {lines} lines")

    for path in sorted(set(reasons) - set(uncovered)):
        print(f"{EXPLANATIONS} need not explain {path}: every line was run.")
    if 100 * covered / count < GOAL:
        sys.exit(f"error: less than {GOAL} % of the lines of Sources are run by tests.")


main()
