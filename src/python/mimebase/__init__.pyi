from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from email.message import Message
from os import PathLike
from typing import IO, Any, Generic, Literal, NamedTuple, SupportsIndex, TypeVar, overload

__all__ = [
    "Candidate", "Comparison", "Diagnostic", "Entity", "Link", "Opens", "ReaderLink", "Rewritten", "Row", "Rows", "Summary",
    "UniqueLink", "UniqueReaderLink", "Written",
    "check", "compare", "extract", "links", "report", "resolve", "rewrite", "tree", "unwrap",
]
__version__: str

_Path = str | bytes | PathLike[str] | PathLike[bytes]
_Input = str | PathLike[str] | PathLike[bytes] | bytes | bytearray | memoryview | Message | IO[bytes]
_Inputs = _Input | Iterable[_Input]
# Names are given in one string with commas between them, or as a sequence of strings.
_Names = str | Sequence[str]
_Patterns = str | bytes | Sequence[str | bytes]
_Range = tuple[int | None, int | None]
_Date = str | date

class Row:
    @overload
    def __getitem__(self, key: str | SupportsIndex) -> Any: ...
    @overload
    def __getitem__(self, key: slice) -> tuple[Any, ...]: ...
    def keys(self) -> tuple[str, ...]: ...
    def asdict(self) -> dict[str, Any]: ...
    @property
    def fields(self) -> dict[str, str | list[str] | None] | None: ...

class _OpensFields(NamedTuple):
    url: str | None
    part: str | None

class Opens(Row, _OpensFields): ...

# By src/describe/describe.cpp, of the columns:
class _LinkFields(NamedTuple):
    source: str
    message: int
    offset: int
    message_id: str | None
    date: str | None
    from_: str | None
    subject: str | None
    part: str
    content_type: str | None
    in_message_id: str | None
    context: str
    hidden: str | None
    start: int | None
    end: int | None
    text: str | None
    reference: str
    resolved: str | None
    status: str
    target_part: str | None
    base: str
    base_section: str
    base_by: str
    base_part: str | None
    host: str | None
    kind: str
    wrappers: tuple[str, ...]
    unwrapped: str | None
    where: str | None
    page: str | None
    host_unicode: str | None
    permalink: str | None
    permalink_names: str | None

class Link(Row, _LinkFields): ...

class _UniqueLinkFields(NamedTuple):
    source: str
    message: int
    offset: int
    message_id: str | None
    date: str | None
    from_: str | None
    subject: str | None
    part: str
    content_type: str | None
    in_message_id: str | None
    context: str
    hidden: str | None
    start: int | None
    end: int | None
    text: str | None
    reference: str
    resolved: str | None
    status: str
    target_part: str | None
    base: str
    base_section: str
    base_by: str
    base_part: str | None
    host: str | None
    kind: str
    wrappers: tuple[str, ...]
    unwrapped: str | None
    where: str | None
    page: str | None
    host_unicode: str | None
    permalink: str | None
    permalink_names: str | None
    count: int  # type: ignore[assignment]

class UniqueLink(Row, _UniqueLinkFields): ...

class _ReaderLinkFields(NamedTuple):
    source: str
    message: int
    offset: int
    message_id: str | None
    date: str | None
    from_: str | None
    subject: str | None
    part: str
    content_type: str | None
    in_message_id: str | None
    context: str
    hidden: str | None
    start: int | None
    end: int | None
    text: str | None
    reference: str
    resolved: str | None
    status: str
    target_part: str | None
    base: str
    base_section: str
    base_by: str
    base_part: str | None
    host: str | None
    kind: str
    wrappers: tuple[str, ...]
    unwrapped: str | None
    where: str | None
    page: str | None
    host_unicode: str | None
    permalink: str | None
    permalink_names: str | None
    reader: str
    opens: Opens | None
    opens_by: str

class ReaderLink(Row, _ReaderLinkFields): ...

class _UniqueReaderLinkFields(NamedTuple):
    source: str
    message: int
    offset: int
    message_id: str | None
    date: str | None
    from_: str | None
    subject: str | None
    part: str
    content_type: str | None
    in_message_id: str | None
    context: str
    hidden: str | None
    start: int | None
    end: int | None
    text: str | None
    reference: str
    resolved: str | None
    status: str
    target_part: str | None
    base: str
    base_section: str
    base_by: str
    base_part: str | None
    host: str | None
    kind: str
    wrappers: tuple[str, ...]
    unwrapped: str | None
    where: str | None
    page: str | None
    host_unicode: str | None
    permalink: str | None
    permalink_names: str | None
    reader: str
    opens: Opens | None
    opens_by: str
    count: int  # type: ignore[assignment]

