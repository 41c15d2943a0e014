"""Usage: options, filters, exit statuses; and `resolve`."""

from support import SAMPLES, CliTest, main, rows_of, run

MBOX = SAMPLES / "three.mbox"
NESTED = SAMPLES / "nested.eml"


class Usage(CliTest):
    def test_wrong_usage_is_2_and_names_what_is_wrong(self):
        for arguments, said in (
            ((), "name a command: tree, links"),
            (("-j2", "links", MBOX), "options follow the command"),
            (("extract", MBOX), "extract: --output is required"),
            (("links", "--limits", "depth=1X", MBOX), '"depth=1X" has no number'),
            (("links", "--limits", "deep=1", MBOX), '"deep" is not one of the '),
            (("links", "--limits", "depth", MBOX), '"depth" has no number, such as depth=64'),
            (("-v",), '"-v" is not an option of mimebase itself; -V prints the version'),
            (("--verbose",), '"--verbose" is not an option of mimebase itself'),
            (("links", "--status", "!broken", MBOX), '"broken" is not one of resolved'),
            (("check", "--severity", "!error,!warning,!note", MBOX), "nothing is left"),
            (("frob",), "frob"),
            (("links", "--frob", MBOX), "--frob"),
            (("tree", "--status=absolute", MBOX), "--status"),
            (("links", "--rules", "rfc2396", MBOX), "rfc2396"),
            (("links", "--format", "xml", MBOX), "xml"),
            (("links", "--status", "broken", MBOX), "broken"),
            (("links", "--base-headers", "subject", MBOX), "subject"),
            (("links", "-j", "0", MBOX), "-j"),
            (("links", "-j", "many", MBOX), "-j"),
            (("links", "--color", "sometimes", MBOX), "sometimes"),
            (("links", "-o"), "-o"),
            (("resolve",), "BASE"),
            (("resolve", "--rules", "none", "http://a/"), "none"),
        ):
            with self.subTest(arguments):
                done = self.assert_fails(2, said, *arguments)
                self.assertEqual(done.stdout, b"")
                self.assertNotEqual(done.stderr, b"")

    def test_help_and_version(self):
        self.assertRegex(self.run_ok("--version").decode(), r"\Amimebase \d+\.\d+\.\d+ \(libarchive, (ISA-L, )?SQLite(, Brotli)?(, Zstandard)?(, qpdf)?(; without .*)?\)\nisolation: .+\n\Z")
        text = self.run_ok("--help").decode()
        for command in ("tree", "links", "resolve"):
            self.assertIn(command, text)
        for command, option in (("tree", "--verbose"), ("links", "--unique"), ("resolve", "--rules")):
            self.assertIn(option, self.run_ok(command, "--help").decode())

    def test_help_of_a_command_and_short_version(self):
        self.assertEqual(self.run_ok("help", "links"), self.run_ok("links", "--help"))
        self.assertEqual(self.run_ok("help"), self.run_ok("--help"))
        self.assertEqual(self.run_ok("-V"), self.run_ok("--version"))
        self.assert_fails(2, "frob", "help", "frob")

    def test_urls_are_not_fetched(self):
        self.assert_fails(1, "http://host.example/x.eml: is no file, and URLs are not fetched", "links", "http://host.example/x.eml")

    def test_what_is_nearly_right_is_told(self):
        for arguments, meant in (
            (("link", MBOX), '"links"'), (("lniks", MBOX), '"links"'), (("hlep",), '"help"'),
            (("rewrit",), '"rewrite"'), (("links", "--stauts", "part", MBOX), '"--status"'),
            (("links", "--retrieval_url=http://a/", MBOX), '"--retrieval-url"'),
            (("links", "--status", "resovled", MBOX), '"resolved"'), (("links", "--status=part,missing", MBOX), '"missing-part"'),
            (("check", "--code", "text-differ", MBOX), '"text-differs"'), (("check", "--code", "!look", MBOX), '"look-alike"'),
            (("links", "--top", "host", MBOX), '"hosts"'), (("links", "--as", "thunderbrid", MBOX), '"thunderbird"'),
            (("links", "--limits", "detph=3", MBOX), '"depth"'), (("links", "--format", "json", MBOX), '"jsonl"'),
            (("check", "--code", "nonsense", MBOX), None), (("check", "--server=x"), None),
            (("frobnicate",), None), (("x" * 100000,), None), (("links", "--" + "x" * 100000), None),
        ):
            with self.subTest(arguments[0][:20]):
                said = self.assert_fails(2, "", *arguments).stderr.decode()
                if meant is None:
                    self.assertNotIn("did you mean", said)
                else:
                    self.assertIn(f"did you mean {meant}?", said)

    def test_a_guess_does_not_hide_the_other_values(self):
        self.assert_fails(2, 'did you mean "missing-part"? All values: resolved, absolute, part, ', "links", "--status=missing", MBOX)
        self.assert_fails(2, "All values: rfc1808, chromium, ", "links", "--as=gmail", MBOX)

    def test_what_rewrite_does_not_change(self):
        self.assert_fails(2, "rewrite makes relative references absolute, and changes no other URL", "rewrite", "--https", MBOX)

    def test_a_wrong_value_takes_one_line(self):
        for arguments in (("links", "--limits", "foo=3"), ("links", "--limits", "depth=x"), ("check", "--code", "nonsense"),
                          ("check", "--code", "text-differ"), ("links", "--status", "nonsense")):
            line, run_help = self.assert_fails(2, arguments[1], *arguments, MBOX).stderr.decode().splitlines()
            self.assertLessEqual(len(line), 160, line)
            self.assertIn("--help", run_help)

    def test_names_of_formats_lead_to_the_option(self):
        for command, option, format in (("links", "--json", "jsonl"), ("links", "--csv", "csv"), ("check", "--json", "jsonl"),
                                        ("tree", "--sqlite", "sqlite"), ("unwrap", "--json", "jsonl"), ("links", "--urls", "urls")):
            self.assert_fails(2, f"{option}; use --format {format}\n", command, option, MBOX)
        self.assertNotIn("--format", self.assert_fails(2, "--csv", "unwrap", "--csv").stderr.decode())

    def test_urls(self):
        message = self.write("m.eml", b"Content-Type: text/html\n\n<a href=http://a/b><a href='http://a/?q#f'>"
                             b"<a href=rel><a href=http://a/b><a href=data:," + b"x" * 300 + b">")
        urls = ["http://a/b", "http://a/?q#f", "http://a/b", "data:," + "x" * 300]
        self.assertEqual(self.run_ok("links", "--format=urls", message).decode().splitlines(), urls)
        self.assertEqual(self.run_ok("links", "--format=urls", "--unique", message).decode().splitlines(),
                         [urls[0], urls[1], urls[3]])
        self.assertEqual(self.run_ok("links", "--format=urls", "--host=a", "--unique", message).decode().splitlines(),
                         urls[:2])
        self.assert_fails(2, "urls", "tree", "--format=urls", message)

    def test_urls_are_what_a_program_can_open(self):
        """A part of the message is no URL for others, by whatever name: cid:, mid: or its Content-Location."""
        message = self.write("m.eml", b"Message-ID: <m@x>\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n"
                             b"<img src=cid:a@x><img src=cid:none@x><img src='http://h/p.png'><a href='mid:m@x'>m</a><a href='http://h/'>h</a>"
                             b"<a href='mailto:a@h'>a</a>\n--b\nContent-Type: image/png\nContent-ID: <a@x>\nContent-Location: http://h/p.png\n\nx\n--b--\n")
        statuses = [row["status"] for row in self.rows("links", message)]
        self.assertEqual([status for status in statuses if status != "absolute"], ["part", "missing-part", "part", "part"])
        for options in ((), ("--unique",), ("--kind", "link,image"), ("--unwrapped",), ("--top", "urls")):
            lines = self.run_ok("links", "--format=urls", *options, message).decode().splitlines()
            wanted = [row["resolved"] for row in self.rows("links", *(options if "--kind" in options else ()), message) if row["status"] == "absolute"]
            self.assertEqual(sorted(lines), sorted(set(wanted)), options)
        self.assert_fails(2, "urls", "check", "--format=urls", message)

    def test_an_option_with_a_value_leaves_the_input_alone(self):
        for option, value in (
            ("--status", "absolute"), ("--context", "header:*"), ("--host", "*.example.org"),
            ("--base-headers", "base"), ("--rules", "rfc3986"), ("--retrieval-url", "http://www.example.com/"),
            ("--input", "mbox"), ("--color", "never"), ("-j", "1"), ("--format", "jsonl"),
        ):
            with self.subTest(option):
                before = self.run_ok("links", option, value, MBOX)
                self.assertEqual(before, self.run_ok("links", MBOX, option, value))
                self.assertNotEqual(before, b"")
                if option.startswith("--"):
                    self.assertEqual(before, self.run_ok("links", f"{option}={value}", MBOX))

    def test_an_empty_retrieval_url_is_none(self):
        self.assertEqual(self.rows("links", "--retrieval-url", "", MBOX), self.rows("links", MBOX))
        self.assertEqual(self.rows("links", "--retrieval-url=", MBOX), self.rows("links", MBOX))

    def test_quiet(self):
        done = run("links", "--quiet", self.folder / "none.eml")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (1, b"", b""))


