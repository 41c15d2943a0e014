#!/usr/bin/env python3
"""Counts the instructions that each message takes, in one process that valgrind's callgrind runs. They are the same each time.

    instructions.py --program mimebase [--bytes 8000] [--only SHAPE,...]      # the documents of document_shapes.py, at N, 2N and 4N bytes

The cost of a document is a constant and a cost per byte, as long as it is linear: from 2N to 4N bytes it then grows twice as much as
from N to 2N, and four times as much if it is quadratic."""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

from document_shapes import DOCUMENT_SHAPES

# Each message begins here (analyze/analyze.cpp).
BEGINS = "mimebase::analysis::MessageReader::read(*"
# The greatest growth that counts as linear, and the least number of instructions that is compared at all: allocators and tables that
# double make smaller numbers jump.
GROWTH = 2.6
LEAST = 400_000
STEPS = (1, 2, 4)


class Uncounted(Exception):
    """The program ended otherwise than expected, or has no symbols."""


def instructions(program, messages, command=("links", "--format", "jsonl")):
    """The number of instructions of each message, from its begin to that of the next one."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, message in enumerate([*messages, b"Subject: the end\n\nx\n"]):
            paths.append(pathlib.Path(folder, f"{number:04}.eml"))
            paths[-1].write_bytes(message)
        out = pathlib.Path(folder, "counts")
        done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", f"--dump-before={BEGINS}", program, *command, "--no-isolation", *map(str, paths)],
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if done.returncode not in (0, 1):
            raise Uncounted(f"valgrind ended with {done.returncode}: {done.stderr[-300:].decode(errors='replace')}")
        # The first dump is of the start of the program.
        dumps = [pathlib.Path(f"{out}.{number}") for number in range(2, len(paths) + 1)]
        if not all(dump.exists() for dump in dumps):
            raise Uncounted(f"{BEGINS} was not called for each message")
        return [int(re.search(r"^summary: (\d+)", dump.read_text(errors="replace"), re.M)[1]) for dump in dumps]


def growth(sizes, counts):
    """How much more the cost grows in the second step, per byte. None if it is too small."""
    (size_1, size_2, size_4), (count_1, count_2, count_4) = sizes, counts
    first, second = (count_2 - count_1) / (size_2 - size_1), (count_4 - count_2) / (size_4 - size_2)
    if count_4 - count_2 < LEAST:
        return None
    return 2 * second / max(first, LEAST / 2 / (size_2 - size_1))


def measure(program, size, names):
    """{name: (sizes, counts, growth)}. A small document of each shape comes first: what is done once is not part of its cost."""
    small = [DOCUMENT_SHAPES[name](size // 4) for name in names]
    messages = [DOCUMENT_SHAPES[name](size * step) for name in names for step in STEPS]
    counts = instructions(program, [*small, *messages])[len(small):]
    found = {}
    for at, name in enumerate(names):
        its = slice(at * len(STEPS), (at + 1) * len(STEPS))
        sizes = [len(message) for message in messages[its]]
        found[name] = sizes, counts[its], growth(sizes, counts[its])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--bytes", type=int, default=8000)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    found = measure(options.program, options.bytes, options.only.split(",") if options.only else list(DOCUMENT_SHAPES))
    print(f"{'shape':<42}{'instructions per byte':>30}{'growth':>8}")
    for name, (sizes, counts, grown) in found.items():
        print(f"{name:<42}" + "".join(f"{count / size:>10.0f}" for size, count in zip(sizes, counts)) + f"{grown or 0:>8.2f}" + ("  not linear" if (grown or 0) > GROWTH else ""))
    return int(any((grown or 0) > GROWTH for _, _, grown in found.values()))


if __name__ == "__main__":
    sys.exit(main())
