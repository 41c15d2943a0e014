#!/usr/bin/env python3
"""The study of extracted URLs (samples/study): its labels are well-formed, and its page shows its figures. Runs no other program."""

import email
import hashlib
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
import unittest

STUDY = pathlib.Path(__file__).resolve().parents[2] / "samples" / "study"
sys.path[:0] = [str(STUDY), str(STUDY / "labels")]
sys.dont_write_bytecode = True

import documents  # noqa: E402
import fresh  # noqa: E402
import generated  # noqa: E402
import intervals  # noqa: E402
import judge  # noqa: E402
import labels  # noqa: E402
import mail  # noqa: E402
import page  # noqa: E402
import real_documents  # noqa: E402
from labels import url_of  # noqa: E402
from urls import normal  # noqa: E402

RESERVED = re.compile(r"(?:.*\.)?example\.(?:com|net|org)\.?|192\.0\.2\.\d+|\[2001:db8:[0-9a-f:]*\]|localhost")
ROWS, HELD_OUT = ([json.loads(line) for line in (STUDY / "labels" / name).read_text(encoding="utf-8").splitlines()] for name in ("texts.jsonl", "held-out.jsonl"))
DRAWN = [line.split("\t") for line in (STUDY / "labels" / "drawn.tsv").read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
MAILS = {"development": list(generated.mails())}
MAILS["held-out"] = [*generated.mails(seed=labels.seed()), *generated.mails(150, labels.seed() + 1, fresh.PLACES)]


def is_delimited(before, after):
    return re.search(r"<(?:url:)?\s*$", before, re.I) and re.match(r"\s*>", after)


def without_punctuation(url, before):
    """Rules 2 to 4 of labels/README.md."""
    while url[-1] in ".,;:!?'" or (url[-1] == ")" and url.count("(") < url.count(")")) or (url[-1] in "*_~" and before.endswith(url[-1])):
        url = url[:-1]
    return url


class Labels(unittest.TestCase):
    def test_there_are_enough(self):
        self.assertGreaterEqual(len(ROWS), 300)
        self.assertGreaterEqual(sum(row["id"].startswith("hand/") for row in ROWS), 100)
        self.assertEqual(len({row["id"] for row in ROWS + HELD_OUT}), len(ROWS + HELD_OUT))
        self.assertEqual((120, 160), (len(HELD_OUT), len(DRAWN)))

    def test_no_text_is_in_both_halves(self):
        self.assertEqual(set(), {row["text"] for row in ROWS} & {row["text"] for row in HELD_OUT})

    def test_of_drawn_texts_only_places_are_kept(self):
        sources = {line.split("\t")[0] for line in (STUDY / "mail.tsv").read_text(encoding="utf-8").splitlines() if not line.startswith("#")}
        self.assertEqual(12, len(sources))
        for name, source, digest, spans in DRAWN:
            self.assertRegex(name, r"^drawn/\d{3}$")
            self.assertIn(source, sources)
            self.assertRegex(digest, r"^[0-9a-f]{64}$")
            self.assertRegex(spans, r"^(?:\d+-\d+\??(?: |$))*$")
            places = [int(place) for place in re.findall(r"\d+", spans)]
            self.assertEqual(sorted(places), places, name)
        self.assertEqual(len(DRAWN), len({row[2] for row in DRAWN}))

    def test_the_files_are_what_the_sources_give(self):
        make = {"__file__": str(STUDY / "labels" / "make"), "__name__": "make"}
        exec(compile((STUDY / "labels" / "make").read_text(encoding="utf-8"), "make", "exec"), make)
        for name, content in make["files"]():
            self.assertEqual(content, (STUDY / "labels" / name).read_text(encoding="utf-8"), name)

    def test_what_is_frozen_has_not_changed(self):
        for name, digest in json.loads((STUDY / "labels" / "frozen.json").read_text(encoding="utf-8")).items():
            self.assertEqual(digest, hashlib.sha256((STUDY / name).read_bytes()).hexdigest(), name)

    def each(self):
        for row in ROWS + HELD_OUT:
            for label in row["urls"]:
                yield row, label, row["text"][label["start"] : label["end"]]

    def test_spans_match_the_texts(self):
        for row, label, written in self.each():
            self.assertIn(label["certainty"], ("sure", "maybe"), row["id"])
            self.assertEqual(label["url"], url_of(written), row["id"])
        for row in ROWS + HELD_OUT:
            ends = [0, *(place for label in row["urls"] for place in (label["start"], label["end"]))]
            self.assertEqual(ends, sorted(ends), row["id"])

    def test_sure_labels_follow_the_rules(self):
        for row, label, written in self.each():
            before, after = row["text"][: label["start"]], row["text"][label["end"] :]
            if label["certainty"] != "sure" or is_delimited(before, after):
                continue
            self.assertEqual(written, without_punctuation(written, before), row["id"])
            self.assertNotRegex(written, r'[<>"`\\^|{}]')
            if row["kind"] == "delsp":
                continue
            self.assertNotRegex(written, r"\s")
            more = re.match(r"""[^\s<>"`\\^|{}\[\]]*""", after)[0]
            more = more[: next((at for at, one in enumerate(more) if not one.isascii() and unicodedata.category(one)[0] in "PSZ"), None)]
            # In quotes, the URL ends with the quote (rule 10).
            more = "" if before.endswith("'") else more
            self.assertEqual(written, without_punctuation(written + more, before), row["id"])

    def test_hosts_are_reserved(self):
        for _, label, _ in self.each():
            if label["certainty"] == "sure" and not label["url"].startswith("mailto:"):
                self.assertRegex(normal(label["url"]).split("/")[2].rpartition("@")[2], rf"^(?:{RESERVED.pattern})(?::\d+)?$")


class Comparing(unittest.TestCase):
    def test_equivalent_urls_are_equal(self):
        for one, other in [
            ("HTTP://Example.COM", "http://example.com:80/"),
            ("http://example.com/%7ea", "http://example.com/~a"),
            ("www.example.com", "http://www.example.com/"),
            ("http://example.com/größe", "http://example.com/gr%c3%b6%C3%9Fe"),
            ("http://bücher.example.com", "http://xn--bcher-kva.example.com/"),
            ("http://example.com/a/../b", "http://example.com/b"),
        ]:
            self.assertEqual(normal(one), normal(other))

    def test_other_urls_are_not(self):
        for one, other in [
            ("http://example.com/a", "http://example.com/A"),
            ("http://example.com/a", "http://example.com/a/"),
            ("http://example.com/?a", "http://example.com/?a#"),
            ("http://example.com/", "https://example.com/"),
            ("http://example.com/%2F", "http://example.com//"),
        ]:
            self.assertNotEqual(normal(one), normal(other))
        for url in ("rel.html", "mailto:a@example.com", "http:x", "", None, "//example.com/"):
            self.assertIsNone(normal(url))

    def test_a_perfect_answer_has_no_mistakes(self):
        for rows in (ROWS, HELD_OUT):
            files = [row["id"] for row in rows]
            tally, mistakes = judge.of_texts(rows, files, {row["id"]: [[label["url"]] for label in row["urls"]] for row in rows})
            figures = judge.text_figures(tally)
            self.assertEqual(([], 100.0, 100.0), (mistakes, figures["all"]["recall"], figures["all"]["precision"]))
        for mails in MAILS.values():
            answer = {number: [[one["url"]] for one in mail.truth] for number, mail in enumerate(mails)}
            figures = judge.generated_figures(judge.of_generated(mails, range(len(mails)), answer))
            self.assertEqual((100.0, 100.0), (figures["groups"]["all"]["recall"], figures["precision"]))

    def test_a_wrong_end_and_a_wrong_base_are_seen(self):
        rows = [{"id": "x", "kind": "k", "text": "", "urls": [{"url": "http://example.com/a", "certainty": "sure"}]}]
        figures = judge.text_figures(judge.of_texts(rows, ["x"], {"x": [["http://example.com/a."]]})[0])
        self.assertEqual((0, 1, 1), tuple(figures["all"][key] for key in ("right", "wrong_end", "wrong")))
        mail = next(one for one in MAILS["development"] if any(truth["group"] == "relative" for truth in one.truth))
        for form, share in (("http://example.org/%s", "garbled_share"), ("%s", "left_relative_share")):
            tally = judge.of_generated([mail], ["x"], {"x": [[form % (truth["token"] or "")] for truth in mail.truth]})
            self.assertEqual(100.0, judge.generated_figures(tally)["groups"]["all"][share])

    def test_a_document_is_judged_without_the_fragment(self):
        paper = documents.Document("1.pdf", "PDF: link", "pdf", "application/pdf", b"", "http://example.com/a", "a")
        for url, expected in (("http://example.com/a#page=2", (1, 1, 0)), ("http://example.com/b", (0, 1, 1)), ("http://www.w3.org/x", (0, 1, 0))):
            figures = judge.document_figures(judge.of_documents([paper], {"1.pdf": [[url]]}, "x", set()))
            self.assertEqual(expected, tuple(figures["all"][key] for key in ("right", "urls", "wrong")), url)
        self.assertEqual({}, judge.document_figures(judge.of_documents([paper], {}, "x", {("PDF: link", "x")})))


class Intervals(unittest.TestCase):
    def test_bounds(self):
        self.assertIsNone(intervals.interval([(1, 2)] * 4))
        # The exact bounds of 0 of 10 and of 10 of 10 (Clopper and Pearson, 1934).
        self.assertEqual([69.2, 100.0], intervals.interval([(1, 1)] * 10))
        self.assertEqual([0.0, 30.8], intervals.interval([(0, 2)] * 10))

    def test_the_interval_has_the_share_in_95_of_100_samples(self):
        """Units are drawn, not URLs: all URLs of a unit are right or wrong together here."""
        source, inside = random.Random(7), 0
        for _ in range(100):
            units = [(count * (source.random() < 0.7), count) for count in (source.randrange(1, 5) for _ in range(80))]
            low, high = intervals.interval(units)
            inside += low <= 70 <= high
        self.assertGreaterEqual(inside, 88)
        self.assertLess(inside, 100)

    def test_differences_are_paired(self):
        ones = [(1, 1)] * 30 + [(0, 1)] * 30
        self.assertEqual((0.0, [0.0, 0.0]), intervals.difference(ones, ones))
        points, (low, high) = intervals.difference(ones, [(0, 1)] * 60)
        self.assertEqual(50.0, points)
        self.assertTrue(30 < low < 50 < high < 70, (low, high))
        with self.assertRaises(ValueError):
            intervals.difference(ones, ones[1:])

    def test_a_tally_counts_by_unit(self):
        tally = intervals.Tally(["a", "b", "c"])
        tally.add("all", "a", right=1, urls=2)
        tally.add("all", "c", right=1, urls=1)
        self.assertEqual([(1, 2), (0, 0), (1, 1)], tally.pairs("all", "right", ["urls"]))
        self.assertEqual(66.7, tally.share("recall", "all", "right", "urls")["recall"])


class Generated(unittest.TestCase):
    def test_messages_can_be_parsed_and_stay_the_same(self):
        self.assertEqual([mail.as_bytes() for mail in MAILS["development"]], [mail.as_bytes() for mail in generated.mails()])
        for mails in MAILS.values():
            for mail in mails:
                self.assertEqual([], [defect for part in email.message_from_bytes(mail.as_bytes()).walk() for defect in part.defects])

    def test_new_kinds_are_new(self):
        for known, new in zip(generated.PLACES, fresh.PLACES):
            self.assertEqual(set(), known.keys() & new.keys())
        kinds = {truth["kind"] for mail in MAILS["held-out"][250:] for truth in mail.truth}
        for name in (*fresh.ELEMENTS, *fresh.ESCAPES, *fresh.TEXTS, *fresh.ATTACHMENTS, *fresh.ENCODED):
            self.assertIn(name, kinds)

    def test_each_document_is_of_a_form_that_a_program_reads(self):
        for kind, (form, _) in documents.OFFICE.items():
            self.assertEqual(kind.partition(": ")[0].lower(), form)
        self.assertEqual(set(documents.MEDIA), set.union(*documents.READS.values()))
        self.assertEqual({f"PDF: {kind}" for kind in documents.PDFS} & {kind for kind, _ in documents.NOT_MEANT}, {kind for kind, _ in documents.NOT_MEANT})


class Lists(unittest.TestCase):
    def test_a_part_of_the_mail_or_of_the_documents_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            for read in (lambda: mail.listed([folder]), lambda: real_documents.found([folder], [])):
                with self.assertRaisesRegex(SystemExit, "missing in " + re.escape(folder)):
                    read()

    def test_each_file_is_listed_once(self):
        for name in ("mail.tsv", "documents.tsv"):
            rows = [line.split("\t") for line in (STUDY / name).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
            self.assertEqual(len(rows), len({tuple(row[:-1]) for row in rows}), name)
            self.assertTrue(all(re.fullmatch("[0-9a-f]{64}", row[-1]) for row in rows), name)

    def test_pdf_is_found_in_mail(self):
        paper = documents.Document("0001.pdf", "PDF: link", "pdf", documents.PDF, documents.pdf(), "http://example.com/a", "a")
        self.assertEqual([("pdf", paper.content)], list(real_documents._of_mail([documents.as_mail(paper)])))


class Page(unittest.TestCase):
    figures = (STUDY / "figures.json").read_text(encoding="utf-8")

    def test_is_up_to_date(self):
        figures = json.loads(self.figures)
        about = (STUDY / "README.md").read_text(encoding="utf-8")
        self.assertEqual(page.of(figures), (STUDY / "study.html").read_text(encoding="utf-8"))
        for name, table in page.tables(figures).items():
            self.assertIn(f"\n<!-- {name} -->\n\n{table}\n<!-- end -->\n", about)

    def test_figures_name_what_was_measured(self):
        figures = json.loads(self.figures)
        self.assertRegex(figures["commit"], r"^[0-9a-f]{40}$")
        self.assertEqual(labels.seed(), figures["seeds"]["held_out"])
        for name, digest in figures["data"].items():
            if (STUDY / name).exists():
                self.assertEqual(digest, hashlib.sha256((STUDY / name).read_bytes()).hexdigest(), name)
        for half, mails in MAILS.items():
            self.assertEqual(figures["data"][f"generated, {half}"], hashlib.sha256(b"".join(mail.as_bytes() for mail in mails)).hexdigest(), half)
        qpdf = shutil.which("qpdf") and subprocess.run(["qpdf", "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
        # Some documents are written by qpdf.
        if qpdf == figures["documents"]["qpdf"]["version"]["version"]:
            contents = [paper.content for paper in documents.documents(labels.seed() + 2)]
            self.assertEqual(figures["data"]["documents"], hashlib.sha256(b"".join(contents)).hexdigest())
        for name, one in [*figures["programs"].items(), *figures["documents"].items(), *((name, {"version": one}) for name, one in figures["judges"].items())]:
            self.assertRegex(one["version"]["sha256"], r"^[0-9a-f]{64}$", name)

    def test_is_for_all_readers(self):
        """Landmarks, scrolling boxes that the keyboard reaches, and colours of both schemes. tests/browser/run --suite asks axe-core."""
        made = page.of(json.loads(self.figures))
        self.assertEqual((1, 1), (made.count("<main>"), made.count("</main>")))
        boxes = re.findall(r'<div class="wide"([^>]*)><table>', made)
        names = [re.fullmatch(r' tabindex="0" role="region" aria-label="([^"]+)"', box)[1] for box in boxes]
        self.assertEqual((made.count("<table>"), len(set(names))), (len(names), len(names)))
        light, dark = re.fullmatch(r"(?s)(.*)@media \(prefers-color-scheme: dark\) \{ (.*?) \} \}.*", page.STYLE).groups()
        self.assertEqual(set(re.findall(r"--\w+(?=:)", light)), set(re.findall(r"--\w+(?=:)", dark)))
        self.assertNotRegex(made.replace(page.STYLE, ""), r"(?<!&amp;)#[0-9a-f]{3,6}\b")

    def test_numbers_of_points_are_apart(self):
        taken = [(50, 50), (58, 50), (50, 58)]
        found = [page.free_place(*point, taken) for point in list(taken)]
        for at, one in enumerate(found):
            self.assertTrue(all(page.math.dist(one, other) >= 8 for other in taken if other != one), (at, one))

    def test_has_nothing_of_real_mail(self):
        """Only mistakes in our own texts are kept as text."""
        ours = {row["id"] for row in ROWS + HELD_OUT}
        for program in json.loads(self.figures)["programs"].values():
            self.assertTrue(all(mistake["text"] in ours for mistake in program["shortest_mistakes"]))
            kept = json.dumps({key: value for key, value in program.items() if key != "shortest_mistakes"})
            self.assertEqual([], re.findall(r"\w+://\w+|\w+@\w+|www\.\w+", kept))

    def test_adapters_are_small(self):
        for adapter in [*(STUDY / "adapters").iterdir(), *(STUDY / "readers").iterdir()]:
            self.assertLessEqual(len(adapter.read_text(encoding="utf-8").splitlines()), 60, adapter.name)


if __name__ == "__main__":
    unittest.main()
