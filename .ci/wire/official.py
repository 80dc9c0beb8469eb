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
COMPANY = {"plan": "label", "employees": 31}
BOTH = {"company": "apple", "band": "beatles"}


def message_id(number):
    return f"019aa8f2-0000-7000-8000-{number:012x}"


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
    # It has no word for what is set once or added. Null takes a trait back.
    client.identify(USER, {"plan": None}, timestamp=time(7), message_id=message_id(7), **common)
    client.group(USER, "apple", COMPANY, timestamp=time(8), message_id=message_id(8), **common)
    client.group(USER, "beatles", timestamp=time(9), message_id=message_id(9), **common)
    in_company = {"groupId": "apple"}
    client.track(
        USER, "album_shared", {"rating": 5}, context=in_company, timestamp=time(10), message_id=message_id(10), **common
    )
    client.track(USER, "album_shared", timestamp=time(11), message_id=message_id(11), **common)
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
    client.set_once(distinct_id=USER, properties={"first_label": "Apple"}, timestamp=time(5), uuid=message_id(5))
    # It has no call for this; its documents send the event. It has no word for what is added.
    client.capture("$set", distinct_id=USER, properties={"$unset": ["plan"]}, timestamp=time(7), uuid=message_id(7))
    client.group_identify("company", "apple", COMPANY, distinct_id=USER, timestamp=time(8), uuid=message_id(8))
    client.group_identify("band", "beatles", distinct_id=USER, timestamp=time(9), uuid=message_id(9))
    client.capture(
        "album_shared",
        distinct_id=USER,
        properties={"rating": 5},
        groups={"company": "apple"},
        timestamp=time(10),
        uuid=message_id(10),
    )
    client.capture("album_shared", distinct_id=USER, groups=BOTH, timestamp=time(11), uuid=message_id(11))
    client.shutdown()


def amplitude():
    from amplitude import Amplitude, BaseEvent, Config, EventOptions, Identify, IdentifyEvent

    client = Amplitude("test-key", Config(server_url=URL + "/2/httpapi", min_id_length=1))

    def milliseconds(number):
        return round(time(number).timestamp() * 1000)

    def options(number):
        return EventOptions(
            user_id=USER, device_id=ANONYMOUS, time=milliseconds(number), insert_id=message_id(number)
        )

    def of(properties):
        identity = Identify()
        for name, value in properties.items():
            identity.set(name, value)
        return identity

    def identify(number, identity):
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
    identify(2, of(TRAITS))
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
    identify(4, of(CHANGED))
    identify(5, Identify().set_once("first_label", "Apple"))
    identify(6, Identify().add("ratings", 2))
    identify(7, Identify().unset("plan"))
    client.group_identify("company", "apple", of(COMPANY), options(8))
    client.set_group("band", "beatles", options(9))
    for number, properties, groups in [(10, {"rating": 5}, {"company": "apple"}), (11, {}, BOTH)]:
        client.track(
            BaseEvent(
                "album_shared",
                user_id=USER,
                device_id=ANONYMOUS,
                event_properties=properties,
                groups=groups,
                time=milliseconds(number),
                insert_id=message_id(number),
            )
        )
    # It has no call to leave a group: the user property is taken back, and events do not have the group any more.
    identify(12, Identify().unset("band"))
    for sent in client.flush():
        if sent:
            sent.result()
    client.shutdown()


{"segment": segment, "posthog": posthog, "amplitude": amplitude}[SERVICE]()
