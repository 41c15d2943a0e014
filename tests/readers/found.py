"""Messages at random on which a profile and its reader once differed, reduced by `random READER --reduce`.

A row is (name, why, entity, names of damage)."""

import random_mail
from message import Entity  # noqa: F401

ROWS = (
    ('found-thunderbird-201-91-1', 'img@src cid:: profile part, reader nothing', Entity('multipart/alternative', children=(Entity('multipart/related; type="text/html"', children=(Entity('text/html; charset=utf-8', fields=('Content-Base: http://part.example/a/b/c',), body=('<img id="ref1" alt="ref1" src="cid:ref1@mail.example">', 'Please read http://text.example.org/ref9. today<br>'), marker='<p>part-marker-{}</p>'), Entity('image/png', fields=('Content-Location: cid:ref1@mail.example',), encoding='base64'),)),)), ()),
    ('found-thunderbird-201-155-1', 'img@src /path: profile nothing, reader url', Entity('multipart/related; type="text/html"', children=(Entity('text/html; charset="utf-8"', fields=('Content-Location: ',), body=('<base href="http://html.example/d/page.html">', '<img id="ref1" alt="ref1" src="/ref1.png">', '<a id="ref4" href="?ref4">ref4</a>'), marker='<p>part-marker-{}</p>'),)), ()),
    ('found-thunderbird-201-177-4', 'img@src cid:: profile part, reader part (other)', Entity('multipart/alternative', children=(Entity('multipart/related; type="text/html"', children=(Entity('text/html; charset=utf-8', fields=('Content-Location: http://part.example/',), body=('<img id="ref4" alt="ref4" src="cid:ref4@mail.example">',), marker='<p>part-marker-{}</p>'), Entity('image/jpeg', fields=('Content-ID: <ref4@mail.example>',), encoding='base64'), Entity('image/jpeg', fields=('Content-ID: <ref4@mail.example>',), encoding='base64'),)),)), ()),
    ('found-rspamd-301-6-ref1', 'UTF-16 of which the heading names no charset', Entity('multipart/mixed', children=(Entity('text/html; charset', body=('<a id="ref1" href="https://absolute.example.com/d/ref1?a=1&amp;b=2">ref1</a>',), marker='<p>part-marker-{}</p>', charset='utf-16'),)), ()),
    ('found-rspamd-301-104-ref7', 'a line break before the scheme', Entity('multipart/alternative', children=(Entity('text/html; charset=utf-8', body=('<base href="http://html.example/d">', '<a id="ref7" href="\nhttp://cdn.absolute.example.org/ref7\n">ref7</a>'), marker='<p>part-marker-{}</p>'),)), ()),
    ('found-rspamd-301-155-ref8', 'white space at the end of delimiters', Entity('multipart/alternative', children=(Entity('text/plain; charset=utf-8', body=('Hello,', 'See <URL:http://text.example.org/ref7> ', 'at http://text.example.org/ref8 ', 'Please read <URL:http://text.example.org/ref9> and tell us', 'Please read http://text.example.org/ref10. ', 'Regards'), marker='part-marker-{}'), Entity('text/html; charset="utf-8"', fields=('Content-Base: HTTP://part.example/d/page.html',), body=(), encoding='quoted-printable', marker='<p>part-marker-{}</p>'),)), ('blanks',)),
    ('found-rspamd-302-151-ref8', '//host in a style sheet', Entity('multipart/related; type="text/html"', children=(Entity('text/css', body=('.s0 { background: url(//absolute.example.com/ref8.png) }',), marker='/* part-marker-{} */'),)), ()),
    ('found-spamassassin-306-260-ref3', 'a type of one word', Entity('multipart/mixed', children=(Entity('text', body=('<div style="display:none"><img id="ref3" alt=ref3 src="https://cdn.absolute.example.org/d/ref3.png?a=1"></div>',), marker='<p>part-marker-{}</p>'),)), ()),
    ('found-spamassassin-305-160-ref1', 'UTF-8 of which the heading says KOI8-R', Entity('text/html; charset="koi8-r"', body=('<a id="ref1" href="https://absolute.example/d/ref1?a=1&amp;b=2&amp;q=\u00e9">ref1</a>',), encoding='quoted-printable', marker='<p>part-marker-{}</p>'), ()),
    ('found-kmail-301-253-ref1', 'a line before the type that is no field', Entity('text/html; charset="utf-8"', body=('<base href="http://html.example/d/page.html">', '<a id="ref1" href="ref1.html">ref1</a>', '<a id="ref2" href="https://absolute.example/d/ref2">ref2</a>'), marker='<p>part-marker-{}</p>'), ('no_field',)),
    ('found-evolution-301-98-ref1', 'an unknown type of text', Entity('text/x-html', body=('<a id="ref1" href="https://www.absolute.example/d/ref1?a=1&amp;b=2">ref1</a>', '<td id="ref2" background="cid:ref2@mail.example">x</td>', '<a id="ref3" href="/ref3.html">ref3</a>'), marker='<p>part-marker-{}</p>'), ()),
    ('found-roundcube-301-70-ref14', 'a zero in a host', Entity('text/html; charset="utf-8"', body=('<a href="https://www.absolute\0.example/ref14#top">ref14</a>',), marker='<p>part-marker-{}</p>'), ()),
    ('found-roundcube-301-182-ref3', 'UTF-16 of which the heading says windows-1252', Entity('text/html; charset=windows-1252', body=('<a id="ref3" href="https://absolute.example/d/ref3?a=1">ref3</a>', '<img id="ref4" alt="ref4" src="http://part.example/d/ref4.png">'), encoding='base64', marker='<p>part-marker-{}</p>', charset='utf-16'), ()),
    ('found-kmail-301-149-ref5', 'a base in SVG before an image', Entity('text/html; charset="utf-8"', body=('<svg><base href="https://html.example/~d/e_f/page.html"></svg>', '<img id="ref5" alt="ref5" src="sub/ref5.png">', '<a id="ref12" href="sub/ref12.html">ref12</a>'), marker='<p>part-marker-{}</p>'), ()),
)


def rows():
    for name, why, entity, damage in ROWS:
        yield name, why, entity, *(random_mail.DAMAGE[one] for one in damage)
