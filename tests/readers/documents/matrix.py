"""The experiments: small documents with a base and links, and where a viewer finds them."""

import collections

import writers  # noqa: F401
import office
from pdf import Button, base, pdf_file, string, text_string, uri

# `content` is the document, whose file has the extension `ending`. The text of its Nth link is refN, and `references` are what the links
# refer to. `base` is what the document declares: bytes, None, or OTHER for a base that is no string.
Experiment = collections.namedtuple("Experiment", "name question ending content references base")
OTHER = "other"


class Link(collections.namedtuple("Link", "kind target form action")):
    """A link of a PDF. `kind` is the type of its action, `target` what that names, and `form` says how it is written."""

    @property
    def is_button(self):
        return isinstance(self.action, Button)

    def __str__(self):
        return f"{self.kind} {self.form} {self.target}".replace("  ", " ") + (" (button)" if self.is_button else "")


def plain(reference, make=bytes):
    return Link("URI", reference, "", make(uri(reference)))

DIRECTORY = b"http://a.example/dir/"

# What the base of a document may be, as the value of /Base.
BASES = {
    "directory": DIRECTORY, "no-slash": b"http://a.example/dir", "file": b"http://a.example/dir/file.html", "host": b"http://a.example",
    "host-slash": b"http://a.example/", "relative": b"sub/base/", "absolute-path": b"/rooted/", "network-path": b"//n.example/d/", "empty": b"",
    "query": b"http://a.example/dir/file?q=1", "empty-query": b"http://a.example/dir/file?", "fragment": b"http://a.example/dir/file#part",
    "upper-case": b"HTTP://A.Example/Dir/", "https": b"https://a.example/dir/", "ftp": b"ftp://a.example/dir/", "file-url": b"file:///home/dir/",
    "mailto": b"mailto:m@a.example", "javascript": b"javascript:void(0)//", "no-scheme": b"a.example/dir/", "www": b"www.a.example/dir/",
    "blank-before": b" http://a.example/dir/", "blank-after": b"http://a.example/dir/ ", "line-end": b"http://a.example/dir/\r\n",
    "utf-8": "http://a.example/d\u00efr/".encode(), "latin-1": b"http://a.example/d\xefr/", "backslash": b"http://a.example\\dir\\",
    "no-slashes": b"http:a.example/dir/", "userinfo": b"http://u@a.example/dir/", "port": b"http://a.example:8080/dir/", "unknown-scheme": b"x-app://a.example/dir/",
    "invalid-host": b"http://a b.example/dir/", "nul": b"http://a.example/\0dir/",
}

REFERENCES = (
    b"x.html", b"./x.html", b"../x.html", b"../../../x.html", b"/x.html", b"//b.example/x.html", b"///b.example/x.html", b"?q=1", b"#f", b"", b"x.html#page=2",
    b"http://c.example/y.html", b"HTTP://c.example/y.html", b"hTTps://c.example/y", b"http:x.html", b"https:x.html", b"http:/x.html", b"http:///c.example/y",
    b"www.d.example/z.html", b"WWW.d.example/z.html", b"www.d", b"d.example/z.html", b"d.e.example/z.html", b"d.e.example", b".d.e.example/z", b"a.b.c.html",
    b"mailto:m@x.example", b"MAILTO:m@x.example", b"m@x.example", b"tel:123", b"ftp://f.example/x", b"file:///etc/x", b"data:text/html,x", b"news:x", b"x-app:open",
    b"javascript:alert(1)", b"blob:http://c.example/1", b"about:blank", b"chrome://version", b"view-source:http://c.example/",
    b"a b.html", b" x.html", b"x.html ", b" http://c.example/y", b"http://c.example/y ", b"\thttp://c.example/y", b"http://c.exa\nmple/y", b"x\ny.html", b"x\0y.html",
    "\u00e9.html".encode(), b"\xe9.html", "http://c.example/\u00e9".encode(), b"http://c.example/\xe9", b"http://c.example/?\xe9", "http://\u00e9.example/".encode(),
    b"a:b", b"./a:b", b"a/b:c", b"?a:b", b"#a:b", b":x.html", b"/a:b", b"//b.example:81/x", b"1a:b", b"x.html?u=http://c.example/", b"?u=http://c.example/", b"#u=http://c.example/",
    b"/x?u=http://c.example/", b"//b.example/?u=http://c.example/", b"x.html?mailto:m@x.example",
    b"..\\x.html", b"\\x.html", b"\\\\h.example\\x.html", b"C:\\x.html", b"http:\\\\c.example\\y", b"%41.html", b"%2e%2e/x.html", b"x%20y.html", b"x%zz.html",
    b"http://c.example", b"http://c.example/a/../b/./c", b"http://c.example:80/", b"http://user:secret@c.example/", b"http://c.example\\@d.example/", b"://x", b"//", b"http://", b"http:",
    b"http://c.example/y#f", b"c.example:8080/x", b"localhost:8080", b"x;p", b";p", b".", b"..", b"<x>.html", b"x\"y'.html", b"{x}|.html",
)


