#include "write/row_arena.h"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>

#include "write/columns.h"

namespace mimebase {

// For types without a destructor.
template <typename T>
T* RowArena::make(std::size_t count) {
  return static_cast<T*>(memory_->allocate(count * sizeof(T), alignof(T)));
}

void RowArena::own(std::string_view& text, write::Defang how) {
  std::string changed;
  if (change_ != nullptr && how != write::Defang::kNothing) text = changed = change_(text, how);
  char* copy = make<char>(text.size());
  std::copy(text.begin(), text.end(), copy);
  text = {copy, text.size()};
}

void RowArena::own(std::optional<std::string_view>& text, write::Defang how) {
  if (text) own(*text, how);
}

void RowArena::own(Opens& opens, write::Defang how) {
  own(opens.url, how);
  own(opens.part);
}

template <typename Value>
void RowArena::own(const Value& /*value*/, write::Defang /*how*/) {
  static_assert(std::is_enum_v<Value> || std::integral<Value> || std::is_same_v<Value, WrapperNames> ||
                    std::is_same_v<Value, std::optional<Range>> ||
                    std::is_same_v<Value, std::optional<std::uint64_t>>,
                "a view needs a function of its own");
}

template <typename T, typename OwnViews>
void RowArena::own_list(std::span<const T>& list, OwnViews own_views) {
  T* const copies = make<T>(list.size());
  std::uninitialized_copy(list.begin(), list.end(), copies);
  list = {copies, list.size()};
  std::for_each(copies, copies + list.size(), own_views);
}

void RowArena::own(std::span<const NamedField>& fields, write::Defang how) {
  own_list(fields, [this, how](NamedField& field) {
    own(field.name);
    own_list(field.values, [this, how](std::string_view& value) { own(value, how); });
  });
}

void RowArena::own(std::span<const Candidate>& chain, write::Defang /*how*/) {
  own_list(chain, [this](Candidate& candidate) { candidate = keep(candidate); });
}

void RowArena::own(std::span<const ReaderOpens>& readers, write::Defang how) {
  own_list(readers, [this, how](ReaderOpens& row) { own(row.opens, how); });
}

void RowArena::own(std::span<const ReaderReason>& reasons, write::Defang /*how*/) {
  own_list(reasons, [](const ReaderReason&) {});
}

const MessageInfo* RowArena::keep(const MessageInfo* message) {
  // Rows of one message may carry different copies of its description.
  if (message_ != nullptr && message_->number == message->number && message_->source == message->source)
    return message_;
  memory_ = &messages_;
  MessageInfo kept = *message;
  for_each_member(write::kMessageColumns, kept,
                  [this](auto& member, const auto& column) { this->own(member, column.defang()); });
  own(kept.fields, write::kFieldsColumn.defang());
  own(kept.title, write::Defang::kSentence);
  message_ = new (make<MessageInfo>(1)) MessageInfo(kept);
  memory_ = &rows_;
  return message_;
}

template <typename Columns, typename Row>
Row RowArena::copy(const Columns& columns, Row row) {
  row.message = keep(row.message);
  if constexpr (requires { row.base; }) {
    if (!base_ || *base_ != row.base) {
      base_ = row.base;
      for_each_member(write::kBaseColumns, *base_,
                      [this](auto& member, const auto& column) { this->own(member, column.defang()); });
    }
    row.base = *base_;
  }
  for_each_member(columns, row, [this](auto& member, const auto& column) {
    if (column.info.kept != write::Kept::kBase) this->own(member, column.defang());
  });
  return row;
}

Candidate RowArena::keep(Candidate candidate) {
  for_each_member(write::kCandidateColumns, candidate,
                  [this](auto& member, const auto& column) { this->own(member, column.defang()); });
  return candidate;
}

Link RowArena::keep(const Link& link) {
  return copy(write::kLinkColumns, link);
}

Entity RowArena::keep(const Entity& entity) {
  return copy(write::kEntityColumns, entity);
}

Diagnostic RowArena::keep(const Diagnostic& diagnostic) {
  return copy(write::kDiagnosticColumns, diagnostic);
}

Comparison RowArena::keep(const Comparison& comparison) {
  return copy(write::kComparisonColumns, comparison);
}

LedgerEntry RowArena::keep(const LedgerEntry& entry) {
  return copy(write::kLedgerColumns, entry);
}

void RowArena::clear_rows() {
  rows_.release();
  base_.reset();
}

void RowArena::clear() {
  clear_rows();
  messages_.release();
  message_ = nullptr;
}

}  // namespace mimebase
