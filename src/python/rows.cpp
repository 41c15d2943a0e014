#include "python/rows.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace mimebase::python {
namespace {

constexpr Key kLinkKeys[] = {{"source", Kind::kSource},
                             {"message", Kind::kNumber},
                             {"offset", Kind::kNumber},
                             {"message_id"},
                             {"date"},
                             {"from"},
                             {"subject"},
                             {"part"},
                             {"content_type"},
                             {"in_message_id"},
                             {"context"},
                             {"hidden"},
                             {"start", Kind::kNumber},
                             {"end", Kind::kNumber},
                             {"text"},
                             {"reference"},
                             {"resolved"},
                             {"status"},
                             {"target_part"},
                             {"base"},
                             {"base_section"},
                             {"base_by"},
                             {"base_part"},
                             {"host"},
                             {"count", Kind::kNumber}};  // of a unique one alone

constexpr Key kEntityKeys[] = {{"source", Kind::kSource},
                               {"message", Kind::kNumber},
                               {"offset", Kind::kNumber},
                               {"message_id"},
                               {"part"},
                               {"depth", Kind::kNumber},
                               {"content_type"},
                               {"charset"},
                               {"transfer_encoding"},
                               {"disposition"},
                               {"filename"},
                               {"size", Kind::kNumber},
                               {"heading", Kind::kRange},
                               {"body", Kind::kRange},
                               {"content_id"},
                               {"content_location"},
                               {"searched"},
                               {"base"},
                               {"base_section"},
                               {"base_by"},
                               {"base_part"},
                               {"chain", Kind::kChain}};

constexpr Key kDiagnosticKeys[] = {{"source", Kind::kSource},
                                   {"message", Kind::kNumberOrNone},
                                   {"offset", Kind::kNumberOrNone},
                                   {"message_id"},
                                   {"part"},
                                   {"code"},
                                   {"severity"},
                                   {"detail"},
                                   {"start", Kind::kNumberOrNone},
                                   {"end", Kind::kNumberOrNone}};

constexpr Key kSummaryKeys[] = {{"code"},
                                {"severity"},
                                {"domain"},
                                {"other_domain"},
                                {"count", Kind::kNumber},
                                {"source", Kind::kSource},
                                {"message", Kind::kNumberOrNone},
                                {"part"},
                                {"detail"}};

constexpr Key kCandidateKeys[] = {{"section"}, {"by"}, {"part"}, {"raw"}, {"url"}, {"state"}};

}  // namespace

std::span<const Key> keys_of(Shape shape) {
  switch (shape) {
    case Shape::kLink:
      return std::span(kLinkKeys).first(std::size(kLinkKeys) - 1);
    case Shape::kUniqueLink:
      return kLinkKeys;
    case Shape::kEntity:
      return kEntityKeys;
    case Shape::kDiagnostic:
      return kDiagnosticKeys;
    case Shape::kSummary:
      return kSummaryKeys;
    case Shape::kCandidate:
      break;
  }
  return kCandidateKeys;
}

std::string_view name_of(Shape shape) {
  constexpr std::string_view kNames[] = {"Link",       "UniqueLink", "Entity",
                                         "Diagnostic", "Summary",    "Candidate"};
  return kNames[static_cast<std::size_t>(shape)];
}

RowMaker::RowMaker(Shape shape) : shape_(shape) {
  static_cast<void>(take());
}

Piece RowMaker::take() {
  Piece empty;
  empty.width = keys_of(shape_).size();
  slots_.fill(kNone);
  whole_cells_ = 0;
  end_message();
  return std::exchange(piece_, std::move(empty));
}

void RowMaker::end_message() {
  message_ = nullptr;
}

void RowMaker::drop_unfinished() {
  piece_.cells.resize(whole_cells_);
}

Cell RowMaker::text_cell(std::string_view text) {
  Cell& slot = slots_[std::hash<std::string_view>()(text) % kSlots];
  if (slot != kNone && piece_.text(slot) == text) return slot;
  piece_.bytes += text;
  piece_.ends.push_back(piece_.bytes.size());
  slot = piece_.ends.size() - 1;
  return slot;
}

void RowMaker::put_range(const std::optional<Range>& range) {
  put(range ? piece_.ranges.size() : kNone);
  if (range) piece_.ranges.push_back(*range);
}

