"""The page of results of the test suite for base URLs: samples/suite/page.py and mistakes.py."""

import html
import html.parser
import json
import pathlib
import re
import runpy
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import random_results
import mistakes
import page
import scores
import site_pages
import suite


class Elements(html.parser.HTMLParser):
    """The names of the elements, and the text of scripts and of the rest."""

    def __init__(self, text):
        super().__init__()
        self.names, self.scripts, self.text, self.comments = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.names.append(tag)
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data):
        if self.names[-1:] == ["script"] and self.cdata_elem == "script":
            self.scripts[-1] += data
        else:
            self.text.append(data)

    def handle_comment(self, data):
        self.comments.append(data)


def tables_of(folder):
    return [suite.recorded(path) for path in sorted((folder / "results").glob("*.tsv"))]


def check_counts(test, text, data):
    """The link of a count has a program and a mistake. The script shows the questions in which the program makes it. Returns how many
    counts there are."""
    names, counts = [one["name"] for one in data["programs"]], 0
    for state, count, kind in re.findall(r'data-open="([^"]*)">(\d+) × ([^<]*)<', text):
        words = dict(urllib.parse.parse_qsl(html.unescape(state)))
        at = names.index(words["program"])
        opened = [case["id"] for case in data["cases"]
                  if any(one["answers"][one["of"][at]][3] == mistakes.KINDS.index(words["mistake"]) for one in case["references"] if one["of"][at] >= 0)]
        test.assertEqual((len(opened), kind), (int(count), words["mistake"]), state)
        counts += 1
    return counts


