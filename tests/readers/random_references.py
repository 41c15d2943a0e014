"""The tables from which random_mail.py chooses: references, elements, bases and words.

In a reference `{t}` is the token, `{end}` an extension that suits the element, and `{folder}` a folder of the message's own site."""

import collections

HOSTS = ("absolute.example", "www.absolute.example", "absolute.example.com", "cdn.absolute.example.org")
FOLDERS = ("d/page.html", "d/page.html", "d/", "a/b/c", "", "d/page.html?q=x/y", "~d/e_f/page.html", "d")

# Of bases, after `{host}`.
ODD_BASES = ("d/page.html", "/d/page.html", "//{host}/d/page.html", "page.html", "http://{host}", "HTTP://{host}/d/page.html", "http://{host}:80/d/page.html", "http://{host}:8080/d/", "ftp://{host}/d/", "file:///d/page.html",
             "mailto:base@mail.example", "cid:base@mail.example", "data:text/html,x", "javascript:void(0)", "about:blank", "http://", "http://[x/", "foo://{host}/d/", "urn:x:y", "http:/{host}/d/", "http:{host}/d/", "http://user@{host}/d/",
             "http://{host}/d e/page.html", "http://{host}/d/../e/./page.html", "http://{host}\\d\\page.html", "  http://{host}/d/page.html  ", "http://{host}/d/page.html#x", "http://{host}/%7Ed/", "?x", "#x", "mid:x@mail.example", "thismessage:/",
             "http://{host}/d/page.html?a=1&b=2", "https://{host}/d/\u00e9/page.html")

