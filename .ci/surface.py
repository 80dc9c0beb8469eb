#!/usr/bin/env python3
"""The public API of a module as text that people review.

    python3 .ci/surface.py text <folder of symbol graphs> <module>       writes it to standard output
    python3 .ci/surface.py count <folder of symbol graphs> <module>      how many public symbols it has, and in which folder
    python3 .ci/surface.py undocumented <folder of symbol graphs> <module>   public symbols, and parameters, that no comment describes
    python3 .ci/surface.py sendable <folder of symbol graphs> <module>   public types that are not Sendable
    python3 .ci/surface.py conformances <snapshots> <folder of tests>…    public protocols that no test conforms to
    python3 .ci/surface.py program <snapshots> <module>                  a program that reads and assigns every property, for the compiler's verifier

A line is a declaration, under the type that it belongs to. Left out is what follows from another line: what a protocol of
somebody else brings along (`==` of `Equatable`), and what is declared for every type (`Copyable`). Names that begin with an
underscore are not API, whatever their access.
"""

import json
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

# Every type has them unless it says otherwise.
IMPLIED = {"Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"}

# What conformances bring along, of the protocols that this package does not declare.
REFINES = {
    "Hashable": {"Equatable"},
    "Error": {"Sendable"},
    "Collection": {"Sequence"},
    "BidirectionalCollection": {"Collection", "Sequence"},
    "RandomAccessCollection": {"BidirectionalCollection", "Collection", "Sequence"},
    "ExpressibleByStringLiteral": {"ExpressibleByExtendedGraphemeClusterLiteral", "ExpressibleByUnicodeScalarLiteral"},
}

# Protocols of the standard library whose members say nothing that the conformance does not say. Those of others tell what
# something is a collection of, or identified by.
SILENT = {
    "Equatable", "Hashable", "Comparable", "CaseIterable", "RawRepresentable", "Encodable", "Decodable", "Error",
    "CustomStringConvertible", "CustomDebugStringConvertible", "CustomReflectable", "ExpressibleByStringLiteral",
    "ExpressibleByExtendedGraphemeClusterLiteral", "ExpressibleByUnicodeScalarLiteral", "ExpressibleByIntegerLiteral",
    "ExpressibleByFloatLiteral", "ExpressibleByBooleanLiteral", "ExpressibleByNilLiteral", "Clock", "InstantProtocol",
}  # fmt: skip

# What a collection has besides its subscript, which tells what it is a collection of.
INDICES = {"var startIndex: Int { get }", "var endIndex: Int { get }"}

# Declared for the processors that have them.
MACHINE = {"Float16", "Float80"}

# Parameters that nobody gives: they are where the call is.
CALLERS = {"fileID", "line", "filePath", "isolation"}

# The order of members: what a value is made of, then what it can do.
ORDER = [
    "associatedtype", "typealias", "enum.case", "init", "type.property", "property", "subscript", "type.subscript",
    "type.method", "method", "func.op", "func",
]  # fmt: skip

# A protocol's members: what an adopter must write, may write, gets.
GROUPS = ["associatedtype", "required", "defaulted"]

TYPES = {"swift.struct", "swift.class", "swift.enum", "swift.protocol", "swift.actor", "swift.extension"}


