#!/usr/bin/env python3
"""Which Apple systems the lines of Sources need, found without a Mac.

    python3 .ci/availability.py <index store>                 what CI checks: nothing needs more than Package.swift declares
    python3 .ci/availability.py <index store> iOS=15 ...      the same for other systems
    python3 .ci/availability.py <index store> Tests           the same for another folder, but for packages inside it

The index store of a debug build says which symbol a line uses, and the symbol graphs of the toolchain say since when each
symbol exists on each system, on Linux too. A line that stands behind `if #available` or `@available` may use what these
name. Where Linux has no date for a symbol of Foundation, .ci/foundation.tsv has it. The script sees neither lines that
Linux does not compile, nor what a feature of the language asks of the runtime
(.github/CONTRIBUTING.md has that list).
"""

import collections
import functools
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from index_store import REFERENCE, occurrences

SYSTEMS = ["macOS", "iOS", "tvOS", "watchOS", "visionOS", "macCatalyst"]
MODULES = [
    "Swift", "_Concurrency", "_StringProcessing", "Synchronization", "Foundation", "FoundationEssentials",
    "FoundationNetworking", "Dispatch",
]  # fmt: skip
GRAPHS = Path(".build/ci-availability")
# Their symbols have no dates on Linux, so a list says since which iOS each one that Sources uses exists.
UNDATED = ["Foundation", "FoundationEssentials", "FoundationNetworking", "Dispatch"]
DATES = Path(".ci/foundation.tsv")
# What the symbol graph of Swift 6.3 says wrongly: this requirement is as old as its protocol.
OLDER = {"s:s17FixedWidthIntegerP2amoiyxx_xtFZ"}  # &*


def version(text):
    return tuple(int(part) for part in (text + ".0").split(".")[:2])


def inferred(system, known):
    """The version of a system where only that of iOS is said."""
    if system in known or "iOS" not in known:
        return known.get(system, (0, 0))
    ios = known["iOS"]
    if system == "macCatalyst":
        return ios
    if system == "visionOS":
        return ios if ios >= (26, 0) else (ios[0] - 16, ios[1]) if ios >= (17, 0) else (0, 0)
    return (0, 0)


def declared():
    """What Package.swift declares."""
    platforms = re.search(r"platforms: \[(.*?)\]", Path("Package.swift").read_text())[1]
    return {system: version(number.replace("_", ".")) for system, number in re.findall(r"\.(\w+)\(\.v([\d_]+)\)", platforms)}


def symbols():
    """For each symbol the systems since which it exists; that of its container counts as well."""
    GRAPHS.mkdir(parents=True, exist_ok=True)
    info = json.loads(subprocess.check_output(["swiftc", "-print-target-info"], text=True))
    stamp = GRAPHS / "compiler"
    if not stamp.is_file() or stamp.read_text() != info["compilerVersion"]:
        for module in MODULES:
            extract = ["swift", "symbolgraph-extract", "-module-name", module, "-target", info["target"]["unversionedTriple"]]
            subprocess.run([*extract, "-output-dir", str(GRAPHS), "-minimum-access-level", "public"], stderr=subprocess.DEVNULL)
        stamp.write_text(info["compilerVersion"])
    own, containers = {}, collections.defaultdict(set)
    for file in GRAPHS.glob("*.symbols.json"):
        graph = json.loads(file.read_text())
        for symbol in graph["symbols"]:
            said = {
                each["domain"]: (each["introduced"]["major"], each["introduced"].get("minor", 0))
                for each in symbol.get("availability", [])
                if each.get("domain") in SYSTEMS and "introduced" in each
            }
            if said and symbol["identifier"]["precise"] not in OLDER:
                own[symbol["identifier"]["precise"]] = said
        for relation in graph["relationships"]:
            if relation["kind"] == "memberOf":
                containers[relation["source"]].add(relation["target"])

    @functools.cache
    def since(usr, system, depth=0):
        mine = inferred(system, own.get(usr, {}))
        # A member may be reached through any of its containers.
        around = [since(each, system, depth + 1) for each in containers[usr]] if usr in containers and depth < 8 else []
        return max(mine, min(around)) if around else mine

    return since


