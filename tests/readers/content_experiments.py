"""Experiments on contents that programs read in their own ways: calendars, damaged encodings, parts without delimiters, ends of URLs
in text, templates, and what a document names but does not need. Rows are as in experiments.py."""

from message import Entity, a, alternative, base, html, image, img, mixed, other, page, related, text, with_ids

# Scanners find URLs in text below known domains only.
U = "http://text.example.org/"
HTML = base("http://html.example/d/page.html")


def raw(type, body, *fields, encoding="7bit"):
    """A part whose body is already in its transfer encoding."""
    return Entity(type, (*fields, f"Content-Transfer-Encoding: {encoding}"), body)


def binary(body, type):
    """A part with exactly these bytes."""
    return Entity(type, (), body, encoding="base64", charset="binary")


# ---- Calendars

PROPERTIES = ("SUMMARY:Meeting {u}", "LOCATION:Room {u}", "DESCRIPTION:Call {u}\\nand then\\, {u2}", "URL:{u}", "ATTACH:{u}", "ORGANIZER;CN=Writer:{u}", "ATTENDEE;CN=Reader;DIR=\"{u}\":mailto:reader@mail.example",
              "X-ALT-DESC;FMTTYPE=text/html:<a href=\"{u}\">x</a>", "CONFERENCE;VALUE=URI:{u}", "COMMENT:See {u}", "CONTACT;ALTREP=\"{u}\":Writer", "CATEGORIES:{u}", "IMAGE;VALUE=URI:{u}", "RELATED-TO:{u}",
              "DESCRIPTION:One line\\n{u}\\n\\nanother\\; <{u2}>\\n({u3})", "LOCATION:{u};part=1\\, {u2}", "X-GOOGLE-CONFERENCE:{u}", "ATTACH;FMTTYPE=text/plain:{u}")
LONG = "DESCRIPTION:A long line before {u}?with=a&query=that\n  &is=folded#and a word"


def calendar(lines, *fields, method="REQUEST", component="VEVENT"):
    number = 0
    written = []
    for line in lines:
        for mark in ("{u}", "{u2}", "{u3}"):
            if mark in line:
                number += 1
                line = line.replace(mark, f"{U}ref{number}")
        written.append(line)
    own = "\n".join(["BEGIN:VCALENDAR", "PRODID:-//Example//EN", "VERSION:2.0", f"METHOD:{method}", f"BEGIN:{component}", "UID:x@mail.example", "DTSTAMP:20261103T100000Z", "DTSTART:20261104T100000Z", "DTEND:20261104T110000Z"])
    return other(f"text/calendar; charset=utf-8; method={method}", "\n".join([own, *written, f"END:{component}", "END:VCALENDAR"]), *fields)


