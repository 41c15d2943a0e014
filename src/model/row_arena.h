// Owns copies of results that must outlive the call that delivers them.
#pragma once

#include <memory_resource>
#include <optional>
#include <span>
#include <string_view>

#include "mimebase/diagnostics.h"
#include "mimebase/model.h"

namespace mimebase {

// Copies the rows of one message, with all text that they point into. The copies are valid until clear(), and
// no longer than the arena.
class RowArena {
 public:
  RowArena() = default;
  RowArena(const RowArena&) = delete;
  RowArena& operator=(const RowArena&) = delete;

  // Each returns the structure with its views replaced by views of the copies.
  [[nodiscard]] Link keep(Link link);
  [[nodiscard]] Entity keep(Entity entity);
  [[nodiscard]] Diagnostic keep(Diagnostic diagnostic);
  [[nodiscard]] Comparison keep(Comparison comparison);
  [[nodiscard]] const MessageInfo* keep(const MessageInfo* message);
  // Frees all copies, to begin another message.
  void clear();

 private:
  [[nodiscard]] std::string_view keep(std::string_view text);
  [[nodiscard]] std::optional<std::string_view> keep(std::optional<std::string_view> text);
  [[nodiscard]] BaseInfo keep(BaseInfo base);
  [[nodiscard]] std::span<const NamedField> keep(std::span<const NamedField> fields);
  template <typename T>
  [[nodiscard]] T* make(std::size_t count);

  std::pmr::monotonic_buffer_resource memory_;
  const MessageInfo* message_ = nullptr;  // of the last row
  std::optional<BaseInfo> base_;          // base of the last link, which most following links share
};

}  // namespace mimebase
