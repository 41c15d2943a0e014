"""Filters of messages and of hidden links, and hosts in both forms."""

import sqlite3

from support import CliTest, main, run

MBOX = (
    "From a@example.org Mon Jan  1 00:00:00 2024\n"
    "From: =?utf-8?Q?Frau_M=C3=BCller?= <mueller@example.org>\nDate: Mon, 1 Jan 2024 00:30:00 +0100\nSubject: 1\n\nhttp://one.example/\n\n"
    "From b@example.org Tue Jan  2 00:00:00 2024\n"
    "From: Bob <bob@example.net>\nDate: Tue, 2 Jan 2024 12:00:00 +0000\nSubject: 2\n\nhttp://two.example/\n\n"
    "From c@example.org Wed Jan  3 00:00:00 2024\n"
    "From: Carol\n <carol@example.com>\nSubject: 3\n\nhttp://three.example/\n\n"
)


class MessageFilters(CliTest):
    def setUp(self):
        super().setUp()
        self.mbox = self.write("a.mbox", MBOX)
        self.other = self.write("other.mbox", MBOX)

    def numbers(self, *options, command="tree"):
        return [row["message"] for row in self.rows(command, *options, self.mbox)]

    def test_table(self):
        for why, options, expected in (
            ("nothing filters nothing", [], [1, 2, 3]),
            ("a number", ["--message=2"], [2]),
            ("a number that no message has", ["--message", "9"], []),
            ("since: the zone of the message counts", ["--since=2024-01-01"], [2]),
            ("since: the day before in UTC", ["--since=2023-12-31"], [1, 2]),
            ("since: that very second", ["--since=2024-01-02T12:00:00Z"], [2]),
            ("since: a second too late", ["--since=2024-01-02T12:00:01Z"], []),
            ("since: a zone", ["--since=2024-01-02T13:00:00+01:00"], [2]),
            ("since: no zone is UTC", ["--since=2024-01-02T12:00:01"], []),
            ("until: all of the day", ["--until=2024-01-02"], [1, 2]),
            ("until: all of the day before", ["--until=2023-12-31"], [1]),
            ("until: that very second", ["--until=2024-01-02T12:00:00Z"], [1, 2]),
            ("until: a second too early", ["--until=2024-01-02T11:59:59.9z"], [1]),
            ("both", ["--since=2024-01-01", "--until=2024-12-31"], [2]),
            ("from: part of an address", ["--from=*@example.net*"], [2]),
            ("from: the whole field", ["--from=bob@example.net"], []),
            ("from: decoded, in any case", ["--from=*MÜLLER*"], [1]),
            ("from: unfolded", ["--from=Carol <carol@example.com>"], [3]),
            ("from: alternatives", ["--from=*bob*", "--from=carol*"], [2, 3]),
            ("since: a month", ["--since=2024-01"], [2]),
            ("since: a later month", ["--since=2024-02"], []),
            ("until: all of the month", ["--until=2024-01"], [1, 2]),
            ("until: the month before", ["--until=2023-12"], [1]),
            ("a month", ["--since=2024-01", "--until=2024-01"], [2]),
            ("since: a year", ["--since=2024"], [2]),
            ("until: all of the year", ["--until=2023"], [1]),
            ("until: a leap day", ["--until=2024-02"], [1, 2]),
            ("all together", ["--from=*e*", "--since=2000-01-01", "--message=1"], [1]),
        ):
            with self.subTest(why):
                self.assertEqual(self.numbers(*options), expected)
                self.assertEqual(self.numbers(*options, "--no-isolation"), expected)
                self.assertEqual(self.numbers(*options, command="links"), expected)

    def test_every_source_has_its_message(self):
        rows = self.rows("links", "--message=3", self.mbox, self.other)
        self.assertEqual([(row["source"], row["host"]) for row in rows],
                         [(str(self.mbox), "three.example"), (str(self.other), "three.example")])

    def test_check(self):
        path = self.write("bad.mbox", MBOX.replace("http://two.example/", "<URL:two>"))
        for message, status in ((1, 0), (2, 1)):
            done = run("check", f"--message={message}", "--format=jsonl", "--code=no-base", path)
            self.assertEqual((done.returncode, done.stdout.count(b"\n")), (status, status))

    def test_a_message_that_is_not_read_has_no_problems(self):
        deep = "From: x@example.org\n" + "Content-Type: message/rfc822\n\n" * 2000
        path = self.write("deep.mbox", MBOX + "From d@example.org Thu Jan  4 00:00:00 2024\n" + deep + "\n")
        self.assertEqual(run("links", path).returncode, 1)
        for option in ("--message=1", "--from=*bob*"):
            self.assertEqual(len(self.run_ok("links", option, "--format=urls", path).splitlines()), 1)

    def test_wrong_values(self):
        for option, value in (
            ("--message", "0"), ("--message", "-1"), ("--message", "x"), ("--message", ""), ("--since", "yesterday"),
            ("--since", "2024-02-30"), ("--since", "2024-13-01"), ("--since", "24-01-01"), ("--until", "2024-01-01T25:00:00Z"),
            ("--until", "2024-01-01T00:00"), ("--until", "2024-01-01T00:00:00+1"), ("--until", "2024-01-01 "), ("--since", ""),
            ("--since", "2024-"), ("--since", "2024-1"), ("--since", "2024-00"), ("--since", "2024-01T00:00:00Z"), ("--since", "2024T00:00:00Z"),
            ("--since", "202"), ("--until", "20240101"),
            ("--since", "2024-01-01T00:00:00.Z"), ("--hidden", "box"),
        ):
            with self.subTest(option, value=value):
                done = self.assert_fails(2, option, "links", f"{option}={value}", self.mbox)
                self.assertEqual(done.stdout, b"")
        for command in (("rewrite",), ("resolve", "http://a/")):
            self.assert_fails(2, "--since", *command, "--since=2024-01-01", self.mbox)

    def test_a_database_stores_them(self):
        path = self.folder / "a.sqlite"
        options = ("--message=2", "--since=2024-01-01", "--until=2024-12-31", "--from=*bob*", "--hidden=none")
        self.run_ok("links", *options, "-o", path, self.mbox)
        database = sqlite3.connect(path)
        stored = dict(database.execute("SELECT name, value FROM option"))
        database.close()
        self.assertEqual([stored[name] for name in ("--message", "--since", "--until", "--from", "links --hidden")],
                         ["2", "2024-01-01T00:00:00Z", "2024-12-31T23:59:59Z", "*bob*", "none"])
        self.run_ok("links", *options, "--append", "-o", path, self.other)
        self.assert_fails(2, "--from", "links", *options[:3], "--hidden=none", "--append", "-o", path, self.other)


