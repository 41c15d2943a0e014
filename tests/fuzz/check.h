// Helpers of the fuzz targets: conditions that end the process with an explanation, and division of the
// input.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "find/finder.h"
#include "mimebase/output.h"

namespace mimebase::fuzz {

[[noreturn]] inline void fail(const char* file, int line, const char* condition, const std::string& about) {
  std::fprintf(stderr, "%s:%d: %s does not hold: %s\n", file, line, condition, about.c_str());
  std::abort();
}

// Ends the process unless `condition` holds. The further arguments are for fmt, and are evaluated only on
// failure.
#define FUZZ_REQUIRE(condition, ...) \
  ((condition) ? void() : ::mimebase::fuzz::fail(__FILE__, __LINE__, #condition, fmt::format(__VA_ARGS__)))

inline std::string_view view(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Removes and returns the first line of `rest` without its LF, or all of `rest` if it has no LF. This keeps
// seeds readable: first the instructions, then the bytes to use.
inline std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
  return line;
}

inline bool is_inside(std::string_view inner, std::string_view outer) {
  return inner.data() >= outer.data() && inner.data() + inner.size() <= outer.data() + outer.size();
}

inline bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f';
}

inline std::string without_space(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (!is_space(c)) out += c;
  }
  return out;
}

// A hash of the bytes, for choices that need no bytes of their own.
inline std::uint64_t mixed(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash ^ (hash >> 29U);
}

// A sink that checks invariants that hold for all finders.
class CheckedSink : public find::Sink {
 public:
  // `content` must outlive the sink.
  explicit CheckedSink(std::string_view content) : content_(content) {}

  void found(const find::Found& found) override {
    FUZZ_REQUIRE(found.span.start <= found.span.end && found.span.end <= content_.size(),
                 "span {}..{} of {} bytes, {}", found.span.start, found.span.end, content_.size(),
                 found.context);
    FUZZ_REQUIRE(found.span.start >= last_.start, "{} at {} behind {}", found.context, found.span.start,
                 last_.start);
    FUZZ_REQUIRE(found.scope >= find::kDocument && found.scope <= scopes_, "{} in scope {}", found.context,
                 found.scope);
    FUZZ_REQUIRE(!found.context.empty() && is_whole_utf8(found.context), "{} at {}",
                 escape_for_terminal(found.context), found.span.start);
    FUZZ_REQUIRE(is_whole_utf8(found.reference), "{} {}", found.context,
                 escape_for_terminal(found.reference));
    FUZZ_REQUIRE(!found.text || is_whole_utf8(*found.text), "{} {}", found.context,
                 escape_for_terminal(*found.text));
    check(found, content_.substr(found.span.start, found.span.end - found.span.start));
    last_ = found.span;
    ++count_;
  }

  find::ScopeId open_scope(find::ScopeId parent, const find::Declaration& declaration) override {
    FUZZ_REQUIRE(parent >= find::kDocument && parent <= scopes_, "scope {} opens in {}", scopes_ + 1, parent);
    FUZZ_REQUIRE(declaration.span.start <= declaration.span.end && declaration.span.end <= content_.size(),
                 "span {}..{} of {} bytes", declaration.span.start, declaration.span.end, content_.size());
    return ++scopes_;
  }

  [[nodiscard]] std::size_t count() const { return count_; }

 protected:
  // Checks further conditions. `raw` is the text of the span.
  virtual void check(const find::Found& /*found*/, std::string_view /*raw*/) {}
  // The span of the previous finding; {0, 0} at first.
  [[nodiscard]] find::Span last() const { return last_; }

 private:
  static bool is_whole_utf8(std::string_view text) {
    // is_utf8() accepts a truncated character at the end. Appended ASCII prevents that.
    return charset::is_utf8(std::string(text) + ".");
  }

  std::string_view content_;
  find::Span last_;
  find::ScopeId scopes_ = find::kDocument;
  std::size_t count_ = 0;
};

}  // namespace mimebase::fuzz
