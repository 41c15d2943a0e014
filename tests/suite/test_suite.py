"""The test suite for base URLs: its cases are what samples/suite/source makes, and mimebase answers them."""

import collections
import json
import os
import pathlib
import runpy
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SUITE = ROOT / "samples" / "suite"
sys.path[:0] = [str(SUITE / "source"), str(SUITE), str(ROOT / "tests" / "cli")]

import case  # noqa: E402
import make  # noqa: E402
import program  # noqa: E402
import resolve  # noqa: E402
import suite  # noqa: E402
from support import EXE  # noqa: E402

try:
    import jsonschema
except ImportError:
    jsonschema = None

# Where mimebase does otherwise than a clause says, and why.
KNOWN = {
    # Archives of Internet Explorer and of Firefox need a relative location as a base.
    "layers/relative-content-location-in-multipart": "a relative Content-Location is resolved and then a base",
    "layers/relative-content-location-of-inner-multipart": "a relative Content-Location is resolved and then a base",
    "mhtml/relative-location-of-root-is-no-base": "a relative Content-Location is a base of the parts around it",
    **{f"archives/warc-{name}": "revisit records are not read" for name in ("refers-to-is-no-base", "revisit-not-modified")},
    **{f"html/base-{name}": "a base that is no place is passed over" for name in ("about", "about-srcdoc", "blob", "mailto")},
    "resolve/fragment-of-opaque-base": "a base that is no place is passed over",
    "html/base-http-without-host": "a base is chosen before it is parsed",
    "html/base-invalid": "a base is chosen before it is parsed",
    "html/srcdoc-invalid-base": "a base is chosen before it is parsed",
    "resolve/base-without-slashes": "a base needs a slash",
    "resolve/space-in-path-of-base": "a base has no spaces",
    "html/base-moved-before-earlier": "what a table moves before it keeps its order",
    **{f"html/empty-{name}": "an empty reference is resolved wherever it is" for name in ("embed", "poster")},
    "html/reference-in-unclosed-comment": "a reference in a comment is reported, with a mark (hidden)",
    "xhtml/link-without-namespace": "href is a reference in every vocabulary",
    "xhtml/svg-xlink-and-href": "a reference is found that no program follows",
}

# Where it does otherwise than one specification says, and as another one does. Parts are found by RFC 2557, and hosts and ports are compared
# as the URL Standard has them, whatever the rules are.
BY_RFC_2557 = {f"mhtml/{name}": "parts are found as RFC 2557 finds them" for name in (
    "absolute-to-relative-by-multipart-location", "cid-location-with-blank", "relative-location-against-html-base", "relative-location-against-location-of-root",
    "rfc2557-9-6-link-to-aggregate", "thismessage-dots", "thismessage-root")}
BY_URL_STANDARD = {f"mhtml/{name}": "parts are found by equal URLs, too" for name in ("case-of-host", "default-port-in-label")}
BY_RFC_2110 = {
    # Chromium saves archives in which only that finds the style sheets.
    "mhtml/chromium-style-sheet": "a cid: URL also means the part whose Content-Location it is",
    "mhtml/cid-not-content-location": "a cid: URL also means the part whose Content-Location it is",
    **{f"mhtml/{name}": "parts are found with the bases of RFC 2110, too" for name in (
        "content-base-against-absolute-location", "rfc2110-absolute", "rfc2110-different-bases")},
    **{f"layers/message-http-content-location{name}": "a field that is named declares a base in HTTP, too" for name in ("", "-in-content-location")}}
KNOWN_UNDER = {
    "rfc1808": BY_RFC_2557 | BY_URL_STANDARD | {"mhtml/dots-in-label": "parts are found by equal URLs, too"},
    "rfc3986": BY_RFC_2110 | BY_URL_STANDARD | {
        f"archives/http-{name}-absolute": "the rules resolve as RFC 3986 does, but the fields are those of RFC 1808 and RFC 2068" for name in ("base-header", "content-base")},
    "whatwg": BY_RFC_2110,
}

# The areas in which mimebase follows the specification that it is asked to follow. In others, its rules resolve, and no base depends on them.
OWN_ANSWERS = ("archives/http-", "layers/", "mhtml/", "resolve/")


