"""Compares what Segment's sources get while an app leaves Segment's SDK for this library.

    python3 Examples/SegmentApp/compare.py 8080 FIRST_WRITE_KEY SECOND_WRITE_KEY [differences.tsv]
    python3 Examples/SegmentApp/compare.py 8080 FIRST_WRITE_KEY --save old.json
    python3 Examples/SegmentApp/compare.py 8080 FIRST_WRITE_KEY --against old.json [differences.tsv]

It is a server on this machine. Send all sources to it, use the app, and press Enter. The first form compares two sources. The second
form saves the messages of one source, and the third form compares them with those of a later state of the app.

It prints the messages that only one side has, those in another order, and each field that differs, but for the differences of the
table: differences.tsv beside this file, or one of your own, which replaces it.
"""

import argparse
import base64
import json
import sys
from bisect import bisect_left
from datetime import datetime
from fnmatch import fnmatchcase
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Tests" / "Programs" / "Wire"))

NONE = "(none)"


def messages(requests):
    """The messages of each source, by its write key, in the order of their times."""
    found = {}
    for request in requests:
        body = json.loads(request["body"])
        key = body.get("writeKey")
        if key is None:
            basic = request["headers"].get("authorization", "").removeprefix("Basic ")
            key = base64.b64decode(basic).decode().removesuffix(":")
        found.setdefault(key, []).extend(body["batch"])
    for batch in found.values():
        batch.sort(key=lambda message: datetime.fromisoformat(message["timestamp"].replace("Z", "+00:00")))
    return found


def table(path=HERE / "differences.tsv"):
    """The differences that are expected: message, field, and what the field is at either source. `*` stands for anything."""
    rows = [line.split("\t") for line in Path(path).read_text().splitlines()[1:]]
    assert all(len(row) == 5 and row[4] for row in rows), "each difference has a message, a field, two values and a reason"
    return [tuple(row[:4]) for row in rows]


def name(message):
    """`track Signed In`, `screen Home`, and with ID and traits `identify u-1042 {"plan": "free"}` and `group cavern {}`."""
    kind = message["type"]
    if kind not in ("identify", "group"):
        return " ".join(filter(None, [kind, message.get("event") or message.get("name")]))
    who = message.get("userId" if kind == "identify" else "groupId") or NONE
    return f"{kind} {who} {json.dumps(whole(message.get('traits') or {}), sort_keys=True)}"


def fields(value, path=""):
    """Every field by its path, as JSON. A list is one field."""
    if isinstance(value, dict) and value:
        return {k: v for key, inner in value.items() for k, v in fields(inner, f"{path}.{key}").items()}
    return {path.removeprefix("."): json.dumps(whole(value), sort_keys=True)}


def fields_of(message):
    """The fields of a message. This library sends the category of a screen as a property, so it counts as one at both sources."""
    found = fields(message)
    if message["type"] == "screen" and message.get("category"):
        found["properties.category"] = found.pop("category")
    return found


def whole(value):
    """2.0 is 2 in JSON; True is not 1."""
    if isinstance(value, list):
        return [whole(inner) for inner in value]
    if isinstance(value, dict):
        return {key: whole(inner) for key, inner in value.items()}
    return int(value) if isinstance(value, float) and value.is_integer() else value


def pairs(first, second):
    """The places of the messages of one name at both sources, and the names of those that only one source has."""
    rest = {}
    for place, message in enumerate(second):
        rest.setdefault(name(message), []).append(place)
    both, only_first = [], []
    for place, message in enumerate(first):
        same = rest.get(name(message))
        both.append((place, same.pop(0))) if same else only_first.append(name(message))
    return both, only_first, [name(second[place]) for place in sorted(sum(rest.values(), []))]


def misplaced(places):
    """Which places to leave out, as few as possible, so that the others rise."""
    ends, chains = [], []
    for place in places:
        length = bisect_left(ends, place)
        chains[length:] = [(chains[length - 1] if length else []) + [place], *chains[length + 1 :]]
        ends[length : length + 1] = [place]
    return set(places) - set(chains[-1] if chains else [])


