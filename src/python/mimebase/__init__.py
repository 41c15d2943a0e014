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
import inspect
import os
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
        raise TypeError(f"a URL is a str or bytes, not {type(text).__name__}")
    return text.encode("utf-8", "surrogateescape")


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


def _with_keywords(function):
    """Gives the function the signature with its keywords, which the extension module knows from its table of options."""
    *own, _ = inspect.signature(function).parameters.values()
    function.__signature__ = inspect.Signature(own + [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default)
        for name, default in _mimebase.keywords(function.__name__)
    ])
    return function


def _with_jobs(keywords):
    return {**keywords, "jobs": keywords.get("jobs") or len(os.sched_getaffinity(0))}


def _rows(command, row_type, source, keywords):
    if keywords.get("fields") and row_type is not Summary:
        row_type = with_fields(row_type)
    types_of_rows = row_type, Candidate, Opens, source_text, moment, column
    rows = Rows(command, _inputs(source), _with_jobs(keywords), types_of_rows)
    _reading.add(rows)
    return rows


@_with_keywords
def links(source, **keywords):
    """Every reference in every part, resolved: rows of type Link, or with `unique` UniqueLink.

    With `as_`, they are of type ReaderLink, or with `unique` UniqueReaderLink.

    source         a path (a message, an mbox, a WARC file, a document, a folder, also compressed; "-" is standard input), the
                   content as bytes, a file open in binary mode, an email.message.Message, or an iterable of those; the source of
                   content that is not a path is "-" in rows
    rules          how references are resolved: "rfc1808" (default), "draft-05", "rfc3986", "whatwg"
    retrieval_url  where the messages were retrieved from (RFC 1808 section 3.3)
    retrieval_root the URL that the input is a mirror of, as wget -r writes it
    base_headers   which headers count as bases, the innermost first: "base,content-base,content-location", or a list
    input          what the inputs are: "auto" (default), "message", "mbox", "maildir", "mh", "warc", "document"
    content_type   the media type of every input, which is then a document and not mail: "text/html; charset=utf-8"
    status         only links of these statuses: "missing-part,unresolved", or a list
    context, host  only links whose context or host matches one of these shell patterns: "a@*", or a list
    hidden         only links that are hidden in one of these ways: "style,comment", or a list; "none" for the others
    kind           only links that are used for these: "link,image", or a list
    unwrapped      match `host` with the host of the URL inside a wrapped URL, if it is known
    template       links that rewrite() has made by this template are wrapped URLs, and the wrapper is "own"
    message        only this message of each source: 1, 2, ...
    since, until   only messages whose Date is in this range: date, datetime, or a string such as "2026-11-23"
    from_          only messages whose From field matches one of these shell patterns
    unique         one row per resolved URL, with a count; rows are returned after all input was read
    part           only parts and headers whose name matches one of these shell patterns: "2*", or a list
    attachments    only attachments and what is inside them
    full           data: URLs are not cut after 100 bytes
    defanged       also URLs in text such as "hxxp://evil[.]example", with status "defanged"
    range          (start, end): only messages of an uncompressed mbox or WARC file that start in these bytes; either may be None
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
    of_reader = keywords.get("as_") not in (None, "rfc1808")
    if keywords.get("unique"):
        row_type = UniqueReaderLink if of_reader else UniqueLink
    else:
        row_type = ReaderLink if of_reader else Link
    return _rows("links", row_type, source, keywords)


@_with_keywords
def tree(source, **keywords):
    """Every entity of every message, and the base of each with its layer: rows of type Entity.

    The options are those of links().
    """
    return _rows("tree", Entity, source, keywords)


@_with_keywords
def check(source, **keywords):
    """What is wrong, or would resolve differently elsewhere: rows of type Diagnostic, or with `summary` Summary.

    code      only diagnostics of these codes, or groups of codes: "text-differs,rules-disagree", "deceptive", or a list
    severity  only diagnostics of these severities: "error,warning", or a list
    summary   one row per code, and per pair of domains if they differ, with a count and the first diagnostic; rows
              are returned after all input was read
    domains   domains whose look-alikes are reported, and hosts with their names: "bank.example,shop.example", or a
              list

    The other options are those of links().
    """
    return _rows("check", Summary if keywords.get("summary") else Diagnostic, source, keywords)


@_with_keywords
def compare(source, **keywords):
    """Every reference that readers disagree about: rows of type Comparison.

    readers  at least two of those that `as_` of links() takes: "rfc1808,mhonarc", or a list. Default: rfc1808,
             chromium, thunderbird, roundcube and mhonarc

    The other options are those of links().
    """
    return _rows("compare", Comparison, source, keywords)


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


def _written(run, source, output, keywords):
    path = os.fsencode(output)
    if path in (b"", b"-"):
        raise ValueError("output: must be the path of a file or folder")
    if b"\0" in path:
        raise ValueError("output: contains a null byte")
    return Written(os.fsdecode(path), *run(_inputs(source), path, _with_jobs(keywords)))


@_with_keywords
def report(source, output, **keywords):
    """Writes one self-contained HTML page about the references of an archive, and gives a Written.

    source    as for links(), also databases that the command has written; only one can be content that is not a path
    output    the path of the page, such as "report.html"; ".gz" at its end compresses. It is never partial
    rows      how many references the page lists (default: 100000); its overview counts all
    isolated  False: a program of its own reads, without isolated processes

    The other options are those of links(). Raises ValueError for options that have no meaning and an output that is also
    an input, OSError where the output cannot be written. While the run lasts, other threads run. An exception in
    a signal handler, such as KeyboardInterrupt, ends the run, and nothing is written.
    """
    return _written(_mimebase.report, source, output, keywords)


@_with_keywords
def extract(source, output, **keywords):
    """Writes a message as files that a browser opens offline, and gives a Written.

    source       one source, as for links()
    output       the path of a folder, of a WARC file (".warc", ".warc.gz"), of a WACZ file (".wacz"), or with `single_file`
                 of a page (".html"); none is ever partial. A folder gets "index.html"
    message      only this message of an archive: its number or its Message-ID. Without it, a folder gets all messages
    single_file  the page contains everything that it shows, as data: URLs
    no_active    no scripts, event handlers, forms, or anything that would be loaded from elsewhere
    online       the pages may use the network and run scripts
    page_url     of a WACZ file: the URL of each page, with the fields {message_id:path}, {message} and {list}
    split        of WACZ files: so many pages per file; "x.wacz" then gives "x-1.wacz", "x-2.wacz", ...
    force        `output` is replaced if it exists

    The other options are those of links(). The exceptions are those of report().
    """
    return _written(_mimebase.extract, source, output, keywords)


class Rewritten(bytes):
    """The result of rewrite(): the message, and a report.

    edited    how many references were made absolute
    notes     one sentence per reference that was left unchanged and per signature that became invalid
    problems  one sentence per failure to read and per limit that was hit
    """

    edited = 0
    notes = ()
    problems = ()


@_with_keywords
def rewrite(message, **keywords):
    """Returns the message with absolute URLs; every other byte is unchanged. URLs that are absolute already stay,
    except wrapped ones with unwrap=True. Only the command `mimebase rewrite` writes a manifest, which undoes a rewrite.

    message           bytes: a message, with a From_ line or without, an mbox, or a document of HTML, XML, CSS or text
    input             "message": one message, whatever it contains; otherwise bytes that begin with a From_ line are
                      an mbox
    only              only references in these: "html,css,xml,text,headings", or a list
    cid               references to parts by Content-ID: "keep" (default), or "location"
    base              base declarations that are no longer needed: "keep" (default), or "drop"
    unwrap            wrapped URLs become the URLs inside, where these can be decoded
    map               the name of a file with lines OLD<TAB>NEW: URLs are replaced, instead of made absolute
    annotate          every header gets a field X-Mimebase-Base
    break_signatures  also edit inside multipart/signed
    signed            the inside of multipart/signed: "leave" (default), or "rewrite", as with break_signatures
    template          nothing but http, https and ftp URLs is changed, to this URL with the fields {url:query}, {h} ...
    untemplate        nothing but the URLs that this template has made is changed, back to what they were
    key_file          the name of a file with lines KID<TAB>KEY, for the fields {h} and {kid}
    in_               where template makes links: "anchors,forms,text,calendar", or a list
    except_           the name of a file with a pattern of hosts per line, whose URLs template leaves
    unwrap_first      URLs that other services have wrapped are unwrapped before
    recipient         the value of {recipient:query} in template
    time              the value of {time} in template: seconds since 1970, or a date (default: now)
    if_dkim           messages whose DKIM or ARC signature would break: "rewrite" (default), or "keep"

    The calling thread rewrites, without isolation. The other options are those of links(), such as content_type. Raises
    ValueError for invalid options, for other documents and WARC files, and if the message is longer than its limit, because a partial message is never returned.
    """
    done, edited, notes, problems = _mimebase.rewrite(bytes(memoryview(message)), keywords)
    rewritten = Rewritten(done)
    rewritten.edited, rewritten.notes, rewritten.problems = edited, notes, problems
    return rewritten


def resolve(base, reference, rules="rfc1808"):
    """Returns the absolute form of the reference. An empty base means no base. Raises ValueError if there is none.

    rules  "rfc1808", "draft-05", "rfc3986" or "whatwg"
    """
    return _mimebase.resolve(_bytes(base), _bytes(reference), rules).decode("utf-8", "surrogateescape")


def unwrap(url):
    """The layers that known services put around the URL, a str or bytes: a list, outermost first, of pairs of a service's
    name and the URL inside, which is None if only the service's server knows it. Empty if nothing is wrapped.
    """
    return [(name, inside.decode("utf-8", "surrogateescape") or None) for name, inside in _mimebase.unwrap(_bytes(url))]
