"""Shared by the tests of the command line: running the program, and finding files."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(os.environ.get("MIMEBASE_SOURCE_ROOT", pathlib.Path(__file__).parents[2]))
SAMPLES = ROOT / "samples"
SCHEMAS = ROOT / "src" / "write" / "schema"
EXE = os.environ.get("MIMEBASE_EXE", str(ROOT / "build" / "src" / "cli" / "mimebase"))

# The keys of the JSON Lines, in their order.
LINK_KEYS = (
    "source message offset message_id date from subject part content_type in_message_id context hidden start end "
    "text reference resolved status target_part base base_section base_by base_part host kind wrappers unwrapped where page "
    "host_unicode permalink permalink_names"
).split()
TREE_KEYS = (
    "source message offset message_id part depth content_type charset transfer_encoding disposition filename size "
    "heading body content_id content_location searched base base_section base_by base_part chain"
).split()
CANDIDATE_KEYS = "section by part raw url state".split()


def sample_files():
    """The example messages that are written by hand; house/test_reader_tables.py and suite/test_suite.py compare the others."""
    made = {SAMPLES / "readers", SAMPLES / "suite", SAMPLES / "study"}
    return sorted(p for p in SAMPLES.rglob("*") if p.suffix in (".eml", ".mht", ".mbox") and not made.intersection(p.parents))


def corpora_files():
    """Messages that this project did not write, if they are available."""
    folder = pathlib.Path(os.environ.get("MIMEBASE_CORPORA", ROOT.parent / "shared" / "corpora"))
    endings = (".eml", ".mht", ".mhtml", ".mbox", ".msg", ".txt", "")
    return sorted(p for name in ("mail", "mhtml") for p in (folder / name).rglob("*")
                  if p.is_file() and p.suffix in endings and p.name not in ("SOURCE.txt", "LICENSE"))


FAULTS_MODULE = os.environ.get("MIMEBASE_FAULTS_MODULE", str(ROOT / "build" / "tests" / "cli" / "faults.so"))
HAS_FAULTS = os.path.exists(FAULTS_MODULE)
# Without rows, these say why, if an option rejects them.
ROW_COMMANDS = {"links", "tree", "check", "compare", "ledger"}
OUTPUT_OPTION = {"-o", "--output"}
# A sanitizer needs terabytes of address space, and ends the program in its own way if it cannot have them.
SANITIZED = os.environ.get("MIMEBASE_SANITIZE", "none") != "none"
COMMANDS = ("links", "tree", "check", "rewrite", "extract", "compare", "report", "ledger", "pieces")
# Tests of what messages mean start one process a run, not three. The rows are the same (test_isolation.py compares them), and
# all other tests isolate as users do, unless they say what they do. Those of hostile mail also do when sanitizers watch
# instead, where each process starts slowly.
IN_ONE_PROCESS = os.path.basename(sys.argv[0]) in {
    f"test_{subject}.py" for subject in ("bases", "check", "compare", "deceptions", "defang", "find", "message_cut", "mime", "parts",
                                         "readers", "references", "rewrite", "rewrite_documents", "rewrite_structure", "unwrap",
                                         *(["hostile"] if SANITIZED else []))}
NO_FAULTS = "no module that makes calls fail was built: it cannot be preloaded before a sanitizer's"


def faults_env(rules, path=None, log=None):
    """The environment that makes system calls fail by these rules; see the beginning of faults.cpp."""
    env = {"LD_PRELOAD": FAULTS_MODULE, "MIMEBASE_FAULTS": rules}
    if path is not None:
        env["MIMEBASE_FAULTS_PATH"] = path
    if log is not None:
        env["MIMEBASE_FAULTS_LOG"] = os.fspath(log)
    return env


def where_it_runs(arguments, in_one_process=IN_ONE_PROCESS):
    """The arguments, with the option if one process is to do it all."""
    if in_one_process and arguments[0] in COMMANDS and "--no-isolation" not in arguments:
        return [arguments[0], "--no-isolation", *arguments[1:]]
    return arguments


def run(*arguments, input=b"", cwd=None, env=None, timeout=600, faults=None, faults_path=None, **options):
    """Returns the finished process; its output is bytes. `faults` are rules of faults.cpp, which apply to one process only.
    Each must apply at least once, or this fails."""
    arguments = where_it_runs(arguments, faults is not None or IN_ONE_PROCESS)
    if faults is not None:
        with tempfile.NamedTemporaryFile(prefix="mimebase-faults-") as log:
            done = run(*arguments, input=input, cwd=cwd, timeout=timeout, **options,
                       env={**(env or {}), **faults_env(faults, faults_path, log.name)})
            struck = set(log.read().decode().split())
        assert struck == set(faults.split()), f"of {faults} only {struck} struck"
        return done
    if not {"stdin"} & set(options):
        options["input"] = input
    options.setdefault("stdout", subprocess.PIPE)
    return subprocess.run([EXE, *map(os.fspath, arguments)], cwd=cwd or ROOT, stderr=subprocess.PIPE,
                          env={**os.environ, **(env or {})}, timeout=timeout, **options)


def signals_by_default():
    """For Popen's `preexec_fn`, before a signal is sent: nohup and background jobs ignore some signals."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def wait_for_output(process, folder):
    """Waits until the process has a file in the folder open for writing, even one without a name."""
    while process.poll() is None:
        for number in os.listdir(f"/proc/{process.pid}/fd"):
            try:
                path = os.readlink(f"/proc/{process.pid}/fd/{number}")
                with open(f"/proc/{process.pid}/fdinfo/{number}", encoding="ascii") as info:
                    flags = int(next(line for line in info if line.startswith("flags:")).split()[1], 8)
            except OSError:
                continue
            if path.startswith(f"{os.path.realpath(folder)}/") and flags & os.O_ACCMODE != os.O_RDONLY:
                return
        time.sleep(0.005)