def calendars():
    """What a calendar shows."""
    attached = "Content-Disposition: attachment; filename=invite.ics"
    plain = text("before")
    # One property of a name each: a second one may replace the first.
    for name, lines in (("first", PROPERTIES[:14]), ("second", PROPERTIES[14:]), ("folded", [LONG])):
        yield f"contents-calendar-{name}-root", "a message that is a calendar", calendar(lines)
        yield f"contents-calendar-{name}-alternative", "a calendar after text", alternative(plain, calendar(lines))
        yield f"contents-calendar-{name}-html", "a calendar after HTML", alternative(plain, html(page("<p>x</p>")), calendar(lines))
        yield f"contents-calendar-{name}-attached", "a calendar that is an attachment", mixed(plain, calendar(lines, attached))
    yield "contents-calendar-mixed", "a calendar beside text", mixed(plain, calendar(PROPERTIES[:6]))
    yield "contents-calendar-file", "a calendar by its name", mixed(plain, Entity("application/ics; name=invite.ics", (attached,), calendar(PROPERTIES[:6]).body))
    for method in ("PUBLISH", "REPLY", "CANCEL"):
        yield f"contents-calendar-{method.lower()}", f"a calendar with the method {method}", alternative(plain, calendar(PROPERTIES[:6], method=method))
    event = "BEGIN:VEVENT\nUID:y@mail.example\nDTSTAMP:20261103T100000Z\nDTSTART:20261105T100000Z\nDTEND:20261105T110000Z\n"
    yield "contents-calendar-two", "two events", mixed(plain, calendar(["LOCATION:{u}", "END:VEVENT\n" + event + "LOCATION:{u}", "DESCRIPTION:{u}"]))
    yield "contents-calendar-alarm", "an alarm", mixed(plain, calendar(["BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT15M\nDESCRIPTION:{u}\nATTACH:{u2}\nEND:VALARM", "LOCATION:{u}"]))
    yield "contents-calendar-repeated", "properties that occur twice", mixed(plain, calendar(["LOCATION:{u}", "LOCATION:{u}", "SUMMARY:{u}", "SUMMARY:{u}", "URL:{u}", "URL:{u}", "ATTACH:{u}", "ATTACH:{u}", "DESCRIPTION:{u}", "DESCRIPTION:{u}", "COMMENT:{u}", "COMMENT:{u}"]))
    yield "contents-calendar-no-method", "a calendar without a method", mixed(plain, Entity("text/calendar", (), calendar(PROPERTIES[:6]).body))
    yield "contents-calendar-no-event", "a calendar that is broken off", mixed(plain, other("text/calendar; method=REQUEST", f"BEGIN:VCALENDAR\nVERSION:2.0\nMETHOD:REQUEST\nBEGIN:VEVENT\nLOCATION:{U}ref1"))
    yield "contents-calendar-styled", "HTML in a description", mixed(plain, calendar(['DESCRIPTION:<a href="{u}">x</a> {u2}', "LOCATION:www.example.org/{u}"]))
    yield "contents-calendar-related", "a calendar beside a root", related(html(page("<p>x</p>")), calendar(PROPERTIES[:6]), image("Content-ID: <x@mail.example>"))
    yield "contents-calendar-alternative-attached", "a calendar in an alternative and another one attached", mixed(alternative(plain, html(page("<p>x</p>")), calendar(["LOCATION:{u}"])), calendar(["SUMMARY:x", "URL:http://other.example.org/ref2"], attached))
    one = calendar(["LOCATION:{u}"])
    document, other_text = html(page(a("http://html.example/ref2"))), text(f"before {U}ref3 after")
    for name, children in (("text-html-calendar", [other_text, document, one]), ("html-calendar-text", [document, one, other_text]), ("calendar-text", [one, other_text]), ("calendar-html", [one, document]), ("calendar-two", [one, calendar(["URL:http://other.example.org/ref2"])]),
                           ("related", [other_text, related(document, image("Content-ID: <x@mail.example>")), one]), ("image", [one, image()]), ("mixed", [other_text, mixed(document, one)])):
        yield f"contents-calendar-order-{name}", f"an alternative: {name}", alternative(*children)
    yield "contents-calendar-card", "a card", mixed(plain, other("text/vcard", f"BEGIN:VCARD\nVERSION:3.0\nFN:Writer\nN:Writer;;;;\nURL:{U}ref1\nNOTE:see {U}ref2\nEND:VCARD"))
    yield "contents-calendar-task", "a task", mixed(plain, calendar(PROPERTIES[:6], component="VTODO"))


# ---- Damaged encodings

