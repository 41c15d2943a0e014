"""The texts in samples/standards and the reports in samples/suite/reports say what the suite's cases say."""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
STANDARDS = ROOT / "samples" / "standards"
SUITE = ROOT / "samples" / "suite"
DRAFT, ERRATA = STANDARDS / "base-urls-of-parts.md", STANDARDS / "errata.md"
REPORTS = sorted(page for page in (SUITE / "reports").glob("*.md") if page.name != "README.md")
sys.path[:0] = [str(HERE), str(SUITE)]

import reader_lines  # noqa: E402
import suite  # noqa: E402

# The programs with reports that the suite asks too, by their runners.
RUNNERS = {"lxml": "python-lxml", "mailparser": "node-mailparser", "node-feedparser": "node-feedparser", "rspamd": "rspamd", "rss-parser": "node-rss-parser",
           "wget": "wget"}

CASE = re.compile(r"(?<![\w/.])(?:layers|mhtml|html|xhtml|feeds|documents|archives|resolve)/[a-z0-9][a-z0-9-]*\b")
KEY_WORD = re.compile(r"\b(?:MUST|SHOULD|MAY|SHALL|REQUIRED|RECOMMENDED|OPTIONAL)\b")
# A base that must be used leads somewhere.
APPLIES = re.compile(r"\bMUST (?:be )?(?:use|appl|inherit|prefer|resolve|let|get|replaced|satisfied)")
KINDS = {"RFC 1808 reader": "rfc1808", "RFC 3986 reader": "rfc3986", "web reader": "whatwg"}
# "Section 3.1 of RFC1808" in the draft, "RFC 1808, section 3.1" elsewhere.
SECTION_OF = re.compile(r"\{\{((?:Section|Appendix) [\w.]+) of RFC(\d+)\}\}")
OF_RFC = re.compile(r"RFC (\d+), (section [\d.]+\d|section \d+|appendix [A-Z])\b")


def text_of(page):
    return page.read_text(encoding="utf-8")


def case_named(name):
    path = SUITE / "cases" / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def sections():
    """{RFC: its sections}."""
    rows = (line.split("\t") for line in text_of(HERE / "rfc_sections.tsv").splitlines() if not line.startswith("#"))
    return {number: set(names.split(", ")) for number, names in rows}


def body(draft):
    """The draft without its front matter and its blocks."""
    return re.sub(r"^~~~\n.*?^~~~\n", "", draft.split("--- middle", 1)[1], flags=re.M | re.S)


def sentences(draft):
    """Its sentences, each in one line. A sentence ends with a full stop before a capital letter, or with its paragraph."""
    for paragraph in re.split(r"\n\s*\n|\n(?=- |\d\. )", body(draft)):
        if not paragraph.startswith('The key words "MUST"'):
            yield from re.split(r"(?<=[.:])\s+(?=[A-Z{`])", " ".join(paragraph.split()))


def demands(draft):
    return [one for one in sentences(draft) if KEY_WORD.search(one)]


