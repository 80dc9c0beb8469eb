#!/usr/bin/env python3
"""Each module's privacy manifest says what the module does: python3 .ci/privacy.py

Apple wants a reason for certain functions, because they can tell one device from another, and wants to know what leaves
the device. Whoever uses such a function or opens a connection declares it in Sources/<Module>/PrivacyInfo.xcprivacy.
The page Privacy.md in the catalogue has the reasoning and the sources.
"""

import plistlib
import re
import sys
from pathlib import Path

# Apple's list: "Describing use of required reason API".
CATEGORIES = {
    "FileTimestamp": (
        r"creationDate(?:Key)?|modificationDate|fileModificationDate|contentModificationDate(?:Key)?|"
        r"f?getattrlist(?:bulk|at)?|(?:f|l)?stat|fstatat"
    ),
    "SystemBootTime": r"systemUptime|mach_absolute_time",
    "DiskSpace": (
        r"volumeAvailableCapacity\w*|volumeTotalCapacity\w*|systemFreeSize|systemSize|f?statv?fs|"
        r"f?getattrlist(?:bulk|at)?"
    ),
    "ActiveKeyboards": r"activeInputModes",
    "UserDefaults": r"UserDefaults|AppStorage",
}

SENDS = r"URLSession|FoundationNetworking|NWConnection|NIO\w*"

# Every app has this module, and it is what lets the app collect anything: Apple asks for a manifest.
ALWAYS = {"Trackable"}


def uses(folder, names):
    """Where one of the names stands in code."""
    pattern = re.compile(rf"(?<![\w`])(?:{names})(?!\w)")
    for file in sorted(folder.glob("**/*.swift")):
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if pattern.search(re.sub(r"//.*|\"[^\"]*\"", "", line)):
                yield f"{file}:{number}"


def problems(folder):
    file = folder / "PrivacyInfo.xcprivacy"
    manifest = plistlib.loads(file.read_bytes()) if file.exists() else {}
    if not manifest and folder.name in ALWAYS:
        yield f"{folder}: {file.name} is missing."
    # From the target's name to its resources, without passing another target.
    target = rf'name: "{folder.name}"(?:(?!\.(?:target|executableTarget|testTarget)\().)*?resources: privacyManifest'
    if manifest and not re.search(target, MANIFEST, re.DOTALL):
        yield f"{file}: Package.swift does not name it: .target(name: \"{folder.name}\", resources: privacyManifest, …)."
    declared = {
        entry["NSPrivacyAccessedAPIType"].removeprefix("NSPrivacyAccessedAPICategory")
        for entry in manifest.get("NSPrivacyAccessedAPITypes", [])
    }
    for category, names in CATEGORIES.items():
        places = list(uses(folder, names))
        if places and category not in declared:
            yield f"{places[0]}: {file} does not declare NSPrivacyAccessedAPICategory{category}, which this needs."
        if not places and category in declared:
            yield f"{file}: declares NSPrivacyAccessedAPICategory{category}, which nothing needs any more."
    places = list(uses(folder, SENDS))
    if places and not manifest.get("NSPrivacyCollectedDataTypes"):
        yield f"{places[0]}: {file} does not declare in NSPrivacyCollectedDataTypes what is sent here."


MANIFEST = Path("Package.swift").read_text()
found = [problem for folder in sorted(Path("Sources").iterdir()) if folder.is_dir() for problem in problems(folder)]
if found:
    sys.exit("\n".join(f"error: {problem}" for problem in found))
print("Privacy manifests say what the modules do.")
