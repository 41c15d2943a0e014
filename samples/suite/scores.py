# SPDX-License-Identifier: MIT
"""What the answers of programs add up to. Sums are per program and over the references that it reads at all; what several programs
make comparable (who alone was asked, or alone is right) is in Comparison."""

import collections

import mistakes
import suite

# Below this number of references a share says little: pages show the count alone, and sort such a row after the others.
MIN_DECIDED = 10
# What happened to a reference that a clause decides.
RIGHT, RELATIVE, OTHER, NOTHING = "right", "left relative", "another answer", "no answer"
OUTCOMES = (RIGHT, RELATIVE, OTHER, NOTHING)


def area_of(case):
    return case["id"].partition("/")[0]


def share(right, decided):
    """The share in percent, or None if nothing is decided."""
    return 100 * right / decided if decided else None


def outcome_of(verdict, answer):
    """One of OUTCOMES, or None if no clause decides or the program does not read the file."""
    if verdict not in ("right", "wrong"):
        return None
    if verdict == "right":
        return RIGHT
    return {"relative": RELATIVE, "nothing": NOTHING}.get(answer.kind, OTHER)


class Judged:
    """A table of answers, with a verdict for each, and sums."""

    def __init__(self, cases, name, about, answers):
        self.name, self.about, self.answers = name, about, answers
        self.counts = collections.defaultdict(collections.Counter)  # verdicts, by area
        self.outcomes = collections.Counter()  # OUTCOMES
        self.follows = collections.Counter()  # right answers, by the specification that gives them
        self.says = collections.Counter()  # right answers, by the specification that says something about the reference
        self.floors = collections.Counter()  # what silence and an echo would get right of the same references
        self.kinds = collections.defaultdict(lambda: collections.defaultdict(set))  # cases, by kind of mistake and its detail
        self.verdicts = {}  # (case, number): verdict, specifications, kind of mistake, its detail
        of_program = mistakes.Mistakes(cases, answers)
        numbers = collections.Counter()
        for case, reference, answer in mistakes.asked(cases, answers):
            verdict, rules = suite.judge(reference, answer)
            kind, detail = of_program.of(case, reference, answer) if verdict == "wrong" else ("", "")
            self.counts[area_of(case)][verdict] += 1
            self.follows.update(rules)
            self.says.update(list(reference["expected"]) if verdict == "right" else ())
            if outcome := outcome_of(verdict, answer):
                self.outcomes[outcome] += 1
                self.floors.update(floors_of(reference))
            if kind:
                self.kinds[kind][detail].add(case["id"])
            self.verdicts[case["id"], numbers[case["id"]]] = verdict, rules, kind, detail
            numbers[case["id"]] += 1

    def total(self):
        return sum(self.counts.values(), collections.Counter())

    def decided(self):
        return self.outcomes.total()

    def cases_with(self, kind):
        """The cases with a mistake of this kind, each once."""
        return set().union(*self.kinds[kind].values())

    def frequent(self):
        """The kinds of mistakes, with how many cases have them: the most frequent first."""
        counts = [(kind, len(self.cases_with(kind))) for kind in self.kinds]
        return sorted(counts, key=lambda item: (-item[1], mistakes.KINDS.index(item[0])))

    def rank(self):
        """For sorting: those of whom a share says little come last."""
        decided = self.decided()
        return -(share(self.outcomes[RIGHT], decided) or 0) if decided >= MIN_DECIDED else 101, -self.outcomes[RIGHT], self.name.casefold()


def floors_of(reference):
    """Which programs would be right that do nothing: "silence" answers nothing, "echo" repeats each reference as it is written."""
    written = reference["written"]
    echo = suite.Answer("url" if mistakes.is_absolute(written) else "relative", written)
    return [name for name, answer in (("silence", suite.NOTHING), ("echo", echo)) if suite.judge(reference, answer)[0] == "right"]


def floors(cases):
    """The floors over all references that a clause decides, and their number."""
    counts, decided = collections.Counter(), 0
    for case in cases:
        for reference in case["references"]:
            if "expected" in reference:
                decided += 1
                counts.update(floors_of(reference))
    return counts, decided


def judged(cases, tables):
    """The tables in the order of the page: the highest share first. Two that have one name, as of two versions, get numbers."""
    made, names = [], collections.Counter()
    for about, answers in sorted(tables, key=lambda one: (one[0].get("program", "").casefold(), one[0].get("version", ""))):
        name = about.get("program") or "unnamed"
        names[name] += 1
        made.append(Judged(cases, name if names[name] == 1 else f"{name} ({names[name]})", about, answers))
    return sorted(made, key=Judged.rank)


class Comparison:
    """What only several tables show."""

    def __init__(self, cases, tables):
        self.decided = 0
        self.asked_alone = collections.defaultdict(list)  # references that only this program reads: (case, number), by name
        self.right_alone = collections.defaultdict(list)  # that others read too, and only this one answers rightly
        self.rows = set()  # different rows of verdicts of all programs about a case
        for case in cases:
            row = []
            for number, reference in enumerate(case["references"]):
                verdicts = {table.name: table.verdicts.get((case["id"], number), ("unsupported",))[0] for table in tables}
                row.append(tuple(verdicts.values()))
                if "expected" in reference:
                    self._add((case["id"], number), verdicts)
            self.rows.add(tuple(row))

    def _add(self, place, verdicts):
        self.decided += 1
        readers = [name for name, verdict in verdicts.items() if verdict != "unsupported"]
        right = [name for name in readers if verdicts[name] == "right"]
        if len(readers) == 1:
            self.asked_alone[readers[0]].append(place)
        elif len(right) == 1:
            self.right_alone[right[0]].append(place)

    def apart(self, table):
        """The right and the decided references of a program without those that it alone was asked, or alone answers rightly."""
        left_out = {*self.asked_alone[table.name], *self.right_alone[table.name]}
        verdicts = collections.Counter(verdict for place, (verdict, *_) in table.verdicts.items() if place not in left_out)
        return verdicts["right"], verdicts["right"] + verdicts["wrong"]
