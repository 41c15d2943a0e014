// The URLs of a message in a web archive that is replayed (WACZ): those that a browser can open and that its
// pages can refer to.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "extract/plan.h"
#include "message/analysed_message.h"
#include "mimebase/result.h"

namespace mimebase::extraction {

// The template of the URLs of pages: text with fields in braces.
class PageUrl {
 public:
  // The values of the fields.
  struct Values {
    std::string_view message_id;  // without "<" and ">"; if there is none, what takes its place
    std::uint64_t message = 0;    // the number of the message in the input
    std::string_view list;        // the label of its List-Id; empty if there is none
  };

  // Fails with kUsage if the template has an unknown field, a brace outside a field or a fragment, or if what
  // it makes is no http or https URL.
  [[nodiscard]] static Result<PageUrl> parse(std::string_view text);
  // The URL, or nothing if these values make it invalid.
  [[nodiscard]] std::string expand(const Values& values) const;

 private:
  enum class Field : std::uint8_t { kNone, kMessageId, kMessage, kList };
  struct Piece {
    std::string text;
    Field field = Field::kNone;  // what follows the text
  };
  std::vector<Piece> pieces_;
};

// Returns an http or https URL as browsers ask for it (URL Standard), without its fragment; nothing for every
// other URL.
[[nodiscard]] std::string web_url(std::string_view url);

// Returns the URL of the message's page. `root` is the part that is the page, or -1; `digest` the SHA-256 of
// the message in hexadecimal. `given` is null, or the template that the user gave.
[[nodiscard]] std::string page_url(message::AnalysedMessage& message, int root, const std::string& digest,
                                   std::uint64_t number, const PageUrl* given);

// Returns the Content-Location of each part that is an http or https URL, by entity; nothing for the others,
// for the plan's root, for what becomes no file, and where it is `page` or that of a part before.
[[nodiscard]] std::vector<std::string> part_locations(const message::AnalysedMessage& message,
                                                      const Plan& plan, const std::string& page);

}  // namespace mimebase::extraction
