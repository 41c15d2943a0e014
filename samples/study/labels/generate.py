"""Texts like those of mail, at random but the same on each run. Their labels are known, because each URL is put where it is."""

import random

from labels import Text, maybe, url

DOMAINS = ["example.com", "example.org", "example.net"]
SUBDOMAINS = ["", "", "www.", "lists.", "docs.", "shop.", "git.", "mail.example.", "static-1.", "m.", "bugs.", "a.b.c."]
WORDS = (
    "archive list update winter plan review summary budget order invoice ticket station index guide release notes photo album report "
    "team weekly north harbour river concert rehearsal minutes draft final table tracker basic advanced manual"
).split()
NAMES = ["Ana Souza", "Grace Meyer", "Jürgen Weiß", "Li Wei", "Olga Petrova", "Tom Baker", "Marie Dubois", "Kenji Sato", "Ada Fields", "Ravi Kumar"]
SENTENCES = [
    "I had no time to look at it before Thursday, sorry.",
    "The numbers on page 3 do not add up.",
    "Can you send me the old version, too?",
    "We meet at 10.30 in room 2.14, as always.",
    "This was fixed in 4.2.1, but not in 4.1.",
    "Nothing else has changed since then.",
    "Please answer to all, not only to me.",
    "It costs 12.50 EUR/month (without tax).",
    "The file README.md says more.",
    "Run main.py with the option -v.",
    "Best regards from Porto...Ana",
    "He said: no.It is too late.",
    "See chapter 2;section 4 is wrong.",
]


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.number = 0

    def one(self, items):
        return self.random.choice(items)

    def word(self):
        return self.one(WORDS)

    def host(self):
        shape = self.random.random()
        if shape < 0.03:
            return "[2001:db8::%x]" % self.random.randrange(1, 65535)
        if shape < 0.06:
            return "192.0.2.%d" % self.random.randrange(1, 255)
        if shape < 0.09:
            return self.one(["bücher.example.com", "пример.example.org", "例え.example.net"])
        if shape < 0.12:
            return "WWW." + self.one(DOMAINS).upper()
        return self.one(SUBDOMAINS).replace("mail.example.", "mail.") + self.one(DOMAINS)

    def path(self):
        parts = [self.word() for _ in range(self.random.randrange(0, 4))]
        shape = self.random.random()
        if shape < 0.06:
            parts.append(self.one(["Base_(URL)", "Porto_(city)", "C_(letter)"]))
        elif shape < 0.12:
            parts.append("~" + self.word())
        elif shape < 0.18:
            parts.append(self.one(["straße", "größe", "письмо", "日本", "résumé"]))
        elif shape < 0.24:
            parts.append(self.word() + "%20" + self.word())
        elif shape < 0.28:
            parts.append("@" + self.word())
        elif shape < 0.32:
            parts.append(self.word() + ";v=2")
        elif shape < 0.36:
            parts.append(self.word() + "," + str(self.random.randrange(99)))
        elif shape < 0.6:
            parts.append(self.word() + self.one([".html", ".pdf", ".php", ".tar.gz", ""]))
        return "/" + "/".join(parts) + self.one(["", "", "/"]) if parts else self.one(["", "/"])

    def plain(self, scheme=None):
        """A URL. The number in it makes it unique."""
        self.number += 1
        made = (scheme or self.one(["http", "https", "https", "https", "ftp", "HTTP" if self.random.random() < 0.2 else "http"])) + "://"
        if self.random.random() < 0.03:
            made += self.one(["guest@", "user:secret@"])
        made += self.host() + (":%d" % self.one([8080, 443, 8443, 80, 5000]) if self.random.random() < 0.08 else "") + self.path()
        if self.random.random() < 0.45:
            made += "" if made.count("/") > 2 else "/"
            made += "?" + self.one(["id=%d", "n=%d&page=2", "ref=mail&n=%d", "q=a+b&n=%d", "u=%d&e=ana%%40example.com", "token=%d-aB_c.d~e"]) % self.number
        else:
            made += ("" if made.endswith("/") else "/") + "n%d" % self.number
        if self.random.random() < 0.15:
            made += "#" + self.one(["top", "s2.4", "L%d" % self.number, "/inbox/%d" % self.number, "!/view", "a=b"])
        return made

    def some(self):
        """A URL of any kind that a text may have."""
        if self.random.random() < 0.06:
            self.number += 1
            return url("www.%s/%s/%d" % (self.one(DOMAINS), self.word(), self.number))
        return url(self.plain())

    def sentence(self):
        """A sentence around a URL, and what stands at its end."""
        u, before, after = self.some(), *self.one(
            [
                ("See ", "."),
                ("see ", ", which is newer."),
                ("(", ")"),
                ("Details (", ")."),
                ("It is at ", "!"),
                ("Have you seen ", "?"),
                ("The page: ", ""),
                ("Found it: ", "; the rest is old."),
                ('They call it "', '".'),
                ("He wrote '", "', I think."),
                ("<", ">"),
                ("Look at <", ">."),
                ("More: <URL:", ">"),
                ("Link: ", " (needs a login)"),
                ("[1] ", ""),
                ("", " is down again"),
                ("*", "*"),
                ("_", "_"),
                ("It moved to ", ":"),
                ("»", "«"),
                ("“", "”"),
                ("(see ", "; or ask me)"),
                ("url=", ""),
                ("- ", " -- the new one"),
                ("wait for ", "..."),
                ("Really ", "?!"),
            ]
        )
        return [before, u, after]