class Filters(CliTest):
    def kept(self, *options):
        return self.rows("links", *options, NESTED, MBOX)

    def setUp(self):
        super().setUp()
        self.everything = self.rows("links", NESTED, MBOX)
        self.assertEqual(len(self.everything), 16)

    def test_status(self):
        for statuses in (["absolute"], ["resolved"], ["unresolved", "guessed"]):
            expected = [row for row in self.everything if row["status"] in statuses]
            self.assertTrue(expected)
            self.assertEqual(self.kept("--status=" + ",".join(statuses)), expected)
        self.assertEqual(self.kept("--status=missing-part"), [])

    def test_excluded_names(self):
        for excluded in (["absolute"], ["resolved", "absolute"]):
            expected = [row for row in self.everything if row["status"] not in excluded]
            self.assertEqual(self.kept("--status=" + ",".join("!" + name for name in excluded)), expected)
        self.assertEqual(self.kept("--status=absolute,resolved,!resolved"), self.kept("--status=absolute"))

    def test_context(self):
        for glob, keeps in (
            ("a@href", lambda c: c == "a@href"),
            ("header:*", lambda c: c.startswith("header:")),
            ("text*", lambda c: c in ("text", "text:delimited")),
            ("text", lambda c: c == "text"),
            ("?@href", lambda c: c == "a@href"),
        ):
            expected = [row for row in self.everything if keeps(row["context"])]
            self.assertTrue(expected, glob)
            self.assertEqual(self.kept("--context=" + glob), expected)

    def test_host(self):
        for glob, hosts in (
            ("lists.example.org", {"lists.example.org"}),
            ("LISTS.example.org", {"lists.example.org"}),
            ("*.example.com", {"www.example.com"}),
            ("*.example.*", {"www.example.com", "www.example.org", "lists.example.org"}),
        ):
            expected = [row for row in self.everything
                        if (row["resolved"] or "").startswith(tuple(f"http://{h}" for h in hosts))]
            self.assertTrue(expected, glob)
            self.assertEqual(self.kept("--host=" + glob), expected, glob)
        self.assertEqual(self.kept("--host=example.org"), [])

    def test_host_without_a_base(self):
        message = self.write("m.eml", "Content-Type: text/html\n\n<a href=//H.example/x>x</a><a href=y>y</a>\n")
        self.assertEqual([(row["reference"], row["resolved"], row["status"], row["host"])
                          for row in self.rows("links", "--host=h.EXAMPLE", message)],
                         [("//H.example/x", None, "unresolved", "h.example")])

    def test_filters_together(self):
        expected = [row for row in self.everything if row["status"] == "resolved" and row["context"] == "a@href"]
        self.assertEqual(self.kept("--status=resolved", "--context=a@href"), expected)

    def test_unique(self):
        inputs = (NESTED, MBOX, NESTED)
        found = {}
        for row in self.rows("links", *inputs):
            found.setdefault(row["resolved"] if row["resolved"] is not None else "?" + row["reference"], []).append(row)
        rows = self.rows("links", "--unique", *inputs)
        self.assertEqual([row["count"] for row in rows], [len(same) for same in found.values()])
        self.assertEqual([{k: v for k, v in row.items() if k != "count"} for row in rows],
                         [same[0] for same in found.values()])
        self.assertEqual({row["count"] for row in rows}, {1, 2})
        self.assertEqual(self.run_ok("links", "--unique", "-j1", *inputs), self.run_ok("links", "--unique", "-j4", *inputs))

    def test_top(self):
        message = self.write("m.eml", "Content-Type: text/html\n\n" + "".join(f"<a href='{url}'>" for url in (
            "http://b.example.co.uk/2", "HTTP://B.example.co.uk/2", "http://a.example.co.uk/", "http://z.test/", "rel",
            "http://b.example.co.uk/1", "mailto:a@b", "http://z.test/", "http://10.0.0.1/", "//c.test/")))
        for what, key, expected in (
            ("hosts", "host", [(3, "b.example.co.uk"), (2, "z.test"), (1, "10.0.0.1"), (1, "a.example.co.uk"), (1, "c.test")]),
            ("domains", "domain", [(4, "example.co.uk"), (2, "z.test"), (1, "10.0.0.1"), (1, "c.test")]),
            ("urls", "url", [(2, "http://z.test/"), (1, "HTTP://B.example.co.uk/2"), (1, "http://10.0.0.1/"),
                             (1, "http://a.example.co.uk/"), (1, "http://b.example.co.uk/1"),
                             (1, "http://b.example.co.uk/2"), (1, "mailto:a@b")]),
        ):
            with self.subTest(what):
                rows = self.rows("links", "--top", what, message)
                self.assertEqual([(row["count"], row[key]) for row in rows], expected)
                self.assertEqual({tuple(row) for row in rows}, {("count", "url", "host", "domain")})
                text = self.run_ok("links", "--top", what, message).decode()
                self.assertEqual(text, "".join(f"{count:>7}  {name}\n" for count, name in expected))
                table = self.run_ok("links", "--top", what, "--format=csv", message).decode().splitlines()
                self.assertEqual([table[0], len(table)], ["count,url,host,domain", 1 + len(expected)])
        (row,) = self.rows("links", "--top=urls", "--host=B.*", "--context=a@*", "--status=absolute", message)[:1]
        self.assertEqual(row, {"count": 1, "url": "HTTP://B.example.co.uk/2", "host": "b.example.co.uk", "domain": "example.co.uk"})
        self.assertEqual(self.run_ok("links", "--top=urls", "--format=urls", message).splitlines()[0], b"http://z.test/")

    def test_top_of_several_inputs(self):
        counts = {}
        for row in self.rows("links", NESTED, MBOX, NESTED):
            if row["host"] is not None:
                counts[row["host"]] = counts.get(row["host"], 0) + 1
        expected = sorted(((count, host) for host, count in counts.items()), key=lambda pair: (-pair[0], pair[1]))
        path = self.folder / "top.jsonl"
        for workers in ("1", "4"):
            self.run_ok("links", "--top=hosts", "-j", workers, "-o", path, NESTED, MBOX, NESTED)
            self.assertEqual([(row["count"], row["host"]) for row in rows_of(path.read_bytes())], expected)

    def test_top_that_makes_no_sense(self):
        for said, arguments in (("--unique", ("links", "--top=urls", "--unique", MBOX)),
                                ("GROUP BY", ("links", "--top=urls", "-o", self.folder / "x.sqlite", MBOX)),
                                ("urls", ("links", "--top=hosts", "--format=urls", MBOX)),
                                ("sites", ("links", "--top=sites", MBOX)), ("top", ("check", "--top=hosts", MBOX))):
            self.assert_fails(2, said, *arguments)
        self.assertFalse((self.folder / "x.sqlite").exists())

    def test_data_urls_are_cut_unless_full(self):
        url = "data:text/plain," + "x" * 200
        path = self.write("data.eml", f'Content-Type: text/html\n\n<img src="{url}">')
        (cut,), (full,) = self.rows("links", path), self.rows("links", "--full", path)
        self.assertEqual(cut["reference"], url[:100] + "…")
        self.assertEqual(cut["resolved"], url[:100] + "…")
        self.assertEqual(full["reference"], url)
        self.assertEqual((cut["start"], cut["end"]), (10, 10 + len(url)))


