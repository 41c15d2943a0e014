"""Runs commands and measures them: wall and CPU time, pairs of runs, and the rows that they write."""

import dataclasses
import hashlib
import os
import re
import statistics
import subprocess
import tempfile
import time

# What begins a row of JSON Lines and says where it was read.
PLACE = re.compile(rb'^\{"source":"(?:[^"\\]|\\.)*","message":\d+,"offset":\d+,')


class Failed(Exception):
    """A command did not end with exit status 0, or what it wrote is wrong."""


@dataclasses.dataclass(frozen=True)
class Done:
    wall: float  # seconds
    cpu: float  # seconds, user and system, children of the command's own included
    output: bytes


def check_status(command, status):
    if status != 0:
        raise Failed(f"exit status {status}: {' '.join(map(str, command))}")


def run(*commands):
    """Runs the commands side by side until the last has ended; the output is the first one's."""
    with tempfile.TemporaryFile() as output:
        start = time.monotonic()
        processes = [
            subprocess.Popen(command, stdout=output if number == 0 else subprocess.DEVNULL)
            for number, command in enumerate(commands)
        ]
        cpu = 0.0
        for process in processes:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            cpu += usage.ru_utime + usage.ru_stime
        wall = time.monotonic() - start
        for process, command in zip(processes, commands):
            check_status(command, process.returncode)
        output.seek(0)
        return Done(wall, cpu, output.read())


def alternate(rounds, clock, *sides):
    """Seconds of each side in each round: a list of tuples. A side is a list of commands that run side by side.

    Each side runs once to warm up; then all run in turn, and every second round backwards, so that a machine that is
    busy or grows warm troubles them alike.
    """
    for side in sides:
        run(*side)
    times = []
    for number in range(rounds):
        order = list(range(len(sides)))
        if number % 2:
            order.reverse()
        seconds = [0.0] * len(sides)
        for i in order:
            seconds[i] = getattr(run(*sides[i]), clock)
        times.append(tuple(seconds))
    return times


@dataclasses.dataclass(frozen=True)
class Ratio:
    """What came out of each round, and the seconds that it came from."""

    values: list
    seconds: list  # the median of each side

    @property
    def median(self):
        return statistics.median(self.values)


def ratio(times, of):
    """`of` makes a ratio of the seconds of one round."""
    return Ratio([of(*seconds) for seconds in times], [statistics.median(side) for side in zip(*times)])


@dataclasses.dataclass(frozen=True)
class Rows:
    count: int
    digest: str


def rows(command):
    """The rows of JSON Lines that a command writes, without what says where they were read."""
    digest = hashlib.sha256()
    count = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        for line in process.stdout:
            digest.update(PLACE.sub(b"", line))
            count += 1
    check_status(command, process.returncode)
    return Rows(count, digest.hexdigest())