def damaged():
    """Quoted-printable with raw equals signs, and UTF-16."""
    def link(n, quote='"', equals="="):
        return f"<a href{equals}{quote}{U}ref{n}{quote}>x</a>"

    lines = (("first", [link(1)]), ("second", ["<p>x</p>", link(1)]), ("third", ["<p>x</p>", "<p>y</p>", link(1)]), ("escaped", ["<p>x</p>", link(1, equals="=3D")]), ("after-escape", ["<p>x</p>", "<p>=41</p>" + link(1)]),
             ("before-escape", ["<p>x</p>", link(1) + "<p>=41</p>"]), ("two", ["<p>x</p>", link(1) + " " + link(2)]), ("bare", ["<p>x</p>", link(1, quote="")]), ("apostrophe", ["<p>x</p>", link(1, quote="'")]),
             ("soft", ["<p>x</p>=", link(1)]), ("soft-end", ["<p>x</p>", link(1) + "="]), ("query", ["<p>x</p>", f'<a href=3D"{U}?ref1=xy&b=zz">x</a>', f'<a href=3D"{U}?b=zz&ref2=1">x</a>']), ("hex", ["<p>x</p>", f'<a href=3D"{U}?ref1=ab">x</a>']))
    for name, written in lines:
        yield f"contents-qp-{name}", f"raw equals signs in quoted-printable: {name}", raw("text/html; charset=utf-8", "\n".join(written), encoding="quoted-printable")
        yield f"contents-qp-{name}-part", f"the same in a part: {name}", mixed(raw("text/html; charset=utf-8", "\n".join(written), encoding="quoted-printable"), text("second"))
    yield "contents-qp-related", "raw equals signs in the root of a related", related(raw("text/html; charset=utf-8", f"<p>x</p>\n{link(1)}", encoding="quoted-printable"), image("Content-ID: <x@mail.example>"))
    yield ("contents-qp-related-inside", "raw equals signs in an alternative that is the root of a related",
           related(alternative(text("x"), raw("text/html; charset=utf-8", f"<p>x</p>\n{link(1)}", encoding="quoted-printable")), image("Content-ID: <x@mail.example>")))
    yield "contents-qp-alternative", "raw equals signs in an alternative", alternative(text("x"), raw("text/html; charset=utf-8", f"<p>x</p>\n{link(1)}", encoding="quoted-printable"))
    yield "contents-qp-related-mixed", "raw equals signs in a mixed that is the root of a related", related(mixed(raw("text/html; charset=utf-8", f"<p>x</p>\n{link(1)}", encoding="quoted-printable"), text("x")), image("Content-ID: <x@mail.example>"))
    yield "contents-qp-alternative-mixed", "raw equals signs in a mixed in an alternative", alternative(text("x"), mixed(raw("text/html; charset=utf-8", f"<p>x</p>\n{link(1)}", encoding="quoted-printable"), text("x")))
    yield "contents-qp-text", "raw equals signs in text", raw("text/plain; charset=utf-8", f"first\nbefore {U}?a=bc&ref1 after\nand {U}?a=3Dbc&ref2 after", encoding="quoted-printable")
    wide = ('<html><body><a href="http://absolute.example/ref1">x</a><img src="http://absolute.example/ref2.png"></body></html>', "one line"), ('<html>\n<body><a href="http://absolute.example/ref1">x</a>\n<img src="http://absolute.example/ref2.png"></body></html>', "several lines")
    for body, why in wide:
        for charset, codec in (("utf-16", "utf-16"), ("utf-16", "utf-16-le"), ("utf-16le", "utf-16-le"), ("utf-16be", "utf-16-be"), ("utf-16", "utf-16-be"), ("utf-8", "utf-16"), ("", "utf-16")):
            label = f"text/html; charset={charset}" if charset else "text/html"
            yield f"contents-wide-{charset or 'none'}-{codec}-{why.split()[0]}", f"HTML in {codec}, whose heading says {charset or 'nothing'}, {why}", binary(body.encode(codec), type=label)
    for name, mark, codec in (("be", b"\xfe\xff", "utf-16-be"), ("le", b"\xff\xfe", "utf-16-le")):
        two = '<a href="http://absolute.example/ref1">x</a>\n<a href="http://absolute.example/ref2">x</a>\n<a href="http://absolute.example/ref3">x</a>'
        yield f"contents-wide-mark-{name}", f"lines of UTF-16 {name} with its mark", binary(mark + two.encode(codec), type="text/html; charset=utf-16")
    line = '<html><head><base href="http://html.example/d/"></head><body><a href="ref1">x</a></body></html>'
    yield "contents-wide-base", "a base in UTF-16 of one line", binary(line.encode("utf-16"), type="text/html; charset=utf-16")
    yield "contents-wide-base-mixed", "a base in UTF-16 of one line, for another part", mixed(binary(line.encode("utf-16"), type="text/html; charset=utf-16"), html(page(a("ref2"))))
    yield "contents-wide-text", "text in UTF-16", binary(f"before {U}ref1 after".encode("utf-16"), type="text/plain; charset=utf-16")


