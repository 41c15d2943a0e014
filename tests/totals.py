"""Adds up what `meson test` wrote into meson-logs/testlog.json. Prints which tests were skipped and why, and at last one line:
"N passed, N failed" or "N passed, N failed, N skipped".

Counted are the test cases of Catch2 (2.x and 3.x) and the test methods of unittest; a program that tells of
neither is one test. A line "SKIPPED: why" is a test case that could not run. Exit status 1 where anything
failed or nothing ran.
"""

import collections
import json
import re
import sys

CATCH_ALL = re.compile(r"^All tests passed \(.* in (\d+) test cases?\)$", re.M)
CATCH_SOME = re.compile(r"^test cases:\s+(\d+)\s+\|(.*)$", re.M)
CATCH_FAILED = re.compile(r"(\d+) failed(?! as expected)")
CATCH_SKIPPED = re.compile(r"(\d+) skipped")
UNITTEST_RAN = re.compile(r"^Ran (\d+) tests? in ", re.M)
UNITTEST_BAD = re.compile(r"^(?:FAIL|ERROR|UNEXPECTED SUCCESS): (\S+) \((\S+)\)", re.M)
UNITTEST_SKIPPED = re.compile(r"^(?:OK|FAILED) \(.*?skipped=(\d+)", re.M)
SKIPPED_LINE = re.compile(r"^SKIPPED: (.*)$", re.M)
ANSI = re.compile(r"\x1b\[[0-9;]*m")


def first_number(pattern, text):
    found = pattern.search(text)
    return int(found.group(1)) if found else 0


def count_catch(text):
    """(ran, failed, skipped) or None."""
    everything = CATCH_ALL.search(text)
    if everything:
        return int(everything.group(1)), 0, 0
    some = CATCH_SOME.search(text)
    if some:
        return int(some.group(1)), first_number(CATCH_FAILED, some.group(2)), first_number(CATCH_SKIPPED, some.group(2))
    return None


def count_unittest(text):
    if not UNITTEST_RAN.search(text):
        return None
    ran = first_number(UNITTEST_RAN, text)
    # A method with several failing sub-tests counts once. A failure before the methods (setUpClass) means that none ran.
    bad = set(UNITTEST_BAD.findall(text))
    before = sum(1 for name, _ in bad if name.startswith("setUp") or name.startswith("tearDown"))
    return ran + before, len(bad), first_number(UNITTEST_SKIPPED, text)


def text_of(test):
    return ANSI.sub("", test.get("stdout") or "") + "\n" + ANSI.sub("", test.get("stderr") or "")


def reasons(test, skipped):
    """Why tests of one entry were skipped: a reason for each."""
    given = SKIPPED_LINE.findall(text_of(test))[:skipped]
    return given + ["no reason given"] * (skipped - len(given))


def count(test):
    """(passed, failed, skipped) of one entry of the log."""
    text = text_of(test)
    if test["result"] == "SKIP":
        return 0, 0, 1
    ended_well = test["result"] in ("OK", "EXPECTEDFAIL")
    lines = len(SKIPPED_LINE.findall(text))
    counted = count_catch(text) or count_unittest(text)
    if counted is None:
        if not ended_well:
            return 0, 1, 0
        return (0, 0, lines) if lines else (1, 0, 0)
    ran, failed, skipped = counted
    skipped = min(max(skipped, lines), ran - failed)
    passed = ran - failed - skipped
    if not ended_well and failed == 0:
        failed = 1  # a crash or a leak at the end
    return passed, failed, skipped


def main():
    passed = failed = skipped = 0
    why = collections.Counter()
    with open(sys.argv[1], encoding="utf-8", errors="replace") as log:
        for line in log:
            if line.strip():
                test = json.loads(line)
                p, f, s = count(test)
                why.update((test["name"].rpartition(" / ")[2], reason) for reason in reasons(test, s))
                passed, failed, skipped = passed + p, failed + f, skipped + s
    if why:
        print("skipped:")
    for (name, reason), times in sorted(why.items()):
        print(f"  {name}{f' ({times} tests)' if times > 1 else ''}: {reason}")
    total = f"{passed} passed, {failed} failed"
    print(total + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
