// Result<T>: a value, or the reason why there is none. Every function of this library that can fail returns a
// Result. The only exception that the library throws is std::bad_alloc. It is thrown if memory runs out for
// another reason than the analysis of one message.
//
//   const mimebase::Result<std::string> url = mimebase::resolve("http://a/", "g", {});
//   std::cout << (url ? *url : url.error().message) << '\n';
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "mimebase/api.h"

namespace mimebase {
inline namespace v0_2 {

// The reason why an operation failed. `message` is one sentence for people, in UTF-8, without a full stop.
struct Error {
  enum class Code {
    kUnreadable,  // an input cannot be opened, or is not a message
    kReadError,   // reading stopped early: the message ends in ": not read in full"
    kLimit,       // a limit was hit, and the rest is skipped
    kUnwritable,  // an output cannot be written
    kClosedPipe,  // the reader of a pipe has gone; not a fault
    kUsage,       // the arguments make no sense
    kNoBase,      // a relative reference without an absolute base
    kInvalidUrl,  // not a URL under the rule set
    kNoMemory,    // memory ran out, and no single message caused it
  };
  Code code = Code::kUsage;
  std::string message;
  std::string source = {};  // kUnreadable, kLimit: Record::source of the input; empty if unknown
};

namespace internal {
// Writes `misuse` and the error's message, if any, to stderr, and calls std::abort().
[[noreturn]] MIMEBASE_API void end_program(const char* misuse, const Error* error) noexcept;
}  // namespace internal

// A subset of std::expected<T, Error> (C++23) with the same names and one difference: access to a missing
// value or error is neither undefined behaviour nor an exception. value(), "*" and "->" of a Result that
// holds an error, and error() of one that holds a value, write one line to stderr and call std::abort(). Call
// has_value() first.
//
// Lifetime: on a variable these functions return references into the Result. On a temporary they return the
// value itself, moved out. "->" is deleted for temporaries, because its target would not outlive the
// statement.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit on purpose
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit on purpose

  // True if this Result holds a value.
  [[nodiscard]] bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  // The value. Aborts if this Result holds an error.
  [[nodiscard]] T& value() & { return checked(state_); }
  [[nodiscard]] const T& value() const& { return checked(state_); }
  [[nodiscard]] T value() && { return std::move(checked(state_)); }
  // The same as value().
  [[nodiscard]] T& operator*() & { return value(); }
  [[nodiscard]] const T& operator*() const& { return value(); }
  [[nodiscard]] T operator*() && { return std::move(*this).value(); }
  [[nodiscard]] T* operator->() & { return &value(); }
  [[nodiscard]] const T* operator->() const& { return &value(); }
  const T* operator->() const&& = delete;

  // The error. Aborts if this Result holds a value.
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

// The result of an operation without a value.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : failed_(true), error_(std::move(error)) {}  // NOLINT: implicit on purpose

  // True on success.
  [[nodiscard]] bool has_value() const { return !failed_; }
  explicit operator bool() const { return has_value(); }
  // The error. Aborts on success.
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
