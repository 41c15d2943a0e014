"""Writes the same messages as every kind of store that mimebase reads, and compares the results.

A message here is bytes with LF line ends and one at its end (`prepared`). A dialect of mbox may hold it otherwise:
quoted, with CRLF, with fields more. `held` gives the bytes as they stand in the store: mimebase unquotes nothing, so
what it finds in the store is what it finds in those bytes as a file.
"""

import dataclasses
import gzip
import io
import json
import lzma
import os
import re
import shutil
import subprocess
import tarfile
import zipfile

END_OF_HEADING = re.compile(rb"^\n", re.MULTILINE)
CONTENT_LENGTH = re.compile(rb"^content-length[ \t]*:.*\n(?:[ \t].*\n)*", re.MULTILINE | re.IGNORECASE)
QUOTED_BY = {"o": re.compile(rb"^(?=From )", re.MULTILINE), "rd": re.compile(rb"^(?=>*From )", re.MULTILINE)}


@dataclasses.dataclass(frozen=True)
class Dialect:
    """How an mbox separates its messages."""

    from_line: bytes  # {} is the message's number
    fields: bytes = b""  # put before the message's own
    quoting: str = ""  # "o", "rd" or none
    has_length: bool = False
    crlf: bool = False


ORDINARY = b"From sender@example.org Thu Jan  1 00:00:00 2004\n"

DIALECTS = {
    "mboxo": Dialect(ORDINARY, quoting="o"),
    "mboxrd": Dialect(ORDINARY, quoting="rd"),
    "mboxcl": Dialect(ORDINARY, quoting="o", has_length=True),
    "mboxcl2": Dialect(ORDINARY, has_length=True),
    "crlf": Dialect(ORDINARY, quoting="o", crlf=True),
    "pipermail": Dialect(b"From sender at example.org  Thu Jan  1 00:00:00 2004\n", quoting="o"),
    "takeout": Dialect(
        b"From 15{:017d}@xxx Thu Jan 01 00:00:00 +0000 2004\n",
        fields=b"X-GM-THRID: 15{:017d}\nX-Gmail-Labels: Inbox,Unread\n",
        quoting="o",
    ),
    "thunderbird": Dialect(
        b"From - Thu Jan  1 00:00:00 2004\n",
        fields=b"X-Mozilla-Status: 0001\nX-Mozilla-Status2: 00000000\nX-Mozilla-Keys: \n",
        quoting="o",
    ),
}


def prepared(message):
    """The message with LF line ends, and with one at its end."""
    return message.replace(b"\r\n", b"\n").rstrip(b"\n") + b"\n"


def is_quoted(message):
    """True if a dialect would quote a line of the message."""
    return QUOTED_BY["rd"].search(message) is not None


def numbered(pattern, number):
    return pattern.replace(b"{:017d}", b"%017d" % number)


def with_length(message):
    """The message with a Content-Length field for its body."""
    end = END_OF_HEADING.search(message)
    heading, body = (message[: end.start()], message[end.end() :]) if end else (message, b"")
    return CONTENT_LENGTH.sub(b"", heading) + b"Content-Length: %d\n\n" % len(body) + body


def held(message, dialect, number=1):
    """The bytes of the message as stored."""
    message = numbered(dialect.fields, number) + message
    if dialect.quoting:
        message = QUOTED_BY[dialect.quoting].sub(b">", message)
    if dialect.has_length:
        message = with_length(message)
    return message.replace(b"\n", b"\r\n") if dialect.crlf else message


def mbox_records(messages, dialect):
    """The pieces of an mbox: From_ line, message, blank line."""
    line_end = b"\r\n" if dialect.crlf else b"\n"
    for number, message in enumerate(messages, 1):
        from_line = numbered(dialect.from_line, number)
        yield from_line.replace(b"\n", line_end) + held(message, dialect, number) + line_end


def write_mbox(path, messages, dialect=DIALECTS["mboxo"]):
    with open(path, "wb") as out:
        out.writelines(mbox_records(messages, dialect))


def named(messages):
    """Names without extension that sort in the order of the messages."""
    for number, message in enumerate(messages, 1):
        yield f"{number:06d}", message


def write_folder(path, messages):
    """Folders of .eml files, a hundred in each."""
    for name, message in named(messages):
        folder = path / name[:4]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.eml").write_bytes(message)


def write_maildir(path, messages):
    """A Maildir; the last tenth of the messages has not been seen."""
    for folder in ("cur", "new", "tmp"):
        (path / folder).mkdir(parents=True)
    messages = list(messages)
    seen = len(messages) - len(messages) // 10
    for number, (name, message) in enumerate(named(messages)):
        place = f"cur/1072915200.M{name}P1.host:2,S" if number < seen else f"new/1072915200.M{name}P1.host"
        with open(path / place, "wb") as out:
            out.write(message)


