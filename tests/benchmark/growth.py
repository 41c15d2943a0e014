#!/usr/bin/env python3
"""Measures the cost of messages designed to be slow: CPU time, memory and rows per byte, at three sizes.

    growth.py --program mimebase [--megabytes 1,4,16] [--only SHAPE,...] [--commands links,rewrite,...]

A shape holds if its cost stays linear: at most 500 ns per byte at any size, at the largest at most 100 ns (500 ns of
commands that write messages or files) and 30 bytes of memory per byte (or 64 MB, if that is more), and not more than 1.5
times as much time per byte as at the size before. The program's start does not count. A run may end with exit status 1: a limit that was hit is one of
the ways to hold. The exit status is 0 if every shape held.
"""

import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

from shapes import SHAPES

# What is measured: the arguments, and the maximum nanoseconds per byte. "FOLDER" stands for an empty folder.
COMMANDS = {
    "links": (["links", "--format", "jsonl"], 100),
    "tree": (["tree", "--format", "jsonl"], 100),
    "check": (["check", "--format", "jsonl"], 100),
    "compare": (["compare", "--format", "jsonl"], 500),
    "ledger": (["ledger", "--format", "jsonl"], 500),
    "rewrite": (["rewrite", "--retrieval-url", "http://h/d/p"], 500),
    "drop": (["rewrite", "--retrieval-url", "http://h/d/p", "--base", "drop", "--annotate", "--cid", "location"], 500),
    "extract": (["extract", "-o", "FOLDER"], 500),
    "wacz": (["extract", "-o", "FOLDER.wacz"], 500),
    "single": (["extract", "--single-file", "-o", "FOLDER"], 500),
}
# Those that read WARC files.
OF_WARC = ("links", "tree", "check", "compare")
# In memory if possible: the time that a disk takes for a file depends on files that were removed before.
OUTPUT = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
MEMORY, GROWTH = 30, 1.5
MOST_NANOSECONDS = 500
LEAST_MEMORY = 64 << 20
# Shorter times depend on the machine rather than on the program.
LEAST_SECONDS = 0.05
MOST_SECONDS = 60
MOST_MEMORY = 6 << 30


class Cost:
    """The cost of one run."""

    def __init__(self, program, command, path, kind="message"):
        def bound():
            resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))

        with tempfile.TemporaryFile() as errors, tempfile.TemporaryDirectory(dir=OUTPUT) as folder:
            words = [word.replace("FOLDER", folder + "/out") for word in COMMANDS[command][0]]
            arguments = [program, *words, "--input", kind, "-j1", path]
            process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=errors, preexec_fn=bound)
            self.rows = self.output_bytes = 0
            while chunk := process.stdout.read(1 << 20):
                self.rows += chunk.count(b"\n")
                self.output_bytes += len(chunk)
            _, status, usage = os.wait4(process.pid, 0)
            process.stdout.close()
            process.returncode = self.status = os.waitstatus_to_exitcode(status)
            self.seconds = usage.ru_utime + usage.ru_stime
            self.memory_bytes = usage.ru_maxrss << 10
            errors.seek(0)
            self.said = errors.read(200).decode(errors="replace").split("\n")[0]


def faults(costs, start, most_nanoseconds):
    """The expectations that fail. `costs` has (bytes, Cost) by size, `start` is the Cost of an empty message."""
    found = []
    for size, cost in costs:
        if cost.status not in (0, 1):
            found.append(f"ended with {cost.status} at {size} bytes")
        if cost.seconds - start.seconds > max(size * MOST_NANOSECONDS * 1e-9, LEAST_SECONDS):
            found.append(f"{(cost.seconds - start.seconds) / size * 1e9:.0f} ns a byte at {size} bytes")
    size, cost = costs[-1]
    seconds = cost.seconds - start.seconds
    if seconds > max(size * most_nanoseconds * 1e-9, LEAST_SECONDS):
        found.append(f"{seconds / size * 1e9:.0f} ns a byte")
    memory = cost.memory_bytes - start.memory_bytes
    if memory > max(size * MEMORY, LEAST_MEMORY):
        found.append(f"{memory / size:.0f} bytes of memory a byte")
    if len(costs) > 1:
        before_size, before = costs[-2]
        before_seconds = max(before.seconds - start.seconds, LEAST_SECONDS)
        if seconds / size > GROWTH * before_seconds / before_size and seconds > 4 * LEAST_SECONDS:
            found.append(f"grew {seconds / before_seconds:.1f} times with {size / before_size:.1f} times the bytes")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--megabytes", default="1,4,16")
    parser.add_argument("--only", default="")
    parser.add_argument("--commands", default=",".join(COMMANDS))
    options = parser.parse_args()
    sizes = [int(float(size) * (1 << 20)) for size in options.megabytes.split(",")]
    names = options.only.split(",") if options.only else list(SHAPES)
    held = True
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "message.eml"
        path.write_bytes(b"Subject: x\n\nx\n")
        start = {command: Cost(options.program, command, path) for command in options.commands.split(",")}
        print(f"{'shape':<28} {'command':<7} {'ns a byte':>24} {'memory a byte':>13} {'output':>7}  ")
        for name in names:
            kind = "warc" if name.startswith("warc_") else "message"
            costs = {command: [] for command in start if kind == "message" or command in OF_WARC}
            for size in sizes:
                path.write_bytes(SHAPES[name](size))
                for command in costs:
                    costs[command].append((path.stat().st_size, Cost(options.program, command, path, kind)))
            for command, measured in costs.items():
                found = faults(measured, start[command], COMMANDS[command][1])
                held = held and not found
                times = " ".join(f"{max(c.seconds - start[command].seconds, 0) / n * 1e9:7.1f}" for n, c in measured)
                size, last = measured[-1]
                memory = max(last.memory_bytes - start[command].memory_bytes, 0) / size
                print(
                    f"{name:<28} {command:<7} {times:>24} {memory:>13.1f} {last.output_bytes / size:>7.1f}  "
                    f"{'; '.join(found) or 'holds'}{'  ' + last.said[-60:] if last.status else ''}",
                    flush=True,
                )
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
