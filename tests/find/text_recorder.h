// A sink that stores findings and checks their invariants.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "catch.h"
#include "find/finder.h"

namespace mimebase::test {

struct Recorded {
  std::string context, reference;
  find::Span span;
  bool guessed = false;
  find::QuotingPath quoting;
};

class Recorder : public find::Sink {
 public:
  explicit Recorder(std::size_t content_bytes) : content_bytes_(content_bytes) {}

  void found(const find::Found& found) override {
    ++count;
    // Plain conditions, because Catch's macros would be slower than the finder.
    sound = sound && found.span.start < found.span.end && found.span.end <= content_bytes_ &&
            found.span.start >= last_end && !found.reference.empty() && found.scope == find::kDocument;
    last_end = found.span.end;
    if (count > kMaxKept) return;
    all.push_back(
        {std::string(found.context), std::string(found.reference), found.span, found.guessed, found.quoting});
  }
  find::ScopeId open_scope(find::ScopeId, const find::Declaration&) override {
    sound = false;  // the content of these finders has no scopes
    return find::kDocument;
  }

  std::vector<Recorded> all;
  std::size_t count = 0;     // all findings, stored or not
  std::size_t last_end = 0;  // end of the last span
  bool sound = true;         // all spans are in bounds, in order, disjoint and not empty

 private:
  static constexpr std::size_t kMaxKept = 1000;
  std::size_t content_bytes_;
};

// Returns the text of a span without white space.
inline std::string cut(std::string_view content, find::Span span) {
  std::string text(content.substr(span.start, span.end - span.start));
  text.erase(std::remove_if(text.begin(), text.end(),
                            [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }),
             text.end());
  return text;
}

// Repeats `unit` up to `bytes` bytes.
inline std::string repeated(std::string_view unit, std::size_t bytes) {
  std::string text;
  text.reserve(bytes + unit.size());
  while (text.size() < bytes) text += unit;
  return text;
}

// Returns random text of `pieces`, reproducible on every machine for a given seed.
template <typename Engine>
std::string random_text(Engine& random, const std::vector<std::string_view>& pieces, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += pieces[random() % pieces.size()];
  return text;
}

}  // namespace mimebase::test
