"""`report`: the written page, without a browser: its content equals the output of the other commands."""

import base64
import collections
import gzip
import hashlib
import html.parser
import json
import os
import re
import subprocess
import unittest

from support import EXE, SAMPLES, SANITIZED, CliTest, corpora_files, rows_of, run, sample_files

MESSAGE = "source message offset message_id date from subject".split()
LINK = ("part content_type context hidden start end text reference resolved status target_part base host "
        "domain kind wrappers unwrapped where page host_unicode permalink permalink_names").split()
READER = "reader opens opens_by".split()
COMPARISON = "link difference group opens".split()
ENTITY = ("part depth content_type charset transfer_encoding disposition filename size content_id "
          "content_location searched base chain").split()
CANDIDATE = "section by part raw url state".split()
DIAGNOSTIC = "part code severity detail start end domain other_domain".split()
BASE = "base base_section base_by base_part".split()
# Longer texts are cut off.
SHOWN_BYTES = 4096


class Page(html.parser.HTMLParser):
    """Elements, texts and data of a page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.text, self.scripts, self.data = [], "", [], []
        self.inside = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.tags.append((tag, attributes))
        if tag in ("script", "style"):
            self.inside = (tag, attributes)
            self.scripts.append((tag, attributes, ""))

    def handle_endtag(self, tag):
        if tag in ("script", "style"):
            self.inside = None

    def handle_data(self, data):
        if self.inside is None:
            self.text += data
            return
        tag, attributes, before = self.scripts[-1]
        self.scripts[-1] = (tag, attributes, before + data)

    def messages(self):
        return [message for tag, attributes, text in self.scripts if attributes.get("class") == "data"
                for message in json.loads(text)]


def link_rows(messages):
    """The rows of `links`, from the data of the page."""
    for message in messages:
        envelope = dict(zip(MESSAGE, message["message"]))
        for link in message["links"]:
            row = dict(zip(LINK + READER, link, strict=True))
            row |= dict(zip(BASE, message["bases"][row.pop("base")], strict=True))
            row |= envelope
            if row["resolved"] == 0:
                row["resolved"] = row["reference"]
            yield row


def tree_rows(messages):
    for message in messages:
        for entity in message["entities"]:
            row = dict(zip(ENTITY, entity, strict=True))
            row |= dict(zip(BASE, message["bases"][row.pop("base")], strict=True))
            row |= {"source": message["message"][0], "message": message["message"][1]}
            row["chain"] = [dict(zip(CANDIDATE, candidate, strict=True)) for candidate in row["chain"]]
            yield row


def diagnostic_rows(messages):
    for message in messages:
        for diagnostic in message["diagnostics"]:
            row = dict(zip(DIAGNOSTIC, diagnostic, strict=True))
            yield row | {"source": message["message"][0], "message": message["message"][1], "part": row["part"] or None}


def opened(value):
    """What a reader opens, as in the JSON Lines."""
    return {"part": value[0]} if isinstance(value, list) else value and {"url": value}


def comparison_rows(messages):
    """The rows of `compare`, from the data of the page."""
    for message in messages:
        for comparison in message["comparisons"]:
            row = dict(zip(COMPARISON, comparison, strict=True))
            link = dict(zip(LINK + READER, message["links"][row["link"]], strict=True))
            yield {"source": message["message"][0], "message": message["message"][1], "difference": row["difference"],
                   "opens": {reader: opened(value) for reader, value in row["opens"]},
                   **{key: link[key] for key in ("part", "context", "start", "end", "reference")}}


def cut(value):
    if isinstance(value, str) and len(value.encode()) > SHOWN_BYTES:
        return value.encode()[:SHOWN_BYTES].decode(errors="ignore") + "…"
    if isinstance(value, list):
        return [cut(one) for one in value]
    return {key: cut(one) for key, one in value.items()} if isinstance(value, dict) else value


class Report(CliTest):
    def report(self, *arguments, status=0, **options):
        path = self.folder / "report.html"
        done = run("report", *arguments, "-o", path, "--quiet", **options)
        self.assertEqual(done.returncode, status, done.stderr)
        return Page(path.read_text())

    def assert_same_rows(self, got, wanted, keys):
        """Compares the keys that the page has. Very long values are cut off there."""
        wanted = [{key: cut(row[key]) for key in keys} for row in wanted]
        self.assertEqual([{key: row[key] for key in keys} for row in got], wanted)

    def assert_says_what_commands_say(self, *arguments):
        status = run("check", "--quiet", *arguments).returncode and run("links", "--quiet", *arguments).returncode
        page = self.report(*arguments, status=status)
        messages = page.messages()
        links = rows_of(run("links", "--quiet", "--format", "jsonl", *arguments).stdout)
        self.assert_same_rows(link_rows(messages), links, sorted(set(LINK + BASE) - {"domain", "base"}) + [
            "base", "source", "message", "offset", "message_id", "date", "from", "subject"])
        tree = rows_of(run("tree", "--quiet", "--format", "jsonl", *arguments).stdout)
        self.assert_same_rows(tree_rows(messages), tree, ENTITY + BASE + ["source", "message"])
        said = [row for row in rows_of(run("check", "--quiet", "--format", "jsonl", *arguments).stdout) if row["message"]]
        self.assert_same_rows(diagnostic_rows(messages), said, DIAGNOSTIC[:6] + ["source", "message"])
        return page, links, tree, said

    def test_samples_say_what_the_commands_say(self):
        files = sample_files()
        self.assertGreater(len(files), 20)
        self.assert_says_what_commands_say(*files)

    def test_defanged(self):
        """A page without live URLs has the rows of the commands with --defang."""
        self.assert_says_what_commands_say("--defang", *sample_files())
        self.assert_compares(*sample_files(), options=("--defang",))
        page = self.report("--defang", SAMPLES / "phishing.mbox")
        html = (self.folder / "report.html").read_text()
        hosts = {row["host"] for row in self.rows("links", SAMPLES / "phishing.mbox") if "." in (row["host"] or "")}
        self.assertGreater(len(hosts), 3)
        for host in hosts:
            self.assertNotIn(host, html)
            self.assertIn(host.replace(".", "[.]"), page.text)
        self.assertNotRegex(html, r"(?i)(https?|ftp)://\w")
        self.assertIn("--defang", page.text)

    def test_corpora_say_what_the_commands_say(self):
        files = corpora_files()
        if not files:
            self.skipTest("no corpora")
        self.assert_says_what_commands_say(*files)

    def assert_compares(self, *arguments, options=()):
        page = self.report(*options, *arguments, status=run("compare", "--quiet", *options, *arguments).returncode)
        wanted = rows_of(run("compare", "--quiet", "--format", "jsonl", *options, *arguments).stdout)
        keys = "source message part context start end reference difference opens".split()
        self.assert_same_rows(comparison_rows(page.messages()), wanted, keys)
        text = (self.folder / "report.html").read_text()
        for difference, count in collections.Counter(row["difference"] for row in wanted).items():
            self.assertIn(f'data-open="differs={difference}">{count:,}', text)
            groups = re.findall(rf'<td class="count" data-open="differs={difference}&amp;outcome=[^"]*">([0-9,]+)</td>', text)
            self.assertEqual(sum(int(one.replace(",", "")) for one in groups), count)
        return wanted

    def test_comparisons_are_those_of_compare(self):
        self.assertGreater(len(self.assert_compares(*sample_files())), 10)
        self.assertGreater(len(self.assert_compares(*sample_files(), options=("--as", "kmail,chromium,rspamd"))), 10)

    def test_comparisons_of_corpora(self):
        files = corpora_files()
        if not files:
            self.skipTest("no corpora")
        self.assertGreater(len(self.assert_compares(*files[:200])), 0)

    def test_as_one_reader(self):
        page = self.report("--as", "chromium", *sample_files())
        wanted = rows_of(run("links", "--quiet", "--as", "chromium", "--format", "jsonl", *sample_files()).stdout)
        got = [row | {"opens": opened(row["opens"])} for row in link_rows(page.messages())]
        self.assert_same_rows(got, wanted, READER + ["reference", "source", "part", "start"])
        self.assertGreater(len({str(row["opens"]) for row in got}), 5)
        self.assertIn("is shown for chromium", page.text)
        self.assertNotIn("is shown for", self.report(*sample_files()).text)

    def test_readers_that_agree_are_not_listed(self):
        page = self.report(self.write("agree.eml", "Content-Type: text/html\n\n<a href=http://a.example/>x</a>\n"))
        self.assertEqual(list(comparison_rows(page.messages())), [])
        self.assertNotIn("What readers open differently", page.text)

    def test_counts_are_those_of_the_rows(self):
        page, links, tree, said = self.assert_says_what_commands_say(*sample_files())
        tiles = dict(re.findall(r"<dt>([a-z ]+)</dt><dd[^>]*>([0-9,]+)", (self.folder / "report.html").read_text()))
        tiles = {name: int(count.replace(",", "")) for name, count in tiles.items()}
        statuses = collections.Counter(row["status"] for row in links)
        self.assertEqual(tiles["messages"], len({(row["source"], row["message"]) for row in tree}))
        self.assertEqual(tiles["parts"], len(tree))
        self.assertEqual(tiles["references"], len(links))
        self.assertEqual(tiles["relative"], statuses["resolved"] + statuses["unresolved"])
        self.assertEqual(tiles["unresolved"], statuses["unresolved"])
        self.assertEqual(tiles["part missing"], statuses["missing-part"])
        self.assertEqual(tiles["hidden"], sum(row["hidden"] is not None for row in links))
        text = (self.folder / "report.html").read_text()
        for status, count in statuses.items():
            self.assertRegex(text, rf'<td class="count" data-open="status={status}">{count:,}</td>')
        for code, count in collections.Counter(row["code"] for row in said).items():
            self.assertIn(count, [int(one.replace(",", "")) for one in
                                  re.findall(rf'data-code="{code}"><summary>.*?<span class="count">([0-9,]+)', text)])

    def test_documents(self):
        """They have no subject: the page shows their title, or else the name of their file."""
        self.write("in/page.html", "<title>A &lt;page&gt; </title><a href=http://a.example/>b.example</a>")
        self.write("in/plain.txt", "see http://c.example/\n")
        page, links, _, _ = self.assert_says_what_commands_say(self.folder / "in")
        self.assertEqual(["A <page>", None], [message["title"] for message in page.messages()])
        self.assertEqual({None}, {row["subject"] for row in links})
        self.assertNotIn("(no subject)", page.text)
        for name in ("A <page>", "plain.txt"):
            self.assertIn(name, page.text)

    def test_a_page_of_its_own(self):
        """No network, nothing inline that the policy does not allow, no links out of the page."""
        page = self.report(SAMPLES / "nested.eml")
        policy = next(attributes["content"] for tag, attributes in page.tags
                      if attributes.get("http-equiv") == "Content-Security-Policy")
        self.assertIn("default-src 'none'", policy)
        for tag, attributes, text in page.scripts:
            if attributes.get("class") == "data":
                self.assertEqual(attributes["type"], "application/json")
                continue
            digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
            self.assertIn(f"'sha256-{digest}'", policy)
        names = {name for _, attributes in page.tags for name in attributes}
        self.assertFalse({name for name in names if name.startswith("on")} | names & {"style", "src", "srcset", "action"})
        self.assertEqual({attributes["href"] for _, attributes in page.tags if "href" in attributes},
                         {"data:,", "#glance", "#first", "#references", "#readers", "#diagnostics"})

    def test_text_of_mail_is_text(self):
        evil = '</script><script>alert(1)</script><!--"\'>\u202egnp.exe\u0007'
        message = self.write("evil.eml", "Subject: =?utf-8?B?" + base64.b64encode(evil.encode()).decode() + "?=\n"
                             "Content-Type: text/html; charset=utf-8\n\n"
                             '<a href="javascript:alert(2)">go</a><a href="http://x.example/</script><img src=x onerror=alert(3)>">y</a>'
                             f'<a href="http://long.example/">{"x" * 1_000_000}</a>\n')
        page = self.report(message)
        plain = self.report(SAMPLES / "nested.eml")
        count = collections.Counter(tag for tag, _ in page.tags)
        self.assertEqual(count["script"], collections.Counter(tag for tag, _ in plain.tags)["script"])
        self.assertEqual(count["img"], 0)
        self.assertNotIn("\u202e", page.text)
        self.assertNotIn("\u0007", page.text)
        self.assertIn("\\u{202E}gnp.exe", page.text)
        self.assertEqual(page.messages()[0]["message"][6], evil)
        self.assertLess((self.folder / "report.html").stat().st_size, 1_500_000)

    def test_rows(self):
        mbox = self.write("many.mbox", "".join(
            f"From a@example Sat Jan  1 00:00:00 2022\nSubject: {i}\n\nhttp://one.example/{i} http://two.example/{i}\n\n"
            for i in range(1, 11)))
        page = self.report("--rows", "5", mbox)
        rows = list(link_rows(page.messages()))
        self.assertEqual([row["message"] for row in rows], [1, 1, 2, 2])
        self.assertIn("The table holds the first 4 references. 16 more", page.text)
        self.assertIn("message 3 on", page.text)
        self.assertIn(f"mimebase links -o all.sqlite {mbox}", page.text)  # where the others are
        self.assertIn("20", re.search(r"references(\d+)", page.text)[1])
        whole = self.report("--rows", "20", mbox)
        self.assertNotIn("The table holds", whole.text)
        self.assertEqual(len(list(link_rows(whole.messages()))), 20)

    def test_one_message_with_more_than_the_page_holds(self):
        message = self.write("long.eml", "Subject: x\n\n" + "".join(f"http://x.example/{i}\n" for i in range(30)))
        page = self.report("--rows", "10", message)
        self.assertEqual(len(list(link_rows(page.messages()))), 10)
        self.assertIn("The table holds the first 10 references. 20 more", page.text)

    def test_the_worst_rows_have_room(self):
        """If there are too many rows, those that are dangerous are held wherever they are."""
        def message(i):
            extra = {90: '<a href="http://evil.example/">http://bank.example/</a>', 95: '<a href="javascript:x()">x</a>'}.get(i, "")
            body = "".join(f"<a href=http://d{j}.example/{i}>x</a>" for j in range(5)) + extra
            return f"From a@example Sat Jan  1 00:00:00 2022\nSubject: s{i}\nContent-Type: text/html\n\n{body}\n\n"
        mbox = self.write("worst.mbox", "".join(map(message, range(1, 101))))
        pages = set()
        for options in (("-j1",), ("-j3",), ("--no-isolation",)):
            page = self.report("--rows", "22", *options, mbox)
            self.assertEqual([row["message"] for row in link_rows(page.messages())], [i for i in range(1, 5) for _ in range(5)] + [90, 95])
            pages.add((self.folder / "report.html").read_bytes())
        self.assertEqual(len(pages), 1)
        self.assertIn("The table holds the first 20 references, and the 2 most dangerous of the others. 480 more", page.text)
        self.assertIn("message 5 on", page.text)
        self.assertEqual({row["code"] for row in diagnostic_rows(page.messages())}, {"text-differs", "script-link"})
        whole = self.report(mbox)
        self.assertEqual(len(list(link_rows(whole.messages()))), 502)
        # The same of a database, whose diagnostics are stored apart from the links.
        database = self.folder / "worst.sqlite"
        for command in ("links", "tree", "check"):
            run(command, "--quiet", "--append", "-o", database, mbox)
        page = self.report("--rows", "22", database)
        self.assertEqual([row["message"] for row in link_rows(page.messages())], [i for i in range(1, 5) for _ in range(5)] + [90, 95])
        self.assertIn(f"The database {database} holds them all", page.text)

    def test_only_dangerous_rows(self):
        rows = "".join(f'<a href="http://evil{i}.example/">http://bank.example/</a><a href="http://x.example/{i}">x</a>' for i in range(40))
        page = self.report("--rows", "10", self.write("m.eml", f"Subject: x\nContent-Type: text/html\n\n{rows}\n"))
        self.assertEqual([row["host"] for row in link_rows(page.messages())], [f"evil{i}.example" for i in range(10)])
        self.assertIn("The table holds the 10 most dangerous of the others. 70 more", page.text)
        self.assertEqual(len(list(diagnostic_rows(page.messages()))), 10)

    def test_dense_messages_take_bounded_memory(self):
        """8 MB of references: the page and its program stay small, whatever the references are."""
        head = "Content-Base: http://base.example/dir/\nContent-Type: text/html\n\n"
        for name, unit in (("one host", "<base href=http://o.example/><a href=x{}>y</a>\n"), ("pairs", "<a href=//d{0:x}.com>e{0:x}.net</a>\n"),
                           ("hidden", "<p style=display:none><a href=//d{:x}.com>x</a></p>\n")):
            with self.subTest(name):
                text, size = [head], len(head)
                while size < 8_000_000:
                    text.append(unit.format(len(text)))
                    size += len(text[-1])
                message = self.write("dense.eml", "".join(text))
                process = subprocess.Popen([EXE, "report", "--quiet", "-o", self.folder / "dense.html", message])
                _, status, used = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                self.assertIn(process.returncode, (0, 1))
                if not SANITIZED:
                    self.assertLess(used.ru_maxrss, 300_000)
                self.assertLess((self.folder / "dense.html").stat().st_size, 50_000_000)

    def test_filters_of_messages(self):
        mbox = self.write("dates.mbox", "".join(
            f"From a@example Sat Jan  1 00:00:00 2022\nFrom: {name}@bank.example\nDate: {day} Nov 2024 12:00:00 +0000\n\nhttp://{name}.example/\n\n"
            for name, day in (("a", 1), ("b", 2), ("a", 3))))
        database = self.folder / "x.sqlite"
        for command in ("links", "tree", "check"):
            run(command, "--quiet", "--append", "-o", database, mbox)
        cases = [(("--since", "2024-11-02"), [2, 3]), (("--until", "2024-11-02"), [1, 2]), (("--from", "a@*"), [1, 3]),
                 (("--message", "2"), [2]), (("--from", "a@*", "--since", "2024-11-02"), [3]), ((), [1, 2, 3])]
        for source in (mbox, database):
            for options, wanted in cases:
                with self.subTest(source=source.name, options=options):
                    page = self.report(*options, source)
                    self.assertEqual([message["message"][1] for message in page.messages()], wanted)
                    self.assertEqual([row["message"] for row in link_rows(page.messages())], wanted)
                    self.assertIn(f"messages{len(wanted)}parts", page.text)

    def test_filters_without_a_message(self):
        mbox = self.write("one.mbox", "From a@example Sat Jan  1 00:00:00 2022\nFrom: x@a.example\nDate: 1 Nov 2024 12:00:00 +0000\n\nhttp://x.example/\n")
        database = self.folder / "x.sqlite"
        run("links", "-o", database, mbox)
        for source in (mbox, database):
            for options in (("--from", "PayPal"), ("--message", "9"), ("--since", "2025")):
                with self.subTest(source=source.name, options=options):
                    done = run("report", *options, "-o", self.folder / "report.html", source)
                    self.assertEqual(done.returncode, 0)
                    self.assertEqual(done.stderr.count(b"\n"), 1, done.stderr)
                    self.assertIn(b"message", done.stderr)

    def test_open_first_is_ordered_by_danger(self):
        message = self.write("m.eml", """From: x@news.example
