"""What the answers of programs are worth. An answer is {file: [[URL and its variants], ...]}."""

import collections
import html
import re
import urllib.parse

from intervals import Tally
from urls import bare, normal


NAMESPACES = ("www.w3.org", "schemas.openxmlformats.org", "www.idpf.org", "schema.org", "purl.org")


def in_scope(entries):
    """What a program reports of one file: a list of sets of variants, each in one form. Equal ones are one."""
    found = {frozenset(normal(one) for one in variants) - {None} for variants in entries if normal(variants[0])}
    return sorted(found, key=sorted)


def _is_inner(url, sure):
    """A URL within a URL, as of a redirector."""
    return any(url in urllib.parse.unquote(other)[8:] or bare(url) in urllib.parse.unquote(other)[8:] for other in sure)


def _is_maybe(url, maybes):
    return any(bare(url).startswith(one) or one.startswith(bare(url).rstrip("/")) for one in maybes)


def _common(one, other):
    """Whether one is the other with something cut off or added."""
    return one != other and (one.startswith(other.rstrip("/")) or other.startswith(one.rstrip("/")))


def of_texts(rows, files, answer):
    """The tally of labelled texts, all and by kind; and each text with a mistake, the shortest first."""
    tally, mistakes = Tally(files), []
    for row, file in zip(rows, files):
        sure = {normal(url["url"]) for url in row["urls"] if url["certainty"] == "sure"} - {None}
        maybes = [
            bare(normal(url["url"]) or "x://" + url["url"].partition(":")[2].lstrip("/"))
            for url in row["urls"]
            if url["certainty"] == "maybe" and "@" not in url["url"].partition("/")[0]
        ]
        entries = in_scope(answer.get(file, []))
        right = {url for url in sure if any(url in entry for entry in entries)}
        wrong = [entry for entry in entries if not entry & sure and not any(_is_maybe(url, maybes) or _is_inner(url, sure) for url in entry)]
        cut = {url for url in sure - right if any(_common(url, other) for entry in wrong for other in entry)}
        for group in ("all", row["kind"]):
            tally.add(group, file, urls=len(sure), right=len(right), wrong_end=len(cut), wrong=len(wrong))
        mistakes += [(len(row["text"]), row["id"], sorted(sure - right), sorted(map(sorted, wrong)))] if sure - right or wrong else []
    return tally, sorted(mistakes)


def text_figures(tally):
    def of(group):
        counts = tally.total(group)
        return {
            **{key: counts[key] for key in ("urls", "right", "wrong_end", "wrong")},
            **tally.share("recall", group, "right", "urls"),
            **tally.share("precision", group, "right", "right", "wrong"),
        }

    return {"all": of("all"), "kinds": {kind: of(kind) for kind in sorted(tally.groups) if kind != "all"}}


def of_generated(mails, files, answer, is_new=lambda mail: False):
    """The tally of generated mail. A URL with the right token that is not right was resolved or decoded wrongly, or left as it was written."""
    tally = Tally(files)
    for mail, file in zip(mails, files):
        entries = in_scope(answer.get(file, []))
        absolute = " ".join(variant for entry in answer.get(file, []) for variant in entry if normal(variant))
        others = " ".join(variant for entry in answer.get(file, []) for variant in entry if not normal(variant))
        expected = {normal(one["url"]) for one in mail.truth}
        # XML namespaces are no references, but URLs.
        wrong = sum(1 for entry in entries if not entry & expected and not any(url.split("/")[2] in NAMESPACES for url in entry))
        tally.add("all", file, wrong=wrong)
        for one in (one for one in mail.truth if one["certainty"] == "sure"):
            right = any(normal(one["url"]) in entry for entry in entries)
            garbled = not right and one["token"] in absolute
            relative = not right and not garbled and one["token"] in others
            kind, group = one["kind"], one["group"]
            if group == "relative":
                kind = kind.partition(": ")[0]
            kinds = [f"{group}: {kind}", "all", *(["new kinds"] if is_new(mail) else [])]
            if group == "relative":
                group = "relative, HTML base" if kind.startswith("HTML base") else "relative, header base"
            for where in (group, *kinds):
                tally.add(where, file, urls=1, right=right, garbled=garbled, relative=relative)
    return tally


def generated_figures(tally):
    def of(group):
        counts = tally.total(group)
        return {
            **{name: counts[key] for name, key in (("urls", "urls"), ("right", "right"), ("garbled", "garbled"), ("left_relative", "relative"))},
            **tally.share("recall", group, "right", "urls"),
            **tally.share("garbled_share", group, "garbled", "urls"),
            **tally.share("left_relative_share", group, "relative", "urls"),
        }

    # Kinds have a colon: "elements: a href".
    return {
        "groups": {group: of(group) for group in sorted(tally.groups) if ": " not in group},
        "kinds": {kind: of(kind) for kind in sorted(tally.groups) if ": " in kind},
        "wrong": tally.total("all")["wrong"],
        **tally.share("precision", "all", "right", "right", "wrong"),
    }


