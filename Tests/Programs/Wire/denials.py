"""Withdraws consent, purges and shuts down on slow disks: denials.py <WireClient> <launches> <at once> <ms of a sync> …

Each launch (Tests/Programs/WireClient/Withdrawal.swift) kills itself within the time that the disk needs for a purge, or after
it has tracked more. A second process on the folder sends what the killed ones have left. No request begins with an event
from before a denial or a purge that has returned, and none in a launch after its shutdown. Each event that was
on disk and that no denial followed arrives. After each denial the launch's own account has nothing but delivered and purged
calls.

The library SLOW_SYNC (slow_sync.c) notes when each connection was begun, before it is made, and when the sender of its process
last asked whether the events are still wanted. In the launch itself no connection may begin after the return. The other
process knows by what it asks: it may connect if it had asked before.
"""

import bisect
import collections
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from kills import Server, finish

# The numbers of a launch begin with a multiple of this.
MILLION = 1_000_000


class World:
    """A folder with its processes, and a server."""

    def __init__(self, client, sync):
        self.client, self.sync = client, sync
        self.server = Server()
        self.counts, self.problems = collections.Counter(), []
        # The first number behind each denial and each shutdown, and when that had returned.
        self.denied, self.shut = [], []
        # By port: when connections were begun, and when the sender of their process had asked before that.
        self.connections = collections.defaultdict(list)

    def start(self, command, output=subprocess.DEVNULL, first=0):
        library = os.environ["SLOW_SYNC"]
        environment = dict(
            os.environ, LD_PRELOAD=library, SYNC_MILLISECONDS=str(self.sync), CONNECTIONS=str(self.root / "connections"))
        command = [self.client, command, self.server.url, str(self.root / "store"), str(first)]
        return subprocess.Popen(command, env=environment, stdout=output, stderr=subprocess.DEVNULL)

    def run(self, launches):
        with tempfile.TemporaryDirectory() as folder:
            self.root = pathlib.Path(folder)
            words = self.root / "words of the other process"
            with words.open("w") as output:
                other = self.start("share", output)
            try:
                for number in range(launches):
                    self.launch(number * MILLION)
            finally:
                other.kill()
                other.wait()
            if ledgers := words.read_text():
                self.problems.append(("a ledger of the other process that does not add up", ledgers))
            # Where no launch came to send, there is no file.
            connections = self.root / "connections"
            for line in connections.read_text().splitlines() if connections.exists() else []:
                port, *times = map(int, line.split())
                self.connections[port].append(times)
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
            elif sign == "!":
                self.problems.append(("a ledger that does not add up", line))
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
                (self.denied if words[0] == "deny" else self.shut).append((int(words[1]), int(words[2])))
        self.counts["tracked"] += len(tracked)
        # The second process sends them.
        self.server.failing = False
        expected = {str(number) for number in tracked if number <= stored}
        self.counts["had to arrive"] += len(expected)
        # As long as anything arrives, the process is only slow.
        begin, arrived = time.time(), -1
        while not expected <= self.server.acknowledged and time.time() < begin + 60 + self.sync / 10:
            if arrived != (arrived := len(self.server.acknowledged)):
                begin = time.time()
            time.sleep(0.01)
        if missing := expected - self.server.acknowledged:
            self.problems.append((f"{len(missing)} events that were stored, and have not arrived", min(missing)))

    def check(self):
        server = self.server
        self.counts["arrived"] = len({number for _, number, _ in server.arrived})
        begun_before = set()
        for request, number, _ in server.arrived:
            if number.endswith("-denied"):
                self.problems.append(("tracked while denied", number))
                continue
            # A port is used again: the last connection before the server read from it.
            times = self.connections[request.port]
            begin, asked = times[bisect.bisect(times, [request.time]) - 1]
            end, returned = next((shut for shut in self.shut if shut[0] > int(number)), (-1, 0))
            if request.key == f"launch-{end // MILLION * MILLION}" and begin > returned:
                self.problems.append(("in a request that began after a shutdown", number))
            _, returned = next((denial for denial in self.denied if denial[0] > int(number)), (0, begin))
            if not asked:
                self.problems.append(("in a request for which no sender had asked", number))
            elif begin > returned and request.key != "shared-key":
                self.problems.append(("in a request that began after a denial", f"{number}, by {begin - returned} ns"))
            elif asked > returned:
                self.problems.append(("in a request for which was asked after a denial", number))
            elif begin > returned:
                begun_before.add(request)
        self.counts["late requests of the other process, which had asked before"] += len(begun_before)


def main():
    client = sys.argv[1]
    launches, at_once, *times = map(int, sys.argv[2:])
    problems = []
    for sync in times:
        begin = time.time()
        with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
            shares = [launches // at_once + (place < launches % at_once) for place in range(at_once)]
            worlds = list(pool.map(lambda share: World(client, sync).run(share), shares))
        counts = sum((world.counts for world in worlds), collections.Counter())
        found = [problem for world in worlds for problem in world.problems]
        problems += found
        print(f"{sync} ms: {launches} kills, " + ", ".join(f"{count} {name}" for name, count in counts.items())
              + f", {len(found)} problems, {time.time() - begin:.0f} s", flush=True)
    finish(problems)


main()