class BaseHeaders(CliTest):
    def base(self, which, headers="Content-Location: http://l/\nContent-Base: http://c/\nBase: <URL:http://b/>\n"):
        path = self.write("m.eml", headers + "Content-Type: text/plain\n\nx")
        (row,) = self.rows("tree", *([f"--base-headers={which}"] if which else []), path)
        return row["base"]

    def test_the_order_of_the_list_decides(self):
        for which, base in (
            ("", "http://b/"), ("base", "http://b/"), ("content-base", "http://c/"), ("content-location", "http://l/"),
            ("content-base,base", "http://c/"), ("content-location,content-base", "http://l/"),
            ("content-location,base,content-base", "http://l/"), ("base,content-base,content-location", "http://b/"),
        ):
            with self.subTest(which):
                self.assertEqual(self.base(which), base)

    def test_rfc_1808_to_the_letter(self):
        self.assertEqual(self.base("base", "Content-Location: http://l/\nContent-Base: http://c/\n"), "")


class Resolve(CliTest):
    def lines(self, *arguments, **options):
        return self.run_ok("resolve", *arguments, **options).decode().split("\n")[:-1]

    def test_one_a_line(self):
        self.assertEqual(self.lines("http://a/b/c/d;p?q#f", "g", "../g", "//g", "?y", "#s", "http:g"),
                         ["http://a/b/c/g", "http://a/b/g", "http://g", "http://a/b/c/d;p?y",
                          "http://a/b/c/d;p?q#s", "http:g"])

    def test_rules(self):
        for rules, expected in (("rfc1808", "http://a/../../g"), ("draft-05", "http://a/g"), ("rfc3986", "http://a/g"),
                                ("whatwg", "http://a/g")):
            self.assertEqual(self.lines("--rules", rules, "http://a/b/c/d;p?q", "../../../../g"), [expected])

    def test_empty_reference_is_the_base(self):
        self.assertEqual(self.lines("http://a/b/c#f", ""), ["http://a/b/c#f"])
        self.assertEqual(self.lines("--rules", "rfc3986", "http://a/b/c#f", ""), ["http://a/b/c"])

    def test_empty_base_is_no_base(self):
        done = self.assert_fails(1, '"g"', "resolve", "", "http://x/y", "g", "http://z/")
        self.assertEqual(done.stdout, b"http://x/y\n\nhttp://z/\n")
        self.assertEqual(done.stderr.count(b"\n"), 1)

    def test_what_begins_with_a_hyphen(self):
        self.assertEqual(self.lines("--", "http://a/b", "-x", "--rules"), ["http://a/-x", "http://a/--rules"])

    def test_standard_input(self):
        self.assertEqual(self.lines("http://a/b/c", input=b"g\n\n../h\nlast"),
                         ["http://a/b/g", "http://a/b/c", "http://a/h", "http://a/b/last"])
        self.assertEqual(self.lines("http://a/b/c", input=b""), [])

    def test_carriage_returns_are_no_part_of_a_reference(self):
        self.assertEqual(self.lines("http://a/b/c", input=b"g\r\nh\r\n"), ["http://a/b/g", "http://a/b/h"])

    def test_references_given_leave_standard_input_alone(self):
        self.assertEqual(self.lines("http://a/", "g", input=b"h\n"), ["http://a/g"])

    def test_a_base_of_any_scheme(self):
        self.assertEqual(self.lines("mailto:a@example.org", "http://x/"), ["http://x/"])

    def test_quiet(self):
        done = run("resolve", "--quiet", "", "g")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (1, b"\n", b""))


if __name__ == "__main__":
    main()
