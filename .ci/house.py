#!/usr/bin/env python3
"""Who refers to whom in Sources, from the index store of a debug build: python3 .ci/house.py <index store>

1. References between the folders of Sources/Trackable run downwards only.
2. At most four files refer to one another in a circle.
3. TrackableValuePropositions uses no `package` declaration of the core but those below.
"""

import collections
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
    """The groups of files each of which leads to all others of the group, the largest first."""
    graph = collections.defaultdict(set)
    for user, used in edges:
        graph[user].add(used)

    def reached(file):
        found, rest = set(), [file]
        while rest:
            new = graph[rest.pop()] - found
            found |= new
            rest += new
        return found

    below = {file: reached(file) for file in list(graph)}
    found = {frozenset(other for other in used if file in below.get(other, ())) for file, used in below.items()}
    return sorted(map(sorted, filter(None, found)), key=len, reverse=True)


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
    problems = [*check_floors(edges), *check_package(uses)]
    large = [circle for circle in found if len(circle) > LARGEST_CIRCLE]
    problems += [f"{len(circle)} files refer to one another in a circle: {', '.join(circle)}" for circle in large]
    sizes = ", ".join(str(len(circle)) for circle in found) or "none"
    print(f"Circles of files: {sizes}. The largest may have {LARGEST_CIRCLE}.")
    if problems:
        sys.exit("\n".join(f"error: {problem}" for problem in problems))
    print("All references between folders run downwards.")


main()