class UniqueReaderLink(Row, _UniqueReaderLinkFields): ...

class _EntityFields(NamedTuple):
    source: str
    message: int
    offset: int
    message_id: str | None
    part: str
    depth: int
    content_type: str
    charset: str | None
    transfer_encoding: str | None
    disposition: str | None
    filename: str | None
    size: int
    heading: tuple[int, int] | None
    body: tuple[int, int] | None
    content_id: str | None
    content_location: str | None
    searched: str
    base: str
    base_section: str
    base_by: str
    base_part: str | None
    chain: tuple[Candidate, ...]

class Entity(Row, _EntityFields): ...

class _CandidateFields(NamedTuple):
    section: str
    by: str
    part: str | None
    raw: str
    url: str | None
    state: str

class Candidate(Row, _CandidateFields): ...

class _DiagnosticFields(NamedTuple):
    source: str
    message: int | None
    offset: int | None
    message_id: str | None
    part: str | None
    code: str
    severity: str
    detail: str
    start: int | None
    end: int | None

class Diagnostic(Row, _DiagnosticFields): ...

class _ComparisonFields(NamedTuple):
    source: str
    message: int
    offset: int
    message_id: str | None
    part: str
    context: str
    start: int | None
    end: int | None
    reference: str
    difference: str
    opens: dict[str, Opens | None]
    reasons: dict[str, str]

class Comparison(Row, _ComparisonFields): ...

class _SummaryFields(NamedTuple):
    code: str
    severity: str
    domain: str | None
    other_domain: str | None
    count: int  # type: ignore[assignment]
    source: str
    message: int | None
    part: str | None
    detail: str

class Summary(Row, _SummaryFields): ...

# End of the columns.
_R = TypeVar("_R", bound=Row, covariant=True)

class Rows(Generic[_R]):
    def __iter__(self) -> Rows[_R]: ...
    def __next__(self) -> _R: ...
    def __enter__(self) -> Rows[_R]: ...
    def __exit__(self, *args: object) -> None: ...
    # Returns a dictionary from keys to columns, for pandas.DataFrame() and pyarrow.table(). The column "date" is a list of
    # datetime in UTC. Links also have the column "domain".
    def columns(self) -> dict[str, Any]: ...
    def close(self) -> None: ...
    @property
    def problems(self) -> tuple[str, ...]: ...
    @property
    def messages(self) -> int: ...

class Written(NamedTuple):
    path: str
    messages: int
    problems: tuple[str, ...]
    notes: tuple[str, ...]

class Rewritten(bytes):
    edited: int
    notes: tuple[str, ...]
    problems: tuple[str, ...]

# A mail reader (as_) is a program whose treatment of bases and parts mimebase can imitate.
# By src/describe/describe.cpp, of the options:
_RuleSet = Literal["rfc1808", "draft-05", "rfc3986", "whatwg"]
_InputKind = Literal["auto", "message", "mbox", "maildir", "mh", "warc", "document"]
_NoReader = Literal["rfc1808"]
_Reader = Literal[
    "chromium",
    "thunderbird",
    "roundcube",
    "evolution",
    "kmail",
    "mhonarc",
    "hypermail",
    "spamassassin",
    "rspamd",
    "pdfium",
    "pdfjs",
    "poppler",
    "mupdf",
    "word",
    "libreoffice",
]