def write_mh(path, messages):
    """An MH folder: 1, 2, ..., and the other files that MH keeps."""
    path.mkdir()
    (path / ".mh_sequences").write_text("cur: 1\n")
    for number, message in enumerate(messages, 1):
        (path / str(number)).write_bytes(message)


def write_tar(out, messages):
    with tarfile.open(fileobj=out, mode="w|") as archive:
        for name, message in named(messages):
            member = tarfile.TarInfo(f"mail/{name}.eml")
            member.size = len(message)
            archive.addfile(member, io.BytesIO(message))


def write_tar_zst(path, messages):
    """Compresses with the command zstd."""
    with subprocess.Popen(["zstd", "-q", "-3", "-f", "-o", path], stdin=subprocess.PIPE) as process:
        write_tar(process.stdin, messages)
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, "zstd")


def write_zip(path, messages):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, message in named(messages):
            archive.writestr(f"mail/{name}.eml", message)


def write_zipped_mbox(path, messages):
    """As in a Google Takeout archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("Takeout/Mail/All mail.mbox", b"".join(mbox_records(messages, DIALECTS["takeout"])))


def write_mbox_gz(path, messages):
    # Without a name and a time in it, the same messages give the same bytes.
    with open(path, "wb") as file, gzip.GzipFile("", "wb", 6, file, mtime=0) as out:
        out.writelines(mbox_records(messages, DIALECTS["mboxo"]))


def write_mbox_xz(path, messages):
    with lzma.open(path, "wb", preset=1) as out:
        out.writelines(mbox_records(messages, DIALECTS["mboxo"]))


# In addition to the mbox dialects: the name of each kind of store, its extension, and the function that writes it.
STORES = {
    "folder": ("", write_folder),
    "maildir": ("", write_maildir),
    "mh": ("", write_mh),
    "tar.zst": (".tar.zst", write_tar_zst),
    "zip": (".zip", write_zip),
    "zipped mbox": (".zip", write_zipped_mbox),
    "mbox.gz": (".mbox.gz", write_mbox_gz),
    "mbox.xz": (".mbox.xz", write_mbox_xz),
}


def write_all(folder, messages):
    """Writes every dialect and every kind of store into `folder`; yields name and path of each as it is written.

    A path of None: the store cannot be written, as there is no `zstd` here.
    """
    for name, dialect in DIALECTS.items():
        path = folder / f"{name}.mbox"
        write_mbox(path, messages, dialect)
        yield name, path
    for name, (ending, write) in STORES.items():
        path = folder / (name.replace(".", "-").replace(" ", "-") + ending)
        if name == "tar.zst" and not shutil.which("zstd"):
            yield name, None
            continue
        write(path, messages)
        yield name, path


# Keys that state where a reference was read, rather than what was found.
PLACE = ("source", "message", "offset")


def found(lines, crlf=False):
    """The references of each message that has any: a list of rows per message, without keys that reveal the store.

    `lines` are those of `links --format jsonl`. Messages come in the order of the rows; those of an MH folder in
    the order of their numbers. Where line ends are CRLF, spans do not compare, and a line end within a reference is
    one byte longer.
    """
    messages = {}
    for line in lines:
        row = json.loads(line)
        place = (row["source"], row["message"])
        for key in PLACE:
            del row[key]
        if crlf:
            del row["start"], row["end"]
            row["reference"] = row["reference"].replace("\r\n", "\n")
        messages.setdefault(place, []).append(row)
    numbers = [os.path.basename(source) for source, _ in messages]
    if len(set(numbers)) > 1 and all(number.isdigit() for number in numbers):
        return [messages[place] for place in sorted(messages, key=lambda place: int(os.path.basename(place[0])))]
    return list(messages.values())


def difference(wanted, got):
    """A sentence about the first difference of two lists of found(), or an empty string."""
    for number, (a, b) in enumerate(zip(wanted, got), 1):
        if a == b:
            continue
        for row_a, row_b in zip(a, b):
            if row_a != row_b:
                keys = [key for key in row_a if row_a[key] != row_b.get(key)]
                return f"message {number} with references: {keys}: {row_a} became {row_b}"
        return f"message {number} with references: {len(a)} references became {len(b)}: {a[0]}"
    if len(wanted) != len(got):
        return f"{len(wanted)} messages with references became {len(got)}"
    return ""
