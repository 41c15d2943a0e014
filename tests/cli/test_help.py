"""--help, the examples in the manual and the shell completions: everything works as written."""

import os
import re
import shutil
import subprocess

from support import EXE, ROOT, SAMPLES, CliTest, main

COMMANDS = ("tree", "links", "check", "rewrite", "extract", "compare", "report", "ledger", "pieces", "resolve", "unwrap")
MAN = ROOT / "src" / "cli" / "mimebase.1"


class Help(CliTest):
    def help(self, *command):
        return self.run_ok(*command, "--help").decode()

    def test_in_80_columns(self):
        for command in ((), *((name,) for name in COMMANDS)):
            for line in self.help(*command).splitlines():
                with self.subTest(command, line=line):
                    self.assertLessEqual(len(line), 80)
                    self.assertEqual(line, line.rstrip())

    def test_options_stand_in_groups(self):
        for command in COMMANDS:
            with self.subTest(command):
                text = self.help(command)
                groups = re.findall(r"^([A-Z][\w ]+):$", text, re.M)
                self.assertEqual(groups[-1], "Examples")
                self.assertEqual(len(groups), len(set(groups)))
                rest = text.partition("Other options:\n")[2].partition("\nExamples:")[0]
                self.assertEqual(len(rest.splitlines()), 1, f"no group has one of {rest}")
                self.assertIn("-h, --help", rest)
                self.assertTrue(text.endswith("man mimebase\n"))

    def test_commands_are_listed(self):
        text = self.help()
        for command in (*COMMANDS, "help"):
            self.assertRegex(text, rf"(?m)^  {command} +[A-Z]")
        self.assertNotIn("completion", text)


class Formats(CliTest):
    """One list of formats: what the option accepts is what every document names."""

    def test_options_help_manual_and_pages_agree(self):
        accepted = re.search(r"is not one of (.*)", self.assert_fails(2, "xml", "links", "--format=xml").stderr.decode())
        names = set(accepted.group(1).split(", "))
        self.assertGreaterEqual(names, {"text", "jsonl", "csv", "sqlite", "urls"})
        described = re.search(r"Output format: (.*?) \(default", " ".join(self.run_ok("links", "--help").decode().split())).group(1)
        self.assertEqual(set(re.findall(r"\w+", described)) - {"for", "links", "also"}, names)
        manual = MAN.read_text().partition(".It Fl \\-format Ar F\n")[2].partition("The default is")[0]
        self.assertEqual(set(re.findall(r"^\.Li (\w+)", manual, re.M)), names)
        row = re.search(r"^\| `--format F` \| (.*) \|$", (SAMPLES / "command-line.md").read_text(), re.M).group(1)
        self.assertEqual(set(re.findall(r"`(\w+)`", row)) - {"links"}, names)


class Manual(CliTest):
    """The manual describes the options of the table, from which the help and the completions come, and no others."""

    def entries(self):
        """(name, argument) of the options that the manual describes, and the text of each name."""
        page = MAN.read_text().replace("\\-", "-")
        options, texts = set(), {}
        for head, text in re.findall(r"^\.It Fl (.*)\n((?:(?!\.It |\.El).*\n)*)", page, re.M):
            argument = ""
            for piece in reversed(head.split(" Fl ")):  # "o ,", "-output Ar FILE"
                names, _, value = piece.partition(" Ar ")
                argument = re.sub(r" |\b(Ns|Ar)\b", "", value).rstrip(",") or argument
                for name in names.replace(",", " ").split():
                    options |= {("-" + name, each) for each in argument.split("|")}
                    texts["-" + name] = texts.get("-" + name, "") + text
        self.assertGreater(len(options), 55)
        return options, texts

    def options(self):
        for command in COMMANDS:
            for head in re.findall(r"^ {2,6}(-.*?)(?:  .*)?$", self.run_ok(command, "--help").decode(), re.M):
                names, argument = re.fullmatch(r"(-[\w-]+(?:, -[\w-]+)*) ?(.*)", head).groups()
                yield command, names.split(", "), argument

    def test_has_every_option_with_its_argument(self):
        described, texts = self.entries()
        known = set()
        for command, names, argument in self.options():
            known |= set(names)
            for name in set(names) - {"-h", "--help", "--no-progress"}:
                with self.subTest(command, option=name):
                    self.assertTrue(name in texts, "not in the manual")
                    wanted = {(each, value) for each in names for value in argument.split("|")}
                    self.assertTrue(wanted & described, wanted)
        self.assertGreater(len(known), 55)
        self.assertEqual(set(texts) - known, set())

    def test_has_every_name_of_a_short_list(self):
        _, texts = self.entries()
        values = re.findall(r"^    (.*)\) values='(.*)' ;;$", self.run_ok("completion", "bash").decode(), re.M)
        self.assertGreater(len(values), 15)
        for where, names in values:
            option = where.rpartition(":")[2]
            for name in names.split() if names.count(" ") < 5 else ():
                with self.subTest(option, value=name):
                    self.assertRegex(texts[option], rf"(?m)^\.Li (.*,)?{name}\b")


