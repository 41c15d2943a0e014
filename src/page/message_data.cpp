#include "page/message_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <tuple>
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

// A column of the page: a name with the function that appends the value.
template <typename Row>
struct Column {
  std::string_view name;
  void (*append)(const Row& row, JsonList& out, MessageData& data);
};

// A key as a template argument.
template <std::size_t n>
struct Key {
  consteval Key(const char (&key)[n]) { std::copy(key, key + n, bytes); }
  [[nodiscard]] constexpr std::string_view text() const { return {bytes, n - 1}; }
  char bytes[n] = {};
};

template <const auto& kColumns>
consteval std::size_t index_of(std::string_view key) {
  const auto infos = write::infos_of(kColumns);
  const auto found = std::ranges::find(infos, key, &write::ColumnInfo::key);
  return static_cast<std::size_t>(found - infos.begin());
}

// Appends the value of a key as rows have it.
template <const auto& kColumns, Key kKey, typename Row>
void append_key(const Row& row, JsonList& out, MessageData& /*data*/) {
  write::put(out, std::get<index_of<kColumns>(kKey.text())>(kColumns).value(row));
}

// Columns of keys that have the same names on the page.
template <typename Row, const auto& kColumns, Key... kKeys>
constexpr auto keys() {
  return std::array{Column<Row>{kKeys.text(), append_key<kColumns, kKeys, Row>}...};
}
template <Key... kKeys>
constexpr auto of_link() {
  return keys<Link, write::kLinkColumns, kKeys...>();
}

