"""The handler."""

import email
import logging
import pathlib
import subprocess
import sys

from mailman.email.message import Message
from mailman.interfaces.handler import IHandler
from zope.interface import implementer

import mimebase_mailman

# Mailman looks for components here.
__all__ = ["AbsoluteUrls"]
log = logging.getLogger("mailman.error")
SCRIPT = pathlib.Path(mimebase_mailman.__file__).with_name("absolute.py")
TIMEOUT_SECONDS = 60


@implementer(IHandler)
class AbsoluteUrls:
    """Replaces the content of a post. If this fails for any reason, the post stays as it was."""

    name = "mimebase"
    description = "Make the URLs of a post absolute."

    def process(self, mlist, msg, msgdata):
        # A process of its own, so that a post cannot end or block the runner, which would then try the same post again.
        try:
            done = subprocess.run([sys.executable, SCRIPT], input=msg.as_bytes(), capture_output=True, timeout=TIMEOUT_SECONDS,
                                  check=True)
            length, _, content = done.stdout.partition(b"\n")
            if int(length) != len(content):
                raise ValueError("the result is not whole")
            rewritten = email.message_from_bytes(content, Message)
        except Exception as error:  # also those of the module email, such as RecursionError for parts in parts
            log.error("mimebase left %s unchanged: %r", msg["message-id"], error)
            return
        # The pipeline goes on with `msg`, so its content is replaced, not the object. What Mailman knows of it is kept.
        msg._headers, msg._payload = rewritten._headers, rewritten._payload
        msg.preamble, msg.epilogue, msg.defects = rewritten.preamble, rewritten.epilogue, rewritten.defects