# ---- Multiparts

def multiparts():
    """Two types of one entity, and delimiters that never appear."""
    plain, page_ = text(f"before {U}ref1 after"), html(page(a(U + "ref2") + img("http://absolute.example/ref3.png")))

    def first_type(type):
        return lambda content: content.replace(b"Content-Type: ", b"Content-Type: " + type + b"\r\nContent-Type: ", 1)

    def second_type(type):
        def change(content):
            head, blank, rest = content.partition(b"\r\n\r\n")
            return head + b"\r\nContent-Type: " + type + blank + rest
        return change

    for name, type in (("text", b"text/plain"), ("html", b"text/html"), ("other", b'multipart/mixed; boundary="y"'), ("empty", b"")):
        yield f"contents-two-types-{name}-mixed", f"{name} before multipart/mixed", mixed(plain, page_), first_type(type)
        yield f"contents-two-types-mixed-{name}", f"{name} after multipart/mixed", mixed(plain, page_), second_type(type)
        yield f"contents-two-types-{name}-page", f"{name} before text/html", page_, first_type(type)
        yield f"contents-two-types-page-{name}", f"{name} after text/html", page_, second_type(type)
    for name, type in (("pdf", b"application/pdf"), ("octet", b"application/octet-stream")):
        yield f"contents-two-types-mixed-{name}", f"{name} after multipart/mixed", mixed(plain, page_), second_type(type)
        yield f"contents-two-types-page-{name}", f"{name} after text/html", page_, second_type(type)
    inner = mixed(text("first"), page_)
    yield ("contents-two-types-part", "two types of a part", inner, lambda content: content.replace(b"Content-Type: text/html", b"Content-Type: text/plain\r\nContent-Type: text/html", 1))
    yield ("contents-two-types-part-last", "two types of a part, text last", inner, lambda content: content.replace(b"Content-Type: text/html; charset=utf-8", b"Content-Type: text/html; charset=utf-8\r\nContent-Type: text/plain", 1))

    def undelimited(content):
        return content.replace(b"--=_0", b"--other")

    def unopened(content):
        head, blank, rest = content.partition(b"\r\n\r\n")
        return head + blank + b"\r\n".join(line for line in rest.split(b"\r\n") if line != b"--=_0")

    for name, change in (("none", undelimited), ("last", unopened)):
        for kind, multipart_ in (("mixed", mixed), ("alternative", alternative), ("related", related)):
            yield f"contents-undelimited-{name}-{kind}", f"a {kind} whose delimiters never appear, but for the {name}", multipart_(plain, page_), change
    nested = mixed(text("first"), mixed(plain, page_))
    yield "contents-undelimited-inside", "an inner multipart whose delimiters never appear", nested, lambda content: content.replace(b"--=_2=", b"--other")


# ---- Values

