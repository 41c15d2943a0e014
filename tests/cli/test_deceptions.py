"""The diagnostics of deceptive links: pairs of a deceptive message and its honest twin, through the real command."""

from support import CliTest, main, rows_of, run

HTML = "Content-Type: text/html; charset=utf-8\n\n"
TEXT = "Content-Type: text/plain; charset=utf-8\n\n"
BASE = "<base href='https://news.example/a/'>"
SAFELINK = "https://nam01.safelinks.protection.outlook.com/?url=https%3A%2F%2F{}%2F&amp;data=05"

CODES = {
    "text-differs": "error", "title-differs": "error", "userinfo": "error", "look-alike": "error", "script-link": "error",
    "base-split": "warning", "odd-host": "warning", "form-target": "warning", "redirect-open": "note", "tracker": "note",
}

# code, deceptive message, honest twin, why
PAIRS = (
    ("text-differs", HTML + "<a href=https://evil.example/>https://bank.example/</a>",
     HTML + "<a href=https://www.bank.example/login>https://bank.example/</a>", "the registrable domain counts"),
    ("text-differs", HTML + f"<a href='{SAFELINK.format('evil.example')}'>https://bank.example/</a>",
     HTML + f"<a href='{SAFELINK.format('www.bank.example')}'>https://bank.example/</a>", "a link shield wraps the target"),
    ("text-differs", HTML + f"<a href='{SAFELINK.format('evil.example')}'>{SAFELINK.format('bank.example')}</a>",
     HTML + f"<a href='{SAFELINK.format('bank.example')}'>{SAFELINK.format('bank.example')}</a>", "the shield wraps the text too"),
    ("text-differs", HTML + "<a href=https://www.google.com/url?q=https://evil.example/>https://www.google.com/</a>",
     HTML + "<a href=https://www.google.com/maps>https://www.google.com/</a>", "a redirector whose name is shown"),
    ("text-differs", HTML + "<a href=https://evil.example/>www.bank.example</a>",
     HTML + "<a href=https://url1234.ct.sendgrid.net/ls/click?upn=x>www.bank.example</a>", "only a server knows the target"),
    ("title-differs", HTML + "<a href=https://evil.example/ title='https://bank.example/'>Log in</a>",
     HTML + "<a href=https://bank.example/in title='https://bank.example/'>Log in</a>", "a tooltip"),
    ("title-differs", HTML + "<map><area href=https://evil.example/ title=' https://www.bank.example '></map>",
     HTML + "<map><area href=https://evil.example/ title='The bank'></map>", "of an area; words are no URL"),
    ("title-differs", HTML + "<a href=https://evil.example/ title='https&colon;//bank.example'>x</a>",
     HTML + "<a href=https://evil.example/ title=''>x</a>", "with character references"),
    ("title-differs", HTML + f"<a href='{SAFELINK.format('evil.example')}' title='Original URL: https://bank.example/. Click or tap'>x</a>",
     HTML + f"<a href='{SAFELINK.format('bank.example')}' title='Original URL: https://bank.example/ Click or tap'>x</a>",
     "as link shields write it"),
    ("title-differs", "Content-Type: application/xhtml+xml\n\n<html xmlns='http://www.w3.org/1999/xhtml'><body>"
     "<a href='https://evil.example/' title='https://bank.example/'>x</a></body></html>",
     "Content-Type: application/xhtml+xml\n\n<html xmlns='http://www.w3.org/1999/xhtml'><body>"
     "<a href='https://bank.example/' title='https://bank.example/'>x</a></body></html>", "in XHTML"),
    ("userinfo", HTML + "<a href=https://www.bank.example@evil.example/>x</a>",
     HTML + "<a href=https://user@evil.example/>x</a>", "a name is no host"),
    ("userinfo", HTML + "<a href=https://bank.com:443@evil.example/>x</a>",
     HTML + "<a href=ftp://anonymous:secret@ftp.example/>x</a>", "with a port, or a password"),
    ("userinfo", HTML + "<a href=https://bank.com%2Flogin%3Fid=@evil.example/>x</a>",
     HTML + "<a href=https://bank.com/@evil.example/>x</a>", "an encoded path, or a real one"),
    ("userinfo", HTML + "<a href='https:\\\\bank.com@evil.example'>x</a>",
     HTML + "<a href='https:\\\\bank.com\\@evil.example'>x</a>", "backslashes; one ends the host"),
    ("userinfo", TEXT + "See http://192.0.2.1@evil.example/x", TEXT + "See http://bank.example/?u=a@evil.example", "an address; a query"),
    ("userinfo", HTML + "<a href=//bank.example@evil.example/>x</a>", HTML + "<a href=mailto:info@bank.example>x</a>", "without a scheme; mail"),
    ("userinfo", HTML + f"<a href='{SAFELINK.format('bank.com%40evil.example')}'>x</a>",
     HTML + "<a href=https://alice%40bank.com:pw@dav.example/>x</a>", "inside a wrapper; a login that is an address"),
    ("look-alike", HTML + "<a href=https://p\u0430ypal.com/>x</a>", HTML + "<a href=https://b\u00fccher.example/>x</a>", "Cyrillic among Latin"),
    ("look-alike", HTML + "<a href=https://xn--pypal-4ve.com/>x</a>", HTML + "<a href=https://xn--bcher-kva.example/>x</a>", "in ASCII"),
    ("look-alike", HTML + "<a href=https://\u0440\u0430\u0443\u0440\u0430l.example/>x</a>",
     HTML + "<a href=https://\u65e5\u672c\u8a9e.jp/>x</a><a href=https://\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444/>y</a>", "scripts alone"),
    ("look-alike", HTML + "<a href=https://paypa1.example/>x</a><a href=https://paypal.example/>y</a>",
     HTML + "<a href=https://www.paypal.example/>x</a><a href=https://paypal.example/>y</a>", "another domain of the message"),
    ("look-alike", HTML + "<a href=https://\u0430\u0440\u0440\u04cf\u0435.com/>x</a><img src=https://apple.com/x.png>",
     HTML + "<a href=https://\u044f\u043d\u0434\u0435\u043a\u0441.com/>x</a><img src=https://apple.com/x.png>", "one script only"),
    ("look-alike", HTML + "<a href=https://exarnple.com/>www.example.com</a>", HTML + "<a href=https://mail.example.com/>www.example.com</a>",
     "two letters for one, named by a text"),
    ("look-alike", "From: Service <a@example.com>\n" + HTML + "<a href=https://examp1e.com/>x</a>",
     "From: Service <a@example.com>\n" + HTML + "<a href=https://example.net/>x</a>", "named by the sender"),
    ("look-alike", HTML + "<a href=https://bank.com\u2215login.evil.example/>x</a>",
     HTML + "<a href=https://\u98df\u3079\u30ce\u6728.jp/>x</a>", "a character like a slash"),
    ("look-alike", HTML + "<a href=https://g00gle.example/>x</a><a href=https://google.example/>y</a>",
     HTML + "<a href=https://\u30b0\u30fc\u30b0\u30ebgoogle\u691c\u7d22.jp/>x</a>", "digits; Japanese with Latin"),
    ("script-link", HTML + "<a href='javascript:alert(1)'>x</a>", HTML + "<a href='https://bank.example/javascript:x'>x</a>", "a scheme"),
    ("script-link", HTML + "<a href=' JaVa&#9;Script&colon;alert(1)'>x</a>", HTML + "<a href='java script:alert(1)'>x</a>", "in disguise"),
    ("script-link", HTML + "<a href='\x01vbscript:x'>x</a>", HTML + "<a href='mailto:a@bank.example'>x</a>", "behind a control character"),
    ("script-link", HTML + "<a href='data:text/html,<b>x'>x</a>", HTML + "<a href='data:image/png;base64,iVBORw0KGgo='>x</a>", "data that runs"),
    ("script-link", HTML + "<a href='data:image/svg+xml;base64,PHN2Zz4='>x</a>", HTML + "<img src='data:image/svg+xml;base64,PHN2Zz4='>",
     "of a click, not of an image"),
    ("script-link", HTML + "<form action='javascript:x()'><button formaction='DATA:application/xhtml+xml,x'></form>",
     HTML + "<form action='#'></form><!-- <a href='javascript:x()'>x</a> -->", "of forms; not in comments"),
    ("script-link", HTML + "<svg><a xlink:href='javascript:x()'>x</a></svg>", TEXT + "Write javascript:x() there.", "in SVG; not in prose"),
    ("script-link", "Content-Type: image/svg+xml\n\n<svg xmlns='http://www.w3.org/2000/svg' xmlns:l='http://www.w3.org/1999/xlink'>"
     "<a l:href='javascript:x()'/></svg>",
     "Content-Type: image/svg+xml\n\n<svg xmlns='http://www.w3.org/2000/svg' xmlns:l='http://www.w3.org/1999/xlink'>"
     "<use l:href='javascript:x()'/></svg>", "with any prefix"),
    ("script-link", HTML + "<a href='data:;base64,x'>x</a><a href='data: text/XML;charset=utf-8,x'>x</a>",
     HTML + "<a href='data:,text/html'>x</a><a href='data:text/plain,<script>'>x</a>", "types that run"),
    ("base-split", HTML + BASE + "<a href=login>x</a>",
     HTML + BASE + "<a href=login>x</a><a href=https://www.news.example/>y</a>", "the domain is nowhere else"),
    ("base-split", HTML + BASE + "<a href=login>news</a>", HTML + BASE + "<a href=login>www.news.example</a>", "a text that names it"),
    ("base-split", HTML + "<a href=?x>x</a>" + BASE, HTML + "<img src=x.png>" + BASE, "only clicks lead anywhere"),
    ("base-split", HTML + BASE + "<a href=//evil.example/>x</a><a href=https://news.example/>y</a>",
     HTML + BASE + "<a href=//www.news.example/>x</a><a href=https://news.example/>y</a>", "a host without a scheme"),
    ("base-split", HTML + BASE + "<a href='\\\\evil.example/'>x</a><a href=https://news.example/>y</a>",
     HTML + BASE + "<a href='\\evil.example/'>x</a><a href=https://news.example/>y</a>", "backslashes"),
    ("base-split", HTML + BASE + "<a href=http:evil.example>x</a><a href=https://news.example/>y</a>",
     HTML + BASE + "<a href=https:evil.example>x</a><a href=https://news.example/>y</a>", "a scheme without slashes; one is a path"),
    ("base-split", HTML + "<base href=//evil.example><a href=login>x</a>", HTML + "<base href=//evil.example><a href=https://bank.example/>x</a>",
     "a base that RFC 1808 does not accept"),
    ("base-split", HTML + "<base href=https://evil.example/x/><a href=login>x</a>",
     "Content-Base: https://evil.example/x/\n" + HTML + "<a href=login>x</a>", "the base of HTML alone"),
    ("base-split", HTML + BASE + "<form action=send></form>",
     "List-Unsubscribe: <https://news.example/u>\n" + HTML + BASE + "<form action=send></form>", "forms; a heading names it"),
    ("odd-host", HTML + "<a href=http://3627734734/>x</a>", HTML + "<a href=http://216.58.214.206/>x</a>", "a number"),
    ("odd-host", HTML + "<a href=http://0x7f.1/>x</a>", HTML + "<a href=http://0x7f.1.example/>x</a>", "hexadecimal"),
    ("odd-host", HTML + "<a href=http://0177.0.0.1:8080/>x</a>", HTML + "<a href=http://127.0.0.1:8080/>x</a>", "octal"),
    ("odd-host", TEXT + "http://user@0xC0A80001/x", TEXT + "http://user@192.168.0.1./x", "with a user; a final dot"),
    ("odd-host", HTML + "<a href='http:\\\\0300.0250.1'>x</a>", HTML + "<a href=http://[::ffff:127.0.0.1]/>x</a>", "backslashes; IPv6"),
    ("odd-host", HTML + "<a href=http://%31%32%37.0.0.1/>x</a>", HTML + "<a href=tel:3627734734>x</a>", "encoded"),
    ("form-target", HTML + "<form action=https://evil.example/in></form><a href=https://bank.example/>x</a>",
     HTML + "<form action=https://www.bank.example/in></form><a href=https://bank.example/>x</a>", "another domain"),
    ("form-target", HTML + "<a href=https://bank.example/>x</a><form action=https://bank.example/><input type=submit formaction=//evil.example/></form>",
     HTML + "<form action=https://bank.example/></form><p><a href=https://bank.example/>x</a>", "of a button; a link that follows"),
    ("form-target", HTML + "<form action=https://evil.example/in></form>", HTML + "<form action=mailto:a@bank.example></form>", "no link at all"),
    ("redirect-open", HTML + "<a href='https://shop.example/go?to=https://evil.example/x'>x</a>",
     HTML + "<a href='https://shop.example/go?to=https://www.shop.example/x'>x</a>", "another domain"),
    ("redirect-open", HTML + "<a href='https://shop.example/go?to=https%253A%252F%252Fevil.example'>x</a>",
     HTML + "<a href='https://shop.example/https%3A%2F%2Fevil.example?to=x'>x</a>", "encoded twice; only queries"),
    ("redirect-open", TEXT + "https://shop.example/go?to=HTTP://evil.example:8080/", TEXT + "https://shop.example/?q=http", "in text"),
    ("redirect-open", HTML + "<form action='https://shop.example/?r=https://user@evil.example'></form>",
     HTML + "<a href='mailto:a@shop.example?subject=https://evil.example/'>x</a>", "of forms; mail has no server"),
    ("redirect-open", HTML + f"<a href='{SAFELINK.format('shop.example%2F%3Fu%3Dhttps%3A%2F%2Fevil.example')}'>x</a>",
     HTML + f"<a href='{SAFELINK.format('evil.example')}'>x</a>", "inside a wrapper; not the wrapper"),
    ("tracker", HTML + "<img src=https://t.example/o.gif?u=alice@bank.example width=1 height=1>",
     HTML + "<img src=https://t.example/spacer.gif width=1 height=1>", "an address"),
    ("tracker", HTML + "<img src=https://t.example/o/8f14e45fceea167a5a36dedd4bea2543.gif width='1px' height=' 0 '>",
     HTML + "<img src=https://t.example/o/8f14e45fceea167a5a36dedd4bea2543.jpg width=600 height=1>", "a token; a line is no pixel"),
    ("tracker", HTML + "<img style='display:none' src=https://t.example/o?YWxpY2VAYmFuay5leGFtcGxl>",
     HTML + "<img src=https://t.example/o?YWxpY2VAYmFuay5leGFtcGxl>", "hidden"),
    ("tracker", HTML + "<img style='width:1px!important;height:1px' width=100 src='https://t.example/?id=123e4567-e89b-12d3-a456-426614174000'>",
     HTML + "<img style='width:100%;height:auto' width=1 src='https://t.example/?id=123e4567-e89b-12d3-a456-426614174000'>", "by style"),
    ("tracker", HTML + "<img src='https://t.example/?u=alice%40bank.example' height=1 width=1>",
     HTML + "<img src='cid:alice@bank.example' height=1 width=1>", "encoded; parts are not loaded"),
)


