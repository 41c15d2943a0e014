"""Runs commands and measures them: wall and CPU time, pairs of runs, and the rows that they write."""

import dataclasses
import hashlib
import os
import re
import statistics
import subprocess
import tempfile
import time

# The beginning of a row of JSON Lines, which states where it was read.
PLACE = re.compile(rb'^\{"source":"(?:[^"\\]|\\.)*","message":\d+,"offset":\d+,')


class Failed(Exception):
    """A command did not exit with 0, or its output is wrong."""


@dataclasses.dataclass(frozen=True)
class Done:
    wall: float  # seconds
    cpu: float  # seconds, user and system, children of the command's own included
    output: bytes
    faults: int = 0  # pages that were not there when they were used first

    @property
    def all(self):
        """For alternate(), where one figure of a run does not suffice."""
        return self


def check_status(command, status):
    if status != 0:
        raise Failed(f"exit status {status}: {' '.join(map(str, command))}")


def run(*commands):
    """Runs the commands in parallel until the last one ends. The output is that of the first."""
    with tempfile.TemporaryFile() as output:
        start = time.monotonic()
        processes = [
            subprocess.Popen(command, stdout=output if number == 0 else subprocess.DEVNULL)
            for number, command in enumerate(commands)
        ]
        cpu = 0.0
        faults = 0
        for process in processes:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            cpu += usage.ru_utime + usage.ru_stime
            faults += usage.ru_minflt
        wall = time.monotonic() - start
        for process, command in zip(processes, commands):
            check_status(command, process.returncode)
        output.seek(0)
        return Done(wall, cpu, output.read(), faults)


# A round counts as undisturbed if other programs took less than this share of the processors during it.
QUIET = 0.05


def busy_seconds():
    """Of all processors since the machine was started, including what the host of a virtual machine took."""
    with open("/proc/stat", encoding="ascii") as stat:
        user, nice, system, _, _, irq, softirq, steal = map(int, stat.readline().split()[1:9])
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


@dataclasses.dataclass(frozen=True)
class Round:
    times: tuple  # seconds of each side
    others: float  # share of the processors that other programs took


def one_round(order, clock, sides):
    times = [0.0] * len(sides)
    wall = cpu = 0.0
    before = busy_seconds()
    for i in order:
        done = run(*sides[i])
        times[i] = getattr(done, clock)
        wall += done.wall
        cpu += done.cpu
    others = (busy_seconds() - before - cpu) / wall / os.cpu_count()
    return Round(tuple(times), max(others, 0.0))


def alternate(rounds, clock, sides, patience=0):
    """Seconds of each side in each round. A side is a list of commands that run in parallel.

    Each side runs once to warm up; then all run in turn, and every second round backwards, so that a machine that is
    busy or grows warm troubles them alike. With `patience` there are up to so many times more rounds where others
    disturb them, and the least disturbed ones are given back.
    """
    for side in sides:
        run(*side)
    tried = []
    while sum(a.others < QUIET for a in tried) < rounds and len(tried) < rounds * (1 + patience):
        order = range(len(sides)) if len(tried) % 2 == 0 else reversed(range(len(sides)))
        tried.append(one_round(order, clock, sides))
    return sorted(tried, key=lambda a: a.others)[:rounds]


@dataclasses.dataclass(frozen=True)
class Ratio:
    median: float  # over the rounds
    seconds: list  # of each side, the median over the rounds
    others: float  # the share that others took in the most disturbed round


def ratio(rounds, of):
    """`of` computes a ratio from the seconds of one round."""
    return Ratio(
        statistics.median(of(*a.times) for a in rounds),
        [statistics.median(side) for side in zip(*(a.times for a in rounds))],
        max(a.others for a in rounds),
    )


@dataclasses.dataclass(frozen=True)
class Rows:
    count: int
    digest: str


def rows(command):
    """The rows of JSON Lines that a command writes, without the keys that state where they were read."""
    digest = hashlib.sha256()
    count = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        for line in process.stdout:
            digest.update(PLACE.sub(b"", line))
            count += 1
    check_status(command, process.returncode)
    return Rows(count, digest.hexdigest())
