// JSON Lines: one object a line, in the order of keys that the schemas beside this file give.
#pragma once

// RapidJSON's SIMD scanners stay off: those of version 1.1.0 let the controls 0x1A to 0x1F through as they
// are.
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <optional>
#include <vector>

#include "write/row_writer.h"

namespace mimebase::write {

// UTF-8 in which what drives a terminal is escaped as JSON has it: rows are looked at on terminals as well.
struct VisibleUtf8 : rapidjson::UTF8<> {
  template <typename OutputStream>
  static void EncodeUnsafe(OutputStream& out, unsigned code_point);
};

// RapidJSON's own does not look whether there was memory.
struct ThrowingAllocator {
  static constexpr bool kNeedFree = true;
  void* Malloc(std::size_t size) { return Realloc(nullptr, 0, size); }
  void* Realloc(void* old, std::size_t, std::size_t size) {
    if (size == 0) {
      std::free(old);
      return nullptr;
    }
    void* memory = std::realloc(old, size);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
  }
  static void Free(void* memory) { std::free(memory); }
};

class JsonWriter : public RowWriter {
 public:
  void link(const Link& link) override;
  void unique_link(std::string_view row, std::uint64_t count) override;
  [[nodiscard]] std::string link_row(const Link& link) override;
  void entity(const Entity& entity) override;
  void diagnostic(const Diagnostic& diagnostic) override;
  void summary(const SummaryRow& row) override;
  void end_message() override { prefixed_ = nullptr; }
  [[nodiscard]] std::string_view rows() const override { return {buffer_.GetString(), buffer_.GetSize()}; }
  void clear() override { buffer_.Clear(); }

  // Each appends one value: see put().
  void text(std::string_view text);
  void name(std::string_view name);
  void number(std::uint64_t value);
  void null() { raw("null"); }
  void range(const std::optional<Range>& range);
  void chain(const std::vector<Candidate>& chain);

 private:
  void raw(std::string_view text);
  template <typename Columns, typename Row>
  void object(const Columns& columns, const Row& row);
  void link_keys(const Link& link);

  using Buffer = rapidjson::GenericStringBuffer<rapidjson::UTF8<>, ThrowingAllocator>;
  mutable Buffer buffer_;  // GetString() ends it with a NUL
  rapidjson::Writer<Buffer, rapidjson::UTF8<>, rapidjson::UTF8<>, ThrowingAllocator> writer_;
  rapidjson::Writer<Buffer, rapidjson::UTF8<>, VisibleUtf8, ThrowingAllocator> escaping_;
  // The keys that all links of a message share, written once.
  const MessageInfo* prefixed_ = nullptr;
  std::string prefix_;
  std::string repaired_;
};

}  // namespace mimebase::write
