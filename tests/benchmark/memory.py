"""How much anonymous memory a command holds while it runs."""

import subprocess
import time

from measure import check_status

INTERVAL = 0.004  # seconds


def anonymous_bytes(pid):
    """Of a process that runs: Anonymous of its smaps_rollup. None where it has ended. What processes share (batches on
    their way) is not in it."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as rollup:
            for line in rollup:
                if line.startswith("Anonymous:"):
                    return int(line.split()[1]) * 1024
    except (FileNotFoundError, ProcessLookupError):
        pass
    return None


def with_children(pid):
    """The processes of a run that is going on."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as children:
            return [pid, *map(int, children.read().split())]
    except OSError:
        return [pid]


def peak(command, feed=None):
    """The most that was seen of all its processes together, in bytes, and how often it was looked. `feed` is a command for its standard input."""
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
