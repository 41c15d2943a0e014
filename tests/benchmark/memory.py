"""Measures the anonymous memory of a command while it runs."""

import subprocess
import time

from measure import check_status

INTERVAL = 0.004  # seconds


def anonymous_bytes(pid):
    """Anonymous in the smaps_rollup of a running process, or None if it has ended. Memory that processes share (batches
    in transit) is not included."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as rollup:
            for line in rollup:
                if line.startswith("Anonymous:"):
                    return int(line.split()[1]) * 1024
    except (FileNotFoundError, ProcessLookupError):
        pass
    return None


def with_children(pid):
    """The processes of a run in progress."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as children:
            return [pid, *map(int, children.read().split())]
    except OSError:
        return [pid]


def peak(command, feed=None):
    """The maximum observed total of all its processes in bytes, and the number of observations. `feed` is a command for its
    standard input."""
    feeder = subprocess.Popen(feed, stdout=subprocess.PIPE) if feed else None
    process = subprocess.Popen(command, stdin=feeder.stdout if feeder else None, stdout=subprocess.DEVNULL)
    if feeder:
        feeder.stdout.close()
    most = samples = 0
    while process.poll() is None:
        seen = [found for pid in with_children(process.pid) if (found := anonymous_bytes(pid)) is not None]
        if seen:
            most = max(most, sum(seen))
            samples += 1
        time.sleep(INTERVAL)
    fed = feeder.wait() if feeder else 0
    check_status(command, process.returncode)
    check_status(feed, fed)
    return most, samples
