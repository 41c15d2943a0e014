"""Misuse of the public headers that must not compile, each next to the correct use that must.

Above all lifetimes: a view into an object cannot be obtained from a temporary."""

import subprocess

from installed import CXX, InstalledTest
from support import ROOT, main

# clang++ stops after 20 errors.
ALL_ERRORS = ["-ferror-limit=0"] if any("clang" in word for word in CXX) else []
# Headers, misuse, correct use: statements in a function that has a std::string `text`.
SNIPPETS = {
    "links of a temporary": (
        "analyze.h", "for (auto& link : analyze(std::move(text)).links()) (void)link;",
        "Analysis mail = analyze(std::move(text)); for (auto& link : mail.links()) (void)link;"),
    "entities of a temporary": (
        "analyze.h", "auto rows = analyze(std::move(text)).entities(); (void)rows;",
        "Analysis mail = analyze(std::move(text)); auto rows = mail.entities(); (void)rows;"),
    "diagnostics of a temporary": (
        "analyze.h", "auto rows = analyze(std::move(text)).diagnostics(); (void)rows;",
        "Analysis mail = analyze(std::move(text)); auto rows = mail.diagnostics(); (void)rows;"),
    "comparisons of a temporary": (
        "analyze.h", "auto rows = analyze(std::move(text)).comparisons(); (void)rows;",
        "Analysis mail = analyze(std::move(text)); auto rows = mail.comparisons(); (void)rows;"),
    "the message of a temporary": (
        "analyze.h", "auto& info = analyze(std::move(text)).message(); (void)info;",
        "Analysis mail = analyze(std::move(text)); auto& info = mail.message(); (void)info;"),
    "the content of a temporary is a value": (
        "analyze.h", "std::string_view part = analyze(std::move(text)).content(\"1\"); (void)part;",
        "auto part = analyze(std::move(text)).content(\"1\"); (void)part;"),
    "problems of a temporary Analysis": (
        "analyze.h", "auto problems = analyze(std::move(text)).problems(); (void)problems;",
        "Analysis mail = analyze(std::move(text)); auto problems = mail.problems(); (void)problems;"),
    "a view of a string that nobody owns": (
        "analyze.h", "const auto make = []() -> const std::string { return {}; }; Analysis mail = analyze(make());",
        "const std::string kept; Analysis a = analyze(kept), b = analyze(text), c = analyze(std::string_view(text)), "
        "d = analyze(text.c_str()), e = analyze(\"literal\"), f = analyze(std::string()), g = analyze(text + \"x\");"),
    "edits that an Analyzer never reports": (
        "rewrite.h", "struct Taker : Visitor { void edit(const Edit&) override {} };",
        "struct Taker : RewriteVisitor { void edit(const Edit&) override {} };"),
    "edits of a temporary": (
        "rewrite.h", "for (auto& edit : rewrite(text).edits()) (void)edit;",
        "Rewritten mail = rewrite(text); for (auto& edit : mail.edits()) (void)edit;"),
    "notes of a temporary": (
        "rewrite.h", "for (auto& note : rewrite(text).notes()) (void)note;",
        "Rewritten mail = rewrite(text); for (auto& note : mail.notes()) (void)note;"),
    "problems of a temporary": (
        "rewrite.h", "auto problems = rewrite(text).problems(); (void)problems;",
        "Rewritten mail = rewrite(text); auto problems = mail.problems(); (void)problems;"),
    "a reference to the message of a temporary": (
        "rewrite.h", "std::string& message = rewrite(text).message(); (void)message;",
        "std::string message = rewrite(text).message(); (void)message;"),
    "records of a temporary": (
        "input.h", "auto& records = Batch(nullptr, {}).records(); (void)records;",
        "Batch batch(nullptr, {}); auto& records = batch.records(); (void)records;"),
    "records of the batch that a Reader returns": (
        "input.h", "Reader reader = Reader::open(text).value(); for (auto& record : reader.next().records()) (void)record;",
        "Reader reader = Reader::open(text).value(); while (Batch batch = reader.next()) (void)batch.records();"),
    "an arrow behind the batch that a Reader returns": (
        "input.h", "Reader reader = Reader::open(text).value(); auto& records = reader.next()->records(); (void)records;",
        "Reader reader = Reader::open(text).value(); Batch batch = reader.next(); (void)batch.records();"),
    "problems of a temporary Reader": (
        "input.h", "for (auto& problem : Reader::open(text).value().problems()) (void)problem;",
        "Reader reader = Reader::open(text).value(); for (auto& problem : reader.problems()) (void)problem;"),
    "the name of a temporary Output": (
        "output.h", "auto& name = Output::open(text).value().name(); (void)name;",
        "Output output = Output::open(text).value(); auto& name = output.name(); (void)name;"),
    "the file beside a temporary Output": (
        "output.h", "auto& name = Output::open(text).value().unfinished(); (void)name;",
        "Output output = Output::open(text).value(); auto& name = output.unfinished(); (void)name;"),
    "the name of a temporary OutputFolder": (
        "output.h", "auto& name = OutputFolder::open(text).value().name(); (void)name;",
        "OutputFolder output = OutputFolder::open(text).value(); auto& name = output.name(); (void)name;"),
    "a reference to the value of a temporary Result": (
        "url.h", "std::string& url = resolve(text, text, {}).value(); (void)url;",
        "std::string url = resolve(text, text, {}).value(); (void)url;"),
    "a reference by the star of a temporary Result": (
        "url.h", "std::string& url = *resolve(text, text, {}); (void)url;",
        "std::string url = *resolve(text, text, {}); (void)url;"),
    "an arrow behind a temporary Result": (
        "url.h", "const char* url = resolve(text, text, {})->c_str(); (void)url;",
        "auto url = resolve(text, text, {}); const char* bytes = url->c_str(); (void)bytes;"),
    "a reference to the error of a temporary Result": (
        "url.h", "Error& error = resolve(text, text, {}).error(); (void)error;",
        "Error error = resolve(text, text, {}).error(); (void)error;"),
    "the innermost URL of a temporary Unwrapped": (
        "unwrap.h", "auto url = unwrap_all(text).innermost(); (void)url;",
        "Unwrapped links = unwrap_all(text); auto url = links.innermost(); (void)url;"),
    "components of a temporary string": (
        "url.h", "Components parts = Components::split(text + \"x\"); (void)parts;",
        "Components a = Components::split(text), b = Components::split(\"x\"), c = Components::split(std::string_view(text));"
        "(void)a, (void)b, (void)c;"),
    "a result that is not looked at": (
        "url.h", "resolve(text, text, {});", "static_cast<void>(resolve(text, text, {}));"),
}