Content-Type: text/html

<a style="display:none" href="tel:+1">t</a><a style="display:none" href="tel:+1">t</a><!-- <a href="http://c.example/"> -->
<a style="display:none" href="http://hidden.example/">h</a>
<a href="http://3627734734/">n</a>
<a href="http://evil.example/" title="https://bank.example/">l</a>
<a href="http://evil.example/">https://bank.example/</a>
<a href="http://bank.example@evil.example/">u</a>
<a href="javascript:x()">s</a>
<form action="http://thief.example/"><input></form>
""")
        page = self.report(message)
        text = (self.folder / "report.html").read_text()
        sections = re.findall(r'<section class="groups" id="([a-z-]+)">', text)
        wanted = ["script-link", "userinfo", "text-differs", "title-differs", "form-target", "odd-host", "hidden"]
        self.assertEqual([name for name in sections if name in wanted], wanted)
        first_hidden = re.search(r'(?s)id="hidden">.*?<td class="url">(.*?)</td>', text)[1]
        self.assertEqual(first_hidden, "hidden.example")
        self.assertIn("Worth a look: 1 link that runs a script", page.text)

    def test_severities_are_counted_apart(self):
        links = '<a href="http:x">a</a><a href="?q">e</a><a href="g;x=1/../y">h</a>'
        self.report(self.write("m.eml", f"Content-Base: http://base.example/a/\nContent-Type: text/html\n\n{links}\n"))
        text = (self.folder / "report.html").read_text()
        summary = re.search(r'data-code="readers-disagree"><summary>(.*?)</summary>', text)[1]
        count = {name: int(number) for number, name in re.findall(r'<i class="[a-z]+">(\d+) (error|note)s?</i>', summary)}
        self.assertEqual(set(count), {"error", "note"})
        self.assertIn(f'<span class="count">{count["error"] + count["note"]}</span>', summary)
        for severity, number in count.items():
            self.assertIn(f'data-open="show=diagnostics&amp;code=readers-disagree&amp;severity={severity}">{number} {severity}', text)

    def test_groups_name_messages(self):
        """A subject is recognised; the name of the only source is not repeated. Numbers can be pasted."""
        filler = "From a@example Sat Jan  1 00:00:00 2022\n\nx\n\n" * 1233
        mbox = self.write("named.mbox", filler + "From a@example Sat Jan  1 00:00:00 2022\nSubject: Your <b>account\nContent-Type: text/html\n\n"
                          "<a href=http://evil.example/>http://bank.example/</a>\n")
        page = self.report(mbox)
        self.assertIn("Your <b>account message 1234, part 1", page.text)
        self.assertNotIn("1,234, part", page.text)
        (self.folder / "report.html").unlink()  # it would be an input
        folder = self.report(self.folder)
        self.assertIn("named.mbox, message 1234", folder.text)
        self.assertNotIn(f"{mbox}, message", folder.text)

    def test_the_foot_says_what_made_the_page(self):
        mbox = self.write("it's a.mbox", "".join(f"From a@example Sat Jan  1 00:00:00 2022\nDate: {day} Nov 2024 12:00:00 +0000\n\nx\n\n" for day in (3, 1, 9)))
        version = run("--version").stdout.decode().split()[1]
        page = self.report("--rules", "rfc3986", "--since", "2024-11-02", mbox)
        self.assertIn("Messages of 2024-11-03 to 2024-11-09.", page.text)
        quoted = str(mbox).replace("'", "'\\''")
        self.assertIn(f"Made by mimebase {version} with mimebase report --rules rfc3986 --since 2024-11-02T00:00:00Z -o report.html '{quoted}'", page.text)
        dated = self.report(mbox, env=os.environ | {"SOURCE_DATE_EPOCH": "1732406400"})
        self.assertIn(f"Made by mimebase {version} on 2024-11-24 with", dated.text)
        for wrong in ("x", "-1", "1.5", "999999999999999"):
            done = run("report", mbox, "-o", self.folder / "x.html", env=os.environ | {"SOURCE_DATE_EPOCH": wrong})
            self.assertEqual(done.returncode, 2)
            self.assertIn(b"SOURCE_DATE_EPOCH", done.stderr)

    def test_same_page_for_any_number_of_threads(self):
        pages = set()
        for workers in ("1", "2", "5"):
            self.report("-j", workers, "--rows", "30", *sample_files())
            pages.add((self.folder / "report.html").read_bytes())
        self.assertEqual(len(pages), 1)

    def test_of_a_database(self):
        files = sample_files()
        database = self.folder / "x.sqlite"
        for command in ("links", "tree", "check"):
            self.assertIn(run(command, "--quiet", "--append", "-o", database, *files).returncode, (0, 1))
        direct, stored = self.report(*files).messages(), self.report(database).messages()
        key = lambda message: (message["message"][0], message["message"][1])  # noqa: E731
        self.assertEqual(sorted(map(key, stored)), sorted(map(key, direct)))
        stored = {key(message): message for message in stored}
        for message in direct:
            other = stored[key(message)]
            for rows in (link_rows, tree_rows, diagnostic_rows):
                self.assertEqual(list(rows([other])), list(rows([message])))
        # The counts agree too.
        text = re.sub(r"(?s)<script.*?</script>|<title>.*?</title>|<h1>.*?</h1>", "", (self.folder / "report.html").read_text())
        self.report(*files)
        direct_text = re.sub(r"(?s)<script.*?</script>|<title>.*?</title>|<h1>.*?</h1>", "", (self.folder / "report.html").read_text())
        tiles = r'(?s)<dl class="tiles">.*?</dl>'
        self.assertEqual(re.search(tiles, text)[0], re.search(tiles, direct_text)[0])
        self.assertEqual(*(sorted(re.findall(r'data-code="[^"]*"[^>]*>.{0,80}?[0-9,]+', one)) for one in (text, direct_text)))

    def test_of_a_database_without_a_tree(self):
        database = self.folder / "x.sqlite"
        run("links", "-o", database, SAMPLES / "nested.eml")
        page = self.report(database)
        self.assertEqual(len(list(link_rows(page.messages()))), 9)
        self.assertEqual(list(tree_rows(page.messages())), [])

    def test_of_a_database_that_counts(self):
        mbox = self.write("same.mbox", "".join(
            f"From a@example Sat Jan  1 00:00:00 2022\nSubject: {i}\n\nhttp://one.example/\n\n" for i in range(7)))
        database = self.folder / "x.sqlite"
        run("links", "--unique", "-o", database, mbox)
        page = self.report(database)
        self.assertEqual(len(list(link_rows(page.messages()))), 1)
        self.assertIn("references7", page.text)

    def test_databases_that_are_none(self):
        other = self.write("other.sqlite", b"SQLite format 3\0" + bytes(200))
        self.assert_fails(1, "is a database of another program, not of mimebase", "report", other, "-o", self.folder / "r.html")
        page = self.report(other, SAMPLES / "nested.eml", status=1)
        self.assertIn("is a database of another program", page.text)
        broken = self.folder / "broken.sqlite"
        run("links", "-o", broken, *sample_files())
        whole = broken.read_bytes()
        for end in (5000, len(whole) // 2):
            broken.write_bytes(whole[:end])
            self.assert_fails(1, "broken.sqlite", "report", broken, "-o", self.folder / "r.html")
        self.assertFalse((self.folder / "r.html").exists())

    def test_what_could_not_be_read_is_told(self):
        done = run("report", self.folder / "gone.eml", SAMPLES / "nested.eml", "-o", self.folder / "r.html")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"gone.eml", done.stderr)
        text = (self.folder / "r.html").read_text()
        self.assertIn("1 could not be read", text)
        self.assertIn("gone.eml: ", Page(text).text)

    def test_outputs(self):
        done = run("report", SAMPLES / "nested.eml")
        self.assertEqual(done.returncode, 2)
        for name in ("x.sqlite", "x.jsonl", "x.csv.gz"):
            done = run("report", SAMPLES / "nested.eml", "-o", self.folder / name)
            self.assertEqual(done.returncode, 2)
            self.assertIn(b"a report is an HTML page", done.stderr)
            self.assertFalse((self.folder / name).exists())
        piped = run("report", SAMPLES / "nested.eml", "-o", "-").stdout
        self.assertTrue(piped.startswith(b"<!doctype html>"))
        self.assertEqual(run("report", SAMPLES / "nested.eml", "-o", self.folder / "x.html.gz").returncode, 0)
        self.assertEqual(gzip.decompress((self.folder / "x.html.gz").read_bytes()), piped)
        mail = self.write("mail.eml", "Subject: x\n\nhttp://x.example/\n")
        before = mail.read_bytes()
        self.assertEqual(run("report", mail, "-o", mail).returncode, 2)
        self.assertEqual(mail.read_bytes(), before)

    def test_of_nothing(self):
        """No page is written about nothing."""
        (self.folder / "empty").mkdir()
        kept = self.write("kept.html", "mine")
        for input_ in (self.write("empty.mbox", ""), self.folder / "empty", self.folder / "gone"):
            for out in (self.folder / "r.html", kept):
                self.assert_fails(1, f"{out}: not written, because no message was read\n", "report", input_, "-o", out)
                self.assertEqual(run("report", "--quiet", input_, "-o", out).stderr, b"")
        self.assertEqual((kept.read_text(), (self.folder / "r.html").exists()), ("mine", False))
        page = self.report("--from", "nobody", SAMPLES / "nested.eml")
        self.assertEqual(page.messages(), [])
        self.assertIn("Nothing stands out.", page.text)

    def test_options_are_told(self):
        page = self.report("--retrieval-url", "http://www.example.com/mail/14", "--rules", "rfc3986",
                           SAMPLES / "layers" / "retrieval-url.eml")
        self.assertIn("--rules rfc3986", page.text)
        self.assertIn("--retrieval-url http://www.example.com/mail/14", page.text)
        self.assertIn("http://www.example.com/mail/story.html", {row["resolved"] for row in link_rows(page.messages())})


if __name__ == "__main__":
    unittest.main()