class Deceptions(CliTest):
    def codes(self, message, *options):
        done = run("check", "--format=jsonl", *options, self.write("m.eml", ("Subject: x\n" + message).encode()))
        return [row for row in rows_of(done.stdout) if row["code"] in CODES]

    def test_pairs(self):
        for code, deceptive, honest, why in PAIRS:
            with self.subTest(why=why, code=code):
                rows = self.codes(deceptive)
                self.assertIn((code, CODES[code]), {(row["code"], row["severity"]) for row in rows}, deceptive)
                self.assertNotIn(code, {row["code"] for row in self.codes(honest)}, honest)

    def test_every_code_has_pairs(self):
        self.assertEqual({pair[0] for pair in PAIRS}, set(CODES))

    def test_plain_mail_is_not_suspicious(self):
        self.assertEqual(self.codes(HTML + BASE + "<a href=x>y</a><a href=https://news.example/>www.news.example</a>"
                                    "<img src=https://cdn.example/logo.png width=100><form action=/search></form>"), [])

    def test_once_per_part(self):
        for code, body in (("base-split", BASE + "<a href=a>x</a><a href=b>y</a>"),
                           ("look-alike", "<a href=https://p\u0430ypal.com/a>x</a><a href=https://p\u0430ypal.com/b>y</a>"),
                           ("form-target", "<form action=https://evil.example/a></form><form action=https://evil.example/b></form>")):
            with self.subTest(code=code):
                part = HTML + body
                rows = self.codes(f"Content-Type: multipart/mixed; boundary=b\n\n--b\n{part}\n--b\n{part}\n--b--\n", f"--code={code}")
                self.assertEqual([row["part"] for row in rows], ["1", "2"])
                self.assertEqual(len({row["start"] for row in rows}), 1)

    def test_spans_and_sentences(self):
        body = "<a href=https://bank.com@evil.example/>x</a>"
        row, = self.codes(HTML + body)
        self.assertEqual(body[row["start"]:row["end"]], "https://bank.com@evil.example/")
        self.assertIn("evil.example", row["detail"])

    def test_many_hosts_are_compared_in_linear_time(self):
        links = "".join(f"<a href=https://h{n}.example/>x</a><a href=https://h{n}.test/>x</a>" for n in range(12_000))
        rows = self.codes(HTML + "<a href=https://p\u0430ypal.com/>x</a>" + links)
        self.assertEqual([row["code"] for row in rows], ["look-alike"])


