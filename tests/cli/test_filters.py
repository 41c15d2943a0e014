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
            ("--since", "2024-01-01T00:00:00.Z"), ("--hidden", "box"),
        ):
            with self.subTest(option, value=value):
                done = self.assert_fails(2, option, "links", f"{option}={value}", self.mbox)
                self.assertEqual(done.stdout, b"")
        for command in (("rewrite",), ("report", "-o", self.folder / "r.html"), ("resolve", "http://a/")):
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