def converted():
    """What kramdown-rfc makes of the draft."""
    if not shutil.which("kramdown-rfc"):
        raise unittest.SkipTest("ruby-kramdown-rfc2629 is not installed")
    return subprocess.run(["kramdown-rfc", str(DRAFT)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)


def decides(reference, kinds):
    """Whether all these kinds of reader have an answer, or, without kinds, those who have one have the same."""
    expected = reference.get("expected", {})
    if not expected or not kinds <= set(expected):
        return False
    answers = [answer_of(target) for key, one in expected.items() if not kinds or key in kinds for target in (one, *one.get("also", ()))]
    return len(set(answers)) == 1


def leads_somewhere(reference, kinds):
    return all(answer_of(one) for key, one in reference["expected"].items() if not kinds or key in kinds)


def answer_of(target):
    """Where it leads. A URL of thismessage:/ leads nowhere; URLs differ in what a serializer changes, too."""
    if target["part"]:
        return target["part"]["number"]
    url = target["resolved"]
    return None if not url or url.startswith(("thismessage:", "cid:", "CID:", "mid:")) else url.rstrip("/")


class Draft(unittest.TestCase):
    def test_every_demand_names_its_cases(self):
        found = demands(text_of(DRAFT))
        self.assertGreater(len(found), 60)
        for sentence in found:
            with self.subTest(sentence):
                self.assertRegex(sentence, r"\((?:cases? |[^()]*, case )[a-z]+/[a-z0-9-]+[^()]*\)")

    def test_the_cases_decide_as_the_sentences_say(self):
        """Each kind of reader that a sentence names has one answer; if it names none, those that have one have the same."""
        for sentence in demands(text_of(DRAFT)):
            kinds = {key for kind, key in KINDS.items() if kind in sentence}
            for name in CASE.findall(sentence):
                case = case_named(name)
                if case is None or re.search(r"\bMAY\b", sentence):  # see below
                    continue
                with self.subTest(sentence, case=name):
                    deciding = [one for one in case["references"] if decides(one, kinds)]
                    self.assertTrue(deciding, "the case does not decide this for these readers")
                    if APPLIES.search(sentence) and " NOT " not in sentence:
                        self.assertTrue(any(leads_somewhere(one, kinds) for one in deciding), "for these readers, the case has no base")

    def test_what_may_be_done_is_open(self):
        """Where a reader MAY do something, the case is undefined, or has more than one answer."""
        for sentence in demands(text_of(DRAFT)):
            if not re.search(r"\bMAY\b", sentence) or re.search(r"\b(?:MUST|SHOULD)\b", sentence):
                continue
            for name in CASE.findall(sentence):
                with self.subTest(sentence, case=name):
                    self.assertTrue(any("undefined" in one or any("also" in target for target in one["expected"].values())
                                        for one in case_named(name)["references"]))

    def test_what_readers_do_is_what_was_recorded(self):
        self.assertEqual(reader_lines.paragraphs(text_of(DRAFT)), reader_lines.sentences())

    def test_a_sentence_without_a_case_is_found(self):
        found = demands("--- middle\n\nA reader MUST do it. It is so (case layers/x).\n\n- One MAY.\n- This MUST hold (case layers/x).\n")
        self.assertEqual(found, ["A reader MUST do it.", "- One MAY.", "- This MUST hold (case layers/x)."])

    def test_it_is_an_internet_draft(self):
        """It converts to XML without a network and without complaints."""
        done = converted()
        self.assertIn(b"<rfc ", done.stdout)
        self.assertNotIn(b"xi:include", done.stdout)
        # It knows some of the references, but would need a network for them.
        self.assertEqual([line for line in done.stderr.decode().splitlines() if "explicit settings" not in line], [])

    def test_its_text_has_about_15_pages(self):
        if not shutil.which("xml2rfc"):
            self.skipTest("xml2rfc is not installed: Debian has it in its section non-free")
        with tempfile.TemporaryDirectory() as folder:
            made, xml = pathlib.Path(folder, "draft.txt"), pathlib.Path(folder, "draft.xml")
            xml.write_bytes(converted().stdout)
            done = subprocess.run(["xml2rfc", "--no-network", "--text", "--quiet", "--cache", folder, "--out", made, xml], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, check=False)
            self.assertEqual((done.returncode, done.stdout), (0, b""))
            pages = re.split(r"\[Page \d+\]", text_of(made))
        first, last = (next(number for number, page in enumerate(pages, 1) if re.search(heading, page, re.M))
                       for heading in (r"^1\.  Introduction$", r"^\d+\.  References$"))
        self.assertTrue(14 <= last - first + 1 <= 17, f"the text is on pages {first} to {last}")


class Texts(unittest.TestCase):
    PAGES = [DRAFT, ERRATA, STANDARDS / "README.md", *REPORTS, SUITE / "reports" / "README.md"]

    def test_every_case_that_is_named_exists(self):
        for page in self.PAGES:
            for name in CASE.findall(text_of(page)):
                with self.subTest(name, page=page.name):
                    self.assertIsNotNone(case_named(name))

    def test_every_section_that_is_cited_exists(self):
        known = sections()
        cited = [(page.name, number, section) for page in self.PAGES for section, number in SECTION_OF.findall(text_of(page))]
        cited += [(page.name, number, section) for page in self.PAGES for number, section in OF_RFC.findall(text_of(page))]
        self.assertGreater(len(cited), 60)
        for page, number, section in cited:
            with self.subTest(section, rfc=number, page=page):
                self.assertIn(re.sub(r"^[Ss]ection ", "", section).replace("appendix", "Appendix"), known[number])

    def test_every_section_that_a_case_cites_exists(self):
        known, checked = sections(), 0
        for path in sorted(SUITE.glob("cases/*/*.json")):
            for reference in json.loads(text_of(path))["references"]:
                for clause in reference["clauses"]:
                    if clause["document"].startswith("RFC "):
                        with self.subTest(path.stem, clause=clause):
                            self.assertIn(clause["section"], known.get(clause["document"][4:], ()), "if it exists, add it to rfc_sections.tsv")
                        checked += 1
        self.assertGreater(checked, 1000)


class Errata(unittest.TestCase):
    def test_each_has_what_the_form_asks_for(self):
        entries = re.split(r"^## ", text_of(ERRATA), flags=re.M)[1:]
        entries = [one for one in entries if "**Section**" in one]
        self.assertGreaterEqual(len(entries), 8)
        for entry in entries:
            with self.subTest(entry.splitlines()[0]):
                for heading in ("**Section**", "**Type**", "**Original text**", "**Corrected text**", "**Notes**", "**Case**"):
                    self.assertIn(heading, entry)
                self.assertRegex(entry, r"\*\*Type\*\*: (?:Technical|Editorial)\b")
                self.assertTrue(CASE.search(entry.split("**Case**")[1]))


class Reports(unittest.TestCase):
    def test_there_are_ten(self):
        self.assertGreaterEqual(len(REPORTS), 10)

    def test_each_has_what_trackers_ask_for(self):
        for page in REPORTS:
            text = text_of(page)
            with self.subTest(page.name):
                headings = re.findall(r"^## (.*)$", text, re.M)
                self.assertEqual(headings, ["Version", "Steps to reproduce", "Expected", "Actual", "Where it is in the source"])
                self.assertTrue(text.startswith("# "))
                self.assertTrue(CASE.search(text.split("## Expected")[1].split("## Actual")[0]), "no case")

    def test_it_says_what_is_expected_and_what_was_recorded(self):
        """Where the suite asks the program, its recorded answer is the one of the report, and it is wrong."""
        recorded = 0
        for page in REPORTS:
            expected, actual = text_of(page).split("## Expected")[1].split("## Actual")
            actual = actual.split("## Where")[0]
            case = case_named(CASE.search(expected)[0])
            reference = case["references"][0]
            targets = [target for one in reference["expected"].values() for target in (one, *one.get("also", ()))]
            urls = {target["resolved"] for target in targets if not target["part"] and target["resolved"]}
            with self.subTest(page.name):
                self.assertTrue(any(target["part"] for target in targets) or any(url in expected for url in urls))
                if page.stem in RUNNERS:
                    answer = suite.recorded(SUITE / "results" / f"{RUNNERS[page.stem]}.tsv")[1][case["id"]][0]
                    self.assertEqual(suite.judge(reference, answer)[0], "wrong")
                    said = answer.value if answer.kind == "url" else reference["written"]
                    self.assertIn(said.replace(".example.org", ".example"), actual.replace(".example.org", ".example"))
                    recorded += 1
        self.assertEqual(recorded, len(RUNNERS))

    def test_the_input_is_that_of_the_case(self):
        """The first block of "Steps to reproduce" that is named as a file of a case has the text of that file."""
        for page in REPORTS:
            named = re.search(r"^`(\w+/[\w.-]+)`:\n\n```\w*\n(.*?)^```$", text_of(page), re.M | re.S)
            with self.subTest(page.name):
                self.assertIsNotNone(named, "no input")
                content = (SUITE / "cases" / named[1]).read_bytes().decode("utf-8").replace("\r\n", "\n")
                self.assertEqual(named[2].rstrip("\n"), content.rstrip("\n"))


if __name__ == "__main__":
    unittest.main()
