#include "extract/part_url.h"

#include <algorithm>

#include "model/layer_kinds.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/urn.h"

namespace mimebase::extraction {
namespace {

constexpr std::string_view kThisMessage = "thismessage:/";

// Percent-encodes bytes that are not allowed in a URL, and cuts off the fragment.
std::string as_url(std::string_view text) {
  return ascii::percent_encoded(text.substr(0, text.find('#')),
                                [](char c) { return c <= ' ' || c >= 0x7F || contains("<>\"\\^`{|}", c); });
}

}  // namespace

std::string location_of(const message::AnalysedMessage& message, int entity) {
  for (const base::Declared& declared : message.layers().declared(entity)) {
    if (!base::kind_of(declared.by).is_location || declared.reference.empty() || declared.too_long) continue;
    if (!declared.url.empty()) return as_url(declared.url);
    if (base::is_opaque(declared.reference)) return as_url(declared.reference);
    const std::string_view enclosing = message.layers().enclosing_base(entity, declared).url;
    const Result<std::string> resolved = resolve(enclosing.empty() ? kThisMessage : enclosing,
                                                 declared.reference, {message.profile().rules, {}});
    if (resolved) return as_url(*resolved);
  }
  return {};
}

std::string retrieved_from(message::AnalysedMessage& message, int entity) {
  const std::string_view given = message.layers().base_for(-1).url;
  if (!given.empty()) return as_url(given);
  const auto saved = entity >= 0 ? message.saved_from(entity) : std::nullopt;
  return saved && saved->usable() ? as_url(saved->url) : std::string();
}

std::string part_url(message::AnalysedMessage& message, int entity, const std::string& message_digest) {
  if (entity == 0 && message.walked().is_document()) {
    if (std::string url = retrieved_from(message, 0); !url.empty()) return url;
  }
  if (std::string location = location_of(message, entity); !location.empty()) return location;
  if (const auto id = message.walked().content_id(entity)) return "cid:" + as_url(*id);
  return urn_of(message_digest + ' ' + message.walked().part_name(entity));
}

}  // namespace mimebase::extraction
