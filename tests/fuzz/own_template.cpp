// Fuzz target: templates of an operator's own links. The input is a template, a URL and values, each up to a
// line end. A template that is accepted must read back what it writes, whatever the values, and say of any
// other URL whether it has written it.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "check.h"
#include "mimebase/own_template.h"
#include "mimebase/unwrap.h"

namespace {

using namespace mimebase;
using fuzz::take_line;

// Drops what the field cannot contain.
std::string only(std::string_view text, std::string_view bytes) {
  std::string out;
  for (const char c : text) {
    if (bytes.find(c) != bytes.npos) out += c;
  }
  return out;
}

// The values that the template has.
OwnValues kept(const OwnTemplate& own, OwnValues values) {
  const std::array<std::pair<OwnField, std::string*>, 6> all = {{{OwnField::kHost, &values.host},
                                                                 {OwnField::kMessageId, &values.message_id},
                                                                 {OwnField::kRecipient, &values.recipient},
                                                                 {OwnField::kTime, &values.time},
                                                                 {OwnField::kKid, &values.kid},
                                                                 {OwnField::kH, &values.h}}};
  for (const auto& [field, value] : all) {
    if (!own.has(field)) value->clear();
  }
  return values;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest = fuzz::view(data, size);
  const Result<OwnTemplate> own = OwnTemplate::parse(take_line(rest));
  if (!own) {
    FUZZ_REQUIRE(own.error().code == Error::Code::kUsage && !own.error().message.empty(), "no reason");
    return 0;
  }
  const std::string_view url = take_line(rest);
  if (const std::optional<OwnValues> found = own->match(url)) {
    FUZZ_REQUIRE(!own->is_damaged(url), "{} matches, and is damaged", url);
    const std::optional<OwnValues> again = own->match(own->expand(*found));
    FUZZ_REQUIRE(again && *again == *found, "{} is not the same as {}", own->expand(*found), url);
    const Unwrapped unwrapped = unwrap_all(url, *own);
    FUZZ_REQUIRE(unwrapped.layers.front().wrapper == "own" && unwrapped.layers.front().url == found->url,
                 "{} is unwrapped otherwise", url);
  }
  OwnValues values;
  constexpr std::string_view kDigits = "0123456789";
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  values.url = "http:" + std::string(take_line(rest));
  values.host = take_line(rest);
  values.message_id = take_line(rest);
  values.recipient = take_line(rest);
  values.time = only(take_line(rest), kDigits);
  values.kid = only(take_line(rest), std::string(kLetters) + "._-");
  values.h = only(take_line(rest), kLetters);
  const std::string written = own->expand(values);
  const std::optional<OwnValues> found = own->match(written);
  FUZZ_REQUIRE(found && *found == kept(*own, values), "{} is read back otherwise", written);
  return 0;
}