class Cases(unittest.TestCase):
    def test_they_are_what_is_made(self):
        self.assertEqual(make.differences(), [])

    def test_there_are_many(self):
        cases = suite.load()
        self.assertGreaterEqual(len(cases), 400)
        self.assertEqual(len({case["id"] for case in cases}), len(cases))

    def test_they_fit_the_schema(self):
        if jsonschema is None:
            self.skipTest("python3-jsonschema is not installed")
        schema = json.loads((SUITE / "schema.json").read_text())
        validator = jsonschema.Draft202012Validator(schema)
        for case in suite.load():
            del case["path"]
            for error in validator.iter_errors(case):
                self.fail(f"{case['id']}: {error.message}")


class Resolving(unittest.TestCase):
    def test_examples_of_the_rfc(self):
        """RFC 3986, section 5.4."""
        table = {"g:h": "g:h", "g": "http://a/b/c/g", "./g": "http://a/b/c/g", "g/": "http://a/b/c/g/", "/g": "http://a/g", "//g": "http://g",
                 "?y": "http://a/b/c/d;p?y", "g?y": "http://a/b/c/g?y", "#s": "http://a/b/c/d;p?q#s", "g?y#s": "http://a/b/c/g?y#s",
                 ";x": "http://a/b/c/;x", "": "http://a/b/c/d;p?q", ".": "http://a/b/c/", "..": "http://a/b/", "../g": "http://a/b/g",
                 "../..": "http://a/", "../../../g": "http://a/g", "/./g": "http://a/g", "/../g": "http://a/g", "g.": "http://a/b/c/g.",
                 "..g": "http://a/b/c/..g", "./g/.": "http://a/b/c/g/", "g/../h": "http://a/b/c/h", "g;x=1/../y": "http://a/b/c/y",
                 "g?y/../x": "http://a/b/c/g?y/../x", "g#s/../x": "http://a/b/c/g#s/../x", "http:g": "http:g"}
        self.assertEqual({reference: resolve.rfc3986("http://a/b/c/d;p?q", reference) for reference in table}, table)


class Judging(unittest.TestCase):
    """What an answer is worth."""

    URL = {"resolved": "http://a.example.org/ref1", "base": "http://a.example.org/d", "part": None}
    NOWHERE = {"resolved": None, "base": None, "part": None}
    PART = {"resolved": None, "base": None, "part": {"number": "2", "content_id": "ref1@a.example.org", "content_location": None}}
    RELATIVE = suite.Answer("relative", "ref1")

    def judged(self, answer, **expected):
        return suite.judge({"written": "ref1", "expected": expected}, answer)

    def test_each_specification_has_its_answer(self):
        url = suite.Answer("url", "http://a.example.org/ref1")
        self.assertEqual(self.judged(url, rfc1808=self.URL, rfc3986=self.NOWHERE), ("right", ["rfc1808"]))
        self.assertEqual(self.judged(self.RELATIVE, rfc1808=self.URL, rfc3986=self.NOWHERE), ("right", ["rfc3986"]))
        self.assertEqual(self.judged(suite.NOTHING, rfc1808=self.URL), ("wrong", []))

    def test_silence_is_no_answer_about_a_base(self):
        without, this = self.NOWHERE | {"also": [self.URL | {"resolved": "thismessage:/ref1", "base": "thismessage:/"}]}, self.NOWHERE | {"base": "http://a.example.org/"}
        self.assertEqual(self.judged(suite.NOTHING, rfc1808=self.URL, rfc3986=without, whatwg=without), ("wrong", []))
        self.assertEqual(self.judged(suite.NOTHING, rfc1808=self.NOWHERE, rfc3986=without), ("right", ["rfc1808", "rfc3986"]))
        self.assertEqual(self.judged(suite.NOTHING, rfc3986=self.URL, whatwg=this), ("right", ["whatwg"]))
        self.assertEqual(suite.judge({"written": "cid:ref1", "expected": {"rfc1808": self.PART, "rfc3986": self.NOWHERE}}, suite.NOTHING), ("right", ["rfc3986"]))

    def test_other_answers_may_be_as_right(self):
        also = self.NOWHERE | {"also": [self.URL, self.PART]}
        for answer in (suite.NOTHING, self.RELATIVE, suite.Answer("url", "http://a.example.org/ref1"), suite.Answer("part", "2")):
            self.assertEqual(self.judged(answer, rfc3986=also), ("right", ["rfc3986"]), answer)
        for answer in (suite.Answer("url", "http://b.example.org/ref1"), suite.Answer("part", "3")):
            self.assertEqual(self.judged(answer, rfc3986=also), ("wrong", []), answer)

    def test_what_is_left_relative_is_right_only_where_nothing_is(self):
        self.assertEqual(self.judged(self.RELATIVE, whatwg=self.NOWHERE), ("right", ["whatwg"]))
        self.assertEqual(self.judged(self.RELATIVE, whatwg=self.URL), ("wrong", []))
        self.assertEqual(self.judged(self.RELATIVE, whatwg=self.PART), ("wrong", []))
        self.assertEqual(self.judged(self.RELATIVE, whatwg=self.URL | {"resolved": "thismessage:/ref1"}), ("right", ["whatwg"]))

    def test_what_a_program_found_and_left_relative_is_an_answer(self):
        def answer(written, *lines):
            return suite.answers_of({"references": [{"written": written}]}, lines)[0]
        for line in ({"reference": "ref1", "resolved": None}, {"reference": "ref1"}, {"reference": None, "resolved": "ref1"}):
            self.assertEqual(answer("ref1", line), self.RELATIVE, line)
        self.assertEqual(answer("ref1", {"reference": "ref1", "resolved": "d/ref1"}), suite.Answer("relative", "d/ref1"))
        self.assertEqual(answer("", {"reference": "", "resolved": None}), suite.Answer("relative", ""))
        self.assertEqual(answer("ref1", {"reference": "ref1"}, {"reference": "ref1", "resolved": "http://a/ref1"}), suite.Answer("url", "http://a/ref1"))
        self.assertEqual(answer("http://a/ref1", {"reference": "http://a/ref1", "resolved": None}), suite.NOTHING)
        self.assertEqual(answer("ref1", {"reference": "ref2", "resolved": None}), suite.NOTHING)


