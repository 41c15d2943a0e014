"""The figures of a run, and their table."""

import dataclasses
import os
import platform
import subprocess

from measure import QUIET


@dataclasses.dataclass(frozen=True)
class Figure:
    name: str  # of the measurement
    what: str
    value: str
    wanted: str = ""  # empty: nothing is asked of it
    holds: bool | None = None
    others: float = 0.0  # share of the processors that other programs took meanwhile


class Report:
    def __init__(self):
        self.figures = []
        self.faults = []  # what is wrong, whatever the times are
        self.missing = []  # what could not be measured here

    # A value is a number, or a measure.Ratio.

    def at_most(self, name, what, value, limit, digits=2, unit=""):
        self._add(name, what, value, f"at most {limit:g}{unit}", lambda number: number <= limit, digits, unit)

    def at_least(self, name, what, value, limit, digits=2, unit=""):
        self._add(name, what, value, f"at least {limit:g}{unit}", lambda number: number >= limit, digits, unit)

    def told(self, name, what, value, digits=2, unit=""):
        self._add(name, what, value, "", lambda number: None, digits, unit)

    def _add(self, name, what, value, wanted, holds, digits, unit):
        number = getattr(value, "median", value)
        others = getattr(value, "others", 0.0)
        figure = Figure(name, what, f"{number:.{digits}f}{unit}", wanted, holds(number), others)
        self.figures.append(figure)
        print(line_of(figure), flush=True)

    def check(self, name, sentence, holds):
        """Something that must hold on any machine."""
        if not holds:
            self.faults.append(f"{name}: {sentence}")


def verdict(figure):
    return {True: "yes", False: "no", None: ""}[figure.holds]


def line_of(figure):
    disturbed = f"  (others took {figure.others:.0%})" if figure.others >= QUIET else ""
    columns = f"{figure.name:<8}  {figure.what:<78}  {figure.value:>8}  {figure.wanted:<16}  {verdict(figure):<3}"
    return (columns + disturbed).rstrip()


def markdown(figures, where):
    """The table of samples/speed.md. `where` is the sentence that describes the machine."""
    head = ["| what | measured | wanted | |", "|---|---|---|---|"]
    rows = [f"| {f.what} | {f.value} | {f.wanted} | {verdict(f)} |" for f in figures]
    return "\n".join([f"Measured on: {where}", "", *head, *rows])


def first_line(path, prefix):
    """The value of the first `key: value` line with that key, or an empty string."""
    try:
        with open(path, encoding="utf-8") as file:
            return next((line.split(":", 1)[1].strip() for line in file if line.startswith(prefix)), "")
    except FileNotFoundError:
        return ""


def distribution():
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "")
    except OSError:
        return platform.system()


def gmime_version():
    try:
        done = subprocess.run(["pkg-config", "--modversion", "gmime-3.0"], stdout=subprocess.PIPE, check=True)
    except (FileNotFoundError, subprocess.CalledProcessError):
        return "of unknown version"
    return done.stdout.decode().strip()


def machine():
    """One sentence that describes the machine."""
    model = first_line("/proc/cpuinfo", "model name") or platform.machine()
    memory = first_line("/proc/meminfo", "MemTotal").split()
    gigabytes = f"{int(memory[0]) / 1e6:.0f} GB of memory, " if memory else ""
    cores = len(os.sched_getaffinity(0))
    return (
        f"{model}, {cores} core{'s' if cores != 1 else ''}, {gigabytes}{distribution()}, "
        f"Linux {platform.release()}, GMime {gmime_version()}."
    )