def conversation(text, make):
    text.add("Hi %s,\n\n" % make.one(NAMES).split()[0])
    for _ in range(make.random.randrange(2, 5)):
        text.add(make.one(SENTENCES), " ", *make.sentence(), "\n", make.one(["", "\n"]))
    text.add("\nRegards\n%s\n" % make.one(NAMES))


def quoted(text, make):
    text.add("On Tue, 3 Nov 2026 at 10:12, %s <" % make.one(NAMES), maybe("ana.souza@example.com"), "> wrote:\n")
    for _ in range(make.random.randrange(2, 5)):
        text.add("> " * make.random.randrange(1, 4), *make.sentence(), "\n")
    text.add(">\n> ", make.one(SENTENCES), "\n\n", *make.sentence(), "\n")


def signature(text, make):
    text.add(make.one(SENTENCES), "\n\n-- \n", make.one(NAMES), "\n", make.one(["Tel. +49 30 1234567", "phone: 555-0100", "Room 3.14"]), "\n")
    text.add(make.one(["Web: ", "", "| ", "* "]), make.some(), make.one(["", " |", " *"]), "\n", maybe("office@example.org"), " - ", make.some(), "\n")


def list_footer(text, make):
    text.add(
        make.one(SENTENCES),
        "\n",
        "_" * 47,
        "\nplan-list mailing list\n",
        maybe("plan-list@example.org"),
        "\n",
        url(make.plain("https")),
        "\nPosting rules: ",
        *make.sentence(),
        "\n"
    )


def newsletter(text, make):
    text.add("NEWS OF THE %s\n==================\n\n" % make.word().upper())
    for number in range(1, make.random.randrange(3, 7)):
        text.add("%d. %s\n   %s\n   " % (number, make.word().title(), make.one(SENTENCES)), make.some(), "\n\n")
    text.add("Unsubscribe: <", url(make.plain("https")), ">\nor write to ", url("mailto:leave-%d@example.org?subject=leave" % make.number), "\n")


