#!/usr/bin/env python3
"""What the code measures, beside what is wanted: python3 .ci/figures.py [--way]

    --way    prints also each function that an event passes

A mirror: nothing fails. What needs a build is left out where the steps that make it have not run: `lint` for types, circles
and the way of an event, `surface` for public declarations, `adopters` for the size.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from house import LARGEST_CIRCLE, circles
from index_store import DEFINITION, IMPLICIT, occurrences, references

SOURCES = Path("Sources").resolve()
DEBUG = Path(".build/ci-debug/debug").resolve()

MODULES = sorted(folder.name for folder in SOURCES.iterdir() if any(folder.glob("**/*.swift")))

# INDEXSTORE_SYMBOL_KIND_ENUM, _STRUCT, _CLASS and _PROTOCOL; an actor is a class.
TYPES = {5, 6, 7, 8}


def code_lines(folder):
    files = (file for file in folder.glob("**/*.swift") if ".build" not in file.parts)
    lines = (line.strip() for file in files for line in file.read_text().splitlines())
    return sum(1 for line in lines if line and not line.startswith("//"))


def show(what, measured, wanted=None):
    sign = "" if wanted is None or measured <= wanted else f"   {100 * measured / wanted - 100:+.0f} %"
    print(f"  {what:<58}{measured:>8}{'' if wanted is None else f'{wanted:>10}'}{sign}")


def show_lines():
    """Lines that are neither blank nor comments."""
    for folder in sorted(SOURCES.glob("Trackable/*/")):
        if lines := code_lines(folder):
            show(f"code lines of Sources/Trackable/{folder.name}", lines)
    for module in MODULES:
        show(f"code lines of Sources/{module}", code_lines(SOURCES / module), 6_100 if module == "Trackable" else None)
    for folder in ["Tests", "Examples", "Benchmarks"]:
        show(f"code lines of {folder}", code_lines(Path(folder)))


def show_index():
    store = DEBUG / "index/store"
    if not store.is_dir():
        return
    types = {(file, usr) for file, _, roles, kind, usr, _ in occurrences(store, SOURCES) if roles & DEFINITION and kind in TYPES}
    show("named types of the core", sum(file.startswith("Trackable/") for file, _ in types), 150)
    show("named types of all modules", len(types))
    found = circles(references(store, SOURCES))
    show(f"files of the largest circle (at most {LARGEST_CIRCLE})", len(found[0]) if found else 0, 4)


def show_public():
    if not Path(".build/ci-symbols").is_dir():
        return
    counts = {}
    for module in MODULES:
        if Path(f".build/ci-symbols/{module}.symbols.json").is_file():
            command = ["python3", ".ci/surface.py", "count", ".build/ci-symbols", module]
            printed = subprocess.run(command, capture_output=True, text=True).stdout
            if number := re.search(r"\d[\d,]*", printed.replace(module, "")):
                counts[module] = int(number[0].replace(",", ""))
    show("public declarations of the core, as in Tests/PublicAPI", counts.get("Trackable", 0), 300)
    show("public declarations of all modules, as there", sum(counts.values()), 700)


def show_size():
    added = Path(".build/ci-added-kib")
    if added.is_file():
        show("KiB that the core adds to a stripped release binary", int(added.read_text()), 900)


def show_way():
    """Functions of the core, and their files, between `track` and the console: callgrind says which ran, the index store where
    they stand. Closures, thunks and default arguments count as the function that they belong to, and an initializer that somebody
    wrote is a function, too."""
    objects = sorted((DEBUG / "Trackable.build").glob("*.swift.o"))
    if not shutil.which("valgrind") or not objects:
        return
    names = {file.name for file in (SOURCES / "Trackable").glob("**/*.swift")}
    objects = [str(file) for file in objects if file.name.removesuffix(".o") in names]
    with tempfile.TemporaryDirectory() as folder:
        program, profile = f"{folder}/way", f"{folder}/callgrind"
        build = ["swiftc", "-module-name", "Way", "-Onone", "-swift-version", "6", "-profile-generate"]
        build += ["-I", str(DEBUG / "Modules"), "-I", str(SOURCES / "TrackableAtomics/include")]
        done = subprocess.run([*build, ".ci/way/main.swift", *objects, "-o", program], capture_output=True, text=True)
        if done.returncode:
            print("  The way of an event cannot be counted:", *done.stderr.splitlines()[:3], sep="\n  ")
            return
        # Valgrind cannot read debug information that is newer than itself.
        subprocess.run(["strip", "--strip-debug", program], check=False)
        count = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", "--collect-atstart=no"]
        count += ["--toggle-collect=$s3Way11countedCallyyF", program]
        # Otherwise hashes are seeded at random, and in some runs two keys share a bit of the filter.
        seed = {"SWIFT_DETERMINISTIC_HASHING": "1"}
        environment = {**os.environ, **seed, "LLVM_PROFILE_FILE": f"{folder}/unused.profraw"}
        subprocess.run(count, capture_output=True, env=environment, check=False)
        text = Path(profile).read_text() if Path(profile).is_file() else ""
    ran = {name[2:] for name in re.findall(r"^c?fn=\(\d+\) (\$s\S+)", text, re.M)}
    defined = {
        usr.removeprefix("s:"): file
        for file, _, roles, _, usr, _ in occurrences(DEBUG / "index/store", SOURCES)
        if roles & DEFINITION and not roles & IMPLICIT and usr.startswith("s:")
    }
    functions = {}
    for symbol in ran:
        if symbol.endswith(("TW", "WOh", "WOc", "WOs", "Ma", "WL", "Wl", "wcp", "wxx")):
            continue
        # An accessor belongs to its property; anything else to the longest function whose name it begins with.
        # The index knows an initializer as `fc`; that of a struct or an enum runs as `fC`. One that the compiler writes is
        # marked there.
        names = [symbol, symbol.replace("fC", "fc")]
        tries = [re.sub(r"v[a-zA-Z]{1,2}(Z?)$", r"vp\1", symbol)]
        tries += [name[:end] for end in range(len(symbol), 10, -1) for name in names]
        usr = next((each for each in tries if each in defined and not re.search(r"[VCOP]$|D$", each)), None)
        if usr and defined[usr].startswith("Trackable/"):
            functions[re.sub(r"vg(Z?)$", r"vp\1", usr)] = defined[usr]
    if functions:
        show("functions from `track` to the console", len(functions), 70)
        show("files from `track` to the console", len(set(functions.values())), 25)
    if "--way" in sys.argv:
        for usr, file in sorted(functions.items(), key=lambda each: each[::-1]):
            print(f"    {file}  {usr}")


print(f"  {'':<58}{'is':>8}{'wanted':>10}")
for part in [show_lines, show_index, show_public, show_size, show_way]:
    part()
