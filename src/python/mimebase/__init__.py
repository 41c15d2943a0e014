"""Every URL in mail and web archives, resolved against the layered base URLs of RFC 1808.

    import mimebase
    for link in mimebase.links("archive.mbox", status="resolved"):
        print(link.message, link.reference, link.resolved)

links(), tree(), check() and compare() return iterators over the rows that the command `mimebase` writes as JSON Lines. Rows have
the same keys, and the options of the command are keyword arguments. Isolated processes read ahead, and wait if rows
are not taken, so memory does not grow with the input. pandas.DataFrame(links(...).columns()) builds columns without a
loop. rewrite() returns a message with absolute URLs. report() writes an HTML page about an
archive, and extract() a message as files. resolve() resolves a reference. unwrap() returns the URLs inside
a wrapped URL.
"""

import atexit
import email.message
import html
import os
import re
import types
import typing
import weakref

from . import _mimebase
from ._convert import column, moment, source_text
from ._rows import (
    Candidate, Comparison, Diagnostic, Entity, Link, Opens, ReaderLink, Row, Summary, UniqueLink, UniqueReaderLink, with_fields,
)

__all__ = [
    "Candidate", "Comparison", "Diagnostic", "Entity", "Link", "Opens", "ReaderLink", "Rewritten", "Row", "Rows", "Summary",
    "UniqueLink", "UniqueReaderLink", "Written",
    "check", "compare", "extract", "links", "report", "resolve", "rewrite", "tree", "unwrap",
]

__version__ = _mimebase.__version__


def __dir__():
    return sorted([*__all__, "__all__", "__doc__", "__file__", "__name__", "__path__", "__version__"])


Rows = _mimebase.Rows
Rows.__module__ = __name__
Rows.__class_getitem__ = classmethod(types.GenericAlias)


def _summary(rows):
    problems = len(rows.problems)
    return f"{rows.messages} messages read, {problems} problem{'' if problems == 1 else 's'}"


# Showing an iterator takes no rows from it.
Rows.__repr__ = lambda rows: f"<mimebase.Rows: {_summary(rows)}>"
Rows._repr_html_ = lambda rows: (
    f"<p><code>mimebase.Rows</code>: {_summary(rows)}. Iterate over it, or call <code>columns()</code>.</p>"
    + "".join(f"<p>{html.escape(problem)}</p>" for problem in rows.problems[:10])
)

# Processes and threads that read end before the interpreter.
_reading = weakref.WeakSet()


@atexit.register
def _close_all():
    for rows in list(_reading):
        rows.close()


def _bytes(text):
    if isinstance(text, bytes):
        return text
    if not isinstance(text, str):
        raise TypeError(f"expected str or bytes, not {type(text).__name__}")
    return text.encode("utf-8", "surrogateescape")


def _list(value, separator=None):
    """One name, or some; names as on the command line may stand in one string."""
    if isinstance(value, (str, bytes)):
        return value.split(separator) if separator else [value]
    return list(value)


