// Parses a message with GMime (RFC 5322, RFC 2045 to 2049).
#pragma once

#include <memory>
#include <string_view>

#include "mimebase/limits.h"
#include "mimebase/record.h"
#include "text/for_archive.h"
#include "walk/message.h"

namespace mimebase::walk {

// Parses messages in memory. Not thread-safe; use one parser per thread.
class MIMEBASE_FOR_ARCHIVE Parser {
 public:
  Parser();
  ~Parser();
  Parser(Parser&&) noexcept;
  Parser& operator=(Parser&&) noexcept;

  // Parses one message without a From_ line. `bytes` must outlive the Message. Accepts any input: without
  // a header, the message consists of one text/plain part. Entities nested deeper than `limits.depth`
  // are skipped, and the enclosing one is marked too_deep. Parts beyond another limit are skipped and
  // recorded in limits_hit(). If a header repeats Content-Type or Content-Transfer-Encoding, the first
  // field is used. GMime's recursion is bounded so that a stack of 1 MB suffices.
  [[nodiscard]] Message parse(std::string_view bytes, const Limits& limits);
  // The same for a record. The HTTP message in a record of a web archive is the outermost one; without one,
  // the header of the record is that of its block. A document is the single entity of a message without a
  // header, with the type of the record; the record must outlive the Message only as far as its bytes.
  [[nodiscard]] Message parse(const Record& record, const Limits& limits);

  struct State;

 private:
  std::unique_ptr<State> state_;
};

}  // namespace mimebase::walk
