#!/usr/bin/env python3
"""References between modules, and between the folders of Sources/Trackable, run downwards only.

    python3 .ci/floors.py            documentation links, then imports, then code
    python3 .ci/floors.py --links    documentation links only

Code: each floor compiles with the floors below it and nothing else. So whatever is used from above, be it a type or a
member of an extension, is an error of the compiler.

Modules: each imports only those that it depends on in Package.swift, and none of them a test framework. SwiftPM itself
refuses cycles, but not an import of something that happens to be built already.

Documentation: a link ``Symbol`` in a comment of one floor leads to something that this floor or a lower one declares.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path("Sources/Trackable")

# From the ground up.
FLOORS = ["Support", "Issues", "Names", "Properties", "Events", "Trackers", "System", "Chain", "Migration"]

# What a floor may use although it stands higher: file, the lowest floor that may, and the reason.
EXCEPTIONS = {
    "Migration/EarlierAnalyticsEvent.swift": (
        "Events",
        "only a requirement reaches what older events declare, so AnalyticsEvent refines this one protocol",
    )
}

DECLARATION = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+|(?:public|package|internal|fileprivate|private|open|final|static|class|indirect|"
    r"mutating|nonmutating|nonisolated|override|required|convenience|consuming|borrowing|weak|lazy|prefix|postfix|"
    r"infix)(?:\([^)]*\))?\s+)*"
    r"(?:struct|class|enum|protocol|actor|func|typealias|associatedtype|let|var|case|operator|macro)\s+"
    r"`?([^\s(<:={,`]+)"
)
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+|(?:public|package|internal|fileprivate|private)\s+)*"
    r"import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias|actor)\s+)?(\w+)",
    re.MULTILINE,
)
LINK = re.compile(r"``([^`]+)``")


def declarations(folder):
    """The base names of everything that a folder declares, at any depth."""
    names = set()
    for file in sorted((ROOT / folder).glob("**/*.swift")):
        for line in file.read_text().splitlines():
            if match := DECLARATION.match(line):
                names.add(match[1])
                if re.match(r"\s*(?:indirect\s+)?case\s", line):  # case a, b(Int)
                    names.update(re.findall(r"[,\s]([A-Za-z_]\w*)(?=\s*[(,=]|\s*$)", line.split("//")[0]))
    return names


def check_links():
    """Says which documentation links lead upwards."""
    declared = [declarations(folder) for folder in FLOORS]
    problems = 0
    for floor, folder in enumerate(FLOORS):
        for file in sorted((ROOT / folder).glob("**/*.swift")):
            for number, line in enumerate(file.read_text().splitlines(), 1):
                if not line.lstrip().startswith("///"):
                    continue
                for link in LINK.findall(line):
                    for component in link.split("/"):
                        name = re.split(r"[(\-]", component)[0]
                        at = [other for other in range(len(FLOORS)) if name in declared[other]]
                        if at and min(at) > floor:
                            print(f"{file}:{number}: error: ``{link}`` leads up to {FLOORS[min(at)]}; write `{link}`.")
                            problems += 1
                            break
    return problems


def check_modules():
    """Says which imports lead to a module that theirs does not depend on."""
    dump = subprocess.run(["swift", "package", "dump-package"], capture_output=True, text=True, check=True).stdout
    targets = {target["name"]: target for target in json.loads(dump)["targets"]}
    problems = 0
    for folder in sorted(path for path in Path("Sources").iterdir() if path.is_dir()):
        lower = {next(iter(dependency.values()))[0] for dependency in targets[folder.name]["dependencies"]}
        for file in sorted(folder.glob("**/*.swift")):
            for module in IMPORT.findall(file.read_text()):
                if module in targets and module not in lower:
                    print(f"{file}: error: {folder.name} does not depend on {module} in Package.swift.")
                    problems += 1
                if module in ("Testing", "XCTest"):
                    print(f"{file}: error: what apps link, and the kit for their tests, imports no test framework.")
                    problems += 1
    return problems


def frontend():
    """The compiler proper, with the flags that its driver would pass: only it knows which files are the primary ones."""
    file = next(str(file) for file in sorted((ROOT / FLOORS[0]).glob("**/*.swift")))
    driver = (["xcrun"] if sys.platform == "darwin" else []) + ["swiftc", "-###", "-typecheck", "-wmo", file]
    driver += ["-swift-version", "6", "-package-name", "Trackable", "-module-name", "Trackable"]
    result = subprocess.run(driver, capture_output=True, text=True, check=True)
    flags = shlex.split(result.stdout.strip().splitlines()[-1])
    if "-supplementary-output-file-map" in flags:
        at = flags.index("-supplementary-output-file-map")
        del flags[at : at + 2]
    flags.remove(file)
    return flags


def compile_floor(command, floor):
    """Type-checks the files of one floor; those of the floors below are only declarations to the compiler.

    Their code was checked with their own floor. So all floors together cost little more than one type check.
    """
    files = [sorted(str(file) for file in (ROOT / folder).glob("**/*.swift")) for folder in FLOORS[: floor + 1]]
    lower, own = sum(files[:-1], []), files[-1]
    for file, (lowest, _) in EXCEPTIONS.items():
        if floor >= FLOORS.index(lowest):
            (own if FLOORS[floor] == lowest else lower).append(str(ROOT / file))
    for file in own:
        command = command + ["-primary-file", file]
    return subprocess.run(command + lower, capture_output=True, text=True)


def check_code():
    """Says which floors do not compile without those above them."""
    problems = 0
    command = frontend()
    # Not the whole house: every build compiles that.
    with ThreadPoolExecutor(os.cpu_count()) as executor:
        results = executor.map(lambda floor: compile_floor(command, floor), range(len(FLOORS) - 1))
        for folder, result in zip(FLOORS, results):
            if result.returncode != 0:
                errors = [line for line in result.stderr.splitlines() if re.match(r".*\.swift:\d+:\d+: error:", line)]
                print("\n".join(errors or [result.stderr]))
                print(f"error: {folder} does not compile with the floors below it alone.")
                problems += 1
    return problems


def main():
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and path.suffix != ".docc"}
    for name in sorted(folders.symmetric_difference(FLOORS)):
        sys.exit(f"error: {ROOT / name} is not one of the floors, from the ground up: {', '.join(FLOORS)}.")
    problems = check_links()
    if "--links" not in sys.argv:
        problems += check_modules() + check_code()
    if problems:
        sys.exit(f"error: {problems} found.")
    for file, (floor, reason) in EXCEPTIONS.items():
        print(f"One exception: {file}, used from {floor}: {reason}.")
    print("All references run downwards.")


main()
