#!/usr/bin/env python3
"""Who refers to whom in Sources, from the index store of a debug build.

    python3 .ci/house.py <index store>              what CI checks
    python3 .ci/house.py <index store> --draw       all references between folders, and the files of each circle

1. References between the folders of Sources/Trackable run downwards only.
2. At most four files refer to one another in a circle.
3. TrackableValuePropositions uses no `package` declaration of the core but those below.
"""

import collections
import os
import sys
from pathlib import Path

from index_store import DEFINITION, REFERENCE, occurrences

SOURCES = Path("Sources").resolve()

# From the ground up.
FLOORS = ["Support", "Issues", "Names", "Properties", "Events", "Users", "Trackers", "Holding", "Chain", "System", "Tracking"]

# The most files that may refer to one another in a circle.
LARGEST_CIRCLE = 4

# Whole files, and single declarations of others.
PACKAGE = {
    "Lock", "CurrentTime", "SystemTime", "LifecycleObservers", "CodeLocation.file", "TrackableSystem.value(_:)",
    "TrackableSystem.person", "UserStamp.hasEnded",
}  # fmt: skip


def references(found):
    """Which file uses which: (user, used) and the lines of the uses. And which declarations: (user, used, line, name)."""
    defined = {usr: (file, line) for file, line, roles, usr, _ in found if roles & DEFINITION}
    edges, uses = collections.defaultdict(set), set()
    for file, line, roles, usr, name in found:
        if roles & REFERENCE and not roles & DEFINITION and usr in defined and defined[usr][0] != file:
            edges[file, defined[usr][0]].add(line)
            uses.add((file, *defined[usr], name))
    return edges, uses


def circles(edges):
    """The strongly connected components of more than one file, the largest first (Tarjan's algorithm)."""
    graph = collections.defaultdict(set)
    for user, used in edges:
        graph[user].add(used)
    index, low, stack, on_stack, found = {}, {}, [], set(), []

    def visit(file):
        index[file] = low[file] = len(index)
        stack.append(file)
        on_stack.add(file)
        for next_file in graph[file]:
            if next_file not in index:
                visit(next_file)
                low[file] = min(low[file], low[next_file])
            elif next_file in on_stack:
                low[file] = min(low[file], index[next_file])
        if low[file] == index[file]:
            circle = []
            while not circle or circle[-1] != file:
                circle.append(stack.pop())
                on_stack.discard(circle[-1])
            if len(circle) > 1:
                found.append(sorted(circle))

    sys.setrecursionlimit(10_000)
    for file in list(graph):
        if file not in index:
            visit(file)
    return sorted(found, key=len, reverse=True)


def check_floors(edges):
    folders = {path.name for path in (SOURCES / "Trackable").iterdir() if path.is_dir() and path.suffix != ".docc"}
    problems = [f"Sources/Trackable/{name} is not one of the floors: {', '.join(FLOORS)}." for name in folders - set(FLOORS)]
    for user, used in sorted(edges):
        (module, *lower), (other, *higher) = Path(user).parts, Path(used).parts
        if module == other == "Trackable" and len(lower) > 1 and len(higher) > 1:
            if lower[0] in FLOORS and higher[0] in FLOORS and FLOORS.index(lower[0]) < FLOORS.index(higher[0]):
                lines = ", ".join(map(str, sorted(edges[user, used])[:3]))
                problems.append(f"Sources/{user}: it uses Sources/{used}, which stands higher (lines {lines}).")
    return problems


def check_circles(found):
    return [
        f"{len(circle)} files refer to one another in a circle; at most {LARGEST_CIRCLE} may: {', '.join(circle)}"
        for circle in found
        if len(circle) > LARGEST_CIRCLE
    ]


def check_package(uses):
    for file, used, line, name in sorted(uses):
        stem, text = Path(used).stem, (SOURCES / used).read_text().splitlines()[line - 1]
        if file.startswith("TrackableValuePropositions/") and "package " in text and used.startswith("Trackable/"):
            if not PACKAGE & {stem, f"{stem}.{name.removeprefix('getter:')}"}:
                yield f"Sources/{file}: it uses '{name}' of Sources/{used}, which is `package`; it may use {sorted(PACKAGE)}."


def main():
    edges, uses = references(list(occurrences(sys.argv[1], SOURCES)))
    if not edges:
        sys.exit(f"error: {sys.argv[1]} is no index store of these sources. Build for debugging first.")
    found = circles(edges)
    if "--draw" in sys.argv:
        between = collections.Counter((os.path.dirname(a), os.path.dirname(b)) for a, b in edges)
        for (user, used), count in sorted(between.items()):
            if user != used:
                print(f"{user:36} -> {used:36} {count} files to files")
        for circle in found:
            print(f"{len(circle)} files in a circle: {', '.join(circle)}")
    problems = check_floors(edges) + check_circles(found) + list(check_package(uses))
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    sizes = ", ".join(str(len(circle)) for circle in found) or "none"
    print(f"Circles of files: {sizes}. The largest may have {LARGEST_CIRCLE}.")
    if problems:
        sys.exit(f"error: {len(problems)} found.")
    print("All references between folders run downwards.")


if __name__ == "__main__":
    main()