def values():
    """Values of attributes and CSS that name a part, with blanks and other words around the name."""
    forms = ('<img src="{v}">', '<img src=" {v} ">', '<img src="{v}\n">', '<img src="{v} x">', '<img src="x {v}">', '<img srcset="{v}">', '<img srcset=" {v} ">', '<img srcset="{v} 1x">', 
             '<picture><source srcset="{v}"><img src="x.png"></picture>', '<picture><source srcset="{v} 1x"><img src="x.png"></picture>', '<a href=" {v} ">x</a>', '<a href="{v} x">x</a>', '<table background=" {v} "><tr><td>x</table>', '<video poster="{v}"></video>', '<video poster=" {v} "></video>',
             '<p style="background: url({v})">x</p>', '<p style="background: url( {v} )">x</p>', "<p style=\"background: url('{v}')\">x</p>", "<p style=\"background: url( '{v}' )\">x</p>", "<p style='background: url(\"{v}\")'>x</p>", '<p style="background: url(&quot;{v}&quot;)">x</p>', '<p style="background:URL({v})">x</p>',
             '<p style="background: image-set(url({v}) 1x)">x</p>', '<p style="background: red url({v}) ; color: red">x</p>', '<p style=background:url({v})>x</p>', '<style>p.a{n} {{ background: url({v}) }}</style><p class=a{n}>x</p>', '<style>p.a{n} {{ background: url( {v} ) }}</style><p class=a{n}>x</p>',
             '<style>p.a{n} {{ background: url("{v}") }}</style><p class=a{n}>x</p>', '<img src={v}>', '<img alt="{v}" src="{v}">', '<input type=image src=" {v} ">', '<svg><image href="{v}"/></svg>', '<svg><image xlink:href=" {v} "/></svg>', '<link rel=stylesheet href=" {v} ">', '<object data="{v}"></object>',
             '<a href="{v}#x">x</a>', '<img src="{v}#x">', '<img src="{v}?x">', '<form action="{v}"><input type=submit></form>', '<area href="{v}">', '<img src="{v}" srcset="{v} 2x">')
    for name, label in (("id", "cid:{t}@mail.example"), ("location", "http://part.example/{t}.png")):
        body, parts = [], []
        for number, form in enumerate(forms, 1):
            token = f"ref{number}"
            body.append(form.replace("{v}", label.replace("{t}", token)).replace("{n}", str(number)).replace("{{", "{").replace("}}", "}"))
            parts.append(image(f"Content-ID: <{token}@mail.example>" if name == "id" else "Content-Location: " + label.replace("{t}", token)))
        yield f"contents-value-{name}", f"a part's {name} as a word of a value", related(html(page(with_ids("\n".join(body)))), *parts)
    blank = "http://part.example/a ref1 b.png"
    yield "contents-value-blank", "a label with blanks", related(html(page(f'<img id=ref1 src="{blank}"><a id=ref2 href="http://part.example/ref2 b.png">ref2</a><p id=ref3 style="background: url(\'http://part.example/ref3 b.png\')">x</p>')), image("Content-Location: " + blank), image("Content-Location: http://part.example/ref2 b.png"), image("Content-Location: http://part.example/ref3 b.png"))


# ---- Text

