"""Runs the app of Examples/SegmentApp before, in between and after it leaves Segment's SDK, and compares what is sent.

    python3 Tests/Programs/Wire/segment_app.py path/to/the/programs

The SDK is a stand-in that keeps its messages; Segment's own client sends them. In between, the first source gets what it got before,
and the second one the same of the modules that have begun. After that, the first source gets the same from this library. What may
differ is listed in Examples/SegmentApp/differences.tsv. The page shows the second comparison. Then people update the app and launch it
several times: each message has the user who is signed in.
"""

import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import uuid
from datetime import datetime, timezone
from pathlib import Path

from recorder import Recorder

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Examples" / "SegmentApp"))
import compare  # noqa: E402

PROGRAMS = Path(sys.argv[1])
PAGE = ROOT / "Sources" / "Trackable" / "Trackable.docc" / "FromSegmentInAnAfternoon.md"
FIRST, SECOND = NAMES = "first-source", "second-source"
LISTED = compare.table()
problems, seen = [], set()


def run(program, *arguments, folder=None):
    """Runs a state of the app, with a folder for what the SDK remembers. Returns the messages that it gives to the SDK."""
    command = [PROGRAMS / f"Segment{program}", *arguments]
    environment = {**os.environ, "SEGMENT_FOLDER": str(folder)} if folder else None
    done = subprocess.run(command, check=True, timeout=60, stdout=subprocess.PIPE, text=True, env=environment)
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
                client.screen(
                    name=message["name"], category=message.get("category"), properties=message["properties"], **common
                )
            case "identify":
                client.identify(traits=message["traits"], **common)
            case "group":
                client.group(group_id=message["groupId"], traits=message["traits"], **common)
            case other:
                problems.append(f"the SDK has a message of the unknown type {other}")
    client.flush()
    client.shutdown()


def first_source(calls):
    """The messages of the first source from the SDK's calls, with what the real SDK says of itself and the device."""
    with Recorder() as recorder:
        send(calls, recorder.url)
    found = compare.messages(recorder.requests).get(FIRST, [])
    launch = str(uuid.uuid4())
    for message in found:
        message["_metadata"] = {"bundled": [], "unbundled": [], "bundledIds": []}
        message["context"] |= {
            "app": {"name": "Records", "version": "2.1", "build": "7", "namespace": "com.example.records"},
            "device": {"manufacturer": "Apple", "type": "ios", "model": "iPhone", "name": "iPhone", "id": "d-1"},
            "os": {"name": "iOS", "version": "18.0"},
            "screen": {"width": 393, "height": 852},
            "network": {"bluetooth": False, "cellular": False, "wifi": True},
            "userAgent": "Mozilla/5.0",
            "locale": "en-GB",
            "timezone": "Europe/London",
            "instanceId": launch,
        }
    return found


def sent(recorder, program, *arguments, folder=None):
    """The messages that a state of the app sends itself, and those that it gives to the SDK."""
    recorder.requests.clear()
    calls = run(program, recorder.url, *arguments, folder=folder)
    found = compare.messages(recorder.requests)
    assert len(found) == 1, f"{program} sends to {found.keys()}"
    return next(iter(found.values())), calls


def launches(what, words):
    """Launches of one person's app: its state, and the user who signs in there, or `sign-out`, or `look`."""
    # A destination without a name is known by its server, so all launches need the same one.
    with tempfile.TemporaryDirectory() as folder, Recorder() as recorder:
        known = user = None
        for number, (program, act) in enumerate((launch.split() for launch in words.split(", ")), 1):
            user = {"look": user, "sign-out": None}.get(act, act)
            if program == "Before":
                sources = [run(program, act, folder=folder)]
            elif program == "Middle":
                second, first = sent(recorder, program, folder, act, folder=folder)
                sources = [first, second]
                if act == "look":
                    expect_well(f"{what}: both sources of launch {number}", first_source(first), second)
            else:
                sources = [sent(recorder, program, folder, act, folder=folder)[0]]
            last = [source[-1] if source else {} for source in sources]
            for message in last:
                if (message.get("name"), message.get("userId")) != ("Home", user):
                    problems.append(f"{what}: at launch {number}, {program} has the user {message.get('userId')}, not {user}")
            # At the first source, a person keeps the anonymous ID until a sign-out.
            if known not in (None, last[0].get("anonymousId")) and act != "sign-out":
                problems.append(f"{what}: at launch {number}, {program} has another anonymous ID")
            known = last[0].get("anonymousId")
    print(f"{what}: {words}\n")


def expect_well(what, first, second):
    text, is_well = compare.compare(first, second, NAMES, LISTED, seen, baseline=True)
    if not is_well:
        problems.append(f"{what}:\n{text}")


