"""WARC files as inputs: splitting, numbers, offsets, ranges, damage, and files that other programs wrote."""

import contextlib
import gzip
import http.server
import io
import json
import os
import pathlib
import random
import shutil
import sqlite3
import struct
import subprocess
import tarfile
import threading
import unittest

from support import CliTest, main, rows_of, run

try:
    from warcio.archiveiterator import ArchiveIterator
    from warcio.statusandheaders import StatusAndHeaders
    from warcio.warcwriter import WARCWriter
except ImportError:
    WARCWriter = None

MESSAGE_TYPES = ("response", "resource", "conversion")
HTTP = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"


def record(kind, block, version="1.1", more=""):
    head = (f"WARC/{version}\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
            f"WARC-Date: 2026-01-02T03:04:05Z\r\n{more}Content-Length: {len(block)}\r\n\r\n")
    return head.encode() + block + b"\r\n\r\n"


PAGE = record("response", HTTP + b'<a href="http://h.example/">x</a>', more="WARC-Target-URI: http://h.example/\r\n")
RECORDS = [record("warcinfo", b"software: x\r\n", "1.0"), record("request", b"GET / HTTP/1.1\r\n\r\n"), PAGE,
           record("revisit", HTTP), record("resource", PAGE), record("metadata", b"via: x\r\n"), record("conversion", b"")]


def split(warc):
    """The (offset, type, bytes) of each record of a sound file: an independent reader, by Content-Length."""
    found, at = [], 0
    while at < len(warc):
        head = warc.index(b"\r\n\r\n", at)
        fields = dict(line.split(b": ", 1) for line in warc[at:head].split(b"\r\n")[1:])
        end = head + 4 + int(fields[b"Content-Length"])
        assert warc[end:end + 4] == b"\r\n\r\n"
        found.append((at, fields[b"WARC-Type"].decode(), warc[at:end]))
        at = end + 4
    return found


def places(warc, first=1):
    """The (number, offset) of each message."""
    offsets = [offset for offset, kind, _ in split(warc) if kind in MESSAGE_TYPES]
    return list(enumerate(offsets, first))


def places_in(rows):
    """The same in rows of `tree`, each message once."""
    return list(dict.fromkeys((row["message"], row["offset"]) for row in rows))