@overload
def links(
    source: _Inputs, *, status: _Names | None = None, context: _Patterns | None = None,
    host: _Patterns | None = None, hidden: _Names | None = None, kind: _Names | None = None,
    unwrapped: bool = False, unique: Literal[False] = False, part: _Patterns | None = None,
    attachments: bool = False, full: bool = False, defanged: bool = False, message: int | None = None,
    since: _Date | None = None, until: _Date | None = None, from_: _Patterns | None = None,
    template: str | bytes | None = None, rules: _RuleSet | None = None,
    retrieval_url: str | bytes | None = None, retrieval_root: str | bytes | None = None,
    base_headers: _Names | None = None, input: _InputKind | None = None,
    content_type: str | bytes | None = None, range: _Range | None = None, first_message: int | None = None,
    as_in_folder: bool = False, limits: Mapping[str, int] | None = None, jobs: int | None = None,
    isolated: bool = True, fields: _Names | None = None, as_: _NoReader | None = None
) -> Rows[Link]: ...
@overload
def links(
    source: _Inputs, *, status: _Names | None = None, context: _Patterns | None = None,
    host: _Patterns | None = None, hidden: _Names | None = None, kind: _Names | None = None,
    unwrapped: bool = False, unique: Literal[True], part: _Patterns | None = None, attachments: bool = False,
    full: bool = False, defanged: bool = False, message: int | None = None, since: _Date | None = None,
    until: _Date | None = None, from_: _Patterns | None = None, template: str | bytes | None = None,
    rules: _RuleSet | None = None, retrieval_url: str | bytes | None = None,
    retrieval_root: str | bytes | None = None, base_headers: _Names | None = None,
    input: _InputKind | None = None, content_type: str | bytes | None = None, range: _Range | None = None,
    first_message: int | None = None, as_in_folder: bool = False, limits: Mapping[str, int] | None = None,
    jobs: int | None = None, isolated: bool = True, fields: _Names | None = None,
    as_: _NoReader | None = None
) -> Rows[UniqueLink]: ...
@overload
def links(
    source: _Inputs, *, status: _Names | None = None, context: _Patterns | None = None,
    host: _Patterns | None = None, hidden: _Names | None = None, kind: _Names | None = None,
    unwrapped: bool = False, unique: Literal[False] = False, part: _Patterns | None = None,
    attachments: bool = False, full: bool = False, defanged: bool = False, message: int | None = None,
    since: _Date | None = None, until: _Date | None = None, from_: _Patterns | None = None,
    template: str | bytes | None = None, rules: _RuleSet | None = None,
    retrieval_url: str | bytes | None = None, retrieval_root: str | bytes | None = None,
    base_headers: _Names | None = None, input: _InputKind | None = None,
    content_type: str | bytes | None = None, range: _Range | None = None, first_message: int | None = None,
    as_in_folder: bool = False, limits: Mapping[str, int] | None = None, jobs: int | None = None,
    isolated: bool = True, fields: _Names | None = None, as_: _Reader
) -> Rows[ReaderLink]: ...
@overload
def links(
    source: _Inputs, *, status: _Names | None = None, context: _Patterns | None = None,
    host: _Patterns | None = None, hidden: _Names | None = None, kind: _Names | None = None,
    unwrapped: bool = False, unique: Literal[True], part: _Patterns | None = None, attachments: bool = False,
    full: bool = False, defanged: bool = False, message: int | None = None, since: _Date | None = None,
    until: _Date | None = None, from_: _Patterns | None = None, template: str | bytes | None = None,
    rules: _RuleSet | None = None, retrieval_url: str | bytes | None = None,
    retrieval_root: str | bytes | None = None, base_headers: _Names | None = None,
    input: _InputKind | None = None, content_type: str | bytes | None = None, range: _Range | None = None,
    first_message: int | None = None, as_in_folder: bool = False, limits: Mapping[str, int] | None = None,
    jobs: int | None = None, isolated: bool = True, fields: _Names | None = None, as_: _Reader
) -> Rows[UniqueReaderLink]: ...
def tree(
    source: _Inputs, *, part: _Patterns | None = None, attachments: bool = False, message: int | None = None,
    since: _Date | None = None, until: _Date | None = None, from_: _Patterns | None = None,
    rules: _RuleSet | None = None, retrieval_url: str | bytes | None = None,
    retrieval_root: str | bytes | None = None, base_headers: _Names | None = None,
    input: _InputKind | None = None, content_type: str | bytes | None = None, range: _Range | None = None,
    first_message: int | None = None, as_in_folder: bool = False, limits: Mapping[str, int] | None = None,
    jobs: int | None = None, isolated: bool = True, fields: _Names | None = None,
    as_: _Reader | _NoReader | None = None
) -> Rows[Entity]: ...
@overload
def check(
    source: _Inputs, *, part: _Patterns | None = None, attachments: bool = False, code: _Names | None = None,
    severity: _Names | None = None, summary: Literal[False] = False, domains: _Names | None = None,
    defanged: bool = False, message: int | None = None, since: _Date | None = None,
    until: _Date | None = None, from_: _Patterns | None = None, template: str | bytes | None = None,
    rules: _RuleSet | None = None, retrieval_url: str | bytes | None = None,
    retrieval_root: str | bytes | None = None, base_headers: _Names | None = None,
    input: _InputKind | None = None, content_type: str | bytes | None = None, range: _Range | None = None,
    first_message: int | None = None, as_in_folder: bool = False, limits: Mapping[str, int] | None = None,
    jobs: int | None = None, isolated: bool = True, fields: _Names | None = None,
    as_: _Reader | _NoReader | None = None
) -> Rows[Diagnostic]: ...
@overload
def check(
    source: _Inputs, *, part: _Patterns | None = None, attachments: bool = False, code: _Names | None = None,
    severity: _Names | None = None, summary: Literal[True], domains: _Names | None = None,
    defanged: bool = False, message: int | None = None, since: _Date | None = None,
    until: _Date | None = None, from_: _Patterns | None = None, template: str | bytes | None = None,
    rules: _RuleSet | None = None, retrieval_url: str | bytes | None = None,
    retrieval_root: str | bytes | None = None, base_headers: _Names | None = None,
    input: _InputKind | None = None, content_type: str | bytes | None = None, range: _Range | None = None,
    first_message: int | None = None, as_in_folder: bool = False, limits: Mapping[str, int] | None = None,
    jobs: int | None = None, isolated: bool = True, fields: _Names | None = None,
    as_: _Reader | _NoReader | None = None
) -> Rows[Summary]: ...
def compare(
    source: _Inputs, *, readers: _Names | None = None, message: int | None = None, since: _Date | None = None,
    until: _Date | None = None, from_: _Patterns | None = None, rules: _RuleSet | None = None,
    retrieval_url: str | bytes | None = None, retrieval_root: str | bytes | None = None,
    base_headers: _Names | None = None, input: _InputKind | None = None,
    content_type: str | bytes | None = None, range: _Range | None = None, first_message: int | None = None,
    as_in_folder: bool = False, limits: Mapping[str, int] | None = None, jobs: int | None = None,
    isolated: bool = True, fields: _Names | None = None
) -> Rows[Comparison]: ...
def report(
    source: _Inputs, output: _Path, *, rows: int | None = None, message: int | None = None,
    since: _Date | None = None, until: _Date | None = None, from_: _Patterns | None = None,
    template: str | bytes | None = None, rules: _RuleSet | None = None,
    retrieval_url: str | bytes | None = None, retrieval_root: str | bytes | None = None,
    base_headers: _Names | None = None, input: _InputKind | None = None,
    content_type: str | bytes | None = None, range: _Range | None = None, first_message: int | None = None,
    as_in_folder: bool = False, limits: Mapping[str, int] | None = None, jobs: int | None = None,
    isolated: bool = True, as_: _Reader | _NoReader | None = None
) -> Written: ...
def extract(
    source: _Input, output: _Path, *, single_file: bool = False, no_active: bool = False,
    online: bool = False, page_url: str | bytes | None = None, split: int | None = None,
    message: int | str | bytes | None = None, rules: _RuleSet | None = None,
    retrieval_url: str | bytes | None = None, retrieval_root: str | bytes | None = None,
    base_headers: _Names | None = None, input: _InputKind | None = None,
    content_type: str | bytes | None = None, range: _Range | None = None, first_message: int | None = None,
    as_in_folder: bool = False, limits: Mapping[str, int] | None = None, jobs: int | None = None,
    isolated: bool = True, force: bool = False
) -> Written: ...
def rewrite(
    message: bytes | bytearray | memoryview, *, only: _Names | None = None,
    cid: Literal["keep", "location"] | None = None, base: Literal["keep", "drop"] | None = None,
    unwrap: bool = False, map: str | bytes | None = None, annotate: bool = False,
    break_signatures: bool = False, signed: Literal["leave", "rewrite"] | None = None,
    if_dkim: Literal["rewrite", "keep"] | None = None, template: str | bytes | None = None,
    untemplate: str | bytes | None = None, key_file: str | bytes | None = None, in_: _Names | None = None,
    except_: str | bytes | None = None, unwrap_first: bool = False, recipient: str | bytes | None = None,
    time: int | str | bytes | None = None, rules: _RuleSet | None = None,
    retrieval_url: str | bytes | None = None, retrieval_root: str | bytes | None = None,
    base_headers: _Names | None = None, input: _InputKind | None = None,
    content_type: str | bytes | None = None, limits: Mapping[str, int] | None = None,
    as_: _Reader | _NoReader | None = None
) -> Rewritten: ...
# End of the options.
def unwrap(url: str | bytes) -> list[tuple[str, str | None]]: ...
def resolve(base: str | bytes, reference: str | bytes, rules: _RuleSet = "rfc1808") -> str: ...