class Module:
    """The symbol graphs of one module: its own, and those of the modules whose types it extends."""

    def __init__(self, folder, name):
        self.name = name
        others = sorted(Path(folder).glob(f"{name}@*.symbols.json"))
        self.graphs = [read(path) for path in [Path(folder) / f"{name}.symbols.json", *others]]
        self.types, self.members, self.raw_types, self.relations = {}, [], {}, defaultdict(list)
        for graph in self.graphs:
            for relation in graph["relationships"]:
                self.relations[relation["source"]].append(relation)
            for symbol in graph["symbols"]:
                identifier = symbol["identifier"]["precise"]
                if symbol["names"]["title"] == "init(rawValue:)":
                    parameter = symbol["functionSignature"]["parameters"][0]
                    self.raw_types[self.parent(symbol)[0]] = parameter["declarationFragments"][-1]["spelling"]
                # What a protocol's extension adds to a type stands with the protocol.
                if "::SYNTHESIZED::" in identifier or "location" not in symbol:
                    continue
                if symbol["kind"]["identifier"] in TYPES:
                    self.types[identifier] = symbol
                else:
                    self.members.append(symbol)
        self.protocols, self.refines, self.requirements = protocols(folder)

    def parent(self, symbol):
        """The type that a symbol is a member of, and the requirement elsewhere that it answers."""
        for relation in self.relations[symbol["identifier"]["precise"]]:
            if relation["kind"] in ("memberOf", "requirementOf", "optionalRequirementOf"):
                return relation["target"], relation.get("sourceOrigin", {})
        return None, {}

    def conformances(self, symbol):
        """The protocols after the colon, with the conditions under which they hold. What one of them implies is left out."""
        found = {}
        for relation in self.relations[symbol["identifier"]["precise"]]:
            if relation["kind"] in ("conformsTo", "inheritsFrom"):
                name = self.protocols.get(relation["target"]) or relation.get("targetFallback", "").split(".")[-1]
                if name and name not in IMPLIED and not name.startswith("_"):
                    found[name] = conditions(relation.get("swiftConstraints"))
        # A protocol with a name of the core's refines that one.
        implied = {other for name in found for other in self.refines.get(name, ()) if other != name}
        return {name: condition for name, condition in found.items() if name not in implied}


def read(path):
    return json.loads(path.read_text())


def not_sendable(folder, module):
    """Public types of which the compiler knows no conformance to `Sendable`. It infers none for what is public."""
    graph = read(Path(folder) / f"{module}.symbols.json")
    sendable = {r["source"] for r in graph["relationships"] if (r["kind"], r["target"]) == ("conformsTo", "s:s8SendableP")}
    return sorted(
        f"{module}.{'.'.join(symbol['pathComponents'])} does not say that it is Sendable."
        for symbol in graph["symbols"]
        if symbol["kind"]["identifier"] in TYPES - {"swift.protocol", "swift.extension"}
        and symbol["identifier"]["precise"] not in sendable
    )


def protocols(folder):
    """The names of this package's protocols, what conforming to one brings along, and the members of the package."""
    names, refines, members = {}, {name: set(others) for name, others in REFINES.items()}, {}
    graphs = [read(path) for path in sorted(Path(folder).glob("Trackable*.symbols.json"))]
    for graph in graphs:
        for symbol in graph["symbols"]:
            if symbol["kind"]["identifier"] == "swift.protocol":
                names[symbol["identifier"]["precise"]] = symbol["names"]["title"]
            members[symbol["identifier"]["precise"]] = spelling(symbol)
    for graph in graphs:
        for relation in graph["relationships"]:
            if relation["kind"] == "conformsTo" and relation["source"] in names:
                other = names.get(relation["target"]) or relation.get("targetFallback", "").split(".")[-1]
                refines.setdefault(names[relation["source"]], set()).add(other)
    return names, refines, members


def conditions(constraints):
    """`[Self: Sendable, Self.Value == Int]`, or nothing."""
    signs = {"conformance": ":", "superclass": ":", "sameType": " =="}
    parts = [f"{c['lhs']}{signs.get(c['kind'], ':')} {c['rhs']}" for c in constraints or []]
    return f" [{', '.join(sorted(parts))}]" if parts else ""


def spelling(symbol):
    """The declaration as written, on one line."""
    text = re.sub(r"\s+", " ", "".join(part["spelling"] for part in symbol["declarationFragments"])).strip()
    if re.search(r"\bvar \w", text) and "subscript" not in text:
        text = with_access(symbol, text)
    if any(item.get("isUnconditionallyDeprecated") for item in symbol.get("availability", [])):
        text = "@available(*, deprecated) " + text
    return text


