"""How much anonymous memory a command holds while it runs."""

import subprocess
import time

from measure import check_status

INTERVAL = 0.004  # seconds


def anonymous_bytes(pid):
    """Of a process that runs: Anonymous of its smaps_rollup. None where it has ended."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as rollup:
            for line in rollup:
                if line.startswith("Anonymous:"):
                    return int(line.split()[1]) * 1024
    except (FileNotFoundError, ProcessLookupError):
        pass
    return None


def peak(command, feed=None):
    """The most that was seen, in bytes, and how often it was looked. `feed` is a command for its standard input."""
    feeder = subprocess.Popen(feed, stdout=subprocess.PIPE) if feed else None
    process = subprocess.Popen(command, stdin=feeder.stdout if feeder else None, stdout=subprocess.DEVNULL)
    if feeder:
        feeder.stdout.close()
    most = samples = 0
    while process.poll() is None:
        seen = anonymous_bytes(process.pid)
        if seen is not None:
            most = max(most, seen)
            samples += 1
        time.sleep(INTERVAL)
    fed = feeder.wait() if feeder else 0
    check_status(command, process.returncode)
    check_status(feed, fed)
    return most, samples
