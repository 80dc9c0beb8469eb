"""Kills an app again and again while it sends to a server that fails: kills.py <WireClient> [how many kills]

The app says before and after each call what it does (Tests/Programs/WireClient/Launch.swift). The server keeps what it has
acknowledged. In the end every event that was stored has arrived at least once, each with its user.
"""

import base64
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


class Server(http.server.ThreadingHTTPServer):
    """Takes batches of Segment's form, and fails now and then."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.connections = 0
        self.failing = True
        self.lock = threading.Lock()
        # What has arrived: the number of the connection, of the event, and the user.
        self.arrived = []
        self.acknowledged = set()
        # On which connection a launch said that something has returned, and the key of each connection.
        self.marks, self.keys = {}, {}
        self.faults = {}
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def get_request(self):
        # Connections are accepted in the order in which they were made.
        request, address = super().get_request()
        self.connections += 1
        return request, (*address, self.connections)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        server, connection = self.server, self.client_address[2]
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path.startswith(("/denied/", "/shut/")):
            server.marks[self.path[1:]] = connection
            return self.answer(200)
        server.keys[connection] = base64.b64decode(self.headers["Authorization"].split()[-1]).decode().rstrip(":")
        if len(body) < int(self.headers.get("Content-Length", 0)):
            # The app was killed.
            return
        batch = [item for item in json.loads(body)["batch"] if item["type"] == "track"]
        numbers = {str(item["properties"]["number"]) for item in batch}
        faults = ["500", "503", "429", "413", "close", "reset", "taken, and closed", "slow"]
        fault = random.choice(faults) if server.failing and random.random() < 0.3 else None
        if fault == "413" and len(batch) < 2:
            fault = None
        with server.lock:
            server.faults[fault] = server.faults.get(fault, 0) + 1
            server.arrived += [(connection, str(item["properties"]["number"]), item.get("userId")) for item in batch]
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
        self.users, self.stored = {}, set()

    def read(self, text):
        # After the last line break there is nothing, or half a line.
        for line in text.split("\n")[:-1]:
            kind, *words = line.split(" ")
            if kind == "?":
                self.users[words[0]] = None if words[1] == "-" else words[1]
            elif kind == "+":
                self.stored.add(words[0])
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
    for number in ledger.stored - server.acknowledged:
        yield "stored, and not arrived", number


def main():
    client, kills = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 60
    totals = dict.fromkeys(["tracked", "stored", "arrived again"], 0)
    faults, problems = {}, []
    for number in range(0, kills, 20):
        server, ledger = Server(), Ledger()
        url = f"http://127.0.0.1:{server.server_port}"
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for start in range(min(20, kills - number)):
                launch(client, url, root, start * 1_000_000, ledger)
            server.failing = False
            last = subprocess.run([client, "drain", url, str(root / "store"), "0"], capture_output=True, text=True)
            if last.returncode:
                sys.exit(f"error: the last launch failed: {last.stderr}")
        server.shutdown()
        problems += check(server, ledger)
        totals["tracked"] += len(ledger.users)
        totals["stored"] += len(ledger.stored)
        totals["arrived again"] += len(server.arrived) - len({number for _, number, _ in server.arrived})
        for fault, count in server.faults.items():
            faults[fault] = faults.get(fault, 0) + count
    for kind, example in dict(problems).items():
        count = sum(1 for problem in problems if problem[0] == kind)
        print(f"error: {count} {kind}, such as {example}", file=sys.stderr)
    print(f"{kills} kills: " + ", ".join(f"{count} {name}" for name, count in totals.items()))
    print("requests: " + ", ".join(f"{count} {fault or 'well'}" for fault, count in sorted(faults.items(), key=str)))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