# By whether the element loads something: (weight, form).
REFERENCES = {
    False: ((10, "http://{host}/{t}"), (12, "https://{host}/d/{t}?a=1&b=2"), (5, "{t}.html"), (3, "sub/{t}.html"), (2, "../{t}.html"), (3, "/{t}.html"), (2, "//{host}/{t}"), (2, "?{t}"), (2, "#{t}"), (1, "{folder}{t}.html"), (2, "mailto:{t}@mail.example"),
            (1, "tel:+1{t}"), (1, "{t}"), (1, "https://{host}/{t}#top"), (1, "./{t}.html"), (0.5, "cid:{t}@mail.example"), (0.5, "{t}.html#x"), (0.5, "{folder}page.html#{t}"), (0.5, "mailto:{t}@mail.example?subject=x%20y")),
    True: ((9, "cid:{t}@mail.example"), (6, "http://{host}/{t}{end}"), (5, "https://{host}/d/{t}{end}?a=1"), (5, "{t}{end}"), (3, "sub/{t}{end}"), (1, "../{t}{end}"), (2, "/{t}{end}"), (2, "//{host}/{t}{end}"), (4, "{folder}{t}{end}"), (1, "cid:{t}"),
           (0.5, "?{t}"), (0.5, "./{t}{end}"), (0.5, "cid:{t}.1a2b$3c@mail.example")),
}
ODD_REFERENCES = (
    "../../../{t}", "{t}?x#y", "{t};x", ";{t}", "http://absolute.example/d/../{t}", "HTTP://ABSOLUTE.EXAMPLE/{t}", "Https://Absolute.Example/{t}", "http:{t}", "http:/{t}", "http:///{t}", "https:{t}", "{t} x.html", " {t}.html ", "%7E{t}", "~{t}",
    "{t}%20x", "{t}%zz", "mid:{t}@mail.example", "\\{t}", "\\\\other.example\\{t}", "sub\\{t}", "x:{t}", "foo://host.example/{t}", "javascript:{t}()", "data:image/png,{t}", "file:///d/{t}", "ftp://ftp.example/{t}", "news:{t}@mail.example",
    "about:{t}", "urn:x:{t}", "http://h\u00f6st.example/{t}", "http://xn--hst-sna.example/{t}", "{t}?q=\u00e9", "{t}\u00e9.html", "?{t}=\u00e9&x", "http://absolute.example/{t}?q=\u00e9", "//user@other.example/{t}", "//{t}", "///{t}", "http://absolute.example:80/{t}",
    "http://absolute.example:8080/{t}", "https://absolute.example:443/{t}", "http://user:pw@absolute.example/{t}", "http://127.0.0.1/{t}", "http://0x7f.1/{t}", "http://[::1]/{t}", "http://absolute.example:port/{t}", "http://[x/{t}", "http://absolute.example?{t}",
    "http://absolute.example#{t}", "http://{t}", "http://www.{t}.example", "www.absolute.example/{t}", "{t}.example", "{t}@mail.example", "{t}|x", "{t}^x`y{z}", "{t}\"x", "{t}'x", "{t}<x>", "x y:{t}", "cid:{t}%40mail.example", "CID:{t}@mail.example",
    "cid:{t}%20x@mail.example", "cid:{t} x@mail.example", "cid:{t}@MAIL.example", "cid:{t}@mail.example#f", "cid:{t}@mail.example?q", "cid:<{t}@mail.example>", " cid:{t}@mail.example", "cid:{t}&x@mail.example", "cid://{t}@mail.example", "thismessage:/{t}",
    "{folder}./{t}.png", "{folder}x/../{t}.png", "{folder}{t}.png#f", "{folder}%7E{t}.png", "{folder}{t}.png?q=1", "http://PART.example/d/{t}.png", "http://part.example:80/d/{t}.png", "HTTP://part.example/d/{t}.png", "{t}.html#x#y", "{t}?x=../y", "?{t}?y",
    "http:?{t}", "http:#{t}", "/./{t}", "/../{t}", "{t}/..", "{t}/.", "..{t}", ".{t}", "%2e%2e/{t}", "//other.example\\{t}", "/\\other.example/{t}", "http:\\\\other.example\\{t}", "blob:{t}", "vbscript:{t}", "sms:{t}", "imap://mail.example/{t}", "REF{t}.HTML",
    "http://absolute.example/{t}\n/x", "\t{t}", "{t}\tx", "http://absolute.example./{t}", "http://absolute_x.example/{t}", "http://ab solute.example/{t}", "http://%61bsolute.example/{t}", "http://absolute.example/%41{t}", "http://absolute.example//{t}", "x//{t}",
    "http://absolute.example/{t}&copy=1", "{t}&lt=1", "http://absolute.example/{t}*(x)!$,;=+@", "{folder}page.html#{t}", "xmpp:{t}@mail.example", "view-source:http://absolute.example/{t}", "http://absolute.example/{t}?u=http://other.example/x",
    "http://absolute.example/\u4e2d{t}", "HTTPS://absolute.example/{t}", "mailto:{t}", "mailto:{t}@mail.example?body=\u00e9", "MAILTO:{t}@mail.example", "{t}:x", "./{t}:x", "1{t}:x", ":{t}", "?", "http://absolute.example/{t}%2f..%2fx",
)
ODD_REFERENCES = tuple(one for one in ODD_REFERENCES if "{t}" in one)