def children_of(parent):
    """(id, state) of each child process."""
    found = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.append((int(stat.parent.name), fields[0]))
    return found


def rows_of(output):
    """Parses JSON Lines: bytes in, objects out, with keys in order."""
    text = output.decode("utf-8")
    assert text == "" or text.endswith("\n"), "the last line has no end"
    return [json.loads(line) for line in text.split("\n")[:-1]]


class CliTest(unittest.TestCase):
    maxDiff = 4000

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="mimebase-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def rows_of_each(self, command, cases, ok=False):
        """The rows of each (message, options). One process reads all messages that have the same options; `ok`: by run_ok()."""
        found = [[] for _ in cases]
        for options in dict.fromkeys(tuple(options) for _, options in cases):
            folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
            numbers = {}
            for number, (message, its) in enumerate(cases):
                if tuple(its) == options:
                    path = folder / f"{number}.eml"
                    path.write_bytes(message.encode() if isinstance(message, str) else message)
                    numbers[str(path)] = number
            arguments = (command, "--format=jsonl", *options, *numbers)
            for row in rows_of(self.run_ok(*arguments) if ok else run(*arguments).stdout):
                found[numbers[row["source"]]].append(row)
        return found

    def run_ok(self, *arguments, **options):
        """Returns standard output. Standard error must be empty, but without rows it may have a sentence that says why."""
        done = run(*arguments, **options)
        self.assertEqual(done.returncode, 0, (arguments, done.stderr))
        if done.stdout == b"" and arguments[0] in ROW_COMMANDS and "--quiet" not in arguments and OUTPUT_OPTION.isdisjoint(arguments):
            self.assertRegex(done.stderr, rb"\A(mimebase: [^\n]+\n)?\Z", arguments)
        else:
            self.assertEqual(done.stderr, b"", arguments)
        return done.stdout

    def rows(self, command, *arguments, **options):
        return rows_of(self.run_ok(command, "--format", "jsonl", *arguments, **options))

    def assert_fails(self, status, said, *arguments, **options):
        """Checks the exit status, and that standard error has one or more lines that contain `said`."""
        done = run(*arguments, **options)
        self.assertEqual(done.returncode, status, (arguments, done.stderr[:500]))
        self.assertIn(said, done.stderr.decode("utf-8"))
        return done


main = unittest.main
