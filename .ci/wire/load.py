"""How fast a hub sends to a server on this machine, in each format: load.py <WireClient> [how many events]

Once with an event's own properties, and once with device, visit and installation besides. The server keeps each request and
answers 200. It shares the processors with the client, so the machine must be idle.
"""

import subprocess
import sys

from recorder import Recorder


def main():
    client, count = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "200000"
    for format in ("segment", "rudderstack", "posthog", "amplitude", "mixpanel", "otlp", "clickhouse"):
        for context in ([], ["device"]):
            with Recorder() as recorder:
                done = subprocess.run([client, format, recorder.url, count, *context], capture_output=True, text=True)
            received = sum(len(request["body"]) for request in recorder.requests)
            print(f"{format:<12}{done.stdout.strip()}{done.stderr.strip()}; {received / 1e6:.0f} MB received")
            if done.returncode:
                sys.exit(1)


main()