# `loads`: what kind of part it loads; "" for links. `never`: characters that its references cannot have.
Element = collections.namedtuple("Element", "markup loads form never", defaults=("", "attribute", ""))
LIST = " ,\t\n"
CSS = " ()'\"\\,\t\n&<"
A = '<a {id}href="{v}">{t}</a>'
IMG = '<img {id}alt="{t}" src="{v}">'
ELEMENTS = (
    (30, A), (3, '<p>Read <a {id}href="{v}" target="_blank">{t}</a> now.</p>'), (1, '<a class="button" style="color: red" {id}href="{v}"><b>{t}</b></a>'), (1, "<map name=m><area {id}alt={t} href=\"{v}\"></map>"),
    (1, '<form {id}action="{v}"><input type=submit value="{t}"></form>'),
    (18, IMG, "image"), (2, '<img src="{v}" width="1" height="1" border=0 {id}alt={t}>', "image"), (2, '<table {id}background="{v}"><tr><td>x</td></tr></table>', "image"), (1, '<table><tr><td {id}background="{v}">x</td></tr></table>', "image"),
    (2, '<p {id}style="background: url({v})">x</p>', "image", "attribute", CSS), (1, "<p {id}style=\"background-image: url('{v}')\">x</p>", "image", "attribute", CSS),
    (1, '<a {id}href="{v}"><img {id}alt="{t}" src="{v}"></a>', "image"), (2, '<link {id}rel="stylesheet" href="{v}">', "css"), (1, '<img {id}alt={t} srcset="{v}, {v} 2x">', "image", "attribute", LIST), (1, '<img {id}alt={t} src="{v}" srcset="{v} 2x">', "image", "attribute", LIST),
    (1, '<iframe {id}src="{v}"></iframe>', "document"),
)
ODD_ELEMENTS = (
    (1, "<a {id}href='{v}'>{t}</a>"), (1, "<A HREF=\"{v}\" {id}>{t}</A>"), (1, '<a {id}href={v}>{t}</a>', "", "attribute", " \t\n'\"<>="), (1, '<a\n {id}href = "{v}">{t}</a>'), (1, '<a {id}href="{v}" href="http://twice.example/">{t}</a>'), (1, '<a title=">" {id}href="{v}">{t}</a>'),
    (1, '<a\n{id}href="{v}">{t}</a>'), (1, '<a {id}xlink:href="{v}">{t}</a>'), (1, '<svg width=9 height=9><a {id}href="{v}"><text y=9>{t}</text></a></svg>'), (1, '<svg width=9 height=9><a {id}xlink:href="{v}"><text y=9>{t}</text></a></svg>'),
    (1, '<svg width=9 height=9><image {id}width=9 height=9 href="{v}"/></svg>', "image"), (1, '<svg width=9 height=9><image {id}width=9 height=9 xlink:href="{v}"/></svg>', "image"), (1, '<image {id}src="{v}">', "image"),
    (1, '<form><button {id}formaction="{v}">{t}</button></form>'), (1, '<form><input type=submit {id}formaction="{v}" value={t}></form>'), (1, '<input type="image" {id}src="{v}">', "image"), (1, '<input type="text" {id}src="{v}">', "image"),
    (2, '<picture><source srcset="{v}"><img {id}alt={t} src="{v}"></picture>', "image", "attribute", LIST), (1, '<picture><source type="image/x-unknown" srcset="{v}"><img {id}alt={t} src="{v}"></picture>', "image", "attribute", LIST),
    (1, '<picture><source media="(min-width: 99999px)" srcset="{v}"><img {id}alt={t} src="{v}"></picture>', "image", "attribute", LIST), (1, '<picture><source media="(min-width: 1px)" type="image/png" srcset="{v} 1x, {v} 2x"><img {id}alt={t} src="{v}"></picture>', "image", "attribute", LIST),
    (1, '<picture><source media="print" srcset="{v}"><source srcset="{v}"><img {id}alt={t} src="{v}"></picture>', "image", "attribute", LIST), (1, '<picture>\n<source srcset="{v}" type="image/webp">\n<img {id}alt={t} src="{v}">\n</picture>', "image", "attribute", LIST),
    (1, '<img {id}alt={t} srcset="{v} 1x, {v} 2x" src="{v}">', "image", "attribute", LIST), (1, '<img {id}alt={t} srcset="{v} 100w, {v} 2000w" sizes="100px">', "image", "attribute", LIST), (1, '<img {id}alt={t} loading=lazy src="{v}">', "image"),
    (1, '<video {id}poster="{v}"></video>', "image"), (1, '<video {id}src="{v}"></video>', "media"), (1, '<video><source {id}src="{v}"></video>', "media"), (1, '<audio {id}src="{v}"></audio>', "media"), (1, '<object {id}data="{v}" type="image/png"></object>', "image"),
    (1, '<embed {id}src="{v}" type="image/png">', "image"), (1, '<object {id}data="{v}" type="text/html"></object>', "document"), (1, '<embed {id}src="{v}">', "image"), (1, '<track {id}src="{v}">', "media"), (1, '<bgsound {id}src="{v}">', "media"),
    (1, '<script {id}src="{v}"></script>', "css"), (1, '<link {id}rel=icon href="{v}">', "image"), (1, '<link {id}rel=alternate href="{v}">'), (1, '<link {id}rel="alternate stylesheet" title=x href="{v}">', "css"), (1, '<link {id}rel=stylesheet media=print href="{v}">', "css"),
    (1, '<link {id}rel=preload as=image href="{v}">', "image"), (1, '<link {id}rel=canonical href="{v}">'), (1, '<link {id}href="{v}">', "css"), (1, '<LINK REL=STYLESHEET {id}HREF="{v}">', "css"), (1, '<meta http-equiv="refresh" content="9; url={v}">', "", "attribute", " ;'\""),
    (1, '<blockquote {id}cite="{v}">x</blockquote>'), (1, '<q {id}cite="{v}">x</q>'), (1, '<img {id}longdesc="{v}" alt=x>'), (1, '<img {id}lowsrc="{v}" alt=x>', "image"), (1, '<img {id}data-src="{v}" alt=x>', "image"), (1, '<img {id}dynsrc="{v}" alt=x>', "image"),
    (1, '<img {id}usemap="{v}" alt=x>'), (1, '<a ping="{v}" {id}href="{v}">{t}</a>', "", "attribute", " "), (1, '<p {id}itemscope itemid="{v}">x</p>'), (1, '<a {id}href="{v}" download>{t}</a>'), (1, '<div {id}background="{v}">x</div>', "image"),
    (1, '<iframe srcdoc="&lt;a href=&quot;{v}&quot;&gt;{t}&lt;/a&gt;"></iframe>', "", "attribute", "\"'&<>"), (1, '<iframe srcdoc="&lt;img id={t} src=&quot;{v}&quot;&gt;"></iframe>', "image", "attribute", "\"'&<>"),
    (1, '<iframe srcdoc="&lt;base href=&quot;http://srcdoc.example/d/&quot;&gt;&lt;a href=&quot;{v}&quot;&gt;{t}&lt;/a&gt;"></iframe>', "", "attribute", "\"'&<>"),
    (1, '<!-- <a href="{v}">{t}</a> -->'), (1, '<!--[if mso]><a href="{v}">{t}</a><![endif]-->'), (1, '<![if !mso]><a {id}href="{v}">{t}</a><![endif]>'), (1, '<!--[if !mso]><!--><a {id}href="{v}">{t}</a><!--<![endif]-->'), (1, '<template><a href="{v}">{t}</a></template>'),
    (1, '<noscript><a {id}href="{v}">{t}</a></noscript>'), (1, '<noscript><img {id}alt={t} src="{v}"></noscript>', "image"), (1, '<textarea><a href="{v}">{t}</a></textarea>'), (1, '<select><option><a {id}href="{v}">{t}</a></option></select>'),
    (1, '<noframes><a href="{v}">{t}</a></noframes>'), (1, '<xmp><a href="{v}">{t}</a></xmp>'), (1, '<a {id}href="{v}" style="display: none">{t}</a>'), (1, '<div style="display:none"><img {id}alt={t} src="{v}"></div>', "image"), (1, '<a {id}href="{v}"></a>'),
    (1, '<p {id}style="background: URL( {v} )">x</p>', "image", "attribute", CSS), (1, '<p {id}style="background: url(&quot;{v}&quot;)">x</p>', "image", "attribute", CSS), (1, '<ul {id}style="list-style-image: url({v})"><li>x</ul>', "image", "attribute", CSS),
    (1, '<style>@import "{v}";</style>', "css", "css", CSS), (1, "<style>@import url({v});</style>", "css", "css", CSS), (1, '<style>@media screen { .m{t} { background: url({v}) } }</style><p class="m{t}">x</p>', "image", "css", CSS),
    (1, '<style>@media print { .m{t} { background: url({v}) } }</style><p class="m{t}">x</p>', "image", "css", CSS), (1, '<v:fill xmlns:v="urn:schemas-microsoft-com:vml" {id}src="{v}"/>', "image"), (1, '<!--[if gte vml 1]><v:fill src="{v}"/><![endif]-->', "image"),
    (1, '<applet {id}code="{v}"></applet>'), (1, '<object {id}classid="{v}"></object>'), (1, '<param {id}name=movie value="{v}">'), (1, '<a {id}name="x" href="{v}">{t}<a {id}href="{v}">{t}</a>'), (1, '<p><a {id}href="{v}">{t}</p><p>x</a></p>'),
    (1, '<a {id}href="{v}" <b>{t}</b></a>'), (1, '<a {id}href="{v}>{t}</a>', "", "attribute", " "), (1, '<a{id} href="{v}">{t}</a>'), (1, '<a {id}href="{v}"title=x>{t}</a>'), (1, '<a/href="{v}">{t}</a>'), (1, '<table><a {id}href="{v}">{t}</a><tr><td>x</table>'),
    (1, '<frameset><frame src="{v}"></frameset>', "document"), (1, '<math><mtext {id}href="{v}">{t}</mtext></math>'), (1, '<img {id}alt={t} src="{v}" src="http://twice.example/">', "image"), (1, '<img {id}alt={t} src = {v} >', "image", "attribute", " \t\n'\"<>="),
    # Shadow roots, as pages write and browsers save them; an iframe with two documents; what a sheet's type and media prevent; media that wait.
    (2, '<div><template shadowrootmode="open"><a {id}href="{v}">{t}</a></template></div>'), (1, '<div><template shadowrootmode=closed><a {id}href="{v}">{t}</a></template></div>'), (1, '<div><template shadowmode="open"><a {id}href="{v}">{t}</a></template></div>'),
    (1, '<p><template shadowrootmode="open"><img {id}alt={t} src="{v}"></template></p>', "image"), (1, '<section><template shadowmode=closed><img {id}alt={t} src="{v}"></template></section>', "image"), (1, '<div><template shadowrootmode=x><a {id}href="{v}">{t}</a></template></div>'),
    (1, '<iframe {id}srcdoc="&lt;p&gt;x" src="{v}"></iframe>', "document"), (1, '<iframe {id}srcdoc="" src="{v}"></iframe>', "document"), (1, '<link {id}rel=stylesheet type="text/less" href="{v}">', "css"), (1, '<link {id}rel=stylesheet type="text/plain" href="{v}">', "css"),
    (1, '<link {id}rel=stylesheet type="text/css" media=screen href="{v}">', "css"), (1, '<link {id}rel=stylesheet disabled href="{v}">', "css"), (1, '<style media=print>.m{t} { background: url({v}) }</style><p class="m{t}">x</p>', "image", "css", CSS),
    (1, '<style type="text/x">.m{t} { background: url({v}) }</style><p class="m{t}">x</p>', "image", "css", CSS), (1, '<style>p { color: red } @import url({v});</style>', "css", "css", CSS), (1, '<style>@namespace x url(x); @import "{v}";</style>', "css", "css", CSS),
    (1, '<video {id}preload=none src="{v}"></video>', "media"), (1, '<audio {id}preload=none src="{v}"></audio>', "media"), (1, '<video {id}src="http://media.example/x.mp4"><source src="{v}"></video>', "media"), (1, '<source {id}srcset="{v}">', "image", "attribute", LIST),
    # Backgrounds of what is not displayed, and of which another declaration takes the place.
    (1, '<div style="display:none"><p {id}style="background: url({v})">x</p></div>', "image", "attribute", CSS), (1, '<div hidden><table {id}background="{v}"><tr><td>x</table></div>', "image"), (1, '<dialog><p {id}style="background: url({v})">x</p></dialog>', "image", "attribute", CSS),
    (1, '<p {id}style="display: none; background: url({v})">x</p>', "image", "attribute", CSS), (2, '<table {id}background="{v}" style="background: red"><tr><td>x</table>', "image"), (1, '<table><tr><td {id}background="{v}" style="background-image: none">x</table>', "image"),
    (1, '<p {id}style="background: url({v}); background: red">x</p>', "image", "attribute", CSS), (1, '<p {id}style="background: url({v}) no-such-word">x</p>', "image", "attribute", CSS), (1, '<base target=_top><a {id}href="{v}">{t}</a>'), (1, '<body {id}background="{v}">', "image"), (1, "<html background='{v}'>", "image", "attribute", "'"), (1, '<a {id}href="\n{v}\n">{t}</a>'), (1, '<img\n{id}alt={t}\nsrc="{v}">', "image"),
)

