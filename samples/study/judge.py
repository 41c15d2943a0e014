"""What the answers of programs are worth. An answer is {file: [[URL and its variants], ...]}."""

import collections
import html
import re
import urllib.parse

from urls import bare, normal


NAMESPACES = ("www.w3.org", "schemas.openxmlformats.org", "www.idpf.org", "schema.org", "purl.org")


def share(part, whole):
    return round(100 * part / whole, 1) if whole else None


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
    """Figures of the labelled texts, all and by kind; and the shortest text with a mistake of each sort."""
    kinds, total = collections.defaultdict(collections.Counter), collections.Counter()
    mistakes = []
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
        counts = collections.Counter(urls=len(sure), right=len(right), wrong_end=len(cut), wrong=len(wrong))
        kinds[row["kind"]] += counts
        total += counts
        mistakes += [(len(row["text"]), row["id"], sorted(sure - right), sorted(map(sorted, wrong)))] if sure - right or wrong else []
    mail = {url["url"].lower() for row in rows for url in row["urls"] if url["certainty"] == "sure" and url["url"].startswith("mailto:")}
    mail_found = {variant.lower() for entries in answer.values() for entry in entries for variant in entry} & mail
    figures = {
        "all": _text_figures(total),
        "mailto": share(len(mail_found), len(mail)),
        "kinds": {kind: _text_figures(counts) for kind, counts in sorted(kinds.items())},
    }
    return figures, sorted(mistakes)


def _text_figures(counts):
    return {
        "urls": counts["urls"],
        "right": counts["right"],
        "wrong_end": counts["wrong_end"],
        "wrong": counts["wrong"],
        "recall": share(counts["right"], counts["urls"]),
        "precision": share(counts["right"], counts["right"] + counts["wrong"]),
    }


def of_generated(mails, files, answer):
    """Figures of the generated mail. A URL with the right token that is not right was resolved or decoded wrongly, or left as it was written."""
    kinds, groups, wrong_total, right_total = collections.defaultdict(collections.Counter), collections.defaultdict(collections.Counter), 0, 0
    for mail, file in zip(mails, files):
        entries = in_scope(answer.get(file, []))
        absolute = " ".join(variant for entry in answer.get(file, []) for variant in entry if normal(variant))
        others = " ".join(variant for entry in answer.get(file, []) for variant in entry if not normal(variant))
        expected = {normal(one["url"]) for one in mail.truth}
        # XML namespaces are no references, but URLs.
        wrong_total += sum(1 for entry in entries if not entry & expected and not any(url.split("/")[2] in NAMESPACES for url in entry))
        for one in (one for one in mail.truth if one["certainty"] == "sure"):
            right = any(normal(one["url"]) in entry for entry in entries)
            right_total += right
            garbled = not right and one["token"] in absolute
            counts = collections.Counter(urls=1, right=right, garbled=garbled, relative=not right and not garbled and one["token"] in others)
            kinds[one["group"], one["kind"].partition(": ")[0] if one["group"] == "relative" else one["kind"]] += counts
            by = one["group"]
            if by == "relative":
                by = "relative, HTML base" if one["kind"].startswith("HTML base") else "relative, header base"
            groups[by] += counts
            groups["all"] += counts
    table = {f"{group}: {kind}": _kind_figures(counts) for (group, kind), counts in sorted(kinds.items())}
    return {
        "groups": {group: _kind_figures(counts) for group, counts in sorted(groups.items())},
        "kinds": table,
        "wrong": wrong_total,
        "precision": share(right_total, right_total + wrong_total),
    }


def _kind_figures(counts):
    return {
        "urls": counts["urls"],
        "right": counts["right"],
        "garbled": counts["garbled"],
        "left_relative": counts["relative"],
        "recall": share(counts["right"], counts["urls"]),
        "garbled_share": share(counts["garbled"], counts["urls"]),
        "left_relative_share": share(counts["relative"], counts["urls"]),
    }


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
    """Figures of real mail for one program: no URL of it is kept."""
    counts, kinds = collections.Counter(), collections.defaultdict(collections.Counter)
    scoped = {program: {file: in_scope(answer.get(file, [])) for file in files} for program, answer in answers.items()}
    for file in files:
        mine = set().union(*scoped[name][file])
        for url, places in truth[file].items():
            right = url in mine
            relative = all(is_relative for _, is_relative in places)
            counts.update(
                urls=1,
                right=right,
                relative=relative,
                relative_right=relative and right,
                ampersand="&" in url,
                entity="&" in url and not right and _escaped(url, mine),
            )
            for kind in {kind for kind, _ in places}:
                kinds[kind].update(urls=1, right=right)
        for entry in scoped[name][file]:
            counts.update(reported=1, supported=any(url in unions[file] or _occurs(url.lower(), texts[file]) for url in entry))
        others = collections.Counter(url for entries in (scoped[program][file] for program in answers if program != name) for url in set().union(*entries))
        common = [url for url, programs in others.items() if programs >= 3]
        counts.update(common=len(common), common_right=sum(url in mine for url in common))
    return {
        "html": {"urls": counts["urls"], "right": counts["right"], "recall": share(counts["right"], counts["urls"])},
        "relative": {"urls": counts["relative"], "right": counts["relative_right"]},
        "entities_kept": {"urls": counts["ampersand"], "kept": counts["entity"]},
        "reported": counts["reported"],
        "occurs": share(counts["supported"], counts["reported"]),
        "common": {"urls": counts["common"], "right": counts["common_right"], "recall": share(counts["common_right"], counts["common"])},
        "kinds": {kind: {"urls": row["urls"], "recall": share(row["right"], row["urls"])} for kind, row in sorted(kinds.items())},
    }


def _escaped(url, found):
    return any(normal(url.replace("&", form)) in found for form in ("&amp;", "&#38;", "&amp%3B"))
