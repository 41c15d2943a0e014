"""Which program was measured: its version, the packages of Debian that it comes from, and the hash of the file that does the work."""

import hashlib
import os
import pathlib
import shutil
import subprocess

# Packages of Debian, and the file that is hashed: a path, or the name of a command.
KNOWN = {
    "mimebase": ([], os.environ.get("MIMEBASE_EXE", "mimebase")),
    "spamassassin": (["spamassassin"], "/usr/share/perl5/Mail/SpamAssassin/PerMsgStatus.pm"),
    "rspamd": (["rspamd"], "rspamadm"),
    "python": (["python3.11"], "/usr/bin/python3"),
    "perl": (["perl", "liburi-find-perl", "libemail-mime-perl", "libhtml-parser-perl", "liburi-perl"], "/usr/bin/perl"),
    "urlscan": (["urlscan"], "/usr/bin/urlscan"),
    "poppler": (["poppler-utils", "libpoppler126"], "pdfinfo"),
    "qpdf": (["qpdf", "libqpdf29"], "qpdf"),
    "pdfjs": ([], "pdfjs-dist/legacy/build/pdf.mjs"),
    "libreoffice": (["libreoffice-core-nogui", "libreoffice-core"], "/usr/lib/libreoffice/program/soffice.bin"),
    "pandoc": (["pandoc"], "pandoc"),
    "chromium": (["chromium"], "/usr/lib/chromium/chromium"),
    "html5lib": (["python3-html5lib"], "/usr/lib/python3/dist-packages/html5lib/html5parser.py"),
}


def modules():
    """Where npm's packages are (install)."""
    return pathlib.Path(os.environ.get("STUDY_MODULES") or pathlib.Path(__file__).resolve().parent / "node_modules")


def of(program, script):
    packages, file = KNOWN[program]
    shown = subprocess.run([str(script), "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0].strip()
    asked = subprocess.run(["dpkg-query", "-W", "-f=${db:Status-Abbrev} ${Package} ${Version}\n", *packages], capture_output=True, text=True).stdout if packages else ""
    path = next((one for one in (pathlib.Path(file), modules() / file, pathlib.Path(shutil.which(file) or "/")) if one.is_file()), None)
    return {
        "version": shown,
        "packages": [line[4:] for line in asked.splitlines() if line.startswith("ii")],
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest() if path else None,
    }
