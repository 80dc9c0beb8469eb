#!/usr/bin/env python3
"""Runs the README's commands for a ClickHouse server, as they stand there: python3 .ci/clickhouse.py <url of a server>"""

import re
import subprocess
import sys
from pathlib import Path

SERVER = "localhost:8123"


def commands():
    """The lines of the README's `sh` blocks, those that go on joined, without comments."""
    for block in re.findall(r"^```sh\n(.*?)^```", Path("README.md").read_text(), re.M | re.S):
        text = re.sub(r"\s+#.*", "", block)
        yield from re.sub(r"(\\|&&)\n\s*", lambda match: "&& " if match[1] == "&&" else "", text).splitlines()


def main():
    found = [command for command in commands() if command.startswith("curl") and SERVER in command]
    if not found:
        sys.exit("error: README.md has no commands for a ClickHouse server.")
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