class Making(unittest.TestCase):
    """The parts of which cases are made."""

    def test_a_specification_can_have_another_base_more_answers_or_none(self):
        made = case.ref("a@href", "ref1", "http://a.example.org/", [case.clause("RFC 1808", "4")], other={"rfc3986": None},
                        also={"rfc3986": ["thismessage:/", None, "thismessage:/"]}, missing=["whatwg"])
        self.assertEqual({rules: case.target(one) for rules, one in made.expected.items()}, {
            "rfc1808": {"resolved": "http://a.example.org/ref1", "base": "http://a.example.org/", "part": None},
            "rfc3986": {"resolved": None, "base": None, "part": None, "also": [{"resolved": "thismessage:/ref1", "base": "thismessage:/", "part": None}]}})

    def test_sections_are_written_as_their_anchors_are(self):
        self.assertEqual(case.clause("RFC 3986", "Appendix C")["url"], "https://www.rfc-editor.org/rfc/rfc3986#appendix-C")
        self.assertEqual(case.clause("RFC 3986", "5.2.3")["url"], "https://www.rfc-editor.org/rfc/rfc3986#section-5.2.3")
        for section in ("appendix-C", "section-5", "5.", ""):
            with self.assertRaisesRegex(ValueError, "has no section"):
                case.clause("RFC 3986", section)

    def test_a_related_multipart_says_what_its_root_is(self):
        parts = [(["Content-Type: image/gif"], ""), (["Content-ID: <r@a>", "content-type:\n Text/HTML; charset=utf-8"], ""), ([], "")]
        for start, root in ((None, "image/gif"), ("<r@a>", "text/html")):
            self.assertIn(f'type="{root}"'.encode(), case.entity("related", parts, start=start).split(b"\n")[0])
        self.assertIn(b'type="text/plain"', case.entity("related", parts[2:]))

    def test_messages_that_no_program_could_read_are_refused(self):
        def message(content, ending="eml"):
            return case.Case("a", ending, content, "Is it?", "Yes.", ["mail"], [case.ref("a@href", "ref1", None, [case.clause("RFC 1808", "4")])])
        inner = case.entity("mixed", [([], "")], "inner")
        for content, wanted in ((case.multipart("mixed", [], [([], case.entity("mixed", [([], "")]))]), "the same boundary"),
                                (b"Content-Type: multipart/related;\n boundary=a\n\n", "without its type")):
            with self.assertRaisesRegex(ValueError, wanted):
                case.check("area", [message(content)])
        case.check("area", [message(case.multipart("related", [], [([], inner)]))])
        self.assertEqual(message(b"a\nb\r\n", "mht").content, b"a\r\nb\r\n")
        self.assertEqual(message(b"a\nb\r\n").content, b"a\nb\r\n")