class People:
    """Each source makes up an ID for each person after the first, who has the same one at both, unless they are of two runs."""

    def __init__(self, is_one_run=True):
        self.seconds = {}
        self.is_one_run = is_one_run

    def is_same(self, first, second):
        may_differ = self.seconds or not self.is_one_run
        if first not in self.seconds and second not in self.seconds.values() and (may_differ or first == second):
            self.seconds[first] = second
        return self.seconds.get(first) == second


def compare(first, second, names, listed, seen=None, baseline=False):
    """The text of a comparison, and whether all is well. Adds to `seen` the expected differences that were there.

    Of a baseline, the second side must have all. Otherwise, the second side may still lack some.
    """
    missing = [source for source, found in zip(names, (first, second)) if not found]
    if missing:
        return "\n".join(f"No message is at {source}." for source in missing), False

    def expected(message, field, values):
        found = [
            row
            for row in listed
            if all(fnmatchcase(text, pattern) for text, pattern in zip((message, field), row))
            and all(value == wanted or (wanted == "*" and value != NONE) for value, wanted in zip(values, row[2:]))
        ]
        if seen is not None:
            seen.update(found)
        return bool(found)

    both, only_first, only_second = pairs(first, second)
    only_first = [message for message in only_first if not expected(message, "message", ("*", NONE))]
    only_second = [message for message in only_second if not expected(message, "message", (NONE, "*"))]
    people, differing, categories = People(not baseline), [], []
    for left, right in ((first[place], second[other]) for place, other in both):
        ours, theirs = fields_of(left), fields_of(right)
        if left.get("category") and not right.get("category") and name(left) not in categories:
            categories.append(name(left))
        for field in sorted(ours.keys() | theirs.keys()):
            values = ours.get(field, NONE), theirs.get(field, NONE)
            is_person = field == "anonymousId" and people.is_same(*values)
            if not is_person and values[0] != values[1] and not expected(name(left), field, values):
                differing.append(f"  {name(left)}: {field} is {values[0]} and {values[1]}")
    lines = [f"{len(both)} messages are at both sources, the same but for the expected fields."]
    if differing:
        lines = [f"{len(both)} messages are at both sources. At {names[0]} and {names[1]}, these fields differ:", *differing]
    if categories:
        lines.append(f"The category is a property at {names[1]}: {', '.join(categories)}.")
    moved = misplaced([other for _, other in both])
    if moved:
        lines.append(f"In another order at {names[1]}:")
        lines += [f"  {name(second[place])}" for place in sorted(moved)]
    for source, only in zip(names, (only_first, only_second)):
        if only:
            lines.append(f"Only at {source}:")
            lines += [f"  {message}" for message in only]
    return "\n".join(lines), not (differing or moved or only_second or (baseline and only_first))


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("port", type=int)
    parser.add_argument("keys", nargs="+")
    other = parser.add_mutually_exclusive_group()
    other.add_argument("--save", type=Path)
    other.add_argument("--against", type=Path)
    given = parser.parse_intermixed_args()
    count = 1 if given.save or given.against else 2
    given.keys, rest = given.keys[:count], given.keys[count:]
    if len(given.keys) < count or len(rest) > (0 if given.save else 1):
        parser.error("")
    given.table = table(*rest)
    return given


def main():
    from recorder import Recorder

    given = arguments()
    with Recorder(given.port) as recorder:
        input(f"Send all sources to {recorder.url}, use the app, flush, and press Enter. ")
        found = messages(recorder.requests)
    first, *second = (found.get(key, []) for key in given.keys)
    if found.keys() - set(given.keys):
        print(f"Messages came for other write keys, too: {', '.join(sorted(found.keys() - set(given.keys)))}.")
    if given.save:
        given.save.write_text(json.dumps(first, indent=1))
        print(f"{len(first)} messages of {given.keys[0]} are in {given.save}.")
        sys.exit(0 if first else 1)
    if given.against:
        saved = json.loads(given.against.read_text())
        text, is_well = compare(saved, first, (given.against.name, given.keys[0]), given.table, baseline=True)
    else:
        text, is_well = compare(first, *second, given.keys, given.table)
    print(text)
    sys.exit(0 if is_well else 1)


if __name__ == "__main__":
    main()
