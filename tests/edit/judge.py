#!/usr/bin/env python3
"""Checks `mimebase rewrite` on arbitrary files of mail. The output is compared with the manifest, with the rows of
`links` and `tree`, and with Python's `email`. Prints the number of checks of each kind, and the differences.

    tests/edit/judge.py [--relative] [-j N] [FILE|FOLDER...]     (default: the corpora of tests/README.md)
    tests/edit/judge.py --random COUNT [--first SEED]

--relative makes most absolute URLs relative first (relative.py), because real mail has few relative ones.
--random uses random messages (random_mail.py).
Exit status 1 if anything differs.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "cli")]

import random_mail  # noqa: E402
from manifest import Broken, Manifest, applied  # noqa: E402
from pairs import Pair, judge_pair, messages_of, rows_by_message  # noqa: E402
from relative import relative  # noqa: E402
from support import EXE, corpora_files, rows_of, where_it_runs  # noqa: E402

RETRIEVAL = "http://retrieval.example/dir/page"
# With these options, only the manifest, undoing, and a second rewrite are checked.
OPTIONS = (("--retrieval-url", RETRIEVAL, "--break-signatures", "--cid", "location", "--annotate"),
           ("--retrieval-url", RETRIEVAL, "--base", "drop", "--only", "html,headings", "--if-dkim", "keep"))
FILES_AT_ONCE = 40


class Findings:
    """The number of checks of each kind, and the differences."""

    def __init__(self):
        self.counts, self.differences, self.source = collections.Counter(), [], ""

    def count(self, check, number=1):
        self.counts[check] += number

    def differs(self, check, detail):
        self.differences.append((check, self.source, str(detail)[:600]))

    def expect(self, check, holds, detail):
        self.count(check)
        if not holds:
            self.differs(check, detail() if callable(detail) else detail)

    def add(self, other):
        self.counts += other.counts
        self.differences += other.differences


def run(*arguments):
    """In one process, because many are started: what a worker writes is the same (cli/test_isolation.py)."""
    return subprocess.run([EXE, *map(os.fspath, where_it_runs(arguments, in_one_process=True))], stdin=subprocess.DEVNULL, capture_output=True, timeout=900)


class Rewriting:
    """One file and its rewrite: `path` is the input, `result` the output."""

    def __init__(self, source, folder, make_relative):
        self.source = source
        folder.mkdir()
        data = source.read_bytes()
        self.original = relative(data) if make_relative else data
        self.path = folder / source.name
        self.path.write_bytes(self.original)
        (folder / "result").mkdir()
        self.result_path = folder / "result" / source.name
        self.result, self.manifest, self.plain = b"", None, None

    def rewrite(self, name, path, *options):
        """Returns the status, the output, and the manifest."""
        out, rows = self.path.parent / f"{name}.out", self.path.parent / f"{name}.jsonl"
        done = run("rewrite", *options, "--manifest", rows, "-o", out, path)
        if done.returncode not in (0, 1) or not out.exists():
            return done, None, None
        return done, out.read_bytes(), rows.read_bytes()


def judge_edits(findings, check, original, result, rows, path):
    """Applying the manifest to the original gives the result."""
    try:
        manifest = Manifest(rows)
        findings.count("edits", len(manifest.edits))
        findings.count("notes", len(manifest.notes))
        for row in manifest.edits:
            findings.count(f"edits: {row['reason']}")
        for row in manifest.notes:
            findings.count(f"notes: {row['reason']}", row["references"] or 1)
        findings.expect(check, applied(original, manifest.of_source(str(path))) == result,
                        "bytes outside of edits are others")
        findings.expect(check, manifest.edits or original == result, "no edit, and other bytes")
        return manifest
    except (Broken, ValueError) as error:
        findings.expect(check, False, error)
        return None


def judge_bytes(findings, item, other_options):
    """Rewrites without and with a base, undoes it, and rewrites again. Returns False if there is nothing to check."""
    done, plain, rows = item.rewrite("plain", item.path)
    if plain is None or not plain:
        findings.expect("what is no mail", done.returncode == 1 and not item.original.strip(),
                        f"exit {done.returncode}: {done.stderr[:300]}")
        return False
    item.plain = judge_edits(findings, "without a base", item.original, plain, rows, item.path)
    status, item.result, rows = item.rewrite("absolute", item.path, "--retrieval-url", RETRIEVAL)
    if item.result is None:
        findings.differs("with a base", f"exit {status.returncode}: {status.stderr[:300]}")
        return False
    item.manifest = judge_edits(findings, "with a base", item.original, item.result, rows, item.path)
    item.result_path.write_bytes(item.result)
    judge_way_back(findings, item, "absolute", item.result_path, "--retrieval-url", RETRIEVAL)
    for options in other_options:
        _, result, rows = item.rewrite("other", item.path, *options)
        judge_edits(findings, " ".join(options), item.original, result, rows, item.path)
        judge_way_back(findings, item, "other", item.path.parent / "other.out", *options)
    return item.manifest is not None and item.plain is not None


def judge_way_back(findings, item, name, result_path, *options):
    """Undoing gives the original. Rewriting again with the same options changes nothing."""
    back, result = item.path.parent / "back", result_path.read_bytes()
    done = run("rewrite", "--undo", item.path.parent / f"{name}.jsonl", "-o", back, result_path)
    findings.expect("undo", done.returncode == 0 and back.read_bytes() == item.original,
                    f"{options}: exit {done.returncode}: {done.stderr[:300]}")
    _, again, rows = item.rewrite("again", result_path, *options)
    findings.expect("a second rewrite", again == result, lambda: (options, Manifest(rows).edits[:2]))


def rows(command, paths, *options):
    """The rows of each path, by message number."""
    done = run(command, "--format", "jsonl", *options, "--", *paths)
    return rows_by_message(rows_of(done.stdout))


def judge_no_base(findings, items, links):
    """If nothing resolves, there is no edit."""
    for item in items:
        resolved = [row for message in links.get(str(item.path), {}).values() for row in message
                    if row["status"] == "resolved"]
        findings.source = str(item.source)
        if not resolved:
            findings.expect("nothing resolves, nothing changes", not item.plain.edits, lambda: item.plain.edits[0])


def judge_files(files, make_relative, other_options):
    findings = Findings()
    with tempfile.TemporaryDirectory(prefix="mimebase-judge-") as folder:
        items = []
        for number, source in enumerate(files):
            item = Rewriting(source, pathlib.Path(folder) / str(number), make_relative)
            findings.source = str(source)
            findings.count("files")
            if judge_bytes(findings, item, other_options):
                items.append(item)
        judge_contents(findings, items, pathlib.Path(folder))
    return findings


def judge_contents(findings, items, folder):
    paths, results = [item.path for item in items], [item.result_path for item in items]
    if not items:
        return
    old_links = rows("links", paths, "--full", "--retrieval-url", RETRIEVAL)
    new_links = rows("links", results, "--full")
    old_trees, new_trees = rows("tree", paths, "--retrieval-url", RETRIEVAL), rows("tree", results)
    judge_no_base(findings, items, rows("links", paths))
    pairs = []
    for item in items:
        old, new = str(item.path), str(item.result_path)
        findings.source = str(item.source)
        old_messages, new_messages = (messages_of(item.original, old_trees.get(old, {})),
                                      messages_of(item.result, new_trees.get(new, {})))
        findings.expect("messages", list(old_messages) == list(new_messages), "other messages")
        for number in set(old_messages) & set(new_messages):
            pairs.append(Pair(
                str(item.source), old_messages[number], new_messages[number],
                old_trees[old][number], new_trees[new][number],
                old_links.get(old, {}).get(number, []), new_links.get(new, {}).get(number, []),
                [row for row in item.manifest.edits if row["message"] == number],
                [row for row in item.manifest.notes if row["message"] == number]))
    judge_pairs(findings, pairs, folder)


def judge_pairs(findings, pairs, folder):
    """Checks these, and the encoded messages in them, as separate files."""
    level = 0
    while pairs:
        inner = []
        for pair in pairs:
            findings.source = pair.source
            inner += judge_pair(findings, pair)
        level += 1
        olds, news = [], []
        for number, pair in enumerate(inner):
            for paths, message, name in ((olds, pair.old, "old"), (news, pair.new, "new")):
                paths.append(folder / f"inner-{level}-{number}-{name}")
                paths[-1].write_bytes(message)
        if inner:
            old_trees, new_trees = rows("tree", olds, "--input", "message"), rows("tree", news, "--input", "message")
            for pair, old, new in zip(inner, olds, news):
                pair.old_tree, pair.new_tree = (trees.get(str(path), {}).get(1, [])
                                                for trees, path in ((old_trees, old), (new_trees, new)))
        pairs = inner


def judge(files, make_relative=False, jobs=os.cpu_count(), other_options=OPTIONS):
    files = sorted(files, key=lambda path: -path.stat().st_size)
    chunks = [files[at::max(1, len(files) // FILES_AT_ONCE)] for at in range(max(1, len(files) // FILES_AT_ONCE))]
    findings = Findings()
    with concurrent.futures.ProcessPoolExecutor(max(1, jobs)) as workers:
        for found in workers.map(judge_files, chunks, [make_relative] * len(chunks), [other_options] * len(chunks)):
            findings.add(found)
    return findings


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--relative", action="store_true")
    parser.add_argument("--random", type=int, metavar="COUNT")
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("paths", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mimebase-judge-") as folder:
        files = files_of(options, pathlib.Path(folder))
        return told(judge(files, options.relative, options.jobs), len(files))


def files_of(options, folder):
    if options.random:
        return random_mail.write(folder, options.random, options.first)
    found = [file for path in options.paths for file in ([path] if path.is_file() else path.rglob("*"))]
    return [file for file in found if file.is_file()] or corpora_files()


def told(findings, files):
    """Prints the results. Returns the exit status."""
    for check, number in sorted(findings.counts.items()):
        print(f"{number:8} {check}")
    for check, source, detail in findings.differences:
        print(f"DIFFERS {check}: {source}: {ascii(detail)}")
    print(f"{files} files, {len(findings.differences)} differences")
    return 1 if findings.differences or not files else 0


if __name__ == "__main__":
    sys.exit(main())
