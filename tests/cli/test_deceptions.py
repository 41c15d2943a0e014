"""The diagnostics of deceptive links: pairs of a deceptive message and its honest twin, through the real command."""

import base64
import struct

import documents
import encrypted_workbooks
from support import CliTest, main, rows_of, run

HTML = "Content-Type: text/html; charset=utf-8\n\n"
TEXT = "Content-Type: text/plain; charset=utf-8\n\n"
BASE = "<base href='https://news.example/a/'>"
SAFELINK = "https://nam01.safelinks.protection.outlook.com/?url=https%3A%2F%2F{}%2F&amp;data=05"

CODES = {
    "text-differs": "error", "title-differs": "error", "userinfo": "error", "look-alike": "error", "script-link": "error",
    "base-split": "warning", "odd-host": "warning", "form-target": "warning", "redirect-open": "note", "tracker": "note",
}

WORD, MANY = "x" * 3000, range(300)
RECIPIENTS = ",".join(f"a{i}@b{i}.example" for i in MANY)
DOMAINS = "".join(f"<a href=https://{chr(97 + i % 26)}{i}{'qz' * (i % 9)}.example/>x</a>" for i in MANY)
FIELDS = "".join(f"List-Help: <https://l{i}.example/>\n" for i in MANY)
TOOLTIPS = "".join(f"<i title={i}>x</i>" for i in MANY)
HIDES = "<style>.x{display:none}</style>"


def encoded(text, times):
    return encoded("".join(f"%{ord(c):02X}" if not c.isalnum() else c for c in text), times - 1) if times else text


# code, deceptive message, honest twin, why: nothing is too long, too many or too deep
LONG = (
    ("text-differs", HTML + f"<a href=https://evil.example/>{WORD} https://bank.com/</a>", HTML + f"<a href=https://bank.com/>{WORD} https://bank.com/</a>", "behind a long word"),
    ("text-differs", HTML + f"<a href=https://evil.example/>{'<bdo dir=rtl>' * 50}moc.knab.www//:sptth</bdo></a>",
     HTML + f"<a href=https://bank.com/>{'<bdo dir=rtl>' * 50}moc.knab.www//:sptth</bdo></a>", "many times to the left"),
    ("text-differs", HTML + HIDES + f"<a href=https://evil.example/>{'<b>' * 300}https://bank.com<i class=x>.evil.example</i></a>",
     HTML + HIDES + f"<a href=https://bank.com/>{'<b>' * 300}https://bank.com<i class=x>.evil.example</i></a>", "hidden in many elements"),
    ("text-differs", HTML + f"<p bgcolor='{' ' * 99}white'><a href=https://evil.example/>https://bank.com<font color='{' ' * 99}white'>.evil.example</font></a>",
     HTML + f"<p bgcolor='{' ' * 99}white'><a href=https://bank.com/>https://bank.com<font color='{' ' * 99}white'>.evil.example</font></a>", "a colour after blanks"),
    ("text-differs", HTML + f"<p style='background:url({WORD}) white'><a href=https://evil.example/>https://bank.com<b style='color:white'>.evil.example</b></a>".replace(f"url({WORD})", "/*" + WORD + "*/"),
     HTML + f"<p style='background:/*{WORD}*/ white'><a href=https://bank.com/>https://bank.com<b style='color:white'>.evil.example</b></a>", "a colour after a comment"),
    ("text-differs", HTML + f"<a href=mailto:thief@evil.example,{RECIPIENTS}>service@bank.com</a>", HTML + f"<a href=mailto:{RECIPIENTS},service@bank.com>service@bank.com</a>", "recipients"),
    ("text-differs", HTML + "<a href=https://evil.example/>" + " ".join(f"www.b{i}.example" for i in MANY) + "</a>",
     HTML + "<a href=https://b299.example/>" + " ".join(f"www.b{i}.example" for i in MANY) + "</a>", "names"),
    ("title-differs", HTML + f"<a href=https://evil.example/>{TOOLTIPS}<i title=https://bank.com/>x</i></a>", HTML + f"<a href=https://bank.com/>{TOOLTIPS}<i title=https://bank.com/>x</i></a>", "tooltips"),
    ("title-differs", HTML + f"<a href=https://evil.example/ title='{WORD * 2} https://bank.com/'>x</a>", HTML + f"<a href=https://bank.com/ title='{WORD * 2} https://bank.com/'>x</a>", "a tooltip"),
    ("text-differs", HTML + "<form action=https://evil.example/>" + "<input type=submit value=x>" * 300 + f"<button>{WORD} https://bank.com/</button></form>",
     HTML + "<form action=https://bank.com/>" + "<input type=submit value=x>" * 300 + f"<button>{WORD} https://bank.com/</button></form>", "buttons"),
    ("userinfo", HTML + f"<a href='https://{WORD}:{WORD}:www.bank.com@evil.example/'>x</a>", HTML + f"<a href='https://{WORD}:{WORD}@evil.example/'>x</a>", "userinfo"),
    ("odd-host", HTML + f"<a href='https://ba{'&shy;' * 3000}nk.com/'>x</a>", HTML + "<a href='https://bank.com/'>x</a>", "invisible characters"),
    ("odd-host", HTML + f"<a href='https://{(chr(0x1D41A) * 60 + '.') * 4}com/'>x</a>", HTML + f"<a href='https://{('a' * 60 + '.') * 4}com/'>x</a>", "mathematical letters"),
    ("script-link", HTML + f"<a href='data:{' ' * 300}text/html,x'>x</a>", HTML + f"<a href='data:{' ' * 300}text/plain,x'>x</a>", "blanks before a type"),
    ("redirect-open", HTML + f"<a href='https://a.example/?b=https://{WORD}@evil.example/'>x</a>", HTML + f"<a href='https://a.example/?b=https://{WORD}@a.example/'>x</a>", "userinfo inside"),
    ("redirect-open", HTML + f"<a href='https://a.example/?b={encoded('https://evil.example/', 9)}'>x</a>", HTML + f"<a href='https://a.example/?b={encoded('https://a.example/', 9)}'>x</a>", "encoded often"),
    ("redirect-open", HTML + "<a href='https://a.example/?b=" + base64.b64encode(f"https://x:{WORD * 2}@evil.example/".encode()).decode().rstrip("=") + "'>x</a>",
     HTML + "<a href='https://a.example/?b=" + base64.b64encode(f"https://x:{WORD * 2}@a.example/".encode()).decode().rstrip("=") + "'>x</a>", "in base64"),
    ("tracker", HTML + f"<img width=1 height=1 src='https://a.example/?{WORD}@{'b' * 1000}.example'>", HTML + f"<img width=1 height=1 src='https://a.example/?{WORD}'>", "a mailbox"),
    ("look-alike", HTML + DOMAINS + "<a href=https://paypla.com/>x</a><a href=https://paypal.com/>x</a>", HTML + DOMAINS + "<a href=https://paypal.com/>x</a>", "domains"),
    ("look-alike", HTML + f"<a href=https://bank.example/>x</a><a href=https://{'a.' * 90}bank.example.evil.example/>x</a>",
     HTML + f"<a href=https://bank.example/>x</a><a href=https://{'a.' * 90}bank.other.evil.example/>x</a>", "labels"),
    ("text-differs", HTML + "<div><template shadowrootmode=open><a href=https://evil.example/>https://bank.com/</a></template></div>",
     HTML + "<ul><template shadowrootmode=open><a href=https://evil.example/>https://bank.com/</a></template></ul>", "a shadow root"),
    ("look-alike", TEXT + "http://www.bank.com.\nSee http://www.bank.com.host.example/", TEXT + "http://www.bank.com.\nhost.example/a http://www.bank.com.host.example/", "a line that is broken"),
    ("look-alike", HTML + "<p>http://www.bank.com. http://www.bank.com.host.example/", HTML + "<p>http://www.bank.com.<wbr>host.example/a http://www.bank.com.host.example/", "a word that is broken"),
    ("look-alike", HTML + f"<a href='mailto:{RECIPIENTS},a@paypal.com'>x</a><a href=https://paypla.com/>x</a>", HTML + f"<a href='mailto:{RECIPIENTS},a@paypal.com'>x</a>", "the last recipient"),
    ("form-target", HTML + DOMAINS + "<form action=https://evil.example/><input name=a></form>", HTML + DOMAINS + "<form action=https://c2.example/><input name=a></form>".replace("c2.", "c2qzqz."), "links"),
    ("text-differs", HTML + "<a href=https://l299.example/>Visit https://www.bank.com/</a>", FIELDS + HTML + "<a href=https://l299.example/>Visit https://www.bank.com/</a>", "fields of the list"),
)

