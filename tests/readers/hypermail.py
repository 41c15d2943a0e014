"""hypermail: the page of its archive for one message, with its default configuration."""

import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import tempfile

import shown_page
from answers import NOTHING, url
from message import part_of_marker
from setup import without_network

ENDING = ".eml"
BODY = re.compile(rb'<a name="start"[^>]*></a>(.*)<span id="received">', re.S)
# The list of parts, which is hypermail's own, at the end of the page.
ATTACHMENTS = re.compile(r'<div>\n<(?:p><img|ul).*<!-- attachment="[^\n]*" -->\n</div>\n', re.S)


def part_of(folder, value):
    """The number of the part in a file that hypermail wrote, or None."""
    path = os.path.join(folder, value)
    if not value.startswith("att-") or not os.path.isfile(path):
        return None
    with open(path, "rb") as file:
        return part_of_marker(file.read())


def body_of(page):
    found = BODY.search(page)
    return ATTACHMENTS.sub("", found.group(1).decode("utf-8", "backslashreplace")) if found else ""


def read_page(folder, experiment):
    """The base that the page has for a browser, or None, and the answers with references as they are in the page."""
    with open(os.path.join(folder, "0000.html"), "rb") as page:
        body = body_of(page.read())
    return shown_page.Page(body).base, shown_page.answers_of(body, experiment.entity, lambda value: part_of(folder, value))


def page_of(file, experiment):
    with tempfile.TemporaryDirectory() as folder, open(file, "rb") as message:
        subprocess.run(without_network(["hypermail", "-1", "-i", "-L", "en", "-d", folder]), check=True, stdin=message, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        return read_page(folder, experiment)


def resolved(pages):
    """{experiment: {token: Answer}}, with URLs as a browser opens them."""
    asked = {(answer.opens.removeprefix("url "), base) for base, answers in pages.values() for answer in answers.values() if answer.opens.startswith("url ")}
    asked = sorted(asked, key=str)
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "resolve.mjs")
    done = subprocess.run(["node", script], check=True, input=json.dumps(asked).encode(), stdout=subprocess.PIPE)
    urls = dict(zip(asked, json.loads(done.stdout)))

    def opened(answer, base):
        if not answer.opens.startswith("url "):
            return answer
        value = urls[answer.opens.removeprefix("url "), base]
        return url(value, answer.opens_by) if value is not None else NOTHING
    return {name: {token: opened(answer, base) for token, answer in answers.items()} for name, (base, answers) in pages.items()}


def version():
    done = subprocess.run(["hypermail", "-V"], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return re.search(rb"Version: (\S+)", done.stdout).group(1).decode()


def run(files, experiments):
    if not shutil.which("hypermail"):
        raise RuntimeError("hypermail is missing: Debian 12 has no package of it")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        pages = dict(zip((one.name for one in experiments), pool.map(page_of, files, experiments)))
    return f"hypermail {version()}", resolved(pages)
