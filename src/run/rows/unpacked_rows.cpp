#include "run/rows/unpacked_rows.h"

#include <span>
#include <string_view>
#include <utility>

#include "database/packed_check.h"
#include "database/sqlite_writer.h"
#include "mimebase/names.h"
#include "write/shown_text.h"

namespace mimebase::run {
namespace {

using database::PackedKind;
using database::RowUnpacker;

// Reads values one by one, in the order of the column tables (write/columns.h).
class Values {
 public:
  explicit Values(RowUnpacker& row) : row_(row) {}

  void operator()(std::optional<std::string_view>& text) { text = row_.value().text; }
  void operator()(std::string_view& text) { text = row_.value().text.value_or(""); }
  void operator()(std::uint64_t& number) { number = row_.value().number.value_or(0); }
  void operator()(int& number) { number = static_cast<int>(row_.value().number.value_or(0)); }
  void operator()(std::optional<Range>& range) {
    const std::optional<std::uint64_t> start = row_.value().number, end = row_.value().number;
    range = start && end ? std::optional(Range{*start, *end}) : std::nullopt;
  }
  void operator()(WrapperNames& names) { names = write::names_in(row_.value().text.value_or("")); }
  void operator()(Opens& opens) { all(opens.url, opens.part); }
  // A column that not every row has.
  template <typename Enum>
  void if_there(Enum& value) {
    const std::optional<std::string_view> name = row_.value().text;
    const std::optional<Enum> named = name ? from_name<Enum>(*name) : std::nullopt;
    if (named) value = *named;
    failed_ = failed_ || (name && !named);
  }
  void operator()(BaseInfo& base) { all(base.url, base.section, base.by, base.part); }
  template <typename Enum>
  requires std::is_enum_v<Enum>
  void operator()(Enum& value) {
    const std::optional<Enum> named = from_name<Enum>(row_.value().text.value_or(""));
    if (named) value = *named;
    failed_ = failed_ || !named;
  }
  template <typename... Members>
  void all(Members&... members) {
    ((*this)(members), ...);
  }
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  RowUnpacker& row_;
  bool failed_ = false;
};

// Unpacks rows whose structure are_packed() has checked.
class Unpacker {
 public:
  explicit Unpacker(UnpackedRows& to) : to_(to), row_(to.packed), values_(row_) {}

  // Returns false if a name is unknown, or if JSON is malformed.
  [[nodiscard]] bool run() {
    while (!row_.at_end() && is_known()) one();
    return is_known();
  }

 private:
  void one() {
    switch (row_.kind()) {
      case PackedKind::kMessage:
        return message();
      case PackedKind::kPart:
        return values_.all(part_.name, part_.content_type, part_.in_message_id);
      case PackedKind::kBase:
        return values_(base_);
      case PackedKind::kCount:
        return to_.counts.push_back(row_.plain());
      case PackedKind::kLink:
        return link();
      case PackedKind::kEntity:
        return entity();
      case PackedKind::kDiagnostic:
        return diagnostic();
      case PackedKind::kComparison:
        return comparison();
      case PackedKind::kCandidate:
        return candidate();
    }
  }
  [[nodiscard]] bool is_known() const { return !values_.failed() && !is_malformed_; }
  void message();
  void link();
  void entity();
  void diagnostic();
  void comparison();
  void candidate();