// What all links of a message share is found once.
void RowMaker::put_message(const MessageInfo& message, bool with_envelope) {
  if (message_ == &message) {
    piece_.cells.insert(piece_.cells.end(), message_cells_.begin(), message_cells_.end());
    return;
  }
  const std::size_t start = piece_.cells.size();
  const bool is_of_source = message.number == 0;
  put_text(message.source);
  put(is_of_source ? kNone : message.number);
  put(is_of_source ? kNone : message.offset);
  put_text(message.message_id);
  if (with_envelope) {
    for (const auto& field : {message.date, message.from, message.subject}) put_text(field);
  }
  message_ = &message;
  message_cells_.assign(piece_.cells.begin() + static_cast<std::ptrdiff_t>(start), piece_.cells.end());
}

void RowMaker::put_base(const BaseInfo& base) {
  put_text(base.url);
  put_text(mimebase::name_of(base.section));
  put_text(mimebase::name_of(base.by));
  put_text(base.part);
}

void RowMaker::put_chain(std::span<const Candidate> chain) {
  const auto cell = [this](const std::optional<std::string_view>& text) {
    return text ? text_cell(*text) : kNone;
  };
  piece_.chains.push_back({piece_.candidates.size(), chain.size()});
  for (const Candidate& candidate : chain) {
    const Cell cells[] = {text_cell(mimebase::name_of(candidate.section)),
                          text_cell(mimebase::name_of(candidate.by)),
                          cell(candidate.part),
                          text_cell(candidate.raw),
                          cell(candidate.url),
                          text_cell(mimebase::name_of(candidate.state))};
    piece_.candidates.insert(piece_.candidates.end(), std::begin(cells), std::end(cells));
  }
  put(piece_.chains.size() - 1);
}

void RowMaker::link(const Link& link) {
  put_message(*link.message, true);
  put_text(link.part);
  put_text(link.content_type);
  put_text(link.in_message_id);
  put_text(link.context);
  put_text(link.hidden);
  put(link.span.start);
  put(link.span.end);
  put_text(link.text);
  put_text(link.reference);
  put_text(link.resolved);
  put_text(mimebase::name_of(link.status));
  put_text(link.target_part);
  put_base(link.base);
  put_text(link.host);
  if (shape_ == Shape::kUniqueLink) put(1);
  whole_cells_ = piece_.cells.size();
}

void RowMaker::entity(const Entity& entity) {
  put_message(*entity.message, false);
  put_text(entity.part);
  put(static_cast<Cell>(entity.depth));
  put_text(entity.content_type);
  for (const auto& text : {entity.charset, entity.transfer_encoding, entity.disposition, entity.filename})
    put_text(text);
  put(entity.size_bytes);
  put_range(entity.heading);
  put_range(entity.body);
  put_text(entity.content_id);
  put_text(entity.content_location);
  put_text(mimebase::name_of(entity.searched));
  put_base(entity.base);
  put_chain(entity.chain);
  whole_cells_ = piece_.cells.size();
}

void RowMaker::put_sum(const Diagnostic& diagnostic) {
  put_text(mimebase::name_of(diagnostic.code));
  put_text(mimebase::name_of(diagnostic.severity));
  put_text_or_none(diagnostic.domain);
  put_text_or_none(diagnostic.other_domain);
  put(1);
  put_text(diagnostic.message->source);
  put(diagnostic.message->number == 0 ? kNone : diagnostic.message->number);
  put_text_or_none(diagnostic.part);
  put_text(diagnostic.detail);
}

void RowMaker::diagnostic(const Diagnostic& diagnostic) {
  if (shape_ == Shape::kSummary) {
    put_sum(diagnostic);
  } else {
    put_message(*diagnostic.message, false);
    put_text_or_none(diagnostic.part);
    put_text(mimebase::name_of(diagnostic.code));
    put_text(mimebase::name_of(diagnostic.severity));
    put_text(diagnostic.detail);
    put(diagnostic.span ? diagnostic.span->start : kNone);
    put(diagnostic.span ? diagnostic.span->end : kNone);
  }
  whole_cells_ = piece_.cells.size();
}

void RowMaker::copy(const Piece& from, std::size_t row) {
  const std::span<const Key> keys = keys_of(shape_);
  const std::span<const Cell> cells = from.row(row);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const bool is_text = keys[i].kind == Kind::kText || keys[i].kind == Kind::kSource;
    put(is_text && cells[i] != kNone ? text_cell(from.text(cells[i])) : cells[i]);
  }
  whole_cells_ = piece_.cells.size();
}

}  // namespace mimebase::python