class OfRandomResults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = random_results.write(pathlib.Path(cls.temporary.name, "suite"), cases=60, programs=6)
        cls.cases, cls.tables = suite.load(cls.folder / "cases"), tables_of(cls.folder)
        cls.page = page.of_tables(cls.tables, cls.cases)
        cls.elements = Elements(cls.page)
        cls.data = json.loads(cls.elements.scripts[1])

    def test_the_same_tables_give_the_same_bytes(self):
        self.assertEqual(self.page, page.of_tables(list(reversed(self.tables)), suite.load(self.folder / "cases")))

    def test_all_cases_and_programs_are_there(self):
        self.assertEqual([one["id"] for one in self.data["cases"]], [one["id"] for one in self.cases])
        self.assertEqual({one["name"] for one in self.data["programs"]}, {about["program"] for about, _ in self.tables})
        text = "".join(self.elements.text)
        for about, _ in self.tables:
            self.assertIn(about["version"], text)
            self.assertIn(about["program"].partition(" ")[0], text)

    def test_the_floors_are_those_of_programs_that_do_nothing(self):
        """Over all references, and over those that each program reads."""
        def right_of(answer_of, is_read=lambda case: True):
            answers = {case["id"]: [answer_of(one) for one in case["references"]] for case in self.cases if is_read(case)}
            return scores.Judged(self.cases, "x", {}, answers).outcomes[scores.RIGHT]

        def silence(_):
            return suite.NOTHING

        def echo(one):
            return suite.Answer("url" if suite.ABSOLUTE.match(one["written"]) else "relative", one["written"])

        decided = sum("expected" in one for case in self.cases for one in case["references"])
        self.assertIn(f"answers nothing would have {page.percent(right_of(silence), decided)}, and one that repeats each reference as it is written "
                      f"{page.percent(right_of(echo), decided)}", page.floor(self.cases))
        self.assertNotEqual(right_of(silence), right_of(echo))
        some = {case: answers for case, answers in self.tables[0][1].items() if case.startswith("html/")}
        table = scores.Judged(self.cases, "x", {}, some)
        self.assertEqual([table.floors["silence"], table.floors["echo"]],
                         [right_of(one, lambda case: case["id"] in some) for one in (silence, echo)])
        self.assertLess(table.decided(), decided)

    def test_what_stands_within_another_format_is_counted(self):
        decided, undecided = {"expected": {}}, {"undefined": []}
        cases = [{"id": case, "file": file, "references": references} for case, file, references in (
            ("feeds/mail", "mail.eml", [decided, undecided]), ("documents/record", "record.warc", [decided]), ("feeds/script", "script.html", [decided]),
            ("feeds/feed", "feed.atom", [decided]), ("html/mail", "mail.eml", [decided]))]
        self.assertTrue(page.within(cases).startswith("3 references of"), page.within(cases))

    def test_those_with_the_highest_share_come_first(self):
        answers = {about["program"]: made for about, made in self.tables}
        shares = []
        for program in self.data["programs"]:
            verdicts = [suite.judge(reference, answer)[0] for _, reference, answer in mistakes.asked(self.cases, answers[program["name"]])]
            shares.append(verdicts.count("right") / (verdicts.count("right") + verdicts.count("wrong")))
        self.assertEqual(shares, sorted(shares, reverse=True))
        self.assertGreater(len(set(shares)), 3)
        shown = [float(share) / 100 for share in re.findall(r'class="share main" [^>]*data-share="([\d.]+)"', self.page)]
        self.assertEqual([round(share, 4) for share in shown], [round(share, 4) for share in shares])

    def test_few_references_have_no_percentage_and_come_last(self):
        about, answers = self.tables[0]
        few = {case["id"]: [suite.NOTHING if "undefined" in one else suite.Answer("url", one["expected"]["rfc3986"]["resolved"]) for one in case["references"]]
               for case in self.cases if all("undefined" in one or one["expected"]["rfc3986"]["resolved"] for one in case["references"])}
        few = dict(list(few.items())[:4])
        tables = scores.judged(self.cases, [({**about, "program": "few"}, few), *self.tables])
        self.assertEqual((tables[-1].name, tables[-1].outcomes[scores.RIGHT]), ("few", tables[-1].decided()))
        self.assertLess(tables[-1].decided(), scores.MIN_DECIDED)
        self.assertNotIn("%", page.share_cell(tables[-1]))
        self.assertIn("%", page.share_cell(tables[0]))

    def test_outcomes_add_up(self):
        for about, answers in self.tables:
            table = scores.Judged(self.cases, "x", about, answers)
            given = [(suite.judge(reference, answer)[0], answer.kind) for _, reference, answer in mistakes.asked(self.cases, answers)]
            self.assertEqual(table.outcomes[scores.RELATIVE], given.count(("wrong", "relative")))
            self.assertEqual(table.outcomes[scores.NOTHING], given.count(("wrong", "nothing")))
            self.assertEqual(table.decided(), sum(verdict in ("right", "wrong") for verdict, _ in given))
        self.assertGreater(sum(scores.Judged(self.cases, "x", {}, answers).outcomes[scores.RELATIVE] for _, answers in self.tables), 0)

    def test_each_count_of_a_mistake_is_the_number_of_questions_that_it_opens(self):
        self.assertGreater(check_counts(self, self.page, self.data), 10)

    def test_what_rests_on_one_program_is_counted_apart(self):
        cases = [{"id": f"x/{number}", "path": "/dev/null", "references": [a_reference()]} for number in range(4)]
        right, wrong = suite.Answer("url", "http://a.example.org/d/ref1.html"), suite.NOTHING
        own, other = [right, right, right, wrong], [suite.UNSUPPORTED, wrong, right, right]
        tables = scores.judged(cases, [({"program": name}, {f"x/{at}": [one] for at, one in enumerate(answers)})
                                       for name, answers in (("mimebase", own), ("other", other))])
        comparison = scores.Comparison(cases, tables)
        self.assertEqual((comparison.asked_alone["mimebase"], comparison.right_alone["mimebase"], comparison.right_alone["other"]),
                         ([("x/0", 0)], [("x/1", 0)], [("x/3", 0)]))
        self.assertEqual((comparison.apart(tables[0]), len(comparison.rows)), ((1, 2), 4))
        self.assertIn("1 of the 4 references that a clause decides are asked of mimebase alone", page.apart(tables[0], comparison))

    def test_specifications_that_right_answers_follow(self):
        reference = a_reference()
        reference["expected"]["whatwg"] = {"resolved": "http://w.example.org/", "base": None, "part": None}
        for url, wanted in (("http://w.example.org/", {"whatwg": 1}), ("http://a.example.org/d/ref1.html", {"rfc3986": 1}), ("http://x.example.org/", {})):
            table = scores.Judged([{"id": "x/0", "path": "/dev/null", "references": [reference]}], "x", {}, {"x/0": [suite.Answer("url", url)]})
            self.assertEqual(table.follows, wanted)
            self.assertEqual(table.says, dict.fromkeys(reference["expected"], 1) if wanted else {})

    def test_who_joins_and_who_wrote_it(self):
        about, answers = self.tables[0]
        made = page.of_tables([({**about, "joins": "runner"}, answers), *self.tables[1:]], self.cases)
        self.assertEqual((made.count("its runner joins"), self.page.count("its runner joins")), (1, 0))
        self.assertIn("same authors", made)
        self.assertIn(suite.VERSION, "".join(self.elements.text))

    def test_answers_and_verdicts_are_those_of_the_suite(self):
        answers = {about["program"]: made for about, made in self.tables}
        for case, shown in zip(self.cases, self.data["cases"]):
            for number, reference in enumerate(case["references"]):
                for program, at in zip(self.data["programs"], shown["references"][number]["of"]):
                    kind, value, verdict, *_ = shown["references"][number]["answers"][at]
                    answer = answers[program["name"]][case["id"]][number]
                    self.assertEqual((kind, value), answer)
                    self.assertEqual(suite.VERDICTS[verdict], suite.judge(reference, answer)[0])

    def test_text_files_are_shown_and_binary_files_linked(self):
        for case, shown in zip(self.cases, self.data["cases"]):
            self.assertEqual(shown["text"] is None, case["file"].endswith(".pdf"))

    def test_hostile_text_stays_text(self):
        self.assertEqual(self.elements.names.count("script"), 3)
        self.assertEqual(self.elements.comments, [])
        self.assertNotIn("img", self.elements.names)
        self.assertNotIn("<!--", self.page)
        self.assertNotRegex(self.page, "[\u2028\u202e]")
        self.assertTrue(any(random_results.HOSTILE in one["name"] for one in self.data["programs"]))

    def test_no_request(self):
        self.assertNotRegex(self.page.partition('<script type="application/json"')[0], r"(?:src|href|url\()=?[\"']?https?:")
        self.assertIn("default-src 'none'", self.page)

    def test_a_table_may_lack_cases(self):
        about, answers = self.tables[0]
        some = dict(list(answers.items())[:10])
        made = json.loads(Elements(page.of_tables([(about, some)], self.cases)).scripts[1])
        self.assertEqual(sum(reference["of"] == [-1] for case in made["cases"] for reference in case["references"]),
                         sum(len(case["references"]) for case in self.cases if case["id"] not in some))

    def test_two_versions_of_a_program_have_names(self):
        made = json.loads(Elements(page.of_tables(self.tables[:1] * 2, self.cases)).scripts[1])
        self.assertEqual([one["name"] for one in made["programs"]], ["mimebase", "mimebase (2)"])

    def test_command(self):
        def run(*words):
            return subprocess.run([sys.executable, str(self.folder / "page.py"), *words], capture_output=True, text=True)
        self.assertEqual(run("--check").returncode, 1)
        self.assertEqual(run().returncode, 0)
        made = (self.folder / "results.html").read_bytes()
        done = run("--check")
        self.assertEqual((done.returncode, done.stdout), (0, "results.html and the figures of README.md are up to date\n"))
        self.assertEqual(run().returncode, 0)
        self.assertEqual((self.folder / "results.html").read_bytes(), made)

    def test_no_table(self):
        self.assertIn('id="summary"', page.of_tables([], self.cases))