  UnpackedRows& to_;
  RowUnpacker row_;
  Values values_;
  // The context of the next row.
  struct {
    std::string_view name;
    std::optional<std::string_view> content_type, in_message_id;
  } part_;
  BaseInfo base_;
  bool is_malformed_ = false;
};

void Unpacker::message() {
  static_cast<void>(row_.plain());
  MessageInfo& message = to_.messages.emplace_back();
  values_.all(message.source, message.number, message.offset, message.message_id, message.date, message.from,
              message.subject);
  const std::optional<std::string_view> fields = row_.value().text;
  if (fields && !to_.json.read(*fields, message.fields)) is_malformed_ = true;
  if (message.source.find('\\') != std::string_view::npos)
    message.source = to_.sources.emplace_back(write::source_bytes(message.source));
}

void Unpacker::link() {
  Link& link = to_.links.emplace_back();
  link.message = &to_.messages.back();
  link.part = part_.name;
  link.content_type = part_.content_type;
  link.in_message_id = part_.in_message_id;
  link.base = base_;
  values_.all(link.context, link.hidden, link.span.start, link.span.end, link.text, link.reference,
              link.resolved, link.status, link.target_part, link.host, link.kind, link.wrappers,
              link.unwrapped);
  values_.if_there(link.reader);
  values_(link.opens);
  values_.if_there(link.opens.by);
  // `resolved` is not packed if it equals the reference of an absolute link.
  if (link.status == LinkStatus::kAbsolute && !link.resolved) link.resolved = link.reference;
}

void Unpacker::entity() {
  Entity& entity = to_.entities.emplace_back();
  entity.message = &to_.messages.back();
  entity.part = part_.name;
  entity.content_type = part_.content_type.value_or("");
  entity.base = base_;
  values_.all(entity.depth, entity.charset, entity.transfer_encoding, entity.disposition, entity.filename,
              entity.size_bytes, entity.heading, entity.body, entity.content_id, entity.content_location,
              entity.searched, entity.defect);
  to_.chains.push_back(to_.candidates.size());
}

void Unpacker::diagnostic() {
  Diagnostic& diagnostic = to_.diagnostics.emplace_back();
  diagnostic.message = &to_.messages.back();
  values_.all(diagnostic.part, diagnostic.code, diagnostic.severity, diagnostic.detail, diagnostic.span,
              diagnostic.domain, diagnostic.other_domain);
}

void Unpacker::comparison() {
  Comparison& comparison = to_.comparisons.emplace_back();
  comparison.message = &to_.messages.back();
  values_.all(comparison.part, comparison.context, comparison.span.start, comparison.span.end,
              comparison.reference, comparison.difference);
  if (!to_.json.read(row_.value().text.value_or(""), comparison.readers)) is_malformed_ = true;
  to_.links_compared.push_back(to_.links.size());
}

void Unpacker::candidate() {
  Candidate& candidate = to_.candidates.emplace_back();
  values_.all(candidate.section, candidate.by, candidate.part, candidate.raw, candidate.url, candidate.state);
  to_.chains.back() = to_.candidates.size();
}

}  // namespace

std::shared_ptr<const UnpackedRows> unpacked(std::string packed, const write::Rows* table) {
  auto rows = std::make_shared<UnpackedRows>();
  rows->packed = std::move(packed);
  constexpr std::size_t kBytesOfLink = 80;  // packed size; many links are longer
  if (table == &write::kLinkRows) rows->links.reserve(rows->packed.size() / kBytesOfLink);
  if (!database::are_packed(rows->packed, table) || !Unpacker(*rows).run()) return nullptr;
  std::size_t start = 0;
  for (std::size_t i = 0; i < rows->entities.size(); ++i) {
    rows->entities[i].chain = std::span(rows->candidates).subspan(start, rows->chains[i] - start);
    start = rows->chains[i];
  }
  return rows;
}

std::optional<RowBatch> unpacked(RowKind kind, Chunk chunk) {
  const auto rows = unpacked(std::move(chunk.rows), &table_of(kind));
  const bool has_counts = kind == RowKind::kUniqueLinks || kind == RowKind::kSummary;
  if (!rows || rows->counts.size() != (has_counts ? rows->links.size() + rows->diagnostics.size() : 0))
    return std::nullopt;
  RowBatch batch;
  batch.links = rows->links;
  batch.entities = rows->entities;
  batch.diagnostics = rows->diagnostics;
  batch.comparisons = rows->comparisons;
  batch.counts = rows->counts;
  batch.problems = std::move(chunk.problems);
  batch.notes = std::move(chunk.notes);
  batch.messages = chunk.messages;
  batch.skipped_files = chunk.skipped_files;
  batch.memory = rows;
  return batch;
}

}  // namespace mimebase::run