def mbox(*messages):
    return "".join(f"From a@example.org Mon Jan  1 00:00:00 2024\n{message}\n\n" for message in messages)


# Three messages with seven links, and one diagnostic each.
HTML = mbox(
    "From: PayPal Service <service@paypal.example>\nDate: Mon, 1 May 2023 12:00:00 +0000\nContent-Type: text/html\n\n"
    "<a href='http://www.bank.example/a'>a</a><img src='http://images.example/b'><a href='c'>c</a>",
    "From: Bob <bob@example.net>\nDate: Tue, 2 May 2023 12:00:00 +0000\nContent-Type: text/html\n\n"
    "<a href='http://www.bank.example/d'>d</a><a href='http://other.example/e' style='display:none'>e</a>",
    "From: Carol <carol@example.com>\nContent-Type: text/html\n\n<a href='f'>f</a><a href='g'>g</a>",
)
PAYPAL = "no message of 3 has a From field that matches 'PayPal' as a whole; try --from '*PayPal*', which matches 1"
NO_URL = "links that have a resolved URL, and none of 3 links that are selected has one; "


class NothingMatches(CliTest):
    """Without rows, one sentence on standard error says why, and what would match. The exit status does not change."""

    def setUp(self):
        super().setUp()
        self.path = self.write("a.mbox", HTML)

    def sentence(self, *arguments, status=0):
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stderr.count(b"\n")), (status, 1), (arguments, done.stderr))
        return done.stderr.decode().removeprefix("mimebase: ").rstrip("\n").replace(str(self.path), "a.mbox")

    def test_table(self):
        for why, options, expected in (
            ("a whole field", "links --from PayPal", PAYPAL),
            ("no message contains it", "links --from Amazon", "no message of 3 has a From field that matches 'Amazon' as a whole; the nearest: "),
            ("alternatives", "links --from A --from B", "no message of 3 has a From field that matches 'A' or 'B' as a whole; try --from '*A*' --from '*B*', which matches 3"),
            ("the last message", "links --message 99", "a.mbox has 3 messages; --message 99 names none"),
            ("a later period", "links --since 2024", "no message of 3 has a Date in the period that --since selects; the dates are 2023-05-01 to 2023-05-02, and 1 message has no readable Date"),
            ("an earlier period", "links --until 2022-12", "no message of 3 has a Date in the period that --until selects; "),
            ("between two messages", "links --since 2023-05-01T13:00:00Z --until 2023-05-02T11:00:00Z", "no message of 3 has a Date in the period that --since and --until select; "),
            ("two filters that exclude each other", "links --from *PayPal* --since 2023-05-02", "no message of 3 passes --since and --until and --from together; each alone accepts some "),
            ("a status", "links --status part", "no link of 7 has the status part; found: absolute (4), unresolved (3)"),
            ("statuses", "links --status part,guessed", "no link of 7 has the status part or guessed; found: "),
            ("a kind", "links --kind form", "no link of 7 has the kind form; found: link (6), image (1)"),
            ("a hidden kind", "links --hidden comment", "no link of 7 has the hidden value comment; found: none (6), style (1)"),
            ("a context", "links --context href", "no link of 7 has a context that matches 'href' as a whole; try --context '*href*', which matches 6"),
            ("a domain", "links --host bank.example", "no link of 7 has a host that matches 'bank.example' as a whole; try --host '*bank.example*', which matches 2"),
            ("a URL", "links --host http://bank.example/a", "no link of 7 has a host that matches 'http://bank.example/a' as a whole; try --host '*bank.example*', which matches 2"),
            ("a misspelt host", "links --host othr.example", "no link of 7 has a host that matches 'othr.example' as a whole; the nearest: other.example (1), "),
            ("two filters of links", "links --host images.example --kind link", "no link of 7 passes --host and --kind together; each alone accepts some (--host: 1, --kind: 6)"),
            ("unique", "links --unique --status part", "no link of 7 has the status part; "),
            ("counts without URLs", "links --status unresolved --top urls", "--top urls counts " + NO_URL + "omit --top to list them"),
            ("counts without hosts", "links --status unresolved --top hosts", "--top hosts counts links that have a host, and none of 3 "),
            ("counts of nothing", "links --status part --top domains", "no link of 7 has the status part; "),
            ("URLs without URLs", "links --status unresolved --format urls", "--format urls writes " + NO_URL + "use --format text to list them"),
            ("a quote is quoted", "links --from O'Neill", "no message of 3 has a From field that matches 'O'\\''Neill' as a whole; "),
            ("tree", "tree --message 4", "a.mbox has 3 messages; --message 4 names none"),
            ("a code", "check --code tracker", "no diagnostic of 2 has the code tracker; found: no-base (2)"),
            ("a severity", "check --severity note", "no diagnostic of 2 has the severity note; found: error (2)"),
            ("a summary", "check --summary --severity note", "no diagnostic of 2 has the severity note; found: error (2)"),
            ("a message that is not checked", "check --from PayPal", PAYPAL),
            ("compare", "compare --as chromium,roundcube --message 2", "no difference in 1 message: chromium, roundcube open the same; --as selects other readers"),
            ("compare selects too", "compare --from PayPal", PAYPAL),
        ):
            words = options.split(" ")
            with self.subTest(why):
                for how in ([], ["--no-isolation"], ["-j4"], ["--format=jsonl"], ["--format=csv"]):
                    if "--format=" in "".join(how) and "--format" in words:
                        continue
                    self.assertEqual(self.sentence(*words, *how, self.path)[:len(expected)], expected, how)
                self.assertEqual(run(*words, "--quiet", self.path).stderr, b"")

    def test_outputs(self):
        for name in ("a.jsonl", "a.csv", "a.sqlite", "a.txt"):
            self.assertEqual(self.sentence("links", "--from=PayPal", "-o", self.folder / name, self.path), PAYPAL)

    def test_all_of_a_split_mbox(self):
        path = self.write("large.mbox", mbox(*("From: PayPal <p@example.org>\nDate: Mon, 1 May 2023 12:00:00 +0000\n\n" + "text " * 200,) * 3000))
        for isolation in ("-j1", "-j4", "--no-isolation"):
            self.assertEqual(self.sentence("links", isolation, "--from=paypal", path),
                             "no message of 3000 has a From field that matches 'paypal' as a whole; try --from '*paypal*', which matches 3000")
            self.assertEqual(self.sentence("links", isolation, "--from=*", path), "no URL was found in 3000 messages")
            self.assertEqual(self.sentence("links", isolation, "--message=4000", path), f"{path} has 3000 messages; --message 4000 names none")

    def test_several_sources(self):
        other = self.write("b.mbox", mbox("Subject: x\n\nx"))
        self.assertEqual(self.sentence("links", "--message=9", other, self.path), "--message 9 names no message; a.mbox has the most, 3 messages")

    def test_rows_need_no_sentence(self):
        for arguments in (["links", "--from=*bob*"], ["links", "--message=2"], ["links", "--status=absolute", "--top=urls"],
                          ["check", "--code=no-base"], ["links", "--host=www.bank.example", "--from=*bob*", "-j4"]):
            done = run(*arguments, self.path)
            self.assertTrue(done.stdout)
            self.assertEqual(done.stderr, b"")

    def test_without_filters_only_people_are_told(self):
        path = self.write("plain.eml", "Subject: x\n\nx\n")
        for command, expected in (("links", "no URL was found in 1 message"), ("check", "nothing to report: 1 message checked")):
            self.assertEqual(run(command, path).stderr, b"")
            self.assertIn(expected.encode(), run(command, "--progress", path).stderr)
            self.assertEqual(self.sentence(command, "--message=1", path), expected)
        self.assertEqual(self.sentence("compare", path),
                         "no difference in 1 message: rfc1808, chromium, thunderbird, roundcube, mhonarc open the same; --as selects other readers")

    def test_a_list_of_urls_says_what_it_omits(self):
        path = self.write("relative.eml", "Content-Type: text/html\n\n<a href=http://a.test/>x</a><a href=b>x</a><a href=c>x</a>")
        for options, said in (("--format=urls",), "2 links have no resolved URL, or name a part of the message, and are not listed; --format text lists every link"), \
                (("--format=urls", "--unique"), "2 links have no"), (("--format=urls", "--status=absolute"), ""), (("--format=jsonl",), ""):
            with self.subTest(options):
                self.assertEqual(run("links", *options, path).stderr, b"")
                shown = run("links", "--progress", *options, path).stderr.decode()
                self.assertIn(said, shown) if said else self.assertNotIn("no resolved URL", shown)

    def test_parts_that_are_not_searched_are_counted(self):
        path = self.write("pdf.eml", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b\nContent-Type: application/pdf\n\nx\n--b--\n")
        for option in ("--message=1", "--host=a"):
            self.assertEqual(self.sentence("links", option, path), "no URL was found in 1 message; 1 part was not searched (see mimebase check)")

    def test_inputs_without_mail(self):
        folder = self.folder / "folder"
        folder.mkdir()
        self.assertEqual(self.sentence("links", folder), f"{folder}: holds no mail")

    def test_what_is_usual_is_said_to_people_alone(self):
        text = self.write("notes.bin", b"\x7fELF" + bytes(range(256)) * 9)
        skipped = b"mimebase: 1 file or entry that is neither mail nor a document was skipped\n"
        for sentence, told, *arguments in (
            ("a.mbox: no message begins in the range of bytes", b"", "--range=5:9", self.path),
            (f"{text}: holds no mail", skipped, "--as-in-folder", text),
        ):
            with self.subTest(sentence):
                self.assertEqual(run("links", *arguments).stderr, told)
                self.assertIn(sentence.replace("a.mbox", str(self.path)), run("links", "--progress", *arguments).stderr.decode())

    def test_a_period_that_ends_before_it_begins(self):
        self.assertEqual(self.sentence("links", "--since=2024-05-01", "--until=2023", self.path, status=2),
                         "--since 2024-05-01 is after --until 2023: no message can be dated in between")

    def test_what_mail_says_cannot_drive_the_terminal(self):
        path = self.write("t.eml", b"From: \x1b[31mred <a@example.org>\n\nx\n")
        self.assertNotIn("\x1b", self.sentence("links", "--from=nobody", path))
        path = self.write("long.eml", "From: " + "long " * 5000 + "<a@example.org>\n\nx\n")
        self.assertLess(len(self.sentence("links", "--from=nobody", path)), 300)


class Hidden(CliTest):
    def test_hidden(self):
        path = self.write("h.eml", "Content-Type: text/html\n\n<!-- <a href=http://comment/> --><a href=http://seen/>s</a>"
                          "<template><a href=http://template/>t</a></template><a style='display:none' href=http://style/>x</a>")
        for kinds, hosts in (("comment", ["comment"]), ("template,style", ["template", "style"]), ("none", ["seen"]),
                             ("none,style", ["seen", "style"]), ("conditional-comment", [])):
            self.assertEqual([row["host"] for row in self.rows("links", f"--hidden={kinds}", path)], hosts, kinds)
        self.assert_fails(2, "--hidden", "tree", "--hidden=style", path)


class Hosts(CliTest):
    def test_an_internationalized_host_has_one_form(self):
        forms = ("http://bücher.example/1", "http://BÜCHER.example/2", "http://b%C3%BCcher.example/3",
                 "http://xn--bcher-kva.example/4", "http://XN--BCHER-KVA.example:80/5", "//bücher.example/6")
        body = "".join(f"<a href='{form}'>x</a>" for form in forms) + "<a href='http://plain.example/'>y</a><a href='http://a%zz/'>z</a>"
        path = self.write("i.eml", "Content-Type: text/html; charset=utf-8\n\n" + body)
        for rules in ("rfc1808", "rfc3986", "whatwg"):
            hosts = [row["host"] for row in self.rows("links", f"--rules={rules}", path)]
            self.assertEqual(hosts[:6], ["xn--bcher-kva.example"] * 6, rules)
            self.assertEqual(hosts[6], "plain.example")
        for glob, count in (("bücher.example", 6), ("*.BÜCHER.example", 0), ("BÜCHER.*", 6), ("xn--bcher-kva.*", 6), ("b?cher.example", 0),
                            ("[üu]*", 0), ("*ü*", 6), ("XN--*", 6), ("plain.*", 1)):
            self.assertEqual(len(self.rows("links", f"--host={glob}", path)), count, glob)


if __name__ == "__main__":
    main()
