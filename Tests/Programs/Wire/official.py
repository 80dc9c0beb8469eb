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
SCREEN = {"rating": 5}
SESSION = 1763780000000
# What a phone's own client says of it; the clients for servers, which are compared, are given it.
CONTEXT = {
    "app": {"version": "2.1", "build": "214", "namespace": "com.example.app"},
    "device": {"id": "inst-1", "manufacturer": "Apple", "model": "iPhone16,1"},
    "os": {"name": "iOS", "version": "18.1"},
    "screen": {"width": 1179, "height": 2556},
    "locale": "en_GB",
    "timezone": "Europe/London",
}


def message_id(number):
    return f"019aa8f2-0000-7000-8000-{number:012x}"


def time(number):
    return datetime.fromtimestamp(1763780314, timezone.utc) + timedelta(seconds=number, milliseconds=250)


BOUGHT = {"day": "2025-11-22T02:53:20.500Z", "gift": None, "text": "\U0001F3B8" * 2500}


def segment():
    from segment.analytics.client import Client

    send(Client, SCREEN | {"sessionId": SESSION}, dict(CONTEXT))


def rudderstack():
    from rudderstack.analytics.client import Client

    send(Client, SCREEN, CONTEXT | {"sessionId": SESSION})


def send(client_class, shown, context):
    """RudderStack's client has the calls of Segment's."""
    client = client_class("test-key", host=URL, gzip=False, max_retries=0, upload_interval=0.1)

    def common(number):
        return {"anonymous_id": ANONYMOUS, "timestamp": time(number), "message_id": message_id(number)}

    client.track(event="album_opened", properties={}, **common(1))
    client.identify(USER, TRAITS, **common(2))
    client.track(USER, "album_rated", PROPERTIES, **common(3))
    client.identify(USER, CHANGED, **common(4))
    # Neither has a word for what is set once or added. Null takes a trait back.
    client.identify(USER, {"plan": None}, **common(7))
    client.group(USER, "apple", COMPANY, **common(8))
    client.group(USER, "beatles", **common(9))
    client.track(USER, "album_shared", {"rating": 5}, context={"groupId": "apple"}, **common(10))
    client.track(USER, "album_shared", **common(11))
    client.screen(USER, None, "Album", shown, context=context, **common(14))
    client.track(USER, "album_bought", BOUGHT, **common(15))
    client.flush()
    client.shutdown()


def mixpanel():
    from mixpanel import Consumer, Mixpanel

    places = {name + "_url": f"{URL}/{path}" for name, path in [("events", "track"), ("people", "engage")]}
    client = Mixpanel("test-key", Consumer(import_url=URL + "/import", groups_url=URL + "/groups", **places))

    def event(number, name, properties, user=USER):
        ids = {"$device_id": ANONYMOUS, "$insert_id": message_id(number)} | ({"$user_id": user} if user else {})
        milliseconds = round(time(number).timestamp() * 1000)
        client.import_data(None, user or "$device:" + ANONYMOUS, name, milliseconds, properties | ids)

    event(1, "album_opened", {}, user=None)
    client.people_set(USER, TRAITS)
    event(3, "album_rated", PROPERTIES)
    client.people_set(USER, CHANGED)
    client.people_set_once(USER, {"first_label": "Apple"})
    client.people_increment(USER, {"ratings": 2})
    client.people_unset(USER, ["plan"])
    client.group_set("company", "apple", COMPANY)
    # It has no call for this; the clients for phones set the groups as a property of the user, as a list.
    client.people_set(USER, {"band": ["beatles"]})
    event(10, "album_shared", {"rating": 5, "company": "apple"})
    event(11, "album_shared", BOTH)
    client.people_unset(USER, ["band"])
    device = {
        "installationId": "inst-1",
        "sessionId": SESSION,
        "appIdentifier": "com.example.app",
        "locale": "en_GB",
        "timeZone": "Europe/London",
        "$os": "iOS",
        "$os_version": "18.1",
        "$manufacturer": "Apple",
        "$model": "iPhone16,1",
        "$app_version_string": "2.1",
        "$app_build_number": "214",
        "$screen_width": 1179,
        "$screen_height": 2556,
    }
    event(14, "Screen Viewed", SCREEN | {"screen_name": "Album"} | device)
    event(15, "album_bought", BOUGHT)