def bracketed(text, make):
    """Delimited, and wrapped between the delimiters."""
    for _ in range(make.random.randrange(2, 4)):
        whole = make.plain().rstrip("-")
        cut = make.random.randrange(len(whole) // 2, len(whole))
        while whole[cut - 1] == "-":
            cut += 1
        opened, indent = make.one(["<", "<URL:", "<url:", "<"]), make.one(["", "  ", "    "])
        text.add(make.one(SENTENCES), "\n", indent, opened, url(whole[:cut] + "\n" + indent + whole[cut:], whole), ">", make.one(["", ".", " and so on"]), "\n")


def quoted_bracketed(text, make):
    text.add("%s wrote:\n" % make.one(NAMES))
    for _ in range(2):
        whole = make.plain().rstrip("-")
        cut = make.random.randrange(len(whole) // 2, len(whole))
        while whole[cut - 1] == "-":
            cut += 1
        text.add("> ", make.one(SENTENCES), "\n> <", url(whole[:cut] + "\n> " + whole[cut:], whole), ">\n")
    text.add("\n", *make.sentence(), "\n")


def references(text, make):
    count = make.random.randrange(2, 6)
    text.add(make.one(SENTENCES)[:-1], "".join(" [%d]" % (n + 1) for n in range(count)), ".\n\n")
    for number in range(count):
        text.add("[%d] " % (number + 1), make.one(["", ": "]) if number % 2 else "", make.some(), "\n")


def several(text, make):
    for _ in range(make.random.randrange(1, 4)):
        between = make.one([" ", ", ", " and ", " | ", "\t", "; ", " / "])
        text.add(make.some())
        for _ in range(make.random.randrange(1, 4)):
            text.add(between, make.some())
        text.add("\n")


def table(text, make):
    text.add("| name      | status | link\n|-----------|--------|-----\n")
    for _ in range(make.random.randrange(2, 6)):
        text.add("| %-9s | %-6s | " % (make.word(), make.one(["ok", "failed"])), make.some(), make.one([" |", ""]), "\n")


def code(text, make):
    for _ in range(make.random.randrange(2, 5)):
        before, after = make.one(
            [
                ('  response = get("', '")'),
                ("curl -sL '", "' | head"),
                ("$ wget ", " -O x.tgz"),
                ('<a href="', '">text</a>'),
                ("git clone ", " work"),
                ("base: ", ""),
                ('{"link": "', '"}'),
                ("URL=", ""),
                ("# see ", ""),
                ("/* ", " */"),
                ("`", "`"),
                ("fetch(`", "`);"),
                ("open('", "').read()"),
            ]
        )
        text.add(before, url(make.plain()), after, "\n")
    text.add("  File \"main.py\", line 12, in fetch\nmake.sh: line 3: README.md: not found\n")


def log(text, make):
    for second in range(make.random.randrange(2, 6)):
        before, after = make.one(
            [
                ("GET ", ' 200 1532 "-" "test/1.0"'),
                ("ERROR [main.c:120] cannot open ", ": timed out"),
                ("level=warn msg=retry url=", " n=3"),
                ("proxy: connect to ", ", waiting"),
                ('"GET / HTTP/1.1" 301 0 "', '" "Test"'),
                ("[ok] ", " (12ms)"),
            ]
        )
        text.add("2026-11-03T10:12:%02dZ host1 " % second, before, url(make.plain()), after, "\n")


def commit(text, make):
    text.add(
        "Module: plan\nBranch: main\nCommit: %040x\nURL:    " % make.random.getrandbits(160),
        url(make.plain()),
        "\n\nAuthor: %s <" % make.one(NAMES),
        maybe("dev@example.net"),
        ">\n\n",
    )
    text.add(
        "tests: %s\n\n" % make.one(SENTENCES),
        make.one(["Bug: ", "Closes: ", "See-also: ", "Link: "]),
        url(make.plain()),
        "\n---\n src/find.c | 12 +++---\n diff --git a/src/find.c b/src/find.c\n",
    )
    text.add("-  // ", url(make.plain()), "\n+  // ", url(make.plain()), "\n")


def markdown(text, make):
    text.add("## %s\n\n" % make.word().title())
    for _ in range(make.random.randrange(2, 5)):
        before, after = make.one(
            [
                ("* [the page](", ")"),
                ("* [the page](", ' "A title")'),
                ("![image](", ") and text."),
                ("<", ">"),
                ("[id]: ", ""),
                ("**", "**"),
                ("| ", " |"),
                ("`", "`"),
                ("> ", ""),
            ]
        )
        if before.startswith("*") and before.endswith("("):
            first = url(make.plain())
            text.add("* [", first, "](", url(make.plain()), ")\n")
        text.add(before, url(make.plain()), after, "\n")


def other_markup(text, make):
    for _ in range(make.random.randrange(2, 5)):
        before, after = make.one(
            [
                ("`the page <", ">`_"),
                (".. _page: ", ""),
                ("[", " the page]"),
                ("[url=", "]the page[/url]"),
                ("[url]", "[/url]"),
                ("[[", "|the page]]"),
                ("the page (", ")"),
                ("link:", "[the page]"),
                ("\\url{", "}"),
                ("\\href{", "}{the page}"),
            ]
        )
        text.add(before, url(make.plain()), after, "\n")


def order(text, make):
    text.add(
        "Thank you for your order no. 2026.%d!\n\nStatus:\n" % make.random.randrange(9999),
        url(make.plain("https")),
        "\n\n2 x Cable 1.5m    12.50\n\nQuestions? ",
        maybe("shop@example.com"),
        " or ",
    )
    text.add(url("www.example.com/help/%d" % make.number), ".\nReturn within 14 days: ", *make.sentence(), "\n")


def german(text, make):
    text.add(
        "Hallo %s,\n\nschön, dass es geklappt hat. Die Bilder liegen unter " % make.one(NAMES).split()[0],
        make.some(),
        ", das Protokoll (",
        make.some(),
        ") fehlt noch.\n",
        "Siehe „",
        make.some(),
        "“ bzw. »",
        make.some(),
        "«.\n\nGrüße\n",
    )


def french(text, make):
    text.add("Bonjour,\n\nvoir ", make.some(), " ; la suite est ici : ", make.some(), " !\nD’après « ", make.some(), " », c’est ‹", make.some(), "›.\n")


def japanese(text, make):
    text.add("お世話になっております。\n詳細は ", make.some(), " をご覧ください。\n資料:", make.some(), "\n（", make.some(), "）\n「", make.some(), "」。\n")


def russian(text, make):
    text.add("Здравствуйте!\n\nСсылка: ", make.some(), ".\nСтарая версия — ", make.some(), "…\n(", make.some(), ")\n")


def indented(text, make):
    for _ in range(make.random.randrange(3, 7)):
        text.add(make.one(["\t", "    ", "  * ", " - ", "o ", "• ", "-> ", "=> ", ":", "1) ", "# "]), make.some(), make.one(["", " ", "\t", ",", "."]), "\n")


def flowed(text, make):
    """Soft breaks stand between words, never in a URL."""
    for _ in range(2):
        text.add(
            "This is a longer paragraph that was wrapped by the program, see \n",
            make.some(),
            " \nfor the rest of it. ",
            *make.sentence(),
            " \nand nothing else.\n\n"
        )


def delsp(text, make):
    """A URL of more than a line, which delsp=yes lets a program put together again."""
    for _ in range(2):
        whole = make.plain("https")
        cut = make.random.randrange(len(whole) // 2, len(whole))
        text.add("The page is  \n", url(whole[:cut] + " \n" + whole[cut:], whole), "  \nand that is all.\n\n")


def soft_breaks(text, make):
    for _ in range(make.random.randrange(2, 4)):
        whole = make.plain("https") + "&x=" + "-".join(make.word() for _ in range(10)) if make.random.random() < 0.6 else make.plain()
        text.add(make.one(SENTENCES), " ", url(whole), make.one(["", ".", " ="]), "\n")


KINDS = [
    conversation,
    quoted,
    signature,
    list_footer,
    newsletter,
    bracketed,
    quoted_bracketed,
    references,
    several,
    table,
    code,
    log,
    commit,
    markdown,
    other_markup,
    order,
    german,
    french,
    japanese,
    russian,
    indented,
    flowed,
    delsp,
    soft_breaks,
]
NAME_OF = {"soft_breaks": "quoted-printable"}


def texts(seed=1808, each=9, half="generated"):
    make = Maker(seed)
    for kind in KINDS:
        name = NAME_OF.get(kind.__name__, kind.__name__.replace("_", "-"))
        for number in range(1, each + 1):
            text = Text(name)
            kind(text, make)
            yield text.row("%s/%s-%02d" % (half, name, number))
