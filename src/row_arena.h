// Owners of what an analysis tells, where that shall outlive the call that delivers it.
#pragma once

#include <memory_resource>
#include <optional>
#include <string_view>

#include "mimebase/diagnostics.h"
#include "mimebase/model.h"

namespace mimebase {

// Copies what it is given, with all that it looks into. Copies live until clear(), and as long as this. Of
// one message at a time.
class RowArena {
 public:
  RowArena() = default;
  RowArena(const RowArena&) = delete;
  RowArena& operator=(const RowArena&) = delete;

  [[nodiscard]] Link keep(Link link);
  [[nodiscard]] Entity keep(Entity entity);
  [[nodiscard]] Diagnostic keep(Diagnostic diagnostic);
  void clear();

 private:
  [[nodiscard]] std::string_view keep(std::string_view text);
  [[nodiscard]] const MessageInfo* keep(const MessageInfo* message);
  [[nodiscard]] std::optional<std::string_view> keep(std::optional<std::string_view> text);
  [[nodiscard]] BaseInfo keep(BaseInfo base);
  template <typename T>
  [[nodiscard]] T* make(std::size_t count);

  std::pmr::monotonic_buffer_resource memory_;
  const MessageInfo* message_ = nullptr;
  std::optional<BaseInfo> base_;  // of the last link: most have that of the one before
};

}  // namespace mimebase