def guards(text):
    """The lines that stand behind a check: (first, last, what it names)."""
    # Neither comments nor texts may hold braces.
    bare = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)
    bare = re.sub(r"//[^\n]*", "", bare)
    for check in re.finditer(r"[@#]available\(([^)]*)\)", bare):
        named = {system: version(number) for system, number in re.findall(r"(\w+) ([\d.]+)", check[1])}
        if not named or bare[: check.start()].rstrip().endswith("guard"):
            continue
        start, depth = check.end(), 0
        # Up to the end of the declaration or of the block: the brace that closes it, or a line without one.
        while start < len(bare) and bare[start] != "{":
            # Other attributes may stand on lines of their own.
            rest = re.sub(r"@\w+", "", bare[check.end() : start])
            if bare[start] == "\n" and check[0][0] == "@" and rest.strip():
                break
            start += 1
        end = start
        if start < len(bare) and bare[start] == "{":
            for end in range(start, len(bare)):
                depth += {"{": 1, "}": -1}.get(bare[end], 0)
                if depth == 0:
                    break
        yield bare.count("\n", 0, check.start()) + 1, bare.count("\n", 0, end) + 1, named


def of_another_package(file, root):
    """A folder with a manifest of its own declares its systems itself."""
    return any((Path(root) / folder / "Package.swift").is_file() for folder in list(Path(file).parents)[:-1])


def undated(store, root):
    """Whether the list has each symbol without a date that a folder uses, and no other."""
    graphs = [json.loads(file.read_text()) for module in UNDATED for file in GRAPHS.glob(f"{module}*.symbols.json")]
    names = {
        symbol["identifier"]["precise"]: ".".join(symbol["pathComponents"])
        for graph in graphs
        for symbol in graph["symbols"]
        if not any("introduced" in each for each in symbol.get("availability", []))
    }
    used = {names[usr] for _, _, roles, usr, _ in occurrences(store, root) if roles & REFERENCE and usr in names}
    lines = [line.split("\t") for line in DATES.read_text().splitlines() if not line.startswith("#")]
    dates = {name: version(since) for since, name in lines}
    for name in sorted(used - dates.keys()):
        print(f"error: the symbols of this system do not say since when '{name}' exists; look it up, and add it to {DATES}.")
    for name in sorted(dates.keys() - used):
        print(f"error: '{name}' is in {DATES}, and no line uses it.")
    late = [name for name, since in dates.items() if since > declared()["iOS"]]
    for name in late:
        print(f"error: '{name}' needs iOS {dates[name][0]}, says {DATES}.")
    print(f"{len(used)} symbols of {', '.join(UNDATED)} have no date here; {DATES} has them.")
    return used == dates.keys() and not late


def newer(store, root, systems):
    """What needs more: {(system, version, name): places}."""
    since, texts, found = symbols(), {}, collections.defaultdict(set)
    for file, line, roles, usr, name in occurrences(store, root):
        if not roles & REFERENCE or of_another_package(file, root):
            continue
        for system, least in systems.items():
            needed = since(usr, system)
            if needed <= least:
                continue
            if file not in texts:
                text = (Path(root) / file).read_text()
                texts[file] = text.splitlines(), list(guards(text))
            lines, guarded = texts[file]
            if any(first <= line <= last and inferred(system, named) >= needed for first, last, named in guarded):
                continue
            # The compiler takes `next()` for a loop where this is newer than the systems that it builds for.
            if name == "next(isolation:)" and re.search(r"\bfor (try )?await\b", lines[line - 1]):
                continue
            found[system, needed, name].add(f"{file}:{line}")
    return found


def check(store, folder, systems):
    found = newer(store, Path(folder).resolve(), systems)
    for (system, needed, name), places in sorted(found.items()):
        print(f"error: '{name}' needs {system} {needed[0]}.{needed[1]}: {', '.join(sorted(places)[:4])}")
    for system, least in systems.items():
        count = sum(each[0] == system for each in found)
        print(f"{system} {least[0]}.{least[1]}: {count or 'no'} symbols are newer and unguarded.")
    return not found


def main():
    if len(sys.argv) < 2 or not os.path.isdir(sys.argv[1]):
        sys.exit(__doc__)
    folder = next((each for each in sys.argv[2:] if "=" not in each), "Sources")
    asked = dict(each.split("=") for each in sys.argv[2:] if "=" in each)
    systems = {system: version(number) for system, number in asked.items()} or declared()
    is_good = check(sys.argv[1], folder, systems)
    # Apple's own symbols have dates.
    if sys.platform != "darwin" and folder == "Sources" and not asked:
        is_good &= undated(sys.argv[1], Path(folder).resolve())
    if not is_good:
        sys.exit(1)


main()
