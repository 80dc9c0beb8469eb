#!/usr/bin/env python3
"""Writes the page Signatures of each module from Tests/PublicAPI/Reviewed: a table of every public signature.

    python3 .ci/signatures.py            writes the pages
    python3 .ci/signatures.py --check    fails unless they are up to date
"""

import re
import sys
from pathlib import Path

REVIEWED = Path("Tests/PublicAPI/Reviewed")
TYPE = re.compile(r"(?:@[\w.]+(?:\([^)]*\))? )*(?:final )?(?:struct|class|enum|protocol|actor) ([\w.]+)")
EXTENSION = re.compile(r"extension ([\w.]+)")
WORDS = re.compile(r"^(required|defaulted) ")


def declared_types():
    """The module that declares each type; of two, not the one with words of earlier libraries, which takes names of the core's."""
    files = sorted(REVIEWED.glob("*.txt"), key=lambda path: path.stem != "TrackableMigration")
    return {match[1]: path.stem for path in files for line in path.read_text().splitlines()
            if (match := TYPE.match(line))}  # fmt: skip


def link(line, module, types):
    """A link to the page of a type, in another module by its address on a site; or its name where there is none."""
    name = (TYPE.match(line) or EXTENSION.match(line))[1]
    owner = module if TYPE.match(line) else types.get(name)
    if owner is None:
        return f"`{name}`"
    path = name.replace(".", "/")
    if owner == module:
        return f"``{path}``"
    # The address of a nested type depends on what else has its name.
    return f"`{name}`" if "." in name else f"[{name}](/documentation/{owner.lower()}/{name.lower()})"


def code(line):
    return "`" + line.replace("`", "").replace("|", "\\|") + "`"


def page(module, text, types):
    lines = ["# Signatures", "", f"Every public declaration of `{module}`, one a line.", "",
             "The members of a type stand below it, those of a protocol with the word *required* or *defaulted*.", "",
             "| type | declaration |", "|---|---|"]  # fmt: skip
    for line in text.splitlines():
        if not line or line.startswith("//"):
            continue
        declaration = line.strip()
        if line.startswith(" "):
            asked = WORDS.match(declaration)
            rest = declaration[asked.end():] if asked else declaration
            lines.append(f"| | {f'*{asked[1]}* ' if asked else ''}{code(rest)} |")
        elif TYPE.match(line) or EXTENSION.match(line):
            lines.append(f"| {link(line, module, types)} | {code(declaration)} |")
        else:
            lines.append(f"| | {code(declaration)} |")
    return "\n".join(lines) + "\n"


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    types, late = declared_types(), []
    for path in sorted(REVIEWED.glob("*.txt")):
        file = Path(f"Sources/{path.stem}/{path.stem}.docc/Signatures.md")
        wanted = page(path.stem, path.read_text(), types)
        if sys.argv[1:] == ["--check"]:
            if not file.exists() or file.read_text() != wanted:
                late.append(str(file))
        else:
            file.write_text(wanted)
    if late:
        sys.exit("\n".join([f"{file} is not what was reviewed." for file in late] + ["To mend this: python3 .ci/signatures.py"]))


main()