class Misuse(InstalledTest):
    def compiled(self, snippets):
        """Compiles a function per name and statements. Returns the exit status, and what the compiler says: it takes the names
        for those of files."""
        headers = sorted({header for header, _, _ in SNIPPETS.values()})
        functions = (f'#line 1 "{name}"\nvoid snippet_{i}([[maybe_unused]] std::string text) {{ {statements} }}\n'
                     for i, (name, statements) in enumerate(snippets.items()))
        source = self.write("snippets.cpp", "".join((
            *(f'#include "mimebase/{header}"\n' for header in headers), "#include <string>\n#include <utility>\n",
            "using namespace mimebase;\n", *functions)))
        done = subprocess.run([*CXX, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", *ALL_ERRORS, f"-I{ROOT / 'include'}",
                               str(source)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout

    def test_proper_use_compiles(self):
        status, said = self.compiled({name: good for name, (_, _, good) in SNIPPETS.items()})
        self.assertEqual(status, 0, said)

    def test_misuse_does_not_compile(self):
        self.assertGreater(len(SNIPPETS), 15)
        status, said = self.compiled({name: bad for name, (_, bad, _) in SNIPPETS.items()})
        self.assertNotEqual(status, 0)
        for name, (_, bad, _) in SNIPPETS.items():
            with self.subTest(name):
                own = "\n".join(line for line in said.splitlines() if line.startswith(f"{name}:1:"))
                self.assertIn(": error: ", own, bad)
                # It fails because of the misuse, not because of an unknown name.
                self.assertNotRegex(own, "was not declared|undeclared identifier|No such file|not found")


if __name__ == "__main__":
    main()
