#!/usr/bin/env python3
"""How many lines of Sources the tests run: python3 .ci/coverage.py <what `swift test --enable-code-coverage` exported>

Prints every line that no test runs, with the reason from .ci/uncovered.txt, and the share of each module. Fails below
the goal. Which lines a race of threads runs may differ from time to time, so no line alone is a failure.
"""

import json
import sys
from collections import defaultdict
from itertools import groupby
from pathlib import Path

GOAL = 95.0
EXPLANATIONS = Path(".ci/uncovered.txt")


def lines_of(segments):
    """Whether each line with code was run, by line: what the report of llvm-cov counts.

    A segment starts a region at a line and column, and says how often it ran. A line ran if the region that reaches into
    it did, or one that starts on it.
    """
    starts = defaultdict(list)
    for line, column, times, has_count, is_entry, *rest in segments:
        starts[line].append((column, times, has_count, is_entry, bool(rest and rest[0])))
    found = {}
    reaching = None
    if not segments:
        return found
    for line in range(segments[0][0], segments[-1][0] + 1):
        here = starts[line]
        entries = [segment for segment in here if segment[2] and segment[3] and not segment[4]]
        skipped = bool(here) and not here[0][2] and here[0][3]
        mapped = not skipped and ((reaching is not None and reaching[2]) or bool(entries))
        if mapped:
            times = [segment[1] for segment in entries]
            if reaching is not None and reaching[2]:
                times.append(reaching[1])
            found[line] = max(times) > 0
        if here:
            reaching = here[-1]
    return found


def ranges(lines):
    """`3, 7-9`."""
    parts = []
    for _, group in groupby(enumerate(lines), lambda pair: pair[1] - pair[0]):
        run = [line for _, line in group]
        parts.append(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}")
    return ", ".join(parts)


def explanations():
    """The reasons, by file: `Sources/…/File.swift: why no test gets there`."""
    reasons = {}
    for line in EXPLANATIONS.read_text().splitlines():
        if line and not line.startswith("#"):
            file, _, reason = line.partition(": ")
            reasons[file] = reason
    return reasons


def main():
    root = Path.cwd()
    modules = defaultdict(lambda: [0, 0])
    uncovered = {}
    for file in json.loads(Path(sys.argv[1]).read_text())["data"][0]["files"]:
        path = Path(file["filename"])
        if not path.is_relative_to(root / "Sources"):
            continue
        path = path.relative_to(root)
        lines = lines_of(file["segments"])
        modules[path.parts[1]][0] += sum(lines.values())
        modules[path.parts[1]][1] += len(lines)
        if missing := sorted(line for line, ran in lines.items() if not ran):
            uncovered[str(path)] = missing
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