# The last link of every PDF. Each viewer opens it as it is; a program that clicks knows by it that nothing more comes from the click before.
END = plain(b"http://end.example/")


def pdf(name, question, links, declared=None, written=None, xmp=None, is_indirect=False):
    """`written` is the value of /URI in the catalog, if it is not the ordinary dictionary with the base `declared`."""
    if written is None and declared is not None:
        written = base(declared)
    links = [*links, END]
    return Experiment(name, question, ".pdf", pdf_file([link.action for link in links], written, xmp, is_indirect), links, declared)


def with_bases():
    links = [plain(one) for one in REFERENCES]
    yield pdf("base-none", "no base", links)
    for name, declared in BASES.items():
        yield pdf(f"base-{name}", f"the base is {declared!r}", links, declared)


# Few references, for the ways in which a base may be written.
FEW = (b"x.html", b"../x.html", b"/x.html", b"//b.example/x.html", b"?q=1", b"#f", b"", b"http://c.example/y.html", b"www.d.example/z.html", b"a:b")


FEW_LINKS = [plain(one) for one in FEW]


def ways_to_write_a_base():
    text, marked = text_string("http://a.example/dir/"), string(b"\xef\xbb\xbf" + DIRECTORY)
    for name, declared, question, written in (
            ("text-string", "\ufeffhttp://a.example/dir/".encode("utf-16-be"), "UTF-16 with a byte order mark", b"<</Base %s>>" % text),
            ("utf-8-mark", b"\xef\xbb\xbf" + DIRECTORY, "UTF-8 with a byte order mark", b"<</Base %s>>" % marked),
            ("literal", DIRECTORY, "a literal string with an escape", b"<</Base(http://a.example/dir\\057)>>"),
            ("name", OTHER, "a name", b"<</Base/http:#2f#2fa.example#2fdir#2f>>"), ("number", OTHER, "a number", b"<</Base 1>>"),
            ("array", OTHER, "an array", b"<</Base[%s]>>" % string(DIRECTORY)), ("dictionary", OTHER, "a dictionary", b"<</Base<</Base %s>>>>" % string(DIRECTORY)),
            ("null", None, "null", b"<</Base null>>"), ("missing-object", None, "a dictionary that does not exist", b"99 0 R"),
            ("base-missing-object", OTHER, "an object that does not exist", b"<</Base 99 0 R>>"),
            ("key-lower-case", None, "the key in lower case", b"<</base %s>>" % string(DIRECTORY)),
            ("key-escaped", DIRECTORY, "the key with an escape", b"<</B#61se %s>>" % string(DIRECTORY)),
            ("twice", b"http://second.example/dir/", "the key twice", b"<</Base %s/Base %s>>" % (string(DIRECTORY), string(b"http://second.example/dir/"))),
            ("string", None, "a string in place of the dictionary", string(DIRECTORY)),
            ("typed", DIRECTORY, "a dictionary with a type", b"<</Type/URI/Base %s>>" % string(DIRECTORY))):
        yield pdf(f"written-{name}", f"the base is written as: {question}", FEW_LINKS, declared, written)
    yield pdf("written-indirect", "the dictionary is an object of its own", FEW_LINKS, DIRECTORY, is_indirect=True)


XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:BaseURL>http://xmp.example/dir/</xmp:BaseURL></rdf:Description>
</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>""".encode()


def metadata():
    yield pdf("xmp", "xmp:BaseURL in the metadata", FEW_LINKS, xmp=XMP)
    yield pdf("xmp-and-base", "xmp:BaseURL and /Base", FEW_LINKS, DIRECTORY, xmp=XMP)


# How the file of an action is written.
FORMS = {
    "string": string, "filespec": lambda target: b"<</Type/Filespec/F %s/UF %s>>" % (string(target), text_string(target.decode("latin-1"))),
    "url": lambda target: b"<</FS/URL/F %s>>" % string(target),
}
# Destinations in the file of GoToR: the action's key, and the fragments that pdf.js and MuPDF make of it.
DESTINATIONS = {"page": b"/D[0/Fit]", "name": b"/D(chapter)/NewWindow true", "": b""}


def with_file(kind, target, form, destination="", make=bytes):
    """An action that names a file. `destination` is a key of DESTINATIONS."""
    more = DESTINATIONS[destination] + (b"/Flags 4" if kind in ("SubmitForm", "ImportData") else b"")
    written = b"<</S/%s/F %s%s>>" % (kind.encode(), FORMS[form](target), more)
    return Link(kind, target, f"{form} {destination}".strip(), make(written))


TARGETS = (b"x.pdf", b"../x.pdf", b"/x.pdf", b"http://c.example/y.pdf", b"//b.example/x.pdf", b"www.d.example/z.pdf", b"\\\\h.example\\x.pdf", b"x.html", b"/c/dir/x.exe")


def file_links():
    for kind, destination in (("GoToR", "page"), ("GoToR", "name"), ("Launch", "")):
        yield from (with_file(kind, target, form, destination) for target in TARGETS for form in FORMS)


def form_links():
    for target in (b"x.cgi", b"../x.cgi", b"/x.cgi", b"//b.example/x.cgi", b"http://c.example/y.cgi", b"mailto:m@x.example", b"?q", b"www.d.example/z.cgi"):
        yield from (with_file(kind, target, "url", make=make) for kind in ("SubmitForm", "ImportData") for make in (bytes, Button))
        yield with_file("SubmitForm", target, "string", make=Button)
        yield plain(target, Button)


def odd_links():
    """Actions that some viewers may know."""
    yield Link("Launch", b"x.exe", "Win", b"<</S/Launch/Win<</F %s/P %s>>>>" % (string(b"x.exe"), string(b"http://c.example/")))
    for target in (b"x.html", b"http://c.example/y.html"):
        mark = b"\xef\xbb\xbf" + target
        file, wide = FORMS["url"](target), "\ufeff" + target.decode()
        yield Link("URI", target, "IsMap", uri(target, b"/IsMap true"))
        yield Link("URI", wide.encode("utf-16-be"), "", uri(wide.encode("utf-16-be")))
        yield plain(mark)
        yield Link("URI", target, "name", b"<</S/URI/URI/%s>>" % target.replace(b"/", b"#2f"))
        yield Link("JavaScript", target, "launchURL", b"<</S/JavaScript/JS %s>>" % string(b"app.launchURL('%s', true);" % target))
        yield Link("JavaScript", target, "submitForm", b"<</S/JavaScript/JS %s>>" % string(b"this.submitForm('%s');" % target))
        yield Link("GoTo", target, "Next", b"<</S/GoTo/D[0/Fit]/Next<</S/URI/URI %s>>>>" % string(target))
        yield Link("Named", target, "Next", b"<</S/Named/N/NextPage/Next[<</S/URI/URI %s>>]>>" % string(target))
        yield Link("Thread", target, "url", b"<</S/Thread/F %s/D 0>>" % file)
        yield Link("GoToE", target, "url", b"<</S/GoToE/F %s/D[0/Fit]/T<</R/C/N(x)>>>>" % file)


def other_actions():
    for name, links in (("files", file_links()), ("forms", form_links()), ("odd", odd_links())):
        links = list(links)
        for base_name, declared in (("none", None), ("directory", DIRECTORY), ("no-slash", BASES["no-slash"])):
            yield pdf(f"{name}-{base_name}", f"other actions, with this base: {declared}", links, declared)


def pdf_experiments():
    for group in (with_bases, ways_to_write_a_base, metadata, other_actions):
        yield from group()


def all_experiments():
    yield from pdf_experiments()
    yield from office.experiments()
