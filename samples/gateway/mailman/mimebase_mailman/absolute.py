"""Reads a message from standard input, and writes its new length, a line end, and the message with absolute URLs.

The handler runs this as a process of its own.
"""

import sys

import mimebase

if __name__ == "__main__":
    rewritten = mimebase.rewrite(sys.stdin.buffer.read(), input="message")
    sys.stdout.buffer.write(b"%d\n%b" % (len(rewritten), rewritten))
    sys.exit(1 if rewritten.problems else 0)
