"""How fast a hub sends to a server on this machine, in each format: load.py <WireClient> [how many events]

Once with an event's own properties, and once with device, visit and installation besides. The server reads each request and answers 200. It shares the processors with the client, so the machine must be idle.
"""

import http.server
import subprocess
import sys
import threading


class Sink(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    received = 0

    def do_POST(self):
        Sink.received += len(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


def main():
    client, count = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "200000"
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Sink)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for format in ("segment", "rudderstack", "posthog", "amplitude", "mixpanel", "otlp", "clickhouse"):
        for context in ([], ["device"]):
            Sink.received = 0
            url = f"http://127.0.0.1:{server.server_port}"
            done = subprocess.run([client, format, url, count, *context], capture_output=True, text=True)
            print(f"{format:<12}{done.stdout.strip()}{done.stderr.strip()}; {Sink.received / 1e6:.0f} MB received")
            if done.returncode:
                sys.exit(1)


main()