def posthog():
    from posthog import Posthog

    client = Posthog("test-key", host=URL, max_retries=0, enable_exception_autocapture=False)

    def common(number, user=USER):
        return {"distinct_id": user, "timestamp": time(number), "uuid": message_id(number)}

    client.capture("album_opened", properties={"$process_person_profile": False}, **common(1, ANONYMOUS))
    # It has no call for this; its documents send the event.
    client.capture("$identify", properties={"$anon_distinct_id": ANONYMOUS, "$set": TRAITS}, **common(2))
    client.capture("album_rated", properties=PROPERTIES, **common(3))
    client.set(properties=CHANGED, **common(4))
    client.set_once(properties={"first_label": "Apple"}, **common(5))
    # It has no call for this; its documents send the event. It has no word for what is added.
    client.capture("$set", properties={"$unset": ["plan"]}, **common(7))
    client.group_identify("company", "apple", COMPANY, **common(8))
    client.group_identify("band", "beatles", **common(9))
    client.capture("album_shared", properties={"rating": 5}, groups={"company": "apple"}, **common(10))
    client.capture("album_shared", groups=BOTH, **common(11))
    # It has no call for screens; the clients for phones send this event, and these properties.
    device = {
        "$screen_name": "Album",
        "$device_id": "inst-1",
        "$session_id": str(SESSION),
        "$os_name": "iOS",
        "$os_version": "18.1",
        "$device_model": "iPhone16,1",
        "$device_manufacturer": "Apple",
        "$app_version": "2.1",
        "$app_build": "214",
        "$app_namespace": "com.example.app",
        "$locale": "en_GB",
        "$timezone": "Europe/London",
        "$screen_width": 1179,
        "$screen_height": 2556,
    }
    client.capture("$screen", properties=SCREEN | device, **common(14))
    client.capture("album_bought", properties=BOUGHT, **common(15))
    client.shutdown()


def amplitude():
    from amplitude import Amplitude, BaseEvent, Config, EventOptions, Identify, IdentifyEvent

    client = Amplitude("test-key", Config(server_url=URL + "/2/httpapi", min_id_length=1))

    def common(number):
        milliseconds = round(time(number).timestamp() * 1000)
        return {"device_id": ANONYMOUS, "time": milliseconds, "insert_id": message_id(number)}

    def of(properties):
        identity = Identify()
        for name, value in properties.items():
            identity.set(name, value)
        return identity

    def identify(number, identity):
        client.track(IdentifyEvent(user_id=USER, user_properties=identity.user_properties, **common(number)))

    def event(number, name, properties, **fields):
        client.track(BaseEvent(name, user_id=USER, event_properties=properties, **common(number), **fields))

    client.track(BaseEvent("album_opened", event_properties={}, **common(1)))
    identify(2, of(TRAITS))
    event(3, "album_rated", PROPERTIES)
    identify(4, of(CHANGED))
    identify(5, Identify().set_once("first_label", "Apple"))
    identify(6, Identify().add("ratings", 2))
    identify(7, Identify().unset("plan"))
    client.group_identify("company", "apple", of(COMPANY), EventOptions(user_id=USER, **common(8)))
    client.set_group("band", "beatles", EventOptions(user_id=USER, **common(9)))
    event(10, "album_shared", {"rating": 5}, groups={"company": "apple"})
    event(11, "album_shared", {}, groups=BOTH)
    # It has no call to leave a group: the user property is taken back, and events do not have the group any more.
    identify(12, Identify().unset("band"))
    rest = {
        "[Amplitude] Screen Name": "Album",
        "installationId": "inst-1",
        "appBuild": "214",
        "appIdentifier": "com.example.app",
        "locale": "en_GB",
        "timeZone": "Europe/London",
        "screenWidth": 1179,
        "screenHeight": 2556,
    }
    device = {
        "session_id": SESSION,
        "app_version": "2.1",
        "platform": "iOS",
        "os_name": "iOS",
        "os_version": "18.1",
        "device_manufacturer": "Apple",
        "device_model": "iPhone16,1",
    }
    event(14, "[Amplitude] Screen Viewed", SCREEN | rest, **device)
    event(15, "album_bought", BOUGHT)
    for sent in client.flush():
        if sent:
            sent.result()
    client.shutdown()


services = {"segment": segment, "rudderstack": rudderstack, "posthog": posthog}
(services | {"amplitude": amplitude, "mixpanel": mixpanel})[SERVICE]()
