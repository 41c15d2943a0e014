"""Files of Outlook: .msg files and TNEF, as inputs and attached, are walked as messages."""

import base64
import io
import random
import struct
import zipfile

import documents
from outlook_files import (IID_MESSAGE, attribute, compound_file, compressed_rtf, message, msg, named_headers, nested, tnef,
                           uncompressed_rtf)
from support import CliTest, main, rows_of, run

HTML = '<a href="x">x</a><img src="cid:logo@x"><img src="pic.png">'
TRANSPORT = ("Microsoft Mail Internet Headers Version 2.0\r\nFrom: a@example\r\nSubject: sent\r\nBase: <URL:http://base.example/d/>\r\n"
             "Content-Type: multipart/mixed; boundary=x\r\nContent-Transfer-Encoding:\r\n 7bit\r\nMIME-Version: 1.0\r\n"
             "List-Archive:\r\n <archive/>\r\n\r\nContent-Type: text/plain\r\nBase: <URL:http://wrong.example/>\r\n")
IMAGE = {0x37050003: 1, 0x3707001F: "logo.png", 0x370E001F: "image/png", 0x3712001F: "logo@x", 0x37010102: b"\x89PNG"}
PICTURE = {0x37050003: 1, 0x3707001F: "pic.png", 0x370E001F: "image/png", 0x3713001F: "pic.png", 0x37010102: b"\x89PNG"}
RTF_HTML = (rb'{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl{\f0 Arial;}}'
            rb'{\*\htmltag64 <a href="http://rtf.example/">}x{\*\htmltag72 </a>}}')
RTF = rb'{\rtf1\ansi{\field{\*\fldinst HYPERLINK "http://rtf.example/"}{\fldrslt x}}}'


def mail(content, kind="application/octet-stream", name="x"):
    """A message with this attachment as part 2."""
    return (f"From: b@example\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nsee http://outer.example/\n--b\nContent-Type: {kind}\n"
            f"Content-Disposition: attachment; filename={name}\nContent-Transfer-Encoding: base64\n\n"
            f"{base64.encodebytes(content).decode()}--b--\n").encode()


class OutlookTest(CliTest):
    def rows(self, command, content, name="a.msg", *options):
        return rows_of(self.run_ok(command, "--format=jsonl", *options, self.write(name, content)))

    def links(self, content, name="a.msg", *options):
        """(part, context, resolved or reference)"""
        return [(row["part"], row["context"], row["resolved"] or row["reference"]) for row in self.rows("links", content, name, *options)]

    def parts(self, content, name="a.msg"):
        """(part, content type, file name)"""
        return [(row["part"], row["content_type"], row["filename"]) for row in self.rows("tree", content, name)]

    def codes(self, content, name="a.msg"):
        """{code: detail} of `check`."""
        done = run("check", "--format=jsonl", self.write(name, content))
        return {row["code"]: row["detail"] for row in rows_of(done.stdout)}


