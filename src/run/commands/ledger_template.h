// The template of `ledger --map-to`: the URLs to which the messages of an archive have moved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/result.h"

namespace mimebase::run {

// A URL with fields. Parse it once, then expand it for each message.
class LedgerTemplate {
 public:
  // What a URL leads to.
  struct Values {
    std::string message_id, list, source;
    std::uint64_t message = 0;
  };

  // Fails with kUsage if a field is unknown or not closed, or if what follows from the template is no
  // absolute URL.
  [[nodiscard]] static Result<LedgerTemplate> parse(std::string_view text);
  // Returns the URL. What cannot be in a URL is percent-encoded.
  [[nodiscard]] std::string expand(const Values& values) const;

 private:
  enum class Field { kText, kMessageIdInPath, kMessageIdInQuery, kHash, kList, kSource, kMessage };
  struct Piece {
    Field field = Field::kText;
    std::string text;  // with kText
  };
  std::vector<Piece> pieces_;
};

}  // namespace mimebase::run
