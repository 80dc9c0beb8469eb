"""Sends the deliveries of Tests/Programs/WireClient with a service's own client: official.py segment http://127.0.0.1:8080"""

import sys
from datetime import datetime, timedelta, timezone

SERVICE, URL = sys.argv[1:]
ANONYMOUS = "anon-1"
USER = "john"
PROPERTIES = {
    "rating": 5,
    "ratio": 0.5,
    "whole": 2.0,
    "title": 'Imagine "71" \U0001F3B8\n',
    "loved": True,
    "tags": ["vinyl", "mono"],
    "album": {"year": 1971, "label": "Apple"},
}
TRAITS = {"plan": "free", "age": 31}
CHANGED = {"plan": "premium"}


def message_id(number):
    return f"019aa8f2-0000-7000-8000-{number:012d}"


def time(number):
    return datetime.fromtimestamp(1763780314, timezone.utc) + timedelta(seconds=number, milliseconds=250)


def segment():
    from segment.analytics.client import Client

    client = Client("test-key", host=URL, gzip=False, max_retries=0, upload_interval=0.1)
    common = {"anonymous_id": ANONYMOUS}
    client.track(event="album_opened", properties={}, timestamp=time(1), message_id=message_id(1), **common)
    client.identify(USER, TRAITS, timestamp=time(2), message_id=message_id(2), **common)
    client.track(USER, "album_rated", PROPERTIES, timestamp=time(3), message_id=message_id(3), **common)
    client.identify(USER, CHANGED, timestamp=time(4), message_id=message_id(4), **common)
    client.flush()
    client.shutdown()


def posthog():
    from posthog import Posthog

    client = Posthog("test-key", host=URL, max_retries=0, enable_exception_autocapture=False)
    client.capture(
        "album_opened",
        distinct_id=ANONYMOUS,
        properties={"$process_person_profile": False},
        timestamp=time(1),
        uuid=message_id(1),
    )
    # It has no call for this; its documents send the event.
    client.capture(
        "$identify",
        distinct_id=USER,
        properties={"$anon_distinct_id": ANONYMOUS, "$set": TRAITS},
        timestamp=time(2),
        uuid=message_id(2),
    )
    client.capture("album_rated", distinct_id=USER, properties=PROPERTIES, timestamp=time(3), uuid=message_id(3))
    client.set(distinct_id=USER, properties=CHANGED, timestamp=time(4), uuid=message_id(4))
    client.shutdown()


def amplitude():
    from amplitude import Amplitude, BaseEvent, Config, EventOptions, Identify, IdentifyEvent

    client = Amplitude("test-key", Config(server_url=URL + "/2/httpapi", min_id_length=1))

    def milliseconds(number):
        return round(time(number).timestamp() * 1000)

    def identify(number, properties):
        identity = Identify()
        for name, value in properties.items():
            identity.set(name, value)
        client.track(
            IdentifyEvent(
                user_id=USER,
                device_id=ANONYMOUS,
                user_properties=identity.user_properties,
                time=milliseconds(number),
                insert_id=message_id(number),
            )
        )

    client.track(
        BaseEvent(
            "album_opened", device_id=ANONYMOUS, event_properties={}, time=milliseconds(1), insert_id=message_id(1)
        )
    )
    identify(2, TRAITS)
    client.track(
        BaseEvent(
            "album_rated",
            user_id=USER,
            device_id=ANONYMOUS,
            event_properties=PROPERTIES,
            time=milliseconds(3),
            insert_id=message_id(3),
        )
    )
    identify(4, CHANGED)
    for sent in client.flush():
        if sent:
            sent.result()
    client.shutdown()


{"segment": segment, "posthog": posthog, "amplitude": amplitude}[SERVICE]()
