"""The same messages in every dialect of mbox and every kind of store: the same references."""

import pathlib
import sys

from support import CliTest, corpora_files, main, rows_of, run, sample_files

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "benchmark")]

import make_mbox  # noqa: E402
import stores  # noqa: E402

# Lines that a dialect quotes, before and inside references.
QUOTED = (
    b"Subject: before a reference\n\nFrom here <http://x/a>\n\nFrom http://x/b on\n",
    b"Subject: quoted already\n\n>From here http://x/a\n>>From http://x/b\n",
    b"Subject: in HTML\nBase: <URL:http://x/>\nContent-Type: text/html\n\n"
    b"<p>\nFrom <a href=a>a</a>\n<a href='\nFrom b'>b</a>\n",
    b"Subject: a From_ line, and a wrong length\nContent-Length: 3\n\n"
    b"http://x/a\n\nFrom ada@example.org Thu Jan  1 00:00:00 2004\n\nhttp://x/b\n",
    b"Subject: in a part\nContent-Type: multipart/mixed; boundary=b\n\n"
    b"--b\n\nFrom http://x/a\n--b\n\nhttp://x/b\n--b--\n",
    b"Subject: the last\n\nhttp://x/a\n",
)


class Stores(CliTest):
    def found(self, *arguments, crlf=False, status=0, **options):
        done = run("links", "--format=jsonl", *arguments, **options)
        self.assertEqual(done.returncode, status, (arguments, done.stderr[:500]))
        return stores.found(done.stdout.splitlines(), crlf)

    def files(self, folder, messages):
        folder.mkdir()
        paths = [folder / f"{name}.eml" for name, _ in stores.named(messages)]
        for path, message in zip(paths, messages):
            path.write_bytes(message)
        return paths

    # All messages, also those without a reference.
    def count_messages(self, path, status):
        done = run("tree", "--format=jsonl", path)
        self.assertEqual(done.returncode, status, done.stderr[:500])
        return len({(row["source"], row["message"]) for row in rows_of(done.stdout)})

    def assert_same(self, wanted, got, name):
        with self.subTest(name):
            self.assertEqual(stores.difference(wanted, got), "")

    # In every store, by name and, for a file, on standard input. `status` is that of the messages as files.
    def assert_the_same_everywhere(self, messages, status=0):
        files = self.files(self.folder / "files", messages)
        wanted = self.found(*files, status=status)
        wanted_crlf = self.found(*files, status=status, crlf=True)
        count = 0
        for name, path in stores.write_all(self.folder, messages):
            if path is None:
                with self.subTest(name):
                    self.skipTest("no zstd here")
                continue
            crlf = name == "crlf"
            same = wanted_crlf if crlf else wanted
            self.assert_same(same, self.found(path, crlf=crlf, status=status), name)
            self.assertEqual(self.count_messages(path, status), len(messages), name)
            if path.is_file():
                piped = self.found(input=path.read_bytes(), crlf=crlf, status=status)
                self.assert_same(same, piped, name + " by standard input")
            count += 1
        self.assertGreaterEqual(count, len(stores.DIALECTS) + len(stores.STORES) - 1)
        return wanted

    def test_samples_and_generated_messages(self):
        messages = [stores.prepared(path.read_bytes()) for path in sample_files() if path.suffix == ".eml"]
        messages += [stores.prepared(message) for message in make_mbox.synthetic_messages(12)]
        messages = [message for message in messages if not stores.is_quoted(message)]
        wanted = self.assert_the_same_everywhere(messages)
        self.assertGreater(len(wanted), 24)
        self.assertGreater(sum(map(len, wanted)), 200)

    def test_corpora(self):
        paths = corpora_files()
        if not paths:
            self.skipTest("the corpora are not here: some 60 messages less")
        messages = [message for path in paths[::25] for message in make_mbox.messages_of(path.read_bytes())[:2]]
        messages = [stores.prepared(message) for message in messages if len(message) < 100_000]
        messages = [message for message in messages if not stores.is_quoted(message)]
        self.assertGreater(len(messages), 40)
        self.assertGreater(len(self.assert_the_same_everywhere(messages)), 15)

    def test_what_is_quoted_stays_as_it_stands_in_the_store(self):
        quoted = {name for name, dialect in stores.DIALECTS.items() if dialect.quoting}
        self.assertEqual(set(stores.DIALECTS) - quoted, {"mboxcl2"})
        as_files = self.found(*self.files(self.folder / "files", QUOTED))
        self.assertEqual(len(as_files), len(QUOTED))
        for name, dialect in stores.DIALECTS.items():
            path = self.folder / f"{name}.mbox"
            stores.write_mbox(path, QUOTED, dialect)
            held = [stores.held(message, dialect, number) for number, message in enumerate(QUOTED, 1)]
            wanted = self.found(*self.files(self.folder / name, held))
            self.assert_same(wanted, self.found(path), name)
            self.assert_same(wanted, self.found(input=path.read_bytes()), name + " by standard input")
            if name in quoted:
                self.assertNotEqual(wanted, as_files)
            else:
                self.assertEqual(wanted, as_files)

    def test_stores_in_a_folder(self):
        messages = [stores.prepared(message) for message in make_mbox.synthetic_messages(20)]
        wanted = self.found(*self.files(self.folder / "files", messages))
        mixed = self.folder / "mixed"
        mixed.mkdir()
        stores.write_mbox(mixed / "a", messages[:5], stores.DIALECTS["thunderbird"])
        stores.write_maildir(mixed / "b", messages[5:9])
        stores.write_mbox_gz(mixed / "c.mbox.gz", messages[9:13])
        stores.write_zip(mixed / "d.zip", messages[13:17])
        stores.write_folder(mixed / "e", messages[17:])
        self.assert_same(wanted, self.found(mixed), "mixed")


class Comparison(CliTest):
    ROW = '{"source":"a","message":1,"offset":0,"start":3,"end":4,"reference":"x"}'

    def test_what_differs_is_found(self):
        same = stores.found([self.ROW, self.ROW.replace('"message":1', '"message":2')])
        self.assertEqual(stores.difference(same, same), "")
        for why, other in (
            ("another reference", [self.ROW.replace('"x"', '"y"'), self.ROW.replace('"message":1', '"message":2')]),
            ("another span", [self.ROW.replace(":3", ":2"), self.ROW.replace('"message":1', '"message":2')]),
            ("a reference less", [self.ROW]),
            ("in one message", [self.ROW, self.ROW]),
            ("a reference more", [self.ROW, self.ROW.replace(":1", ":2"), self.ROW.replace(":1", ":2")]),
        ):
            with self.subTest(why):
                self.assertNotEqual(stores.difference(same, stores.found(other)), "")
                self.assertNotEqual(stores.difference(stores.found(other), same), "")

    def test_numbers_of_an_mh_folder(self):
        rows = [self.ROW.replace('"a"', f'"mh/{n}"').replace('"x"', f'"{n}"') for n in (1, 10, 2)]
        self.assertEqual([row["reference"] for (row,) in stores.found(rows)], ["1", "2", "10"])


if __name__ == "__main__":
    main()
