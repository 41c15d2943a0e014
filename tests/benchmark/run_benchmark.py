#!/usr/bin/env python3
"""Measures mimebase compared with GMime alone, with its own other modes, with Python and with Perl; and its memory.

    run_benchmark.py --floor gmime_floor --program mimebase --folder DIR [--only NAME,...] [--markdown] ...

Every ratio comes from runs in turn within one run of this program, and is the median over the rounds; wall time
where it is threads that are asked, CPU time of one thread where it is work. The inputs are made once and kept in DIR;
they need some 7 GB. The verdict on the figures is the reader's: the exit status is 0 if all ran, and found as many
messages and references as they had to, whatever the times are.
"""

import argparse
import json
import operator
import os
import pathlib
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys

import instructions
import memory
from inputs import MEGABYTE, TEN, Inputs, stores
from measure import Failed, alternate, ratio, rows, run
from report import Report, machine, markdown

PEERS = pathlib.Path(__file__).resolve().parent / "peers"
HOW_TO_INSTALL = "tests/install_packages test benchmark installs it"
PERL_MODULES = {"Email::MIME": "libemail-mime-perl", "HTML::LinkExtor": "libhtml-parser-perl", "URI": "liburi-perl"}

# The memory target: this much, plus a multiple of the largest message per worker.
MEMORY_MEGABYTES = 64
MEMORY_MESSAGES = 3


def default_corpora():
    """As for the tests: MIMEBASE_CORPORA, or else shared/corpora next to the checkout; empty if neither exists."""
    folder = os.environ.get("MIMEBASE_CORPORA")
    beside = pathlib.Path(__file__).resolve().parents[3] / "shared" / "corpora"
    return folder or (str(beside) if beside.is_dir() else "")


