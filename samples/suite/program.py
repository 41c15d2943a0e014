# SPDX-License-Identifier: MIT
"""A program that is asked about the cases: without a network, for a limited time, with limited output. Nothing that it does ends the run."""

import collections
import functools
import json
import os
import select
import signal
import subprocess
import sys
import time

import suite

SECONDS = 60  # for one case, unless --seconds says otherwise
SECONDS_TO_END = 5  # after the standard input was closed
MOST_BYTES = 4 << 20  # of output for one case


@functools.cache
def isolation():
    """The words before a command that leave it only the loopback interface. Empty where the system refuses that."""
    words = ["unshare", "--net", *(["--map-root-user"] if os.geteuid() else []), "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
    try:
        works = subprocess.run([*words, "true"], stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS_TO_END).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        works = False
    return words if works else []


class Failure(Exception):
    """What a program did, as the end of a sentence."""


class Process:
    """A process in a group of its own, so that what it started can be killed with it."""

    def __init__(self, command, stdin=subprocess.PIPE, stderr=None):
        self.process = subprocess.Popen([*isolation(), *command], stdin=stdin, stdout=subprocess.PIPE, stderr=stderr, start_new_session=True)
        self.read, self.is_at_end = bytearray(), False
        if self.process.stdin:
            os.set_blocking(self.process.stdin.fileno(), False)

    def ask(self, question):
        try:
            os.write(self.process.stdin.fileno(), question)
        except BlockingIOError:
            raise Failure("does not read its standard input") from None

    def lines(self, seconds):
        """The lines of the output as they come, without their ends. Raises Failure when the time is over, or if there are too many."""
        end, size = time.monotonic() + seconds, 0
        while True:
            while (at := self.read.find(b"\n")) >= 0:
                line = self.read[:at].rstrip(b"\r")
                del self.read[:at + 1]
                yield line.decode("utf-8", "replace")
            if self.is_at_end:
                return
            if not select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0] or time.monotonic() > end:
                raise Failure(f"needs more than {seconds:g} s")
            more = os.read(self.process.stdout.fileno(), 1 << 16)
            size += len(more)
            if size > MOST_BYTES:
                raise Failure(f"writes more than {MOST_BYTES >> 20} MB")
            self.is_at_end = not more
            # The last line may have no end.
            self.read += more or (b"\n" if self.read else b"")

    def end(self):
        """Closes its standard input, waits, and kills what is left. Returns its failure, if any, as the end of a sentence."""
        if self.process.stdin:
            self.process.stdin.close()
        self.process.stdout.close()
        try:
            status = self.process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self.kill()
            return "closes its output without ending, and is killed"
        self.kill()
        return f"is ended by signal {-status}" if status < 0 else f"ends with status {status}" if status else None

    def kill(self):
        """Ends its group. Browsers end their own helpers when they are asked to end."""
        for sent in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, sent)
                self.process.wait(1)
            except ProcessLookupError:
                return  # Nothing is left.
            except subprocess.TimeoutExpired:
                pass
        self.process.wait()


def output_of(command, seconds, with_errors=False):
    """The lines that a command writes, and whether it succeeds."""
    process = Process(command, subprocess.DEVNULL, subprocess.STDOUT if with_errors else subprocess.DEVNULL)
    try:
        lines = list(process.lines(seconds))
        return lines, process.end() is None
    except Failure as why:
        return [f"it {why}"], False
    finally:
        process.kill()


TYPES = {"reference": str | None, "resolved": str | None, "part": str | int | None, "unsupported": bool}


def row_of(line):
    """The answer that a line is, or None if it is none."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(row, dict) or TYPES.keys().isdisjoint(row) or not all(isinstance(row.get(key), TYPES[key]) for key in TYPES.keys() & row.keys()):
        return None
    # JSON can have halves of surrogate pairs, but a table cannot.
    return {key: row[key].encode(errors="replace").decode() if isinstance(row[key], str) else row[key] for key in TYPES.keys() & row.keys()}


class Program:
    """A program that reads the path of a case per line, and answers each with lines of JSON up to an empty line. It may end after
    a case; it is then started again. One that hangs or writes without end is killed; what it wrote until then is its answer.
    `say` takes a sentence about the first failure of each kind, and `failures` counts them."""

    def __init__(self, command, seconds=SECONDS, say=lambda sentence: print(sentence, file=sys.stderr)):
        self.name, self.command, self.seconds, self.say = os.path.basename(command[0]), command, seconds, say
        self.process, self.failures, self.has_answered = None, collections.Counter(), False

    def ask(self, case):
        """The answer about each reference of a case. A failure is noted."""
        is_running = self.process is not None
        rows, failures = self._rows(case)
        if is_running and rows is None:
            # It had ended by itself after the case before.
            rows, more = self._rows(case)
            failures |= more
        for failure, example in failures.items():
            if not self.failures[failure]:
                self.say(f"{self.name}: {case['id']}: it {failure}{example}")
            self.failures[failure] += 1
        return suite.answers_of(case, rows or [])

    def _rows(self, case):
        """The rows that it writes, or None if it writes nothing and ends; and its failures, each with an example."""
        rows, failures, has_written, is_running = [], {}, False, self.process is not None
        try:
            self.process = self.process or Process(self.command)
            self.process.ask(os.fsencode(case["path"]) + b"\n")
            for line in self.process.lines(self.seconds):
                has_written = True
                if not line:
                    break
                row = row_of(line)
                if row is None:
                    failures.setdefault("writes lines that are no answers", f": {line:.80}")
                else:
                    rows.append(row)
            else:
                how = self.close()
                failures |= {how: ""} if how else {}
        except BrokenPipeError:
            how = self.close() or (None if is_running else "ends before it reads the path of a case")
            failures |= {how: ""} if how else {}
        except OSError as why:
            failures[f"cannot be started: {why.strerror}"] = ""
        except Failure as why:
            self.process.kill()
            self.process, has_written = None, True
            failures[f"{why}, and is killed"] = ""
        self.has_answered = self.has_answered or has_written and not failures
        return rows if has_written else None, failures

    def close(self):
        """Ends it. Returns how it failed, or None."""
        process, self.process = self.process, None
        return process.end() if process else None
