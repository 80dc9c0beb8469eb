"""Withdraws consent, purges and shuts down on slow disks: denials.py <WireClient> [launches] [at once] [milliseconds of a sync …]

Each launch (Tests/Programs/WireClient/Withdrawal.swift) kills itself within the time that the disk needs for a purge, or after
it has tracked more. A second process on the folder sends what the killed ones have left. No request begins with an event
from before a denial or a purge that has returned, and none in a launch after its shutdown. Each event that was
on disk and that no denial followed arrives. After each denial the launch's own account has nothing but delivered and purged
calls.
"""

import collections
import concurrent.futures
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

from kills import Server

# The numbers of a launch begin with a multiple of this.
MILLION = 1_000_000


class World:
    """A folder with its processes, and a server."""

    def __init__(self, client, sync):
        self.client, self.sync = client, sync
        self.server = Server()
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.counts, self.problems = collections.Counter(), []
        # The first number behind each denial and each shutdown that has returned.
        self.denied, self.shut = [], []

    def start(self, command, output=subprocess.DEVNULL, first=0):
        library = os.environ.get("SLOW_SYNC", "")
        environment = dict(os.environ, LD_PRELOAD=library, SYNC_MILLISECONDS=str(self.sync))
        command = [self.client, command, self.url, str(self.root / "store"), str(first)]
        return subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.DEVNULL)

    def run(self, launches):
        with tempfile.TemporaryDirectory() as folder:
            self.root = pathlib.Path(folder)
            other = self.start("share")
            try:
                for number in range(launches):
                    self.launch(number * MILLION)
            finally:
                other.kill()
                other.wait()
        self.server.shutdown()
        self.check()
        return self

    def launch(self, first):
        self.server.failing = True
        log = self.root / "log"
        with log.open("w") as output:
            if self.start("withdraw", output, first).wait() != -9:
                self.problems.append(("a launch that ended by itself", first))
        tracked, stored = [], -1
        # After the last line break there is nothing, or half a line.
        for line in log.read_text().split("\n")[:-1]:
            sign, *words = line.split(" ")
            if sign == "=":
                stored = int(words[0])
            elif sign == "$" and words[0] != "0":
                self.problems.append(("neither delivered nor purged", line))
            elif sign == "?" and words[0] == "deny":
                # What came before it may be gone, and need not be.
                self.counts["denials"] += 1
                self.counts["tracked"] += len(tracked)
                tracked = []
            elif sign == "?" and words[0] == "shut":
                self.counts["shutdowns"] += 1
            elif sign == "?":
                tracked.append(int(words[0]))
            elif sign == "+" and words[0] in ("deny", "shut"):
                (self.denied if words[0] == "deny" else self.shut).append(int(words[1]))
        self.counts["tracked"] += len(tracked)
        # The second process sends them.
        self.server.failing = False
        expected = {str(number) for number in tracked if number <= stored}
        self.counts["had to arrive"] += len(expected)
        limit = time.time() + 60 + self.sync / 10
        while not expected <= self.server.acknowledged and time.time() < limit:
            time.sleep(0.01)
        if missing := expected - self.server.acknowledged:
            self.problems.append((f"{len(missing)} events that were stored, and have not arrived", min(missing)))

    def check(self):
        server = self.server
        self.counts["arrived"] = len({number for _, number, _ in server.arrived})
        late = set()
        for connection, number, _ in server.arrived:
            if number.endswith("-denied"):
                self.problems.append(("tracked while denied", number))
                continue
            own = server.keys[connection] == f"launch-{int(number) // MILLION * MILLION}"
            shut = next((end for end in self.shut if end > int(number)), None)
            if own and shut is not None and shut // MILLION == int(number) // MILLION:
                if connection > server.marks[f"shut/{shut}"]:
                    self.problems.append(("in a request that began after a shutdown", number))
            denial = next((denial for denial in self.denied if denial > int(number)), None)
            if denial is not None and connection > server.marks[f"denied/{denial}"]:
                if server.keys[connection] == "shared-key":
                    late.add(connection)
                else:
                    self.problems.append(("in a request that began after a denial", number))
        self.counts["late requests of the other process"] += len(late)


def main():
    client = sys.argv[1]
    launches, at_once, *times = [int(word) for word in sys.argv[2:]] or [60, 6, 0, 5, 50, 300]
    problems = []
    for sync in times:
        begin = time.time()
        with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
            shares = [launches // at_once + (place < launches % at_once) for place in range(at_once)]
            worlds = list(pool.map(lambda share: World(client, sync).run(share), shares))
        counts = sum((world.counts for world in worlds), collections.Counter())
        found = [problem for world in worlds for problem in world.problems]
        # A request of another process may have begun when it is not connected yet, which nobody can see from outside.
        if counts["late requests of the other process"] > counts["denials"] / 50:
            found.append(("requests of the other process after a denial", counts["late requests of the other process"]))
        problems += found
        print(f"{sync} ms: {launches} kills, " + ", ".join(f"{count} {name}" for name, count in counts.items())
              + f", {len(found)} problems, {time.time() - begin:.0f} s", flush=True)
    for kind, example in dict(problems).items():
        print(f"error: {sum(1 for problem in problems if problem[0] == kind)} {kind}, such as {example}", file=sys.stderr)
    sys.exit(1 if problems else 0)


main()
