#include "page/message_data.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "page/outcomes.h"
#include "text/utf8.h"
#include "write/columns.h"

namespace mimebase::page {
namespace {

// URLs and names are cut to this size, because nobody reads more of them.
constexpr std::size_t kShownBytes = 4096;
// At most this many previous bases are compared, because mail controls their number.
constexpr std::size_t kBasesLookedThrough = 64;

// Returns whether the page has the column in the rows of its table. Messages and bases have rows of their
// own.
bool is_shown(const write::ColumnInfo& column) {
  switch (column.kept) {
    case write::Kept::kSource:
    case write::Kept::kMessage:
      return false;
    case write::Kept::kBase:
      return column.key == "base";  // its index
    default:
      return column.key != "in_message_id" && column.type != write::Type::kRange &&
             column.when != write::When::kDatabase;
  }
}

using Names = std::vector<std::string_view>;

Names names_of(std::span<const write::ColumnInfo> columns) {
  Names names;
  for (const write::ColumnInfo& column : columns) names.push_back(column.key);
  return names;
}

Names shown_names_of(std::span<const write::ColumnInfo> columns) {
  Names names;
  for (const write::ColumnInfo& column : columns) {
    if (!is_shown(column)) continue;
    names.push_back(column.key);
    if (column.key == "host") names.push_back("domain");
  }
  return names;
}

// Appends a row of all columns.
template <typename Columns, typename Row>
void append_all(const Columns& columns, const Row& row, JsonList& out) {
  out.open();
  write::for_each(columns, [&](const auto& column) { write::put(out, column.value(row)); });
  out.close();
}

}  // namespace

void JsonList::text(std::string_view text) {
  comma();
  if (text.size() <= kShownBytes) return JsonWriter::text(text);
  JsonWriter::text(std::string(utf8::prefix(text, kShownBytes)) + "…");
}

void JsonList::number(std::uint64_t number) {
  comma();
  JsonWriter::number(number);
}

void JsonList::null() {
  comma();
  JsonWriter::null();
}

void JsonList::names(const WrapperNames& names) {
  open();
  for (std::size_t i = 0; i < names.size(); ++i) text(names[i]);
  close();
}

void JsonList::opens(const Opens& opens) {
  if (!opens.part) return write::put(*this, opens.url);
  open();
  text(*opens.part);
  close();
}

void JsonList::chain(std::span<const Candidate> chain) {
  open();
  for (const Candidate& candidate : chain) append_all(write::kCandidateColumns, candidate, *this);
  close();
}

void JsonList::readers(std::span<const ReaderOpens> readers) {
  open();
  for (const ReaderOpens& row : readers) {
    open();
    name(name_of(row.reader));
    opens(row.opens);
    close();
  }
  close();
}

template <typename Columns, typename Row>
void MessageData::append(const Columns& columns, const Row& row, JsonList& out) {
  out.open();
  write::for_each(columns, [&](const auto& column) {
    if (is_shown(column.info)) append_value(row, column.info, column.value(row), out);
  });
  out.close();
}

// Some values have another form than in rows; see the class.
template <typename Row, typename Value>
void MessageData::append_value(const Row& row, const write::ColumnInfo& column, const Value& value,
                               JsonList& out) {
  if constexpr (requires { row.base; }) {
    if (column.kept == write::Kept::kBase) return out.number(index_of(row.base));
  }
  if constexpr (std::is_same_v<Value, std::optional<std::string_view>>) {
    if (std::is_same_v<Row, Diagnostic>) return out.text(value.value_or(std::string_view()));
  }
  if constexpr (std::is_same_v<Row, Link>) {
    if (column.key == "resolved" && row.resolved == row.reference) return out.number(0);
    write::put(out, value);
    if (column.key != "host") return;
    if (!row.host) return out.null();
    row.host == domain_ ? out.number(0) : out.text(domain_);
  } else {
    write::put(out, value);
  }
}

std::uint64_t MessageData::index_of(const BaseInfo& base) {
  const std::string_view part = base.part.value_or(std::string_view());
  const std::size_t first = bases_.size() > kBasesLookedThrough ? bases_.size() - kBasesLookedThrough : 0;
  for (std::size_t i = bases_.size(); i > first; --i) {
    const KeptBase& kept = bases_[i - 1];
    if (kept.url == base.url && kept.part == part && kept.section == base.section && kept.by == base.by)
      return i - 1;
  }
  bases_.push_back({std::string(base.url), std::string(part), base.section, base.by});
  append_all(write::kBaseColumns, base, base_rows_);
  return bases_.size() - 1;
}

void MessageData::begin(const MessageInfo& message, std::string_view title) {
  append_all(write::kMessageColumns, message, line_);
  title.empty() ? title_.null() : title_.text(title);
}

void MessageData::entity(const Entity& entity) {
  append(write::kEntityColumns, entity, entity_rows_);
}

void MessageData::link(const Link& link, std::string_view domain) {
  if (link.in_message_id.value_or(std::string_view()) != in_message_id_) {
    in_message_id_ = link.in_message_id.value_or(std::string_view());
    nested_rows_.open();
    nested_rows_.number(links_);
    write::put(nested_rows_, link.in_message_id);
    nested_rows_.close();
  }
  ++links_;
  domain_ = domain;
  append(write::kLinkColumns, link, link_rows_);
}

void MessageData::diagnostic(const Diagnostic& diagnostic) {
  append(write::kDiagnosticColumns, diagnostic, diagnostic_rows_);
}

void MessageData::comparison(const Comparison& comparison) {
  if (links_ == 0) return;
  JsonList& out = comparison_rows_;
  out.open();
  out.number(links_ - 1);
  out.name(name_of(comparison.difference));
  out.text(outcome_group_of(comparison));
  out.readers(comparison.readers);
  out.close();
}

std::string MessageData::take() {
  struct Member {
    std::string_view before;
    JsonList* list;
  };
  const Member members[] = {{R"({"message":)", &line_},
                            {R"(,"title":)", &title_},
                            {R"(,"bases":[)", &base_rows_},
                            {R"(],"entities":[)", &entity_rows_},
                            {R"(],"links":[)", &link_rows_},
                            {R"(],"diagnostics":[)", &diagnostic_rows_},
                            {R"(],"comparisons":[)", &comparison_rows_},
                            {R"(],"nested":[)", &nested_rows_}};
  std::string line;
  // "<" occurs only in strings. Escaping it prevents "</script" and "<!--".
  const auto append = [&line](std::string_view text) {
    for (std::size_t at = text.find('<'); at != text.npos; at = text.find('<')) {
      line.append(text.substr(0, at)).append("\\u003c");
      text.remove_prefix(at + 1);
    }
    line += text;
  };
  for (const Member& member : members) {
    line += member.before;
    append(member.list->rows());
    // Frees its memory, since a long message has much of it.
    std::destroy_at(member.list);
    std::construct_at(member.list);
  }
  bases_.clear();
  links_ = 0;
  in_message_id_.clear();
  return line += "]}";
}

std::string MessageData::column_names() {
  const std::pair<std::string_view, Names> tables[] = {
      {"message", names_of(write::infos_of(write::kMessageColumns))},
      {"base", names_of(write::infos_of(write::kBaseColumns))},
      {"candidate", names_of(write::kCandidateInfos)},
      {"entity", shown_names_of(write::kEntityInfos)},
      {"link", shown_names_of(write::infos_of(write::kLinkColumns))},
      {"diagnostic", shown_names_of(write::kDiagnosticInfos)},
      {"comparison", {"link", "difference", "group", "opens"}}};
  std::string text;
  for (const auto& [table, names] : tables)
    text += fmt::format(R"({}"{}":["{}"])", text.empty() ? '{' : ',', table, fmt::join(names, R"(",")"));
  return text + "}";
}

}  // namespace mimebase::page