class Msg(OutlookTest):
    def test_header_and_bodies(self):
        file = msg({0x0037001F: "other", 0x007D001F: TRANSPORT, 0x1000001F: "see http://text.example/", 0x10130102: HTML.encode(),
                    0x3FDE0003: 65001}, [IMAGE, PICTURE, {0x37050003: 1, 0x3707001F: "é.txt", 0x37010102: b"http://file.example/"}])
        self.assertEqual(self.parts(file), [
            ("TEXT", "multipart/mixed", None), ("1", "multipart/related", None), ("1.1", "multipart/alternative", None),
            ("1.1.1", "text/plain", None), ("1.1.2", "text/html", None), ("1.2", "image/png", "logo.png"),
            ("1.3", "image/png", "pic.png"), ("2", "application/octet-stream", "é.txt")])
        links = self.links(file)
        self.assertEqual([link for link in links if link[0] != "2"], [
            ("HEADER", "header:base", "http://base.example/d/"), ("HEADER", "header:list-archive", "http://base.example/d/archive/"),
            ("1.1.1", "text", "http://text.example/"), ("1.1.2", "a@href", "http://base.example/d/x"),
            ("1.1.2", "img@src", "cid:logo@x"), ("1.1.2", "img@src", "http://base.example/d/pic.png"),
            ("1.3.MIME", "header:content-location", "http://base.example/d/pic.png")])
        rows = self.rows("links", file)
        self.assertEqual({row["target_part"] for row in rows if row["status"] == "part"}, {"1.2", "1.3"})
        self.assertEqual({(row["subject"], row["from"], row["offset"]) for row in rows}, {("sent", "a@example", 0)})

    def test_a_size_that_is_wrong(self):
        """What a stream claims beyond its bytes is not taken from the attachments after it."""
        page = [{0x37050003: 1, 0x3707001F: "a.html", 0x37010102: b"<a href=%s>x</a>" % url + b" " * 5000} for url in (b"http://a.example/", b"http://b.example/")]
        file = bytearray(msg({0x0037001F: "x", 0x1000001F: "x"}, page))
        at = file.index("__substg1.0_37010102".encode("utf-16le"))
        file[at + 120:at + 128] = struct.pack("<Q", 0x7FFFFFFF)
        self.assertEqual({link[2] for link in self.links(bytes(file))}, {"http://a.example/", "http://b.example/"})

    def test_a_header_without_that_of_the_transport(self):
        file = msg({0x0037001F: "grüße =?x?=", 0x0042001F: 'Müller, "M"', 0x0065001F: "m@example", 0x1035001F: "<id@example>",
                    0x00390040: 133500000000000000, 0x1045001F: "<http://list.example/u>", 0x1000001F: "x"},
                   recipients=[{0x0C150003: 1, 0x3001001F: "To", 0x39FE001F: "to@example"},
                               {0x0C150003: 2, 0x3001001F: "Cc", 0x3003001F: "/O=X/CN=cc"}])
        row = self.rows("links", file, "a.msg", "--fields=To,Cc,Date")[0]
        self.assertEqual((row["subject"], row["from"], row["message_id"]), ("grüße =?x?=", 'Müller, "M" <m@example>', "id@example"))
        self.assertEqual(row["date"], "2024-01-17T21:20:00+00:00")
        self.assertEqual(row["fields"], {"To": '"To" <to@example>', "Cc": '"Cc"', "Date": "Wed, 17 Jan 2024 21:20:00 +0000"})
        self.assertEqual((row["part"], row["context"], row["resolved"]), ("HEADER", "header:list-unsubscribe", "http://list.example/u"))

    def test_named_header_fields(self):
        file = msg({0x8000001F: "http://named.example/d/", 0x8001001F: "text/rubbish", 0x8002001F: "2", 0x10130102: b"<a href=x>x</a>"},
                   names=["Content-Base", "Content-Type", "x y"])
        self.assertIn(("1", "a@href", "http://named.example/d/x"), self.links(file))

    def test_a_header_cannot_forge_parts(self):
        forged = "Subject: x\r\n--=_outlook_1\r\n--=_outlook_1: x\r\n Content-Type: text/html\r\nX: y\r\n\r\n--=_outlook_1\r\n\r\nz"
        named = {0x8000001F: "x\r\n\r\n--=_outlook_1\r\n\r\n<a href=http://forged/>"}
        for attachment in (IMAGE, {0x37050003: 1, 0x3707001F: "a\r\n\r\n--=_outlook_1\r\n\r\nhttp://forged/", 0x37010102: b"x"}):
            file = msg({0x007D001F: forged, 0x1000001F: "--=_outlook_1\n\nhttp://text/", **named}, [attachment], names=["X-N"])
            self.assertEqual(len(self.parts(file)), 3)
            self.assertEqual([link for link in self.links(file) if "forged" not in link[2]], [("1", "text", "http://text/")])

    def test_code_pages(self):
        for codepage, encoding in ((1251, "cp1251"), (932, "cp932"), (65001, "utf-8"), (1252, "utf-8")):
            text = {932: "表示 http://x/"}.get(codepage, "доб http://x/")
            file = msg({0x3FFD0003: codepage, 0x0037001E: text.encode(encoding), 0x1000001E: text.encode(encoding)})
            rows = self.rows("links", file)
            self.assertEqual({row["subject"] for row in rows}, {text})
            self.assertEqual(self.links(file)[-1], ("1", "text", "http://x/"))
        inner = nested({0x1013001E: '<a href="http://x/ж">x</a>'.encode("cp1251")})
        file = msg({0x3FFD0003: 1251, 0x1000001F: "x"}, [{0x37050003: 5, 0x3701000D: inner}])
        row = self.rows("links", file)[0]
        self.assertEqual((row["part"], row["reference"]), ("2.1", "http://x/ж"))
        html = 'é<a href="http://x/é">é</a>'
        for codepage, encoding in ((1252, "cp1252"), (65001, "utf-8"), (1200, "utf-16-le")):
            row = self.rows("links", msg({0x3FDE0003: codepage, 0x10130102: html.encode(encoding)}))[0]
            self.assertEqual((row["reference"], row["text"]), ("http://x/é", "é"))
        row = self.rows("links", msg({0x3FDE0003: 1251, 0x1013001F: html}))[0]
        self.assertEqual((row["reference"], row["text"]), ("http://x/é", "é"))

    def test_rich_text(self):
        for rtf in (compressed_rtf, uncompressed_rtf):
            self.assertEqual(self.parts(msg({0x10090102: rtf(RTF)})), [("1", "application/rtf", None)])
            inside = msg({0x10090102: rtf(RTF_HTML)})
            self.assertEqual(self.parts(inside), [("1", "text/html", None)])
            self.assertEqual(self.links(inside), [("1", "a@href", "http://rtf.example/")])
        beside = msg({0x10090102: compressed_rtf(RTF), 0x10130102: b"<p>x"})
        self.assertEqual([part[1] for part in self.parts(beside)], ["multipart/alternative", "text/html", "application/rtf"])

    def test_texts_that_say_the_same(self):
        """RTF is left out if it says nothing that the others lack: programs choose which text they show."""
        plain, html, rtf = "text/plain", "text/html", "application/rtf"
        link = b'<a href="http://rtf.example/">x</a>'
        from_text = rb"{\rtf1\ansi\fromtext{\fonttbl\f0 Arial;}{\*\generator y;}see\par http://rtf.example/ \'e9}"
        suppressed = RTF_HTML[:-1] + rb'\htmlrtf{\field{\*\fldinst HYPERLINK "%s"}{\fldrslt y}}\htmlrtf0}'
        for properties, expected, why in (
                ({0x10090102: RTF_HTML, 0x10130102: link}, [html], "HTML, the same in RTF"),
                ({0x10090102: RTF_HTML, 0x10130102: b"<p> " + link + b" y"}, [html], "HTML with more than in RTF"),
                ({0x10090102: RTF_HTML, 0x10130102: b"<p>x"}, [html, html], "other HTML in RTF"),
                ({0x10090102: RTF_HTML, 0x1000001F: "x"}, [plain, html], "text, and HTML in RTF"),
                ({0x10090102: suppressed % b"http://rtf.example/", 0x10130102: link}, [html], "a field with the same link"),
                ({0x10090102: suppressed % b"http://other.example/", 0x10130102: link}, [html, rtf], "a field with another one"),
                ({0x10090102: suppressed % b"http://other.example/"}, [html, rtf], "the same without other HTML"),
                ({0x10090102: from_text, 0x1000001F: "see\r\nhttp://rtf.example/ é"}, [plain], "text, the same in RTF"),
                ({0x10090102: from_text, 0x1000001F: "see http://other.example/ é"}, [plain, rtf], "other text in RTF"),
                ({0x10090102: from_text.replace(b"see", b"{\\*\\template http://t/}see"), 0x1000001F: "see http://rtf.example/ é"}, [plain, rtf],
                 "a template in it"),
                ({0x10090102: from_text}, [rtf], "only RTF")):
            with self.subTest(why):
                file = msg({tag: compressed_rtf(value) if tag == 0x10090102 else value for tag, value in properties.items()})
                self.assertEqual([part[1] for part in self.parts(file)], (["multipart/alternative"] if len(expected) > 1 else []) + expected)
                self.assertIn("http://rtf.example/", {link[2] for link in self.links(file)})
                self.assertEqual("http://other.example/" in str(properties), "http://other.example/" in {link[2] for link in self.links(file)})

    def test_properties_that_contradict_each_other(self):
        link = b"<a href=http://one.example/>x</a>"
        self.assertNotIn("mime-defect", self.codes(msg({0x10130102: link, 0x1000001F: "x", 0x1000001E: "x"})))
        for other in ({0x1013001F: "<a href=http://two.example/>x</a>"}, {0x1000001F: "x", 0x1000001E: "y"}):
            self.assertIn("it has a property twice", self.codes(msg({0x10130102: link, **other}))["mime-defect"])
        attachment = {0x37050003: 1, 0x3707001F: "x", 0x3713001F: "a", 0x3713001E: "b", 0x37010102: b"x"}
        self.assertIn("it has a property twice", self.codes(msg({}, [attachment]))["mime-defect"])

    def test_files_that_attachments_name(self):
        web, share = "http://cloud.example/a", "\\\\host\\share\\a b.docx"
        for properties, expected in (
                ({0x37050003: 7, 0x370D001F: web}, [("2.MIME", "param:url", web)]),
                ({0x37050003: 7, 0x3708001F: web}, [("2.MIME", "param:url", web)]),
                ({0x37050003: 7, 0x370D001F: web, 0x37010102: b"http://file.example/"},
                 [("2.MIME", "param:url", web), ("3", "text", "http://file.example/")]),
                ({0x37050003: 2, 0x370D001F: share}, [("2.MIME", "param:url", "file://host/share/a%20b.docx")]),
                ({0x37050003: 1, 0x370D001F: web, 0x37010102: b"http://file.example/"}, [("2", "text", "http://file.example/")]),
                ({0x37050003: 2, 0x370D001F: "C:\\x"}, [])):
            with self.subTest(properties):
                self.assertEqual(self.links(msg({0x1000001F: "x"}, [{0x3707001F: "a.txt", 0x370E001F: "text/plain", **properties}])), expected)

    def test_the_location_of_the_body(self):
        file = msg({0x1000001F: "x", 0x10130102: b"<a href=y>y</a>", 0x1014001F: "http://body.example/d/", 0x1015001F: "body@x"})
        self.assertIn(("2", "a@href", "http://body.example/d/y"), self.links(file))
        self.assertEqual(self.rows("tree", file)[2]["content_id"], "body@x")

    def test_attachments(self):
        inner = nested({0x0037001F: "inner", 0x10130102: b"<a href=http://inner.example/>x</a>"},
                       [{0x37050003: 5, 0x3701000D: nested({0x1000001F: "http://innermost.example/"})}])
        file = msg({0x1000001F: "x"}, [
            {0x37050003: 5, 0x3001001F: "inner", 0x3701000D: inner},
            {0x37050003: 6, 0x3701000D: {"CONTENTS": b"%PDF-1.4"}},
            {0x37050003: 7, 0x3707001F: "web", 0x370D001F: 'http://cloud.example/a b"c'},
            {0x37050003: 1, 0x3707001F: "a.htm", 0x37010102: b"<a href=http://file.example/>x</a>", 0x3711001F: "http://base/"}])
        self.assertEqual([part[:2] for part in self.parts(file)], [
            ("TEXT", "multipart/mixed"), ("1", "text/plain"), ("2", "message/rfc822"), ("2.TEXT", "multipart/mixed"),
            ("2.1", "text/html"), ("2.2", "message/rfc822"), ("2.2.1", "text/plain"), ("3", "application/octet-stream"),
            ("4", "message/external-body"), ("5", "application/octet-stream")])
        links = self.links(file)
        for link in (("2.1", "a@href", "http://inner.example/"), ("2.2.1", "text", "http://innermost.example/"),
                     ("4.MIME", "param:url", "http://cloud.example/a%20b%22c"), ("5", "a@href", "http://file.example/"),
                     ("5.MIME", "header:content-base", "http://base/")):
            self.assertIn(link, links)

    def test_objects_that_are_documents(self):
        """The storage of a document of Office is copied into a file of its own, whatever else is in it."""
        word = documents.doc_streams([("x", "http://word.example/" + "a" * 5000)], "http://base.example/", ["http://listed.example/"])
        expected = ["http://word.example/" + "a" * 5000, "http://listed.example/", "http://file.example/"]
        for more in ({}, {"CONTENTS": b"x", "empty": b""}, {"ObjectPool": {"_1": {"_2": {"\1Ole10Native": b"x" * 9000}}}}, {"long": b"x" * 8_000_000}):
            file = msg({}, [{0x37050003: 6, 0x3701000D: {**word, **more}}, {0x37050003: 1, 0x370E001F: "text/plain", 0x37010102: b"http://file.example/"}], sector=4096)
            self.assertEqual([link[2] for link in self.links(file)], expected)
            self.assertNotIn("mime-defect", self.codes(file))
        many = {f"s{i}": {"x": b"x"} for i in range(2000)}
        file = self.write("a.msg", msg({}, [{0x37050003: 6, 0x3701000D: {**word, **many}}]))
        self.assertEqual(len(rows_of(self.run_ok("links", "--format=jsonl", file))), 2)
        self.assert_fails(1, "", "links", "--limits=decoded=100000", file)

    def test_a_signed_message(self):
        signed = b"Content-Type: multipart/signed; boundary=s\r\n\r\n--s\r\n\r\nhttp://signed.example/\r\n--s--\r\n"
        file = msg({0x001A001F: "IPM.Note.SMIME.MultipartSigned"},
                   [{0x37050003: 1, 0x3707001F: "smime.p7m", 0x370E001F: "multipart/signed", 0x37010102: signed}])
        self.assertEqual(self.links(file), [("2.1", "text", "http://signed.example/")])
        self.assertNotIn("mime-ambiguous", self.codes(file))
        forged = signed.replace(b"http:", b"--=_outlook_1\r\n\r\nhttp:")
        file = msg({}, [{0x37050003: 1, 0x370E001F: "message/rfc822", 0x37010102: forged}])
        self.assertEqual(self.links(file), [("2.1", "text", "http://signed.example/")])

    def test_layouts_of_the_file(self):
        properties = {0x007D001F: TRANSPORT, 0x10130102: HTML.encode() * 400, 0x1000001F: "x" * 5000}
        expected = self.links(msg(properties, [IMAGE]))
        shuffled = random.Random(1).shuffle
        for how in ({"sector": 4096}, {"order": shuffled}, {"order": list.reverse}, {"sector": 4096, "order": shuffled}):
            file = msg(properties, [IMAGE], **how)
            self.assertEqual(self.links(file), expected)
            self.assertEqual(self.codes(file).get("mime-defect"), None)

    def test_damage(self):
        file = msg({0x007D001F: TRANSPORT, 0x10130102: HTML.encode() * 100}, [IMAGE])
        for lost in (512, 1024):
            self.assertIn("its compound file is damaged or truncated", self.codes(file[:-lost])["mime-defect"])
        self.assertIn(("HEADER", "header:base", "http://base.example/d/"), self.links(file[:-512]))
        # Without the table of the sectors of small streams, and with a directory whose first link is wrong.
        sound = msg({0x10130102: b"<a href=http://x.example/>x</a>" * 9})
        for at, value in ((60, b"\xfe\xff\xff\xff"), (sound.index("Root Entry".encode("utf-16-le")) + 76, b"\x99\0\0\0")):
            broken = sound[:at] + value + sound[at + 4:]
            self.assertEqual(self.links(broken), self.links(sound))
            self.assertIn("its compound file is damaged", self.codes(broken)["mime-defect"])
        broken = bytearray(compressed_rtf(RTF))
        broken[12] ^= 1
        self.assertIn("the checksum of its compressed RTF is wrong", self.codes(msg({0x10090102: bytes(broken)}))["mime-defect"])
        self.assertIn("without a message", self.codes(compound_file({"WordDocument": b"x"}))["mime-defect"])

    def test_limits(self):
        inner = {}
        for _ in range(8):
            inner = nested({0x1000001F: "http://x/"}, [{0x37050003: 5, 0x3701000D: inner}] if inner else [])
        file = self.write("a.msg", msg({0x1000001F: "x"}, [{0x37050003: 5, 0x3701000D: inner}]))
        self.assertEqual(len(rows_of(self.run_ok("links", "--format=jsonl", file))), 8)
        self.assert_fails(1, "", "links", "--limits=depth=6", file)
        self.assert_fails(1, "", "links", "--limits=parts=3", file)
        self.assert_fails(1, "", "links", "--limits=decoded=20", file)


    def test_what_a_limit_cuts_is_reported(self):
        """Whatever the limit is, each link is there, or it is reported that something is missing."""
        rtf = RTF_HTML.replace(b"x{", b"y " * 500 + b"x{")
        inner = nested({0x1000001F: "http://inner.example/"}, [{0x37050003: 1, 0x3707001F: "x", 0x37010102: b"http://file.example/"}])
        file = msg({0x007D001F: TRANSPORT, 0x10090102: compressed_rtf(rtf), 0x1000001F: "http://text.example/", 0x8000001F: "<http://named.example/>"},
                   [{0x37050003: 5, 0x3701000D: inner}], [{0x0C150003: 1, 0x39FE001F: "to@example"}], names=["List-Help"])
        path, expected = self.write("a.msg", file), len(self.links(file))
        for limit in range(1, 12_000, 101):
            done = run("links", "--format=jsonl", f"--limits=decoded={limit}", path)
            rows = len(rows_of(done.stdout))
            self.assertIn(done.returncode, (0, 1) if rows == expected else (1,), (limit, rows, expected))
        self.assertEqual(done.returncode, 0)

    def test_names_that_many_properties_share(self):
        """Each use of a name is charged."""
        name = "X" * 10_000
        names = named_headers([name] + 300 * ["y"])
        shared = bytearray(names["__substg1.0_00030102"])
        for i in range(301):
            shared[8 * i:8 * i + 4] = bytes(4)
        tree = message({0x1000001F: "http://text.example/", **{0x8000001F + (i << 16): "v" for i in range(300)}})
        file = self.write("a.msg", compound_file({"__nameid_version1.0": {**names, "__substg1.0_00030102": bytes(shared)}, **tree}))
        self.run_ok("links", file)
        self.assert_fails(1, "", "links", "--limits=decoded=5000000", file)


