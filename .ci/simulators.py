#!/usr/bin/env python3
"""The oldest simulator of each platform: one line each, the platform and the device's identifier.

    xcrun simctl list --json devices available | python3 .ci/simulators.py
"""

import json
import re
import sys

oldest = {}
for runtime, devices in json.load(sys.stdin)["devices"].items():
    named = re.search(r"SimRuntime\.([A-Za-z]+)-([\d-]+)$", runtime)
    if named and devices:
        platform = {"xrOS": "visionOS"}.get(named[1], named[1])
        version = [int(part) for part in named[2].split("-")]
        oldest[platform] = min(oldest.get(platform, (version, devices[0]["udid"])), (version, devices[0]["udid"]))
for platform, (_, device) in sorted(oldest.items()):
    print(platform, device)