def with_access(symbol, text):
    """The declaration of a property, with `{ get set }` only where an adopter may set it. A symbol graph says neither that of a
    stored property nor that only the module sets one, so the declaration itself is read."""
    if not (place := symbol.get("location")):
        return text
    source = Path(place["uri"].removeprefix("file://")).read_text().splitlines()[place["position"]["line"]]
    bare = re.sub(r" \{ get( set)? \}$", "", text)
    if "(set) var" in source:
        return bare + " { get }"
    return bare + " { get set }" if bare == text and not text.endswith("}") else text


def extends_protocol(symbol):
    return symbol.get("swiftExtension", {}).get("typeKind") == "swift.protocol"


def is_said_by_conformance(module, parent, origin, text):
    """Whether a member answers a requirement elsewhere, and says nothing that the conformance does not say."""
    if not origin:
        return False
    requirement = module.requirements.get(origin["identifier"])
    if requirement is None:
        return origin["displayName"].split(".")[0] in SILENT or text in INDICES
    # A constant answers a requirement that is read. A type of another module is extended in order to conform.
    readable = re.sub(r"^let (.*)", r"var \1 { get }", text)
    return re.sub(r"^@\w+ ", "", requirement) == readable or module.types[parent]["kind"]["identifier"] == "swift.extension"


def member_lines(module):
    """The lines of each type, by its identifier; the global functions are under None."""
    defaults = defaultdict(set)
    owners = {symbol["identifier"]["precise"]: symbol["pathComponents"][:-1] for symbol in module.members}
    for symbol in module.members:
        owner = symbol["pathComponents"][:-1]
        for relation in module.relations[symbol["identifier"]["precise"]]:
            # A protocol that refines the other one has defaults for its own conformers only.
            if relation["kind"] == "defaultImplementationOf" and owners.get(relation["target"], owner) == owner:
                extension = symbol.get("swiftExtension", {})
                defaults[relation["target"]].add(conditions(extension.get("constraints")))

    lines = defaultdict(list)
    for symbol in module.members:
        identifier = symbol["identifier"]["precise"]
        kinds = {relation["kind"] for relation in module.relations[identifier]}
        if "defaultImplementationOf" in kinds:
            continue
        parent, origin = module.parent(symbol)
        text = spelling(symbol)
        # What a protocol asks for follows from the conformance, unless it is declared otherwise than the protocol does.
        if is_said_by_conformance(module, parent, origin, text):
            continue
        if "requirementOf" in kinds:
            kind = symbol["kind"]["identifier"]
            if kind != "swift.associatedtype":
                text = ("defaulted " if identifier in defaults else "required ") + text
                for condition in sorted(defaults[identifier] - {""}):
                    text += f" // defaulted{condition}"
        text += conditions(symbol.get("swiftExtension", {}).get("constraints"))
        kind = symbol["kind"]["identifier"].removeprefix("swift.")
        rank = ORDER.index(kind) if kind in ORDER else len(ORDER)
        asked = GROUPS.index(word) if (word := text.split()[0]) in GROUPS else len(GROUPS)
        lines[parent].append((asked, rank, text.removeprefix("@available(*, deprecated) "), text))
    return {parent: [text for *_, text in sorted(found)] for parent, found in lines.items()}


def heading(module, symbol):
    """`enum Consent.Status: RawRepresentable<String>, Sendable`."""
    head, _, condition = spelling(symbol).partition(" where ")
    head, *rest = re.split(r"\s*:\s*", head, maxsplit=1)
    path = ".".join(symbol["pathComponents"])
    head = re.sub(rf"\b{re.escape(symbol['pathComponents'][-1])}(?![\w.])", path, head, count=1)
    found = module.conformances(symbol)
    if "AnyObject" in "".join(rest):
        found["AnyObject"] = ""
    if "RawRepresentable" in found:
        found["RawRepresentable"] = f"<{module.raw_types.get(symbol['identifier']['precise'], '?')}>"
    names = ", ".join(f"{name}{condition}" for name, condition in sorted(found.items()))
    return head + (f": {names}" if names else "") + (f" where {condition}" if condition else "")


