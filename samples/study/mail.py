"""Messages: those of folders, a sample of them, and the labelled texts as mail."""

import email
import email.errors
import email.header
import email.policy
import hashlib
import mailbox
import os
import pathlib
import quopri
import re
import sys
import tempfile

HEADER = re.compile(rb"[!-9;-~]+[ \t]*:")


def _of_file(path):
    """The messages of a file: one, or those of an mbox. None if it is something else."""
    with open(path, "rb") as file:
        content = file.read()
    if re.match(rb"From \S*.*\d\d:\d\d.*\r?\n", content):
        box = mailbox.mbox(path, create=False)
        return [box.get_bytes(key) for key in box.keys()]
    return [content] if HEADER.match(content) else None


def listed(folders):
    """The messages of mail.tsv that are in the folders, by source, each once. A file is known by its hash, so that the sample cannot change."""
    found, seen, missing = {}, set(), 0
    for line in (pathlib.Path(__file__).parent / "mail.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        source, path, digest = line.split("\t")
        places = [os.path.join(folder, *more, path) for folder in folders for more in ((source,), ())]
        place = next((one for one in places if os.path.isfile(one) and hashlib.sha256(pathlib.Path(one).read_bytes()).hexdigest() == digest), None)
        missing += place is None
        new = [message for message in _of_file(place) or [] if message not in seen] if place else []
        seen.update(new)
        found.setdefault(source, []).extend(dict.fromkeys(new))
    if missing:
        sys.exit(f"{missing} files of mail.tsv are missing in {', '.join(folders)}, or are others than it lists")
    return found


def of_text(row):
    """A labelled text as a message with this text alone."""
    more = {"flowed": "; format=flowed", "delsp": "; format=flowed; delsp=yes"}.get(row["kind"], "")
    body = row["text"].encode().replace(b"\n", b"\r\n")
    encoding = "8bit"
    if row["kind"] == "quoted-printable":
        body, encoding = quopri.encodestring(row["text"].encode()).replace(b"\n", b"\r\n"), "quoted-printable"
    return (
        f"From: Ana <ana@example.org>\r\nTo: <list@example.org>\r\nSubject: Hello\r\n"
        f"Date: Tue, 03 Nov 2026 10:00:00 +0000\r\nMessage-ID: <{row['id'].replace('/', '.')}@example.org>\r\n"
        f"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8{more}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    ).encode() + body


def write(folder, messages):
    """Writes each to a file of its own; returns their names, in order."""
    os.mkdir(folder)
    names = [os.path.join(folder, f"{number:04}.eml") for number in range(1, len(messages) + 1)]
    for name, message in zip(names, messages):
        with open(name, "wb") as file:
            file.write(message)
    return names


def decoded(part):
    """The text of a part: by its charset, else by the document's meta element, else as windows-1252."""
    content = part.get_payload(decode=True) or b""
    meta = re.search(rb"<meta[^>]+charset\s*=\s*[\"']?([\w-]+)", content[:2048], re.I)
    for charset in (part.get_content_charset(), meta and meta[1].decode(), "utf-8" if not part.get_content_charset() else None, "windows-1252"):
        try:
            return content.decode(charset, "strict" if charset == "utf-8" else "replace")
        except (LookupError, TypeError, UnicodeError):
            continue
    return content.decode("latin-1")


def parts_of(message):
    """All HTML documents of a message; and everything that it contains, decoded, as one text."""
    html, everything = [], []
    # Python decodes no quoted-printable whose lines end in CR alone.
    message = message if b"\n" in message else message.replace(b"\r", b"\n")
    for part in email.message_from_bytes(message, policy=email.policy.compat32).walk():
        everything += [str(email.header.make_header(email.header.decode_header(value))) if "=?" in str(value) else str(value) for _, value in _fields(part)]
        if part.is_multipart():
            continue
        text = decoded(part)
        everything.append(text)
        if part.get_content_type() == "text/html":
            html.append(text)
    return html, "\n".join(everything)


def _fields(part):
    for name, value in part.items():
        try:
            email.header.make_header(email.header.decode_header(value))
            yield name, value
        except (LookupError, ValueError, UnicodeError, TypeError, email.errors.HeaderParseError):
            yield name, str(value).replace("=?", "= ?")


def temporary():
    return tempfile.TemporaryDirectory(prefix="study-")
