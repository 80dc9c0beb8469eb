"""Compares what WireClient sends with what the services' own clients send, field by field.

    python3 Tests/Programs/Wire/compare.py path/to/WireClient

What may differ is listed in differences.tsv, with the reason. Anything else fails; so does a listed difference that is
none any more.
"""

import json
import subprocess
import sys
from datetime import datetime
from fnmatch import fnmatchcase
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from recorder import Recorder

HERE = Path(__file__).parent
CLIENT = sys.argv[1]
problems = []


def sent(*command):
    """The requests that a command makes."""
    with Recorder() as recorder:
        subprocess.run([*command, recorder.url], check=True, timeout=120)
        return recorder.requests


def flattened(value, path=""):
    """Every field by its path: {"batch.properties.rating": 5}."""
    if isinstance(value, dict) and value:
        return {k: v for name, inner in value.items() for k, v in flattened(inner, f"{path}.{name}").items()}
    return {path.removeprefix("."): value}


def fields(requests, items, identifier):
    """The fields of the requests, and those of their items by ID."""
    request = requests[0]
    result = {"request": {"path": request["path"], "authorization": request["headers"].get("authorization")}}
    result["request"]["content-type"] = request["headers"].get("content-type", "").split(";")[0]
    for request in requests:
        body = json.loads(request["body"])
        for item in body.pop(items):
            result[item[identifier].lower()[-2:]] = flattened(item)
        result["request"].update(flattened(body))
    return result


def mixpanel_fields(requests):
    """The same for Mixpanel, which has no ID of a change of a user: changes are told by their order at their place."""
    first = requests[0]
    result = {"request": {"authorization": first["headers"].get("authorization")}}
    result["request"]["content-type"] = first["headers"].get("content-type", "").split(";")[0]
    counts = {}
    for request in requests:
        body = request["body"].decode()
        place = request["path"].split("?")[0]
        form = {} if body.startswith("[") else dict(parse_qsl(body))
        items = json.loads(form.pop("data")) if form else json.loads(body)
        options = dict(parse_qsl(urlsplit(request["path"]).query)) | form
        result["request"].update({f"{place} {name}": value for name, value in options.items()})
        for item in items if isinstance(items, list) else [items]:
            counts[place] = counts.get(place, 0) + 1
            result[f"{place}-{counts[place]:02}"] = flattened(item)
    return result


def differences():
    """The listed differences: (service, item, field) to what ours is and what theirs is. `*` stands for anything."""
    listed = {}
    for line in (HERE / "differences.tsv").read_text().splitlines()[1:]:
        service, item, field, ours, theirs, reason = line.split("\t")
        assert reason, f"no reason: {line}"
        listed[service, item, field] = (ours, theirs)
    return listed


def text(value):
    return "(none)" if value is Missing else json.dumps(value, ensure_ascii=True)


class Missing:
    """The field is not there."""


def is_listed(listed, value):
    """`*` stands for anything that is there."""
    return listed == text(value) or (listed == "*" and value is not Missing)


def are_same(field, left, right):
    """2 and 2.0 are the same number, True and 1 are not; a time is the same however it is written."""
    if field == "timestamp" and isinstance(left, str) and isinstance(right, str):
        return datetime.fromisoformat(left) == datetime.fromisoformat(right)
    return left == right and (type(left) is type(right) or {type(left), type(right)} == {int, float})


def compare(service, read, listed, seen):
    ours = read(sent(CLIENT, service))
    theirs = read(sent(sys.executable, str(HERE / "official.py"), service))
    same = 0
    for item in sorted(ours.keys() | theirs.keys()):
        our, their = ours.get(item, {}), theirs.get(item, {})
        for field in sorted(our.keys() | their.keys()):
            left, right = our.get(field, Missing), their.get(field, Missing)
            if are_same(field, left, right):
                same += 1
                continue
            place = (service, item, field)
            found = [
                key
                for key, (our_text, their_text) in listed.items()
                if all(fnmatchcase(name, pattern) for name, pattern in zip(place, key))
                and is_listed(our_text, left)
                and is_listed(their_text, right)
            ]
            seen.update(found)
            if found:
                continue
            problems.append(f"{service} {item} {field}: ours {text(left)}, theirs {text(right)}")
    print(f"{service}: {len(ours) - 1} deliveries, {same} fields are the same")


def telemetry():
    """OpenTelemetry's own messages read our JSON, and nothing of it is lost on them. FormatTests says what has to stand there."""
    from google.protobuf import json_format
    from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest

    (request,) = sent(CLIENT, "otlp")
    # Names that the messages do not have are errors.
    message = json_format.Parse(request["body"], ExportLogsServiceRequest())
    read = json_format.MessageToDict(message, use_integers_for_enums=True)
    for path, value in flattened({"path": "/v1/logs"} | json.loads(request["body"])).items():
        if value != flattened({"path": request["path"]} | read).get(path):
            problems.append(f"otlp: the messages read {json.dumps(read, ensure_ascii=True)[:2000]}, and not {path}: {text(value)[:2000]}")
    records = [record for resource in message.resource_logs for record in resource.scope_logs[0].log_records]
    for names in [[pair.key for pair in record.attributes] for record in records]:
        if len(set(names)) < len(names):
            problems.append(f"otlp: an attribute has its name twice: {names}")
    print(f"otlp: {len(records)} records, read by OpenTelemetry's own messages")


def main():
    listed = differences()
    seen = set()
    for service, items, identifier in [
        ("segment", "batch", "messageId"),
        ("rudderstack", "batch", "messageId"),
        ("posthog", "batch", "uuid"),
        ("amplitude", "events", "insert_id"),
    ]:
        compare(service, lambda requests: fields(requests, items, identifier), listed, seen)
    compare("mixpanel", mixpanel_fields, listed, seen)
    telemetry()
    for key in sorted(listed.keys() - seen):
        problems.append(f"{' '.join(key)} is listed as a difference, and is none")
    sys.exit("\n".join(f"error: {problem}" for problem in problems) or None)


main()
