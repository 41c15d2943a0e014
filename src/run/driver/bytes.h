// Serializes values for other processes of the same run: a structure as all its members, in their order,
// except functions. What needs another form has a function for both directions:
//
//     void exchange(auto& bytes, Is<Chunk> auto& it) {
//       bytes(it.problems, it.notes);
//     }
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "text/members.h"

namespace mimebase::run {

// Matches T and const T.
template <typename T, typename Plain>
concept Is = std::same_as<std::remove_const_t<T>, Plain>;

// The last enumerator of an enumeration that has no name_of() and starts at 0.
template <typename Enumeration>
struct LastOf;

template <typename Enumeration>
[[nodiscard]] bool is_value(std::uint64_t number) {
  constexpr std::uint64_t kMaxValues = 1000;
  if (number >= kMaxValues) return false;
  if constexpr (requires { LastOf<Enumeration>::value; }) {
    return number <= static_cast<std::uint64_t>(LastOf<Enumeration>::value);
  } else {
    return !name_of(static_cast<Enumeration>(number)).empty();
  }
}

// Serializes values.
class BytesWriter {
 public:
  template <typename... Values>
  void operator()(const Values&... values) {
    (put(values), ...);
  }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void put(std::uint64_t value) { out_.append(reinterpret_cast<const char*>(&value), sizeof(value)); }
  void put(std::uint32_t value) { put(std::uint64_t{value}); }
  void put(bool value) { put(static_cast<std::uint64_t>(value)); }
  template <typename Enumeration>
  requires std::is_enum_v<Enumeration>
  void put(Enumeration value) { put(static_cast<std::uint64_t>(value)); }
  void put(std::string_view text) {
    put(text.size());
    out_ += text;
  }
  void put(const std::string& text) { put(std::string_view(text)); }
  template <typename T>
  void put(const std::optional<T>& value) {
    put(static_cast<std::uint64_t>(value.has_value()));
    if (value) put(*value);
  }
  template <typename T, std::size_t kCount>
  void put(const std::array<T, kCount>& values) {
    for (const T& value : values) put(value);
  }
  template <typename T>
  void put(const std::vector<T>& values) {
    put(values.size());
    for (const T& value : values) put(value);
  }
  template <typename Key, typename T, typename Less>
  void put(const std::map<Key, T, Less>& values) {
    put(values.size());
    for (const auto& [key, value] : values) (put(key), put(value));
  }
  template <typename... Values>
  void put(const std::tuple<Values...>& values) {
    std::apply([this](const auto&... value) { (this->put(value), ...); }, values);
  }
  template <typename A, typename B>
  void put(const std::pair<A, B>& values) {
    put(values.first), put(values.second);
  }
  template <typename... Kinds>
  void put(const std::variant<Kinds...>& value) {
    put(value.index());
    std::visit([this](const auto& kind) { this->put(kind); }, value);
  }
  void put(std::monostate /*nothing*/) {}
  template <typename Function>
  void put(const std::function<Function>& /*stays*/) {}
  template <typename Structure>
  requires std::is_class_v<Structure>
  void put(const Structure& structure) {
    if constexpr (requires { exchange(*this, structure); }) {
      exchange(*this, structure);
    } else {
      with_members(structure, [this](const auto&... members) { (*this)(members...); });
    }
  }

  std::string out_;
};

// Deserializes values from untrusted bytes. After the first malformed value, all further ones are empty.
class BytesReader {
 public:
  // An element of a list takes up to ten times the memory of its bytes. `most_memory` bounds the memory of
  // all elements and allocations, beyond the bytes of texts; lists that would take more are malformed.
  BytesReader(std::string_view bytes, std::uint64_t most_memory) : left_(bytes), memory_left_(most_memory) {}

  template <typename... Values>
  void operator()(Values&... values) {
    (get(values), ...);
  }
  [[nodiscard]] bool is_whole() const { return !failed_ && left_.empty(); }
  // Marks the bytes as malformed.
  void fail() { failed_ = true; }

 private:
  std::string_view bytes(std::uint64_t size) {
    if (failed_ || size > left_.size()) {
      failed_ = true;
      return {};
    }
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }
  // Reads the number of following elements, each of which takes at least one byte, and this much memory.
  std::uint64_t count(std::uint64_t memory_of_each) {
    std::uint64_t count = 0;
    get(count);
    if (count > left_.size() || count * memory_of_each > memory_left_) failed_ = true;
    if (failed_) return 0;
    memory_left_ -= count * memory_of_each;
    return count;
  }