def without_fragment(entry):
    return {url.partition("#")[0] for url in entry}


def of_documents(documents, answer, program, not_meant):
    """The tally of documents, each with one URL. Fragments are not compared: some programs add the place in the document that a link means."""
    tally = Tally(document.name for document in documents)
    for document in documents:
        if (document.kind, program) in not_meant:
            continue
        entries = [without_fragment(entry) for entry in in_scope(answer.get(document.name, []))]
        # An earlier state of a document that was updated is in it, too.
        known = {normal(document.url), normal("http://old.example.org/")}
        right = any(normal(document.url) in entry for entry in entries)
        wrong = sum(1 for entry in entries if not entry & known and not any(url.split("/")[2] in NAMESPACES for url in entry))
        for group in ("all", document.form, document.kind):
            tally.add(group, document.name, urls=1, right=right, wrong=wrong)
    return tally


def of_agreed(documents, truth, answer):
    """The tally of documents whose URLs two other programs agree on."""
    tally = Tally(document.name for document in documents)
    for document in documents:
        entries = set().union(*map(without_fragment, in_scope(answer.get(document.name, []))))
        urls = without_fragment(truth[document.name])
        tally.add(document.form, document.name, urls=len(urls), right=len(urls & entries))
    return tally


def document_figures(tally):
    def of(group):
        counts = tally.total(group)
        return {
            **{key: counts[key] for key in ("urls", "right", "wrong")},
            **tally.share("recall", group, "right", "urls"),
            **tally.share("precision", group, "right", "right", "wrong"),
        }

    return {group: of(group) for group in sorted(tally.groups)}


def agreed(documents, first, second):
    """What both judges find in the documents of one message: {URL: {kinds}}, the URLs of relative references, and what one alone finds."""
    found = []
    for judge in (first, second):
        one = collections.defaultdict(set)
        for rows in judge:
            for kind, written, url in rows:
                if normal(url):
                    one[normal(url)].add((kind, re.match(r"\s*[a-z][a-z0-9+.-]*:", written, re.I) is None))
        found.append(one)
    both = found[0].keys() & found[1].keys()
    return {url: found[0][url] | found[1][url] for url in both}, set(found[0]) ^ set(found[1]), set(found[0]) | set(found[1])


def _occurs(url, text):
    """Whether a message has the URL with its scheme, or with `www.` in front."""
    tried = {url, url.rstrip("/"), urllib.parse.unquote(url), urllib.parse.unquote(url).rstrip("/")}
    tried |= {bare(one) for one in tried if bare(one).startswith("www.")}
    return any(one in text for one in tried)


def haystack(text):
    """A message in a form in which URLs can be searched: without white space, entities and differences of case."""
    return "\n".join({re.sub(r"\s+|\n[> ]+", "", one).lower() for one in (text, html.unescape(text), urllib.parse.unquote(text))})


def of_real(files, truth, unions, texts, answers, name):
    """The tally of real mail for one program: no URL of it is kept."""
    tally = Tally(files)
    scoped = {program: {file: in_scope(answer.get(file, [])) for file in files} for program, answer in answers.items()}
    for file in files:
        mine = set().union(*scoped[name][file])
        for url, places in truth[file].items():
            right = url in mine
            relative = all(is_relative for _, is_relative in places)
            tally.add("all", file, urls=1, right=right, relative=relative, relative_right=relative and right)
            tally.add("all", file, ampersand="&" in url, entity="&" in url and not right and _escaped(url, mine))
            for kind in {kind for kind, _ in places}:
                tally.add("kind " + kind, file, urls=1, right=right)
        for entry in scoped[name][file]:
            tally.add("all", file, reported=1, supported=any(url in unions[file] or _occurs(url.lower(), texts[file]) for url in entry))
        others = collections.Counter(url for entries in (scoped[program][file] for program in answers if program != name) for url in set().union(*entries))
        common = [url for url, programs in others.items() if programs >= 3]
        tally.add("all", file, common=len(common), common_right=sum(url in mine for url in common))
    return tally


def real_figures(tally):
    counts = tally.total("all")
    return {
        "html": {"urls": counts["urls"], "right": counts["right"], **tally.share("recall", "all", "right", "urls")},
        "relative": {"urls": counts["relative"], "right": counts["relative_right"]},
        "entities_kept": {"urls": counts["ampersand"], "kept": counts["entity"]},
        "reported": counts["reported"],
        **tally.share("occurs", "all", "supported", "reported"),
        "common": {"urls": counts["common"], "right": counts["common_right"], **tally.share("recall", "all", "common_right", "common")},
        "kinds": {
            kind.partition(" ")[2]: {"urls": tally.total(kind)["urls"], **tally.share("recall", kind, "right", "urls")}
            for kind in sorted(tally.groups)
            if kind != "all"
        },
    }


def _escaped(url, found):
    return any(normal(url.replace("&", form)) in found for form in ("&amp;", "&#38;", "&amp%3B"))