def texts():
    """Where URLs in text begin and end."""
    marked = [f"{mark}{U}ref{n}{tail}{mark}" for n, (mark, tail) in enumerate([(m, t) for m in "*_/|~" for t in ("a", "", "a.", "/", "/a-")], 1)]
    yield "contents-text-marked", "URLs between marks of emphasis", text("\n".join(f"before {one} after" for one in marked))
    yield "contents-text-marked-start", "URLs between marks of emphasis, in lines of their own", text("\n".join(marked))
    starts = ("x{u}", "1.{u}", "x.{u}", "1{u}", "-{u}", ".{u}", ",{u}", "_{u}", "={u}", "x={u}", "({u})", "[{u}]", "/{u}", ":{u}", "x:{u}", "&{u}", "#{u}", "?{u}", "+{u}", "@{u}", "\"{u}", "'{u}'", ">{u}", "é{u}", "1:{u}", "a1.{u}", "…{u}")
    yield "contents-text-starts", "what stands before a URL", text("\n".join("before " + form.replace("{u}", f"{U}ref{n}") + " after" for n, form in enumerate(starts, 1)), encoding="8bit")
    forms = ("http:/text.example.org/{t}", "http:///text.example.org/{t}", "https:/text.example.org/{t}")
    yield "contents-text-slashes", "URLs with another number of slashes", text("\n".join(f"before {form.replace('{t}', f'ref{n}')} after" for n, form in enumerate(forms, 1)))
    joins = (f"{U}ref1,{U}ref2", f"{U}ref3;{U}ref4", f"{U}ref5|{U}ref6", f"{U}ref7 {U}ref8", f"{U}ref9){U}ref10", f"{U}?u={U}ref11", f"{U}?ref12&u={U}ref13", f"{U}ref14/{U}ref15", f"{U}ref16,https://other.example.org/ref17")
    yield "contents-text-joined", "URLs without a blank between them", text("\n".join(f"before {one} after" for one in joins))
    yield "contents-text-joined-html", "the same in HTML", html(page("".join(f"<p>before {one.replace('&', '&amp;')} after</p>" for one in joins)))
    east = (f"、{U}ref1", f"（{U}ref2）", f"カ{U}ref3", f"「{U}ref4」", f"。{U}ref5。", f"【{U}ref6】", f"：{U}ref7", f"<{U}ref8>、", f"　{U}ref9　x", f"『{U}ref10』", f"，{U}ref11，", f"“{U}ref12”", f"→{U}ref13", f"・{U}ref14・", f"〈{U}ref15〉", f"～{U}ref16～", f"！{U}ref17！", f"…{U}ref18…", f"—{U}ref19—", f"«{U}ref20»")
    yield "contents-text-east", "URLs beside full-width punctuation", text("\n".join(f"before {one} after" for one in east), encoding="8bit")
    yield "contents-text-east-html", "the same in HTML", html(page("".join(f"<p>before {one.replace('<', '&lt;').replace('>', '&gt;')} after</p>" for one in east)), encoding="8bit")
    odd = ("http://te\u00adxt.example.org/ref1", "http://text.example.org/re\u00adf2/ref2", "http://127.0.0.1", "http://text.example.org?ref3", "http://text.example.org#ref4", "http://te\u200bxt.example.org/ref5", "http://TEXT.example.org/ref6", "http://192.0.2.1/ref7")
    yield "contents-text-soft", "soft hyphens and hosts in text", text("\n".join(f"before {one} after" for one in odd), encoding="8bit")
    yield "contents-text-soft-links", "the same in links", html(page("".join(f'<p><a href="{one}">x</a></p>' for one in odd)), encoding="8bit")
    links = (f'<a href="{U}ref1">{U}ref2</a>', f'<a href="{U}ref3">before {U}ref4 after</a>', '<a href="http://text.example.org/ref5">other.example.org/ref6</a>', f'<a href="mailto:x@mail.example">{U}ref7</a>', f'<a>{U}ref8</a>', f'<a name=x>{U}ref9</a>',
             f'<a href="{U}ref10"><b>{U}</b>ref11</a>', f'<a href="#x">{U}ref12</a>', f'<a href="{U}?u={U}ref13">x</a>', f'<a href="{U}?u=http%3A%2F%2Ftext.example.org%2Fref14">x</a>', f'<a href="{U}?ref15&amp;u={U}ref16">x</a>', f'<a href="{U}r/{U}ref17">x</a>',
             f'<p title="{U}ref18">x</p>', f'<img alt="{U}ref19" src="x.png">', f'<button>{U}ref20</button>', f'<label>{U}ref21</label>')
    yield "contents-text-links", "URLs in the text of links, and in URLs", html(page("\n".join(links)))


# ---- Elements