# code, deceptive message, honest twin, why
PAIRS = LONG + (
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
    # Texts in other forms.
    ("text-differs", HTML + "<a href=https://evil.example/>&lt;https://www.bank.com/&gt;</a>",
     HTML + "<a href=https://bank.com/>&lt;https://www.bank.com/&gt;</a>", "in angle brackets"),
    ("text-differs", HTML + "<a href=https://evil.example/>\u201ehttps://www.bank.com/\u201c</a>",
     HTML + "<a href=https://bank.com/>\u201ehttps://www.bank.com/\u201c</a>", "in quotation marks"),
    ("text-differs", HTML + "<a href=https://evil.example/>&quot;bank.com&quot;</a>",
     HTML + "<a href=https://evil.example/>&quot;node.js&quot;</a>", "only a domain; a file"),
    ("text-differs", HTML + "<a href=https://evil.example/>\u2192 https://www.bank.com/ \u2190</a>",
     HTML + "<a href=https://evil.example/>\u2192 @bank.com</a>", "arrows; an account"),
    ("text-differs", HTML + "<a href=https://evil.example/>https://www.<br>bank.com/</a>",
     HTML + "<a href=https://bank.com/>https://www.<br>bank.com/</a>", "broken"),
    ("text-differs", HTML + "<a href=https://evil.example/>https://www.ba <br/>\n nk.com/log<br>in</a>",
     HTML + "<a href=https://bank.com/>https://www.ba <br/>\n nk.com/log<br>in</a>", "broken in a name that ends with a suffix"),
    ("text-differs", HTML + "<a href=https://evil.example/>www.bank.com<br>Log in</a>",
     HTML + "<a href=https://bank.com/>www.bank.com<br>Log in</a>", "another line"),
    ("text-differs", HTML + "<a href=https://evil.example/>Please log in at https://www.bank.com/login now</a>",
     HTML + "<a href=https://bank.com/login>Please log in at https://www.bank.com/login now</a>", "among words"),
    ("text-differs", HTML + "<a href=https://evil.example/>Bank (www.bank.com)</a>",
     HTML + "<a href=https://evil.example/>What Bank.com did next, and Node.js</a>", "in brackets; words with dots"),
    ("text-differs", HTML + "<a href=https://evil.example/>See https://www.bank.com.</a>",
     HTML + "<a href=https://evil.example/>See https://bit.ly/3AbC</a>", "a full stop; nobody knows where a short link leads"),
    ("text-differs", HTML + "<a href=https://evil.example/>Visit https://www.bank.com/</a>",
     "List-Unsubscribe: <https://click.example/u>\n" + HTML + "<a href=https://click.example/1>Visit https://www.bank.com/</a>", "a newsletter counts clicks"),
    ("text-differs", HTML + "<a href=https://evil.example/>https://\u202emoc.knab\u202c/</a>",
     HTML + "<a href=https://bank.com/>https://\u202emoc.knab\u202c/</a>", "right to left"),
    ("text-differs", HTML + "<a href=https://evil.example/><bdo dir=rtl>moc.knab.www//:sptth</bdo></a>",
     HTML + "<a href=https://bank.com/><bdo dir=rtl>moc.knab.www//:sptth</bdo></a>", "by an element"),
    ("text-differs", HTML + "<a href=https://evil.example/><span style='unicode-bidi:bidi-override;direction:rtl'>moc.knab.www</span></a>",
     HTML + "<a href=https://evil.example/>\u05e9\u05dc\u05d5\u05dd \u200f\u202bwww\u202c</a>", "by a style; honest Hebrew"),
    ("text-differs", HTML + "<a href=https://evil.example/>https://www.b\u200bank.c\u2060om/</a>",
     HTML + "<a href=https://bank.com/>https://www.b\u200bank.c\u2060om/</a>", "zero width"),
    ("text-differs", HTML + "<a href=https://evil.example/>https://www.ba&shy;nk.com/</a>",
     HTML + "<a href=https://bank.com/>https://www.ba&shy;nk.com/</a>", "soft hyphens"),
    ("text-differs", HTML + "<a href=https://evil.example/>\uff48\uff54\uff54\uff50\uff53\uff1a\uff0f\uff0f\uff42\uff41\uff4e\uff4b\uff0e\uff43\uff4f\uff4d</a>",
     HTML + "<a href=https://bank.com/>\uff48\uff54\uff54\uff50\uff53\uff1a\uff0f\uff0f\uff42\uff41\uff4e\uff4b\uff0e\uff43\uff4f\uff4d</a>", "full width"),
    ("text-differs", HTML + "<a href=https://evil.example/>https\u2236\u2215\u2215www.bank\u2024com</a>",
     HTML + "<a href=https://evil.example/>\u00bd price\u2026 \u2116 1.2</a>", "characters that look like those of URLs"),
    ("text-differs", HTML + "<a href=https://evil.example/>\U0001d41b\U0001d41a\U0001d427\U0001d424.com</a>",
     HTML + "<a href=https://bank.com/>\U0001d41b\U0001d41a\U0001d427\U0001d424.com</a>", "mathematical letters"),
    ("text-differs", HTML + "<a href=https://evil.example/><img src=cid:x alt='https://www.bank.com/'></a>",
     HTML + "<a href=https://bank.com/in><img src=cid:x alt='https://www.bank.com/'></a>", "the text of an image"),
    ("text-differs", HTML + "<a href=https://evil.example/>www.<img src=cid:x alt=bank>.com</a>",
     HTML + "<a href=https://evil.example/><img src=cid:x alt='Bank.com'></a>", "an image in a text; a trade mark"),
    ("text-differs", HTML + "<a href=https://evil.example/>https://www.bank.com. Thank you</a>",
     HTML + "<a href=https://www.bank.com.br/x>https://www.bank.com. br/x</a>", "a URL that a mail program has broken"),
    ("text-differs", HTML + "<a href=https://evil.example/><b><img alt='Log in: https://www.bank.com/' src=cid:x></b></a>",
     "List-Unsubscribe: <https://click.example/u>\n" + HTML + "<a href=https://click.example/><img alt=www.bank.com src=cid:x></a>", "a newsletter again"),
    ("text-differs", HTML + "<form action=https://evil.example/><input type=submit value='https://www.bank.com/'></form>",
     HTML + "<form action=https://bank.com/><input type=submit value='https://www.bank.com/'></form>", "the value of a button"),
    ("text-differs", HTML + "<form action=https://evil.example/><button><b>www.bank</b>.com</button></form>",
     HTML + "<form action=https://evil.example/><input name=site value=www.bank.com><input type=submit></form>", "its content; other fields"),
    ("text-differs", HTML + "<form><button formaction=https://evil.example/>www.bank.com</button></form>",
     HTML + "<form action=https://evil.example/><button formaction=https://bank.com/>www.bank.com</button></form>", "its own target"),
    ("text-differs", HTML + "<form><input type=submit formaction=https://evil.example/ value=www.bank.com></form>",
     HTML + "<form><input type=submit formaction=https://www.bank.com/ value=bank.com></form>", "of an input"),
    ("text-differs", HTML + "<a href=https://evil.example/><input type=button value=www.bank.com></a>",
     HTML + "<a href=https://evil.example/><input type=text value=www.bank.com></a>", "a button in a link"),
    ("text-differs", HTML + "<a href=mailto:thief@evil.example>service@bank.com</a>",
     HTML + "<a href='mailto:service@bank.com?subject=x'>Service@Bank.com</a>", "a mailbox"),
    ("text-differs", HTML + "<a href='mailto:?to=thief%40evil.example'>Write to service@bank.com</a>",
     HTML + "<a href=mailto:info@mail.bank.com>Write to service@bank.com, please.</a>", "among words; of the same owner"),
    ("text-differs", HTML + "<a href=mailto:bank.service.1@gmail.com>bank.service@gmail.com</a>",
     HTML + "<a href=mailto:bankservice+web@gmail.com>bank.service@gmail.com</a>", "where everybody can have a mailbox"),
    ("text-differs", HTML + "<a href='mailto:thief@evil.example'>https://www.bank.com/</a>",
     HTML + "<a href=mailto:jane@evil.example>Jane Doe</a><a href=mailto:info@bank.com>www.bank.com</a>", "a URL; a name"),
    ("text-differs", HTML + "<a href=tel:+19005551234>+1 (800) 555-1234</a>",
     HTML + "<a href=tel:+18005551234>(800) 555-1234</a>", "a number"),
    ("text-differs", HTML + "<a href=tel:+4990012345678>Call 030 123456-0 today</a>",
     HTML + "<a href=tel:0049301234560>Call +49 (0)30 123456-0</a><a href='tel:+18005551234,,22'>800.555.1234 ext. 22</a>", "other ways to write it"),
    ("text-differs", HTML + "<a href=sms:+19005551234>800 555 1234</a>",
     HTML + "<a href=tel:+18005551234>1-800-FLOWERS</a><a href=tel:+74951234567>8 (495) 123-45-67</a><a href=tel:112>112</a>", "letters; trunk prefixes"),
    ("text-differs", HTML + "<a href=https://bank.com.evil.example/>https://bank.com<span style='display:none'>.evil.example</span>/</a>",
     HTML + "<a href=https://bank.com/>https://bank.com<span style='display:none'>.evil.example</span>/</a>", "hidden words"),
    ("text-differs", HTML + "<style>.x{font-size:0}</style><a href=https://evil.example/>https://www.ba<i class=x>xyz</i>nk.com/</a>",
     HTML + "<style>.x{font-size:0}</style><a href=https://bank.com/>https://www.ba<i class=x>xyz</i>nk.com/</a>", "by a rule"),
    ("text-differs", HTML + "<body bgcolor=white><a href=https://evil.example/>www.bank.com<font color=white>.evil.example</font></a>",
     HTML + "<body bgcolor=white><a href=https://evil.example/><font color=white>www.bank.com</font>Hello</a>", "by a colour"),
    ("text-differs", HTML + "<a href=https://evil.example/ style='font-size:0'>click <span style='font-size:16px'>www.bank.com</span></a>",
     HTML + "<a href=https://evil.example/ style='font-size:0'>www.bank.com <span style='font-size:16px'>click</span></a>", "all but some words"),
    ("text-differs", HTML + "<a href='https://e%76il.example/'>https://www.bank.com/</a>",
     HTML + "<a href='https://ba%6Ek.com/'>https://www.bank.com/</a>", "what a browser opens"),
    ("text-differs", HTML + "<a href='https:evil.example/login'>https://bank.com/login</a>",
     HTML + "<a href='https:bank.com/login'>https://bank.com/login</a>", "a scheme without slashes"),
    ("text-differs", HTML + "<a href='\\\\evil.example/login'>https://bank.com/login</a>",
     HTML + "<a href='//bank.com/login'>https://bank.com/login</a>", "slashes without a scheme"),
    # Tooltips in other places and forms.
    ("title-differs", HTML + "<a href=https://evil.example/ title='https://www.bank.com/&#10;Click or tap to follow link.'>x</a>",
     HTML + "<a href=https://bank.com/ title='https://www.bank.com/&#10;Click or tap to follow link.'>x</a>", "as Outlook writes it"),
    ("title-differs", HTML + "<a href=https://evil.example/ title='Original URL:&#10;https://www.bank.com/&#10;&#10;Click to follow link.'>x</a>",
     HTML + "<a href=https://bank.com/ title='Original URL:&#10;https://www.bank.com/&#10;&#10;Click to follow link.'>x</a>", "on three lines"),
    ("title-differs", HTML + "<a href=https://evil.example/><img src=cid:x title='https://www.bank.com/'></a>",
     HTML + "<a href=https://bank.com/><img src=cid:x title='https://www.bank.com/'></a>", "of an image inside"),
    ("title-differs", HTML + "<a href=https://evil.example/><b><span title='Go to https://www.bank.com/ now'>x</span></b></a>",
     HTML + "<a href=https://evil.example/><b><span title='Bank.com'>x</span></b></a><i title=https://www.bank.com/>x</i>".replace("Bank.com", "The bank"),
     "of a text inside, among words; outside"),
    ("title-differs", HTML + "<a href=mailto:thief@evil.example title=service@bank.com>x</a>",
     HTML + "<a href=mailto:service@bank.com title=service@bank.com>x</a>", "a mailbox"),
    # Scripts.
    ("script-link", HTML + "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
     HTML + "<meta http-equiv=refresh content='0;url=https://bank.example/'>", "a page that opens itself"),
    ("script-link", HTML + "<meta content='1; URL=\"data:text/html;base64,PHNjcmlwdD4=\"' http-equiv=Refresh>",
     HTML + "<meta content='1; URL=\"data:text/plain,x\"' http-equiv=Refresh>", "in quotes"),
    ("script-link", HTML + "<meta http-equiv=refresh content='0; data:text/html,<b>x'>",
     HTML + "<meta name=refresh content='0;url=javascript:alert(1)'>", "without url=; not a refresh"),
    # Redirects.
    ("redirect-open", HTML + "<a href='https://shop.example/go?to=//evil.example/x'>x</a>",
     HTML + "<a href='https://shop.example/go?to=//www.shop.example/x&file=//notes/readme.md'>x</a>", "without a scheme"),
    ("redirect-open", HTML + "<a href='https://shop.example/go?to=/%5Cevil.example'>x</a>",
     HTML + "<a href='https://shop.example/go?to=/evil.example'>x</a>", "with a backslash"),
    ("redirect-open", HTML + "<a href='https://shop.example/go?a=1&amp;to=%2F%09%2Fevil.example'>x</a>",
     HTML + "<a href='https://shop.example/go?a=1&amp;to=%2F%09%2F2024'>x</a>", "with a tabulator"),
    ("redirect-open", HTML + "<a href='https://shop.example/redirect/https://evil.example/x'>x</a>",
     HTML + "<a href='https://shop.example/redirect/https://www.shop.example/x'>x</a>", "in the path"),
    ("redirect-open", HTML + "<a href='https://shop.example//evil.example/x'>x</a>",
     HTML + "<a href='https://shop.example//images//a.png'>x</a>", "as the path"),
    ("redirect-open", HTML + "<a href='https://shop.example/CL0/https:%2F%2Fevil.example%2Fx/1/0a-0b'>x</a>",
     HTML + "<a href='https://shop.example/at:2024/x:/y'>x</a>", "encoded in the path"),
    ("redirect-open", HTML + "<a href='https://shop.example/go?u=aHR0cHM6Ly9ldmlsLmV4YW1wbGUveA=='>x</a>",
     HTML + "<a href='https://shop.example/go?u=aHR0cHM6Ly93d3cuc2hvcC5leGFtcGxlL3g='>x</a>", "in base64"),
    ("redirect-open", HTML + "<a href='https://shop.example/r/aHR0cDovL2V2aWwuZXhhbXBsZQ/1'>x</a>",
     HTML + "<a href='https://shop.example/r/aHR0cDovL2xvY2FsaG9zdC94/1'>x</a>", "in base64 in the path; no domain"),
    ("redirect-open", HTML + "<a href='https://www.facebook.com/go?u=https://evil.example/'>x</a>",
     HTML + "<a href='https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fevil.example%2F'>x</a>"
     "<a href='https://twitter.com/intent/tweet?url=https%3A%2F%2Fevil.example%2F'>x</a>", "pages that share a URL"),
    # Hosts in disguise.
    ("odd-host", HTML + "<a href=https://%65vil.example/>x</a>", HTML + "<a href=https://b%C3%BCcher.example/>x</a>", "percent-encoded letters"),
    ("odd-host", HTML + "<a href=https://evil%2Eexample/>x</a>", HTML + "<a href=https://evil.example/%2E>x</a>", "a percent-encoded dot"),
    ("odd-host", HTML + "<a href=https://\uff45vil.example/>x</a>", HTML + "<a href=https://\u4f8b\u3048\u3002jp/>x</a>", "full width; a full stop"),
    ("odd-host", HTML + "<a href=https://ev\u00adil.example/>x</a>", HTML + "<a href=https://b\u00fccher.example/>x</a>", "an invisible character"),
    # Domains that differ in a few letters, or in their suffix.
    ("look-alike", "From: PayPal <service@paypal.com>\n" + HTML + "<a href=https://www.paypla.com/>x</a>",
     "From: PayPal <service@paypal.com>\n" + HTML + "<a href=https://www.paypal.de/>x</a><a href=https://paypalobjects.com/>y</a>", "swapped letters"),
    ("look-alike", HTML + "<a href=https://www.micorsoft.com/>x</a><img src=https://microsoft.com/x.png>",
     HTML + "<a href=https://www.microsoft.com/>x</a><img src=https://microsoftonline.com/x.png>", "beside an image"),
    ("look-alike", HTML + "<a href=https://www.amazzon.com/>www.amazon.com</a>",
     HTML + "<a href=https://www.amazon.de/>x</a><a href=https://amazon.com/>y</a><a href=https://amazon.co.uk/>z</a>", "a doubled letter; countries"),
    ("look-alike", "From: a@netflix.com\n" + HTML + "<a href=https://netfllix.com/>x</a>",
     "From: a@netflix.com\n" + HTML + "<a href=https://nflxext.com/>x</a><a href=https://nflximg.com/>y</a>", "of the sender"),
    ("look-alike", "From: a@facebook.com\n" + HTML + "<a href=https://faceboook.com/>x</a>",
     HTML + "<a href=https://createsend1.com/>x</a><a href=https://createsend2.com/>y</a><a href=https://sports.example/>z</a><a href=https://sport.example/>z</a>",
     "numbers and plurals"),
    ("look-alike", "From: a@facebook.com\n" + HTML + "<a href=https://facebok.com/>x</a>",
     "From: a@facebook.com\n" + HTML + "<a href=https://fb.com/>x</a>", "a letter left out"),
    ("look-alike", "From: a@santander.com\n" + HTML + "<a href=https://santamder.com/>x</a>",
     HTML + "<a href=https://wikipedia.org/>x</a><a href=https://wikimedia.org/>x</a><a href=https://mercadolibre.com/>x</a><a href=https://mercadolivre.com/>x</a>",
     "a letter replaced"),
    ("look-alike", "From: Bank <service@mybank.com>\n" + HTML + "<a href=https://mybank.cm/>x</a>",
     "From: Bank <service@mybank.com>\n" + HTML + "<a href=https://mybank.net/>x</a><a href=https://mybank.ch/>y</a>", "a misspelt suffix"),
    ("look-alike", "From: Bank <service@mybank.com>\n" + HTML + "<a href=https://login.mybank.xyz/>x</a>",
     "From: Bank <service@mybank.xyz>\n" + HTML + "<a href=https://mybank.com/>x</a>", "a cheap suffix; the sender's own"),
    ("look-alike", "From: Bank <service@mybank.com>\n" + HTML + "<a href=https://mybank.info/>x</a>",
     "From: Bank <service@mybank.com>\n" + HTML + "<a href=https://mybank.info/>x</a><a href=https://www.mybank.com/>y</a>", "in place of the known one, or beside it"),
    ("look-alike", HTML + "<a href=https://www.mybank.com.login.evil.example/>x</a><img src=https://mybank.com/logo.png>",
     HTML + "<a href=https://www.mybank.com.br/>x</a><img src=https://mybank.com/logo.png><a href=https://mybank.com.us7.list-manage.com/x>y</a><a href=https://mybank.com.s3.amazonaws.com/x>y</a>", "at the beginning of a host"),
    ("look-alike", "From: a@paypla.com\n" + HTML + "<a href=https://www.paypal.com/>x</a>",
     "From: a@paypal.com\n" + HTML + "<a href=https://www.paypal.com/>x</a>", "the sender is the odd one"),
    # Forms.
    ("form-target", "From: Bank <service@bank.com>\n" + HTML + "<form action=https://evil.example/in></form>",
     "From: Bank <service@bank.com>\n" + HTML + "<form action=https://www.bank.com/in></form>", "the sender's own form"),
    ("form-target", "From: Bank <service@bank.com>\n" + HTML + "<a href=https://bank.com/>x</a><form action=https://forms.evil.example/in></form>",
     "From: Bank <service@bank.com>\nList-Unsubscribe: <https://lists.example/u>\n" + HTML + "<form action=https://lists.example/vote></form>", "that of its mailing list"),
    ("userinfo", HTML + "<a href=https://www.bank.example@evil.example/>x</a>",
     HTML + "<a href=https://user@evil.example/>x</a>", "a name is no host"),
    ("userinfo", HTML + "<a href=https://bank.com:443@evil.example/>x</a>",
     HTML + "<a href=ftp://anonymous:secret@ftp.example/>x</a>", "with a port, or a password"),
    ("userinfo", HTML + "<a href='https://www.bank.com+login=1@evil.example/'>x</a>",
     HTML + "<a href='https://user.x+tag=1@evil.example/'>x</a>", "with other characters"),
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
    ("text-differs", HTML + "<style>a::before{content:'https://www.bank.com/'}</style>" + "<a href=https://evil.example/></a>",
     HTML + "<style>a::before{content:'https://www.bank.com/'}</style>" + "<a href=https://bank.com/></a>", "text of a style sheet"),
    ("text-differs", HTML + "<style>.x:after{content:'www.' 'bank\\2e com'}</style>" + "<a class='y x' href=https://evil.example/><b>Log in </b></a>",
     HTML + "<style>.x:after{content:'www.' 'bank\\2e com'}</style>" + "<a class='y x' href=https://bank.com/><b>Log in </b></a>", "in pieces, of a class, with an escape"),
    ("text-differs", HTML + "<style>#i::before, p{content:attr(data-u)}</style>" + "<a href=https://evil.example/><b id=i data-u=https://www.bank.com/>x</b></a>",
     HTML + "<style>#i::before, p{content:attr(data-u)}</style>" + "<a href=https://bank.com/><b id=i data-u=https://www.bank.com/>x</b></a>", "of an attribute"),
    ("text-differs", HTML + "<style>b::after{content:'.bank.com'}</style>" + "<a href=https://evil.example/><b>https://www</b></a>",
     HTML + "<style>b::after{content:'.bank.com'}</style>" + "<a href=https://bank.com/><b>https://www</b></a>", "after an element inside"),
    ("text-differs", HTML + "<style>a::before{content:'https://www.bank.com/'}</style>" + "<a href=https://evil.example/>x</a>",
     HTML + "<style>@media print{a::before{content:'https://www.bank.com/'}} p a::before{content:'https://www.bank.com/'} i::before{content:'https://www.bank.com/'} a:hover{content:'https://www.bank.com/'} a::before{content:counter(x)}</style>" + "<a href=https://evil.example/>x</a>", "rules that are not read, or other elements"),
    ("text-differs", HTML + "<style>a::before{content:'\\u2192 '} a::after{content:' (' attr(href) ')'}</style>" + "<a href=https://evil.example/>www.bank.com</a>",
     HTML + "<style>a::before{content:'\\u2192 '} a::after{content:' (' attr(href) ')'}</style>" + "<a href=https://bank.com/>www.bank.com</a>", "decoration does not hide what the text says"),
    ("look-alike", "From: a@paypal.com\n" + HTML + "<a href=https://paypal-secure.com/>x</a>",
     "From: a@paypal.com\n" + HTML + "<a href=https://paypal-prepaid.com/>x</a>", "a word of imitators after the sender's name"),
    ("look-alike", "From: a@paypal.com\n" + HTML + "<a href=https://www.login-paypal.evil.example/>x</a><a href=https://secure-paypal.de/>x</a>",
     "From: a@shop.com\n" + HTML + "<a href=https://shop-secure.com/>x</a>", "before it; a short name is a word"),
    ("look-alike", HTML + "<a href=https://bank.example/>www.ecdc.europa.eu</a> <a href=https://www.ecdc.europa.eu.evil.example/>y</a>",
     HTML + "<a href=https://www.ecdc/>www.ecdc</a> <a href=https://www.ecdc.europa.eu/>y</a>", "a text that is cut off at a dot"),
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
    ("base-split", HTML + BASE + "<a href=login>x</a>",
     "Content-Type: message/http\n\nHTTP/1.1 200 OK\n" + HTML + BASE + "<a href=login>x</a>", "mail, not an archived page"),
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
     HTML + "<a href='https://shop.example/go#https%3A%2F%2Fevil.example'>x</a>", "encoded twice; no server sees a fragment"),
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
    def codes_of_each(self, messages, *options):
        found = self.rows_of_each("check", [("Subject: x\n" + message, options) for message in messages])
        return [[row for row in rows if row["code"] in CODES] for rows in found]

    def codes(self, message, *options):
        return self.codes_of_each([message], *options)[0]

    def test_pairs(self):
        of_deceptive = self.codes_of_each([pair[1] for pair in PAIRS])
        of_honest = self.codes_of_each([pair[2] for pair in PAIRS])
        for (code, deceptive, honest, why), rows, twin in zip(PAIRS, of_deceptive, of_honest, strict=True):
            with self.subTest(why=why, code=code):
                self.assertIn((code, CODES[code]), {(row["code"], row["severity"]) for row in rows}, deceptive)
                self.assertNotIn(code, {row["code"] for row in twin}, honest)

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