class Tnef(OutlookTest):
    def test_a_message(self):
        inner = tnef({0x0037001F: "inner", 0x1000001F: "http://inner.example/"})
        file = tnef({0x0037001F: "süß", 0x10130102: b"<a href=x>x</a>", 0x3FDE0003: 1252, "Content-Base": "http://base.example/d/"},
                    [({0x3707001F: "logo.png", 0x3712001F: "logo@x", 0x370E001F: "image/png"}, b"\x89PNG"),
                     ({0x37050003: 5, 0x3701000D: IID_MESSAGE + inner}, b"")])
        self.assertEqual(self.parts(file, "winmail.dat"), [
            ("TEXT", "multipart/mixed", None), ("1", "multipart/related", None), ("1.1", "text/html", None),
            ("1.2", "image/png", "logo.png"), ("2", "message/rfc822", None), ("2.1", "text/plain", None)])
        links = self.links(file, "winmail.dat")
        self.assertIn(("1.1", "a@href", "http://base.example/d/x"), links)
        self.assertIn(("2.1", "text", "http://inner.example/"), links)
        self.assertEqual(self.rows("links", file)[0]["subject"], "süß")

    def test_rich_text(self):
        file = tnef({0x10090102: compressed_rtf(RTF_HTML)})
        self.assertEqual(self.links(file), [("1", "a@href", "http://rtf.example/")])

    def test_attachments_beyond_a_limit(self):
        """They change nothing of the last one that is kept."""
        files = [({0x3707001F: f"{name}.html", 0x37050003: 1}, b"<a href=http://%s.example/>x</a>" % name.encode() + b" " * size) for name, size in (("a", 100), ("b", 30000), ("c", 10))]
        path = self.write("a.dat", tnef({0x1000001F: "x"}, files))
        rows = rows_of(run("tree", "--format=jsonl", "--limits=decoded=20000", path).stdout)
        sizes = {row["filename"]: row["size"] for row in rows if row["filename"]}
        self.assertGreater(sizes["a.html"], 100)
        rows = rows_of(run("links", "--format=jsonl", "--limits=decoded=20000", path).stdout)
        self.assertIn("http://a.example/", {row["resolved"] for row in rows})

    def test_damage(self):
        file = tnef({0x1000001F: "http://x.example/"}, more=attribute(1, 0x00018004, b"s\0", checksum=1))
        self.assertIn("a checksum of its TNEF is wrong", self.codes(file)["mime-defect"])
        self.assertEqual(self.links(file), [("1", "text", "http://x.example/")])
        self.assertIn("its TNEF are truncated", self.codes(tnef({0x1000001F: "http://x.example/"})[:-5])["mime-defect"])


