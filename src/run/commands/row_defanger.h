// `--defang`: rows whose URLs nothing opens.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mimebase/diagnostics.h"
#include "mimebase/model.h"

namespace mimebase::run {

// Returns the text with the URLs in it defanged: what follows a scheme, "www." or "mailto:" up to white
// space, a quote or an angle bracket.
[[nodiscard]] std::string defang_text(std::string_view text);
// The same, and also the words that look like hosts. For sentences about URLs.
[[nodiscard]] std::string defang_sentence(std::string_view sentence);

// Copies rows with their URLs defanged. A result is valid until the next call, and no longer than the row.
class RowDefanger {
 public:
  [[nodiscard]] const Link& link(const Link& link);
  [[nodiscard]] const Entity& entity(const Entity& entity);
  [[nodiscard]] const Comparison& comparison(const Comparison& comparison);
  [[nodiscard]] const Diagnostic& diagnostic(const Diagnostic& diagnostic);

 private:
  [[nodiscard]] std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }
  void url(std::string_view& url);
  void url(std::optional<std::string_view>& url);
  void host(std::string_view& host);

  std::deque<std::string> texts_;  // the rows point into it
  Link link_;
  Entity entity_;
  std::vector<Candidate> chain_;
  Comparison comparison_;
  std::vector<ReaderOpens> readers_;
  Diagnostic diagnostic_;
};

}  // namespace mimebase::run
