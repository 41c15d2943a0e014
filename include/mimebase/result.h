// Result<T>: a value or the reason why there is none. What can fail in this library returns it; nothing is
// thrown but std::bad_alloc, where memory runs out and no message can be said to have cost it.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace mimebase {
inline namespace v0_2 {

// Why an operation gave no value. `message` is one sentence without a full stop, UTF-8, for a person.
struct Error {
  enum class Code {
    kUnreadable,  // an input cannot be opened, or is no message
    kReadError,   // an input could not be read on: its message ends in ": not read in full"
    kLimit,       // a limit was hit: what is beyond it is left out
    kUnwritable,  // an output cannot be written
    kClosedPipe,  // who read an output has gone: the end, not a fault
    kUsage,       // the caller asked for something that has no meaning
    kNoBase,      // a relative reference, and no absolute base to resolve it against
    kInvalidUrl,  // the rule set gives no URL
  };
  Code code = Code::kUsage;
  std::string message;
  std::string source =
      {};  // kUnreadable, kLimit: Record::source of what it is about; empty where that is not known
};

// A subset of std::expected<T, Error> (C++23), with the same meaning.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit on purpose
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit on purpose

  [[nodiscard]] bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  // Only where has_value().
  [[nodiscard]] T& value() { return *std::get_if<0>(&state_); }
  [[nodiscard]] const T& value() const { return *std::get_if<0>(&state_); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  // Only where !has_value().
  [[nodiscard]] const Error& error() const { return *std::get_if<1>(&state_); }

 private:
  std::variant<T, Error> state_;
};

// Success carries nothing.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : failed_(true), error_(std::move(error)) {}  // NOLINT: implicit on purpose

  [[nodiscard]] bool has_value() const { return !failed_; }
  explicit operator bool() const { return has_value(); }
  [[nodiscard]] const Error& error() const { return error_; }

 private:
  bool failed_ = false;
  Error error_;
};

}  // namespace v0_2
}  // namespace mimebase
