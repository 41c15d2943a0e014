"""Shared by mail programs whose viewer a small program of ours shows: compiles it, and runs it without a display."""

import json
import os
import select
import shlex
import signal
import subprocess

from answers import NOTHING, part, url
from message import TOKEN, part_of_marker
from parts_of_mail import Shown
from setup import without_network

HERE = os.path.dirname(os.path.abspath(__file__))
# A viewer now and then never shows a message. It does so in the next process.
SILENCE_SECONDS = 60
ATTEMPTS = 2
# A click runs no scripts.
BLOCKED = {"javascript", "vbscript", "data", "blob"}


def build(folder, source, packages, *options):
    """Compiles the program, and returns its path."""
    def flags(kind):
        return shlex.split(subprocess.run(["pkg-config", kind, *packages], check=True, stdout=subprocess.PIPE).stdout.decode())
    program = os.path.join(folder, "viewer")
    compiler = ["gcc"] if source.endswith(".c") else ["g++", "-std=c++20", "-fPIC"]
    subprocess.run([*compiler, "-w", *flags("--cflags"), os.path.join(HERE, source), "-o", program, *options, *flags("--libs")], check=True)
    return program


def start(program, folder, environment, files):
    run = os.path.join(folder, "run")
    os.makedirs(run, mode=0o700, exist_ok=True)
    command = ["dbus-run-session", "--", "xvfb-run", "-a", "-s", "-screen 0 1024x1400x24", program, *files]
    return subprocess.Popen(without_network(command), env={**os.environ, "HOME": folder, "XDG_RUNTIME_DIR": run, "LANG": "C.UTF-8", **environment},
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)


def lines_of_process(process):
    """The lines of one process, up to its end or a long silence."""
    while select.select([process.stdout], [], [], SILENCE_SECONDS)[0]:
        line = process.stdout.readline()
        if not line:
            return
        if line.startswith(b"{"):  # other lines are those of the desktop
            yield json.loads(line)


def lines_of(program, folder, environment, files):
    """One line per file; None for a message that the viewer never shows."""
    attempts = 0
    while files:
        process = start(program, folder, environment, files)
        done = 0
        try:
            for line in lines_of_process(process):
                done += 1
                yield line
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)  # its session alone
            except ProcessLookupError:
                pass
            process.wait()
        attempts = 0 if done else attempts + 1
        files = files[done:]
        if attempts == ATTEMPTS:
            attempts, files = 0, files[1:]
            yield None


def functions(lines_of, version, answers_of, shown_of):
    """The functions `run` and `shown` of the module of a reader. `lines_of` installs it, so that it has a version."""
    def run(files, experiments):
        found = found_in(lines_of(files), experiments, answers_of)
        return version(), found

    def shown(files, parts):
        lines = lines_of(files)
        return version(), [shown_of(line, one) if line else None for line, one in zip(lines, parts, strict=True)]

    return run, shown


def tokens_of(text):
    return {found.lower() for found in TOKEN.findall(text or "")}


def is_inside(target):
    return target is None or target.split(":")[0] in BLOCKED


def tokens_for(target, number, labels):
    """The part knows by which reference it was found, if its labels contain the token of one."""
    named = labels.get(number, ())
    return named if len(named) == 1 else tokens_of(target)


def answers_of(requested, links, labels):
    """`requested`: (URL, content or None). `links`: (token, URL or None). `labels`: see message.labels_of."""
    found = {}
    for target, content in requested:
        number = part_of_marker(content.encode("latin-1")) if content else None
        # A "cid:" that names no part is requested, and is nothing.
        answer = part(number) if number else NOTHING if target.startswith("cid:") else url(target, "load")
        for token in tokens_for(target, number, labels):
            found.setdefault(token, answer)
    for token, target in ((token, target) for token, target in links if token):
        found[token] = NOTHING if is_inside(target) else url(target)
    return found


def shown_of(requested, targets, parts):
    """The sets of a message of others. A "cid:" that names no part is requested, and is nothing."""
    loads = {parts.target_of(one, None) for one in requested}
    return Shown({"url " + one for one in targets if not is_inside(one)}, {one for one in loads if not one.startswith("url cid:")})


def found_in(lines, experiments, answers_of):
    """{experiment: {token: Answer}}. What was not shown has no rows."""
    pairs = zip(lines, experiments, strict=True)
    return {one.name: answers_of(line, one) if line else dict.fromkeys(one.references) for line, one in pairs}
