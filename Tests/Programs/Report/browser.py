"""A page in headless Chromium, driven over a pipe: nothing but Python's own library is needed."""

import json
import os
import select
import subprocess
import tempfile
import time

KEYS = {"ArrowDown": 40, "ArrowUp": 38, "PageUp": 33, "Home": 36, "End": 35, "Escape": 27}


class Browser:
    def __init__(self, executable, width=1280, height=860):
        self.width, self.height = width, height
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()
        # The browser reads its descriptor 3 and writes its descriptor 4. The pipes get numbers above those first, so
        # that neither is overwritten before it was duplicated.
        arguments = [
            executable, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--no-first-run",
            "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update", "--mute-audio",
            f"--user-data-dir={self.folder.name}", f"--window-size={width},{height}", "about:blank",
        ]  # fmt: skip

        command = ["sh", "-c", f'exec 3<&{to_browser} 4>&{from_browser}; exec "$@"', "sh", *arguments]
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            command, pass_fds=(to_browser, from_browser), stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log
        )
        os.close(to_browser)
        os.close(from_browser)
        self.rest = b""
        self.number = 0
        self.events = []
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.size(width, height)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.output)
        os.close(self.input)
        self.log.close()
        self.folder.cleanup()

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data) :]
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def receive(self, limit=120):
        end = time.monotonic() + limit
        while b"\0" not in self.rest:
            if not select.select([self.input], [], [], max(0, end - time.monotonic()))[0]:
                raise RuntimeError("the browser does not answer")
            data = os.read(self.input, 1 << 20)
            if not data:
                self.log.seek(0)
                raise RuntimeError("the browser has ended: " + self.log.read().decode(errors="replace")[-2000:])
            self.rest += data
        line, _, self.rest = self.rest.partition(b"\0")
        message = json.loads(line)
        if "method" in message:
            self.events.append(message)
        return message

    def open(self, path):
        """Opens a file, and returns how many seconds passed until the page had run."""
        self.events = []
        started = time.monotonic()
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.receive()
        # Two frames later it has been painted.
        self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return time.monotonic() - started

    def run(self, expression):
        """The value of an expression in the page."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def press(self, *keys):
        for key in keys:
            code = KEYS.get(key, ord(key[0].upper()))
            text = {} if key in KEYS else {"text": key}
            self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def click(self, expression):
        """Clicks in the middle of an element."""
        self.run(f"({expression}).scrollIntoView({{ block: 'nearest' }})")
        x, y = self.run(
            f"(box => [box.left + box.width / 2, box.top + box.height / 2])(({expression}).getBoundingClientRect())"
        )
        for what in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=what, x=x, y=y, button="left", clickCount=1)

    def size(self, width, height, scale=1):
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False
        )

    def reset(self):
        """The window and the colours as they were at first."""
        self.scheme("light")
        self.size(self.width, self.height)

    def scheme(self, scheme):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def requests(self):
        """What the page wanted to load, other than itself."""
        urls = [e["params"]["request"]["url"] for e in self.events if e["method"] == "Network.requestWillBeSent"]
        return [url for url in urls if not url.startswith("file://") or "#" in url or urls.count(url) > 1]

    def complaints(self):
        """Errors of the program, and what the page's policy has refused."""
        errors = [e["params"] for e in self.events if e["method"] == "Runtime.exceptionThrown"]
        return errors + [e["params"]["entry"] for e in self.events if e["method"] == "Log.entryAdded"]
