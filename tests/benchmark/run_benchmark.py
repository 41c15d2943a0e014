#!/usr/bin/env python3
"""Compares `mimebase links -j1` with the GMime floor, by CPU time.

    run_benchmark.py --floor gmime_floor --program mimebase --mbox FILE [--megabytes N] [--corpora DIR] [--pairs N]

The mbox is built once and kept. Both programs run in turn, so that a busy machine troubles both alike; what is
compared is user plus system time, pair by pair. The verdict on the figures is the reader's: the exit status is 0 if
both ran, and read the same number of messages.
"""

import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile


def default_corpora():
    """As for the tests: MIMEBASE_CORPORA, else shared/corpora beside the checkout; nothing where neither is."""
    folder = os.environ.get("MIMEBASE_CORPORA")
    beside = pathlib.Path(__file__).resolve().parents[3] / "shared" / "corpora"
    return folder or (str(beside) if beside.is_dir() else "")


def build_mbox(options):
    """The mbox, and beside it a note of what it was built from; built anew only if that differs."""
    wanted = f"{options.megabytes} {options.corpora}\n"
    note = pathlib.Path(options.mbox + ".note")
    if os.path.exists(options.mbox) and note.exists() and note.read_text() == wanted:
        return
    maker = pathlib.Path(__file__).parent / "make_mbox.py"
    command = [sys.executable, maker, "--megabytes", str(options.megabytes), "--corpora", options.corpora, options.mbox]
    subprocess.run(command, check=True)
    note.write_text(wanted)


def cpu_seconds(command):
    """User plus system time of one run, children of the program's own included, and what it printed."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        if process.returncode != 0:
            raise subprocess.CalledProcessError(process.returncode, command)
        return usage.ru_utime + usage.ru_stime, output.read().decode()


def count_by_floor(output):
    return int(re.search(r"^messages (\d+)", output).group(1))


def count_by_program(program, mbox):
    """The messages that the program tells of, out of its tree."""
    command = [program, "tree", "--format", "jsonl", mbox]
    count = 0
    last = None
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        for line in process.stdout:
            message = json.loads(line)["message"]
            count += message != last
            last = message
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
    return count


def spread(values, digits):
    values = sorted(values)
    low, middle, high = values[0], statistics.median(values), values[-1]
    return f"min {low:.{digits}f}  median {middle:.{digits}f}  max {high:.{digits}f}"


def run_pairs(floor, links, pairs):
    """CPU seconds of both commands, in pairs, after one of each to warm up; and the floor's count of messages."""
    _, output = cpu_seconds(floor)
    cpu_seconds(links)
    times = [(cpu_seconds(floor)[0], cpu_seconds(links)[0]) for _ in range(pairs)]
    return times, count_by_floor(output)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--floor", required=True, help="the executable gmime_floor")
    parser.add_argument("--program", required=True, help="the executable mimebase")
    parser.add_argument("--mbox", required=True, help="where the mbox is, or is to be built")
    parser.add_argument("--megabytes", type=int, default=300)
    parser.add_argument("--corpora", default=default_corpora())
    parser.add_argument("--pairs", type=int, default=5)
    options = parser.parse_args()

    build_mbox(options)
    links = [options.program, "links", "--format", "jsonl", "-o", "/dev/null", "-j", "1", options.mbox]
    times, floor_count = run_pairs([options.floor, options.mbox], links, options.pairs)
    program_count = count_by_program(options.program, options.mbox)

    ratios = [b / a for a, b in times]
    size = os.path.getsize(options.mbox) / 1e6
    print(f"mbox: {size:.0f} MB; messages: floor {floor_count}, mimebase {program_count}")
    print(f"floor, CPU seconds:     {spread([a for a, _ in times], 3)}")
    print(f"links -j1, CPU seconds: {spread([b for _, b in times], 3)}")
    print(f"ratio, pair by pair:    {spread(ratios, 3)}")
    print(f"links -j1: {statistics.median(ratios):.2f} times the GMime floor")
    if floor_count != program_count:
        print("The two do not read the same messages: the ratio means nothing.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