# name, a content with one link of this text
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
BASE_OF_NONE = "https://bank.example/"
DOCUMENTS = (
    ("a.pdf", lambda text, url: documents.pdf([(text, url)])),
    ("a.docx", lambda text, url: documents.docx([(text, url)])),
    ("field.docx", lambda text, url: documents.docx([], fields=[(text, f"HYPERLINK &quot;{url}&quot;")])),
    ("a.odt", lambda text, url: documents.odt([(text, url)], BASE_OF_NONE)),
    ("a.rtf", lambda text, url: documents.rtf([(text, url)], BASE_OF_NONE)),
    ("a.doc", lambda text, url: documents.doc([(text, url)], BASE_OF_NONE, [])),
)
SCRIPT = "javascript:go(1)"


def xml_with(link, relationships, space, name):
    """An Office file whose document has a link with the relationship rId1."""
    return documents.package({
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "_rels/.rels": documents.relationships(("rId1", "officeDocument", name, False)),
        name: f'<x xmlns="{space}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="{documents.RELATIONSHIPS}">{link}</x>',
        f"{name.rpartition('/')[0]}/_rels/{name.rpartition('/')[2]}.rels": documents.relationships(("rId1", "hyperlink", relationships, True))})


def xls(url, tip):
    """A hyperlink of a cell (MS-XLS sections 2.4.140 and 2.4.141)."""
    target = (url + "\0").encode("utf-16-le")
    link = (bytes(8) + bytes.fromhex("D0C9EA79F9BACE118C8200AA004BA90B") + struct.pack("<II", 2, 3)
            + bytes.fromhex("E0C9EA79F9BACE118C8200AA004BA90B") + struct.pack("<I", len(target)) + target)
    return encrypted_workbooks.xls([(0x1B8, link), (0x800, struct.pack("<H", 0x800) + bytes(8) + (tip + "\0").encode("utf-16-le"))])


SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
# name, a content with one link that has this tooltip
TOOLTIPS = (
    ("a.docx", lambda url, tip: xml_with(f'<w:hyperlink xmlns:w="{WORD}" r:id="rId1" w:tooltip="{tip}"/>', url, WORD, "word/document.xml")),
    ("field.docx", lambda url, tip: documents.docx([], fields=[("bank", f"HYPERLINK &quot;{url}&quot; \\o &quot;{tip}&quot;")])),
    ("a.xlsx", lambda url, tip: xml_with(f'<hyperlinks><hyperlink ref="A1" r:id="rId1" tooltip="{tip}"/></hyperlinks>', url, SHEETS, "xl/sheet1.xml")),
    ("a.pptx", lambda url, tip: xml_with(f'<a:r><a:rPr><a:hlinkClick r:id="rId1" tooltip="{tip}"/></a:rPr><a:t>bank</a:t></a:r>', url, "p", "ppt/slide1.xml")),
    ("a.odt", lambda url, tip: documents.odt([("bank", f'{url}" office:title="{tip}')], BASE_OF_NONE)),
    ("a.odp", lambda url, tip: documents.odt([("bank", f'{url}" xlink:title="{tip}')], BASE_OF_NONE)),
    ("a.rtf", lambda url, tip: documents.rtf([("bank", f'{url}" \\\\o "{tip}')], BASE_OF_NONE)),
    ("a.doc", lambda url, tip: documents.doc([("bank", f'{url}" \\o "{tip}')], BASE_OF_NONE, [])),
    ("a.xls", xls),
)


