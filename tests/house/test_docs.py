"""README.md, the pages that it links to and the man page are true: console blocks, links, the library example, options."""

import os
import re
import subprocess

from installed import CXX, InstalledTest
from support import EXE, ROOT, CliTest, main

# samples/suite/runners/install writes pages of others into node_modules.
PAGES = [ROOT / "README.md", ROOT / "src" / "README.md", ROOT / "tests" / "README.md",
         *(page for page in sorted((ROOT / "samples").rglob("*.md")) if "node_modules" not in page.parts)]
LIBRARY = ROOT / "samples" / "library.md"
MAN = ROOT / "src" / "cli" / "mimebase.1"


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.M | re.S)


class Pages(CliTest):
    def test_console_blocks(self):
        tools = self.folder / "bin"
        tools.mkdir()
        (tools / "mimebase").symlink_to(EXE)
        # Their output must not remain in the checkout.
        here = self.folder / "checkout"
        here.mkdir()
        for path in ROOT.iterdir():
            (here / path.name).symlink_to(path)
        ran = 0
        for page in PAGES:
            for session in (session for block in blocks(page, "console") for session in re.split(r"^\$ ", block, flags=re.M)[1:]):
                command, _, expected = session.partition("\n")
                done = subprocess.run(["bash", "-c", command], cwd=here, stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                      env={**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"})
                with self.subTest(command, page=page.name):
                    self.assertEqual(done.stdout.decode(), expected)
                ran += 1
        self.assertGreaterEqual(ran, 12)

    def test_paths_exist(self):
        for page in PAGES:
            for path in set(re.findall(r"`((?:samples|tests|src|include|\.ci)/[\w./-]*)`", page.read_text())):
                with self.subTest(path, page=page.name):
                    self.assertTrue((ROOT / path).exists() or (page.parent / path).exists())

    def test_links_lead_to_files(self):
        checked = 0
        for page in PAGES:
            for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
                if not target.startswith("http"):
                    with self.subTest(target, page=page.name):
                        self.assertTrue((page.parent / target).exists())
                    checked += 1
        self.assertGreaterEqual(checked, 15)

    def test_every_page_is_linked_from_the_readme_or_that_of_samples(self):
        readme, samples = ((ROOT / folder / "README.md") for folder in (".", "samples"))
        for page in PAGES[1:]:
            with self.subTest(page=page.name):
                self.assertTrue(f"]({page.relative_to(ROOT)})" in readme.read_text() or
                                page != samples and f"]({os.path.relpath(page, samples.parent)})" in samples.read_text())

    def test_every_option_of_the_build_is_listed(self):
        declared = re.findall(r"^option\('(\w+)', .*?value: '?(\w+)'?", (ROOT / "meson_options.txt").read_text(), re.M)
        listed = [(name, default) for names, default in re.findall(r"^\| ((?:`-D\w+=`(?:, )?)+) \| `(\w+)` \|", (ROOT / "samples" / "install.md").read_text(), re.M)
                  for name in re.findall(r"-D(\w+)=", names)]
        self.assertCountEqual(listed, declared)

    def test_the_picture_of_the_layers_shows_what_the_program_says(self):
        picture = re.sub("<style>.*</style>|<[^>]*>", " ", (ROOT / "samples/layers.svg").read_text(), flags=re.S)
        sample = str(ROOT / "samples/contests/html-base-over-around.eml")
        said = b"".join(self.run_ok(*command, sample) for command in (("tree", "--verbose"), ("links",))).decode()
        shown = set(re.findall(r"http://[\w./]+\w/?", picture))
        self.assertEqual(len(shown), 4)
        for url in shown:
            self.assertIn(f" {url}", said)

    def test_the_readme_is_short(self):
        self.assertLessEqual(len((ROOT / "README.md").read_text().splitlines()), 260)


class Library(InstalledTest):
    """The example of samples/library.md is built against an installed copy."""

    def build_example(self, *flags):
        (example,) = blocks(LIBRARY, "cpp")
        return self.build(self.write("example.cpp", example), self.folder / "example", *flags)

    def assert_example_runs(self, program, **environment):
        (expected,) = blocks(LIBRARY, "text")
        output = self.run_checked([str(program), str(ROOT / "samples/nested.eml")], env={**os.environ, **environment})
        self.assertEqual(output, expected)

    def test_library_example(self):
        pc_folder, prefix = self.install(self.folder)
        program = self.build_example(*self.flags(pc_folder, f"--define-variable=prefix={prefix}"))
        self.assert_example_runs(program, LD_LIBRARY_PATH=str(pc_folder.parent))

    def test_library_example_where_it_was_installed_to(self):
        pc_folder, prefix = self.install_in_place()
        shared = self.build_example(*self.flags(pc_folder), f"-Wl,-rpath,{pc_folder.parent}")
        self.assert_example_runs(shared)
        self.build_example(*self.flags(pc_folder, "--static"))  # the linker takes the shared one, if both are there
        for path in prefix.rglob("libmimebase.so*"):
            path.unlink()
        self.assert_example_runs(self.build_example(*self.flags(pc_folder, "--static")))

    def test_the_installed_program_finds_its_library(self):
        environment = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
        for where in (self.install_in_place, lambda: self.install(self.folder)):
            _, prefix = where()
            output = self.run_checked([str(prefix / "bin" / "mimebase"), "resolve", "http://a/b/c/d", "../g"], env=environment)
            self.assertEqual(output, "http://a/b/g\n")

    def test_the_loader_is_told_of_a_library_in_its_folders_alone(self):
        for name, script in (("id", "echo 0"), ("ldconfig", 'case "$*" in *-N*) echo "/in/it: (from x)";; *) echo told;; esac')):
            self.write(name, f"#!/bin/sh\n{script}\n").chmod(0o755)
        for folder, destination, said in (("/in/it", "", "told\n"), ("/in", "", ""), ("/in/it", "/tmp/package", "")):
            with self.subTest(folder, DESTDIR=destination):
                output = self.run_checked([str(ROOT / "src" / "cli" / "tell_loader.sh"), folder],
                                          env={"PATH": f"{self.folder}:{os.environ['PATH']}", "DESTDIR": destination})
                self.assertEqual(output, said)

    def test_what_is_installed(self):
        _, prefix = self.install(self.folder)
        installed = {str(p.relative_to(prefix)) for p in prefix.rglob("*") if p.is_file()}
        for path in ("bin/mimebase", "share/man/man1/mimebase.1", "share/mimebase/schema/links.schema.json",
                     "share/mimebase/schema/tree.schema.json"):
            self.assertIn(path, installed)
        for path in ("bash-completion/completions/mimebase.bash", "zsh/site-functions/_mimebase", "fish/vendor_completions.d/mimebase.fish"):
            self.assertIn(f"share/{path}", installed)
        for header in (ROOT / "include" / "mimebase").glob("*.h"):
            self.assertIn(f"include/mimebase/{header.name}", installed)

    def test_each_public_header_compiles_alone(self):
        headers = sorted((ROOT / "include" / "mimebase").glob("*.h"))
        self.assertGreaterEqual(len(headers), 8)
        for header in headers:
            # Twice, because including a header again must work.
            line = f'#include "mimebase/{header.name}"\n'
            source = self.write("alone.cpp", line + line + "int main() {}\n")
            with self.subTest(header.name):
                self.run_checked([*CXX, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
                                  f"-I{ROOT / 'include'}", str(source)])


class Man(CliTest):
    def test_it_formats_without_warnings(self):
        try:
            done = subprocess.run(["groff", "-mdoc", "-Tutf8", "-ww", str(MAN)], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE)
        except FileNotFoundError:
            self.skipTest("groff is not installed")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertGreater(len(done.stdout), 5000)

    def test_it_has_every_option_and_no_other(self):
        told = set(re.findall(r"\\-([a-z][a-z\\-]*)", " ".join(
            line for line in MAN.read_text().splitlines() if line.startswith((".It Fl", ".Op Fl", ".Fl")))))
        told = {name.replace("\\-", "-") for name in told}
        known = set()
        for command in ("tree", "links", "check", "rewrite", "extract", "report", "ledger", "pieces", "resolve"):
            text = self.run_ok(command, "--help").decode()
            known |= set(re.findall(r"^ {2,6}(?:-\w, )?--([a-z-]+)", text, re.M))
        self.assertGreater(len(known), 10)
        self.assertEqual(told | {"help", "version", "schema-version"}, known | {"help", "version", "schema-version"})


if __name__ == "__main__":
    main()