CSS_FORMS = (".{n} { background: url({v}) }", '.{n} { background: url("{v}") }', ".{n} { background-image: url( {v} ) }", ".{n} { background: URL('{v}') no-repeat }", ".{n} { background-image: image-set(url({v}) 1x) }", ".{n} { list-style: url({v}); display: list-item }",
             ".{n} { border-image: url({v}) 1; border: 1px solid }", ".{n} { background: url({v}", '.{n}::before { content: url({v}) }', "/* .{n} { background: url({v}) } */", ".{n} { cursor: url({v}), auto }",
             ".{n} { background: url({v}) } .{n} { background-image: none }", ".{n} { background: url({v}) } p.{n} { background: red }", ".{n}:hover { background: url({v}) }", "@supports (no-such: thing) { .{n} { background: url({v}) } }", ".{n} { --x: url({v}) }",
             ".{n}::after { background: url({v}) }", ".{n} { background: url({v}) !no }", ".no-such-class { background: url({v}) }")

# Where a base may stand; (weight, with {} for the tag).
PLACES = ((2, "<!-- {} -->"), (2, "<!--[if mso]>{}<![endif]-->"), (1, "<![if !mso]>{}<![endif]>"), (1, "<!--[if !mso]><!-->{}<!--<![endif]-->"), (1, "<svg>{}</svg>"), (1, "<svg><title>{}</title></svg>"), (1, "<svg><foreignObject>{}</foreignObject></svg>"),
          (1, "<math>{}</math>"), (1, "<template>{}</template>"), (1, "<title>{}</title>"), (1, "<textarea>{}</textarea>"), (1, "<script>'{}'</script>"), (1, "<style>{}</style>"), (1, "<noscript>{}</noscript>"), (1, "<xmp>{}</xmp>"), (1, "<noframes>{}</noframes>"),
          (1, "<div style='display:none'>{}</div>"), (1, "<table>{}</table>"), (1, "<select>{}</select>"), (1, "<p title='{}'>x</p>"), (1, "<iframe>{}</iframe>"), (1, "<object>{}</object>"), (1, "<!-->{}"), (1, "<!DOCTYPE html>{}"), (1, "<plaintext>{}"))
