"""Runs Thunderbird headless over messages. Started by thunderbird.py in a network namespace that has only loopback.
    thunderbird_inside.py PROFILE FILES...
Prints one JSON line with the version, and then one for each message."""

import base64
import json
import os
import socket
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PORT = 2929  # in a namespace of its own
START_SECONDS = 180


class Marionette:
    """The protocol of Marionette: "LENGTH:JSON" over TCP."""

    def __init__(self, process):
        self.socket = connect(process)
        self.buffer = b""
        self.last = 0
        self.receive()
        self.session = self.send("WebDriver:NewSession", {})
        self.send("Marionette:SetContext", {"value": "chrome"})
        self.send("WebDriver:SetTimeouts", {"script": 200000})

    def receive(self):
        while True:
            length, colon, rest = self.buffer.partition(b":")
            if colon and len(rest) >= int(length):
                self.buffer = rest[int(length):]
                return json.loads(rest[:int(length)])
            data = self.socket.recv(1 << 16)
            if not data:
                raise RuntimeError("Thunderbird has closed the connection")
            self.buffer += data

    def send(self, name, parameters):
        self.last += 1
        text = json.dumps([0, self.last, name, parameters]).encode()
        self.socket.sendall(b"%d:" % len(text) + text)
        _, number, error, result = self.receive()
        if error or number != self.last:
            raise RuntimeError(f"{name}: {error}")
        return result

    def run(self, function, *arguments):
        """Calls `function` of thunderbird.js, which returns a promise."""
        with open(os.path.join(HERE, "thunderbird.js"), encoding="utf-8") as file:
            script = file.read()
        script += ("\nconst done = arguments[arguments.length - 1];"
                   f"\n{function}(...Array.from(arguments).slice(0, -1)).then(done, error => done({{error: String(error) + error.stack}}));")
        result = self.send("WebDriver:ExecuteAsyncScript", {"script": script, "args": list(arguments), "newSandbox": False, "sandbox": "system"})
        return result["value"]


def connect(process):
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            return socket.create_connection(("127.0.0.1", PORT))
        except OSError:
            time.sleep(0.3)
    raise RuntimeError("Thunderbird does not listen")


PREFERENCES = {
    "marionette.port": PORT,
    "mail.provider.suppress_dialog_on_startup": True,
    "mail.spotlight.firstRunDone": True,
    "mail.shell.checkDefaultClient": False,
    "mailnews.start_page.enabled": False,
    "mailnews.start_page_override.mstone": "ignore",
    "app.donation.eoy.version.viewed": 999,
    "app.update.auto": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    # Remote content is blocked by default. What would load once the user allows it is what is asked here.
    "mailnews.message_display.disable_remote_image": False,
    "mail.inline_attachments": True,
    "mailnews.display.html_as": 0,
}


def main(profile, files):
    with open(os.path.join(profile, "user.js"), "w") as file:
        file.writelines(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items())
    process = subprocess.Popen(["thunderbird", "--headless", "--marionette", "-remote-allow-system-access", "--no-remote", "--profile", profile],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "HOME": profile, "MOZ_MARIONETTE": "1"})
    try:
        thunderbird = Marionette(process)
        print(json.dumps({"version": thunderbird.session["capabilities"]["browserVersion"]}), flush=True)
        print(json.dumps(thunderbird.run("prepare")), file=sys.stderr, flush=True)
        for path in files:
            with open(path, "rb") as file:
                content = base64.b64encode(file.read()).decode()
            try:
                shown = thunderbird.run("show", content)
            except RuntimeError as error:
                shown = {"error": str(error)}
            print(json.dumps({"file": os.path.basename(path), **shown}), flush=True)
    finally:
        process.terminate()
        process.wait()


main(sys.argv[1], sys.argv[2:])
