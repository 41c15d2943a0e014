"""KMail: its viewer in a small program (kmail.cpp), with external references allowed."""

import glob
import os
import re
import tempfile

import viewer
from answers import with_broken
from message import broken_urls, labels_of, link_tokens
from setup import packages, version_of

ENDING = ".eml"
PACKAGES = ("g++", "pkg-config", "dbus", "libkf5messageviewer-dev", "libkf5grantleetheme-plugins", "qtwebengine5-dev", "xvfb", "xauth")
ENVIRONMENT = {"QTWEBENGINE_DISABLE_SANDBOX": "1", "QTWEBENGINE_CHROMIUM_FLAGS": "--disable-gpu"}


def build(folder):
    headers = [f"-I{one}" for one in ("/usr/include/KF5", *glob.glob("/usr/include/KF5/*")) if os.path.isdir(one)]
    return viewer.build(folder, "kmail.cpp", ("Qt5WebEngineWidgets", "Qt5Widgets"), *headers, "-lKF5MessageViewer", "-lKF5Mime")


# Links of KMail's own page.
OWN = re.compile("(?:attachment|kmail|x-kmail):")
OWN_FILE = re.compile("file:///(?:usr/|tmp/messageviewer_)|qrc:")


def as_written(url):
    """QUrl escapes a "%" that escapes nothing."""
    return re.sub("%25(?![0-9a-fA-F]{2})", "%", url)


def links_of(line):
    return [link for link in line["links"] if not OWN.match(link["url"] or "")]


def answers_of(line, experiment):
    files = [content for file, content in line["files"] if file not in line["own"]]
    requested = [(as_written(url), content) for url, content in [*zip(line["redirected"], files), *line["requested"]]]
    links = [(token, link["url"]) for link in links_of(line) for token in link_tokens(link["written"], link["text"])]
    found = viewer.answers_of(requested, links, labels_of(experiment.entity))
    return with_broken(found, broken_urls(experiment.entity), {url for token, url in links if token})


def shown_of(line, parts):
    requested = [*line["redirected"], *(as_written(url) for url, _ in line["requested"] if not OWN_FILE.match(url))]
    return viewer.shown_of(requested, (link["url"] for link in links_of(line)), parts)


def lines_of(files):
    packages(*PACKAGES)
    with tempfile.TemporaryDirectory() as folder:
        return list(viewer.lines_of(build(folder), folder, ENVIRONMENT, files))


def version():
    return f"KMail's viewer {version_of('libkf5messageviewer-dev').split(':')[-1]}"


run, shown = viewer.functions(lines_of, version, answers_of, shown_of)
