#!/usr/bin/env python3
"""The suite away from home: its folder copied alone, and its packages for npm and Python, built and installed without a network."""

import collections
import fnmatch
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import unittest

SUITE = pathlib.Path(__file__).resolve().parents[2] / "samples" / "suite"
sys.path.insert(0, str(SUITE))
sys.dont_write_bytecode = True

import mistakes  # noqa: E402
import page  # noqa: E402
import suite  # noqa: E402

SEED = 2557
# A program that repeats absolute URLs: it answers each path with what follows `href="`.
ECHO = """#!/usr/bin/env python3
import json, re, sys
for line in sys.stdin:
    for url in re.findall('href="([^"]*)"', open(line[:-1], encoding="latin-1").read()):
        print(json.dumps({"reference": url, "resolved": url}))
    print(flush=True)
"""


def command(*words, cwd=None, **more):
    return subprocess.run(list(map(str, words)), cwd=cwd, capture_output=True, text=True, **more)


def copied(folder):
    """The folder of the suite, with nothing beside it."""
    ignored = shutil.ignore_patterns("node_modules", "package-lock.json", "__pycache__", "build", "*.egg-info")
    return pathlib.Path(shutil.copytree(SUITE, folder / "suite", ignore=ignored))


def setUpModule():
    """One copy for all tests."""
    temporary = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(temporary.cleanup)
    Away.folder = copied(pathlib.Path(temporary.name))
    Away.program = Away.folder.parent / "echo"
    Away.program.write_text(ECHO, encoding="utf-8")
    Away.program.chmod(0o755)


class Away(unittest.TestCase):
    folder = program = None

    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.temporary = pathlib.Path(temporary.name)


class Folder(Away):
    """Copied alone, it does what it does here."""

    def test_the_page_is_the_same(self):
        done = command(sys.executable, self.folder / "page.py")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue((self.folder / "results.html").read_bytes() == page.of_tables(page.recorded(), readers=page.readers_data()).encode())
        done = command(sys.executable, self.folder / "page.py", "--check")
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_its_cases_are_what_its_sources_make(self):
        done = command(sys.executable, self.folder / "source" / "make.py")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_it_runs_a_program(self):
        done, here = (command(folder / "run", self.program, "--area", "html") for folder in (self.folder, SUITE))
        last = done.stdout.splitlines()[-1]
        self.assertEqual((done.returncode, last), (0, here.stdout.splitlines()[-1]))
        self.assertGreater(int(last.split()[1]), 10)

    def test_nothing_in_it_leads_out(self):
        for path in self.folder.rglob("*"):
            if path.is_file() and path.suffix in (".py", ".md", ".js", ".html", ".css", "") and "cases" not in path.parts and path.name != "results.html":
                text = path.read_text(encoding="utf-8")
                if path.suffix == ".md":
                    for link in re.findall(r"\]\((?!https?:|#)([^)#]*)", text):
                        self.assertTrue((path.parent / link).exists(), f"{path.name}: {link}")
                self.assertNotRegex(text, r"\.\./\.\./tests|parents\[1\] / .tests", path)


class Licences(unittest.TestCase):
    def test_each_file_of_code_names_its_licence(self):
        code = [path for pattern in ("*.py", "*.js", "run", "*.toml", "source/**/*.py", "runners/*", "page/*.js", "page/*.css") for path in SUITE.glob(pattern)]
        self.assertGreater(len(code), 50)
        for path in code:
            if path.is_file() and not path.name.startswith("package"):
                self.assertRegex("".join(path.read_text(encoding="utf-8").splitlines(True)[:3]), "SPDX-License-Identifier: MIT\\b", path)

    def test_the_texts_are_there(self):
        texts = {path.name: path.read_text(encoding="utf-8") for path in (SUITE / "LICENSES").iterdir()}
        self.assertEqual(set(texts), {"CC0-1.0.txt", "MIT.txt"})
        self.assertIn("CC0 1.0 Universal", texts["CC0-1.0.txt"])
        self.assertIn("WITHOUT WARRANTY OF ANY KIND", texts["MIT.txt"])