def text_of(module):
    """The whole snapshot."""
    lines = member_lines(module)
    blocks = []
    if None in lines:
        blocks.append("\n".join(lines.pop(None)))
    extensions = defaultdict(lambda: (set(), []))  # what modules above add to others' types comes in pieces
    types = []
    for identifier, symbol in module.types.items():
        if symbol["kind"]["identifier"] == "swift.extension":
            conformances, members = extensions[".".join(symbol["pathComponents"])]
            conformances.update(f"{name}{condition}" for name, condition in module.conformances(symbol).items())
            members.extend(lines.get(identifier, []))
        else:
            types.append((".".join(symbol["pathComponents"]), heading(module, symbol), lines.get(identifier, [])))
    for _, head, members in sorted(types):
        blocks.append("\n".join([head] + [f"  {line}" for line in members]))
    bare = defaultdict(list)
    for path, (conformances, members) in sorted(extensions.items()):
        if path in MACHINE:
            continue
        if members:
            head = f"extension {path}" + (f": {', '.join(sorted(conformances))}" if conformances else "")
            blocks.append("\n".join([head] + [f"  {line}" for line in sorted(members)]))
        elif conformances:
            bare[", ".join(sorted(conformances))].append(path)
    for conformances, paths in sorted(bare.items()):
        blocks.append("\n".join(f"extension {path}: {conformances}" for path in sorted(paths)))
    title = f"// The public API of {module.name}. Written by `bash .ci/steps/surface.sh --update`."
    return "\n\n".join([title] + blocks) + "\n"


def count(module):
    """How many lines adopters can learn, and how many symbols the compiler counts for them, in which folder."""
    own = module.graphs[0]["symbols"]
    places = [symbol["location"]["uri"] for symbol in own
              if "location" in symbol and "::SYNTHESIZED::" not in symbol["identifier"]["precise"]]  # fmt: skip
    folders = Counter(Path(place).parent.name for place in places)
    parts = ", ".join(f"{folder} {number}" for folder, number in folders.most_common())
    lines = text_of(module).splitlines()[1:] + [""]
    # A type of another module that conforms, and gets no word by it, is left out: the goal was set without these.
    bare = sum(1 for line, next in zip(lines, lines[1:]) if line.startswith("extension ") and not next.startswith(" "))
    words = sum(1 for line in lines if line) - bare
    return f"{module.name}: {words} lines of public API, {len(places)} public symbols ({parts})."


def undocumented(module):
    """Public symbols without a doc comment, and parameters that theirs leaves out. What answers a requirement is described
    there, and what the compiler writes has no place in the code."""
    for symbol in module.graphs[0]["symbols"] + [s for graph in module.graphs[1:] for s in graph["symbols"]]:
        place = symbol.get("location")
        if place is None or "::SYNTHESIZED::" in symbol["identifier"]["precise"] or is_internal(symbol):
            continue
        where = f"{place['uri'].removeprefix('file://')}:{place['position']['line'] + 1}"
        name = ".".join(symbol["pathComponents"])
        comment = "\n".join(line["text"] for line in symbol.get("docComment", {}).get("lines", []))
        answers = module.parent(symbol)[1] or {"defaultImplementationOf", "overrides"} & {
            relation["kind"] for relation in module.relations[symbol["identifier"]["precise"]]}  # fmt: skip
        if not comment.strip():
            if not answers and symbol["kind"]["identifier"] != "swift.extension":
                yield f"{where}: error: nothing describes {name}."
            continue
        # A summary says what a single parameter is. Of several, each is described, or the compiler alone calls them.
        described = set(re.findall(r"^\s*- (?:[Pp]arameter )?`?(\w+)`?:", comment, re.MULTILINE))
        parameters = [{parameter["name"], parameter.get("internalName", parameter["name"])}
                      for parameter in symbol.get("functionSignature", {}).get("parameters", [])]  # fmt: skip
        own = [names for names in parameters if not names & CALLERS]
        is_called = symbol["kind"]["identifier"] != "swift.func.op" and not name.startswith("TrackedPropertiesBuilder.")
        if not answers and is_called and (len(own) > 1 or any(names & described for names in parameters)):
            for names in parameters:
                if not names & described:
                    yield f"{where}: error: nothing describes the parameter {' '.join(sorted(names))} of {name}."