class Splitting(CliTest):
    whole = b"".join(RECORDS)

    def test_every_form_of_the_file(self):
        by_record = b"".join(map(gzip.compress, RECORDS))
        box = io.BytesIO()
        with tarfile.open(fileobj=box, mode="w") as tar:
            entry = tarfile.TarInfo("in/a.warc.gz")
            entry.size = len(by_record)
            tar.addfile(entry, io.BytesIO(by_record))
        for name, content in (("a.warc", self.whole), ("a.warc.gz", by_record), ("whole.warc.gz", gzip.compress(self.whole)),
                              ("no-name", self.whole), ("a.tar", box.getvalue()), ("folder/a.warc.gz", by_record),
                              ("other/a", self.whole)):
            (self.folder / name).parent.mkdir(exist_ok=True)
            path = self.write(name, content)
            given = path.parent if "/" in name else path
            for options in ([], ["--no-isolation"], ["-j1"]):
                with self.subTest(name=name, options=options):
                    rows = self.rows("tree", *options, given)
                    self.assertEqual(places(self.whole), places_in(rows))
                    source = f"{path}!in/a.warc.gz" if name == "a.tar" else str(path)
                    self.assertEqual({source}, {row["source"] for row in rows})

    def test_drafts_before_the_standard(self):
        block = HTTP + b'<a href="story.html">s</a>'
        for version in ("0.12", "0.16", "0.17", "0.18"):
            more = "WARC-Target-URI: http://h.example/a/\r\nContent-Type: application/http;msgtype=response\r\n"
            content = (record("warcinfo", b"software: Heritrix\r\n", version).replace(b"\r\n", b"\n") +
                       record("response", block, version, more) * 2)
            for name, data in (("a.warc", content), ("a.warc.gz", gzip.compress(content))):
                with self.subTest(version=version, name=name):
                    rows = rows_of(run("links", "--format=jsonl", self.write(name, data)).stdout)
                    self.assertEqual([(row["message"], row["resolved"], row["base_by"]) for row in rows],
                                     [(n, "http://h.example/a/story.html", "target-uri") for n in (1, 2)])

    # The frames of Zstandard that hold no content (RFC 8878, 3.1.2), and the dictionary of .warc.zst files.
    @unittest.skipUnless(shutil.which("zstd"), "needs zstd")
    def test_zstandard_frames(self):
        def zstd(data, *options):
            return subprocess.run(["zstd", "-q", "-c", *options], input=data, capture_output=True, check=True).stdout

        def skippable(data, number):
            return bytes([0x50 + number]) + b"\x2a\x4d\x18" + struct.pack("<I", len(data)) + data

        rng = random.Random(20261128)
        plain = b"".join(RECORDS)
        samples = [record("response", HTTP + bytes(rng.choices(b"<a href=/xyz>", k=300))) for _ in range(40)]
        train = self.folder / "train"
        train.mkdir()
        for number, sample in enumerate(samples):
            (train / str(number)).write_bytes(sample)
        dictionary = self.folder / "dictionary"
        subprocess.run(["zstd", "-q", "--train", *train.iterdir(), "--maxdict=2000", "-o", dictionary], check=True)
        trained = dictionary.read_bytes()
        frames = b"".join(zstd(each) for each in RECORDS)
        with_dictionary = b"".join(zstd(each, "-D", str(dictionary)) for each in RECORDS)
        wanted = rows_of(run("links", "--format=jsonl", self.write("a", plain)).stdout)
        self.assertTrue(wanted)
        cases = {
            "first": skippable(b"1234", 0) + frames,
            "last": frames + skippable(b"", 15),
            "everywhere": b"".join(skippable(bytes(number * 9000), number) + zstd(each)
                                   for number, each in enumerate(RECORDS)),
            "longer than what is looked at": skippable(bytes(200_000), 13) + frames,
            "dictionary": skippable(trained, 13) + with_dictionary,
            "compressed dictionary": skippable(zstd(trained), 13) + with_dictionary,
            "dictionary and more": skippable(zstd(trained), 13) + skippable(b"x", 13) + with_dictionary,
        }
        for name, content in cases.items():
            with self.subTest(name):
                path = self.write("a", content)
                self.assertEqual(rows_of(run("links", "--format=jsonl", path).stdout), wanted)
                self.assertEqual(rows_of(run("links", "--format=jsonl", path, "--no-isolation").stdout), wanted)
        for name, content, said in (
                ("no dictionary", with_dictionary, "a dictionary that the file does not contain"),
                ("dictionary too late", skippable(b"x", 0) + skippable(trained, 13) + with_dictionary, "does not contain"),
                ("cut in a skippable frame", skippable(b"12345678", 3)[:-3], "is truncated"),
                ("cut dictionary", skippable(trained, 13)[:-3], "is truncated"),
                ("cut frame", frames[:-5], "is truncated"),
                ("other data", frames + b"other", "has other data after its Zstandard data"),
                ("damaged dictionary", skippable(zstd(trained)[:-9], 13) + with_dictionary, "damaged dictionary")):
            with self.subTest(name):
                self.assert_fails(1, said, "links", "--format=jsonl", self.write("a", content))

    def test_standard_input(self):
        for options in ([], ["--input", "warc"]):
            rows = self.rows("tree", *options, "-", input=self.whole)
            self.assertEqual(places(self.whole), places_in(rows))
            self.assertEqual({"-"}, {row["source"] for row in rows})

    def test_kind_as_told(self):
        path = self.write("a", self.whole)
        self.assertEqual([(1, 0)], places_in(self.rows("tree", "--input", "message", path)))
        done = run("tree", "--format", "jsonl", "--input", "warc", "-", input=b"Subject: x\n\n" + self.whole)
        self.assertEqual(1, done.returncode)
        self.assertIn(b"standard input: has something other than WARC records from byte 0 to 12", done.stderr)
        self.assertEqual(len(places(self.whole)), len(places_in(rows_of(done.stdout))))
        self.assert_fails(1, "has no WARC record, so it is not a WARC file", "tree", "--input", "warc", "-", input=b"text")

    def test_revisits_are_counted(self):
        path = self.write("a.warc", self.whole + record("revisit", b""))
        for options in (["--progress"], ["--progress", "--no-isolation"]):
            done = run("tree", *options, path)
            self.assertEqual(0, done.returncode)
            self.assertIn(b"mimebase: 2 WARC records were skipped because they only refer to others (revisit)\n", done.stderr)
        done = run("links", "--progress", "-o", self.folder / "a.jsonl", path, self.write("b.warc", RECORDS[3]), self.write("c.eml", "A: b\n\n"))
        self.assertEqual(0, done.returncode)
        self.assertIn(b"3 WARC records were skipped", done.stderr)
        self.assertEqual(b"", run("tree", path).stderr)

    def test_numbers_of_some_messages(self):
        path = self.write("a.warc", self.whole)
        expected = places(self.whole, first=10)
        self.assertEqual(expected, places_in(self.rows("tree", "--first-message", "10", path)))
        self.assertEqual(expected[1:2], places_in(self.rows("tree", "--first-message", "10", "--message", "11", path)))
        self.assert_fails(2, "need one uncompressed mbox or WARC file", "tree", "--range", "0:9",
                          self.write("a.warc.gz", gzip.compress(self.whole)))

    def test_partitions(self):
        """Any partition into ranges gives each record once."""
        chosen = random.Random(1)
        blocks = [bytes(chosen.choices(b"ab\r\n:WARC/1.0 ", k=chosen.randrange(400))) for _ in range(60)]
        warc = b"".join(record(chosen.choice(MESSAGE_TYPES + ("request", "revisit")), block) for block in blocks)
        path = self.write("a.warc", warc)
        for _ in range(12):
            cuts = [0, *sorted(chosen.sample(range(len(warc)), chosen.randrange(1, 6))), len(warc)]
            found = []
            for start, end in zip(cuts, cuts[1:]):
                found += places_in(self.rows("tree", "--range", f"{start}:{end}", "--first-message", str(len(found) + 1), path))
            self.assertEqual(places(warc), found, cuts)

    def test_database_that_grows(self):
        """With --append, a WARC file that has grown is read as an mbox would be."""
        def offsets(path):
            with contextlib.closing(sqlite3.connect(path)) as database:
                return [row[0] for row in database.execute("SELECT DISTINCT offset FROM entities ORDER BY offset")]

        mbox_end = "From a Thu Jan  1 00:00:00 2004\nSubject: y\n\ny\n"
        said = {}
        for name, content, more in (("a.warc", self.whole, PAGE), ("a.mbox", mbox_end.encode() + b"\n", mbox_end.encode())):
            path, database = self.write(name, content), self.folder / f"{name}.sqlite"
            said[name] = []
            for part in (b"", b"", more):
                with open(path, "ab") as file:
                    file.write(part)
                done = run("tree", "--append", "-o", database, path)
                said[name].append((done.returncode, done.stderr.replace(os.fsencode(path), b"IT")))
        self.assertEqual(said["a.mbox"], said["a.warc"])
        self.assertEqual([offset for _, offset in places(self.whole + PAGE)], offsets(self.folder / "a.warc.sqlite"))

    def test_what_is_refused(self):
        path = self.write("a.warc", self.whole)
        for command, sentence in (("rewrite", "is a WARC file, whose records cannot be rewritten"),
                                  ("extract", "is a WARC file, whose records cannot be extracted")):
            target = self.folder / "out"
            self.assert_fails(2, f"{path}: {sentence}", command, path, "-o", target)
            self.assert_fails(2, sentence, command, "--input", "warc", path, "-o", target)
            self.assertFalse(target.exists())
        self.assert_fails(2, "--undo does not apply to WARC files", "rewrite", "--input", "warc", "--undo",
                          self.write("edits", ""), path)
        mail = self.write("a.eml", "Subject: x\n\nx\n")
        done = self.assert_fails(2, "cannot be rewritten", "rewrite", mail, path, "-o", self.folder / "out")
        self.assertEqual(b"", done.stdout)


