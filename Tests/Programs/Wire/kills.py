"""Kills an app again and again while it sends to a server that fails: kills.py <WireClient> <how many kills>

The app says before and after each call what it does (Tests/Programs/WireClient/Launch.swift). The server keeps what it has
acknowledged. In the end every event that was stored has arrived at least once, each with its user: all of them at the first
destination, and at the second one all that no denial followed. The last launch's ledger counts as delivered what the server
has acknowledged.
"""

import base64
import collections
import http.server
import json
import pathlib
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time


# Whose it is, the port of the other side, and when its connection was accepted, in nanoseconds.
Request = collections.namedtuple("Request", ["key", "port", "time"])


class Server(http.server.ThreadingHTTPServer):
    """Takes batches of Segment's form, and fails now and then."""

    daemon_threads = True
    # No connection has to be made twice because launches that were killed have left some.
    request_queue_size = 128

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.failing = True
        self.lock = threading.Lock()
        # What has arrived: the request, the number of the event, and the user.
        self.arrived = []
        self.acknowledged = set()
        # The same for each key, and how many calls each acknowledged request had.
        self.of_key, self.calls = collections.defaultdict(set), []
        self.faults = collections.Counter()
        self.url = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def get_request(self):
        request, address = super().get_request()
        return request, (*address, time.monotonic_ns())


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        server = self.server
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        key = base64.b64decode(self.headers["Authorization"].split()[-1]).decode().rstrip(":")
        request = Request(key, *self.client_address[1:])
        if len(body) < int(self.headers.get("Content-Length", 0)):
            # The app was killed.
            return
        calls = json.loads(body)["batch"]
        batch = [item for item in calls if item["type"] == "track"]
        numbers = {str(item["properties"]["number"]) for item in batch}
        faults = ["500", "503", "429", "413", "close", "reset", "taken, and closed", "slow"]
        fault = random.choice(faults) if server.failing and random.random() < 0.3 else None
        if fault == "413" and len(batch) < 2:
            fault = None
        with server.lock:
            server.faults[fault] += 1
            server.arrived += [(request, str(item["properties"]["number"]), item.get("userId")) for item in batch]
        if fault == "slow":
            time.sleep(0.02)
        if fault in ("500", "503", "413"):
            return self.answer(int(fault))
        if fault == "429":
            return self.answer(429, {"Retry-After": "0"})
        if fault == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        if fault in ("close", "reset"):
            return self.connection.close()
        with server.lock:
            server.acknowledged |= numbers
            server.of_key[key] |= numbers
            server.calls.append((request, len(calls)))
        if fault != "taken, and closed":
            self.answer(200)

    def answer(self, status, headers={}):
        try:
            self.send_response(status)
            for name, value in {"Content-Length": "0", **headers}.items():
                self.send_header(name, value)
            self.end_headers()
        except OSError:
            # The app was killed.
            pass

    def log_message(self, *arguments):
        pass


class Ledger:
    """What the launches said: an independent account."""

    def __init__(self):
        self.users, self.stored, self.delivered = {}, {"rows": set(), "denied": set()}, {}
        self.denials = 0
        # The last one was killed before that, and the server has accepted all of its connections.
        self.end = 0

    def read(self, text):
        waiting = []
        # After the last line break there is nothing, or half a line.
        for line in text.split("\n")[:-1]:
            kind, *words = line.split(" ")
            if kind == "?" and words[0] == "deny":
                waiting, self.stored["denied"] = [], set()
                self.denials += 1
            elif kind == "?":
                self.users[words[0]] = None if words[1] == "-" else words[1]
                waiting.append(words[0])
            elif kind == "+":
                self.stored["rows"].add(words[0])
            elif kind == "=":
                self.stored["denied"].update(waiting)
                waiting = []
            elif kind == "*":
                self.delivered[words[0]] = int(words[1])
            else:
                sys.exit(f"error: a launch says '{line}'")


def launch(client, url, root, first, ledger):
    """Starts an app, kills it, and reads what it said."""
    log = root / "log"
    with log.open("w") as output:
        command = [client, "track", url, str(root / "store"), str(first)]
        # Its issues are not what is checked.
        app = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL)
        while log.stat().st_size == 0 and app.poll() is None:
            time.sleep(0.001)
        time.sleep(random.uniform(0, 0.15))
        if app.poll() is not None:
            sys.exit(f"error: a launch ended by itself: {app.returncode}")
        app.kill()
        app.wait()
    ledger.read(log.read_text())


def check(server, ledger):
    """What is wrong: the kind, and an example."""
    for _, number, user in server.arrived:
        if number not in ledger.users:
            yield "never tracked", number
        elif user != ledger.users[number]:
            yield "of another user", f"{number}: {user} instead of {ledger.users[number]}"
    for name, stored in ledger.stored.items():
        for number in stored - server.of_key[name]:
            yield f"stored by {name}, and not arrived", number
        calls = sum(count for request, count in server.calls if request.key == name and request.time > ledger.end)
        if ledger.delivered[name] != calls:
            yield "another account", f"{name}: {ledger.delivered[name]} delivered instead of {calls}"


def finish(problems):
    """Ends the program. Each kind of problem is told once, with an example."""
    for kind, example in dict(problems).items():
        count = sum(1 for problem in problems if problem[0] == kind)
        print(f"error: {count} {kind}, such as {example}", file=sys.stderr)
    sys.exit(1 if problems else 0)


def main():
    client, kills = sys.argv[1], int(sys.argv[2])
    totals, faults, problems = collections.Counter(), collections.Counter(), []
    for number in range(0, kills, 20):
        server, ledger = Server(), Ledger()
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for start in range(min(20, kills - number)):
                launch(client, server.url, root, start * 1_000_000, ledger)
            server.failing = False
            # Connections are accepted in the order in which they were made.
            with socket.create_connection(server.server_address) as connection:
                connection.sendall(b"GET / HTTP/1.0\r\n\r\n")
                while connection.recv(1_000):
                    pass
            ledger.end = time.monotonic_ns()
            last = subprocess.run([client, "drain", server.url, str(root / "store"), "0"], capture_output=True, text=True)
            if last.returncode:
                sys.exit(f"error: the last launch failed: {last.stderr}")
            ledger.read(last.stdout)
        server.shutdown()
        problems += check(server, ledger)
        totals["tracked"] += len(ledger.users)
        totals["denials"] += ledger.denials
        totals["stored"] += len(ledger.stored["rows"])
        totals["stored and not denied"] += len(ledger.stored["denied"])
        arrived = {(request.key, number) for request, number, _ in server.arrived}
        totals["arrived again"] += len(server.arrived) - len(arrived)
        faults += server.faults
    print(f"{kills} kills: " + ", ".join(f"{count} {name}" for name, count in totals.items()))
    print("requests: " + ", ".join(f"{count} {fault or 'well'}" for fault, count in sorted(faults.items(), key=str)))
    finish(problems)


if __name__ == "__main__":
    main()
