#!/usr/bin/python3
"""Reads mail archives with mimebase on all machines of a Dask cluster.

    spread.py --scheduler HOST:PORT --out FOLDER INPUT... -- links [options of mimebase]

The archives are split into pieces: ranges of a large mbox, or some files of a folder. One run of mimebase on one of
the machines reads each piece and writes one JSON Lines file in FOLDER. `cat FOLDER/piece-*.jsonl` gives what a single
run over all INPUTs would write. FOLDER/manifest.jsonl describes each piece and its result. Running the same command
again does what is not done yet. See README.md next to this script.

Exit status: 0 everything was read; 1 something could not be read, or `check` found an error; 2 wrong usage; 3 a piece
could not be done or written; 130 interrupted.
"""

import argparse
import glob
import hashlib
import itertools
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import uuid
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from distributed import Client, as_completed, get_worker

MOST_FILES = 2000  # per piece: their names must fit into one command line
PIECE = re.compile(r"piece-[0-9]+\.jsonl")
NOT_IN_FULL = ": not read in full"  # end of the line that mimebase prints about a source that it could not read completely
RETRIES = 2  # of a failed piece; Dask reassigns the pieces of a lost worker in any case


@dataclass
class Job:
    """What all pieces have in common; sent to the workers with each piece."""

    mimebase: str
    version: str
    build: str  # build_of() it
    command: list[str]  # links, tree or check, and options
    directory: str  # what relative paths are relative to
    out: str
    piece_bytes: int
    piece_seconds: float
    piece_memory: int  # bytes of address space
    id: str = ""  # of the run, in the names of its unfinished files

    def run(self) -> dict:
        """What the pieces of a run share: the first line of the manifest."""
        return {"version": self.version, "build": self.build, "command": self.command, "directory": self.directory}


@dataclass
class Piece:
    """What one run of mimebase reads, and its state when the archives were split."""

    files: list  # of [path, size, time of the last change]
    in_folder: bool  # found in a folder, so that what is no mail is passed over
    range: list | None = None  # first byte, and the one behind the last, of an mbox
    first_message: int = 1

    def __str__(self) -> str:
        first, last = self.files[0][0], self.files[-1][0]
        if self.range:
            return f"{first}, bytes {self.range[0]} to {self.range[1]}"
        return first if len(self.files) == 1 else f"{first} to {last}, {len(self.files)} files"


# Functions for the workers. Dask sends them there, so no worker needs a copy of this script.


def state_of(path: str) -> list:
    """Size and modification time of a file, or of everything in a folder."""
    try:
        status = os.stat(path)
        states = [status]
        for parent, folders, names in os.walk(path) if stat.S_ISDIR(status.st_mode) else ():
            states += [os.lstat(os.path.join(parent, name)) for name in folders + names]
    except OSError:
        return [None, None]  # what is wrong, mimebase will say
    return [sum(s.st_size for s in states), max(s.st_mtime for s in states)]


def build_of(mimebase: str, directory: str) -> str:
    """SHA-256 of the program and of its library: builds of the same version may differ."""
    program = shutil.which(os.path.join(directory, mimebase) if os.sep in mimebase else mimebase)
    if program is None:
        raise FileNotFoundError(f"{mimebase}: is not there, or is no program")
    said = subprocess.run(["ldd", program], capture_output=True).stdout.decode(errors="surrogateescape")
    used = [line.split(" => ")[1].rsplit(" (", 1)[0] for line in said.splitlines() if " => " in line]
    digest = hashlib.sha256()
    for path in [program, *sorted(path for path in used if os.path.basename(path).startswith("libmimebase"))]:
        with open(path, "rb") as file:
            digest.update(hashlib.sha256(file.read()).digest())
    return digest.hexdigest()


