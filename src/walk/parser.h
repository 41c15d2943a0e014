// Parses a message with GMime (RFC 5322, RFC 2045 to 2049).
#pragma once

#include <memory>
#include <string_view>

#include "mimebase/limits.h"
#include "walk/message.h"

namespace mimebase::walk {

// Parses messages from memory. One for each thread.
class Parser {
 public:
  Parser();
  ~Parser();
  Parser(Parser&&) noexcept;
  Parser& operator=(Parser&&) noexcept;

  // `bytes` is one message without From_ line, and must outlive the Message. Takes everything: what has no
  // heading is a message of one text/plain part. Entities deeper than `limits.depth` are left out, and the
  // one around them is marked too_deep; what is beyond another limit is left out, and in limits_hit(). Of two
  // Content-Type fields in a heading the first one counts, and of two Content-Transfer-Encoding fields.
  // GMime's recursion is bounded: a stack of 1 MB does.
  [[nodiscard]] Message parse(std::string_view bytes, const Limits& limits);

  struct State;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace mimebase::walk
