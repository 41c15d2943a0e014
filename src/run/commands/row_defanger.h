// `--defang`: rows whose URLs nothing opens.
#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "mimebase/diagnostics.h"
#include "mimebase/model.h"
#include "write/row_arena.h"

namespace mimebase::run {

// Returns the text with its URLs and addresses defanged: what follows a scheme or "mailto:" up to white
// space, a quote or an angle bracket, what begins with "www.", and "joe@host.example".
[[nodiscard]] std::string defang_text(std::string_view text);
// The same, and also the words that look like hosts: some mail programs make links of them.
[[nodiscard]] std::string defang_sentence(std::string_view sentence);

// Copies rows with their URLs and addresses defanged.
class RowDefanger {
 public:
  RowDefanger();
  // Call before the rows of each message.
  void begin_message() { copies_.clear(); }
  // Returns a copy, which is valid until the next call, and no longer than the row.
  template <typename Row>
  [[nodiscard]] const Row& copy(const Row& row) {
    copies_.clear_rows();
    return std::get<Row>(last_) = copies_.keep(row);
  }
  [[nodiscard]] const Link& copy(const Link& link);

 private:
  RowArena copies_;
  std::tuple<Link, Entity, Diagnostic, Comparison, LedgerEntry> last_;  // the last copy of each type
  std::string reference_;                                               // of the link, if it was guessed
};

}  // namespace mimebase::run