class Titles(CliTest):
    def test_text_output_names_the_page(self):
        url = "http://h.example/" + "long/" * 30 + "page.html"
        warc = self.write("a.warc", PAGE + record("resource", b"X: y\r\n\r\nhttp://t.example/", more=f"WARC-Target-URI: <{url}>\r\n") + RECORDS[-1])
        for command in ("links", "tree", "check", "compare"):
            titles = [line for line in run(command, warc).stdout.decode().splitlines() if line.startswith(str(warc))]
            urls = ["http://h.example/", url]
            for title in titles:
                number = int(title.split("  message ")[1].split()[0])
                self.assertEqual(title.split("  ")[-1] if number < 3 else "2026-01-02", urls[number - 1] if number < 3 else "2026-01-02")
            self.assertGreaterEqual(len(titles), {"links": 2, "tree": 2}.get(command, 0))
        self.assertEqual({row["subject"] for row in self.rows("links", warc)}, {None})


class Damage(CliTest):
    def test_the_rest_is_read(self):
        lost = b"WARC/1.1\r\nWARC-Type: response\r\n\r\nblock\r\n\r\n"
        for name, content, expected, said in (
                ("no length", PAGE + lost + PAGE, [(1, 0), (2, len(PAGE + lost))],
                 f"has a WARC record at byte {len(PAGE)} without a valid Content-Length: it is skipped"),
                ("garbage", PAGE + b"garbage\r\n" + PAGE, [(1, 0), (2, len(PAGE) + 9)],
                 f"has something other than WARC records from byte {len(PAGE)} to {len(PAGE) + 9}, which is skipped"),
                ("cut", PAGE + PAGE[:-30], [(1, 0), (2, len(PAGE))], f"is truncated: the WARC record at byte {len(PAGE)} has ")):
            with self.subTest(name):
                path = self.write("a.warc", content)
                done = self.assert_fails(1, f"mimebase: {path}: {said}", "tree", "--format", "jsonl", path)
                self.assertEqual(expected, places_in(rows_of(done.stdout)))

    def test_a_long_record(self):
        warc = record("resource", b"x" * 3_000_000) + record("request", b"\n" * 5_000_000) + PAGE
        done = run("tree", "--format", "jsonl", "--limits", "message=1M", self.write("a.warc", warc))
        self.assertEqual(1, done.returncode)
        self.assertEqual(places(warc), places_in(rows_of(done.stdout)))
        self.assertIn(b"message 1", done.stderr)

    def test_mutants(self):
        """Hostile files end no process, and what is read from each stays inside it."""
        chosen = random.Random(2)
        seeds = [b"".join(RECORDS), PAGE + RECORDS[4], b"".join(map(gzip.compress, RECORDS[2:5]))]
        words = [b"WARC/1.1\r\n", b"\r\n", b"\r\n\r\n", b"Content-Length: ", b"9", b"-1", b"18446744073709551615", b"WARC-Type: response\r\n",
                 b"\0", b" ", b"\xff", b"\x1f\x8b\x08\0", b":"]
        folder = self.folder / "mutants"
        folder.mkdir()
        sizes = {}
        for number in range(2000):
            mutant = bytearray(chosen.choice(seeds))
            for _ in range(chosen.randrange(1, 6)):
                at = chosen.randrange(len(mutant) + 1)
                length = chosen.choice((0, 0, 1, 4, 40))
                mutant[at:at + length] = chosen.choice((b"", chosen.choice(words), bytes(mutant[:chosen.randrange(200)])))
            path = folder / f"{number:04}.warc"
            path.write_bytes(mutant)
            sizes[str(path)] = len(mutant)
        for options in (["--input", "warc"], []):
            done = run("links", "--format", "jsonl", *options, folder)
            self.assertIn(done.returncode, (0, 1))
            for said in (b"its process", b"no progress", b"not read in full", b"reports"):
                self.assertNotIn(said, done.stderr)
            rows = rows_of(done.stdout)
            self.assertGreater(len({row["source"] for row in rows}), 1000)
            for row in rows:
                if row["source"] in sizes:
                    self.assertLess(row["offset"], max(sizes[row["source"]], 3000))


