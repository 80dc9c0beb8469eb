#!/usr/bin/env python3
"""How many public symbols a module has: python3 .ci/symbols.py <symbol graph of the module>

What the compiler adds to a type that conforms to a protocol, such as `!=`, is not counted.
"""

import json
import sys
from collections import Counter
from pathlib import Path


def main():
    graph = json.loads(Path(sys.argv[1]).read_text())
    symbols = [
        symbol
        for symbol in graph["symbols"]
        if "::SYNTHESIZED::" not in symbol["identifier"]["precise"] and "location" in symbol
    ]
    folders = Counter(Path(symbol["location"]["uri"]).parent.name for symbol in symbols)
    parts = ", ".join(f"{folder} {count}" for folder, count in folders.most_common())
    print(f"{graph['module']['name']}: {len(symbols)} public symbols ({parts}).")


main()
