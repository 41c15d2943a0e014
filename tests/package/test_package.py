"""Requirements of distributions: optional libraries, the names that the library exports, how it is found."""

import ctypes
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "house")]

import symbols  # noqa: E402
from installed import BUILD, CXX, SANITIZE, InstalledTest  # noqa: E402
from support import EXE, main, run  # noqa: E402

LIBRARY = BUILD / "src" / "libmimebase.so"
LIBRARIES = LIBRARY, BUILD / "src" / "libmimebase-archive.so"
# An option, the file that replaces its feature, and the line in the summary.
OPTIONAL = {
    "brotli": ("walk_no_brotli.cpp", "Brotli", "brotlidec"),
    "archive": ("input_no_archive.cpp", "libarchive", "archive"),
    "isal": ("input_no_isal_inflate.cpp", "ISA-L", "isal"),
    "qpdf": ("documents_pdf_no_qpdf.cpp", "qpdf", "qpdf"),
    "seccomp": ("process_no_system_calls.cpp", "libseccomp", "seccomp"),
    "sqlite": ("database_no_sqlite.cpp", "SQLite", "sqlite3"),
    "zstd": ("walk_no_zstd.cpp", "Zstandard", "zstd"),
}


class Without(InstalledTest):
    """`tests/package/variants` builds the whole program. This only compiles the files that differ."""

    def test_what_is_configured_off(self):
        build = self.folder / "build"
        said = self.run_checked(
            ["meson", "setup", str(build), str(ROOT), "-Dtests=false", "-Dpython=disabled", "-Dwerror=true", "-Dbuildtype=debug",
             *(f"-D{option}=disabled" for option in OPTIONAL)], env={**os.environ, "CXX": shlex.join(CXX)})
        for option, (source, library, linked) in OPTIONAL.items():
            with self.subTest(option):
                self.assertRegex(said, rf"{library} *: NO: ")
                self.run_checked(["ninja", "-C", str(build), f"src/libmimebase_{source.partition('_')[0]}.a.p/{source}.o"])
                for package in ("mimebase", "mimebase-archive"):
                    self.assertNotIn(f"-l{linked}", (build / "meson-private" / f"{package}.pc").read_text())

    def test_tests_ask_for_all(self):
        done = subprocess.run(["meson", "setup", str(self.folder / "build"), str(ROOT), "-Dsqlite=disabled"],
                              stdout=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("-Dtests=false", done.stdout)


@unittest.skipUnless(SANITIZE == "none", "sanitizers have symbols of their own")
class Symbols(unittest.TestCase):
    def test_the_namespace_of_the_version_alone_is_exported(self):
        version = "_".join(re.search(r'MIMEBASE_VERSION "(\d+)\.(\d+)',
                                     (ROOT / "include/mimebase/version.h").read_text()).groups())
        names = [name for library in LIBRARIES for _, name in symbols.exported(library)]
        self.assertGreater(len(names), 50)
        for name in names:
            self.assertRegex(name, rf"\A(((typeinfo|vtable)( name)? for )?mimebase::v{version}::|mimebase_[a-z_]+\Z)", name)

    def test_what_is_exported_is_in_the_list(self):
        listed = (ROOT / "tests/package/symbols.txt").read_text().splitlines()
        self.assertEqual(symbols.own(LIBRARIES), listed, "is this meant? symbols.py writes the list anew")


class Modules(InstalledTest):
    """What the shared library loads when it needs it."""

    def test_no_program_starts_with_their_libraries(self):
        for file in (EXE, *LIBRARIES):
            needed = self.run_checked(["readelf", "--dynamic", str(file)])
            self.assertIn("NEEDED", needed)
            self.assertNotRegex(needed, r"NEEDED.*\[lib(qpdf|icui18n)\.")

    @unittest.skipUnless(SANITIZE == "none", "the library must be found elsewhere")
    def test_a_module_that_is_missing_is_named(self):
        for library in LIBRARIES:
            shutil.copy(library.resolve(), self.folder / library.with_suffix(".so.0.2").name)
        message = ROOT / "samples/documents/pdf-base.eml"
        for how in ("auto", "off"):
            with self.subTest(how):
                whole = run("check", "--isolation", how, message)
                done = run("check", "--isolation", how, message, env={**os.environ, "LD_LIBRARY_PATH": str(self.folder)})
                self.assertEqual(done.returncode, 1)
                self.assertIn(b"the module that reads PDF files cannot be loaded", done.stdout)
                self.assertNotIn(b"cannot be loaded", whole.stdout)


@unittest.skipUnless(SANITIZE == "none", "sanitizers want to be loaded first")
class CInterface(InstalledTest):
    def test_from_c(self):
        program = self.folder / "capi"
        self.run_checked(["cc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'include'}",
                          str(ROOT / "tests/package/capi.c"), "-o", str(program), str(LIBRARY), f"-Wl,-rpath,{LIBRARY.parent}"])
        self.run_checked([str(program)])

    def test_from_python_by_ctypes(self):
        library = ctypes.CDLL(str(LIBRARY))
        text = {name: getattr(library, f"mimebase_{name}") for name in ("version", "rows_text", "rows_error")}
        for function in text.values():
            function.restype = ctypes.c_char_p
        for command in ("links", "tree", "check"):
            call = getattr(library, f"mimebase_{command}")
            call.restype, call.argtypes = ctypes.c_void_p, (ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p)
        for name in ("rows_text", "rows_error", "rows_free"):
            getattr(library, f"mimebase_{name}").argtypes = (ctypes.c_void_p,)
        compared = 0
        for path in (path for folder in ("contests", "documents", "layers") for path in sorted((ROOT / "samples" / folder).glob("*.eml"))):
            message = path.read_bytes()
            for command in ("links", "tree", "check"):
                with self.subTest(path.name, command=command):
                    rows = getattr(library, f"mimebase_{command}")(message, len(message), f"source={path}".encode())
                    self.assertIsNone(text["rows_error"](rows))
                    self.assertEqual(text["rows_text"](rows), run(command, "--format", "jsonl", path).stdout)
                    library.mimebase_rows_free(rows)
                    compared += 1
        self.assertGreater(compared, 10)
        self.assertIn(text["version"](), run("--version").stdout)
        self.assertEqual(b"%d\n" % library.mimebase_schema_version(), run("--schema-version").stdout)


class Pages(InstalledTest):
    """The Doxygen pages of the public headers."""

    def test_without_a_warning(self):
        if shutil.which("doxygen") is None:
            self.skipTest("doxygen is not installed")
        build = self.folder / "build"
        self.run_checked(["meson", "setup", str(build), str(ROOT), "-Dtests=false", "-Dpython=disabled"], env={**os.environ, "CXX": shlex.join(CXX)})
        self.run_checked(["ninja", "-C", str(build), "doc"])
        pages = {path.name: re.sub("<[^>]*>", "", path.read_text()) for path in (build / "doc").glob("*.html")}
        for name, said in (("index.html", "It reads mail"), ("input_8h.html", "Nothing here knows MIME"),
                           ("classmimebase_1_1v0__2_1_1Output.html", "makes a regular file visible under its name"),
                           ("structmimebase_1_1v0__2_1_1Record.html", "the message itself")):
            self.assertIn(said, pages[name], name)

    def test_each_header_is_on_the_first_page(self):
        page = (ROOT / "include/library.md").read_text()
        for header in (ROOT / "include/mimebase").glob("*.h"):
            if header.name not in ("api.h", "range.h"):
                self.assertIn(f"| mimebase/{header.name} |", page)


class Paths(InstalledTest):
    def test_where_the_program_looks_for_its_library(self):
        build = self.folder / "build"
        options = []
        for prefix, libdir, said in (
            ("/usr", "lib", "the folders of the system"),
            ("/usr", "lib/x86_64-linux-gnu", "the folders of the system"),
            ("/usr", "lib64", "the folders of the system"),
            ("/usr", "lib/mimebase", "$ORIGIN/../lib/mimebase"),
            ("/usr/local", "lib", "$ORIGIN/../lib"),
            ("/opt/mimebase", "lib64", "$ORIGIN/../lib64"),
            ("/opt/mimebase", "/opt/lib", "/opt/lib"),
        ):
            with self.subTest(prefix, libdir=libdir):
                output = self.run_checked(
                    ["meson", "setup", *options, str(build), str(ROOT), "-Dtests=false", "-Dpython=disabled", f"-Dprefix={prefix}", f"-Dlibdir={libdir}"],
                    env={**os.environ, "CXX": shlex.join(CXX)})
                self.assertRegex(output, rf"library is looked for in *: {re.escape(said)}\n")
                options = ["--reconfigure"]


if __name__ == "__main__":
    main()
