"""Documents that exist: those of documents.tsv, and PDF files in real mail. Their URLs are those that two independent programs agree on."""

import collections
import email
import email.policy
import hashlib
import os
import pathlib
import sys

import documents
from urls import normal

JUDGES = {"pdf": ("poppler", "pdfjs"), "docx": ("libreoffice", "pandoc"), "odt": ("libreoffice", "pandoc"), "rtf": ("libreoffice", "pandoc")}


def _listed(folders):
    for line in (pathlib.Path(__file__).parent / "documents.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        path, digest = line.split("\t")
        places = (pathlib.Path(folder, path) for folder in folders)
        place = next((one for one in places if one.is_file() and hashlib.sha256(one.read_bytes()).hexdigest() == digest), None)
        if not place:
            sys.exit(f"{path} of documents.tsv is missing in {', '.join(folders)}, or is another file")
        yield place.suffix[1:], place.read_bytes()


def _of_mail(messages):
    for message in messages:
        for part in email.message_from_bytes(message, policy=email.policy.compat32).walk():
            content = b"" if part.is_multipart() else part.get_payload(decode=True) or b""
            if b"%PDF-" in content[:1024]:
                yield "pdf", content


def found(folders, messages):
    """Documents whose URLs are not known yet."""
    each = dict.fromkeys([*_listed(folders), *_of_mail(messages)])
    return [documents.Document(f"{number:04}.{form}", form, form, documents.MEDIA[form], content, None, None) for number, (form, content) in enumerate(each, 1)]


def agreed(papers, ask, top):
    """{name of a document: URLs that both judges find}."""
    folder = top / "real-documents"
    folder.mkdir()
    for one in papers:
        (folder / one.name).write_bytes(one.content)
    answers = collections.defaultdict(lambda: collections.defaultdict(set))
    for program in dict.fromkeys(judge for judges in JUDGES.values() for judge in judges):
        for name, rows in ask(program, folder)[0].items():
            answers[program][os.path.basename(name)] = {normal(url) for row in rows for url in row} - {None}
    return {one.name: set.intersection(*(answers[judge][one.name] for judge in JUDGES[one.form])) for one in papers}
