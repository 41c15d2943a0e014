"""Messages at random on which a profile and its reader once differed, reduced by `random READER --reduce`.

A row is (name, why, entity, names of damage)."""

import random_mail
from message import Entity  # noqa: F401

ROWS = (
    ('found-rspamd-301-6-ref1', 'UTF-16 of which the heading names no charset', Entity('multipart/mixed', children=(Entity('text/html; charset', body=('<a id="ref1" href="https://absolute.example.com/d/ref1?a=1&amp;b=2">ref1</a>',), marker='<p>part-marker-{}</p>', charset='utf-16'),)), ()),
    ('found-rspamd-301-104-ref7', 'a line break before the scheme', Entity('multipart/alternative', children=(Entity('text/html; charset=utf-8', body=('<base href="http://html.example/d">', '<a id="ref7" href="\nhttp://cdn.absolute.example.org/ref7\n">ref7</a>'), marker='<p>part-marker-{}</p>'),)), ()),
    ('found-rspamd-301-155-ref8', 'white space at the end of delimiters', Entity('multipart/alternative', children=(Entity('text/plain; charset=utf-8', body=('Hello,', 'See <URL:http://text.example.org/ref7> ', 'at http://text.example.org/ref8 ', 'Please read <URL:http://text.example.org/ref9> and tell us', 'Please read http://text.example.org/ref10. ', 'Regards'), marker='part-marker-{}'), Entity('text/html; charset="utf-8"', fields=('Content-Base: HTTP://part.example/d/page.html',), body=(), encoding='quoted-printable', marker='<p>part-marker-{}</p>'),)), ('blanks',)),
    ('found-rspamd-302-151-ref8', '//host in a style sheet', Entity('multipart/related; type="text/html"', children=(Entity('text/css', body=('.s0 { background: url(//absolute.example.com/ref8.png) }',), marker='/* part-marker-{} */'),)), ()),
)


def rows():
    for name, why, entity, damage in ROWS:
        yield name, why, entity, *(random_mail.DAMAGE[one] for one in damage)