class Documents(CliTest):
    def codes(self, name, content):
        message = self.write("m.eml", documents.mail("x", name, content))
        return {row["code"] for row in rows_of(run("check", "--format=jsonl", message).stdout)} & set(CODES)

    def test_texts_of_links(self):
        for name, make in DOCUMENTS:
            with self.subTest(name=name):
                self.assertEqual(self.codes(name, make("https://bank.example/", "https://evil.test/")), {"text-differs"})
                self.assertEqual(self.codes(name, make("https://bank.example/", "https://www.bank.example/a")), set())
                self.assertEqual(self.codes(name, make("the bank", "https://evil.test/")), set())

    def test_tooltips(self):
        for name, make in TOOLTIPS:
            with self.subTest(name=name):
                self.assertEqual(self.codes(name, make("https://evil.test/", "https://bank.example/")), {"title-differs"})
                self.assertEqual(self.codes(name, make("https://www.bank.example/a", "https://bank.example/")), set())
                self.assertEqual(self.codes(name, make("https://evil.test/", "the bank")), set())

    def test_scripts(self):
        for name, make in DOCUMENTS:
            with self.subTest(name=name):
                self.assertEqual(self.codes(name, make("the bank", SCRIPT.replace("(", "\\(").replace(")", "\\)") if name == "a.pdf" else SCRIPT)),
                                 {"script-link"})
        self.assertEqual(self.codes("a.url", documents.url_file(SCRIPT)), {"script-link"})
        self.assertEqual(self.codes("a.url", documents.url_file("https://evil.test/")), set())
        event = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nURL:%s\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        self.assertEqual(self.codes("a.ics", (event % SCRIPT).encode()), {"script-link"})
        self.assertEqual(self.codes("a.ics", (event % "https://evil.test/").encode()), set())

    def test_what_nobody_sees(self):
        """The former action of a link opens nothing."""
        former = documents.pdf([("https://bank.example/", "https://evil.test/")]).replace(b"/A <<", b"/PA <<")
        self.assertEqual(self.codes("a.pdf", former), set())


