# SPDX-License-Identifier: MIT
"""Marionette, the protocol by which programs of Mozilla are driven: "LENGTH:JSON" over TCP."""

import json
import os
import socket
import subprocess
import sys
import time

# No network, and no questions.
PREFERENCES = {"network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9, "network.proxy.ssl": "127.0.0.1",
               "network.proxy.ssl_port": 9, "app.update.auto": False, "datareporting.policy.dataSubmissionEnabled": False}


class Marionette:
    """A program without a window, with a new profile in a folder."""

    def __init__(self, program, profile, preferences):
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]
        with open(os.path.join(profile, "user.js"), "w", encoding="utf-8") as file:
            file.writelines(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in {**PREFERENCES, **preferences, "marionette.port": port}.items())
        command = [program, "--headless", "--marionette", "-remote-allow-system-access", "--no-remote", "--profile", profile]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "HOME": profile})
        for _ in range(600):
            try:
                self.file = socket.create_connection(("127.0.0.1", port)).makefile("rwb")
                break
            except OSError:
                time.sleep(0.2)
        self.receive()
        self.send("WebDriver:NewSession")
        self.send("Marionette:SetContext", value="chrome")

    def receive(self):
        length = b""
        while (one := self.file.read(1)) != b":":
            length += one
        return json.loads(self.file.read(int(length)))

    def send(self, name, **parameters):
        text = json.dumps([0, 1, name, parameters]).encode()
        self.file.write(b"%d:%s" % (len(text), text))
        self.file.flush()
        _, _, error, result = self.receive()
        return print(error, file=sys.stderr) if error else result

    def end(self):
        self.process.terminate()
        self.process.wait()