class Attached(OutlookTest):
    content = msg({0x10130102: b"<a href=x>x</a>", 0x007D001F: "Base: <URL:http://base.example/>\r\n"})
    winmail = tnef({0x10130102: b"<a href=http://tnef.example/>x</a>"})

    def test_whatever_it_is_declared_as(self):
        for kind, name in (("application/octet-stream", "x"), ("application/pdf", "x.pdf"), ("text/plain", "x.txt"),
                           ("application/vnd.ms-outlook", "x.msg"), ("message/rfc822", "x.eml")):
            links = self.links(mail(self.content, kind, name), "a.eml")
            self.assertIn(("2.1", "a@href", "http://base.example/x"), links)
            self.assertIn(("2.HEADER", "header:base", "http://base.example/"), links)
            self.assertIn(("2.1", "a@href", "http://tnef.example/"), self.links(mail(self.winmail, kind, name), "a.eml"))

    def test_whatever_is_before_its_base64(self):
        for before in ("\r\n" * 500, " \t" * 500, "*.,-" * 500):
            for content in (self.content, self.winmail):
                message = mail(content).replace(b"base64\n\n", b"base64\n\n" + before.encode())
                self.assertTrue([link for link in self.links(message, "a.eml") if link[0] == "2.1"], before[:4])

    def test_the_tree(self):
        rows = self.rows("tree", mail(self.content, "application/vnd.ms-outlook", "x.msg"), "a.eml")
        self.assertEqual([(row["part"], row["heading"] is None, row["searched"]) for row in rows],
                         [("TEXT", False, "container"), ("1", False, "yes"), ("2", False, "container"), ("2.1", True, "yes")])

    def test_what_check_says(self):
        self.assertNotIn("type-guessed", self.codes(mail(self.content, "application/vnd.ms-outlook"), "a.eml"))
        self.assertNotIn("type-guessed", self.codes(mail(self.winmail, "application/ms-tnef"), "a.eml"))
        self.assertIn("application/vnd.ms-outlook", self.codes(mail(self.content), "a.eml")["type-guessed"])
        self.assertIn("application/ms-tnef", self.codes(mail(self.winmail), "a.eml")["type-guessed"])
        self.assertNotIn("not-searched", self.codes(mail(self.content), "a.eml"))

    def test_other_compound_files_are_no_messages(self):
        for content in (compound_file({"WordDocument": b"http://x/"}), b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" * 99):
            self.assertEqual([part[0] for part in self.parts(mail(content, "application/msword", "x.doc"), "a.eml")], ["TEXT", "1", "2"])

    def test_nested_in_each_other(self):
        outer = msg({0x1000001F: "x"}, [{0x37050003: 1, 0x3707001F: "w.dat", 0x37010102: self.winmail},
                                        {0x37050003: 1, 0x3707001F: "m.eml", 0x370E001F: "message/rfc822",
                                         0x37010102: mail(self.content)}])
        links = self.links(mail(outer), "a.eml")
        self.assertIn(("2.2.1", "a@href", "http://tnef.example/"), links)
        self.assertIn(("2.3.2.1", "a@href", "http://base.example/x"), links)

    def test_rewrite_leaves_it(self):
        for name, content in (("a.msg", self.content), ("a.eml", mail(self.content)), ("w.dat", self.winmail)):
            for options in ([], ["--annotate"]):
                done = run("rewrite", *options, self.write(name, content))
                if name == "a.eml" and "--annotate" in options:
                    continue  # the outer header gets a field
                self.assertEqual(done.stdout, content)
        done = run("rewrite", self.write("a.msg", self.content))
        self.assertIn("left unchanged", done.stderr.decode())

    def test_extract(self):
        for name, content in (("a.msg", self.content), ("a.eml", mail(self.content, "application/vnd.ms-outlook", "x.msg"))):
            out = self.folder / f"out-{name}"
            self.run_ok("extract", self.write(name, content), "-o", out)
            self.assertTrue(any(b"http://base.example/x" in path.read_bytes() for path in out.rglob("*") if path.is_file()))


class Inputs(OutlookTest):
    def test_where_it_is_found(self):
        expected = [("HEADER", "header:base", "http://base.example/"), ("1", "a@href", "http://base.example/x")]
        content = Attached.content
        box = io.BytesIO()
        with zipfile.ZipFile(box, "w") as archive:
            archive.writestr("in/a.msg", content)
            archive.writestr("in/b.doc", compound_file({"WordDocument": b"x"}))
        self.assertEqual(self.links(content, "no-name"), expected)
        self.assertEqual(self.links(box.getvalue(), "a.zip"), expected)
        done = run("links", "--format=jsonl", input=content)
        self.assertEqual([row["resolved"] for row in rows_of(done.stdout)], ["http://base.example/", "http://base.example/x"])
        (self.folder / "folder").mkdir()
        for name, bytes_ in (("a.msg", content), ("b", content), ("winmail.dat", Attached.winmail), ("c.doc", compound_file({"x": b"x"}))):
            (self.folder / "folder" / name).write_bytes(bytes_)
        rows = rows_of(self.run_ok("links", "--format=jsonl", self.folder / "folder"))
        self.assertEqual([row["resolved"] for row in rows if row["part"] == "1"],
                         ["http://base.example/x", "http://base.example/x", "http://tnef.example/"])


if __name__ == "__main__":
    main()