  void get(std::uint64_t& value) {
    const std::string_view taken = bytes(sizeof(value));
    if (taken.empty()) {
      value = 0;
    } else {
      std::memcpy(&value, taken.data(), sizeof(value));
    }
  }
  void get(std::uint32_t& value) {
    std::uint64_t number = 0;
    get(number);
    value = static_cast<std::uint32_t>(number);
  }
  void get(std::string& text) {
    std::uint64_t size = 0;
    get(size);
    if (size > text.capacity()) {
      if (memory_left_ < kOfAllocation) failed_ = true;
      memory_left_ -= std::min(memory_left_, kOfAllocation);
    }
    text = bytes(size);
  }
  template <typename T>
  void get(std::optional<T>& value) {
    std::uint64_t is_there = 0;
    get(is_there);
    if (is_there > 1) failed_ = true;
    if (is_there == 1) get(value.emplace());
  }
  template <typename T, std::size_t kCount>
  void get(std::array<T, kCount>& values) {
    for (T& value : values) get(value);
  }
  template <typename T>
  void get(std::vector<T>& values) {
    const std::uint64_t size = count(sizeof(T));
    values.clear();
    values.reserve(size);
    for (std::uint64_t i = size; i > 0 && !failed_; --i) get(values.emplace_back());
  }
  template <typename Key, typename T, typename Less>
  void get(std::map<Key, T, Less>& values) {
    for (std::uint64_t i = count(sizeof(std::pair<Key, T>) + kOfNode); i > 0 && !failed_; --i) {
      Key key;
      get(key);
      get(values[std::move(key)]);
    }
  }
  template <typename... Values>
  void get(std::tuple<Values...>& values) {
    std::apply([this](auto&... value) { (this->get(value), ...); }, values);
  }
  template <typename A, typename B>
  void get(std::pair<A, B>& values) {
    get(values.first), get(values.second);
  }
  void get(bool& value) {
    std::uint64_t number = 0;
    get(number);
    if (number > 1) failed_ = true;
    value = number == 1;
  }
  template <typename Enumeration>
  requires std::is_enum_v<Enumeration>
  void get(Enumeration& value) {
    std::uint64_t number = 0;
    get(number);
    if (!is_value<Enumeration>(number)) failed_ = true;
    value = static_cast<Enumeration>(failed_ ? 0 : number);
  }
  template <typename... Kinds>
  void get(std::variant<Kinds...>& value) {
    std::uint64_t index = 0;
    get(index);
    if (index >= sizeof...(Kinds)) failed_ = true;
    if (failed_) return;
    std::uint64_t at = 0;
    ((at++ == index ? get(value.template emplace<Kinds>()) : void()), ...);
  }
  void get(std::monostate /*nothing*/) {}
  template <typename Function>
  void get(std::function<Function>& /*stays*/) {}
  template <typename Structure>
  requires std::is_class_v<Structure>
  void get(Structure& structure) {
    if constexpr (requires { exchange(*this, structure); }) {
      exchange(*this, structure);
    } else {
      with_members(structure, [this](auto&... members) { (*this)(members...); });
    }
  }

  // What a node of a tree and an allocation take beyond their contents.
  static constexpr std::uint64_t kOfNode = 48, kOfAllocation = 16;

  std::string_view left_;
  std::uint64_t memory_left_;
  bool failed_ = false;
};

template <typename T>
[[nodiscard]] std::string written(const T& value) {
  BytesWriter writer;
  writer(value);
  return writer.take();
}

// Returns nothing if `bytes` are not exactly one T, or if its lists take more than `most_memory` bytes, which
// must be given for bytes from a process that an attacker may control.
template <typename T>
[[nodiscard]] std::optional<T> read_back(std::string_view bytes,
                                         std::uint64_t most_memory = ~std::uint64_t{0}) {
  BytesReader reader(bytes, most_memory);
  T value;
  reader(value);
  return reader.is_whole() ? std::optional<T>(std::move(value)) : std::nullopt;
}

}  // namespace mimebase::run
