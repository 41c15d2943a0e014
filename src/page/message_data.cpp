#include "page/message_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "page/outcomes.h"
#include "text/utf8.h"
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
  no_value();
}

void JsonList::no_value() {
  comma();
  null();
}

void JsonList::shown(std::string_view shown) {
  comma();
  if (shown.size() <= kShownBytes) return text(shown);
  text(std::string(utf8::prefix(shown, kShownBytes)) + "…");
}

// The tables of columns: each name with the function that appends the value. The script's column numbers
// follow from them.
struct MessageData::Columns {
  template <typename Row>
  struct Column {
    std::string_view name;
    void (*append)(const Row& row, JsonList& out, MessageData& data);
  };

  template <typename Row, std::size_t n>
  static void append(const Column<Row> (&columns)[n], const Row& row, JsonList& out, MessageData& data) {
    out.open();
    for (const Column<Row>& column : columns) column.append(row, out, data);
    out.close();
  }

  static void append(const Opens& opens, JsonList& out) {
    if (!opens.part) return out.value(opens.url);
    out.open();
    out.shown(*opens.part);
    out.close();
  }

  // A comparison with the index of its link.
  struct LinkComparison {
    const Comparison& comparison;
    std::uint64_t link;
  };

  // A link with the registrable domain of its host.
  struct DomainLink {
    const Link& link;
    std::string_view domain;
  };

  static constexpr Column<MessageInfo> kMessage[] = {
      {"source",
       [](const MessageInfo& it, JsonList& out, MessageData&) {
         std::string buffer;
         out.shown(write::source_text(it.source, buffer));
       }},
      {"number", [](const MessageInfo& it, JsonList& out, MessageData&) { out.value(it.number); }},
      {"offset", [](const MessageInfo& it, JsonList& out, MessageData&) { out.value(it.offset); }},
      {"message_id", [](const MessageInfo& it, JsonList& out, MessageData&) { out.value(it.message_id); }},
      {"date", [](const MessageInfo& it, JsonList& out, MessageData&) { out.value(it.date); }},
      {"from", [](const MessageInfo& it, JsonList& out, MessageData&) { out.value(it.from); }},
      {"subject", [](const MessageInfo& it, JsonList& out, MessageData&) { out.value(it.subject); }},
  };
  static constexpr Column<BaseInfo> kBase[] = {
      {"url", [](const BaseInfo& it, JsonList& out, MessageData&) { out.shown(it.url); }},
      {"section", [](const BaseInfo& it, JsonList& out, MessageData&) { out.value(name_of(it.section)); }},
      {"by", [](const BaseInfo& it, JsonList& out, MessageData&) { out.value(name_of(it.by)); }},
      {"part", [](const BaseInfo& it, JsonList& out, MessageData&) { out.value(it.part); }},
  };
  static constexpr Column<Candidate> kCandidate[] = {
      {"section", [](const Candidate& it, JsonList& out, MessageData&) { out.value(name_of(it.section)); }},
      {"by", [](const Candidate& it, JsonList& out, MessageData&) { out.value(name_of(it.by)); }},
      {"part", [](const Candidate& it, JsonList& out, MessageData&) { out.value(it.part); }},
      {"raw", [](const Candidate& it, JsonList& out, MessageData&) { out.shown(it.raw); }},
      {"url", [](const Candidate& it, JsonList& out, MessageData&) { out.value(it.url); }},
      {"state", [](const Candidate& it, JsonList& out, MessageData&) { out.value(name_of(it.state)); }},
  };
  static constexpr Column<Entity> kEntity[] = {
      {"part", [](const Entity& it, JsonList& out, MessageData&) { out.shown(it.part); }},
      {"depth", [](const Entity& it, JsonList& out,
                   MessageData&) { out.value(static_cast<std::uint64_t>(it.depth)); }},
      {"content_type", [](const Entity& it, JsonList& out, MessageData&) { out.shown(it.content_type); }},
      {"charset", [](const Entity& it, JsonList& out, MessageData&) { out.value(it.charset); }},
      {"transfer_encoding",
       [](const Entity& it, JsonList& out, MessageData&) { out.value(it.transfer_encoding); }},
      {"disposition", [](const Entity& it, JsonList& out, MessageData&) { out.value(it.disposition); }},
      {"filename", [](const Entity& it, JsonList& out, MessageData&) { out.value(it.filename); }},
      {"size", [](const Entity& it, JsonList& out, MessageData&) { out.value(it.size_bytes); }},
      {"content_id", [](const Entity& it, JsonList& out, MessageData&) { out.value(it.content_id); }},
      {"content_location",
       [](const Entity& it, JsonList& out, MessageData&) { out.value(it.content_location); }},
      {"searched", [](const Entity& it, JsonList& out, MessageData&) { out.value(name_of(it.searched)); }},
      {"base", [](const Entity& it, JsonList& out, MessageData& data) { out.value(data.index_of(it.base)); }},
      {"chain",
       [](const Entity& it, JsonList& out, MessageData& data) {
         out.open();
         for (const Candidate& candidate : it.chain) append(kCandidate, candidate, out, data);
         out.close();
       }},
  };
  static constexpr Column<DomainLink> kLink[] = {
      {"part", [](const DomainLink& it, JsonList& out, MessageData&) { out.shown(it.link.part); }},
      {"content_type",
       [](const DomainLink& it, JsonList& out, MessageData&) { out.value(it.link.content_type); }},
      {"context", [](const DomainLink& it, JsonList& out, MessageData&) { out.shown(it.link.context); }},
      {"hidden", [](const DomainLink& it, JsonList& out, MessageData&) { out.value(it.link.hidden); }},
      {"start", [](const DomainLink& it, JsonList& out, MessageData&) { out.value(it.link.span.start); }},
      {"end", [](const DomainLink& it, JsonList& out, MessageData&) { out.value(it.link.span.end); }},
      {"text", [](const DomainLink& it, JsonList& out, MessageData&) { out.value(it.link.text); }},
      {"reference", [](const DomainLink& it, JsonList& out, MessageData&) { out.shown(it.link.reference); }},
      {"resolved",
       [](const DomainLink& it, JsonList& out, MessageData&) {
         if (it.link.resolved == it.link.reference) return out.value(0);
         out.value(it.link.resolved);
       }},
      {"status",
       [](const DomainLink& it, JsonList& out, MessageData&) { out.value(name_of(it.link.status)); }},
      {"target_part",
       [](const DomainLink& it, JsonList& out, MessageData&) { out.value(it.link.target_part); }},
      {"base", [](const DomainLink& it, JsonList& out,
                  MessageData& data) { out.value(data.index_of(it.link.base)); }},
      {"host", [](const DomainLink& it, JsonList& out, MessageData&) { out.value(it.link.host); }},
      {"domain",
       [](const DomainLink& it, JsonList& out, MessageData&) {
         if (!it.link.host) return out.no_value();
         if (*it.link.host == it.domain) return out.value(0);
         out.shown(it.domain);
       }},
      {"kind", [](const DomainLink& it, JsonList& out, MessageData&) { out.value(name_of(it.link.kind)); }},
      {"wrappers",
       [](const DomainLink& it, JsonList& out, MessageData&) {
         out.open();
         for (std::size_t i = 0; i < it.link.wrappers.size(); ++i) out.value(it.link.wrappers[i]);
         out.close();
       }},
      {"unwrapped", [](const DomainLink& it, JsonList& out, MessageData&) { out.value(it.link.unwrapped); }},
      {"reader",
       [](const DomainLink& it, JsonList& out, MessageData&) {
         if (it.link.reader == MailReader::kRfc1808) return out.no_value();
         out.value(name_of(it.link.reader));
       }},
      {"opens", [](const DomainLink& it, JsonList& out, MessageData&) { append(it.link.opens, out); }},
      {"opens_by",
       [](const DomainLink& it, JsonList& out, MessageData&) {
         if (it.link.reader == MailReader::kRfc1808) return out.no_value();
         out.value(name_of(it.link.opens.by));
       }},
  };
  static constexpr Column<Diagnostic> kDiagnostic[] = {
      {"part", [](const Diagnostic& it, JsonList& out, MessageData&) { out.shown(it.part); }},
      {"code", [](const Diagnostic& it, JsonList& out, MessageData&) { out.value(name_of(it.code)); }},
      {"severity",
       [](const Diagnostic& it, JsonList& out, MessageData&) { out.value(name_of(it.severity)); }},
      {"detail", [](const Diagnostic& it, JsonList& out, MessageData&) { out.shown(it.detail); }},
      {"start", [](const Diagnostic& it, JsonList& out,
                   MessageData&) { it.span ? out.value(it.span->start) : out.no_value(); }},
      {"end", [](const Diagnostic& it, JsonList& out,
                 MessageData&) { it.span ? out.value(it.span->end) : out.no_value(); }},
      {"domain", [](const Diagnostic& it, JsonList& out, MessageData&) { out.shown(it.domain); }},
      {"other_domain", [](const Diagnostic& it, JsonList& out, MessageData&) { out.shown(it.other_domain); }},
  };