class Mimebase(unittest.TestCase):
    """All cases, asked as the runner asks them, for each specification."""

    @classmethod
    def setUpClass(cls):
        cls.cases = suite.load()
        cls.wrong = {rules: cls.wrong_answers(rules) for rules in suite.RULES}

    @classmethod
    def answers(cls, rules):
        runner = runpy.run_path(str(SUITE / "runners" / "mimebase"))
        runs, rows = collections.defaultdict(list), collections.defaultdict(list)
        for case in cls.cases:
            runs[tuple(runner["command"](case["path"], rules)[1:-1])].append(case["path"])
        for options, paths in runs.items():
            done = subprocess.run([EXE, *(one for one in options if one != "-j1"), *paths], capture_output=True)
            for row in map(json.loads, done.stdout.splitlines()):
                rows[row["source"]].append({"reference": row["reference"], "resolved": row["resolved"], "part": row["target_part"]})
        return {case["id"]: suite.answers_of(case, rows[case["path"]]) for case in cls.cases}

    @classmethod
    def wrong_answers(cls, rules):
        """The answers that are not what this specification says, or any one where mimebase does not choose."""
        answers, wrong = cls.answers(rules), {}
        for case in cls.cases:
            for reference, answer in zip(case["references"], answers[case["id"]]):
                expected = reference.get("expected", {})
                which = [rules] if case["id"].startswith(OWN_ANSWERS) else expected
                if rules in expected and not any(suite.is_met(expected[one], answer) for one in which):
                    wrong[f"{case['id']}: {reference['written']}"] = answer
        return wrong

    def test_answers(self):
        for rules in suite.RULES:
            with self.subTest(rules=rules):
                known = KNOWN | KNOWN_UNDER.get(rules, {})
                self.assertEqual({name: answer for name, answer in self.wrong[rules].items() if name.partition(":")[0] not in known}, {})

    def test_the_runner_follows_what_it_is_told(self):
        path = SUITE / "cases" / "layers" / "base-header-of-part.eml"
        for specification, resolved in (("rfc1808", "http://base-header.example.org/d/ref1.html"), ("rfc3986", None), (None, None)):
            environment = os.environ | {"MIMEBASE_EXE": EXE} | ({"MIMEBASE_SPECIFICATION": specification} if specification else {})
            done = subprocess.run([SUITE / "runners" / "mimebase"], input=f"{path}\n", capture_output=True, text=True, env=environment)
            rows = [json.loads(line) for line in done.stdout.split("\n") if line]
            self.assertIn({"reference": "ref1.html", "resolved": resolved, "part": None}, rows, specification)
        done = subprocess.run([SUITE / "runners" / "mimebase"], input="", capture_output=True, text=True, env=os.environ | {"MIMEBASE_SPECIFICATION": "rfc2396"})
        self.assertEqual((done.returncode, done.stderr), (1, "$MIMEBASE_SPECIFICATION is rfc2396, and not one of rfc1808, rfc3986, whatwg\n"))

    def test_the_recorded_answers_are_still_given(self):
        """samples/suite/run mimebase --record, and page.py, write them again."""
        _, recorded = suite.recorded(SUITE / "results" / "mimebase.tsv")
        # What runners/mimebase follows.
        given = self.answers("whatwg")
        self.assertEqual({name: (one, given.get(name)) for name, one in recorded.items() if one != given.get(name)}, {})
        self.assertEqual(recorded.keys(), given.keys())

    def test_known_differences_are_differences(self):
        wrong = {name.partition(":")[0] for rules in suite.RULES for name in self.wrong[rules]}
        self.assertEqual(sorted(set(KNOWN).union(*KNOWN_UNDER.values()) - wrong), [])


