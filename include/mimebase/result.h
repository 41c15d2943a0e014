// Result<T>: a value, or the reason why there is none. Every function of this library that can fail returns a
// Result. The library throws nothing but std::bad_alloc, when memory runs out and no single message caused
// it.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "mimebase/api.h"

namespace mimebase {
inline namespace v0_2 {

// Why an operation gave no value. `message` is one sentence without a full stop, UTF-8, for a person.
struct Error {
  enum class Code {
    kUnreadable,  // an input cannot be opened, or is no message
    kReadError,   // an input could not be read on: its message ends in ": not read in full"
    kLimit,       // a limit was hit: what is beyond it is skipped
    kUnwritable,  // an output cannot be written
    kClosedPipe,  // the reader of an output has gone: the end, not a fault
    kUsage,       // the caller asked for something that has no meaning
    kNoBase,      // a relative reference, and no absolute base to resolve it against
    kInvalidUrl,  // the rule set gives no URL
  };
  Code code = Code::kUsage;
  std::string message;
  std::string source = {};  // kUnreadable, kLimit: Record::source of the input concerned; empty if unknown
};

namespace internal {
// Writes `misuse` and the error's message, if there is one, to stderr, and ends the program by std::abort().
[[noreturn]] MIMEBASE_API void end_program(const char* misuse, const Error* error) noexcept;
}  // namespace internal

// A subset of std::expected<T, Error> (C++23), with the same names and one difference: reading what is not
// there is a mistake of the caller, and it is neither undefined nor an exception. value(), "*" and "->" of a
// Result that holds an error, and error() of one that holds none, write one line to stderr and end the
// program by std::abort(). Ask has_value() first.
//
// Lifetime: of a Result that is a variable these give references into it. Of a temporary they give the value
// itself, moved out; "->" is not there, for what it reaches would be gone in the next statement.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit on purpose
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit on purpose

  [[nodiscard]] bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  [[nodiscard]] T& value() & { return checked(state_); }
  [[nodiscard]] const T& value() const& { return checked(state_); }
  [[nodiscard]] T value() && { return std::move(checked(state_)); }
  [[nodiscard]] T& operator*() & { return value(); }
  [[nodiscard]] const T& operator*() const& { return value(); }
  [[nodiscard]] T operator*() && { return std::move(*this).value(); }
  [[nodiscard]] T* operator->() & { return &value(); }
  [[nodiscard]] const T* operator->() const& { return &value(); }
  const T* operator->() const&& = delete;

  [[nodiscard]] const Error& error() const& {
    if (has_value()) internal::end_program("error() of a Result that holds a value", nullptr);
    return *std::get_if<1>(&state_);
  }
  [[nodiscard]] Error error() && { return std::as_const(*this).error(); }

 private:
  template <typename State>
  static auto& checked(State& state) {
    auto* value = std::get_if<0>(&state);
    if (value == nullptr)
      internal::end_program("value() of a Result that holds an error", std::get_if<1>(&state));
    return *value;
  }

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
  // Ends the program on success, as above.
  [[nodiscard]] const Error& error() const& {
    if (!failed_) internal::end_program("error() of a Result that holds success", nullptr);
    return error_;
  }
  [[nodiscard]] Error error() && { return std::as_const(*this).error(); }

 private:
  bool failed_ = false;
  Error error_;
};

}  // namespace v0_2
}  // namespace mimebase
