"""KMail: its viewer in a small program (kmail.cpp), with external references allowed."""

import glob
import os
import re
import tempfile

import viewer
from answers import with_broken
from message import broken_urls, labels_of
from setup import packages, version_of

ENDING = ".eml"
PACKAGES = ("g++", "pkg-config", "dbus", "libkf5messageviewer-dev", "libkf5grantleetheme-plugins", "qtwebengine5-dev", "xvfb", "xauth")
ENVIRONMENT = {"QTWEBENGINE_DISABLE_SANDBOX": "1", "QTWEBENGINE_CHROMIUM_FLAGS": "--disable-gpu"}


def build(folder):
    headers = [f"-I{one}" for one in ("/usr/include/KF5", *glob.glob("/usr/include/KF5/*")) if os.path.isdir(one)]
    return viewer.build(folder, "kmail.cpp", ("Qt5WebEngineWidgets", "Qt5Widgets"), *headers, "-lKF5MessageViewer", "-lKF5Mime")


# Links of KMail's own page.
OWN = re.compile("(?:attachment|kmail|x-kmail):")


def as_written(url):
    """QUrl escapes a "%" that escapes nothing."""
    return re.sub("%25(?![0-9a-fA-F]{2})", "%", url)


def answers_of(line, experiment):
    files = [content for file, content in line["files"] if file not in line["own"]]
    requested = [(as_written(url), content) for url, content in [*zip(line["redirected"], files), *line["requested"]]]
    links = [(link["token"], link["url"]) for link in line["links"] if not OWN.match(link["url"] or "")]
    found = viewer.answers_of(requested, links, labels_of(experiment.entity))
    return with_broken(found, broken_urls(experiment.entity), {url for _, url in links})


def run(files, experiments):
    packages(*PACKAGES)
    with tempfile.TemporaryDirectory() as folder:
        lines = list(viewer.lines_of(build(folder), folder, ENVIRONMENT, files))
    found = viewer.found_in(lines, experiments, answers_of)
    return f"KMail's viewer {version_of('libkf5messageviewer-dev').split(':')[-1]}", found
