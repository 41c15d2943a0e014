"""Every bound in the sources is known: it reports a limit of the table (src/model/limits.cpp), or bounds.tsv says why nothing is lost.

A bound is a constant, a member or a number that can end the reading of a message, or cut a value off. A new one fails this test
until it is removed, is one of the limits, or has a row in bounds.tsv. The columns: the file, the bound as BOUNDS names it, its kind
(KINDS), and the reason. A file with two bounds of one name has two rows."""

import collections
import pathlib
import re
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = pathlib.Path(__file__).with_name("bounds.tsv")

KINDS = {
    "row:KEY": "what is beyond is reported as this limit",
    "buffer": "the size of a buffer or of a piece: what does not fit is read in the next one",
    "format": "what the format itself defines, or a fact about a program: longer values are something else",
    "display": "cuts off a description that is only shown, and marks the end",
    "output": "what is written, not what is read: nothing is beyond it, or the output counts it",
    "damage": "what is beyond is said as damage or as a problem of the source, with exit status 1",
    "process": "what one process allows another: beyond it, the process is ended and its messages are reported",
    "speed": "a choice between two ways with the same result",
}
# How a source reports a limit: to a Sink, a Reading, a Budget, or as a problem of a message or of a source.
REPORTS = re.compile(r"limit_hit|charge|is_cut|_hit_?\b|\bcut_|exceeded|excess|problem|beyond|omitted|too_many|k\w+Limit")

WORDS = (r"Most|Max|Min|Longest|Shortest|Deepest|Greatest|Least|Largest|Smallest|Highest|Furthest|Limits?|Enough|Few|Many|Much|Long|"
         r"Large|Near|Far|Small|Usual|Bytes|Levels|Depth|Rounds|Tries|Lines|Rows|Steps?|Characters|Digits|Piece|Start|Shown|Kept")
NUMBER = r"(?:std::\w+\{)?\b(?!0[xXbB])\d[\d']*(?:\})?[uUlL]*(?:\s*<<\s*\d+)?"
TYPE = r"(?:std::)?(?:size_t|ptrdiff_t|u?int(?:\d+_t)?|unsigned|long|double|float|auto|chrono::\w+)"
CONSTANTS = re.compile(r"\b(?:constexpr|const)\s+(?:static\s+)?(?:unsigned\s+)?%s\s+(k[A-Z][^;]*);|\benum\b[^;{]*\{([^}]*)\}" % TYPE)
BOUNDING = re.compile(r"k\w*(?:%s)(?![a-z])" % WORDS)
CONSTANT = re.compile(r"\b(k[A-Z]\w*)\s*(?:=\s*|\{)((?:[^,;()\[\]{}]|\([^;]*?\)|\{[^;]*?\})+)")
MEMBER = re.compile(r"^\s*(?:mutable |const |static )*(?:unsigned )?%s\s+([^;()]*_left_?\b[^;()]*)(?:\{[^;]*\})?;" % TYPE, re.M)
VARIABLE = re.compile(r"\b%s&?\s+(\w*(?:left|most|max|limit|budget|remaining|enough)\w*)\s*(?:=|\{)\s*(%s)\s*[;,})]" % (TYPE, NUMBER))
# A comparison with a size, a count or a depth, and the end of a loop.
OPERATOR = re.compile(r"((?<![<-])[<>]=?(?![=<>]))\s*(%s)(?![\w.:])" % NUMBER)
MEASURE = re.compile(r"(?:[\w.>-]|\(\)|::)*(?:size|length|count|depth|level|levels|steps|tries|number|total|bytes)_?(?:\(\))?\s*\Z")
LOOP = re.compile(r"\bfor\s*\([^;:]*;[^;]*?(\b\w+)\s*((?<!<)<=?(?![<=]))\s*(%s)(?![\w.:])" % NUMBER)
CUT = re.compile(r"\b(?:min|clamp|substr|first|last|subspan|prefix|\w+_start|\w+_left_|shortened|resize)(?:<[^;<>]*>)?\((?=([^;]*))")


