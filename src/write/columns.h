// The tables of columns: every key of the rows that commands write.
//
// Each key is one line of a table. JSON Lines, CSV, the columns, inserts and views of a database, what
// databases and other processes read back, copies that outlive a message, `--defang`, the columns of the
// report, the JSON Schemas, the man page, and the rows of the Python module with their stub all follow from
// it. To add a key:
// - put its line after the others of its command, since new versions only append keys. Its getter is a
//   member of the row, or a function below if the value is a member in another form;
// - increase kSchemaVersion by one;
// - run `meson compile -C build describe`, which updates the committed schemas, the man page and Python's
//   stub. Tests compare them with the tables;
// - add a row to a test of the command.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "mimebase/diagnostics.h"
#include "mimebase/model.h"
#include "mimebase/names.h"
#include "text/for_archive.h"
#include "write/column.h"

namespace mimebase {

// The version of the rows, for every format. It is defined nowhere else. Increase it by one if a program that
// reads rows of the previous version may misread the new ones or fail: a key, column, table or view is added,
// removed or renamed, or changes its type, values or meaning. Keep it if the rows of the same mail differ
// only because a mistake was corrected.
//
// The `$id` of the JSON Schemas (describe/describe.cpp), `PRAGMA user_version` of databases
// (database/sqlite_schema.cpp) and schema_version(), which `mimebase --schema-version` prints, are derived
// from it.
inline constexpr int kSchemaVersion = 11;

namespace write {

using Text = std::optional<std::string_view>;
using Number = std::optional<std::uint64_t>;

// Getter of the name of a message's source.
struct SourceAt : At<&MessageInfo::source> {
  constexpr SourceName operator()(const MessageInfo& message) const { return {message.source}; }
};
// Getter of a number of the message, for rows that may be about the source itself. Their message number is
// then 0.
template <auto kMember>
struct NumberOfMessage : At<kMember> {
  constexpr Number operator()(const MessageInfo& message) const {
    return message.number == 0 ? Number() : Number(message.*kMember);
  }
};
// Getter of a member of a link that is null without --as.
template <auto... kMembers>
struct ReaderAt : At<kMembers...> {
  constexpr auto operator()(const Link& link) const {
    const auto& value = At<kMembers...>::operator()(link);
    return link.reader == MailReader::kRfc1808 ? std::nullopt : std::optional(value);
  }
};
// Getter of the start or end of the place that a row is about. Null if there is none.
template <auto kSpan, auto kEnd>
struct SpanAt : At<kSpan> {
  using Row = typename At<kSpan>::Row;
  constexpr Number operator()(const Row& row) const {
    const std::optional<Range>& span = row.*kSpan;
    return span ? Number((*span).*kEnd) : Number();
  }
  // The column of the start comes first.
  static void set(Row& row, const Number& number) {
    std::optional<Range>& span = row.*kSpan;
    if (!number) {
      span.reset();
    } else if (kEnd == &Range::start) {
      span = Range{*number, *number};
    } else if (span) {
      span->end = *number;
    }
  }
};

inline constexpr std::string_view kPositive = R"("minimum": 1)";
inline constexpr std::string_view kNotEmpty = R"("minLength": 1)";
inline constexpr std::string_view kSpecifier =
    R"("pattern": "^(TEXT|HEADER|MIME|[1-9][0-9]*)(\\.(TEXT|HEADER|MIME|[1-9][0-9]*))*$")";

// Columns of every row.
inline constexpr Column kSourceColumn = {
    {"source", Kept::kSource,
     "The name of the input as given: \"-\" for standard input, \"outer.tar.gz!inner/name\" for a file "
     "inside a container.",
     "", "name"},
    SourceAt()};
inline constexpr Column kMessageIdColumn = {
    {"message_id", Kept::kMessage, "The Message-ID of the outermost message, without < and >."},
    Words<Defang::kText, &MessageInfo::message_id>()};

// Columns of rows about something in a message.
inline constexpr std::tuple kPlace = {
    kSourceColumn,
    Column{{"message", Kept::kMessage, "The number of the message within the source: 1, 2, ...", kPositive,
            "number"},
           &MessageInfo::number},
    Column{{"offset", Kept::kMessage,
            "The byte offset at which the message starts in the decompressed source: the offset of its From_ "
            "line in an mbox, of its record in a WARC file, otherwise 0."},
           &MessageInfo::offset},
    kMessageIdColumn,
};
// The same for rows that may be about the source itself.
inline constexpr std::tuple kPlaceOrSource = {
    kSourceColumn,
    Column{{"message", Kept::kMessage,
            "The number of the message within the source: 1, 2, ...; null if the source itself could not be "
            "read.",
            kPositive, "number"},
           NumberOfMessage<&MessageInfo::number>()},
    Column{
        {"offset", Kept::kMessage,
         "The byte offset at which the message starts in the decompressed source; null if the source itself "
         "could not be read."},
        NumberOfMessage<&MessageInfo::offset>()},
    kMessageIdColumn,
};
inline constexpr std::tuple kEnvelope = {
    Column{
        {"date", Kept::kMessage,
         "The Date field of the outermost message, in RFC 3339 format, with the time zone that the field "
         "names.",
         R"("pattern": "^[0-9]{4,}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(Z|[+-][0-9]{2}:[0-9]{2})$")"},
        &MessageInfo::date},
    Column{{"from", Kept::kMessage, "The From field of the outermost message, decoded.", "", "from_field"},
           Words<Defang::kSentence, &MessageInfo::from>()},
    Column{{"subject", Kept::kMessage, "The Subject field of the outermost message, decoded."},
           Words<Defang::kSentence, &MessageInfo::subject>()},
};

// Comes last in the rows of a command.
inline constexpr Column kFieldsColumn = {
    {.key = "fields",
     .kept = Kept::kMessage,
     .description = "Only with --fields: an object with the decoded value of each named header field of the "
                    "outermost message. A value is an array if the field occurs more than once, and null if "
                    "it does not occur. The whole object is null if the row is about a source instead of a "
                    "message. Databases have the object as JSON text. CSV has one column per name.",
     .when = When::kFields},
    Words<Defang::kSentence, &MessageInfo::fields>()};

// Columns that all links of a message share.
inline constexpr std::tuple kMessageColumns = std::tuple_cat(kPlace, kEnvelope);

inline constexpr std::tuple kBaseColumns = {
    Column{{"base", Kept::kBase, "The base URL that applies; empty if nothing defines a base.", "", "url"},
           Words<Defang::kUrl, &BaseInfo::url>()},
    Column{{"base_section", Kept::kBase,
            "The subsection of RFC 1808 section 3 by which the base applies to the entity: 3.1 if the entity "
            "itself declares the base, 3.2 if an enclosing entity does, 3.3 for a retrieval URL, 3.4 if "
            "nothing defines a base.",
            "", "section"},
           &BaseInfo::section},
    Column{{"base_by", Kept::kBase, "The layer that defines the base.", "", "by"}, &BaseInfo::by},
    Column{
        {"base_part", Kept::kBase,
         "Where the base was declared: in the header of a message (HEADER, 2.HEADER), or in the header or "
         "content of the part with this name (1.2). Null for a retrieval URL, or if nothing defines a base.",
         kSpecifier, "part"},
        &BaseInfo::part},
};

inline std::vector<std::string_view> hidden_values() {
  return {"comment", "conditional-comment", "template", "unreachable", "style", "script"};
}

// Columns that only --as adds. Without it, a database has NULL.
inline constexpr std::tuple kReaderColumns = {
    Column{{.key = "reader",
            .kept = Kept::kAsName,
            .description = "Only with --as: the mail reader that the key \"opens\" describes.",
            .when = When::kReader,
            .values = names_of<MailReader>},
           ReaderAt<&Link::reader>()},
    Column{{.key = "opens",
            .description = "Only with --as: the URL or part that the reader would open, as {\"url\": ...} or "
                           "{\"part\": ...}; null if the reader would open nothing.",
            .when = When::kReader},
           Words<Defang::kUrl, &Link::opens>()},
    Column{{.key = "opens_by",
            .kept = Kept::kAsName,
            .description =
                "Only with --as: how the reader comes to open the URL or part: a person clicks it (click), "
                "or the reader loads it with the message (load); none if the reader never opens it.",
            .when = When::kReader,
            .values = names_of<OpensBy>},
           ReaderAt<&Link::opens, &Opens::by>()},
};

inline constexpr std::tuple kLinkColumns = std::tuple_cat(
    kMessageColumns,
    std::tuple{
        Column{{"part", Kept::kPart,
                "The IMAP section specifier of the entity or header that contains the reference.", kSpecifier,
                "name"},
               &Link::part},
        Column{{"content_type", Kept::kPart,
                "The media type of the part in lower case, without parameters; null if the reference is in a "
                "header."},
               Words<Defang::kText, &Link::content_type>()},
        Column{
            {"in_message_id", Kept::kPart,
             "The Message-ID of the nested message that contains the part; null in the outermost message."},
            Words<Defang::kText, &Link::in_message_id>()},
        Column{{"context", Kept::kAsName,
                "The place where the reference occurs, such as an element with an attribute (a@href), text, "
                "text:delimited, html:text, html:text:delimited, header:NAME, param:NAME, script:string, or, "
                "for a URL inside the value of an attribute, img@alt:text.",
                kNotEmpty},
               Words<Defang::kText, &Link::context>()},
        Column{{.key = "hidden",
                .description = "The reason why a person who reads the mail may not see the reference; null "
                               "if there is no reason.",
                .values = hidden_values},
               &Link::hidden},
        Column{{"start", Kept::kHere,
                "The byte offset at which the reference starts, in the decoded content or in the unfolded "
                "field value; null inside a document (see where)."},
               SpanAt<&Link::span, &Range::start>()},
        Column{
            {"end", Kept::kHere,
             "The byte offset of the end of the reference, in the same content or field value; null inside "
             "a document."},
            SpanAt<&Link::span, &Range::end>()},
        Column{{"text", Kept::kHere, "The text of the link (its anchor text), with white space collapsed.",
                R"("maxLength": 200)"},
               Words<Defang::kSentence, &Link::text>()},
        Column{{"reference", Kept::kHere, "The reference as written, after HTML, CSS or XML decoding."},
               Words<Defang::kUrl, &Link::reference>()},
        // Stored as NULL if equal to the reference; see database/stored_row.h.
        Column{{.key = "resolved",
                .description = "The absolute form of the reference; null if there is none.",
                .stored = "CASE WHEN r.resolved IS NULL AND status.name = 'absolute' THEN r.reference "
                          "ELSE r.resolved END"},
               Words<Defang::kUrl, &Link::resolved>()},
        Column{{"status", Kept::kAsName,
                "The outcome of resolving the reference, such as resolved, absolute or unresolved."},
               &Link::status},
        Column{{"target_part", Kept::kHere,
                "The part that the reference names if the status is \"part\"; otherwise null.", kSpecifier},
               &Link::target_part},
    },
    kBaseColumns,
    std::tuple{
        Column{{"host", Kept::kAsName,
                "The host of the absolute form, in lower case. An internationalized name is in its ASCII "
                "form (xn--). If there is no base, this is the host of a reference such as \"//host/x\".",
                kNotEmpty},
               Words<Defang::kHost, &Link::host>()},
        Column{{"kind", Kept::kAsName,
                "The use of the reference, such as link or image. It is derived from the key \"context\" "
                "and, for link@href, from the attribute rel."},
               &Link::kind},
        Column{{"wrappers", Kept::kAsName,
                "The names of the services that have wrapped the absolute form, such as safelinks, the "
                "outermost service first."},
               &Link::wrappers},
        Column{{"unwrapped", Kept::kHere,
                "The innermost URL that could be decoded from a wrapped absolute form; null if no URL was "
                "decoded.",
                kNotEmpty},
               Words<Defang::kUrl, &Link::unwrapped>()},
        Column{{"where", Kept::kHere,
                "The place inside a document whose text has no bytes of its own, such as \"page 3\" or "
                "\"word/document.xml\"; null for everything else.",
                kNotEmpty, "place"},
               Words<Defang::kText, &Link::where>()},
        Column{{"page", Kept::kAsName,
                "The URL that the content was retrieved from, as far as the message or --retrieval-url says: "
                "the usable base of RFC 1808 section 3.3, even if another base applies.",
                kNotEmpty},
               Words<Defang::kUrl, &Link::page>()},
        Column{{"host_unicode", Kept::kAsName,
                "The host in Unicode, if it is an internationalized name whose ASCII form (xn--) can be "
                "decoded; otherwise null.",
                kNotEmpty},
               Words<Defang::kHost, &Link::host_unicode>()},
        Column{{"permalink", Kept::kAsName,
                "The scheme of a list archive that the absolute form follows, such as public-inbox or "
                "hyperkitty; archived-at if it is in the message's own Archived-At field; null if it names "
                "no message of an archive.",
                kNotEmpty},
               &Link::permalink},
        Column{{"permalink_names", Kept::kHere,
                "What the permalink names: the Message-ID, percent-decoded and without < and >, or the hash "
                "or number as written.",
                kNotEmpty},
               Words<Defang::kText, &Link::permalink_names>()},
    },
    kReaderColumns, std::tuple{kFieldsColumn});
// Comes last in a row, because the count is known only after all links.
inline constexpr ColumnInfo kCountColumn = {
    .key = "count",
    .description = "Only with --unique: the number of occurrences that the row represents.",
    .schema = kPositive,
    .when = When::kUnique,
    .type = Type::kNumber};

inline constexpr std::tuple kCandidateColumns = {
    Column{{.key = "section",
            .description = "The subsection of RFC 1808 section 3 to which the candidate belongs; 3.4 is "
                           "thismessage:/ (RFC 2557), which is used only to match parts."},
           &Candidate::section},
    Column{{.key = "by", .description = "The layer that declares the candidate."}, &Candidate::by},
    Column{{.key = "part",
            .description = "The part or header that declares the candidate; null if neither does.",
            .schema = kSpecifier},
           &Candidate::part},
    Column{{.key = "raw", .description = "The value of the candidate as written."},
           Words<Defang::kText, &Candidate::raw>()},
    Column{{.key = "url", .description = "The absolute form of the candidate; null if there is none."},
           Words<Defang::kUrl, &Candidate::url>()},
    Column{{.key = "state", .description = "Whether the candidate is the effective base, or why it is not."},
           &Candidate::state},
};

inline constexpr std::tuple kEntityColumns = std::tuple_cat(
    kPlace,
    std::tuple{
        Column{{"part", Kept::kPart, "The IMAP section specifier of the entity.", kSpecifier, "name"},
               &Entity::part},
        Column{{"depth", Kept::kHere,
                "The nesting depth of the entity; 0 for the body of the outermost message."},
               &Entity::depth},
        Column{
            {"content_type", Kept::kPart, "The media type of the entity in lower case, without parameters."},
            Words<Defang::kText, &Entity::content_type>()},
        Column{{"charset", Kept::kHere, "The charset that the Content-Type field names."},
               Words<Defang::kText, &Entity::charset>()},
        Column{{"transfer_encoding", Kept::kHere, "The value of Content-Transfer-Encoding in lower case."},
               Words<Defang::kText, &Entity::transfer_encoding>()},
        Column{{"disposition", Kept::kHere,
                "The value of Content-Disposition in lower case, without parameters."},
               Words<Defang::kText, &Entity::disposition>()},
        Column{{"filename", Kept::kHere, "The file name in Content-Disposition, or else in Content-Type."},
               Words<Defang::kText, &Entity::filename>()},
        Column{{"size", Kept::kHere, "The size of the decoded content, in bytes."}, &Entity::size_bytes},
        Column{{"heading", Kept::kHere,
                "The position of the header of the entity: [start, end] as byte offsets in the decompressed "
                "source. Null inside an encoded part."},
               &Entity::heading},
        Column{{"body", Kept::kHere,
                "The position of the body of the entity: [start, end] as byte offsets in the decompressed "
                "source. Null inside an encoded part."},
               &Entity::body},
        Column{{"content_id", Kept::kHere, "The Content-ID of the entity, without < and >."},
               Words<Defang::kText, &Entity::content_id>()},
        Column{{"content_location", Kept::kHere, "The Content-Location of the entity, decoded."},
               Words<Defang::kUrl, &Entity::content_location>()},
        Column{{"searched", Kept::kHere,
                "Whether the content of the entity was searched for references, or why it was not."},
               &Entity::searched},
    },
    kBaseColumns,
    std::tuple{
        Column{{"chain", Kept::kChain, "All candidates for the base, innermost first."}, &Entity::chain},
        Column{{.key = "defect",
                .description = "The defect of the MIME structure of the entity.",
                .when = When::kDatabase},
               OrNull<Words<Defang::kText, &Entity::defect>>()},
        kFieldsColumn,
    });

inline constexpr std::tuple kDiagnosticColumns = std::tuple_cat(
    kPlaceOrSource,
    std::tuple{
        Column{{"part", Kept::kHere,
                "The part or header that the diagnostic is about; null if the diagnostic is about a source "
                "or a whole message.",
                kSpecifier},
               OrNull<At<&Diagnostic::part>>()},
        Column{{.key = "code", .description = "The diagnostic code."}, &Diagnostic::code},
        Column{{.key = "severity", .description = "The severity."}, &Diagnostic::severity},
        Column{{"detail", Kept::kHere, "One sentence that describes the problem and says what to do.",
                kNotEmpty},
               Words<Defang::kSentence, &Diagnostic::detail>()},
        Column{{"start", Kept::kHere,
                "The byte offset of the place that the diagnostic concerns, in the decoded content or in the "
                "unfolded field value, as in links."},
               SpanAt<&Diagnostic::span, &Range::start>()},
        Column{{"end", Kept::kHere,
                "The byte offset of the end of that place; null if the diagnostic concerns no place."},
               SpanAt<&Diagnostic::span, &Range::end>()},
        Column{{.key = "domain",
                .description = "For text-differs and rules-disagree: the registrable domain that the text "
                               "shows, or that RFC 1808 leads to.",
                .when = When::kTable},
               OrNull<Words<Defang::kHost, &Diagnostic::domain>>()},
        Column{{.key = "other_domain",
                .description = "For the same codes: the registrable domain that the link leads to, or that a "
                               "browser opens.",
                .when = When::kTable},
               OrNull<Words<Defang::kHost, &Diagnostic::other_domain>>()},
        kFieldsColumn,
    });

inline constexpr std::tuple kComparisonColumns = std::tuple_cat(
    kPlace,
    std::tuple{
        Column{
            {"part", Kept::kHere,
             "The IMAP section specifier of the entity or header that contains the reference.", kSpecifier},
            &Comparison::part},
        Column{{"context", Kept::kHere, "The place where the reference occurs, as in links.", kNotEmpty},
               Words<Defang::kText, &Comparison::context>()},
        Column{{"start", Kept::kHere, "The byte offset at which the reference starts, as in links."},
               SpanAt<&Comparison::span, &Range::start>()},
        Column{{"end", Kept::kHere, "The byte offset of the end of the reference, as in links."},
               SpanAt<&Comparison::span, &Range::end>()},
        Column{{"reference", Kept::kHere, "The reference as written, after HTML, CSS or XML decoding."},
               Words<Defang::kUrl, &Comparison::reference>()},
        Column{{.key = "difference",
                .description = "The worst difference: another registrable domain, another host, another URL "
                               "or part, or that some readers open nothing."},
               &Comparison::difference},
        Column{{.key = "opens",
                .description = "The URL or part that each mail reader opens, as {\"url\": ...} or {\"part\": "
                               "...}; null if the reader opens nothing."},
               Words<Defang::kUrl, &Comparison::readers>()},
        Column{{.key = "reasons",
                .description =
                    "Why readers open nothing: an object with a word for each reader whose opens is null. "
                    "not-shown: the reader does not show the part; file: it shows nothing of the message; "
                    "hidden: it does not show this content, such as a comment; ignored: it does not look at "
                    "such attributes or texts; no-part: the reference names no part; no-base: it is relative "
                    "and has no base; no-url: the reader makes no URL of it, or drops such URLs; blocked: "
                    "remote content is blocked."},
               &Comparison::reasons},
        kFieldsColumn,
    });

inline constexpr std::tuple kLedgerColumns = std::tuple_cat(
    kPlace,
    std::tuple{
        Column{
            {"part", Kept::kHere,
             "The IMAP section specifier of the entity or header that contains the reference.", kSpecifier},
            &LedgerEntry::part},
        Column{{"context", Kept::kHere, "The place where the reference occurs, as in links.", kNotEmpty},
               Words<Defang::kText, &LedgerEntry::context>()},
        Column{{"start", Kept::kHere, "The byte offset at which the reference starts, as in links."},
               SpanAt<&LedgerEntry::span, &Range::start>()},
        Column{{"end", Kept::kHere, "The byte offset of the end of the reference, as in links."},
               SpanAt<&LedgerEntry::span, &Range::end>()},
        Column{{"reference", Kept::kHere,
                "The reference as written, as in links. In text, a Message-ID in angle brackets that follows "
                "a URL directly is part of it."},
               Words<Defang::kUrl, &LedgerEntry::reference>()},
        Column{{"resolved", Kept::kHere, "The absolute form of the reference; null if there is none."},
               Words<Defang::kUrl, &LedgerEntry::resolved>()},
        Column{{"scheme", Kept::kHere,
                "The scheme of the archive's URLs, as permalink in links; null if only --ids explains the "
                "URL.",
                kNotEmpty},
               &LedgerEntry::scheme},
        Column{{"list", Kept::kHere, "The list that the URL names; null if it names none.", kNotEmpty},
               Words<Defang::kText, &LedgerEntry::list>()},
        Column{
            {"names", Kept::kHere,
             "What the URL names: a Message-ID, percent-decoded, or a hash or number as written.", kNotEmpty},
            Words<Defang::kText, &LedgerEntry::names>()},
        Column{{.key = "state",
                .description =
                    "What the reference leads to. message: the input has it; ambiguous: several messages of "
                    "the input have this Message-ID; lost: an address of an archive that the input names as "
                    "its own, without its message; candidate: only the archive can compute the identifier; "
                    "page-bound: a number that only the pages of the archive or --ids translate; elsewhere: "
                    "an address of another archive."},
               &LedgerEntry::state},
        Column{{"target_source", Kept::kHere,
                "The source of the message that the reference leads to; null unless the state is message."},
               &LedgerEntry::target_source},
        Column{{"target_message", Kept::kHere,
                "The number of that message within its source; null unless the state is message.", kPositive},
               &LedgerEntry::target_message},
    });

// A row of `check --summary`: how often a diagnostic occurred, and its first occurrence. Empty texts do not
// apply.
struct SummaryRow {
  std::string code;
  Severity severity = Severity::kNote;
  std::string domain, other_domain;  // as in Diagnostic
  std::uint64_t count = 0;
  std::string source;
  std::uint64_t message = 0;  // 0 if it is about the source
  std::string part, detail;
  std::string subject = {};  // of its message, for the report; no column
};

// The same as a diagnostic with its count.
struct CountedDiagnostic {
  const MessageInfo* message = nullptr;
  Diagnostic first;
  std::uint64_t count = 0;
};
inline MessageInfo message_of(const SummaryRow& row) {
  MessageInfo message;
  message.source = row.source;
  message.number = row.message;
  return message;
}
// `message` is message_of() the row. Both must outlive the result.
inline CountedDiagnostic counted(const SummaryRow& row, const MessageInfo& message) {
  Diagnostic first{&message, row.part, {}, row.severity, row.detail, {}, row.domain, row.other_domain};
  first.code = from_name<DiagnosticCode>(row.code).value_or(first.code);
  return {&message, first, row.count};
}

inline constexpr std::tuple kSummaryColumns = {
    Column{{.key = "code", .description = "The diagnostic code."},
           At<&CountedDiagnostic::first, &Diagnostic::code>()},
    Column{{.key = "severity", .description = "The severity."},
           At<&CountedDiagnostic::first, &Diagnostic::severity>()},
    Column{{"domain", Kept::kHere,
            "For codes that compare registrable domains, such as text-differs and rules-disagree: the "
            "registrable domain that the text shows, or that RFC 1808 leads to; null if there is no host.",
            kNotEmpty},
           OrNull<At<&CountedDiagnostic::first, &Diagnostic::domain>>()},
    Column{{"other_domain", Kept::kHere,
            "For the same codes: the registrable domain that the link leads to, or that a browser opens; "
            "null if there is "
            "no host.",
            kNotEmpty},
           OrNull<At<&CountedDiagnostic::first, &Diagnostic::other_domain>>()},
    Column{{"count", Kept::kHere, "The number of diagnostics that the row represents.", kPositive},
           &CountedDiagnostic::count},
    Column{{"source", Kept::kHere, "The source of the first of these diagnostics."}, SourceAt()},
    Column{{"message", Kept::kHere,
            "The number of the message of the first of these diagnostics; null if the source itself could "
            "not be read.",
            kPositive},
           NumberOfMessage<&MessageInfo::number>()},
    Column{{"part", Kept::kHere,
            "The part or header that the first of these diagnostics is about; null if it is about a source "
            "or a whole message.",
            kSpecifier},
           OrNull<At<&CountedDiagnostic::first, &Diagnostic::part>>()},
    Column{{"detail", Kept::kHere, "The sentence of the first of these diagnostics.", kNotEmpty},
           At<&CountedDiagnostic::first, &Diagnostic::detail>()},
};

// A row of `links --top`: how often a URL, host or domain occurred.
struct TopRow {
  std::uint64_t count = 0;
  Text url, host, domain;
};

inline constexpr std::tuple kTopColumns = {
    Column{{"count", Kept::kHere, "The number of links that the row represents.", kPositive}, &TopRow::count},
    Column{{"url", Kept::kHere, "Only with --top urls: the resolved URL.", kNotEmpty}, &TopRow::url},
    Column{
        {"host", Kept::kHere,
         "The host, with --top hosts, and with --top urls if the URL has a host; otherwise null.", kNotEmpty},
        &TopRow::host},
    Column{{"domain", Kept::kHere,
            "The registrable domain of the host, according to the Public Suffix List. With --top domains, "
            "the registrable domain whose links the row counts.",
            kNotEmpty},
           &TopRow::domain},
};

// A row of `rewrite --manifest`: an edit, or a note about something left unchanged. Empty texts do not apply.
struct EditRow {
  const MessageInfo* message = nullptr;
  std::string_view part, reason, context;
  std::uint64_t references = 0;
  std::optional<Range> before, after;
  std::optional<std::string_view> old_bytes, new_bytes;
  std::string_view detail;
};

// UTF-8 bytes are shown as text, other bytes in base64. readable_bytes() returns nothing if `how` is not the
// form that suits `bytes`.
enum class Told { kAsText, kInBase64 };
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::optional<std::string> readable_bytes(
    const std::optional<std::string_view>& bytes, Told how);

inline constexpr std::tuple kEditColumns = std::tuple_cat(
    kPlace,
    std::tuple{
        Column{{"part", Kept::kHere, "The part or header that was edited.", kSpecifier}, &EditRow::part},
        Column{{"reason", Kept::kHere,
                "The reason why bytes were changed (reference, part-reference, base-dropped, annotation, "
                "unwrapped, template, untemplate, mapped, content-length, content-md5), or why something was "
                "left unchanged (left-signed, "
                "left-unwritable, left-dkim, left-empty, left-class-name, left-document, left-dependent). "
                "The reason "
                "signature-broken means that a signature is no longer valid.",
                kNotEmpty},
               &EditRow::reason},
        Column{{"context", Kept::kHere,
                "The context of the first reference that the row is about, as in links; null if the row is "
                "about no reference.",
                kNotEmpty},
               OrNull<At<&EditRow::context>>()},
        Column{{"references", Kept::kHere, "The number of references that were changed or left unchanged."},
               &EditRow::references},
        Column{
            {"before", Kept::kHere,
             "The position of the replaced bytes: [start, end] as byte offsets in the decompressed source."},
            &EditRow::before},
        Column{{"after", Kept::kHere,
                "The position of the new bytes: [start, end] as byte offsets in the output."},
               &EditRow::after},
        Column{{"old", Kept::kHere, "The replaced bytes, if they are UTF-8."},
               [](const EditRow& row) { return readable_bytes(row.old_bytes, Told::kAsText); }},
        Column{{"new", Kept::kHere, "The new bytes, if they are UTF-8."},
               [](const EditRow& row) { return readable_bytes(row.new_bytes, Told::kAsText); }},
        Column{{"old_base64", Kept::kHere, "The replaced bytes in base64, if they are not UTF-8."},
               [](const EditRow& row) { return readable_bytes(row.old_bytes, Told::kInBase64); }},
        Column{{"new_base64", Kept::kHere, "The new bytes in base64, if they are not UTF-8."},
               [](const EditRow& row) { return readable_bytes(row.new_bytes, Told::kInBase64); }},
        Column{{"detail", Kept::kHere, "One sentence that says why something was left unchanged.", kNotEmpty},
               OrNull<At<&EditRow::detail>>()},
    });

// Describes the rows of a command, without their C++ types.
struct Rows {
  std::string_view name;         // the command, such as "links"
  std::string_view description;  // what a row is
  std::string_view table;        // the database's table; empty if there is none
  std::string_view view;         // the database's view that joins the tables; empty if there is none
  std::span<const ColumnInfo> columns;
};

template <typename... Columns, typename... More>
constexpr auto infos_of(const std::tuple<Columns...>& columns, More... more) {
  return std::apply([&](const auto&... column) { return std::array{column.info..., more...}; }, columns);
}
inline constexpr auto kLinkInfos = infos_of(kLinkColumns, kCountColumn);
inline constexpr auto kEntityInfos = infos_of(kEntityColumns);
inline constexpr auto kDiagnosticInfos = infos_of(kDiagnosticColumns);
inline constexpr auto kComparisonInfos = infos_of(kComparisonColumns);
inline constexpr auto kLedgerInfos = infos_of(kLedgerColumns);
inline constexpr auto kSummaryInfos = infos_of(kSummaryColumns);
inline constexpr auto kTopInfos = infos_of(kTopColumns);
inline constexpr auto kEditInfos = infos_of(kEditColumns);
inline constexpr auto kCandidateInfos = infos_of(kCandidateColumns);

inline constexpr Rows kLinkRows = {"links", "one occurrence of a reference", "reference", "links",
                                   kLinkInfos};
inline constexpr Rows kEntityRows = {"tree", "one entity of a message", "entity", "entities", kEntityInfos};
inline constexpr Rows kDiagnosticRows = {"check", "one diagnostic", "diagnostic", "diagnostics",
                                         kDiagnosticInfos};
inline constexpr Rows kComparisonRows = {"compare", "a reference that readers disagree about", "comparison",
                                         "comparisons", kComparisonInfos};
inline constexpr Rows kLedgerRows = {"ledger", "a reference that names a message of a list archive",
                                     "ledger_entry", "ledger", kLedgerInfos};
inline constexpr Rows kSummaryRows = {
    "check --summary", "diagnostics of one kind, with their count", {}, {}, kSummaryInfos};
inline constexpr Rows kTopRows = {
    "links --top", "links of one URL, host or domain, with their count", {}, {}, kTopInfos};
inline constexpr Rows kEditRows = {
    "rewrite --manifest", "one edit, or something that was left unchanged", {}, {}, kEditInfos};

// Returns whether a database stores no part and no base with rows of this table.
[[nodiscard]] inline bool has_no_part(const Rows& rows) {
  return &rows == &kDiagnosticRows || &rows == &kComparisonRows || &rows == &kLedgerRows;
}

inline constexpr Rows kCandidateRows = {{}, "one candidate for a base", "candidate", {}, kCandidateInfos};

}  // namespace write
}  // namespace mimebase
