# SPDX-License-Identifier: MIT
"""Marionette, the protocol by which Thunderbird is driven: "LENGTH:JSON" over TCP."""

import json
import socket
import sys
import time


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Marionette:
    def __init__(self, port):
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