class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = b'<p><a href="/b">b</a> <img src="i.png"></p>'
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *arguments):
        pass


class OtherPrograms(CliTest):
    def check(self, path):
        whole = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        expected = places(whole)
        self.assertGreater(len(expected), 0)
        self.assertEqual(expected, places_in(self.rows("tree", path)))
        return whole

    def test_wget(self):
        if not shutil.which("wget"):
            self.skipTest("wget is not installed")
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        for options in ([], ["--no-warc-compression"]):
            name = self.folder / ("plain" if options else "gzip")
            subprocess.run(["wget", "--no-proxy", "-q", "-O", os.devnull, f"--warc-file={name}", *options,
                            f"http://127.0.0.1:{server.server_port}/a", f"http://127.0.0.1:{server.server_port}/c"], check=True, timeout=60)
            found = self.check(pathlib.Path(f"{name}.warc" + ("" if options else ".gz")))
            self.assertIn(b'<img src="i.png">', found)

    def test_warcio(self):
        if WARCWriter is None:
            self.skipTest("warcio is not installed")
        for is_gzip, version in ((False, "1.0"), (True, "1.1")):
            out = io.BytesIO()
            writer = WARCWriter(out, gzip=is_gzip, warc_version=version)
            writer.write_record(writer.create_warcinfo_record("a.warc", {"software": "x"}))
            for number in range(5):
                head = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.0")
                writer.write_record(writer.create_warc_record(f"http://h/{number}", "response", http_headers=head,
                                                              payload=io.BytesIO(b"<a href=x>" * number)))
                writer.write_record(writer.create_revisit_record(f"http://h/{number}", "sha1:x", "http://h/", "2026-01-02T03:04:05Z"))
            path = self.write("a.warc.gz" if is_gzip else "a.warc", out.getvalue())
            whole = self.check(path)
            read = [r.rec_type for r in ArchiveIterator(io.BytesIO(out.getvalue()))]
            self.assertEqual(read, [kind for _, kind, _ in split(whole)])

    def test_our_own(self):
        mail = self.write("a.eml", "Content-Type: text/html\n\n<a href=http://h.example/>x</a>\n")
        for ending in ("warc", "warc.gz"):
            path = self.folder / f"a.{ending}"
            self.run_ok("extract", mail, "-o", path)
            self.check(path)


if __name__ == "__main__":
    main()
