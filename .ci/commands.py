#!/usr/bin/env python3
"""Every command of the documentation is run by a step of CI, or the table says why not.

    python3 .ci/commands.py                        compares the README and the catalogues with .ci/commands.tsv
    python3 .ci/commands.py run <page> <url>       runs the commands of a page that talk to a ClickHouse server, as they stand
                                                   there, with the server at `url`

A command is a line of an `sh` block, or one in backticks that begins with `swift run`, `swift test`, `bash .ci/` or
`python3`. A line of the table has three columns: the command; the step that runs it; and how one sees that: a text of
the step's script, or a file that has the command's arguments. Without a step, the third says why. The name of a step
after `bash .ci/run` is enough: it needs no line.
"""

import re
import subprocess
import sys
from pathlib import Path

TABLE = Path(".ci/commands.tsv")
INLINE = re.compile(r"`((?:swift run|swift test|bash \.ci/|python3 )[^`]*)`")
SERVER = "localhost:8123"


def commands(page):
    """The commands of a page, and their lines."""
    language, command, first = None, "", 0
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if line.startswith("```"):
            language = line[3:] if language is None else None
        elif language == "sh":
            line = re.sub(r"\s+#.*", "", line)
            first = first or number
            command += line.removesuffix("\\").strip() + " "
            # These go on in the next line.
            if line.strip() and not line.endswith(("\\", "&&", "|")):
                yield first, command.strip()
                command, first = "", 0
        elif language is None:
            for span in INLINE.finditer(line):
                yield number, span[1]


def pages():
    return [Path("README.md"), *sorted(Path("Sources").glob("*/*.docc/**/*.md"))]


def arguments(command):
    """What follows the program's name."""
    return re.sub(r"^swift (run|test)( [A-Z]\w+)? ?", "", command).removesuffix(" </dev/null")


def check():
    steps = re.search(r"all_steps=\((.*)\)", Path(".ci/run").read_text())[1].split()
    table, problems = {}, []
    for number, line in enumerate(TABLE.read_text().splitlines(), 1):
        columns = line.split("\t")
        if len(columns) != 3 or columns[0] in table:
            problems.append(f"{TABLE}:{number}: three columns, and each command once.")
        else:
            table[columns[0]] = (number, columns[1], columns[2])
    themselves = {f"bash .ci/run {step}" for step in steps}
    written = [(page, line, command) for page in pages() for line, command in commands(page) if command not in themselves]
    for page, line, command in written:
        if command not in table:
            problems.append(f"{page}:{line}: no step of CI is known to run '{command}'. Add it to a step, and to {TABLE}.")
    for command, (number, step, how) in table.items():
        if command not in {each for _, _, each in written}:
            problems.append(f"{TABLE}:{number}: nothing in the documentation says '{command}' any more.")
        if step and step not in steps:
            problems.append(f"{TABLE}:{number}: there is no step '{step}'.")
        elif step and Path(how).is_file():
            if Path(how).read_text().strip() != arguments(command):
                problems.append(f"{TABLE}:{number}: {how} has other arguments than '{command}'.")
        elif step and how not in Path(f".ci/steps/{step}.sh").read_text():
            problems.append(f"{TABLE}:{number}: .ci/steps/{step}.sh does not say '{how}'.")
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    left_out = sum(not step for _, step, _ in table.values())
    print(f"{len(table)} commands in the documentation; {len(table) - left_out} are run by CI, {left_out} are not, for a reason.")
    sys.exit(bool(problems))


def run(page, url):
    found = [command for _, command in commands(Path(page)) if command.startswith("curl") and SERVER in command]
    if not found:
        sys.exit(f"error: {page} has no commands for a ClickHouse server.")
    for command in found:
        command = command.replace(f"http://{SERVER}", url).replace(SERVER, url)
        print(f"$ {command}", flush=True)
        done = subprocess.run(command, shell=True, capture_output=True, text=True)
        print(done.stdout + done.stderr, flush=True)
        if done.returncode:
            sys.exit(f"error: that fails: {command}")
    # The last one is a query.
    if "Events." not in done.stdout:
        sys.exit("error: it finds no events.")


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            check()
        case ["run", page, url]:
            run(page, url)
        case _:
            sys.exit(__doc__)