@contextlib.contextmanager
def page_program(*arguments):
    """Runs the program of the page. Gives its URL, and a function that presses Enter and expects a text and a status."""
    program = [sys.executable, compare.__file__, "0", *arguments]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        prompt = ""
        while not prompt.endswith("Enter. "):
            character = process.stdout.read(1)
            if not character:
                sys.exit(f"error: {compare.__file__} ends before it listens")
            prompt += character

        def ends(expected, status=0):
            text, _ = process.communicate("\n", timeout=60)
            if process.returncode != status or (expected and text.strip() != expected):
                problems.append(f"the page's program says with {arguments}, status {process.returncode}:\n{text}")
            return text.strip()

        yield re.search("http://[0-9.:]+", prompt)[0], ends


def in_between():
    """Runs the app in between against the program of the page. Returns the SDK's messages, and what the program prints."""
    with page_program(*NAMES) as (url, ends):
        calls = run("Middle", url)
        send(calls, url)
        return calls, ends("")


def expect(what, expected, text):
    """Expects the text of a comparison."""
    print(f"{what}:\n{text}\n")
    if text != expected:
        problems.append(f"{what}: expected was\n{expected}")


def compared(first, second, *names):
    return compare.compare(first, second, names, LISTED, seen)[0]


def notices(what, first, second, words=""):
    """Expects a comparison that is not well, and has some words."""
    text, is_well = compare.compare(first, second, NAMES, LISTED)
    if is_well or words not in text:
        problems.append(f"the comparison does not notice {what}:\n{text}")


def same(count):
    return f"{count} messages are at both sources, the same but for the expected fields."


def upgrades():
    """Who the user is after an update of the app: the SDK's user until the app itself knows better."""
    launches(
        "The user is signed in at the update",
        "Before u-7, After look, After look, After sign-out, After look, After look",
    )
    launches(
        "The update comes in two steps",
        "Before u-7, Middle look, Middle look, After look, After sign-out, After look, After u-8, After look",
    )
    launches("The user signs out in between", "Before u-7, Middle sign-out, Middle look, After look, After look")
    launches("The user signs in after the update", "Before look, After look, After u-8, After look")
    launches("The user signs in in between", "Before look, Middle look, Middle u-8, Middle look, After look")


def baseline(calls):
    """The page's program saves what the first source gets before, and compares it with what the first source gets in between."""
    with tempfile.TemporaryDirectory() as folder:
        saved = os.path.join(folder, "old.json")
        with page_program(FIRST, "--save", saved) as (url, ends):
            send(run("Before"), url)
            ends("")
        with page_program(FIRST, "--against", saved) as (url, ends):
            send(calls, url)
            ends(same(len(calls)))
        with page_program(FIRST, "--against", saved) as (url, ends):
            send([call for call in calls if call.get("name") != "Album"], url)
            ends(f"{same(len(calls) - 1)}\nOnly at old.json:\n  screen Album", status=1)


def main():
    before = first_source(run("Before"))
    with Recorder() as recorder:
        after, _ = sent(recorder, "After")
    calls, text = in_between()
    middle = first_source(calls)
    expect("The first source before and in between", same(len(before)), compared(before, middle, "before", "in between"))
    not_begun = ["screen Account", "track Signed In", "track Newsletter Toggled", "track Signed Out"]
    category = "The category is a property at {}: screen Album."
    wanted = [same(len(before) - len(not_begun)), category.format(SECOND), f"Only at {FIRST}:", *(f"  {name}" for name in not_begun)]
    expect("The two sources in between", "\n".join(wanted), text)
    if f"```\n{text}\n```" not in PAGE.read_text():
        problems.append(f"{PAGE.name} does not show the comparison in between")
    wanted = f"{same(len(before))}\n{category.format('after')}"
    expect("The first source before and after", wanted, compared(before, after, "before", "after"))

    upgrades()
    baseline(calls)

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
        ("an identify of another user", lambda all: next(m for m in all if m["type"] == "identify").update(userId="u-1")),
        ("another category", lambda all: next(m for m in all if m.get("name") == "Album")["properties"].update(category="")),
        ("no category", lambda all: next(m for m in all if m.get("name") == "Album")["properties"].pop("category")),
        ("another group", lambda all: next(m for m in all if m["type"] == "group").update(groupId="g")),
        ("a message that comes twice", lambda all: all.append(all[at])),
    ]:
        changed = copy()
        change(changed)
        notices(what, before, changed)
    swapped = copy()
    swapped[at], swapped[at - 1] = swapped[at - 1], swapped[at]
    notices("another order", before, swapped, f"In another order at {SECOND}:\n  ")
    notices("that the first source has nothing", [], after, f"No message is at {FIRST}.")
    notices("that the second source has nothing", before, [], f"No message is at {SECOND}.")
    campaign = json.loads(json.dumps(before))
    campaign[at]["context"]["campaign"] = {"name": "spring"}
    notices("that a plugin's context is missing", campaign, after, "context.campaign.name")
    sys.exit("\n".join(f"error: {problem}" for problem in problems) or None)


main()