class Benchmark:
    def __init__(self, options):
        self.options = options
        self.report = Report()
        self.inputs = Inputs(options.folder, options.corpora, options.megabytes)
        # The distribution's build of Python may be faster than others.
        self.python = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable

    def links(self, *arguments, workers=None, form="jsonl", output="/dev/null"):
        """A command line of `mimebase links`. Without `workers` it uses all cores."""
        threads = ["-j", str(workers)] if workers else []
        again = ["--force"] if form == "sqlite" else []  # the database of the last round is there
        return [self.options.program, "links", "--format", form, *again, "-o", output, *threads,
                *map(str, arguments)]

    def rows(self, *arguments):
        return rows(self.links(*arguments, output="-"))

    def rounds(self, clock, *sides, most=1000):
        """Each side is a command, or a list of commands that run in parallel."""
        sides = [side if isinstance(side[0], list) else [side] for side in sides]
        return alternate(min(self.options.rounds, most), clock, sides, self.options.patience)

    def mails(self):
        """Two kinds of mail, with what the table adds to a figure."""
        return ("", self.inputs.mbox()), (", ten references a message", self.inputs.ten_references())

    # Work: CPU time of one thread.

    def floor(self):
        """One thread, compared with GMime alone, which parses, walks and decodes."""
        for mail, mbox in self.mails():
            sides = [self.options.floor, mbox.path], self.links(mbox.path, workers=1)
            rounds = self.rounds("cpu", *sides, self.links(mbox.path, "--no-isolation", workers=1))
            work = ratio(rounds, lambda floor, links, _: links / floor)
            self.report.at_most("floor", f"links -j1 : GMime alone, CPU time{mail}", work, 1.25)
            bare = ratio(rounds, lambda floor, _, links: links / floor)
            self.report.told("floor", f"links -j1 --no-isolation : GMime alone, CPU time{mail}", bare)
            speed = mbox.megabytes / work.seconds[1]
            self.report.told("floor", f"links -j1, MB a second of CPU time{mail}", speed, 0)
            by_floor = int(re.search(rb"^messages (\d+)", run(sides[0]).output).group(1))
            by_program = count_messages(self.options.program, mbox.path)
            sentence = f"mbox of {mbox.facts['messages']} messages: floor reads {by_floor}, mimebase {by_program}"
            self.report.check("floor", sentence, mbox.facts["messages"] == by_floor == by_program)

    def speed(self):
        """All that is asked of the speed on mail, in one run: CPU and wall time, page faults, instructions, and the start."""
        for mail, mbox in ((", without documents", self.inputs.without_documents()), (", with documents", self.inputs.with_documents())):
            path = mbox.path
            sides = [self.options.floor, path], self.links(path, "--no-isolation", workers=1), self.links(path, workers=1), self.links(path, workers=2)
            rounds = [each.times for each in self.rounds("all", *sides)]

            def median(of, rounds=rounds):
                return statistics.median(of(*runs) for runs in rounds)

            for number, side in enumerate(("GMime alone", "in process", "isolated -j1", "isolated -j2")):
                for clock, digits, unit in (("cpu", 2, " s"), ("wall", 2, " s"), ("faults", 0, "")):
                    value = median(lambda *runs, n=number, c=clock: getattr(runs[n], c))
                    what = {"cpu": "CPU time", "wall": "wall time", "faults": "page faults"}[clock]
                    limit = {("in process", "faults"): 5000, ("isolated -j1", "faults"): 8000}.get((side, clock))
                    if limit is None:
                        self.report.told("speed", f"{side}: {what}{mail}", value, digits, unit)
                    else:
                        self.report.at_most("speed", f"{side}: {what}{mail}", value, limit, digits, unit)
            self.report.told("speed", f"in process : GMime alone, CPU time{mail}", median(lambda g, p, *_: p.cpu / g.cpu))
            self.report.at_most("speed", f"isolated -j1 : GMime alone, CPU time{mail}", median(lambda g, p, i, j: i.cpu / g.cpu), 1.1)
            self.report.at_most("speed", f"isolated -j1 : in process, wall time{mail}", median(lambda g, p, i, j: i.wall / p.wall), 1.05)
            self.report.at_least("speed", f"isolated -j1 : -j2, wall time{mail}", median(lambda g, p, i, j: i.wall / j.wall), 1.85)
            self.report.at_most("speed", f"isolated -j2 : -j1, CPU time{mail}", median(lambda g, p, i, j: j.cpu / i.cpu), 1.05)
        self.start()
        self.instructions()

    def start(self):
        """The fastest of 25 runs."""
        small = self.options.folder / "small.eml"
        small.write_bytes(b"Subject: x\nContent-Type: text/html\n\n<a href=http://a.example/>a</a>\n")
        for what, command, most_ms, most_faults in (("--version", [self.options.program, "--version"], 10, 350), ("links of one message", self.links(small), 15, None)):
            runs = [run(command) for _ in range(25)]
            self.report.at_most("speed", f"{what}: wall time", min(done.wall for done in runs) * 1000, most_ms, 1, " ms")
            faults = min(done.faults for done in runs)
            if most_faults:
                self.report.at_most("speed", f"{what}: page faults", faults, most_faults, 0)
            else:
                self.report.told("speed", f"{what}: page faults", faults, 0)

    def instructions(self):
        """Of the whole program on the samples of instructions.py, as millions and compared with GMime alone."""
        if not shutil.which("valgrind"):
            self.report.missing.append("instructions: valgrind")
            return
        for name, mbox in instructions.mail_samples().items():
            path = self.options.folder / "sample.mbox"
            path.write_bytes(mbox)
            floor, own = (instructions.of_program(command) for command in ([self.options.floor, path], self.links(path, "--no-isolation", workers=1)))
            self.report.told("speed", f"in process: millions of instructions, {name}", own / 1e6, 1)
            self.report.told("speed", f"in process : GMime alone, instructions, {name}", own / floor)

    def whatwg(self):
        for mail, mbox in self.mails():
            path = mbox.path
            sides = [self.links(path, "--rules", rules, workers=1) for rules in ("rfc1808", "whatwg")]
            work = ratio(self.rounds("cpu", *sides), lambda a, b: b / a)
            self.report.at_most("whatwg", f"--rules whatwg : rfc1808, CPU time{mail}", work, 1.3)
            counts = [self.rows(path, "--rules", rules).count for rules in ("rfc1808", "whatwg")]
            self.report.check("whatwg", f"references by each rule set: {counts}", counts[0] == counts[1] > 0)

    def rewrite(self):
        """Writing messages with their relative references made absolute."""
        url = "--retrieval-url=http://retrieval.example/dir/page"
        for mail, mbox in self.mails():
            path = mbox.path
            rewrite = [self.options.program, "rewrite", "-j", "1", url, "-o", "/dev/null", str(path)]
            work = ratio(self.rounds("cpu", self.links(path, url, workers=1), rewrite), lambda a, b: b / a)
            self.report.at_most("rewrite", f"rewrite -j1 : links -j1, CPU time{mail}", work, 2)

    def peers(self):
        mbox = self.inputs.mbox(min(self.options.megabytes, self.options.peer_megabytes))
        wanted = self.rows(mbox.path).count
        by_python = [self.python, PEERS / "python_links.py"]
        self.peer("Python's mailbox + html.parser + urljoin", by_python, mbox, wanted, 8)
        missing = [package for module, package in PERL_MODULES.items() if not has_perl_module(module)]
        if missing:
            self.report.missing.append(f"Perl's peer: {' '.join(missing)}; {HOW_TO_INSTALL}")
            return
        self.peer("Perl's Email::MIME + HTML::LinkExtor + URI", ["perl", PEERS / "perl_links.pl"], mbox, wanted, 4)

    def peer(self, what, command, mbox, wanted, limit):
        command = [*command, mbox.path]
        work = ratio(self.rounds("cpu", command, self.links(mbox.path, workers=1)), operator.truediv)
        self.report.at_least("peers", f"{what} : links -j1, CPU time", work, limit, digits=1)
        messages, links = map(int, re.match(rb"messages (\d+) links (\d+) ", run(command).output).groups())
        sentence = f"{what}: {messages} messages with {links} links; mimebase: {mbox.facts['messages']}, {wanted}"
        # Programs may differ in which references malformed mail has, but not in the number of messages.
        agree = messages == mbox.facts["messages"] and 0.8 * wanted < links < 1.2 * wanted
        self.report.check("peers", sentence, agree)

    def urls(self):
        """Nanoseconds per URL, by Google Benchmark, which is optional."""
        if not self.options.urls:
            self.report.missing.append(f"nanoseconds a URL: libbenchmark-dev; {HOW_TO_INSTALL}")
            return
        command = [self.options.urls, "--benchmark_format=json", "--benchmark_filter=resolve_(relative|absolute)"]
        for result in json.loads(run(command).output)["benchmarks"]:
            kind, rules = result["name"].removeprefix("resolve_").split("/")[:2]
            what = f"one {kind} reference resolved, {rules.replace('_', '-')}"
            self.report.told("urls", what, result["per_url"] * 1e9, 0, " ns")

    # The Python module.

    def frame(self, how, path, workers):
        return [self.python, PEERS / "python_frame.py", how, self.options.module, workers, path]

    def python_module(self):
        """Its columns in pandas, without the time of the interpreter and imports."""
        if not self.options.module or not has_python_module(self.python, "pandas"):
            self.report.missing.append(f"the Python module: not built, or without pandas; {HOW_TO_INSTALL}")
            return
        for mail, made in self.mails():
            self.python_columns(mail, made.path)
        mbox = self.inputs.mbox(min(self.options.megabytes, self.options.peer_megabytes)).path
        sides = [self.frame(how, mbox, "1") for how in ("nothing", "library", "module")]
        faster = ratio(self.rounds("cpu", *sides), lambda none, library, module: (library - none) / (module - none))
        what = "a DataFrame by Python's mailbox + html.parser + urljoin : by the module, CPU time"
        self.report.at_least("python", what, faster, 5, digits=1)

    def python_columns(self, mail, path):
        cores = str(len(os.sched_getaffinity(0)))
        for jobs, clock, how in ((cores, "wall", f"-j{cores}, wall time"), ("1", "cpu", "-j1, CPU time")):
            sides = [self.frame("nothing", path, jobs), self.links(path, workers=jobs)]
            sides += [self.frame(how, path, jobs) for how in ("module", "rows")]
            rounds = self.rounds(clock, *sides)
            slower = ratio(rounds, lambda none, links, module, rows: (module - none) / links)
            self.report.at_most("python", f"links into a DataFrame : to JSON Lines, {how}{mail}", slower, 2)
            by_row = ratio(rounds, lambda none, links, module, rows: (rows - none) / links)
            self.report.told("python", f"the same row by row, without pandas, {how}{mail}", by_row)
        counts = [int(run(self.frame(how, path, cores)).output.split()[1]) for how in ("module", "rows")]
        wanted = self.rows(path).count
        self.report.check("python", f"{wanted} references, in Python {counts}", counts == [wanted] * 2 and wanted > 0)

    def page(self):
        """A report, which contains the rows of three commands, compared with the database of one."""
        folder = self.options.folder
        for mail, mbox in self.mails():
            path = mbox.path
            report = [self.options.program, "report", "-j", "1", "-o", str(folder / "report.html"), str(path)]
            database = self.links(path, workers=1, form="sqlite", output=str(folder / "page.sqlite"))
            work = ratio(self.rounds("cpu", database, report), lambda a, b: b / a)
            self.report.at_most("page", f"report -j1 : links -j1 to SQLite, CPU time{mail}", work, 1.5)
        for name in ("report.html", "page.sqlite"):
            (folder / name).unlink()

    # Threads: wall time.

    def threads(self):
        for mail, mbox in self.mails():
            sides = [self.links(mbox.path, workers=1), self.links(mbox.path, workers=2)]
            rounds = self.rounds("wall", *sides)
            gain = ratio(rounds, lambda one, two: one / two)
            self.report.at_least("threads", f"links -j1 : -j2, wall time{mail}", gain, 1.7)
            work = ratio(self.rounds("cpu", *sides), lambda one, two: two / one)
            self.report.at_most("threads", f"links -j2 : -j1, CPU time{mail}", work, 1.05)
            same = self.rows(mbox.path, "-j1") == self.rows(mbox.path, "-j2")
            self.report.check("threads", f"-j1 and -j2 write different rows{mail}", same)
        mbox = self.inputs.mbox().path
        sides = [self.links(mbox, workers=1), [self.links(half.path, workers=1) for half in self.inputs.halves()]]
        rounds = self.rounds("wall", *sides, *([self.options.floor, "-j", threads, mbox] for threads in ("1", "2")))
        processes = ratio(rounds, lambda one, both, *_: one / both)
        self.report.told("threads", "links -j1 : two processes, each with half of the mbox", processes)
        bare = ratio(rounds, lambda *t: t[2] / t[3])
        self.report.told("threads", "GMime alone, one thread : two", bare)

    def gz(self):
        plain, packed = self.inputs.mbox().path, self.inputs.gzipped().path
        sides = [["zcat", packed], self.links(plain, workers=2), self.links(packed, workers=2)]
        slower = ratio(self.rounds("wall", *sides), lambda zcat, links, gz: gz / max(zcat, links))
        what = "links -j2 of a gzipped mbox : the slower of zcat and the plain mbox, wall time"
        self.report.at_most("gz", what, slower, 1.15)
        self.report.told("gz", "zcat, seconds", slower.seconds[0])
        self.report.told("gz", "links -j2 of the plain mbox, seconds", slower.seconds[1])
        same = self.rows(plain) == self.rows(packed)
        self.report.check("gz", "the gzipped mbox gives other rows than the plain one", same)

    def sqlite(self):
        mail = self.inputs.ten_references()
        files = {form: self.options.folder / f"output.{form}" for form in ("jsonl", "sqlite")}
        sides = [self.links(mail.path, form=form, output=files[form]) for form in files]
        times = ratio(self.rounds("wall", *sides), lambda jsonl, sqlite: sqlite / jsonl)
        self.report.at_most("sqlite", "links to SQLite : to JSON Lines, ten references a message", times, 1.6)
        wanted = self.rows(mail.path).count
        with sqlite3.connect(files["sqlite"]) as database:
            stored = database.execute("SELECT count(*) FROM link").fetchone()[0]
        database.close()
        self.report.told("sqlite", "references a message in that mail", wanted / mail.facts["messages"], 1)
        self.report.check("sqlite", f"{wanted} references, {stored} in the database", wanted == stored > 0)
        for path in files.values():
            path.unlink()

    def maildir(self):
        count = self.options.files
        maildir, mbox = self.inputs.maildir(count).path, self.inputs.mbox_of_maildir(count).path
        rate = ratio(self.rounds("wall", self.links(mbox), self.links(maildir)), operator.truediv)
        self.report.at_least("maildir", f"a Maildir of {count:,} files : the same as an mbox, rate", rate, 0.6)
        same = self.rows(mbox) == self.rows(maildir)
        self.report.check("maildir", "the Maildir gives other rows than the mbox", same)

    def tenfold(self):
        mbox, tenfold = self.inputs.mbox().path, self.inputs.tenfold().path
        for workers in (1, 2):
            sides = [self.links(path, workers=workers) for path in (mbox, tenfold)]
            times = ratio(self.rounds("wall", *sides, most=3), lambda once, ten: ten / once)
            self.report.at_most("tenfold", f"ten times the input, -j{workers} : once, wall time", times, 10.5)
        counts = [self.rows(path).count for path in (mbox, tenfold)]
        self.report.check("tenfold", f"references, of one and of ten: {counts}", TEN * counts[0] == counts[1] > 0)

    # The same messages everywhere.

    def stores(self):
        messages = self.inputs.for_stores(self.options.messages)
        folder = self.options.folder / "stores"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        compared = wrong = 0
        wanted = {}
        for name, path in stores.write_all(folder, messages):
            if path is None:
                self.report.missing.append(f"{name}: zstd; {HOW_TO_INSTALL}")
                continue
            crlf = name == "crlf"
            for how, got in self.found(path, crlf):
                if not wanted:
                    wanted[False] = got
                if crlf not in wanted:
                    wanted[True] = stores.found(self.lines(folder / "mboxo.mbox"), crlf=True)
                differs = stores.difference(wanted[crlf], got)
                self.report.check("stores", f"{name}{how}: {differs}", not differs)
                wrong += bool(differs)
                compared += 1
        references = sum(map(len, wanted[False]))
        what = f"{len(messages):,} messages with {references:,} references: of {compared} stores, differ"
        self.report.check("stores", "no reference at all", references > 0)
        self.report.at_most("stores", what, wrong, 0, 0)
        shutil.rmtree(folder)

    def lines(self, path, **options):
        command = self.links(path, output="-") if path else self.links(output="-")
        return subprocess.run(command, stdout=subprocess.PIPE, check=True, **options).stdout.splitlines()

    def found(self, path, crlf):
        yield "", stores.found(self.lines(path), crlf)
        if path.is_file():
            with open(path, "rb") as file:
                yield " by standard input", stores.found(self.lines(None, stdin=file), crlf)

    # Memory.

    def memory(self):
        mbox = self.inputs.mbox()
        for size in sorted({10, self.options.megabytes}):
            for workers in (1, 2):
                self.peak(f"{size} MB of mbox", self.inputs.mbox(size), workers)
        tenfold = self.inputs.tenfold()
        self.peak(f"{tenfold.megabytes:.0f} MB of mbox", tenfold, 2)
        self.peak("the mbox to CSV", mbox, 2, form="csv")
        self.peak("the mbox to SQLite", mbox, 2, form="sqlite")
        self.peak("the mbox, each URL once", mbox, 2, "--unique")
        self.peak("the gzipped mbox", self.inputs.gzipped(), 2)
        self.peak(f"a Maildir of {self.options.files:,} files", self.inputs.maildir(self.options.files), 2)
        giant = self.inputs.giant(self.options.giant)
        for form in ("jsonl", "csv", "sqlite", "text"):
            self.peak(f"a message of {self.options.giant:,} references to {form}", giant, 1, form=form)
        self.peak(f"a message of {self.options.giant:,} references to jsonl", giant, 2)
        if self.options.huge:
            times = -(-self.options.huge * 1000 // self.options.megabytes)
            feed = ["cat", *[mbox.path] * times]
            for workers in (1, 2):
                what = f"{times * mbox.megabytes / 1000:.1f} GB of mbox by standard input"
                self.peak(what, mbox, workers, feed=feed)

    def peak(self, what, source, workers, *arguments, form="jsonl", feed=None):
        output = self.options.folder / "output.sqlite" if form == "sqlite" else "/dev/null"
        command = self.links(*([] if feed else [source.path]), *arguments, workers=workers, form=form, output=output)
        most, samples = memory.peak(command, feed)
        limit = MEMORY_MEGABYTES + MEMORY_MESSAGES * workers * source.facts["largest"] / MEGABYTE
        self.report.at_most("memory", f"{what}, -j{workers}", most / MEGABYTE, round(limit), 0, " MB")
        self.report.check("memory", f"{what}: never looked at", samples > 0)
        if form == "sqlite":
            output.unlink()


# Methods of Benchmark, in the order of the table.
MEASUREMENTS = "floor speed whatwg rewrite page peers python_module urls threads gz sqlite maildir tenfold stores memory".split()


def count_messages(program, path):
    """The number of messages that the program reports with `tree`."""
    command = [program, "tree", "--format", "jsonl", path]
    count = 0
    last = None
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        for line in process.stdout:
            message = json.loads(line)["message"]
            count += message != last
            last = message
    if process.returncode != 0:
        raise Failed(f"exit status {process.returncode}: {program} tree")
    return count


def has_python_module(python, module):
    return subprocess.run([python, "-c", f"import {module}"], stderr=subprocess.DEVNULL).returncode == 0


def has_perl_module(module):
    try:
        return subprocess.run(["perl", f"-M{module}", "-e", "1"], stderr=subprocess.DEVNULL).returncode == 0
    except FileNotFoundError:
        return False


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--floor", required=True, help="the executable gmime_floor")
    parser.add_argument("--program", required=True, help="the executable mimebase")
    parser.add_argument("--urls", default="", help="the executable benchmark_url")
    parser.add_argument("--module", default="", help="the folder that has the Python package mimebase")
    parser.add_argument("--folder", required=True, type=pathlib.Path, help="where the inputs are kept")
    parser.add_argument("--corpora", default=default_corpora(), help="folder with mail/ and mhtml/")
    parser.add_argument("--only", default=",".join(MEASUREMENTS), help="measurements: " + ", ".join(MEASUREMENTS))
    parser.add_argument("--markdown", action="store_true", help="also print the table for samples/speed.md")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each side of a ratio")
    parser.add_argument("--patience", type=int, default=1,
                        help="how many times as many rounds there may be where other programs disturb them")
    parser.add_argument("--megabytes", type=int, default=300, help="of the mbox")
    parser.add_argument("--peer-megabytes", type=int, default=30, help="of the mbox for Python and Perl")
    parser.add_argument("--files", type=int, default=100_000, help="in the Maildir")
    parser.add_argument("--messages", type=int, default=3000, help="in the stores that are compared")
    parser.add_argument("--giant", type=int, default=5_000_000, help="references in one message")
    parser.add_argument("--huge", type=int, default=0, metavar="GIGABYTES",
                        help="watch the memory over so much mbox, too, by standard input")
    options = parser.parse_args()
    options.only = options.only.split(",")
    unknown = set(options.only) - set(MEASUREMENTS)
    if unknown:
        parser.error(f"--only: {', '.join(sorted(unknown))} is not one of {', '.join(MEASUREMENTS)}")
    return options


def main():
    options = read_options()
    benchmark = Benchmark(options)
    report = benchmark.report
    loads = [os.getloadavg()[0]]
    for name in options.only:
        try:
            getattr(benchmark, name)()
        except Failed as failed:
            report.faults.append(f"{name}: {failed}")
    loads.append(os.getloadavg()[0])
    where = f"{machine()} {benchmark.inputs.sentence()}"
    print(f"\n{where} Load average {loads[0]:.1f} before, {loads[1]:.1f} behind.")
    if options.markdown:
        print("\n" + markdown(report.figures, where))
    for what in report.missing:
        print(f"not measured: {what}")
    for fault in report.faults:
        print(f"WRONG: {fault}", file=sys.stderr)
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