class SavedPages(CliTest):
    """A link of a saved page to its own site deceives nobody. What somebody has sent is mail, whatever it says of itself."""
    SNAPSHOT = "Snapshot-Content-Location: https://news.example/item\n"
    LINKS = HTML + "<a href=https://news.example/from?site=club.com title='https://club.com/'>club.com</a>"

    def codes(self, message, *options, name="m.mht"):
        done = run("check", "--format=jsonl", "--code=text-differs,title-differs", *options, self.write(name, message))
        return {row["code"] for row in rows_of(done.stdout)}

    def test_pages(self):
        both = {"text-differs", "title-differs"}
        received = "Received: from a.example by b.example; Fri, 27 Nov 2026 10:00:00 +0000\n"
        mails = (self.SNAPSHOT + received + self.LINKS, self.SNAPSHOT + "To: a@b.example\n" + self.LINKS,
                 "Content-Location: https://news.example/item\n" + self.LINKS,
                 self.SNAPSHOT.replace("news", "other") + self.LINKS, self.LINKS)
        for mail in mails:
            self.assertEqual(self.codes("Subject: x\n" + mail), both, mail)
        self.assertEqual(self.codes("Subject: x\n" + self.SNAPSHOT + self.LINKS), set())
        url = "--retrieval-url=https://www.news.example/"
        self.assertEqual(self.codes("Subject: x\n" + self.LINKS, url), set())
        self.assertEqual(self.codes("Subject: x\nTo: a@b.example\n" + self.LINKS, url), both)

    def test_forwarded(self):
        """The outermost message decides."""
        mail = "To: a@b.example\n" + self.SNAPSHOT + "Content-Type: message/rfc822\n\n" + self.SNAPSHOT + self.LINKS
        self.assertEqual(self.codes(mail, name="m.eml"), {"text-differs", "title-differs"})

    def test_records(self):
        http = "HTTP/1.1 200 OK\r\nTo: x\r\n" + self.LINKS.replace("\n", "\r\n")
        record = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://{}/x\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n{}\r\n\r\n"
        for host, codes in (("news.example", set()), ("other.example", {"text-differs", "title-differs"})):
            self.assertEqual(self.codes(record.format(host, len(http), http), name="a.warc"), codes, host)


