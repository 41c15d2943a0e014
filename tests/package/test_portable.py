"""The portable program: its own sources compile, and `samples/packaging/install` installs what it was told to trust, and nothing else.

`tests/package/portable` builds the program, and `tests/package/portable_roots` tests it; both are run by hand.
"""

import hashlib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tarfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "house")]

from installed import CXX, SANITIZE, InstalledTest  # noqa: E402
from support import main  # noqa: E402

INSTALL = ROOT / "samples" / "packaging" / "install"
# The files that replace others in the program.
LINKED = ("charset_ready_linked.cpp", "text_late_linked.cpp")


class Sources(InstalledTest):
    @unittest.skipUnless(SANITIZE == "none", "sanitizers do not matter here")
    def test_what_it_has_of_its_own_compiles(self):
        build = self.folder / "build"
        self.run_checked(["meson", "setup", str(build), str(ROOT), "-Dportable=true", "-Dtests=false", "-Dpython=disabled", "-Dwerror=true",
                          "-Dbuildtype=debug"], env={**os.environ, "CXX": shlex.join(CXX)})
        for source in LINKED:
            with self.subTest(source):
                self.run_checked(["ninja", "-C", str(build), f"src/libmimebase_{source.partition('_')[0]}.a.p/{source}.o"])

    def test_the_packages_that_it_names_are_installed(self):
        """Each package whose licence it copies is one of those that it installs, or comes with the compiler."""
        script = (ROOT / "tests" / "package" / "portable").read_text()
        (named,) = re.findall(r"for package in (.*?); do", script.replace("\\\n", ""), re.DOTALL)
        listed = {line.split()[0] for line in (ROOT / "tests" / "packages.txt").read_text().splitlines()
                  if line.endswith((" build", " portable"))}
        self.assertEqual(set(named.split()) - listed - {"libc6-dev", "libstdc++-12-dev", "libgcc-12-dev"}, set())


class Install(InstalledTest):
    def setUp(self):
        super().setUp()
        self.prefix = self.folder / "prefix"

    def archive(self, name="mimebase-9.9-x86_64-linux", program="#!/bin/sh\necho mimebase 9.9\n"):
        stage = self.folder / name
        (stage / "bin").mkdir(parents=True)
        (stage / "share" / "man" / "man1").mkdir(parents=True)
        (stage / "share" / "man" / "man1" / "mimebase.1.gz").write_bytes(b"manual")
        (stage / "bin" / "mimebase").write_text(program)
        (stage / "bin" / "mimebase").chmod(0o755)
        path = self.folder / f"{name}.tar.xz"
        with tarfile.open(path, "w:xz") as archive:
            archive.add(stage, name)
        return path, hashlib.sha256(path.read_bytes()).hexdigest()

    def install(self, *words, **environment):
        return subprocess.run(["sh", str(INSTALL), *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env={**os.environ, "TMPDIR": str(self.folder), **environment})

    def test_installs(self):
        archive, checksum = self.archive()
        done = self.install(archive, checksum.upper(), self.prefix)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("installed mimebase 9.9", done.stdout)
        self.assertIn(f'export PATH="{self.prefix}/bin:$PATH"', done.stdout)
        self.assertEqual((self.prefix / "share/man/man1/mimebase.1.gz").read_bytes(), b"manual")
        # Again, over the first one, which is on the PATH now.
        done = self.install(archive, checksum, self.prefix, PATH=f"{os.environ['PATH']}:{self.prefix}/bin")
        self.assertEqual((done.returncode, done.stdout), (0, f"installed mimebase 9.9 in {self.prefix}\n"))
        self.assertEqual(sorted(path.name for path in (self.prefix / "bin").iterdir()), ["mimebase"])

    def test_goes_to_the_home_folder(self):
        archive, checksum = self.archive()
        self.assertEqual(self.install(archive, checksum, HOME=str(self.folder)).returncode, 0)
        self.assertTrue((self.folder / ".local/bin/mimebase").exists())

    def test_another_archive_is_refused(self):
        archive, checksum = self.archive()
        for wrong, says in ((checksum[:-1] + ("0" if checksum[-1] != "0" else "1"), "nothing is installed"), (checksum[:-1], "not a SHA-256"),
                            ("x" * 64, "not a SHA-256")):
            with self.subTest(wrong):
                done = self.install(archive, wrong, self.prefix)
                self.assertEqual(done.returncode, 1)
                self.assertIn(says, done.stderr)
                self.assertFalse(self.prefix.exists())

    def test_what_is_no_such_archive(self):
        path = self.folder / "x.tar.xz"
        path.write_bytes(b"no archive")
        done = self.install(path, hashlib.sha256(path.read_bytes()).hexdigest(), self.prefix)
        self.assertEqual((done.returncode, self.prefix.exists()), (1, False))
        self.assertIn("cannot be unpacked", done.stderr)
        other, checksum = self.archive("another-1")
        done = self.install(other, checksum, self.prefix)
        self.assertEqual((done.returncode, self.prefix.exists()), (1, False))
        self.assertIn("has no program", done.stderr)
        self.assertEqual(self.install(self.folder / "none", checksum, self.prefix).returncode, 1)
        self.assertEqual(self.install(path).returncode, 2)


if __name__ == "__main__":
    main()
