"""Which part of a message of others a reader means: by its label, by its content, or by its number in the reader's own count."""

import base64
import collections
import hashlib
import quopri

# What a reader shows of one message: the targets ("url URL" or "part N") of its links, and what it loaded with the message.
Shown = collections.namedtuple("Shown", "clicks loads")
# These lead nowhere outside of the document.
EMBEDDED = {"data", "blob", "about"}


def decoded(content, encoding):
    if encoding == "base64":
        return base64.b64decode(b"".join(content.split()) + b"==")
    return quopri.decodestring(content) if encoding == "quoted-printable" else content


def digest_of(content):
    """Without line ends, which readers change."""
    return hashlib.sha256(content.replace(b"\r", b"").rstrip(b"\n")).hexdigest()


class Parts:
    """The parts of one message, from its rows of `tree` and the bytes of its file."""

    def __init__(self, rows, content):
        self.by_label, self.by_digest, self.by_count, self.same = {}, {}, {}, {}
        self.count_all(rows)
        for row in rows:
            number, labels = row["part"], []
            if row["content_id"]:
                labels.append("cid:" + row["content_id"])
            if row["content_location"]:
                labels.append(row["content_location"])
            self.by_label.update((one.strip().replace(" ", "%20"), number) for one in labels)
            body = self.content_of(row, content)
            if body:
                for digest in (digest_of(body), hashlib.sha256(body).hexdigest()):
                    self.same[number] = self.same.get(number) or self.by_digest.setdefault(digest, number)

    @staticmethod
    def content_of(row, content):
        """The decoded body of a leaf that is in the file itself; None if it is inside something else."""
        if row["body"] is None or row["content_type"].startswith(("multipart/", "message/")):
            return None
        try:
            return decoded(content[slice(*row["body"])], (row["transfer_encoding"] or "").lower())
        except ValueError:
            return None

    def count_all(self, rows):
        """Numbers of readers that count every entity: the body is 1, the first part in it 1.1, and so on."""
        path = []
        for row in rows:
            del path[row["depth"] + 1:]
            if len(path) > row["depth"]:
                path[-1] += 1
            else:
                path.append(1)
            self.by_count[".".join(map(str, path))] = row["part"]

    def number_of(self, url, digest=None):
        """The part that a reader loaded from `url`, or None."""
        return self.by_digest.get(digest) or self.by_label.get(url) or self.by_label.get(url.partition("#")[0])

    def target_of(self, url, digest):
        number = self.number_of(url, digest)
        return f"part {number}" if number else "url " + url

    def targets(self, pairs):
        """Of pairs of a URL and the digest of what was loaded from it, or None."""
        return {self.target_of(*one) for one in pairs}

    def canonical(self, target):
        """The same target for parts with equal contents, and for one URL that is written in two ways."""
        kind, _, value = target.partition(" ")
        return f"part {self.same.get(value) or value}" if kind == "part" else target.replace(" ", "%20").replace("url%20", "url ", 1)
