"""samples/try: what it prints can be pasted, and its last line makes the examples of README.md work as printed."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# It prints its words, each in brackets.
PROGRAM = "#!/bin/sh\nfor word; do printf '[%s]' \"$word\"; done; echo\n"


class Try(unittest.TestCase):
    """In a copy, in which nothing is installed or built."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name, "a folder with spaces")
        (self.root / "samples").mkdir(parents=True)
        shutil.copy(ROOT / "samples" / "try", self.root / "samples" / "try")
        self.write("build-try/src/cli/mimebase", PROGRAM)
        self.write("tests/install_packages", "#!/bin/sh\n[ $1 != --missing ] || exit 0\necho installed\n")
        self.write("tests/setup", "#!/bin/sh\n")
        self.write("bin/ninja", "#!/bin/sh\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def bash(self, command):
        environment = {"PATH": f"{self.root}/bin:/usr/bin:/bin"}
        done = subprocess.run(["bash", "-c", command], cwd=self.root, env=environment, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.splitlines()

    def test_what_is_printed_can_be_pasted(self):
        lines = self.bash("samples/try")
        commands = [(line[2:], lines[at + 1]) for at, line in enumerate(lines) if line.startswith("$ mimebase ")]
        self.assertGreater(len(commands), 4)
        for command, words in commands:
            self.assertEqual(self.bash(f"{lines[-1]}\n{command}"), [words])
        self.assertIn("[?y][#s]", commands[-1][1])

    def test_cost_is_said_before_packages_are_installed(self):
        self.assertNotIn("MB", "\n".join(self.bash("samples/try")))
        self.write("tests/install_packages", "#!/bin/sh\nif [ $1 = --missing ]; then echo g++ meson; else echo installed; fi\n")
        lines = self.bash("samples/try")
        self.assertRegex("\n".join(lines[:lines.index("installed")]), r"missing: g\+\+ meson\.\n.* 122 MB")

    def test_missing_packages_are_only_printed(self):
        done = subprocess.run([ROOT / "tests" / "install_packages", "--missing", "build"], capture_output=True, text=True,
                              env={"PATH": f"{self.root}/bin:/usr/bin:/bin"}, check=True)
        self.assertNotIn("installing", done.stdout)
        # A dpkg that knows no package.
        self.write("bin/dpkg-query", "#!/bin/sh\nexit 1\n")
        done = subprocess.run([ROOT / "tests" / "install_packages", "--missing", "build"], capture_output=True, text=True,
                              env={"PATH": f"{self.root}/bin:/usr/bin:/bin"}, check=True)
        self.assertTrue(done.stdout.startswith("g++ meson "), done.stdout)


if __name__ == "__main__":
    unittest.main()