class Links(html.parser.HTMLParser):
    """The links of a page, and the places in it."""

    def __init__(self, text):
        super().__init__()
        self.links, self.places, self.names = [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.names.append(tag)
        attributes = dict(attrs)
        if "id" in attributes:
            self.places.add(attributes["id"])
        if tag == "a" and not attributes["href"].startswith("https://"):
            self.links.append(attributes["href"])


class Site(unittest.TestCase):
    """page.py --site: pages that need no script."""

    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = random_results.write(pathlib.Path(temporary.name, "suite"), cases=60, programs=6)
        cls.site = pathlib.Path(temporary.name, "site")
        cls.done = subprocess.run([sys.executable, str(cls.folder / "page.py"), "--site", str(cls.site)], capture_output=True, text=True)
        cls.cases = suite.load(cls.folder / "cases")
        cls.tables = scores.judged(cls.cases, tables_of(cls.folder))
        cls.pages = {path: path.read_text(encoding="utf-8") for path in cls.site.glob("**/*.html") if "cases" not in path.relative_to(cls.site).parts}

    def test_a_page_per_program_and_area(self):
        self.assertEqual((self.done.returncode, self.done.stdout), (0, f"wrote {len(self.pages)} pages into {self.site}\n"))
        self.assertEqual(len(list(self.site.glob("programs/*.html"))), len(self.tables))
        self.assertEqual({path.stem for path in self.site.glob("areas/*.html")}, {scores.area_of(case) for case in self.cases})

    def test_every_link_leads_somewhere_in_the_site(self):
        read = {path: Links(text) for path, text in self.pages.items()}
        count = 0
        for path, found in read.items():
            for link in found.links:
                way, _, place = link.partition("#")
                target = (path.parent / urllib.parse.unquote(way)).resolve() if way else path
                if not way and path.name == "index.html":
                    continue  # a state of the page of results
                self.assertTrue(target.is_relative_to(self.site) and target.exists(), f"{path.name}: {link}")
                if place and target in read:
                    self.assertIn(place, read[target].places, link)
                count += 1
        self.assertGreater(count, 500)

    def test_pages_of_markdown(self):
        import markdown_page
        for text, wanted in (
                ("a `<b>` & **c** [d](e.md#f)", "<p>a <code>&lt;b&gt;</code> &amp; <b>c</b> <a href=\"e.html#f\">d</a></p>"),
                ("[`a`](b.md) `[c](d)`", '<p><a href="b.html"><code>a</code></a> <code>[c](d)</code></p>'),
                ("- a\n  b\n- c", "<ul><li>a b</li><li>c</li></ul>"),
                ("x:\n- a", "<p>x:</p><ul><li>a</li></ul>"),
                ("    a <\n      b", "<pre tabindex=\"0\">a &lt;\n  b</pre>"),
                ("```sh\n# x\n\ny\n```", "<pre tabindex=\"0\"># x\n\ny\n</pre>"),
                ("## T\n\n| a | b |\n|---|---|\n| `x\\|y` | z |", "<h2>T</h2>\n<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td><code>x|y</code></td><td>z</td></tr></tbody></table>"),
                ("<!-- no -->\n[x](https://a.example.org/b.md)", '<p><a href="https://a.example.org/b.md">x</a></p>')):
            self.assertEqual(markdown_page.to_html("# Title\n\n" + text), ("Title", wanted))
        readme = self.pages[self.site / "README.html"]
        self.assertIn("<h1>A test suite for base URLs</h1>", readme)
        self.assertNotRegex(readme, r"\]\(|\*\*|<p>\||<p>#|<!--")
        self.assertTrue((self.site / "reports" / "README.html").exists())

    def test_each_mistake_is_there_with_its_cases(self):
        names = site_pages.slugs(self.tables)
        for table in self.tables:
            text = self.pages[self.site / "programs" / f"{names[table.name]}.html"]
            for kind, count in table.frequent():
                section = text.partition(f">{count} × {kind}</h2>")[2].partition("</ul>")[0]
                for case in table.cases_with(kind):
                    self.assertIn(case.partition("/")[2] + ".", section)
                self.assertEqual((section.count("<li>"), section.count("<br>")), (count, sum(verdict[2] == kind for verdict in table.verdicts.values())))
        self.assertEqual(len(set(names.values())), len(self.tables))

    def test_what_a_program_may_not_claim_to_read_comes_last(self):
        names, found = site_pages.slugs(self.tables), 0
        for table in self.tables:
            text = self.pages[self.site / "programs" / f"{names[table.name]}.html"]
            inner = {case["id"]: page.is_within(case) for case in self.cases}
            wrong = sum(verdict[0] == "wrong" and inner[case] for (case, _), verdict in table.verdicts.items())
            self.assertEqual(f"{page.counted(wrong, 'wrong answer')} about a document" in text, wrong > 0)
            for section in text.split("<h2 id=")[1:]:
                given = [inner[f"{area}/{name}"] for area, name in re.findall(r'<li><a href="../areas/(\w+)\.html#([\w-]+)">', section)]
                self.assertEqual(given, sorted(given))
                found += given.count(True)
        self.assertGreater(found, 0)

    def test_no_script_and_nothing_that_acts(self):
        for path, text in self.pages.items():
            if path.name != "index.html":
                self.assertEqual(set(Links(text).names) & {"script", "img", "iframe"}, set(), path)
                self.assertIn("default-src 'none'", text)
                self.assertIsNone(re.search("[\u2028\u202e]", text), path)

    def test_the_runner_of_a_program_is_linked(self):
        (self.folder / "results" / "program-0.tsv").rename(self.folder / "results" / "python-lxml.tsv")
        self.addCleanup((self.folder / "results" / "python-lxml.tsv").rename, self.folder / "results" / "program-0.tsv")
        again = self.site.with_name("again")
        subprocess.run([sys.executable, str(self.folder / "page.py"), "--site", str(again)], capture_output=True, check=True)
        self.assertIn('<a href="../runners/python-lxml">', (again / "programs" / "mimebase.html").read_text(encoding="utf-8"))


class Comparison(unittest.TestCase):
    """compare.py: what changed between two tables."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        references = {case["id"]: case["references"][0] for case in suite.load() if case["id"].startswith("html/") and len(case["references"]) == 1}
        self.right = {name: suite.Answer("url", one["expected"]["whatwg"]["resolved"]) for name, one in references.items()
                      if "expected" in one and one["expected"].get("whatwg", {}).get("resolved")}
        self.names = list(self.right)[:6]

    def table(self, name, changed=(), **about):
        answers = {case: [self.right[case]] for case in self.names}
        answers.update({self.names[at]: [answer] for at, answer in dict(changed).items()})
        suite.record(self.folder / name, {"program": "a", "version": name, "suite": suite.VERSION, **about}, answers)
        return str(self.folder / name)

    def compare(self, *words):
        return subprocess.run([sys.executable, str(page.suite.HERE / "compare.py"), *words], capture_output=True, text=True)

    def test_kinds_of_changes(self):
        wrong, other = suite.Answer("url", "http://wrong.example.org/"), suite.NOTHING
        before = self.table("1", {0: wrong, 1: wrong, 2: suite.UNSUPPORTED})
        after = self.table("2", {1: other, 3: wrong, 4: suite.UNSUPPORTED})
        done = self.compare(before, after)
        self.assertEqual(done.stdout.splitlines()[-1], "1 became wrong, 1 not read any more, 1 became right, 1 now read, 1 other answer")
        for at, word in ((3, "became wrong"), (4, "not read any more"), (0, "became right"), (2, "now read"), (1, "other answer")):
            self.assertRegex(done.stdout, rf"(?m)^{word} +{self.names[at]}: ")
        self.assertNotIn(self.names[5], done.stdout)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(subprocess.run([sys.executable, str(page.suite.HERE / "run"), "--compare", before, after], capture_output=True, text=True).stdout, done.stdout)
        back = self.compare(after, before)
        self.assertEqual(back.stdout.splitlines()[-1], done.stdout.splitlines()[-1])

    def test_the_exit_code_says_whether_something_became_worse(self):
        wrong = self.table("1", {0: suite.NOTHING})
        right = self.table("2")
        self.assertEqual([self.compare(*two).returncode for two in ((wrong, right), (right, wrong), (right, right))], [0, 1, 0])
        unread = self.table("3", {0: suite.UNSUPPORTED})
        self.assertEqual([self.compare(*two).returncode for two in ((right, unread), (unread, right))], [1, 0])

    def test_what_makes_tables_less_comparable_is_said(self):
        before = self.table("1", suite="1.0.0")
        self.names = self.names[:4]
        done = self.compare(before, self.table("2"))
        self.assertIn(f"versions 1.0.0 and {suite.VERSION} of the suite; both are judged by {suite.VERSION}", done.stdout)
        self.assertIn("2 cases were not asked after.", done.stdout)

    def test_the_page_has_each_change(self):
        file = self.folder / "changes.html"
        done = self.compare(self.table("1"), self.table("2", {0: suite.Answer("url", "http://x.example.org/<script>")}), "--html", str(file))
        text = file.read_text(encoding="utf-8")
        self.assertEqual(done.returncode, 1)
        self.assertIn(self.names[0], text)
        self.assertIn("&lt;script&gt;", text)
        self.assertNotIn("script", Links(text).names)

    def test_other_files_are_sentences(self):
        for name, words in (("missing.tsv", "No such file"), (str(page.suite.HERE / "LICENSE"), "not a table of answers")):
            done = self.compare(name, self.table("2"))
            self.assertEqual(done.returncode, 2)
            self.assertIn(words, done.stderr)
            self.assertNotIn("Traceback", done.stderr)


class OfTheRepository(unittest.TestCase):
    def test_atlas_of_readers(self):
        """The suite has its own copy, so that its folder is complete. tests/readers/suite_view.py writes it."""
        sys.path.insert(0, str(HERE.parent / "readers"))
        self.addCleanup(sys.path.remove, str(HERE.parent / "readers"))
        import suite_view
        self.assertEqual(suite_view.FILE.read_text(encoding="utf-8"), suite_view.written(suite_view.data()))
        rows = [row for section in page.readers_data()["sections"] for row in section["rows"]]
        readme = (suite_view.atlas.FOLDER / "README.md").read_text(encoding="utf-8")
        for row in rows:
            self.assertIn(f"| {row['question']} | " + " | ".join(cell.replace("|", "\\|") for cell in row["cells"]), readme)
        self.assertGreater(len(rows), 40)

    def test_page_is_up_to_date(self):
        if not page.PAGE.exists():
            self.skipTest("no results yet")
        done = subprocess.run([sys.executable, str(page.suite.HERE / "page.py"), "--check"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, "results.html and the figures of README.md are up to date\n"))

    def test_each_count_of_a_mistake_opens_as_many_questions(self):
        text = page.of_tables(page.recorded())
        self.assertGreater(check_counts(self, text, json.loads(Elements(text).scripts[1])), 50)

    def test_the_options_of_mimebase_are_those_of_its_runner(self):
        options = runpy.run_path(str(page.suite.HERE / "runners" / "mimebase"))["OPTIONS"]["whatwg"]
        self.assertEqual(" ".join(options), page.OWN_OPTIONS)

    def test_assets_cannot_end_their_elements(self):
        for path in page.ASSETS.iterdir():
            if path.suffix in (".css", ".js"):
                self.assertIsNone(re.search("</script|</style|<!--", path.read_text(encoding="utf-8"), re.I), path)


def a_reference(written="ref1.html", base="http://a.example.org/d/page.html", resolved="http://a.example.org/d/ref1.html", part=None, place="a@href", by="html-base"):
    return {"place": place, "written": written, "part": None, "base_by": by, "expected": {"rfc3986": {"resolved": resolved, "base": base, "part": part}}}


class KindsOfMistakes(unittest.TestCase):
    def setUp(self):
        file = tempfile.NamedTemporaryFile(suffix=".eml")
        self.addCleanup(file.close)
        file.write(b'Content-Location: http://second.example.org/e/\nX: y\n\n<base href="http://a.example.org/d/page.html"><base xml:base="http://third.example.org/f/">')
        file.flush()
        self.path = file.name

    def kind(self, reference, kind, value="", others=()):
        """The mistake of a program that is right about the other references, each in a case of its own."""
        cases = [{"id": "x/case", "path": self.path, "references": [reference]}]
        answers = {"x/case": [suite.Answer(kind, value)]}
        for number, other in enumerate(others):
            cases.append({"id": f"x/{number}", "path": self.path, "references": [other]})
            answers[f"x/{number}"] = [suite.Answer("url", other["expected"]["rfc3986"]["resolved"])]
        return mistakes.Mistakes(cases, answers).of(cases[0], reference, answers["x/case"][0])

    def test_found_but_left_relative(self):
        other = a_reference(written="ref2", resolved="http://a.example.org/d/ref2")
        self.assertEqual(self.kind(a_reference(), "relative", "ref1.html"), (mistakes.LEAVES_RELATIVE, "html-base"))
        self.assertEqual(self.kind(a_reference(), "relative", "ref1.html", others=[other]), (mistakes.LEAVES_RELATIVE, "html-base"))
        self.assertEqual(self.kind(a_reference(part={"number": "2", "content_id": None, "content_location": None}), "relative", "ref1.html")[0], mistakes.LEAVES_RELATIVE)

    def test_other_answers_that_are_right(self):
        """Where nothing defines a base, `thismessage:/` is right, too: a URL of another kind still leads somewhere."""
        nowhere = a_reference(base=None, resolved=None)
        nowhere["expected"]["rfc3986"]["also"] = [{"resolved": "thismessage:/ref1.html", "base": "thismessage:/", "part": None}]
        self.assertEqual(suite.judge(nowhere, suite.Answer("url", "thismessage:/ref1.html"))[0], "right")
        self.assertEqual(self.kind(nowhere, "url", "http://second.example.org/e/ref1.html"), (mistakes.LEADS_SOMEWHERE, "content-location"))
        self.assertEqual(page.expectations(nowhere), [[[1], None, None, None], [[1], "thismessage:/ref1.html", "thismessage:/", None]])

    def test_without_an_answer(self):
        other = a_reference(written="ref2", resolved="http://a.example.org/d/ref2")
        self.assertEqual(self.kind(a_reference(), "nothing", others=[other]), (mistakes.IGNORES, "html-base"))
        self.assertEqual(self.kind(a_reference(), "nothing"), (mistakes.MISSES, "a@href"))
        absolute = a_reference(written="http://x.example.org/ref2", resolved="http://x.example.org/ref2")
        self.assertEqual(self.kind(a_reference(), "nothing", others=[absolute]), (mistakes.DOES_NOT_RESOLVE, ""))
        self.assertEqual(self.kind(absolute, "nothing", others=[other]), (mistakes.MISSES, "a@href"))

    def test_what_is_not_shown_is_not_found(self):
        """Of a program that shows the references that it leaves relative."""
        cases = [{"id": f"x/{number}", "path": self.path, "references": [a_reference(f"ref{number}.html", resolved=f"http://a.example.org/d/ref{number}.html")]}
                 for number in range(3)]
        answers = {"x/0": [suite.Answer("url", "http://a.example.org/d/ref0.html")], "x/1": [suite.NOTHING], "x/2": [suite.NOTHING]}
        self.assertEqual(mistakes.Mistakes(cases, answers).of(cases[1], cases[1]["references"][0], suite.NOTHING), (mistakes.IGNORES, "html-base"))
        answers["x/2"] = [suite.Answer("relative", "ref2.html")]
        self.assertEqual(mistakes.Mistakes(cases, answers).of(cases[1], cases[1]["references"][0], suite.NOTHING), (mistakes.MISSES, "a@href"))

    def test_resolves_others_of_the_case(self):
        references = [a_reference(), a_reference(written="?ref2", resolved="http://a.example.org/d/page.html?ref2")]
        case = {"id": "x/case", "path": self.path, "references": references}
        answers = {"x/case": [suite.Answer("url", "http://a.example.org/d/ref1.html"), suite.NOTHING]}
        self.assertEqual(mistakes.Mistakes([case], answers).of(case, references[1], suite.NOTHING), (mistakes.DOES_NOT_RESOLVE, ""))

    def test_urls(self):
        for value, wanted in {
                "http://second.example.org/e/ref1.html": (mistakes.TAKES_ANOTHER, "content-location"),
                "http://third.example.org/f/ref1.html": (mistakes.TAKES_ANOTHER, "xml-base"),
                "http://a.example.org/d/page.htmlref1.html": (mistakes.JOINS_STRINGS, ""),
                "http://a.example.org/d/page.html/ref1.html": (mistakes.JOINS_STRINGS, ""),
                "http://a.example.org/D/./REF1.html": (mistakes.NORMALISES, ""),
                "http://a.example.org:80/d/x/../ref1.html": (mistakes.NORMALISES, ""),
                "file:///home/ref1.html": (mistakes.IGNORES, "html-base"),
                "http://localhost/ref1.html": (mistakes.IGNORES, "html-base"),
                "about:blank": (mistakes.IGNORES, "html-base"),
                "http://[/ref1": (mistakes.OTHER_URL, ""),
                "http://a.example.org/\\ref1.html": (mistakes.RESOLVES_OTHERWISE, ""),
                "http://unknown.example.org/g/ref1.html": (mistakes.OTHER_URL, "")}.items():
            self.assertEqual(self.kind(a_reference(), "url", value), wanted, value)
        encoded = a_reference("?ref1=\u00e9", resolved="http://a.example.org/d/page.html?ref1=%E9")
        self.assertEqual(self.kind(encoded, "url", "http://a.example.org/d/page.html?ref1=\u00e9"), (mistakes.NORMALISES, ""))
        of_header, nowhere = a_reference(by="content-location"), a_reference(base=None, resolved=None)
        self.assertEqual(self.kind(of_header, "url", "http://second.example.org/e/ref1.html"), (mistakes.TAKES_ANOTHER, "another content-location"))
        self.assertEqual(self.kind(a_reference(base="file:///d/", resolved="file:///C:/ref1"), "url", "file:///d/C|/ref1"), (mistakes.OTHER_URL, ""))
        self.assertEqual(self.kind(nowhere, "url", "http://second.example.org/e/ref1.html"), (mistakes.LEADS_SOMEWHERE, "content-location"))
        self.assertEqual(self.kind(nowhere, "url", "http://y.example.org/"), (mistakes.LEADS_SOMEWHERE, ""))

    def test_parts(self):
        part = {"number": "2", "content_id": "ref1@example.org", "content_location": None}
        self.assertEqual(self.kind(a_reference("cid:ref1@example.org", None, None, part), "nothing"), (mistakes.MISSES_PART, "cid:"))
        self.assertEqual(self.kind(a_reference(part=part), "url", "http://a.example.org/d/ref1.html"), (mistakes.MISSES_PART, "by its location"))
        self.assertEqual(self.kind(a_reference(part=part), "part", "3"), (mistakes.OTHER_PART, ""))
        self.assertEqual(self.kind(a_reference(), "part", "2"), (mistakes.TAKES_PART, ""))


if __name__ == "__main__":
    unittest.main()