ODD_MARKUP = ("<p", "</p></div></table>", "<p title=\"never closed>", "<!-- never closed", "<script>never closed", "<b><i></b></i>", "<![CDATA[x]]>", "<?php x ?>", "<table><tr><td>", "<svg>", "<style>p { color: red", "<title>never closed", "\0", "<a href=>x</a>", "<textarea>x",
              "<select><option>", "<noscript>", "<div hidden>", "<form action=''>", "<math>", "</html>", "</body></html>", "<frameset></frameset>", "<template>", "&#0;&#x110000;&bogus;", "<plaintext>")

# What a page says about what it may load; browsers alone obey.
POLICIES = ("img-src 'self' data:", "base-uri 'none'", "style-src 'unsafe-inline'", "default-src 'none'", "default-src 'none'; img-src cid: http: https:", "img-src *", "frame-src 'none'", "font-src 'none'; script-src 'none'", "child-src 'self'")

# Of an event in a calendar, after `{u}` for a URL.
CALENDAR = ((4, "LOCATION:{u}"), (4, "DESCRIPTION:Join at {u}\\n\\nPlease be in time\\, {u}"), (3, "URL:{u}"), (2, "ATTACH:{u}"), (2, "SUMMARY:Meeting {u}"), (1, "ORGANIZER;CN=Writer:mailto:{t}@mail.example.org"), (1, "ATTENDEE:mailto:{t}@mail.example.org"),
            (1, "X-ALT-DESC;FMTTYPE=text/html:<a href=\"{u}\">x</a>"), (1, "CONFERENCE;VALUE=URI:{u}"), (1, "COMMENT:{u}"), (1, "LOCATION;ALTREP=\"{u}\":A room"))