class Examples(CliTest):
    """Runs examples as written, in a folder with files of these names."""

    def setUp(self):
        super().setUp()
        for name, sample in (("message.eml", "contests/html-base-over-around.eml"), ("archive.mbox", "three.mbox"),
                             ("page.mht", "web-archive.mht")):
            shutil.copy(SAMPLES / sample, self.folder / name)
        (self.folder / "urls.txt").write_text("https://www.google.com/url?q=https://example.org/\n")
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "mimebase").symlink_to(EXE)

    def assert_runs(self, line):
        done = subprocess.run(["sh", "-c", line], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env={**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}"})
        with self.subTest(line):
            # `check` exits with 1 if it found an error.
            self.assertLessEqual(done.returncode, 1 if "check" in line else 0, done.stderr)
            # An example without rows says why.
            self.assertIn(done.stderr.count(b"\n"), (0, 1) if done.stdout == b"" else (0,), done.stderr)

    def test_of_help(self):
        for command in ((), *((name,) for name in COMMANDS)):
            lines = re.findall(r"^  (mimebase .*)$", self.run_ok(*command, "--help").decode().partition("Examples:")[2], re.M)
            self.assertEqual(len(lines), 3, command)
            if command == ("resolve",):
                self.assert_runs(lines[0])
            for line in lines:
                self.assert_runs(line.replace("-o page", f"-o page-of-{'-'.join(command)}"))

    def test_of_the_manual(self):
        section = MAN.read_text().partition(".Sh EXAMPLES")[2].partition(".Sh ")[0]
        lines = [line[4:].replace("\\-", "-").replace("\\(dq", '"') for line in section.splitlines() if line.startswith(".Dl ")]
        self.assertGreater(len(lines), 9)
        for line in lines:
            self.assertTrue("mimebase" in line, line)
            self.assert_runs(line)


class Completions(CliTest):
    def script(self, shell):
        return self.write(f"mimebase.{shell}", self.run_ok("completion", shell))

    def shell(self, *command):
        if shutil.which(command[0]) is None:
            self.skipTest(f"{command[0]} is not installed")
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                              cwd=self.folder, env={**os.environ, "HOME": str(self.folder)})
        self.assertEqual((done.returncode, done.stderr), (0, b""), command)
        return done.stdout.decode().splitlines()

    def bash(self, *words):
        quoted = " ".join(f"'{word}'" for word in words)
        return self.shell("bash", "-c", f"source {self.script('bash')}; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; "
                          '_mimebase; printf "%s\\n" "${COMPREPLY[@]}"')

    def test_bash(self):
        self.write("letter.eml", "")
        self.write("with space.eml", "")
        for words, expected in (
            (("mimebase", "li"), ["links"]),
            (("mimebase", "re"), ["rewrite", "report", "resolve"]),
            (("mimebase", "help", "ch"), ["check"]),
            (("mimebase", "links", "--un"), ["--unwrapped", "--unique", "--until"]),
            (("mimebase", "check", "--uni"), [""]),
            (("mimebase", "links", "--top", ""), ["hosts", "domains", "urls"]),
            (("mimebase", "links", "--top", "=", "d"), ["domains"]),
            (("mimebase", "links", "--top", "="), ["hosts", "domains", "urls"]),
            (("mimebase", "links", "--status", "part,un"), ["part,unresolved"]),
            (("mimebase", "links", "--rules", "rfc1"), ["rfc1808"]),
            (("mimebase", "links", "--format", "=", "js"), ["jsonl"]),
            (("mimebase", "links", "--format", ""), ["text", "jsonl", "csv", "sqlite", "urls"]),
            (("mimebase", "check", "--format", ""), ["text", "jsonl", "csv", "sqlite"]),
            (("mimebase", "unwrap", "--format", "="), ["text", "jsonl"]),
            (("mimebase", "resolve", "--format", "c"), [""]),
            (("mimebase", "links", "--limits", "me"), ["message=", "memory="]),
            (("mimebase", "links", "--limits", "=", "mes"), ["message="]),
            (("mimebase", "links", "--limits", "depth", "=", "3,mes"), ["3,message="]),
            (("mimebase", "links", "--limits", "=", "depth", "=", "3,mes"), ["3,message="]),
            (("mimebase", "links", "let"), ["letter.eml"]),
            (("mimebase", "links", "-o", "with"), ["with space.eml"]),
        ):
            with self.subTest(words):
                self.assertEqual(self.bash(*words), expected)

    def test_fish(self):
        script = self.script("fish")
        for line, expected in (("mimebase li", "links"), ("mimebase links --uni", "--unique"),
                               ("mimebase links --format=js", "--format=jsonl"), ("mimebase links --limits mes", "message="),
                               ("mimebase links --top d", "domains"), ("mimebase help ch", "check")):
            with self.subTest(line):
                found = self.shell("fish", "--no-config", "-c", f"source {script}; complete -C '{line}'")
                self.assertEqual([word.partition("\t")[0] for word in found], [expected])

    def test_zsh_takes_the_script(self):
        script = self.script("zsh")
        self.shell("zsh", "-n", str(script))
        # The specifications, as zsh itself reads them.
        (self.folder / "functions").mkdir()
        shutil.copy(script, self.folder / "functions" / "_mimebase")
        found = self.shell("zsh", "-f", "-c", f"fpath=({self.folder}/functions $fpath); autoload -Uz compinit; "
                           "compinit -u -D; print $_comps[mimebase]")
        self.assertEqual(found, ["_mimebase"])

    def zsh(self, line):
        """What the command line becomes when TAB is pressed behind it, in a zsh of its own. In lists zsh appends a comma, which
        the next blank removes."""
        functions = self.folder / "functions"
        functions.mkdir(exist_ok=True)
        shutil.copy(self.script("zsh"), functions / "_mimebase")
        script = self.write("complete.zsh", f"""
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1= PS2= fpath=({functions} \\$fpath); autoload -Uz compinit; compinit -u -D; unsetopt zle_bracketed_paste; bindkey '^I' complete-word"
zpty -w z "show() {{ print -rn -- '<<'\\$BUFFER'>>'; zle .kill-buffer; zle .send-break }}; zle -N show; bindkey '^X' show; print re''ady"
zpty -r -m z line '*ready*'
zpty -w -n z $'{line}\t\x18'
zpty -r -m z line '*<<*>>*'
print -r -- "${{${{line##*<<}}%%>>*}}"
zpty -d z
""")
        return self.shell("timeout", "20", "zsh", "-f", str(script))

    def test_zsh(self):
        for line, expected in (("mimebase links --format=js", "mimebase links --format=jsonl"),
                               ("mimebase links --limits mes", "mimebase links --limits message="),
                               ("mimebase links --limits depth=3,mes", "mimebase links --limits depth=3,message="),
                               ("mimebase links --status part,unr", "mimebase links --status part,unresolved,"),
                               ("mimebase links --top d", "mimebase links --top domains")):
            with self.subTest(line):
                self.assertEqual([found.rstrip() for found in self.zsh(line)], [expected])

    def test_every_option_is_in_each(self):
        for shell in ("bash", "zsh", "fish"):
            script = self.run_ok("completion", shell).decode()
            for command in COMMANDS:
                for name in re.findall(r"^ {2,6}(?:-\w, )?--([a-z-]+)", self.run_ok(command, "--help").decode(), re.M):
                    with self.subTest(shell, command=command, option=name):
                        self.assertRegex(script, rf"(--|-l ){name}\b")

    def test_other_shells(self):
        for arguments in (("completion",), ("completion", "csh"), ("completion", "bash", "zsh")):
            self.assert_fails(2, "bash, zsh or fish", *arguments)


if __name__ == "__main__":
    main()
