"""Shared by tests of an installed copy: installing it, and building against it with pkg-config."""

import os
import pathlib
import shlex
import shutil
import subprocess
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "cli")]

from support import ROOT, CliTest  # noqa: E402

BUILD = pathlib.Path(os.environ.get("MIMEBASE_BUILD_ROOT", ROOT / "build"))
PREFIX = pathlib.Path(os.environ.get("MIMEBASE_PREFIX", "/usr/local"))
CXX = shlex.split(os.environ.get("MIMEBASE_CXX", "c++"))
SANITIZE = os.environ.get("MIMEBASE_SANITIZE", "none")


class InstalledTest(CliTest):
    def run_checked(self, command, **options):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
        self.assertEqual(done.returncode, 0, done.stdout.decode())
        return done.stdout.decode()

    def install(self, destination=None):
        """Runs `meson install` below `destination`. Returns the folder of mimebase.pc, and the prefix."""
        environment = {name: value for name, value in os.environ.items() if name != "DESTDIR"}
        if destination:
            environment["DESTDIR"] = str(destination)
        self.run_checked(["meson", "install", "-C", str(BUILD), "--no-rebuild", "--quiet"], env=environment)
        prefix = f"{destination or ''}{PREFIX}"
        (pc,) = pathlib.Path(prefix).rglob("mimebase.pc")
        return pc.parent, pathlib.Path(prefix)

    def install_in_place(self):
        """Like install(), but in the final location: the build folder, as configured by tests/test."""
        if BUILD not in PREFIX.parents:
            self.skipTest(f"{PREFIX} is no folder of the build's own")
        shutil.rmtree(PREFIX, ignore_errors=True)
        self.addCleanup(shutil.rmtree, PREFIX)
        return self.install()

    def flags(self, pc_folder, *options):
        return shlex.split(self.run_checked(["pkg-config", *options, "--cflags", "--libs", "mimebase"],
                                            env={**os.environ, "PKG_CONFIG_PATH": str(pc_folder)}))

    def build(self, source, program, *flags):
        sanitize = [] if SANITIZE == "none" else [f"-fsanitize={SANITIZE}"]
        self.run_checked([*CXX, "-std=c++20", "-Wall", "-Wextra", "-Werror", *sanitize, str(source), "-o",
                          str(program), *flags])
        return program
