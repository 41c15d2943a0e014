#include "page/message_data.h"

#include <fmt/format.h>

#include <utility>

#include "utf8.h"
#include "write/shown_text.h"

namespace mimebase::page {
namespace {

// URLs and names are cut to this size, because nobody reads more of them.
constexpr std::size_t kShownBytes = 4096;
// At most this many previous bases are compared, because mail controls their number.
constexpr std::size_t kBasesLookedThrough = 64;

}  // namespace

void JsonList::value(std::uint64_t value) {
  comma();
  number(value);
}

void JsonList::value(const std::optional<std::string_view>& value) {
  if (value) return shown(*value);
  comma();
  null();
}

void JsonList::shown(std::string_view shown) {
  comma();
  if (shown.size() <= kShownBytes) return text(shown);
  text(std::string(utf8::prefix(shown, kShownBytes)) + "…");
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
  base_rows_.open();
  base_rows_.shown(base.url);
  base_rows_.value(name_of(base.section));
  base_rows_.value(name_of(base.by));
  base_rows_.value(base.part);
  base_rows_.close();
  return bases_.size() - 1;
}

void MessageData::begin(const MessageInfo& message) {
  std::string source;
  line_.open();
  line_.shown(write::source_text(message.source, source));
  line_.value(message.number);
  line_.value(message.offset);
  for (const auto& text : {message.message_id, message.date, message.from, message.subject})
    line_.value(text);
  line_.close();
}

void MessageData::entity(const Entity& entity) {
  JsonList& row = entity_rows_;
  row.open();
  row.shown(entity.part);
  row.value(static_cast<std::uint64_t>(entity.depth));
  for (const auto& text : {std::optional(entity.content_type), entity.charset, entity.transfer_encoding,
                           entity.disposition, entity.filename})
    row.value(text);
  row.value(entity.size_bytes);
  row.value(entity.content_id);
  row.value(entity.content_location);
  row.value(name_of(entity.searched));
  row.value(index_of(entity.base));
  row.open();
  for (const Candidate& candidate : entity.chain) {
    row.open();
    row.value(name_of(candidate.section));
    row.value(name_of(candidate.by));
    row.value(candidate.part);
    row.shown(candidate.raw);
    row.value(candidate.url);
    row.value(name_of(candidate.state));
    row.close();
  }
  row.close();
  row.close();
}

void MessageData::link(const Link& link, std::string_view domain) {
  ++links_;
  JsonList& row = link_rows_;
  row.open();
  row.shown(link.part);
  row.value(link.content_type);
  row.shown(link.context);
  row.value(link.hidden);
  row.value(link.span.start);
  row.value(link.span.end);
  row.value(link.text);
  row.shown(link.reference);
  if (link.resolved == link.reference) {
    row.value(0);
  } else {
    row.value(link.resolved);
  }
  row.value(name_of(link.status));
  row.value(link.target_part);
  row.value(index_of(link.base));
  row.value(link.host);
  if (link.host == domain) {
    row.value(0);
  } else {
    row.value(link.host ? std::optional(domain) : std::nullopt);
  }
  row.close();
}

void MessageData::diagnostic(const Diagnostic& diagnostic) {
  JsonList& row = diagnostic_rows_;
  row.open();
  row.shown(diagnostic.part);
  row.value(name_of(diagnostic.code));
  row.value(name_of(diagnostic.severity));
  row.shown(diagnostic.detail);
  if (diagnostic.span) {
    row.value(diagnostic.span->start);
    row.value(diagnostic.span->end);
  }
  row.close();
}

std::string MessageData::take() {
  const std::string rows = fmt::format(
      R"({{"message":{},"bases":[{}],"entities":[{}],"links":[{}],"diagnostics":[{}]}})", line_.rows(),
      base_rows_.rows(), entity_rows_.rows(), link_rows_.rows(), diagnostic_rows_.rows());
  for (JsonList* list : {&line_, &base_rows_, &entity_rows_, &link_rows_, &diagnostic_rows_}) list->clear();
  bases_.clear();
  links_ = 0;
  // "<" occurs only in strings. Escaping it prevents "</script" and "<!--".
  std::string line;
  line.reserve(rows.size() + rows.size() / 16);
  for (const char c : rows) {
    if (c == '<') {
      line += "\\u003c";
    } else {
      line += c;
    }
  }
  return line;
}

}  // namespace mimebase::page