def _content(source):
    """The bytes of a source that is not a path, or None."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    if isinstance(source, email.message.Message):
        return source.as_bytes()
    if hasattr(source, "read"):
        content = source.read()
        if not isinstance(content, bytes):
            raise TypeError("a file must be open in binary mode")
        return content
    return None


def _inputs(source):
    """(bytes, whether they are a path) of every input. A missing path raises an exception here."""
    is_one = isinstance(source, (str, os.PathLike)) or _is_content(source) or not hasattr(source, "__iter__")
    inputs = []
    for one in [source] if is_one else source:
        content = _content(one)
        if content is not None:
            inputs.append((content, False))
            continue
        path = os.fsencode(one)
        if path != b"-":
            os.stat(one)
        inputs.append((path, True))
    return inputs


def _is_content(source):
    return isinstance(source, (bytes, bytearray, memoryview, email.message.Message)) or hasattr(source, "read")


def _options(given):
    """Returns the options as the extension module expects them, without those that are None."""
    for name in ("base_headers", "status", "hidden", "kind", "code", "severity", "only", "domains", "fields", "readers"):
        if given.get(name) is not None:
            given[name] = _list(given[name], ",")
    for name in ("context", "host", "from"):
        if given.get(name) is not None:
            given[name] = [_bytes(pattern) for pattern in _list(given[name])]
    for name in ("since", "until"):
        if hasattr(given.get(name), "isoformat"):
            given[name] = given[name].isoformat()
    if given.get("retrieval_url") is not None:
        given["retrieval_url"] = _bytes(given["retrieval_url"])
    return {name: value for name, value in given.items() if value is not None}


def _processes(given, jobs, isolated):
    given["jobs"] = jobs or len(os.sched_getaffinity(0))
    given["isolated"] = isolated


def _rows(command, row_type, source, jobs, isolated, given):
    _processes(given, jobs, isolated)
    options = _options(given)
    if options.get("fields") and row_type is not Summary:
        row_type = with_fields(row_type)
    rows = Rows(command, _inputs(source), options, (row_type, Candidate, Opens, source_text, moment, column))
    _reading.add(rows)
    return rows


def links(source, *, rules=None, retrieval_url=None, base_headers=None, input=None, status=None, context=None,
          host=None, hidden=None, kind=None, unwrapped=False, message=None, since=None,
          until=None, from_=None, unique=False, full=False,
          defanged=False, range=None, first_message=None, as_in_folder=False, limits=None, jobs=None, isolated=True,
          as_=None, fields=None):
    """Every reference in every part, resolved: rows of type Link, or with `unique` UniqueLink.

    With `as_`, they are of type ReaderLink, or with `unique` UniqueReaderLink.

    source         a path (a message, an mbox, a folder, also compressed; "-" is standard input), the content as bytes,
                   a file open in binary mode, an email.message.Message, or an iterable of those; the source of
                   content that is not a path is "-" in rows
    rules          how references are resolved: "rfc1808" (default), "draft-05", "rfc3986", "whatwg"
    retrieval_url  where the messages were retrieved from (RFC 1808 section 3.3)
    base_headers   which headers count as bases, the innermost first: "base,content-base,content-location", or a list
    input          what the inputs are: "auto" (default), "message", "mbox", "maildir", "mh"
    status         only links of these statuses: "missing-part,unresolved", or a list
    context, host  only links whose context or host matches one of these shell patterns: "a@*", or a list
    hidden         only links that are hidden in one of these ways: "style,comment", or a list; "none" for the others
    kind           only links that are used for these: "link,image", or a list
    unwrapped      match `host` with the host of the URL inside a wrapped URL, if it is known
    message        only this message of each source: 1, 2, ...
    since, until   only messages whose Date is in this range: date, datetime, or a string such as "2026-11-23"
    from_          only messages whose From field matches one of these shell patterns
    unique         one row per resolved URL, with a count; rows are returned after all input was read
    full           data: URLs are not cut after 100 bytes
    defanged       also URLs in text such as "hxxp://evil[.]example", with status "defanged"
    range          (start, end): only messages of an uncompressed mbox that start in these bytes; either may be None
    first_message  the number of the first message
    as_in_folder   read each input as if its folder were read: skip files that are not mail
    limits         limits for hostile mail, as in the manual: {"depth": 100}
    jobs           isolated processes that analyse messages (default: one for each core)
    isolated       True (default): isolated processes read, as for the command; a message that ends one is a problem, and
                   the rest is read. False: the thread that takes rows reads one message after another
    as_            what this reader would open: "chromium", "thunderbird", "roundcube", "evolution", "kmail", "mhonarc",
                   "hypermail", "spamassassin", "rspamd"; "rfc1808" (default) adds nothing
    fields         header fields of the outermost message: "received,x-spam-score", or a list. Every row has a key "fields",
                   and is of a subtype that cannot be hashed

    Raises FileNotFoundError or another OSError if a path cannot be found, and ValueError for invalid options. Content
    that cannot be read is listed in the iterator's `problems`. Several threads may share an iterator. After os.fork(),
    the new process must not use it: it gets RuntimeError.
    """
    of_reader = as_ not in (None, "rfc1808")
    row_type = (UniqueReaderLink if unique else ReaderLink) if of_reader else UniqueLink if unique else Link
    return _rows("links", row_type, source, jobs, isolated,
                 dict(rules=rules, retrieval_url=retrieval_url, base_headers=base_headers, input=input, status=status,
                      context=context, host=host, hidden=hidden, kind=kind, unwrapped=unwrapped, message=message,
                      since=since, until=until,
                      **{"from": from_, "as": as_}, unique=unique, full=full, defanged=defanged, range=range,
                      first_message=first_message, as_in_folder=as_in_folder, limits=limits, fields=fields))


def tree(source, *, rules=None, retrieval_url=None, base_headers=None, input=None, message=None, since=None, until=None,
         from_=None, range=None, first_message=None, as_in_folder=False, limits=None, jobs=None, isolated=True, as_=None,
         fields=None):
    """Every entity of every message, and the base of each with its layer: rows of type Entity.

    The options are those of links().
    """
    return _rows("tree", Entity, source, jobs, isolated,
                 dict(rules=rules, retrieval_url=retrieval_url, base_headers=base_headers, input=input,
                      message=message, since=since, until=until, **{"from": from_, "as": as_}, range=range,
                      first_message=first_message, as_in_folder=as_in_folder, limits=limits, fields=fields))


def check(source, *, rules=None, retrieval_url=None, base_headers=None, input=None, code=None, severity=None,
          summary=False, message=None, since=None, until=None, from_=None, range=None, first_message=None,
          as_in_folder=False, defanged=False, limits=None, jobs=None,
          isolated=True, domains=None, as_=None, fields=None):
    """What is wrong, or would resolve differently elsewhere: rows of type Diagnostic, or with `summary` Summary.

    code      only diagnostics of these codes: "text-differs,rules-disagree", or a list
    severity  only diagnostics of these severities: "error,warning", or a list
    summary   one row per code, and per pair of domains if they differ, with a count and the first diagnostic; rows
              are returned after all input was read
    domains   domains whose look-alikes are reported: "bank.example,shop.example", or a list

    The other options are those of links().
    """
    return _rows("check", Summary if summary else Diagnostic, source, jobs, isolated,
                 dict(rules=rules, retrieval_url=retrieval_url, base_headers=base_headers, input=input, code=code,
                      severity=severity, summary=summary, message=message, since=since, until=until,
                      **{"from": from_, "as": as_}, range=range, first_message=first_message,
                      as_in_folder=as_in_folder, defanged=defanged, limits=limits, domains=domains, fields=fields))


def compare(source, *, readers=None, rules=None, retrieval_url=None, base_headers=None, input=None, message=None,
            since=None, until=None, from_=None, range=None, first_message=None, as_in_folder=False, limits=None,
            jobs=None, isolated=True, fields=None):
    """Every reference that readers disagree about: rows of type Comparison.

    readers  at least two of those that `as_` of links() takes: "rfc1808,mhonarc", or a list. Default: rfc1808,
             chromium, thunderbird, roundcube and mhonarc

    The other options are those of links().
    """
    return _rows("compare", Comparison, source, jobs, isolated,
                 dict(readers=readers, rules=rules, retrieval_url=retrieval_url, base_headers=base_headers, input=input,
                      message=message, since=since, until=until, **{"from": from_}, range=range,
                      first_message=first_message, as_in_folder=as_in_folder, limits=limits, fields=fields))


class Written(typing.NamedTuple):
    """What report() and extract() give.

    path      what was written
    messages  how many messages were read; extract() writes nothing if there is none
    problems  what could not be read, and limits that were hit: a sentence each
    notes     isolation that the system lacks: a sentence each
    """

    path: str
    messages: int
    problems: tuple
    notes: tuple


def _written(run, source, output, *more, jobs, isolated, given):
    path = os.fsencode(output)
    if path in (b"", b"-"):
        raise ValueError("output: must be the path of a file or folder")
    if b"\0" in path:
        raise ValueError("output: contains a null byte")
    _processes(given, jobs, isolated)
    try:
        return Written(os.fsdecode(path), *run(_inputs(source), path, *more, _options(given)))
    except ValueError as error:
        # The sentences name options as the command line does.
        raise ValueError(re.sub(" --(force|message|single-file)\\b", lambda match: " " + match[1].replace("-", "_"), str(error))) from None


def report(source, output, *, rows=None, rules=None, retrieval_url=None, base_headers=None, input=None, message=None,
           since=None, until=None, from_=None, range=None, first_message=None, as_in_folder=False, limits=None, jobs=None,
           isolated=True, as_=None):
    """Writes one self-contained HTML page about the references of an archive, and gives a Written.

    source    as for links(), also databases that the command has written; only one can be content that is not a path
    output    the path of the page, such as "report.html"; ".gz" at its end compresses. It is never partial
    rows      how many references the page lists (default: 100000); its overview counts all
    isolated  False: a program of its own reads, without isolated processes

    The other options are those of links(). Raises ValueError for options that have no meaning and an output that is also
    an input, OSError where the output cannot be written. While the run lasts, other threads run. An exception in
    a signal handler, such as KeyboardInterrupt, ends the run, and nothing is written.
    """
    return _written(_mimebase.report, source, output, jobs=jobs, isolated=isolated,
                    given=dict(rows=rows, rules=rules, retrieval_url=retrieval_url, base_headers=base_headers, input=input,
                               message=message, since=since, until=until, range=range, first_message=first_message,
                               as_in_folder=as_in_folder, limits=limits, **{"as": as_, "from": from_}))


def extract(source, output, *, message=None, single_file=False, no_active=False, online=False, force=False, rules=None,
            retrieval_url=None, base_headers=None, input=None, range=None, first_message=None, as_in_folder=False,
            limits=None, jobs=None, isolated=True):
    """Writes a message as files that a browser opens offline, and gives a Written.

    source       one source, as for links()
    output       the path of a folder, of a WARC file (".warc", ".warc.gz"), or with `single_file` of a page (".html");
                 none is ever partial. A folder gets "index.html"
    message      only this message of an archive: its number or its Message-ID. Without it, a folder gets all messages
    single_file  the page contains everything that it shows, as data: URLs
    no_active    no scripts, event handlers, forms, or anything that would be loaded from elsewhere
    online       the pages may use the network and run scripts
    force        `output` is replaced if it exists

    The other options are those of links(). The exceptions are those of report().
    """
    wanted = b"" if message is None else _bytes(str(message) if isinstance(message, int) else message)
    return _written(_mimebase.extract, source, output, wanted, bool(force), jobs=jobs, isolated=isolated,
                    given=dict(single_file=single_file, no_active=no_active, online=online, rules=rules,
                               retrieval_url=retrieval_url, base_headers=base_headers, input=input, range=range,
                               first_message=first_message, as_in_folder=as_in_folder, limits=limits))


class Rewritten(bytes):
    """The result of rewrite(): the message, and a report.

    edited    how many references were made absolute
    notes     one sentence per reference that was left unchanged and per signature that became invalid
    problems  one sentence per failure to read and per limit that was hit
    """

    edited = 0
    notes = ()
    problems = ()


def rewrite(message, *, rules=None, retrieval_url=None, base_headers=None, input=None, limits=None, only=None, cid=None, base=None,
            unwrap=False, annotate=False, break_signatures=False, if_dkim=None, as_=None):
    """Returns the message with absolute URLs; every other byte is unchanged. URLs that are absolute already stay,
    except wrapped ones with unwrap=True. Only the command `mimebase rewrite` writes a manifest, which undoes a rewrite.

    message           bytes: a message, with a From_ line or without, or an mbox
    input             "message": one message, whatever it contains; otherwise bytes that begin with a From_ line are
                      an mbox
    only              only references in these: "html,css,xml,text,headings", or a list
    cid               references to parts by Content-ID: "keep" (default), or "location"
    base              base declarations that are no longer needed: "keep" (default), or "drop"
    unwrap            wrapped URLs become the URLs inside, where these can be decoded
    annotate          every header gets a field X-Mimebase-Base
    break_signatures  also edit inside multipart/signed
    if_dkim           messages whose DKIM or ARC signature would break: "rewrite" (default), or "keep"

    The calling thread rewrites, without isolation. The other options are those of links(). Raises ValueError for
    invalid options, and if the message is longer than its limit, because a partial message is never returned.
    """
    given = dict(rules=rules, retrieval_url=retrieval_url, base_headers=base_headers, input=input, limits=limits, only=only,
                 cid=cid, base=base, unwrap=unwrap, annotate=annotate, break_signatures=break_signatures, if_dkim=if_dkim, **{"as": as_})
    done, edited, notes, problems = _mimebase.rewrite(bytes(memoryview(message)), _options(given))
    rewritten = Rewritten(done)
    rewritten.edited, rewritten.notes, rewritten.problems = edited, notes, problems
    return rewritten


def resolve(base, reference, rules="rfc1808"):
    """Returns the absolute form of the reference. An empty base means no base. Raises ValueError if there is none.

    rules  "rfc1808", "draft-05", "rfc3986" or "whatwg"
    """
    return _mimebase.resolve(_bytes(base), _bytes(reference), rules).decode("utf-8", "surrogateescape")


def unwrap(url):
    """The layers that known services put around the URL, outermost first: pairs of a service's name and the URL inside,
    which is None if only the service's server knows it. Empty if nothing is wrapped.
    """
    return [(name, inside.decode("utf-8", "surrogateescape") or None) for name, inside in _mimebase.unwrap(_bytes(url))]
