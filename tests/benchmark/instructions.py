#!/usr/bin/env python3
"""Counts the instructions that each message takes, in one process that valgrind's callgrind runs. They are the same each time.

    instructions.py --program mimebase [--bytes 8000] [--only SHAPE,...]      # the documents of document_shapes.py, at N, 2N and 4N bytes
    instructions.py --program mimebase --mail BUILD     # real-like mail: the rows of tests/house/instructions.tsv for this build folder

The cost of a document is a constant and a cost per byte, as long as it is linear: a byte from 2N to 4N then costs as much as one from
N to 2N, and twice as much if the cost is quadratic. The limits of work are lower than usual: what is beyond them is linear, too."""

import argparse
import json
import pathlib
import platform
import random
import re
import resource
import subprocess
import sys
import tempfile

import make_mbox
from document_shapes import CHARGED, DOCUMENT_SHAPES, documents

# Each message begins here (analyze/analyze.cpp).
BEGINS = "mimebase::analysis::MessageReader::read(*"
# The greatest growth that counts as linear, and the least instructions per byte that are compared at all: allocators and tables that
# double make smaller numbers jump.
GROWTH = 1.5
LEAST = 200
STEPS = (1, 2, 4)
MOST_SECONDS = 240
SMALL = b"Subject: x\n\nx\n"


class Uncounted(Exception):
    """The program ended otherwise than expected, or has no symbols."""


def instructions(program, messages, command=("links", "--format", "jsonl", "--limits", "document-steps=1000000,document-objects=20000")):
    """The number of instructions of each message, with what is freed of it when the next one begins: a small one."""
    def bound():
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))

    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, message in enumerate([*(one for message in messages for one in (message, SMALL)), SMALL]):
            paths.append(pathlib.Path(folder, f"{number:04}.eml"))
            paths[-1].write_bytes(message)
        out = pathlib.Path(folder, "counts")
        done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", f"--dump-before={BEGINS}", program, *command, "--no-isolation", *map(str, paths)],
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=bound)
        if done.returncode not in (0, 1):
            raise Uncounted(f"valgrind ended with {done.returncode}: {done.stderr[-300:].decode(errors='replace')}")
        # The first dump is of the start of the program.
        dumps = [pathlib.Path(f"{out}.{number}") for number in range(2, len(paths) + 1)]
        if not all(dump.exists() for dump in dumps):
            raise Uncounted(f"{BEGINS} was not called for each message")
        counts = [int(re.search(r"^summary: (\d+)", dump.read_text(errors="replace"), re.M)[1]) for dump in dumps]
        return [sum(pair) for pair in zip(counts[::2], counts[1::2])]


def growth(sizes, counts):
    """How much more a byte from 2N to 4N costs than one from N to 2N. None if that is too little to say."""
    first, second = ((counts[at + 1] - counts[at]) / max(sizes[at + 1] - sizes[at], 1) for at in (0, 1))
    return None if second < LEAST else second / max(first, LEAST)


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


def not_linear(found):
    return {name: (counts, grown) for name, (_, counts, grown) in found.items() if grown and grown > GROWTH and name not in CHARGED}


def mail_samples():
    """{name: an mbox}: mail as people and services send it, without and with documents. The same each time."""
    mail = make_mbox.synthetic_messages(20) + make_mbox.newsletters(15)
    with_documents = mail + list(documents.samples().values()) * 4
    random.Random(45).shuffle(with_documents)
    return {name: b"".join(map(make_mbox.record, messages)) for name, messages in (("mail", mail), ("mail with documents", with_documents))}


def own_cost(profile):
    """The instructions of a profile of callgrind that are in objects of mimebase, and not in what they call."""
    names, current, total, is_inclusive = {}, "", 0, False
    for line in profile.splitlines():
        if found := re.match(r"ob=\((\d+)\)(?: (.*))?", line):
            current = names.setdefault(found[1], found[2])
        elif found := re.match(r"cob=\((\d+)\) (.*)", line):
            names.setdefault(found[1], found[2])
        elif line.startswith("calls="):
            is_inclusive = True  # the next line has what was called
        elif re.match(r"[+\-*\d]", line):
            if not is_inclusive and "mimebase" in pathlib.PurePath(current).name:
                total += int(line.split()[1])
            is_inclusive = False
    return total


def of_mail(program, mbox):
    """The instructions of our own code for the messages of an mbox. Those of libraries vary by their version and the processor, and
    those of the start with the number of options."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = pathlib.Path(folder, "sample.mbox"), pathlib.Path(folder, "counts")
        path.write_bytes(mbox)
        done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", f"--toggle-collect={BEGINS}", program, "links", "--format", "jsonl",
                               "--no-isolation", path], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        count = own_cost(out.read_text(errors="replace")) if out.exists() else 0
        if done.returncode not in (0, 1) or count == 0:
            raise Uncounted(f"valgrind ended with {done.returncode}: {done.stderr[-300:].decode(errors='replace')}")
        return count


def of_program(command):
    """All instructions of a command."""
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *map(str, command)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    found = re.search(rb"Collected : (\d+)", done.stderr)
    if done.returncode not in (0, 1) or not found:
        raise Uncounted(f"valgrind ended with {done.returncode}: {done.stderr[-300:].decode(errors='replace')}")
    return int(found[1])


def build_of(folder):
    """What decides how many instructions a build takes: compiler, processor, and options that change code."""
    info = json.loads(subprocess.run(["meson", "introspect", "--buildoptions", folder], stdout=subprocess.PIPE, check=True).stdout)
    options = {option["name"]: option["value"] for option in info}
    commands = json.loads(pathlib.Path(folder, "compile_commands.json").read_text())
    words = commands[0]["command"].split()
    compiler = next(word for word in words if pathlib.PurePath(word).name != "ccache")
    version = subprocess.run([compiler, "-dumpfullversion", "-dumpversion"], stdout=subprocess.PIPE, check=True).stdout.decode().split(".")[0]
    arguments = [word for word in options["cpp_args"] if word.startswith(("-D", "-O", "-f", "-m"))]
    unity = f"unity {options['unity_size']}" if options["unity"] == "on" else "no unity"
    return " ".join([pathlib.PurePath(compiler).name, version, platform.machine(), f"-O{options['optimization']}", unity,
                     *(["lto"] if options["b_lto"] else []), *sorted(arguments)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--bytes", type=int, default=8000)
    parser.add_argument("--only", default="")
    parser.add_argument("--mail", default="", metavar="BUILD")
    options = parser.parse_args()
    if options.mail:
        for name, mbox in mail_samples().items():
            print(build_of(options.mail), name, of_mail(options.program, mbox), sep="\t")
        return 0
    found = measure(options.program, options.bytes, options.only.split(",") if options.only else list(DOCUMENT_SHAPES))
    print(f"{'shape':<42}{'instructions per byte':>30}{'growth':>8}")
    for name, (sizes, counts, grown) in found.items():
        print(f"{name:<42}" + "".join(f"{count / size:>10.0f}" for size, count in zip(sizes, counts)) + f"{grown or 0:>8.2f}" + ("  not linear" if name in not_linear(found) else f"  {CHARGED[name]}" if name in CHARGED else ""))
    return int(bool(not_linear(found)))


if __name__ == "__main__":
    sys.exit(main())