def elements():
    """What is in a document, but not needed for it."""
    hosts = "http://absolute.example/"
    forms = ('<video preload=none src="{v}"></video>', '<audio preload=none src="{v}"></audio>', '<video preload=metadata src="{v}"></video>', '<video src="x.mp4"><source src="{v}"></video>', '<video><source type="video/x-unknown" src="{v}"></video>', '<video><source src="{v}"></video>',
             '<source srcset="{v}">', '<source src="{v}">', '<iframe srcdoc="x" src="{v}"></iframe>', '<iframe srcdoc="" src="{v}"></iframe>', '<table background="{v}" style="background: red"><tr><td>x</table>', '<table background="{v}" style="background-image: none"><tr><td>x</table>',
             '<table background="{v}" style="background-color: red"><tr><td>x</table>', '<table background="{v}" style="background: url(x.png)"><tr><td>x</table>', '<table><tr><td background="{v}" style="background: red">x</table>', '<link rel=stylesheet media=print href="{v}">',
             '<link rel=stylesheet type="text/less" href="{v}">', '<link rel=stylesheet disabled href="{v}">', '<link rel="alternate stylesheet" title=x href="{v}">', '<style media=print>p {{ background: url({v}) }}</style>', '<style type="text/x">p {{ background: url({v}) }}</style>',
             '<style type="text/css">p {{ background: url({v}) }}</style>', '<svg width=9 height=9><rect width=9 height=9 fill="url({v}#p)"/></svg>', '<svg width=9 height=9><filter id=f{n}><feImage href="{v}"/></filter><rect width=9 height=9 filter="url(#f{n})"/></svg>',
             '<p style="display: none; background: url({v})">x</p>', '<div style="display: none"><p style="background: url({v})">x</p></div>', '<p hidden style="background: url({v})">x</p>', '<p style="visibility: hidden; background: url({v})">x</p>', '<p style="behavior: url({v})">x</p>',
             '<embed type="application/x-shockwave-flash" src="{v}">', '<object type="application/x-shockwave-flash" data="{v}"></object>', '<table hidden background="{v}"><tr><td>x</table>', '<p style="background: url({v}); background: red">x</p>', '<p style="background: image-set(url({v}) 2x)">x</p>',
             '<p style="list-style: url({v})">x</p>', '<ul><li style="list-style: url({v})">x</ul>', '<p style="content: url({v})">x</p>', '<p style="cursor: url({v}), auto">x</p>', '<p style="--x: url({v})">x</p>', '<p style="border-image: url({v}) 3">x</p>', '<svg><use href="{v}#x"/></svg>', '<img loading=lazy src="{v}">',
             '<p style="mask: url({v})">x</p>', '<p style="filter: url({v}#x)">x</p>', '<p style="shape-outside: url({v}); float: left">x</p>')
    for number, form in enumerate(forms, 1):
        written = form.replace("{v}", f"{hosts}ref{number}.png").replace("{n}", str(number)).replace("{{", "{").replace("}}", "}")
        yield f"contents-element-{number}", f"what is requested for {form.split()[0][1:]}, row {number}", html(page(written + a(hosts + f"ref{number}0")))
    for name, value in (("data", "data:text/html,x"), ("javascript", "javascript:x"), ("about", "about:blank"), ("mailto", "mailto:x@mail.example"), ("file", "file:///x/y"), ("ftp", "ftp://part.example/d/")):
        yield f"contents-base-{name}", f"a Content-Base with {name}: beside a base", html(page(a("ref1", "?ref2") + img("ref3.png"), HTML), f"Content-Base: {value}")
        yield f"contents-base-{name}-alone", f"a Content-Base with {name}: alone", html(page(a("ref1", "?ref2") + img("ref3.png")), f"Content-Base: {value}")
        yield f"contents-base-{name}-html", f"a base with {name}: before another one", html(page(a("ref1", "?ref2") + img("ref3.png"), base(value) + HTML))
    inside = '<a id="ref{n}1" href="' + hosts + 'ref{n}1">x</a><a id="ref{n}2" href="ref{n}2">x</a><img id="ref{n}3" src="' + hosts + 'ref{n}3.png"><p>' + U + "ref{n}4</p>"
    for name, tag in (("plain", "template"), ("open", "template shadowrootmode=open"), ("closed", "template shadowrootmode=closed"), ("unknown", "template shadowrootmode=x"), ("archive", "template shadowmode=open")):
        yield f"contents-template-{name}", f"what is in a {tag}", html(page("<div><" + tag + ">" + inside.replace("{n}", "1") + "</template></div>" + inside.replace("{n}", "2"), HTML))


TABLES = (calendars, damaged, multiparts, values, texts, elements)
