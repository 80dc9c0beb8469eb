#!/usr/bin/env python3
"""The public API of a module as text that people review.

    python3 .ci/surface.py text <interface>                              what `swift-synthesize-interface` says of a module, in an order
                                                                         that stays when code moves
    python3 .ci/surface.py program <snapshot>                            a program that reads and assigns every property, for the
                                                                         compiler's verifier
    python3 .ci/surface.py conformances <snapshots> <folder of tests>…   public protocols that no test conforms to
    python3 .ci/surface.py undocumented <folder of symbol graphs> <module>   public symbols, and parameters, that no comment describes
    python3 .ci/surface.py sendable <folder of symbol graphs> <module>   public types that are not Sendable

Names that begin with an underscore are not API, whatever their access.
"""

import json
import re
import sys
from pathlib import Path

# How a declaration is compiled, which says nothing to an adopter.
UNSAID = re.compile(r"\bpublic |\b\w+\(set\) |@inlinable |@export\(implementation\) ")

# Alone on its line.
ATTRIBUTE = re.compile(r"@\w+(\(([^()]|\([^()]*\))*\))?")

# Declared for the processors that have them.
MACHINE = re.compile(r"extension Float(16|80)\b")

# Parameters that nobody gives: they are where the call is.
CALLERS = {"fileID", "line", "filePath", "isolation"}

TYPES = {"swift.struct", "swift.class", "swift.enum", "swift.actor"}


def short(interface, own):
    """The interface without the modules of names, where no type of the module itself has the name."""
    declared = set(re.findall(r"\b(?:struct|class|enum|protocol|typealias) (\w+)", interface))
    modules = "|".join(folder.name for folder in Path("Sources").iterdir())
    clear = lambda name: name[0] if name[1] != own and name[2] in declared else name[2]  # noqa: E731
    return re.sub(rf"\b({modules})\.([A-Z]\w*)", clear, interface)


def blocks(lines):
    """Declarations as `{line: members}`. Members are declarations as well. Extensions of a type under one condition are one."""
    found, attributes = {}, ""
    for line in map(str.strip, lines):
        if line == "}":
            break
        if not line or line.startswith(("//", "import ")):
            continue
        if ATTRIBUTE.fullmatch(line):
            attributes += line + " "
            continue
        # A closure as a default value.
        while line.count("(") > line.count(")"):
            line += " " + next(lines).strip()
        if "(set) var" in line and not line.endswith("}"):
            line += " { get }"
        members = found.setdefault(UNSAID.sub("", attributes + line), {})
        attributes = ""
        if line.endswith("{"):
            members |= blocks(lines)
    return {line: members for line, members in found.items() if not is_internal(line) and not MACHINE.match(line)}


def joined(found):
    """The same, where what extensions add to a type of the module stands with the type."""
    plain = {line: members for line, members in found.items() if " where " not in line}
    conformances, added = {}, {}
    for line, members in plain.items():
        if match := re.fullmatch(r"extension (\w+)(?: : (.*))? {", line):
            conformances.setdefault(match[1], set()).update((match[2] or "").split(", "))
            added.setdefault(match[1], {}).update(members)
    for line, members in plain.items():
        if match := re.fullmatch(r"((?:@\w+ |final )*(?:struct|enum|class) (\w+))(?: : (.*))? {", line):
            names = sorted(conformances.get(match[2], set()).union((match[3] or "").split(", ")) - {""})
            del found[line]
            found[match[1] + (f" : {', '.join(names)}" if names else "") + " {"] = members | added.get(match[2], {})
            found = {each: its for each, its in found.items() if not re.match(rf"extension {match[2]}( : (?!.* where ).*)? {{$", each)}
    return found


def is_internal(line):
    return re.search(r"\b(?:func|var|let|init|case|typealias|associatedtype|struct|class|enum|protocol|extension|static) _\w", line)


def text(found, indent=""):
    """The declarations, each with its members. What has none stands on one line."""
    for line, members in sorted(found.items(), key=lambda each: re.sub(r"^(@\w+(\(.*?\))? |\w+ )*?(?=\w+ )", "", each[0])):
        yield indent + line
        if line.endswith("{"):
            yield from text(members, indent + "  ")
            yield indent + "}"
        if not indent:
            yield ""


def protocols(snapshots):
    """The public protocols: (snapshot, name)."""
    for snapshot in sorted(Path(snapshots).glob("*.txt")):
        for line in snapshot.read_text().splitlines():
            if match := re.match(r"\s*(?:@\w+(?:\(.*?\))? )*protocol (\w+)", line):
                yield snapshot, match[1]


def without_conformance(snapshots, tests):
    """The public protocols that nothing in the tests conforms to by name."""
    sources = "\n".join(path.read_text() for folder in tests for path in sorted(Path(folder).glob("**/*.swift")))
    sources = re.sub(r"//.*", "", sources)
    declared = re.findall(r"\b(?:struct|class|enum|actor|extension)\s+[\w.]+(?:<[^>]*>)?\s*:([^{]*)\{", sources)
    named = {name for list_ in declared for name in re.findall(r"\w+", list_.split(" where ")[0])}
    for snapshot, name in protocols(snapshots):
        if name not in named:
            yield f"{snapshot}: error: {tests[0]} has no conformance to {name}, as adopters write it."