def run_mimebase(job: Job, arguments: list[str], **options) -> subprocess.Popen:
    """Runs with a memory limit. A shell sets it, because a process with threads cannot set it for its child."""
    limit = 'ulimit -v "$0" && exec "$@"'
    words = ["sh", "-c", limit, str(job.piece_memory // 1024), job.mimebase, *arguments]
    words = [os.fsencode(word) for word in words]  # whatever the locale is there
    return subprocess.Popen(words, cwd=job.directory, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, **options)


class Deadline:
    """Kills a process that takes too long."""

    def __init__(self, process: subprocess.Popen, seconds: float):
        self.process, self.seconds, self.passed = process, seconds, False
        self.timer = threading.Timer(seconds, self.kill)

    def kill(self) -> None:
        self.passed = True
        self.process.kill()

    def __enter__(self):
        self.timer.start()
        return self

    def __exit__(self, *_) -> None:
        self.timer.cancel()

    def check(self) -> None:
        if self.passed:
            raise RuntimeError(f"took longer than {self.seconds:g} seconds")


def check_build(job: Job) -> None:
    """Also asks for the version: the program may be a script that calls another one."""
    with run_mimebase(job, ["--version"]) as process:
        version = process.stdout.read().decode().strip()
    if version != job.version:
        raise RuntimeError(f"{get_worker().name} has {version}, not {job.version}")
    if build_of(job.mimebase, job.directory) != job.build:
        raise RuntimeError(f"{get_worker().name} has another build of {version}")


def messages_of(job: Job, path: str) -> Iterator[dict]:
    """One row per message of an mbox. It is quick, because only the first byte of each is analysed."""
    quick = ["tree", "--quiet", "--format", "jsonl", "-j", "1", "--limits", "message=1", *input_kind(job.command)]
    with run_mimebase(job, [*quick, "--", path]) as process, Deadline(process, job.piece_seconds) as deadline:
        yield from map(json.loads, process.stdout)
        process.wait()
    deadline.check()
    if process.returncode not in (0, 1):  # 1: messages were longer than a byte
        raise RuntimeError(f"{path}: mimebase ended with {process.returncode} when the archive was to be cut")


def cuts_of(job: Job, path: str) -> list:
    """Starts of the pieces of an mbox: byte offset, and number of the message that starts there."""
    check_build(job)
    cuts = [[0, 1]]
    for row in messages_of(job, path):
        if row["offset"] - cuts[-1][0] >= job.piece_bytes:
            cuts.append([row["offset"], row["message"]])
    return cuts


def changed_file(job: Job, piece: Piece) -> str | None:
    states = ((path, state, state_of(os.path.join(job.directory, path))) for path, *state in piece.files)
    return next((path for path, before, now in states if now != before), None)


def read_piece(job: Job, name: str, piece: Piece) -> dict:
    """Has mimebase read a piece into a temporary file, and returns the result.

    The rows come through a pipe: if this worker is killed, its mimebase ends as well. No two attempts share a
    file, and the script that asked for the piece renames the one that it hears of.
    """
    check_build(job)
    arguments = [*job.command, *(["--as-in-folder"] if piece.in_folder else [])]
    if piece.range:
        arguments += ["--range", "{}:{}".format(*piece.range), "--first-message", str(piece.first_message)]
    part = os.path.join(job.out, f"{name}.{job.id}.{uuid.uuid4().hex}.part")
    digest, size, rows = hashlib.sha256(), 0, 0
    try:
        with tempfile.TemporaryFile() as said, open(part, "xb") as file:
            command = [*arguments, "--", *(path for path, *_ in piece.files)]
            with run_mimebase(job, command, stderr=said) as process, Deadline(process, job.piece_seconds) as deadline:
                while chunk := process.stdout.read(1 << 20):
                    file.write(chunk)
                    digest.update(chunk)
                    size, rows = size + len(chunk), rows + chunk.count(b"\n")
                process.wait()
            file.flush()
            os.fsync(file.fileno())
            said.seek(0)
            stderr = said.read().decode(errors="replace").splitlines()
        deadline.check()
        if process.returncode not in (0, 1):
            raise RuntimeError(f"mimebase ended with {process.returncode}: " + " ".join(stderr))
        # Exit status 1 has many reasons, some of which may be gone at the next attempt.
        if cut := next((line for line in stderr if line.endswith(NOT_IN_FULL)), None):
            raise RuntimeError(cut)
        if path := changed_file(job, piece):
            raise RuntimeError(f"{path} has changed since the archives were cut; start again")
    except BaseException:
        if os.path.exists(part):
            os.unlink(part)
        raise
    return {"part": part, "rows": rows, "bytes": size, "sha256": digest.hexdigest(), "status": process.returncode,
            "stderr": stderr, "worker": str(get_worker().name)}


# Splitting the archives.


class NotPlain(Exception):
    """A folder contains more than files and folders that can be listed."""


def input_kind(command: list[str]) -> list[str]:
    options = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    options.add_argument("--input")
    kind = options.parse_known_args(command)[0].input
    return ["--input", kind] if kind else []


def files_of(folder: str) -> Iterator[str]:
    """The files of a folder in the order of mimebase: byte order of paths, without the tmp of a Maildir."""
    try:
        with os.scandir(folder) as listing:
            entries = list(listing)
    except OSError as error:
        raise NotPlain from error
    folders = {entry.name for entry in entries if entry.is_dir(follow_symlinks=False)}
    for entry in sorted(entries, key=lambda e: os.fsencode(e.name + "/" * (e.name in folders))):
        if entry.name in folders:
            if entry.name != "tmp" or not folders & {"cur", "new"}:
                yield from files_of(entry.path)
        elif entry.is_file(follow_symlinks=False):
            yield entry.path
        else:
            raise NotPlain


def list_inputs(inputs: list[str]) -> list[tuple[bool, list]]:
    """A file that pieces consist of: whether it was found in a folder; path, size and time."""
    found = []
    for path in inputs:
        if os.path.isdir(path):
            try:
                found += [(True, [name, *state_of(name)]) for name in files_of(path)]
                continue
            except (NotPlain, RecursionError):
                say(f"{path}: holds links, or what is no file or cannot be listed: it is one piece")
        found.append((False, [path, *state_of(path)]))
    return found


def may_be_cut(path: str, size: int | None, piece_bytes: int) -> bool:
    """Whether a file is large and starts like an mbox. mimebase determines whether it is one."""
    if not size or size <= piece_bytes or os.path.isdir(path):
        return False
    try:
        with open(path, "rb") as file:
            return file.read(1 << 16).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"From ")
    except OSError:
        return False


def make_pieces(found: list[tuple[bool, list]], cuts: dict, piece_bytes: int) -> list[Piece]:
    """`cuts` has the split points of archives that can be split, by path."""
    pieces, size = [], piece_bytes
    for in_folder, file in found:
        starts = cuts.get(file[0], [])
        if len(starts) > 1:
            ends = [start for start, _ in starts[1:]] + [file[1]]
            pieces += [Piece([file], in_folder, [start, end], number) for (start, number), end in zip(starts, ends)]
            size = piece_bytes  # what follows is another piece
            continue
        if size >= piece_bytes or len(pieces[-1].files) == MOST_FILES or pieces[-1].in_folder != in_folder:
            pieces.append(Piece([], in_folder))
            size = 0
        pieces[-1].files.append(file)
        size += file[1] or 0
    return pieces


# The run.


class Manifest:
    """manifest.jsonl: a line for the run, one per split archive, one per piece.

    A line is added when something is done, so that nothing done is lost, whatever happens.
    """

    def __init__(self, path: str):
        self.path = path
        self.run, self.id, self.planned, self.archives, self.pieces = None, uuid.uuid4().hex, [], {}, {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for line in file:
                    if line.endswith("\n"):  # else the script was killed while it wrote
                        self.take(json.loads(line))

    def take(self, entry: dict) -> None:
        if "run" in entry:
            self.run, self.id = entry["run"], entry.get("id", self.id)
            self.planned = entry.get("planned", [])
        elif "archive" in entry:
            self.archives[entry["archive"]["file"][0]] = entry["archive"]
        else:
            self.pieces[entry["piece"]] = entry

    def add(self, entry: dict) -> None:
        self.take(entry)
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")

    def rewrite(self) -> None:
        """Writes everything in order to a temporary file, and renames it."""
        entries = [{"run": self.run, "id": self.id, "planned": self.planned}, *({"archive": archive} for archive in self.archives.values()),
                   *(self.pieces[name] for name in sorted(self.pieces))]
        with open(self.path + ".part", "w", encoding="utf-8") as file:
            file.writelines(json.dumps(entry) + "\n" for entry in entries)
        os.replace(self.path + ".part", self.path)


def visible(text: str) -> str:
    """Escapes file names, which may contain anything, so that they cannot control a terminal."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def say(sentence: str) -> None:
    print("spread.py:", visible(sentence), file=sys.stderr, flush=True)


def cut_archives(client: Client, job: Job, found: list, manifest: Manifest) -> dict:
    """The split points of all large archives, by path. Those in the manifest are not determined again."""
    cuts, futures = {}, {}
    for _, file in found:
        if not may_be_cut(file[0], file[1], job.piece_bytes):
            continue
        archive = {"file": file, "piece_bytes": job.piece_bytes}
        known = manifest.archives.get(file[0], {})
        if known == archive | {"cuts": known.get("cuts")}:
            cuts[file[0]] = known["cuts"]
        else:
            futures[client.submit(cuts_of, job, file[0], retries=RETRIES, pure=False)] = archive
    for future in as_completed(futures):
        archive = futures[future]
        path = archive["file"][0]
        try:
            cuts[path] = future.result()
            manifest.add({"archive": archive | {"cuts": cuts[path]}})
        except Exception as error:
            say(f"{path}: is not cut, and one piece: {error}")
    manifest.archives = {path: manifest.archives[path] for path in cuts}
    return cuts


def is_done(job: Job, name: str, piece: Piece, manifest: Manifest) -> bool:
    """Whether the manifest has exactly this piece, and its file is complete."""
    entry = manifest.pieces.get(name, {"error": "never tried"})
    if "error" in entry or any(entry.get(key) != value for key, value in asdict(piece).items()):
        return False
    path = os.path.join(job.out, name)
    return os.path.exists(path) and os.path.getsize(path) == entry["bytes"]


def keep_what_is_done(job: Job, pieces: dict, manifest: Manifest) -> None:
    """Removes from the manifest what must be done again, and reports why. Removes files that belong to no piece."""
    now = {file[0]: file for piece in pieces.values() for file in piece.files}
    read = [file for entry in manifest.pieces.values() for file in entry["files"] if "error" not in entry]
    for path in sorted({file[0] for file in read if now.get(file[0], file) != file}):
        say(f"{path}: has changed since it was read, and is read again")
    ours = {name for name in (*manifest.planned, *manifest.pieces) if PIECE.fullmatch(name)}
    if stranger := next((n for n in pieces if n not in ours and os.path.lexists(os.path.join(job.out, n))), None):
        raise RuntimeError(f"{os.path.join(job.out, stranger)} is not of this run: nothing is written over it")
    done = {name: manifest.pieces[name] for name, piece in pieces.items() if is_done(job, name, piece, manifest)}
    again = [name for name, entry in manifest.pieces.items() if name not in done and "error" not in entry]
    if again:
        say(f"{len(again)} pieces are not as they were written or not of the same files, and are done again")
    remove_all_but(done, ours, job)
    manifest.pieces, manifest.planned = done, list(pieces)
    manifest.rewrite()


def remove_all_but(names: dict, ours: set, job: Job) -> None:
    """Removes files of this run, as listed in the manifest: files of dropped pieces, and unfinished files of lost
    workers. Everything else in the folder belongs to somebody else."""
    begun = glob.glob(os.path.join(glob.escape(job.out), f"piece-*.jsonl.{job.id}.*.part"))
    for path in [*begun, *(os.path.join(job.out, name) for name in ours if name not in names)]:
        if os.path.lexists(path):
            os.unlink(path)


def spread(client: Client, job: Job, pieces: dict, manifest: Manifest) -> None:
    """Has the pieces read. Only a few per worker are in progress, so that millions do not fill memory."""
    waiting = iter([name for name in pieces if name not in manifest.pieces])
    under_way, names = as_completed(), {}

    def submit_more() -> None:
        room = max(64, 4 * sum(client.nthreads().values())) - under_way.count()
        for name in itertools.islice(waiting, max(room, 0)):
            future = client.submit(read_piece, job, name, pieces[name], retries=RETRIES, pure=False)
            names[future.key] = name
            under_way.add(future)

    submit_more()
    for future in under_way:
        name = names.pop(future.key)
        entry = {"piece": name, **asdict(pieces[name])}
        try:
            result = future.result()
            os.replace(result.pop("part"), os.path.join(job.out, name))
            entry |= result
        except Exception as error:  # the worker's, Dask's, or ours where the folder is not the same everywhere
            entry["error"] = f"{type(error).__name__}: {error}"
            say(f"{name}: {entry['error']}")
        manifest.add(entry)
        for line in entry.get("stderr", ()):
            print(line, file=sys.stderr)
        told = f"{len(manifest.pieces)} of {len(pieces)}: {name}, {entry.get('rows', 'no')} rows of {pieces[name]}"
        print(visible(told), flush=True)
        submit_more()


def run(client: Client, job: Job, inputs: list[str], manifest: Manifest) -> int:
    if not client.nthreads():
        say("no worker is there yet: waiting")
        client.wait_for_workers(1)
    found = list_inputs(inputs)
    cut = make_pieces(found, cut_archives(client, job, found, manifest), job.piece_bytes)
    digits = max(6, len(str(len(cut))))
    pieces = {f"piece-{number:0{digits}}.jsonl": piece for number, piece in enumerate(cut, 1)}
    keep_what_is_done(job, pieces, manifest)
    spread(client, job, pieces, manifest)
    remove_all_but(pieces, set(), job)
    manifest.rewrite()
    failed = [name for name, entry in manifest.pieces.items() if "error" in entry]
    if failed:
        say(f"{len(failed)} of {len(pieces)} pieces could not be done: start again to try them once more")
        return 3
    return max((entry["status"] for entry in manifest.pieces.values()), default=0)


def try_command(job: Job) -> str | None:
    """Why mimebase cannot be run like this on this machine; checked before it is run everywhere."""
    done = subprocess.run([job.mimebase, *job.command, "-"], input=b"Subject: x\n\nx\n", capture_output=True)
    if done.returncode not in (0, 1):
        return done.stderr.decode(errors="replace")
    strangers = {json.loads(row)["source"] for row in done.stdout.splitlines()} - {"-"}
    return f"an INPUT stands before the --, not behind it: {min(strangers)}" if strangers else None


def parse(words: list[str]) -> tuple[argparse.Namespace, list[str]]:
    dashes = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(usage="%(prog)s [options] --out FOLDER INPUT... -- links|tree|check [options]",
                                     description=__doc__.split("\n\n")[2], allow_abbrev=False)
    scheduler = parser.add_mutually_exclusive_group(required=True)
    scheduler.add_argument("--scheduler", metavar="HOST:PORT", help="where dask-scheduler listens")
    scheduler.add_argument("--scheduler-file", metavar="FILE", help="the file that it wrote")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="where the pieces go; all machines share it")
    parser.add_argument("--piece-megabytes", type=float, default=256, metavar="N", help="how large a piece is (256)")
    parser.add_argument("--mimebase", default="mimebase", metavar="PROGRAM", help="what the machines run (mimebase)")
    parser.add_argument("--piece-timeout", type=float, default=3600, metavar="SECONDS",
                        help="how long a piece may take (3600)")
    parser.add_argument("--piece-memory", type=float, default=8192, metavar="N",
                        help="how many megabytes of memory a piece may take (8192)")
    parser.add_argument("inputs", nargs="+", metavar="INPUT", help="a file or a folder; all machines share them")
    options, command = parser.parse_args(words[:dashes]), words[dashes + 1:]
    if not command or command[0] not in ("links", "tree", "check"):
        parser.error("behind -- stands links, tree or check, with options for it")
    for word in command:
        if word.split("=")[0] in ("--", "--unique", "--range", "--first-message", "--progress"):
            parser.error(f"{word} is for one run over all messages, and here are many runs")
        if word == "--quiet":
            parser.error("--quiet would hide what was not read in full")
    if {"-o", "--output"} & {word.split("=")[0] for word in command}:
        parser.error("--out says where the rows go, so -o (--output) is not possible")
    command, form = without_format(command)
    if form not in (None, "jsonl"):
        parser.error(f"the pieces are JSON Lines, so --format {form} is not possible")
    if "-" in options.inputs:
        parser.error("standard input cannot be spread")
    if not any(word.startswith("-j") for word in command):
        command += ["-j", "1"]
    return options, [*command, "--format", "jsonl", "-o", "-"]


def without_format(command: list[str]) -> tuple[list[str], str | None]:
    """The command without --format, and the format that it named."""
    for i, word in enumerate(command):
        if word == "--format" and i + 1 < len(command):
            return command[:i] + command[i + 2:], command[i + 1]
        if word.startswith("--format="):
            return command[:i] + command[i + 1:], word.removeprefix("--format=")
    return command, None


def main() -> int:
    sys.stdout.reconfigure(errors="backslashreplace")
    options, command = parse(sys.argv[1:])
    try:
        version = subprocess.run([options.mimebase, "--version"], capture_output=True, text=True).stdout.strip()
        build = build_of(options.mimebase, os.getcwd())
    except OSError as error:
        say(f"{options.mimebase}: {error.strerror or error}")
        return 2
    piece_bytes = max(int(options.piece_megabytes * 1e6), 1)
    job = Job(options.mimebase, version, build, command, os.getcwd(), os.path.abspath(options.out), piece_bytes,
              options.piece_timeout, int(options.piece_memory * 1e6))
    if reason := try_command(job):
        say(reason.strip())
        return 2
    manifest = Manifest(os.path.join(job.out, "manifest.jsonl"))
    if manifest.run not in (None, job.run()):
        say(f"{options.out} holds another run (or one of another build), whose pieces do not go with these: {json.dumps(manifest.run)}")
        return 2
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        os.makedirs(job.out, exist_ok=True)
        manifest.run, job.id = job.run(), manifest.id
        manifest.rewrite()
        with Client(options.scheduler, scheduler_file=options.scheduler_file) as client:
            return run(client, job, options.inputs, manifest)
    except KeyboardInterrupt:
        say("interrupted; the same command goes on with what is not done yet")
        return 130
    except (OSError, RuntimeError) as error:
        say(str(error))
        return 3


if __name__ == "__main__":
    exit_status = main()
    sys.stdout.flush()
    os._exit(exit_status)  # else Dask's threads may complain of connections that are closed now
