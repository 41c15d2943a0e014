#include "run/rows/unpacked_rows.h"

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "database/packed_check.h"
#include "database/sqlite_writer.h"
#include "mimebase/names.h"
#include "run/rows/packed_json.h"
#include "write/shown_text.h"

namespace mimebase::run {
namespace {

using database::PackedKind;
using database::RowUnpacker;

// The memory that the spans of a RowBatch point to. All text is in `packed`, `sources` or `json`.
struct Unpacked {
  std::string packed;
  std::deque<std::string> sources;  // unescaped copies of names that `packed` has in escaped form
  std::deque<MessageInfo> messages;
  PackedJson json;
  std::vector<Link> links;
  std::vector<Entity> entities;
  std::vector<Diagnostic> diagnostics;
  std::vector<Comparison> comparisons;
  std::vector<std::uint64_t> counts;
  std::vector<Candidate> candidates;
  std::vector<std::size_t> chains;  // per entity: end of its chain in `candidates`
};

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
  Unpacker(RowKind kind, Unpacked& to) : kind_(kind), to_(to), row_(to.packed), values_(row_) {}

  // Returns false if a name is unknown, or a record does not belong to this kind of rows.
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
        return part();
      case PackedKind::kBase:
        return values_(base_);
      case PackedKind::kCount:
        count_ = row_.plain();
        return;
      case PackedKind::kRow:
        return row();
      case PackedKind::kCandidate:
        return candidate();
    }
  }
  [[nodiscard]] bool is_known() const { return !values_.failed() && !is_misplaced_; }
  void message();
  void part() {
    if (!is_of_links() && kind_ != RowKind::kEntities) {
      is_misplaced_ = true;
      return;
    }
    values_.all(part_.name, part_.content_type);
    if (is_of_links()) values_(part_.in_message_id);
  }
  void row();
  void link();
  void entity();
  void diagnostic();
  void comparison();
  void candidate();
  [[nodiscard]] bool is_of_links() const {
    return kind_ == RowKind::kLinks || kind_ == RowKind::kUniqueLinks;
  }

  const RowKind kind_;
  Unpacked& to_;
  RowUnpacker row_;
  Values values_;
  // The context of the next row.
  struct {
    std::string_view name;
    std::optional<std::string_view> content_type, in_message_id;
  } part_;
  BaseInfo base_;
  std::uint64_t count_ = 1;
  bool is_misplaced_ = false;  // a record does not belong to this kind of rows, or its fields are malformed
};

void Unpacker::message() {
  static_cast<void>(row_.plain());
  MessageInfo& message = to_.messages.emplace_back();
  values_.all(message.source, message.number, message.offset, message.message_id, message.date, message.from,
              message.subject);
  const std::optional<std::string_view> fields = row_.value().text;
  if (fields && !to_.json.read(*fields, message.fields)) is_misplaced_ = true;
  if (message.source.find('\\') != std::string_view::npos)
    message.source = to_.sources.emplace_back(write::source_bytes(message.source));
}

void Unpacker::row() {
  if (to_.messages.empty()) {
    is_misplaced_ = true;
    return;
  }
  if (is_of_links()) {
    link();
  } else if (kind_ == RowKind::kEntities) {
    entity();
  } else if (kind_ == RowKind::kComparisons) {
    comparison();
  } else {
    diagnostic();
  }
  if (kind_ == RowKind::kUniqueLinks || kind_ == RowKind::kSummary) to_.counts.push_back(count_);
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
  if (!to_.json.read(row_.value().text.value_or(""), comparison.readers)) is_misplaced_ = true;
}

void Unpacker::candidate() {
  if (to_.chains.empty()) {
    is_misplaced_ = true;
    return;
  }
  Candidate& candidate = to_.candidates.emplace_back();
  values_.all(candidate.section, candidate.by, candidate.part, candidate.raw, candidate.url, candidate.state);
  to_.chains.back() = to_.candidates.size();
}

}  // namespace

std::optional<RowBatch> unpacked(RowKind kind, Chunk chunk) {
  const auto made = std::make_shared<Unpacked>();
  made->packed = std::move(chunk.rows);
  constexpr std::size_t kBytesOfLink = 80;  // packed size; many links are longer
  if (&table_of(kind) == &write::kLinkRows) made->links.reserve(made->packed.size() / kBytesOfLink);
  if (!database::are_packed(made->packed, table_of(kind)) || !Unpacker(kind, *made).run())
    return std::nullopt;
  std::size_t start = 0;
  for (std::size_t i = 0; i < made->entities.size(); ++i) {
    made->entities[i].chain = std::span(made->candidates).subspan(start, made->chains[i] - start);
    start = made->chains[i];
  }
  RowBatch batch;
  batch.links = made->links;
  batch.entities = made->entities;
  batch.diagnostics = made->diagnostics;
  batch.comparisons = made->comparisons;
  batch.counts = made->counts;
  batch.problems = std::move(chunk.problems);
  batch.notes = std::move(chunk.notes);
  batch.messages = chunk.messages;
  batch.skipped_files = chunk.skipped_files;
  batch.memory = made;
  return batch;
}

}  // namespace mimebase::run