def is_internal(symbol):
    """Whether it is of those that begin with an underscore, which are no API."""
    return any(part.startswith("_") for part in symbol["pathComponents"])


def without_conformance(snapshots, tests):
    """The public protocols that nothing in the tests conforms to by name."""
    sources = "\n".join(path.read_text() for folder in tests for path in sorted(Path(folder).glob("**/*.swift")))
    sources = re.sub(r"//.*", "", sources)
    declared = re.findall(r"\b(?:struct|class|enum|actor|extension)\s+[\w.]+(?:<[^>]*>)?\s*:([^{]*)\{", sources)
    named = {name for list_ in declared for name in re.findall(r"\w+", list_.split(" where ")[0])}
    for snapshot in sorted(Path(snapshots).glob("*.txt")):
        for line in snapshot.read_text().splitlines():
            match = re.match(r"(@available\(\*, deprecated\) )?(?:@\w+ )*protocol ([\w.]+)", line)
            if match and match[2].split(".")[-1] not in named:
                yield f"{snapshot}: error: {tests[0]} has no conformance to {match[2]}, as adopters write it."


def program(snapshot, module):
    """A program of an adopter that reads every property of the snapshot and assigns it; the compiler refuses the second where
    the snapshot says that there is no setter."""
    yield f"import Foundation\nimport {module}\n" + ("" if module == "Trackable" else "import Trackable\n")
    owner, number = None, 0
    for line in snapshot.read_text().splitlines():
        if line and not line.startswith(" "):
            owner = re.match(r"(?:final )?(struct|enum|class|protocol) ([\w.]+)(?!<)(?::| |$)", line)
        member = re.match(r"  (?:required |defaulted )?(?:@\w+ )?(static )?(?:let|var) (\w+): [^{]+?(?: \{ get( set)? \})?(?: //.*)?$", line)
        if not owner or not member or (owner[1] == "protocol" and member[1]):
            continue
        number += 1
        place, parameter = (owner[2], "") if member[1] else ("x", f"_ x: inout {'any ' * (owner[1] == 'protocol')}{owner[2]}")
        refusal = "" if member[3] else "  // expected-error {{cannot assign}}"
        yield f"func use{number}({parameter}) {{\n  let value = {place}.{member[2]}\n  {place}.{member[2]} = value{refusal}\n}}\n"


def main():
    verb, folder, *rest = sys.argv[1:] if len(sys.argv) > 3 else sys.exit(__doc__)
    if verb == "text":
        sys.stdout.write(text_of(Module(folder, rest[0])))
    elif verb == "count":
        print(count(Module(folder, rest[0])))
    elif verb == "undocumented":
        if problems := sorted(set(undocumented(Module(folder, rest[0])))):
            sys.exit("\n".join(problems))
    elif verb == "sendable":
        if problems := not_sendable(folder, rest[0]):
            sys.exit("\n".join(problems))
    elif verb == "program":
        print("\n".join(program(Path(folder) / f"{rest[0]}.txt", rest[0])))
    elif verb == "conformances":
        if problems := list(without_conformance(folder, rest)):
            sys.exit("\n".join(problems))
    else:
        sys.exit(__doc__)


main()