class Domains(CliTest):
    HOSTS = HTML + "<a href=https://www.paypa1.example/>x</a><a href=https://b\u0430nk.example/>y</a><a href=https://shop.example/>z</a>"

    def found(self, *options):
        done = run("check", "--format=jsonl", "--code=look-alike", *options, self.write("m.eml", ("Subject: x\n" + self.HOSTS).encode()))
        return [row["detail"].split()[2] for row in rows_of(done.stdout)]

    def test_file(self):
        path = self.write("domains", b"\xef\xbb\xbf# imitated\r\nwww.paypal.example # a bank\r\n\r\nSHOP.example\n")
        self.assertEqual(self.found(), ["b\u0430nk.example"])
        self.assertEqual(self.found("--domains", path), ["www.paypa1.example", "b\u0430nk.example"])
        self.assertEqual(self.found("--domains", path, "--no-isolation"), ["www.paypa1.example", "b\u0430nk.example"])

    def test_a_domain_of_the_list_is_honest(self):
        path = self.write("domains", b"paypal.example\npaypa1.example\n")
        self.assertEqual(self.found("--domains", path), ["b\u0430nk.example"])

    def test_wrong_usage(self):
        message = self.write("m.eml", "Subject: x\n\nx")
        for name, said in (("none", "No such file"), (".", "cannot be read")):
            self.assert_fails(2, said, "check", "--domains", self.folder / name, message)
        self.assert_fails(2, "line 2", "check", "--domains", self.write("bad", b"a.example\nno domain\n"), message)
        self.assertEqual(run("links", "--domains", self.write("good", b""), message).returncode, 2)


if __name__ == "__main__":
    main()
