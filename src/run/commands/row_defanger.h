// `--defang`: rows whose URLs nothing opens.
#pragma once

#include <string>
#include <string_view>

#include "mimebase/diagnostics.h"
#include "mimebase/model.h"
#include "write/row_arena.h"

namespace mimebase::run {

// Returns the text with its URLs and addresses defanged: what follows a scheme or "mailto:" up to white
// space, a quote or an angle bracket, what begins with "www.", and "joe@host.example".
[[nodiscard]] std::string defang_text(std::string_view text);
// The same, and also the words that look like hosts: some mail programs make links of them.
[[nodiscard]] std::string defang_sentence(std::string_view sentence);

// Copies rows with their URLs and addresses defanged. A result is valid until the next call, and no longer
// than the row.
class RowDefanger {
 public:
  RowDefanger();
  // Call before the rows of each message.
  void begin_message() { copies_.clear(); }
  [[nodiscard]] const Link& link(const Link& link);
  [[nodiscard]] const Entity& entity(const Entity& entity);
  [[nodiscard]] const Comparison& comparison(const Comparison& comparison);
  [[nodiscard]] const Diagnostic& diagnostic(const Diagnostic& diagnostic);

 private:
  RowArena copies_;
  std::string reference_;  // of the link, if it was guessed
  Link link_;
  Entity entity_;
  Comparison comparison_;
  Diagnostic diagnostic_;
};

}  // namespace mimebase::run