// Joins columns and arrays of columns.
template <typename Row, std::size_t... n>
constexpr auto joined(const std::array<Column<Row>, n>&... parts) {
  std::array<Column<Row>, (n + ...)> all;
  auto to = all.begin();
  ((to = std::copy(parts.begin(), parts.end(), to)), ...);
  return all;
}
template <typename Row>
constexpr std::array<Column<Row>, 1> own(std::string_view name,
                                         void (*append)(const Row&, JsonList&, MessageData&)) {
  return {{{name, append}}};
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

// The tables of columns. The script's column numbers follow from them.
struct MessageData::Columns {
  template <typename Row, std::size_t n>
  static void append(const std::array<Column<Row>, n>& columns, const Row& row, JsonList& out,
                     MessageData& data) {
    out.open();
    for (const Column<Row>& column : columns) column.append(row, out, data);
    out.close();
  }
  // The index of the base of an entity or a link.
  template <typename Row>
  static void append_base(const Row& it, JsonList& out, MessageData& data) {
    out.number(data.index_of(it.base));
  }
  static void append_chain(const Entity& it, JsonList& out, MessageData& data) {
    out.open();
    for (const Candidate& candidate : it.chain) append(kCandidate, candidate, out, data);
    out.close();
  }
  static void append_resolved(const Link& it, JsonList& out, MessageData& /*data*/) {
    if (it.resolved == it.reference) return out.number(0);
    write::put(out, it.resolved);
  }
  static void append_domain(const Link& it, JsonList& out, MessageData& data) {
    if (!it.host) return out.null();
    if (*it.host == data.domain_) return out.number(0);
    out.text(data.domain_);
  }
  // Pairs of a reader and what it opens.
  static void append_opens(const Comparison& it, JsonList& out, MessageData& /*data*/) {
    out.open();
    for (const ReaderOpens& row : it.readers) {
      out.open();
      out.name(name_of(row.reader));
      out.opens(row.opens);
      out.close();
    }
    out.close();
  }
  static void append_link(const Comparison& /*it*/, JsonList& out, MessageData& data) {
    out.number(data.links_ - 1);
  }
  static void append_group(const Comparison& it, JsonList& out, MessageData& /*data*/) {
    out.text(outcome_group_of(it));
  }
  // Texts that are not null if they are empty.
  template <std::string_view Diagnostic::*kMember>
  static void append_text(const Diagnostic& it, JsonList& out, MessageData& /*data*/) {
    out.text(it.*kMember);
  }

  static constexpr auto kMessage =
      joined(keys<MessageInfo, write::kMessageColumns, "source">(),
             own<MessageInfo>("number", append_key<write::kMessageColumns, "message">),
             keys<MessageInfo, write::kMessageColumns, "offset", "message_id", "date", "from", "subject">());
  static constexpr auto kBase =
      joined(own<BaseInfo>("url", append_key<write::kBaseColumns, "base">),
             own<BaseInfo>("section", append_key<write::kBaseColumns, "base_section">),
             own<BaseInfo>("by", append_key<write::kBaseColumns, "base_by">),
             own<BaseInfo>("part", append_key<write::kBaseColumns, "base_part">));
  static constexpr auto kCandidate =
      keys<Candidate, write::kCandidateColumns, "section", "by", "part", "raw", "url", "state">();
  static constexpr auto kEntity = joined(
      keys<Entity, write::kEntityColumns, "part", "depth", "content_type", "charset", "transfer_encoding",
           "disposition", "filename", "size", "content_id", "content_location", "searched">(),
      own<Entity>("base", append_base), own<Entity>("chain", append_chain));
  static constexpr auto kLink =
      joined(of_link<"part", "content_type", "context", "hidden", "start", "end", "text", "reference">(),
             own<Link>("resolved", append_resolved), of_link<"status", "target_part">(),
             own<Link>("base", append_base), of_link<"host">(), own<Link>("domain", append_domain),
             of_link<"kind", "wrappers", "unwrapped", "reader", "opens", "opens_by">());
  static constexpr auto kDiagnostic =
      joined(own<Diagnostic>("part", append_text<&Diagnostic::part>),
             keys<Diagnostic, write::kDiagnosticColumns, "code", "severity", "detail", "start", "end">(),
             own<Diagnostic>("domain", append_text<&Diagnostic::domain>),
             own<Diagnostic>("other_domain", append_text<&Diagnostic::other_domain>));
  static constexpr auto kComparison =
      joined(own<Comparison>("link", append_link),
             own<Comparison>("difference", append_key<write::kComparisonColumns, "difference">),
             own<Comparison>("group", append_group), own<Comparison>("opens", append_opens));

  // Calls take(table, names) for each table.
  template <typename Take>
  static void each(const Take& take) {
    const auto names = [](const auto& columns) {
      std::vector<std::string_view> all;
      for (const auto& column : columns) all.push_back(column.name);
      return all;
    };
    take("message", names(kMessage));
    take("base", names(kBase));
    take("candidate", names(kCandidate));
    take("entity", names(kEntity));
    take("link", names(kLink));
    take("diagnostic", names(kDiagnostic));
    take("comparison", names(kComparison));
  }
};

std::uint64_t MessageData::index_of(const BaseInfo& base) {
  const std::string_view part = base.part.value_or(std::string_view());
  const std::size_t first = bases_.size() > kBasesLookedThrough ? bases_.size() - kBasesLookedThrough : 0;
  for (std::size_t i = bases_.size(); i > first; --i) {
    const KeptBase& kept = bases_[i - 1];
    if (kept.url == base.url && kept.part == part && kept.section == base.section && kept.by == base.by)
      return i - 1;
  }
  bases_.push_back({std::string(base.url), std::string(part), base.section, base.by});
  Columns::append(Columns::kBase, base, base_rows_, *this);
  return bases_.size() - 1;
}

void MessageData::begin(const MessageInfo& message) {
  Columns::append(Columns::kMessage, message, line_, *this);
}

void MessageData::entity(const Entity& entity) {
  Columns::append(Columns::kEntity, entity, entity_rows_, *this);
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
  Columns::append(Columns::kLink, link, link_rows_, *this);
}

void MessageData::diagnostic(const Diagnostic& diagnostic) {
  Columns::append(Columns::kDiagnostic, diagnostic, diagnostic_rows_, *this);
}

void MessageData::comparison(const Comparison& comparison) {
  if (links_ == 0) return;
  Columns::append(Columns::kComparison, comparison, comparison_rows_, *this);
}

std::string MessageData::take() {
  struct Member {
    std::string_view before;
    JsonList* list;
  };
  const Member members[] = {{R"({"message":)", &line_},
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
  std::string names;
  Columns::each([&](std::string_view table, const std::vector<std::string_view>& columns) {
    names += fmt::format(R"({}"{}":[)", names.empty() ? '{' : ',', table);
    for (const std::string_view column : columns) names += fmt::format(R"("{}",)", column);
    names.back() = ']';
  });
  return names + "}";
}

std::size_t MessageData::column_index(std::string_view table, std::string_view name) {
  std::size_t index = 0;
  Columns::each([&](std::string_view at, const std::vector<std::string_view>& columns) {
    if (at != table) return;
    index = static_cast<std::size_t>(std::find(columns.begin(), columns.end(), name) - columns.begin());
  });
  return index;
}

}  // namespace mimebase::page
