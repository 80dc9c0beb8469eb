#!/usr/bin/env python3
"""Runs the commands of the page Formats for a ClickHouse server, word for word: python3 .ci/clickhouse.py <url of a server>"""

import re
import subprocess
import sys
from pathlib import Path

SERVER = "localhost:8123"
PAGE = Path("Sources/TrackableHTTP/TrackableHTTP.docc/Formats.md")


def commands():
    """The lines of the page's `sh` blocks, without comments. A line that goes on is joined with the next one."""
    for block in re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(), re.M | re.S):
        text = re.sub(r"\s+#.*", "", block)
        yield from re.sub(r"(\\|&&)\n\s*", lambda match: "&& " if match[1] == "&&" else "", text).splitlines()


def main():
    found = [command for command in commands() if command.startswith("curl") and SERVER in command]
    if not found:
        sys.exit(f"error: {PAGE} has no commands for a ClickHouse server.")
    for command in found:
        command = command.replace(f"http://{SERVER}", sys.argv[1]).replace(SERVER, sys.argv[1])
        print(f"$ {command}", flush=True)
        done = subprocess.run(command, shell=True, capture_output=True, text=True)
        print(done.stdout + done.stderr, flush=True)
        if done.returncode:
            sys.exit(f"error: that fails: {command}")
    # The last one is a query.
    if "Events." not in done.stdout:
        sys.exit("error: it finds no events.")


main()
