"""The inputs of the benchmark: made once, kept in a folder, and made again if their recipe changes."""

import gzip
import hashlib
import json
import os
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "cli")]

import documents  # noqa: E402
import make_mbox  # noqa: E402
import stores  # noqa: E402

MEGABYTE = 10**6
TEN = 10  # times the input


def hash_of_makers():
    names = (HERE / "make_mbox.py", HERE / "inputs.py", HERE.parent / "stores.py")
    return hashlib.sha256(b"".join(path.read_bytes() for path in names)).hexdigest()[:16]


class Input:
    """A file or folder, and facts that were collected when it was made."""

    def __init__(self, path, facts):
        self.path = path
        self.facts = facts

    @property
    def megabytes(self):
        return self.path.stat().st_size / MEGABYTE


class Inputs:
    """If `corpora` is empty, all mail is synthetic."""

    def __init__(self, folder, corpora, megabytes):
        self.folder = folder
        self.corpora = corpora
        self.megabytes = megabytes
        self._makers = hash_of_makers()
        self._messages = None
        self._is_real = False
        folder.mkdir(parents=True, exist_ok=True)

    def _made(self, name, recipe, write):
        """The input `name`. If it does not exist as wanted, `write(path)` makes it and returns facts about it."""
        path = self.folder / name
        note = self.folder / (name + ".note")
        wanted = {"recipe": recipe, "makers": self._makers, "corpora": self.corpora}
        if path.exists() and note.exists():
            noted = json.loads(note.read_text())
            facts = noted.pop("facts")
            if noted == wanted:
                return Input(path, facts)
        print(f"making {path}", file=sys.stderr, flush=True)
        part = self.folder / (name + ".part")
        for old in (part, path):
            if old.is_dir():
                shutil.rmtree(old)
            else:
                old.unlink(missing_ok=True)
        facts = write(part) or {}
        os.replace(part, path)
        note.write_text(json.dumps({**wanted, "facts": facts}))
        return Input(path, facts)

    def _mail(self):
        """The mail of the corpora, or else synthetic mail."""
        if self._messages is None:
            self._messages = make_mbox.real_messages(self.corpora) if self.corpora else []
            self._is_real = bool(self._messages)
            self._messages = self._messages or make_mbox.synthetic_messages()
        return self._messages

    def sentence(self):
        """Describes the mail that most measurements use."""
        facts = self.mbox().facts
        kind = "real ones" if facts["real"] else "synthetic ones, as there are no corpora here,"
        return (
            f"{self.megabytes} MB of mbox: {facts['messages']:,} messages, "
            f"which are {facts['different']:,} {kind} repeated."
        )

    def _mbox_of(self, name, messages, megabytes):
        """Messages repeated up to a size; `messages` produces them."""

        def write(path):
            mail = messages()
            count = make_mbox.write_mbox(str(path), mail, megabytes * MEGABYTE)
            return {
                "messages": count,
                "largest": max(map(len, mail[:count])),
                "different": min(count, len(mail)),
                "real": self._is_real,
            }

        return self._made(name, [megabytes], write)

    def mbox(self, megabytes=None):
        megabytes = megabytes or self.megabytes
        return self._mbox_of(f"mail-{megabytes}.mbox", self._mail, megabytes)

    def without_documents(self):
        """The mail that has no documents: most of it."""
        return self._mbox_of("plain.mbox", lambda: [m for m in self._mail() if not make_mbox.DOCUMENT.search(m)], self.megabytes)

    def with_documents(self):
        """The same with the documents of the samples in it, one in ten messages."""

        def messages():
            plain = [m for m in self._mail() if not make_mbox.DOCUMENT.search(m)]
            kinds = list(documents.samples().values())
            return [m for i, one in enumerate(plain) for m in ([one, kinds[i // 9 % len(kinds)]] if i % 9 == 0 else [one])]

        return self._mbox_of("documents.mbox", messages, self.megabytes)

    def ten_references(self):
        """Mail with about ten references per message, as services send it."""
        return self._mbox_of("ten-references.mbox", make_mbox.newsletters, self.megabytes)

    def tenfold(self):
        """The mbox, repeated ten times."""

        def write(path):
            source = self.mbox()
            with open(path, "wb") as out:
                for _ in range(TEN):
                    with open(source.path, "rb") as file:
                        shutil.copyfileobj(file, out, 1 << 20)
            return source.facts

        return self._made("mail-tenfold.mbox", [self.megabytes, TEN], write)

    def halves(self):
        """The mbox, split in two at a From_ line."""

        def write(number):
            def write_half(path):
                data = self.mbox().path.read_bytes()
                cut = data.index(b"\n" + make_mbox.FROM_LINE, len(data) // 2) + 1
                path.write_bytes(data[:cut] if number == 1 else data[cut:])

            return write_half

        return [self._made(f"half-{number}.mbox", [self.megabytes], write(number)) for number in (1, 2)]

    def gzipped(self):
        def write(path):
            with open(self.mbox().path, "rb") as file, gzip.open(path, "wb", 6) as out:
                shutil.copyfileobj(file, out, 1 << 20)
            return self.mbox().facts

        return self._made("mail.mbox.gz", [self.megabytes], write)

    def _repeated(self, count):
        mail = [stores.prepared(message) for message in self._mail()]
        mail = [message for message in mail if not stores.is_quoted(message)]
        return (mail[number % len(mail)] for number in range(count))

    def maildir(self, count):
        def write(path):
            stores.write_maildir(path, self._repeated(count))
            return {"messages": count, "largest": max(map(len, self._mail()))}

        return self._made("maildir", [count], write)

    def mbox_of_maildir(self, count):
        """The same messages as an mbox."""
        return self._made("maildir.mbox", [count], lambda path: stores.write_mbox(path, self._repeated(count)))

    def for_stores(self, count):
        """This many messages that no dialect has to quote, alternately real and synthetic."""
        real = [stores.prepared(message) for message in self._mail()]
        synthetic = [stores.prepared(message) for message in make_mbox.synthetic_messages(count // 2 + 1)]
        real = [message for message in real if not stores.is_quoted(message)]
        return [synthetic[i // 2] if i % 2 else real[i // 2 % len(real)] for i in range(count)]

    def giant(self, references):
        """A message with this many references."""

        def write(path):
            link = b"<a href=x>one</a>\n"
            with open(path, "wb") as out:
                out.write(b"Subject: giant\nBase: <URL:http://www.example.org/a/>\nContent-Type: text/html\n\n")
                for start in range(0, references, 10000):
                    out.write(link * min(10000, references - start))
            return {"messages": 1, "largest": path.stat().st_size}

        return self._made("giant.eml", [references], write)
