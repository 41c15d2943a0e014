// The tables of columns: every key of the rows that commands write.
//
// Each key is one line of a table. JSON Lines, CSV, the columns, inserts and views of a database, the JSON
// Schemas and the man page all follow from it. To add a key:
// - put its line after the others of its command, since new versions only append keys;
// - increase kSchemaVersion (schema_version.h) by one;
// - run `meson compile -C build describe`, which updates the committed schemas and the man page. Tests
// compare
//   them with the tables.
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
#include "write/column.h"

namespace mimebase::write {

using Text = std::optional<std::string_view>;
using Number = std::optional<std::uint64_t>;

inline Text text_or_null(std::string_view text) {
  return text.empty() ? Text() : Text(text);
}

inline constexpr std::string_view kPositive = R"("minimum": 1)";
inline constexpr std::string_view kNotEmpty = R"("minLength": 1)";
inline constexpr std::string_view kSpecifier =
    R"("pattern": "^(TEXT|HEADER|MIME|[1-9][0-9]*)(\\.(TEXT|HEADER|MIME|[1-9][0-9]*))*$")";

// Columns of every row.
inline constexpr Column kSourceColumn = {
    {"source", Kept::kSource,
     "The input as named; standard input is \"-\"; inside a container \"outer.tar.gz!inner/name\".", "",
     "name"},
    [](const MessageInfo& message) { return SourceName{message.source}; }};
inline constexpr Column kMessageIdColumn = {
    {"message_id", Kept::kMessage, "Message-ID of the outermost message, without < and >."},
    &MessageInfo::message_id};

// Columns of rows about something in a message.
inline constexpr std::tuple kPlace = {
    kSourceColumn,
    Column{{"message", Kept::kMessage, "1, 2, ... within the source.", kPositive, "number"},
           &MessageInfo::number},
    Column{{"offset", Kept::kMessage,
            "Byte where the message's record starts in the decompressed source: in an mbox its From_ line, "
            "else 0."},
           &MessageInfo::offset},
    kMessageIdColumn,
};
// The same for rows that may be about the source itself. Their message number is then 0.
inline constexpr std::tuple kPlaceOrSource = {
    kSourceColumn,
    Column{
        {"message", Kept::kMessage,
         "1, 2, ... within the source; null where the source itself could not be read.", kPositive, "number"},
        [](const MessageInfo& message) { return message.number == 0 ? Number() : Number(message.number); }},
    Column{
        {"offset", Kept::kMessage,
         "Byte where the message's record starts in the decompressed source; null as above."},
        [](const MessageInfo& message) { return message.number == 0 ? Number() : Number(message.offset); }},
    kMessageIdColumn,
};
inline constexpr std::tuple kEnvelope = {
    Column{
        {"date", Kept::kMessage, "Date of the outermost message, RFC 3339 in its own zone.",
         R"("pattern": "^[0-9]{4,}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(Z|[+-][0-9]{2}:[0-9]{2})$")"},
        &MessageInfo::date},
    Column{{"from", Kept::kMessage, "From of the outermost message, decoded.", "", "from_field"},
           &MessageInfo::from},
    Column{{"subject", Kept::kMessage, "Subject of the outermost message, decoded."}, &MessageInfo::subject},
};

// Columns that all links of a message share.
inline constexpr std::tuple kMessageColumns = std::tuple_cat(kPlace, kEnvelope);

inline constexpr std::tuple kBaseColumns = {
    Column{{"base", Kept::kBase, "The base URL that applies; empty where nothing defines one.", "", "url"},
           &BaseInfo::url},
    Column{{"base_section", Kept::kBase, "The subsection of RFC 1808 section 3, seen from the entity.", "",
            "section"},
           &BaseInfo::section},
    Column{{"base_by", Kept::kBase, "The layer that defines the base.", "", "by"}, &BaseInfo::by},
    Column{{"base_part", Kept::kBase,
            "Who defined it: a heading of a message (HEADER, 2.HEADER), or the part whose own heading or "
            "content "
            "did.",
            kSpecifier, "part"},
           &BaseInfo::part},
};

inline std::vector<std::string_view> hidden_values() {
  return {"comment", "conditional-comment", "template", "style"};
}

inline constexpr std::tuple kLinkColumns = std::tuple_cat(
    kMessageColumns,
    std::tuple{
        Column{{"part", Kept::kPart,
                "The IMAP section specifier of the entity or heading that the reference stands in.",
                kSpecifier, "name"},
               &Link::part},
        Column{{"content_type", Kept::kPart, "Lower case, without parameters; null for a heading."},
               &Link::content_type},
        Column{{"in_message_id", Kept::kPart, "Message-ID of the nested message that the part stands in."},
               &Link::in_message_id},
        Column{{"context", Kept::kAsName,
                "Element and attribute (a@href), text, text:delimited, html:text, html:text:delimited, "
                "header:NAME, param:NAME.",
                kNotEmpty},
               &Link::context},
        Column{{.key = "hidden", .description = "Why a reader may not see it.", .values = hidden_values},
               &Link::hidden},
        Column{{"start", Kept::kHere,
                "First byte of the reference in the decoded content, or in the unfolded field value."},
               [](const Link& link) { return link.span.start; }},
        Column{{"end", Kept::kHere, "The byte behind its last."},
               [](const Link& link) { return link.span.end; }},
        Column{{"text", Kept::kHere, "Anchor text, white space collapsed.", R"("maxLength": 200)"},
               &Link::text},
        Column{{"reference", Kept::kHere, "As written, after HTML, CSS or XML decoding."}, &Link::reference},
        // Stored as NULL if equal to the reference; see SqliteWriter::link().
        Column{{.key = "resolved",
                .description = "Its absolute form.",
                .stored = "CASE WHEN r.resolved IS NULL AND status.name = 'absolute' THEN r.reference "
                          "ELSE r.resolved END"},
               &Link::resolved},
        Column{{"status", Kept::kAsName, "What could be said of the reference."}, &Link::status},
        Column{{"target_part", Kept::kHere, "With status \"part\": which.", kSpecifier}, &Link::target_part},
    },
    kBaseColumns,
    std::tuple{
        Column{
            {"host", Kept::kAsName,
             "The host of the absolute form, in lower case; without a base that of \"//host/x\".", kNotEmpty},
            &Link::host},
    });
// Comes last in a row, because the count is known only after all links.
inline constexpr ColumnInfo kCountColumn = {
    .key = "count",
    .description = "With --unique alone: how many occurrences the row stands for.",
    .schema = kPositive,
    .when = When::kUnique,
    .type = Type::kNumber};

inline constexpr std::tuple kCandidateColumns = {
    Column{{.key = "section",
            .description = "3.4 is thismessage:/ of RFC 2557 alone, which serves to match parts."},
           &Candidate::section},
    Column{{.key = "by", .description = "The layer that it is of."}, &Candidate::by},
    Column{{.key = "part", .description = "Who defines it.", .schema = kSpecifier}, &Candidate::part},
    Column{{.key = "raw", .description = "As written."}, &Candidate::raw},
    Column{{.key = "url", .description = "Absolute, where it could be made so."}, &Candidate::url},
    Column{{.key = "state", .description = "What became of it."}, &Candidate::state},
};

inline constexpr std::tuple kEntityColumns = std::tuple_cat(
    kPlace,
    std::tuple{
        Column{{"part", Kept::kPart, "The IMAP section specifier of the entity.", kSpecifier, "name"},
               &Entity::part},
        Column{{"depth", Kept::kHere, "0 for the message's body."}, &Entity::depth},
        Column{{"content_type", Kept::kPart, "Lower case, without parameters."}, &Entity::content_type},
        Column{{"charset", Kept::kHere, "The charset that Content-Type names."}, &Entity::charset},
        Column{{"transfer_encoding", Kept::kHere, "Content-Transfer-Encoding in lower case."},
               &Entity::transfer_encoding},
        Column{{"disposition", Kept::kHere, "Content-Disposition in lower case, without parameters."},
               &Entity::disposition},
        Column{{"filename", Kept::kHere, "By Content-Disposition, else by Content-Type."}, &Entity::filename},
        Column{{"size", Kept::kHere, "Bytes of the decoded content."}, &Entity::size_bytes},
        Column{{"heading", Kept::kHere,
                "[start, end] in raw bytes of the decompressed source; null inside an encoded part."},
               &Entity::heading},
        Column{{"body", Kept::kHere,
                "[start, end] in raw bytes of the decompressed source; null inside an encoded part."},
               &Entity::body},
        Column{{"content_id", Kept::kHere, "Content-ID, without < and >."}, &Entity::content_id},
        Column{{"content_location", Kept::kHere, "Content-Location, decoded."}, &Entity::content_location},
        Column{{"searched", Kept::kHere, "Whether its content was searched for references, or why not."},
               &Entity::searched},
    },
    kBaseColumns,
    std::tuple{
        Column{{"chain", Kept::kChain, "All candidates for the base, innermost first."}, &Entity::chain},
        Column{{.key = "defect",
                .description = "What is wrong with its MIME structure.",
                .when = When::kDatabase},
               [](const Entity& entity) { return text_or_null(entity.defect); }},
    });

inline std::vector<std::string_view> code_values() {
  std::vector<std::string_view> names;
  for (const DiagnosticKind& kind : diagnostic_kinds()) names.push_back(kind.name);
  return names;
}

inline constexpr std::tuple kDiagnosticColumns = std::tuple_cat(
    kPlaceOrSource,
    std::tuple{
        Column{{"part", Kept::kHere,
                "The part, or a heading; null where it is about the source or the message.", kSpecifier},
               [](const Diagnostic& diagnostic) { return text_or_null(diagnostic.part); }},
        Column{{.key = "code", .description = "What is wrong."}, &Diagnostic::code},
        Column{{.key = "severity", .description = "How bad that is."}, &Diagnostic::severity},
        Column{{"detail", Kept::kHere, "One sentence that says what to do.", kNotEmpty}, &Diagnostic::detail},
        Column{{"start", Kept::kHere, "As in links: where in the part's content or the unfolded field."},
               [](const Diagnostic& d) { return d.span ? Number(d.span->start) : Number(); }},
        Column{{"end", Kept::kHere, "The byte behind its last."},
               [](const Diagnostic& d) { return d.span ? Number(d.span->end) : Number(); }},
        Column{{.key = "domain",
                .description =
                    "Of text-differs and rules-disagree: the registrable domain that the text, or RFC "
                    "1808, names.",
                .when = When::kTable},
               [](const Diagnostic& d) { return text_or_null(d.domain); }},
        Column{{.key = "other_domain",
                .description = "Of the same: the registrable domain that the link, or a browser, leads to.",
                .when = When::kTable},
               [](const Diagnostic& d) { return text_or_null(d.other_domain); }},
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
};

inline constexpr std::tuple kSummaryColumns = {
    Column{{.key = "code", .description = "What is wrong.", .values = code_values}, &SummaryRow::code},
    Column{{.key = "severity", .description = "How bad that is."}, &SummaryRow::severity},
    Column{
        {"domain", Kept::kHere,
         "Of text-differs and rules-disagree: the registrable domain that the text, or RFC 1808, names; null "
         "where that is no host.",
         kNotEmpty},
        [](const SummaryRow& row) { return text_or_null(row.domain); }},
    Column{
        {"other_domain", Kept::kHere,
         "Of the same: the registrable domain that the link, or a browser, leads to; null where that is no "
         "host.",
         kNotEmpty},
        [](const SummaryRow& row) { return text_or_null(row.other_domain); }},
    Column{{"count", Kept::kHere, "How many diagnostics the row stands for.", kPositive}, &SummaryRow::count},
    Column{{"source", Kept::kHere, "Where the first of them stands: its source."},
           [](const SummaryRow& row) { return SourceName{row.source}; }},
    Column{
        {"message", Kept::kHere, "Its message; null where the source itself could not be read.", kPositive},
        [](const SummaryRow& row) { return row.message == 0 ? Number() : Number(row.message); }},
    Column{{"part", Kept::kHere, "The part, or a heading; null where it is about the source or the message.",
            kSpecifier},
           [](const SummaryRow& row) { return text_or_null(row.part); }},
    Column{{"detail", Kept::kHere, "Its sentence.", kNotEmpty}, &SummaryRow::detail},
};

// A row of `links --top`: how often a URL, host or domain occurred.
struct TopRow {
  std::uint64_t count = 0;
  Text url, host, domain;
};

inline constexpr std::tuple kTopColumns = {
    Column{{"count", Kept::kHere, "How many links the row stands for.", kPositive}, &TopRow::count},
    Column{{"url", Kept::kHere, "With --top urls alone: the resolved URL.", kNotEmpty}, &TopRow::url},
    Column{{"host", Kept::kHere, "With --top hosts, and with --top urls where the URL has one: the host.",
            kNotEmpty},
           &TopRow::host},
    Column{{"domain", Kept::kHere,
            "Of the host, or with --top domains of all links counted: the registrable domain, by the Public "
            "Suffix List.",
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
[[nodiscard]] std::optional<std::string> readable_bytes(const std::optional<std::string_view>& bytes,
                                                        Told how);

inline constexpr std::tuple kEditColumns = std::tuple_cat(
    kPlace,
    std::tuple{
        Column{{"part", Kept::kHere, "The part that is edited, or a heading.", kSpecifier}, &EditRow::part},
        Column{
            {"reason", Kept::kHere,
             "Why bytes were changed (reference, part-reference, base-dropped, annotation, content-length, "
             "content-md5), or what was left as it was, or holds no more (left-signed, left-unwritable, "
             "left-dkim, signature-broken, left-empty, left-class-name).",
             kNotEmpty},
            &EditRow::reason},
        Column{{"context", Kept::kHere, "Of its first reference, as in links; null where it has none.",
                kNotEmpty},
               [](const EditRow& row) { return text_or_null(row.context); }},
        Column{{"references", Kept::kHere, "How many references it changes, or leaves."},
               &EditRow::references},
        Column{
            {"before", Kept::kHere, "[start, end] of what was replaced: bytes of the decompressed source."},
            &EditRow::before},
        Column{{"after", Kept::kHere, "[start, end] of what took its place: bytes of the output."},
               &EditRow::after},
        Column{{"old", Kept::kHere, "What was replaced, where that is UTF-8."},
               [](const EditRow& row) { return readable_bytes(row.old_bytes, Told::kAsText); }},
        Column{{"new", Kept::kHere, "What took its place, where that is UTF-8."},
               [](const EditRow& row) { return readable_bytes(row.new_bytes, Told::kAsText); }},
        Column{{"old_base64", Kept::kHere, "What was replaced, in base64, where it is no UTF-8."},
               [](const EditRow& row) { return readable_bytes(row.old_bytes, Told::kInBase64); }},
        Column{{"new_base64", Kept::kHere, "What took its place, in base64, where it is no UTF-8."},
               [](const EditRow& row) { return readable_bytes(row.new_bytes, Told::kInBase64); }},
        Column{{"detail", Kept::kHere, "Of what was left: one sentence.", kNotEmpty},
               [](const EditRow& row) { return text_or_null(row.detail); }},
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
inline constexpr auto kSummaryInfos = infos_of(kSummaryColumns);
inline constexpr auto kTopInfos = infos_of(kTopColumns);
inline constexpr auto kEditInfos = infos_of(kEditColumns);
inline constexpr auto kCandidateInfos = infos_of(kCandidateColumns);

inline constexpr Rows kLinkRows = {"links", "one occurrence of a reference", "reference", "links",
                                   kLinkInfos};
inline constexpr Rows kEntityRows = {"tree", "one entity of a message", "entity", "entities", kEntityInfos};
inline constexpr Rows kDiagnosticRows = {"check", "one diagnostic", "diagnostic", "diagnostics",
                                         kDiagnosticInfos};
inline constexpr Rows kSummaryRows = {
    "check --summary", "diagnostics of one kind, counted", {}, {}, kSummaryInfos};
inline constexpr Rows kTopRows = {
    "links --top", "links of one URL, host or domain, counted", {}, {}, kTopInfos};
inline constexpr Rows kEditRows = {"rewrite --manifest", "one edit, or what was left", {}, {}, kEditInfos};
inline constexpr Rows kCandidateRows = {{}, "one candidate for a base", "candidate", {}, kCandidateInfos};

}  // namespace mimebase::write