# In text: (weight, with the URL).
TEXT = ((6, "http://text.example.org/{t}"), (6, "https://text.example.com/d/{t}?a=1&b=2"), (2, "http://text.example.org/{t}."), (2, "(http://text.example.org/{t})"), (2, "<http://text.example.org/{t}>"), (1, "<URL:http://text.example.org/{t}>"), (1, "www.text.example.org/{t}"),
        (1, "{t}@mail.example.org"), (1, "mailto:{t}@mail.example.org"), (1, "http://text.example/{t},"), (1, "[http://text.example.org/{t}]"), (1, '"http://text.example.org/{t}"'), (1, "http://text.example.org/{t}/"))
ODD_TEXT = ("HTTP://TEXT.EXAMPLE.ORG/{t}", "ftp://text.example.org/{t}", "http://text.example.org/{t}?!", "http://text.example.org/{t}...", "http://text.example.org/{t}_(x)", "(see http://text.example.org/{t}_(x))", "http://text.example.org/{t}'s", "*http://text.example.org/{t}*", "*http://text.example.org/{t}z*", "_http://text.example.org/{t}z_",
            "/http://text.example.org/{t}z/", "1.http://text.example.org/{t}", "、http://text.example.org/{t}", "（http://text.example.org/{t}）", "http://text.example.org/x?u=http://other.example.org/{t}", "http://text­.example.org/{t}",
            "_http://text.example.org/{t}_", "http://text.example.org/{t}|x", "http://text.example.org/\n{t}", "<http://text.example.org/\n{t}>", "<URL:http://text.example.org/\n {t}>", "<URL: http://text.example.org/{t} >", "<url:http://text.example.org/{t}>", "<URL:{t}.html>",
            "http://text.example.org/{t}\u00e9", "\u00e9http://text.example.org/{t}", "xhttp://text.example.org/{t}", "http://text.example.org/{t}http://text.example.org/x", "http://text.example.org/{t},http://text.example.org/x", "http:{t}", "http:/text.example.org/{t}",
            "hxxp://text.example.org/{t}", "hxxp://text[.]example[.]org/{t}", "news:{t}@mail.example.org", "javascript:{t}()", "tel:+1{t}", "foo://text.example.org/{t}", "//text.example.org/{t}", "/d/{t}.html", "{t}.html", "WWW.TEXT.EXAMPLE.ORG/{t}", "ftp.text.example.org/{t}",
            "text.example.org/{t}", "http://user@text.example.org/{t}", "http://text.example.org:8080/{t}", "http://text.example.org?{t}", "http://text.example.org#{t}", "http://127.0.0.1/{t}", "http://localhost/{t}", "> http://text.example.org/{t}", "http://text.example.org/{t}&amp;x",
            "http://text.example.org/{t}<b>", "\\http://text.example.org/{t}", "http://text.example.org/{t}`", "{http://text.example.org/{t}}", "http://text.example.org/{t}%20x", "file:///d/{t}", "cid:{t}@mail.example", "data:text/html,{t}", "http://text.example.org/{t};", "http://text.example.org/{t}:",
            "<a href=http://text.example.org/{t}>", "http://text.example.org/{t}\u3002", "https://text.example.org/{t}#a,b", "http://text.example.org/{t}-", "http://text.example.org/a-\n{t}", "URL:http://text.example.org/{t}", "imap://text.example.org/{t}", "xmpp:{t}@mail.example.org")
