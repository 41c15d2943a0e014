// Owns copies of results that must outlive the call that delivers them.
#pragma once

#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "mimebase/diagnostics.h"
#include "mimebase/model.h"
#include "text/for_archive.h"
#include "write/column.h"

namespace mimebase {

// Copies the rows of one message, with all text that they point into. The copies are valid until clear(), and
// no longer than the arena.
class MIMEBASE_FOR_ARCHIVE RowArena {
 public:
  // Returns a text in another form.
  using Change = std::string (*)(std::string_view text, write::Defang how);

  RowArena() = default;
  // Copies texts as `change` returns them, if their column says how to defang it.
  explicit RowArena(Change change) : change_(change) {}
  RowArena(const RowArena&) = delete;
  RowArena& operator=(const RowArena&) = delete;

  // Each returns the structure with its views replaced by views of the copies.
  [[nodiscard]] Link keep(const Link& link);
  [[nodiscard]] Entity keep(const Entity& entity);
  [[nodiscard]] Diagnostic keep(const Diagnostic& diagnostic);
  [[nodiscard]] Comparison keep(const Comparison& comparison);
  [[nodiscard]] LedgerEntry keep(const LedgerEntry& entry);
  [[nodiscard]] Candidate keep(Candidate candidate);
  // Returns the same copy for all rows of a message.
  [[nodiscard]] const MessageInfo* keep(const MessageInfo* message);
  // Frees all copies, to begin another message.
  void clear();
  // Frees the copies of rows, but not that of their message.
  void clear_rows();

 private:
  template <typename Columns, typename Row>
  [[nodiscard]] Row copy(const Columns& columns, Row row);
  // Each function replaces a view.
  void own(std::string_view& text, write::Defang how = write::Defang::kNothing);
  void own(std::optional<std::string_view>& text, write::Defang how = write::Defang::kNothing);
  void own(Opens& opens, write::Defang how);
  void own(std::span<const NamedField>& fields, write::Defang how);
  void own(std::span<const Candidate>& chain, write::Defang how);
  void own(std::span<const ReaderOpens>& readers, write::Defang how);
  void own(std::span<const ReaderReason>& reasons, write::Defang how);
  template <typename Value>
  void own(const Value& value, write::Defang how);
  // Copies a list. Calls own_views(element) for each element of the copy.
  template <typename T, typename OwnViews>
  void own_list(std::span<const T>& list, OwnViews own_views);
  template <typename T>
  [[nodiscard]] T* make(std::size_t count);

  const Change change_ = nullptr;
  std::pmr::monotonic_buffer_resource rows_, messages_;
  std::pmr::monotonic_buffer_resource* memory_ = &rows_;  // for the current copy
  const MessageInfo* message_ = nullptr;                  // of the last row
  std::optional<BaseInfo> base_;  // base of the last row, which most following rows share
};

}  // namespace mimebase