class Versions(unittest.TestCase):
    def test_one_version_everywhere(self):
        self.assertEqual(json.loads((SUITE / "package.json").read_text(encoding="utf-8"))["version"], suite.VERSION)
        self.assertEqual(tomllib.loads((SUITE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"], suite.VERSION)
        self.assertEqual(re.search(r"(?m)^## ([\d.]+)$", (SUITE / "CHANGES.md").read_text(encoding="utf-8"))[1], suite.VERSION)
        self.assertIn(f"version {suite.VERSION}", (SUITE / "README.md").read_text(encoding="utf-8"))
        self.assertEqual({case["suite"] for case in suite.load()}, {suite.VERSION})

    def test_released_cases_are_still_there(self):
        """released.txt has the identifiers of all versions that were released: these are never removed, nor used again."""
        released = (pathlib.Path(__file__).with_name("released.txt")).read_text(encoding="utf-8").split()
        self.assertEqual(set(released) - {case["id"] for case in suite.load()}, set())
        self.assertGreater(len(released), 1500)

    def test_cases_that_the_changes_name_exist(self):
        ids = [case["id"] for case in suite.load()]
        areas = "|".join(sorted({one.partition("/")[0] for one in ids}))
        named = re.findall(rf"`((?:{areas})/[a-z0-9*-]+)`", (SUITE / "CHANGES.md").read_text(encoding="utf-8"))
        self.assertEqual([name for name in named if not fnmatch.filter(ids, name)], [])
        self.assertGreater(len(named), 10)

    def test_tables_are_of_this_version(self):
        self.assertEqual({path.name: suite.recorded(path)[0].get("suite") for path in (SUITE / "results").glob("*.tsv")},
                         {path.name: suite.VERSION for path in (SUITE / "results").glob("*.tsv")})


def random_rows(chance, case):
    """What a program might answer about a case: right ones, wrong ones, and what is no answer."""
    rows = []
    for reference in case["references"]:
        urls = [target["resolved"] for target in mistakes.targets(reference)] + ["http://x.example.org/\u00e9 %7e%2f", "cid:ref1", "../" + reference["written"], "", None]
        parts = [target["part"] for target in mistakes.targets(reference) if target["part"]]
        row = {"reference": chance.choice((reference["written"], None, "other")), "resolved": chance.choice(urls)}
        if chance.random() < .2:
            row["part"] = chance.choice(("2", 2, "<ref1@example.org>", *(value for part in parts for value in part.values())))
        if row["resolved"] and chance.random() < .3:
            row["resolved"] = row["resolved"].replace("http://", "HTTP://").replace("ref", "%72ef").replace("/d/", "/%64/")
        rows += [row] * (chance.random() < .9)
    extra = chance.choice(([], [], [{"reference": 1}], ["text"], [None], [{"resolved": ["x"]}], [{"unsupported": True}]))
    return rows + extra


@unittest.skipUnless(shutil.which("npm") and shutil.which("node"), "npm is not installed: the package for npm is not built")
class Npm(Away):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        done = command("npm", "pack", "--silent", "--offline", cwd=cls.folder)
        assert done.returncode == 0, done.stderr
        cls.home = cls.temporary / "home"
        cls.home.mkdir()
        done = command("npm", "install", "--offline", "--no-audit", "--no-fund", "--prefix", cls.home, cls.folder / done.stdout.strip(), cwd=cls.home)
        assert done.returncode == 0, done.stderr

    def script(self, text, given=""):
        done = command("node", "-e", f"const suite = require('base-url-suite'); {text}", cwd=self.home, input=given)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_cases(self):
        made = json.loads(self.script("const fs = require('fs'); console.log(JSON.stringify(suite.cases().map(one => [one.id, fs.statSync(one.path).size])))"))
        self.assertEqual(made, [[case["id"], os.path.getsize(case["path"])] for case in suite.load()])
        self.assertEqual(self.script("process.stdout.write(suite.version + suite.cases('xhtml').every(one => one.id.startsWith('xhtml/')))"), suite.VERSION + "true")

    def test_it_judges_as_the_suite_does(self):
        """On answers at random."""
        chance, cases = random.Random(SEED), suite.load()
        given = {case["id"]: random_rows(chance, case) for case in cases}
        made = json.loads(self.script("const rows = JSON.parse(require('fs').readFileSync(0)); console.log(JSON.stringify("
                                      "suite.cases().map(one => suite.check(one, rows[one.id]).map(a => [a.kind, a.value, a.verdict, a.follows]))))", json.dumps(given)))
        counts = collections.Counter()
        for case, answers in zip(cases, made):
            mine = suite.answers_of(case, given[case["id"]])
            wanted = [[*answer, *suite.judge(reference, answer)] for reference, answer in zip(case["references"], mine)]
            self.assertEqual(answers, wanted, (case["id"], given[case["id"]]))
            counts.update(answer[2] for answer in answers)
        self.assertEqual(set(counts), set(suite.VERDICTS))
        self.assertGreater(min(counts.values()), 20)

    def test_it_judges_what_programs_answered(self):
        for name in ("chromium", "node-jsdom"):
            path = SUITE / "results" / f"{name}.tsv"
            if not path.exists():
                continue
            _, recorded = suite.recorded(path)
            cases = [case for case in suite.load() if case["id"] in recorded]
            given = {case["id"]: recorded[case["id"]] for case in cases}
            made = json.loads(self.script("const given = JSON.parse(require('fs').readFileSync(0)); console.log(JSON.stringify(suite.cases().filter(one => given[one.id]).map(one => "
                                          "one.references.map((reference, i) => suite.judge(reference, {kind: given[one.id][i][0], value: given[one.id][i][1]}).verdict))))", json.dumps(given)))
            self.assertEqual(made, [[suite.judge(*two)[0] for two in zip(case["references"], given[case["id"]])] for case in cases])


def python_with_pip():
    """A Python that builds wheels without a network."""
    for program in (sys.executable, "/usr/bin/python3"):
        if os.path.exists(program) and command(program, "-c", "import setuptools, wheel, pip").returncode == 0:
            return program
    return None


@unittest.skipUnless(python_with_pip(), "pip, setuptools or wheel is not installed: the package for Python is not built")
class Wheel(Away):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.python, cls.home = python_with_pip(), cls.temporary / "home"
        pip = (cls.python, "-m", "pip", "--disable-pip-version-check", "-q")
        done = command(*pip, "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", cls.temporary, cls.folder)
        assert done.returncode == 0, done.stderr
        done = command(*pip, "install", "--no-deps", "--no-index", "--target", cls.home, *cls.temporary.glob("*.whl"))
        assert done.returncode == 0, done.stderr

    def python_says(self, *words):
        return command(self.python, *words, cwd=self.temporary, env={**os.environ, "PYTHONPATH": str(self.home)})

    def test_cases_and_verdicts(self):
        done = self.python_says("-c", "import base_url_suite as suite; cases = suite.load(); print(suite.VERSION, len(cases), suite.__file__, "
                                "sum(suite.judge(one, suite.NOTHING)[0] == 'right' for case in cases for one in case['references']))")
        version, count, file, right = done.stdout.split()
        self.assertTrue(file.startswith(str(self.home)))
        idle = sum(suite.judge(one, suite.NOTHING)[0] == "right" for case in suite.load() for one in case["references"])
        self.assertEqual((version, int(count), int(right)), (suite.VERSION, len(suite.load()), idle))

    def test_the_command(self):
        here = command(SUITE / "run", self.program, "--area", "html").stdout.splitlines()[-1]
        for words in (("-m", "base_url_suite"), (self.home / "bin" / "base-url-suite",)):
            done = self.python_says(*words, self.program, "--area", "html")
            self.assertEqual((done.returncode, done.stdout.splitlines()[-1:]), (0, [here]), done.stderr)

    def test_runners_can_be_started(self):
        done = self.python_says("-m", "base_url_suite", "no-such-program")
        self.assertIn("python-lxml", done.stderr)


if __name__ == "__main__":
    unittest.main()
