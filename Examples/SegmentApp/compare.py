"""Compares what two sources of Segment get: that of Segment's SDK, and a second one, to which this library sends.

    python3 Examples/SegmentApp/compare.py 8080 FIRST_WRITE_KEY SECOND_WRITE_KEY [differences.tsv]

It is a server on this machine. Send both to it, use the app, and press Enter. It then prints the messages that only one source has,
and each field that differs, but for those of the table: differences.tsv beside this file, or one of your own.
"""

import base64
import json
import sys
from datetime import datetime
from fnmatch import fnmatchcase
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / ".ci" / "wire"))

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
    """`track Signed In`, `screen Home`, `identify`."""
    return " ".join(filter(None, [message["type"], message.get("event") or message.get("name")]))


def fields(value, path=""):
    """Every field by its path, as JSON. A list is one field."""
    if isinstance(value, dict) and value:
        return {k: v for key, inner in value.items() for k, v in fields(inner, f"{path}.{key}").items()}
    return {path.removeprefix("."): json.dumps(whole(value), sort_keys=True)}


def whole(value):
    """2.0 is 2 in JSON; True is not 1."""
    if isinstance(value, list):
        return [whole(inner) for inner in value]
    if isinstance(value, dict):
        return {key: whole(inner) for key, inner in value.items()}
    return int(value) if isinstance(value, float) and value.is_integer() else value


def pairs(first, second):
    """The messages of one name at both sources, in their order, and the names of those that only one source has."""
    rest = {}
    for message in second:
        rest.setdefault(name(message), []).append(message)
    both, only_first = [], []
    for message in first:
        same = rest.get(name(message))
        both.append((message, same.pop(0))) if same else only_first.append(name(message))
    return both, only_first, [name(message) for same in rest.values() for message in same]


class People:
    """Each source makes up an ID for each person after the first, who has the same one at both."""

    def __init__(self):
        self.seconds = {}

    def is_same(self, first, second):
        if first not in self.seconds and second not in self.seconds.values() and (self.seconds or first == second):
            self.seconds[first] = second
        return self.seconds.get(first) == second


def compare(first, second, names, listed, seen=None):
    """The text of a comparison, and whether all is well. Adds to `seen` the expected differences that were there."""
    both, only_first, only_second = pairs(first, second)
    people, differing = People(), []
    for left, right in both:
        ours, theirs = fields(left), fields(right)
        for field in sorted(ours.keys() | theirs.keys()):
            values = ours.get(field, NONE), theirs.get(field, NONE)
            is_person = field == "anonymousId" and people.is_same(*values)
            if is_person or values[0] == values[1]:
                continue
            found = [
                row
                for row in listed
                if all(fnmatchcase(text, pattern) for text, pattern in zip((name(left), field), row))
                and all(value == wanted or (wanted == "*" and value != NONE) for value, wanted in zip(values, row[2:]))
            ]
            if seen is not None:
                seen.update(found)
            if not found:
                differing.append(f"  {name(left)}: {field} is {values[0]} and {values[1]}")
    lines = [f"{len(both)} messages are at both sources, the same but for the expected fields."]
    if differing:
        lines = [f"{len(both)} messages are at both sources. At {names[0]} and {names[1]}, these fields differ:", *differing]
    for source, only in zip(names, (only_first, only_second)):
        if only:
            lines.append(f"Only at {source}:")
            lines += [f"  {message}" for message in only]
    return "\n".join(lines), not differing and not only_second


def main():
    from recorder import Recorder

    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    port, *keys = sys.argv[1:4]
    with Recorder(int(port)) as recorder:
        input(f"Send both sources to {recorder.url}, use the app, flush both, and press Enter. ")
        found = messages(recorder.requests)
    text, is_well = compare(*(found.get(key, []) for key in keys), keys, table(*sys.argv[4:]))
    print(text)
    sys.exit(0 if is_well else 1)


if __name__ == "__main__":
    main()