def without_comments(text):
    """The source with comments and literals blanked."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group())
    text = re.sub(r'R"(\w*)\(.*?\)\1"', blank, text, flags=re.S)
    text = re.sub(r"//[^\n]*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"|(?<![0-9A-Fa-f])'(?:[^'\\\n]|\\[^\n]{1,8}?)'", blank, text, flags=re.S)
    return re.sub(r"\bstatic_assert\s*\([^;]*\);", blank, text)


def value_of(number):
    digits = int(re.search(r"\d[\d']*", re.sub(r"std::\w+\{", "", number)).group().replace("'", ""))
    shift = re.search(r"<<\s*(\d+)", number)
    return digits << int(shift.group(1)) if shift else digits


def arguments(text):
    """The arguments of a call, from behind its opening parenthesis."""
    depth, out = 0, [""]
    for c in text:
        depth += (c in "({[") - (c in ")}]")
        if depth < 0:
            break
        if c == "," and depth == 0:
            out.append("")
        else:
            out[-1] += c
    return [one.strip() for one in out]


def bounds_in(text):
    """The bounds of a source, with repetition: names, or expressions with the number in them."""
    text = without_comments(text)
    for match in CONSTANTS.finditer(text):
        for name, value in CONSTANT.findall(match.group(1) or match.group(2)):
            is_large = any(value_of(one) >= 16 for one in re.findall(NUMBER, value))
            is_flag_or_offset = re.search(r"\||~|-1\)|npos|\bO_[A-Z]|\b0[xXbB]|to_array|infos_of|\[\]", value) or name.endswith("At")
            if match.group(2):  # members of an enumeration: kinds and flags, not numbers
                if BOUNDING.search(name) and is_large and "<<" not in value:
                    yield name
            elif not is_flag_or_offset and (BOUNDING.search(name) or is_large):
                yield name
    for match in MEMBER.finditer(text):
        yield from re.findall(r"\b\w*_left_?\b", match.group(1))
    for match in VARIABLE.finditer(text):
        if value_of(match.group(2)) >= 16 and not match.group(1).endswith("_left_"):
            yield match.group(1)
    for match in OPERATOR.finditer(text):
        measured = MEASURE.search(text[max(0, match.start() - 80):match.start()])
        if value_of(match.group(2)) >= 16 and measured:
            yield "%s %s %s" % (measured.group().strip(), *match.groups())
    for match in LOOP.finditer(text):
        if value_of(match.group(3)) >= 16 and value_of(match.group(3)) not in (128, 256):
            yield "%s %s %s" % match.groups()
    for match in CUT.finditer(text):
        for argument in arguments(match.group(1)):
            if re.fullmatch(NUMBER, argument) and value_of(argument) >= 16:
                yield "%s %s" % (match.group().rstrip("("), argument)


def bounds(root):
    """(file, bound) -> how often."""
    found = collections.Counter()
    for base in ("src", "include"):
        for path in sorted((root / base).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                name = str(path.relative_to(root))
                found.update((name, bound) for bound in bounds_in(path.read_text()))
    return found


def table(text):
    header, *lines = text.splitlines()
    assert header.split("\t") == ["file", "bound", "kind", "reason"], header
    return [tuple(line.split("\t")) for line in lines]


def limits(root):
    return set(re.findall(r'LimitKey\{\s*"([\w-]+)"', (root / "src/model/limits.cpp").read_text()))


def faults(root, text):
    """What is wrong between the sources and the table."""
    rows, found, keys = table(text), bounds(root), limits(root)
    malformed = [row for row in rows if len(row) != 4 or not row[3].strip()]
    out = ["no reason: " + " ".join(row) for row in malformed]
    rows = [row for row in rows if row not in malformed]
    known = collections.Counter(row[:2] for row in rows)
    out += ["unknown bound, see tests/house/test_bounds.py: %s: %s" % one for one in (found - known)]
    out += ["no longer in the source: %s: %s" % one for one in (known - found)]
    if rows != sorted(rows):
        out.append("the rows are not sorted: " + next(" ".join(b[:2]) for a, b in zip(rows, rows[1:]) if a > b))
    for file, bound, kind, _ in rows:
        if kind.startswith("row:"):
            out += ["no such limit: %s: %s: %s" % (file, bound, key) for key in kind[4:].split(",") if key not in keys]
            beside = [path for path in (root / file).parent.glob("*") if path.suffix in (".h", ".cpp")]
            if beside and not any(REPORTS.search(without_comments(path.read_text())) for path in beside):
                out.append("no source beside it reports a limit: %s: %s" % (file, bound))
        elif kind not in KINDS:
            out.append("no such kind: %s: %s: %s" % (file, bound, kind))
    return out


class Bounds(unittest.TestCase):
    def test_each_is_known(self):
        self.assertEqual(faults(ROOT, TABLE.read_text()), [])

    def test_there_are_some(self):
        self.assertGreater(len(bounds(ROOT)), 200)
        self.assertGreater(len(limits(ROOT)), 30)

    def test_what_is_found(self):
        for source, expected in {
            "constexpr std::size_t kMost = 5;": ["kMost"],
            "static constexpr int kA = 2, kDepth = 3,\n kOther = 1000;": ["kDepth", "kOther"],
            "inline constexpr std::uint64_t kStart{4096};": ["kStart"],
            "constexpr std::uint64_t kWindow = std::uint64_t{1} << 16;": ["kWindow"],
            "enum { kFirst = 1, kMostEntries = 100 };": ["kMostEntries"],
            "constexpr unsigned kFlag = 0x4000, kKind = 3, kSizeAt = 40;": [],
            "enum class Flags : unsigned { kBlock = 1 << 10, kKept = 2 };": [],
            "  std::uint64_t steps_left_ = 0, values_left_;": ["steps_left_", "values_left_"],
            "  int most = 100;": ["most"],
            "if (names.size() < 4096) names.push_back(name);": ["names.size() < 4096"],
            "if (names_.size() >= 50 || depth > 32) return;": ["names_.size() >= 50", "depth > 32"],
            "for (int i = 0; i < 64 && !is_at_end(); ++i) {": ["i < 64"],
            "for (int byte = 0; byte < 256; ++byte) {": [],
            "std::min(text.size(), std::size_t{1} << 20)": ["min std::size_t{1} << 20"],
            "std::min<std::size_t>(f(a, b), 100)": ["min<std::size_t> 100"],
            "name = text.substr(0, 200);": ["substr 200"],
            "if (begins_like_one(read_start(entry, 4096))) return; name = utf8::prefix(name, 80);": ["read_start 4096", "prefix 80"],
            "text.substr(0, kMost)": [],
            "// at most: size() < 100\n const char* text = \"size() < 100\";": [],
            "value << 16 | size << 20": [],
        }.items():
            with self.subTest(source):
                self.assertEqual(list(bounds_in(source)), expected)

    def test_it_can_fail(self):
        header = "file\tbound\tkind\treason\n"
        good = "src/a/b.cpp\tkMostNames\trow:rows\tnames beyond are reported\n"
        source = "constexpr int kMostNames = 100;\nif (n > kMostNames) sink.limit_hit(FindLimit::kRows);\n"
        for why, planted, rows, fault in [
            ("nothing is wrong", "", good, None),
            ("a constant", "constexpr int kMostWords = 9;\n", good, "unknown bound"),
            ("a second one of the same name", "constexpr int kMostNames = 9;\n", good, "unknown bound"),
            ("a number", "if (words.size() < 500) words.push_back(word);\n", good, "unknown bound"),
            ("a member", "  std::size_t words_left_;\n", good, "unknown bound"),
            ("a row without a bound", "", good + "src/a/c.cpp\tkMost\tbuffer\ta reason\n", "no longer in the source"),
            ("no reason", "", good.replace("names beyond are reported", " "), "no reason"),
            ("a limit that does not exist", "", good.replace("row:rows", "row:names"), "no such limit"),
            ("a kind that does not exist", "", good.replace("row:rows", "small"), "no such kind"),
            ("a limit that is not reported", None, good, "reports a limit"),
            ("not sorted", "constexpr int kMost = 9;\n", good + "src/a/b.cpp\tkMost\tbuffer\ta reason\n", "not sorted"),
        ]:
            with self.subTest(why), tempfile.TemporaryDirectory() as folder:
                root = pathlib.Path(folder)
                for name in ("src/a", "src/model", "include"):
                    (root / name).mkdir(parents=True)
                (root / "src/model/limits.cpp").write_text('LimitKey{"rows", &Limits::rows}')
                text = source.replace("sink.limit_hit(FindLimit::kRows)", "return") if planted is None else source + planted
                (root / "src/a/b.cpp").write_text(text)
                found = faults(root, header + rows)
                self.assertEqual(bool(found), fault is not None, found)
                self.assertTrue(fault is None or fault in found[0], found)


if __name__ == "__main__":
    unittest.main(buffer=True)