  static constexpr Column<LinkComparison> kComparison[] = {
      {"link", [](const LinkComparison& it, JsonList& out, MessageData&) { out.value(it.link); }},
      {"difference", [](const LinkComparison& it, JsonList& out,
                        MessageData&) { out.value(name_of(it.comparison.difference)); }},
      {"group", [](const LinkComparison& it, JsonList& out,
                   MessageData&) { out.shown(outcome_group_of(it.comparison)); }},
      // Pairs of a reader and what it opens.
      {"opens",
       [](const LinkComparison& it, JsonList& out, MessageData&) {
         out.open();
         for (const ReaderOpens& row : it.comparison.readers) {
           out.open();
           out.value(name_of(row.reader));
           append(row.opens, out);
           out.close();
         }
         out.close();
       }},
  };

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
    nested_rows_.value(links_);
    nested_rows_.value(link.in_message_id);
    nested_rows_.close();
  }
  ++links_;
  Columns::append(Columns::kLink, {link, domain}, link_rows_, *this);
}

void MessageData::diagnostic(const Diagnostic& diagnostic) {
  Columns::append(Columns::kDiagnostic, diagnostic, diagnostic_rows_, *this);
}

void MessageData::comparison(const Comparison& comparison) {
  if (links_ == 0) return;
  Columns::append(Columns::kComparison, {comparison, links_ - 1}, comparison_rows_, *this);
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