class Run(unittest.TestCase):
    """The command samples/suite/run, with programs of a few lines."""

    AREA = "xhtml"

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        # Only what is recorded is written: into a copy.
        self.suite = self.folder / "suite"
        shutil.copytree(SUITE, self.suite, ignore=shutil.ignore_patterns("cases", "node_modules", "__pycache__", "results.*"))
        (self.suite / "cases").mkdir()
        shutil.copytree(SUITE / "cases" / self.AREA, self.suite / "cases" / self.AREA)

    def program(self, body):
        path = self.folder / "a-program"
        path.write_text("#!/usr/bin/env python3\nimport sys\n" + body, encoding="utf-8")
        path.chmod(0o755)
        return str(path)

    def run_suite(self, *words):
        return subprocess.run([sys.executable, str(self.suite / "run"), *words], capture_output=True, text=True, cwd=self.suite)

    def test_a_wrong_answer_names_file_question_and_clauses(self):
        done = self.run_suite(self.program("for line in sys.stdin: print(flush=True)\n"))
        lines = done.stdout.splitlines()
        for case in suite.load(self.suite / "cases"):
            for reference in case["references"]:
                verdict, _ = suite.judge(reference, suite.NOTHING)
                at = [number for number, line in enumerate(lines) if line.startswith(f"wrong       {case['id']}: {reference['written']!r}")]
                self.assertEqual(len(at), verdict == "wrong", case["id"])
                for number in at:
                    self.assertIn(case["question"], lines[number + 1])
                    self.assertIn(f"cases/{self.AREA}/{case['file']}", lines[number + 1])
                    self.assertIn(f"{reference['clauses'][0]['document']}, {reference['clauses'][0]['section']}", lines[number + 1])

    def test_recording_and_the_page(self):
        program = self.program("for line in sys.stdin: print(flush=True)\n")
        done = self.run_suite(program, "--record")
        self.assertEqual((done.returncode, done.stderr), (0, "wrote results/a-program.tsv\n"))
        about, answers = suite.recorded(self.suite / "results" / "a-program.tsv")
        self.assertEqual((about["program"], set(answers)), ("a-program", {case["id"] for case in suite.load(self.suite / "cases")}))
        self.assertEqual(subprocess.run([sys.executable, str(self.suite / "page.py")]).returncode, 0)
        self.assertIn("<b><span data-open=\"program=a-program\">", (self.suite / "results.html").read_text(encoding="utf-8"))
        file = self.folder / "table.tsv"
        self.assertEqual(self.run_suite(program, "--area", self.AREA, "--record", str(file)).returncode, 0)
        self.assertEqual(suite.recorded(file)[1], answers)

    def test_mistakes_of_usage_are_sentences(self):
        for words, wanted in [
                (["no-such-program"], "no-such-program: neither a runner nor a command; the runners are "),
                (["cat", "--area", "htm"], f"no such area: htm; the areas are {self.AREA}\n"),
                (["cat", "--case", "x/y"], "no such case: x/y; cases are named AREA/NAME, such as xhtml/"),
                (["cat", "--area", self.AREA, "--record"], "name a FILE after --record")]:
            done = self.run_suite(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(wanted, done.stderr)
            self.assertNotIn("Traceback", done.stderr)

    def test_a_runner_that_is_not_installed(self):
        runner = self.suite / "runners" / "python-lxml"
        runner.write_text("#!/usr/bin/env python3\nimport no_such_module\n", encoding="utf-8")
        done = self.run_suite("python-lxml")
        self.assertEqual((done.returncode, done.stderr),
                         (1, "run: python-lxml cannot run: ModuleNotFoundError: No module named 'no_such_module'\n"
                             "Its first lines say what it is, and runners/install python-lxml installs what it needs, if --list has it\n"))

    def few(self):
        return [word for case in suite.load(self.suite / "cases")[:6] for word in ("--case", case["id"])]

    def test_a_program_that_ends_after_each_second_case_is_started_again(self):
        body = "for _ in (1, 2): print('{\"unsupported\": true}\\n' if sys.stdin.readline() else '', flush=True)\n"
        done = self.run_suite(self.program(body), *self.few())
        counts = done.stdout.splitlines()[-1].split()
        self.assertEqual((done.stderr, counts[1:4]), ("", ["0", "0", "0"]))
        self.assertEqual(counts[-1], "-", "no share of nothing")

    def test_failures_of_a_program_are_sentences(self):
        """They are reported once, counted in the end, and do not end the run."""
        cases = suite.load(self.suite / "cases")[:6]
        answers_most = "for number, line in enumerate(sys.stdin, 1):\n    if number == 3:\n        {}\n    print(flush=True)\n"
        for body, failure in [
                ("import time; time.sleep(600)", "needs more than 2 s, and is killed"),
                ("import os, time; os.close(1); time.sleep(600)", "closes its output without ending, and is killed"),
                ("import subprocess; subprocess.run(['sleep', '600'])", "needs more than 2 s, and is killed"),
                ("import subprocess; subprocess.run(['sleep', '10'], stderr=subprocess.DEVNULL, start_new_session=True)", "needs more than 2 s, and is killed"),
                ("import os; os.kill(os.getpid(), 11)", "is ended by signal 11"),
                ("sys.exit(3)", "ends with status 3"),
                ("while True: print('http://a.example/' * 999)", "writes more than 4 MB, and is killed"),
                ("while True: sys.stdout.write('x' * 65536)", "writes more than 4 MB, and is killed"),
                ("sys.stdout.buffer.write(bytes(range(11, 256)) + b'\\n')", "writes lines that are no answers"),
                ("print('[' * 100000)", "writes lines that are no answers"),
                *((f"print({line!r})", f"writes lines that are no answers: {line}")
                  for line in ('{"reference": 1}', '["ref1.html"]', '"ref1.html"', "null", "1e999", "{}", '{"part": {}}', '{"resolved": ["x"]}'))]:
            with self.subTest(body=body):
                done = self.run_suite(self.program(answers_most.format(body)), "--seconds", "2", *self.few())
                self.assertNotIn("Traceback", done.stderr)
                self.assertIn(f"a-program: {cases[2]['id']}: it {failure}", done.stderr)
                self.assertEqual((done.returncode, sum(map(int, done.stdout.splitlines()[-1].split()[1:5]))),
                                 (0, sum(len(case["references"]) for case in cases)))

    def test_a_program_that_answers_no_case(self):
        few = self.few()[:4]
        for body, failure in [("sys.exit(1)\n", "ends with status 1"), ("sys.stdin.close(); sys.exit(1)\n", "ends with status 1"),
                              ("import time; time.sleep(600)\n", "needs more than 2 s, and is killed")]:
            done = self.run_suite(self.program(body), "--seconds", "2", "--record", str(self.folder / "table"), *few)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stderr.splitlines()[-2:], [f"a-program: in 2 cases, it {failure}", "run: a-program answered no case"])
            self.assertFalse((self.folder / "table").exists())

    def test_versions_of_programs_that_fail(self):
        for body, version in [("import time; time.sleep(600)", "unknown"), ("while True: print('x' * 65536)", "unknown"), ("sys.exit(1)", "unknown"),
                              ("sys.stdout.buffer.write(b'\\xff\\0 2\\njoins: runner\\n'); sys.exit()", "2")]:
            with self.subTest(body=body):
                program = self.program(f"if '--version' in sys.argv:\n    {body}\nfor line in sys.stdin: print(flush=True)\n")
                table = self.folder / "table.tsv"
                self.assertEqual(self.run_suite(program, "--seconds", "2", "--record", str(table), *self.few()).stderr, "wrote ../table.tsv\n")
                about, _ = suite.recorded(table)
                self.assertEqual((about["version"], about.get("joins")), (version, "runner" if version == "2" else None))

    def test_commands_that_cannot_be_run(self):
        no_program = self.folder / "no-program"
        no_program.write_bytes(b"\x7fELF no program")
        no_program.chmod(0o755)
        for command in ("it's", "", "/", "./no-such-file", str(no_program)):
            done = self.run_suite(command, "--seconds", "5", *self.few())
            self.assertIn(done.returncode, (1, 2))
            self.assertNotIn("Traceback", done.stderr)
            self.assertTrue(done.stderr)

    def test_a_runner_whose_version_hangs(self):
        runner = self.suite / "runners" / "python-lxml"
        runner.write_text("#!/bin/sh\nsleep 600\n", encoding="utf-8")
        done = self.run_suite("python-lxml", "--seconds", "0.3")
        self.assertEqual((done.returncode, done.stderr.splitlines()[0]), (1, "run: python-lxml cannot run: it needs more than 0.3 s"))

    def test_a_runner_whose_runner_joins(self):
        table = self.folder / "table.tsv"
        done = self.run_suite("python-email", "--case", "xhtml/base", "--record", str(table))
        self.assertEqual((done.returncode, done.stderr), (0, "wrote ../table.tsv\n"))
        about, answers = suite.recorded(table)
        self.assertEqual((about["program"], about["joins"], answers["xhtml/base"][0].kind), ("Python-email", "runner", "url"))

    def test_what_was_left_relative_names_no_place_of_a_file(self):
        left_relative = runpy.run_path(str(SUITE / "runners" / "protocol.py"))["left_relative"]
        for url, relative in (("file:///s/cases/documents/d/ref1?x", "d/ref1?x"), ("../../s/cases/documents/ref1", "ref1"), ("file:///s/cases/ref1", "../ref1"),
                              ("../ref1", "../ref1"), ("../../ref1", "../../ref1"), ("file:///other/ref1", "/other/ref1"), ("ref1", "ref1")):
            self.assertEqual(left_relative(url, "/s/cases/documents/x.docx"), relative)
        for table in sorted((SUITE / "results").glob("*.tsv")):
            for name, answers in suite.recorded(table)[1].items():
                self.assertFalse([one for one in answers if f"/cases/{name.partition('/')[0]}/" in one.value or "/suite/cases/" in one.value], (table.name, name))

    def test_runners_are_short_and_can_be_installed(self):
        names = [path for path in (SUITE / "runners").iterdir() if os.access(path, os.X_OK) and path.is_file() and path.name != "install"]
        self.assertGreaterEqual(len(names), 34)
        self.assertEqual([path.name for path in names if len(path.read_text(encoding="utf-8").splitlines()) > 60], [])
        listed = subprocess.run([SUITE / "runners" / "install", "--list"], capture_output=True, text=True).stdout.split()
        self.assertEqual(sorted({path.name for path in names} ^ set(listed)), ["mimebase"])

    def test_no_network(self):
        if not program.isolation():
            self.skipTest("the system refuses unshare --net")
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        body = f"""import socket
for line in sys.stdin:
    try:
        socket.create_connection(("127.0.0.1", {listener.getsockname()[1]}))
        print('{{"resolved": "http://reached.example/ref1"}}')
    except ConnectionRefusedError:
        print('{{"unsupported": true}}')
    print(flush=True)
"""
        done = self.run_suite(self.program(body), *self.few())
        self.assertEqual((done.stderr, done.stdout.splitlines()[-1].split()[1:4]), ("", ["0", "0", "0"]))

    def test_only_what_has_changed_is_asked_again(self):
        log = self.folder / "log"
        script = self.program(f"for line in sys.stdin: print(line, end='', file=open({str(log)!r}, 'a')); print(flush=True)\n")
        cases = suite.load(self.suite / "cases")
        self.assertEqual(self.run_suite(script, "--record").returncode, 0)
        first = (self.suite / "results" / "a-program.tsv").read_bytes()
        log.write_text("")
        self.assertEqual(self.run_suite(script, "--record", "--stale").returncode, 0)
        self.assertEqual((log.read_text(), (self.suite / "results" / "a-program.tsv").read_bytes()), ("", first))
        with open(cases[1]["path"], "ab") as file:
            file.write(b" ")
        description = pathlib.Path(cases[2]["path"]).with_name(cases[2]["id"].partition("/")[2] + ".json")
        description.write_text(description.read_text().replace('"written": "', '"written": "new-'))
        self.assertEqual(self.run_suite(script, "--record", "--stale").returncode, 0)
        self.assertEqual(log.read_text().split(), [cases[1]["path"], cases[2]["path"]])

    def test_answers_of_other_types_are_none(self):
        lines = [{"reference": 1, "resolved": "http://a.example/"}, {"reference": "ref1.html", "resolved": ["x"]}, ["ref1.html"]]
        self.assertEqual(suite.answers_of({"references": [{"written": "ref1.html"}]}, lines), [suite.NOTHING])

    def test_progress_of_slow_programs(self):
        slow = ("import runpy, sys; sys.argv = sys.argv[1:]; made = runpy.run_path(sys.argv[0]); made['main'].__globals__['TICK'] = 0; "
                "sys.exit(made['main']())")
        done = subprocess.run([sys.executable, "-c", slow, str(self.suite / "run"), self.program("for line in sys.stdin: print(flush=True)\n")],
                              capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(self.suite)})
        count = len(suite.load(self.suite / "cases"))
        self.assertEqual(done.stderr.splitlines()[-1], f"{count} of {count} cases")


if __name__ == "__main__":
    unittest.main()
