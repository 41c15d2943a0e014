"""Shared by the tests of the Python module: the module of this build, for the interpreter that it was built for."""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "cli")]

from support import EXE, ROOT, SAMPLES, CliTest, main  # noqa: E402, F401

FOLDER = os.environ.get("MIMEBASE_PYTHON_FOLDER", str(ROOT / "build" / "src" / "python"))
# Why there is no module; empty if there is one.
MISSING = os.environ.get("MIMEBASE_PYTHON_MISSING", "")
# The helper program with faults that messages can ask for.
PLANTED = os.environ.get("MIMEBASE_READ_ROWS_PLANTED", "")
mimebase = None
if not MISSING:
    sys.path[:0] = [FOLDER]
    import mimebase


def plain(row):
    """A row as it would be after a round trip through JSON."""
    return json.loads(json.dumps(row.asdict()))


def message(number, fault=None, lines=20):
    planted = f"X-Planted: {fault}\n" if fault else ""
    body = "".join(f'<a href="{number}/{line}">there</a>\n' for line in range(lines))
    return (f"From a@example.org Thu Jan  1 00:00:00 2004\nSubject: {number}\nBase: <URL:http://example.org/a/>\n{planted}"
            f"Content-Type: text/html\n\n{body}\n").encode()


def descendants(pid):
    """The processes that this one and its children have made, with their states."""
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            with open(f"/proc/{name}/stat") as file:
                state, parent = file.read().rpartition(")")[2].split()[:2]
            parents[int(name)] = (int(parent), state)
    found, waiting = {}, [pid]
    while waiting:
        parent = waiting.pop()
        children = {child: state for child, (its, state) in parents.items() if its == parent}
        found.update(children)
        waiting += children
    return found


class PythonTest(CliTest):
    def setUp(self):
        if MISSING:
            self.skipTest(f"the Python module was not built: {MISSING}")
        super().setUp()

    def by_command(self, command, *arguments, input=b""):
        """Returns the rows of the command line, and its standard error."""
        done = subprocess.run([EXE, command, "--format", "jsonl", *map(os.fspath, arguments)], input=input,
                              cwd=ROOT, capture_output=True)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        said = [line.removeprefix("mimebase: ") for line in done.stderr.decode().splitlines()]
        return [json.loads(line) for line in done.stdout.decode().split("\n")[:-1]], said

    def in_python(self, code, *arguments, status=0, **options):
        """Runs this in another interpreter. Returns its output."""
        environment = {**os.environ, "PYTHONPATH": FOLDER, **options.pop("env", {})}
        done = subprocess.run([sys.executable, "-c", code, *map(os.fspath, arguments)], cwd=ROOT, timeout=300,
                              capture_output=True, env=environment, **options)
        self.assertEqual(done.returncode, status, done.stderr.decode(errors="replace")[-2000:])
        return done.stdout.decode()


def need(name):
    """Imports a third-party module, or skips the test."""
    try:
        return __import__(name)
    except ImportError:
        raise unittest.SkipTest(f"{name} is not installed for {sys.executable}") from None
