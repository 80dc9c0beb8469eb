"""Runs the app of Examples/SegmentApp before, in between and after it leaves Segment's SDK, and compares what is sent.

    python3 .ci/wire/segment_app.py path/to/the/programs

The SDK is a stand-in that keeps its messages; Segment's own client sends them. In between, the first source gets what it got before,
and the second one the same of the modules that have begun. After that, the first source gets the same from this library. What may
differ is listed in Examples/SegmentApp/differences.tsv. The page shows the second comparison.
"""

import json
import re
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path

from recorder import Recorder

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Examples" / "SegmentApp"))
import compare  # noqa: E402

PROGRAMS = Path(sys.argv[1])
PAGE = ROOT / "Sources" / "Trackable" / "Trackable.docc" / "FromSegmentInAnAfternoon.md"
FIRST, SECOND = NAMES = "first-source", "second-source"
LISTED = compare.table()
problems, seen = [], set()


def run(program, url):
    """Runs a state of the app, which sends to a server. Returns the messages that it gives to the SDK."""
    path = PROGRAMS / f"Segment{program}"
    done = subprocess.run([path, url], check=True, timeout=60, stdout=subprocess.PIPE, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def send(messages, url):
    """Sends messages of the SDK with Segment's own client."""
    from segment.analytics.client import Client

    client = Client(FIRST, host=url, gzip=False, max_retries=0, upload_interval=0.1)
    for message in messages:
        common = {
            "user_id": message.get("userId"),
            "anonymous_id": message["anonymousId"],
            "timestamp": datetime.fromtimestamp(message["timestamp"], timezone.utc),
        }
        match message["type"]:
            case "track":
                client.track(event=message["event"], properties=message["properties"], **common)
            case "screen":
                client.screen(name=message["name"], properties=message["properties"], **common)
            case "identify":
                client.identify(traits=message["traits"], **common)
            case "group":
                client.group(group_id=message["groupId"], traits=message["traits"], **common)
            case other:
                problems.append(f"the SDK has a message of the unknown type {other}")
    client.flush()
    client.shutdown()


def first_source(program=None, calls=()):
    """The messages of the first source: of a program, or of the SDK's calls."""
    with Recorder() as recorder:
        send(run(program, recorder.url) if program else calls, recorder.url)
    return compare.messages(recorder.requests)[FIRST]


def in_between():
    """Runs the app in between against the program of the page. Returns the SDK's messages, and what the program prints."""
    program = [sys.executable, compare.__file__, "0", *NAMES]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        prompt = ""
        while not prompt.endswith("Enter. "):
            character = process.stdout.read(1)
            if not character:
                sys.exit(f"error: {compare.__file__} ends before it listens")
            prompt += character
        url = re.search("http://[0-9.:]+", prompt)[0]
        calls = run("Middle", url)
        send(calls, url)
        text, _ = process.communicate("\n", timeout=60)
    if process.returncode != 0:
        problems.append("the page's program is not content with the app in between")
    return calls, text.strip()


def expect(what, expected, text):
    """Expects the text of a comparison."""
    print(f"{what}:\n{text}\n")
    if text != expected:
        problems.append(f"{what}: expected was\n{expected}")


def compared(first, second, *names):
    return compare.compare(first, second, names, LISTED, seen)[0]


def notices(what, first, second):
    """Whether a comparison is not well."""
    if compare.compare(first, second, NAMES, LISTED)[1]:
        problems.append(f"the comparison does not notice {what}")


def same(count):
    return f"{count} messages are at both sources, the same but for the expected fields."


def main():
    before, after = first_source("Before"), first_source("After")
    calls, text = in_between()
    middle = first_source(calls=calls)
    expect("The first source before and in between", same(len(before)), compared(before, middle, "before", "in between"))
    not_begun = ["screen Account", "track Signed In", "track Newsletter Toggled", "track Signed Out"]
    wanted = [same(len(before) - len(not_begun)), f"Only at {FIRST}:", *(f"  {name}" for name in not_begun)]
    expect("The two sources in between", "\n".join(wanted), text)
    if f"```\n{text}\n```" not in PAGE.read_text():
        problems.append(f"{PAGE.name} does not show the comparison in between")
    expect("The first source before and after", same(len(before)), compared(before, after, "before", "after"))

    for row in LISTED:
        if row not in seen:
            problems.append(f"{' '.join(row)} is listed as a difference, and is none")
    copy = lambda: json.loads(json.dumps(after))  # noqa: E731
    at = next(i for i, message in enumerate(after) if message.get("event") == "Coupon Applied")
    for what, change in [
        ("another value", lambda all: all[at]["properties"].update(coupon="JUNE")),
        ("another type", lambda all: all[at]["properties"].update(cart_size="1")),
        ("another name", lambda all: all[at].update(event="Coupon applied")),
        ("a property less", lambda all: all[at]["properties"].pop("campaign")),
        ("a property more", lambda all: all[at]["properties"].update(more=1)),
        ("another user", lambda all: all[at].update(userId="u-1")),
        ("another person", lambda all: all[at].update(anonymousId="a-1")),
        ("a person who is the one before", lambda all: all[-1].update(anonymousId=all[0]["anonymousId"])),
        ("another trait", lambda all: next(m for m in all if m["type"] == "identify")["traits"].update(plan="club")),
        ("another group", lambda all: next(m for m in all if m["type"] == "group").update(groupId="g")),
        ("a message that comes twice", lambda all: all.append(all[at])),
    ]:
        changed = copy()
        change(changed)
        notices(what, before, changed)
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


main()