def program(found, owner=None, kind=None):
    """The rest of functions that read every property of the snapshot, and assign it. The compiler refuses the second where the snapshot says
    that there is no setter."""
    for line, members in found.items():
        head = re.match(r"(?:@\w+(?:\(.*?\))? |final )*(struct|enum|class|protocol|extension) ([\w.]+)(?: :.*)?(?: where .*)? \{$", line)
        if head:
            inner = f"{owner}.{head[2]}" if owner else head[2]
            if "<" not in line.split(":")[0] and " where " not in line:
                yield from program(members, inner, kinds.get(inner, head[1]))
            continue
        member = re.match(r"(?:@\w+ )*(static )?(let|var) (\w+): [^{]+?(?: \{ get( set)? \})?$", line)
        if not owner or not member or (kind == "protocol" and member[1]):
            continue
        is_settable = member[2] == "var" and (member[4] or not line.endswith("}"))
        place, parameter = (owner, "") if member[1] else ("x", f"_ x: inout {'any ' * (kind == 'protocol')}{owner}")
        refusal = "" if is_settable else "  // expected-error {{cannot assign}}"
        yield f"({parameter}) {{\n  let value = {place}.{member[3]}\n  {place}.{member[3]} = value{refusal}\n}}\n"


def symbols(folder, module):
    """The public symbols of a module, and what is said of each, by its identifier."""
    graphs = [json.loads(path.read_text()) for path in sorted(Path(folder).glob(f"{module}[.@]*json"))]
    relations = {}
    for relation in (each for graph in graphs for each in graph["relationships"]):
        relations.setdefault(relation["source"], []).append(relation)
    return [symbol for graph in graphs for symbol in graph["symbols"]], relations


def not_sendable(folder, module):
    """Public types of which the compiler knows no conformance to `Sendable`. It infers none for what is public."""
    own, relations = symbols(folder, module)
    for symbol in own:
        said = relations.get(symbol["identifier"]["precise"], [])
        if symbol["kind"]["identifier"] in TYPES and not any(each["target"] == "s:s8SendableP" for each in said):
            yield f"{module}.{'.'.join(symbol['pathComponents'])} does not say that it is Sendable."


def undocumented(folder, module):
    """Public symbols without a doc comment, and parameters that theirs leaves out. What answers a requirement is described
    there, and what the compiler writes has no place in the code."""
    own, relations = symbols(folder, module)
    for symbol in own:
        identifier, path, place = symbol["identifier"]["precise"], symbol["pathComponents"], symbol.get("location")
        if place is None or "::SYNTHESIZED::" in identifier or any(part.startswith("_") for part in path):
            continue
        where, name = f"{place['uri'].removeprefix('file://')}:{place['position']['line'] + 1}", ".".join(path)
        comment = "\n".join(line["text"] for line in symbol.get("docComment", {}).get("lines", []))
        answers = any("sourceOrigin" in each or each["kind"] in ("defaultImplementationOf", "overrides") for each in relations.get(identifier, []))
        if answers or symbol["kind"]["identifier"] == "swift.extension":
            continue
        if not comment.strip():
            yield f"{where}: error: nothing describes {name}."
            continue
        # A summary says what a single parameter is. Of several, each is described, or the compiler alone calls them.
        described = set(re.findall(r"^\s*- (?:[Pp]arameter )?`?(\w+)`?:", comment, re.MULTILINE))
        parameters = [{each["name"], each.get("internalName", each["name"])} for each in symbol.get("functionSignature", {}).get("parameters", [])]
        called = [names for names in parameters if not names & CALLERS]
        if symbol["kind"]["identifier"] == "swift.func.op" or name.startswith("TrackedPropertiesBuilder."):
            continue
        if len(called) > 1 or any(names & described for names in parameters):
            for names in parameters:
                if not names & described:
                    yield f"{where}: error: nothing describes the parameter {' '.join(sorted(names))} of {name}."


verb, place, *rest = sys.argv[1:] if len(sys.argv) > 2 else sys.exit(__doc__)
if verb in ("text", "program"):
    module = Path(place).stem
    found = blocks(iter(short(Path(place).read_text(), module).splitlines()))
if verb == "text":
    print("// Written by `bash .ci/steps/surface.sh --update`.\n")
    print("\n".join(text(joined(found))))
elif verb == "program":
    kinds = {match[2]: match[1] for line in found if (match := re.match(r"(?:@\w+ |final )*(struct|enum|class|protocol) (\w+)", line))}
    print(f"import Foundation\nimport Trackable\nimport {module}\n")
    print("\n".join(f"func use{number}{body}" for number, body in enumerate(program(found))))
else:
    check = {"conformances": without_conformance, "undocumented": undocumented, "sendable": not_sendable}[verb]
    if problems := sorted(set(check(place, rest if verb == "conformances" else rest[0]))):
        sys.exit("\n".join(problems))