class Groups(CliTest):
    LINKS = "Subject: x\n" + HTML + "<a href=https://evil.example/>https://bank.example/</a><a href=x>y</a><img width=1 height=1 src='https://a.example/?u=b@c.example'>"

    def codes(self, *options):
        done = run("check", "--format=jsonl", *options, self.write("m.eml", self.LINKS))
        return {row["code"] for row in rows_of(done.stdout)}

    def test_groups(self):
        deceptive = {"text-differs", "tracker"}
        for options, codes in (((), deceptive | {"no-base"}), (("--code=deceptive",), deceptive), (("--code=bases",), {"no-base"}),
                               (("--code=bases,tracker",), {"no-base", "tracker"}), (("--code=deceptive,!tracker",), {"text-differs"}),
                               (("--code=!deceptive",), {"no-base"}), (("--code=deceptive", "--severity=note"), {"tracker"}),
                               (("--code=readers",), set())):
            self.assertEqual(self.codes(*options), codes, options)

    def test_a_code_in_several_groups_is_listed_once(self):
        message = self.write("m.eml", self.LINKS)
        for codes in ("readers,documents", "!deceptive,!no-base"):
            said = run("check", f"--code={codes}", "--progress", message).stderr.decode().partition(";")[0]
            self.assertEqual(said.count("document-base-split"), 1, said)

    def test_words(self):
        message = self.write("m.eml", self.LINKS)
        for word, said in (("deceptiv", 'did you mean "deceptive"?'), ("reader", 'did you mean "readers"?'), ("basses", 'did you mean "bases"?')):
            self.assert_fails(2, said, "check", "--code", word, message)
        self.assertIn(b"deceptive", run("check", "--help").stdout)
        self.assertIn(b"deceptive", run("completion", "bash").stdout)


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

    def test_names(self):
        """Each way in which hosts imitate a domain of the file, and hosts that do not."""
        deceptive = ("amazon.evil.example", "updates-ledger.com", "gooogle.com", "paypal.com.evil.example", "secure.paypal.com.evil.example",
                     "paypal.co", "paypal-login.com", "xn--80ak6aa92e.com", "paypal.xyz", "amazon-com.evil.example")
        honest = ("www.amazon.com", "paypal.com", "google.com", "purchase.com", "pineapple.com", "a.example", "xn--bcher-kva.example")
        path = self.write("domains", b"amazon.com\nledger.com\ngoogle.com\npaypal.com\napple.com\n")
        body = HTML + "".join(f"<a href=https://{host}/>x</a><img src=https://{host}/y>" for host in (*deceptive, *honest))
        message = self.write("m.eml", "Subject: x\n" + body)
        rows = rows_of(run("check", "--format=jsonl", "--code=look-alike", "--domains", path, message).stdout)
        self.assertEqual([row["detail"] for row in rows if "apple.com" in row["detail"]],
                         ["the host \u0430\u0440\u0440\u04cf\u0435.com (xn--80ak6aa92e.com) looks like apple.com, which is another domain: do not trust it"])
        named = {row["detail"].split(" ", 2)[2].split(" (xn--")[0].split(" ")[0] for row in rows}
        self.assertEqual(named, {"\u0430\u0440\u0440\u04cf\u0435.com" if host.startswith("xn--80") else host for host in deceptive})

    def test_many_domains(self):
        path = self.write("domains", "".join(f"brand{n}x.example\n" for n in range(10_000)))
        message = self.write("m.eml", "Subject: x\n" + HTML + "<a href=https://brand4711x-login.com/>x</a>")
        row, = rows_of(run("check", "--format=jsonl", "--code=look-alike", "--domains", path, message).stdout)
        self.assertIn("contains the name of brand4711x.example", row["detail"])

    def test_a_domain_of_the_list_is_honest(self):
        path = self.write("domains", b"paypal.example\npaypa1.example\n")
        self.assertEqual(self.found("--domains", path), ["b\u0430nk.example"])
        path = self.write("domains", b"paypal-login.com\nours.example\nmybank.xyz\n")
        links = "".join(f"<a href=https://{host}/>x</a>" for host in ("paypal-login.com", "www.bank.com.ours.example", "mybank.xyz."))
        images = "".join(f"<img src=https://{host}/y>" for host in ("bank.com", "mybank.com"))
        message = self.write("m.eml", "From: a@paypal.com\n" + HTML + links + images)
        rows = rows_of(run("check", "--format=jsonl", "--code=look-alike", "--domains", path, message).stdout)
        self.assertEqual([row["detail"].split()[2] for row in rows], ["mybank.com"])

    def test_a_sender_that_imitates_a_domain_of_the_list(self):
        path = self.write("domains", b"paypal.com\n")
        message = self.write("m.eml", "From: a@paypa1.com\n" + HTML + "<a href=https://www.paypal.com/>x</a>")
        row, = rows_of(run("check", "--format=jsonl", "--code=look-alike", "--domains", path, message).stdout)
        self.assertEqual(row["detail"], "the host www.paypal.com is imitated by the sender's domain paypa1.com, which is another domain: do not trust it")

    def test_wrong_usage(self):
        message = self.write("m.eml", "Subject: x\n\nx")
        for name, said in (("none", "No such file"), (".", "cannot be read")):
            self.assert_fails(2, said, "check", "--domains", self.folder / name, message)
        self.assert_fails(2, "line 2", "check", "--domains", self.write("bad", b"a.example\nno domain\n"), message)
        self.assertEqual(run("links", "--domains", self.write("good", b""), message).returncode, 2)


if __name__ == "__main__":
    main()
