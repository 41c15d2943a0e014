#include "check/missing_part.h"

#include "model/layer_kinds.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::check {
namespace {

using Difference = match::NearLabels::Difference;

// The Content-ID that a "cid:" or "mid:" URL names (RFC 2392), percent-decoded.
std::string wanted_id(std::string_view url) {
  url = url.substr(0, url.find('#'));
  std::string_view label = url.substr(std::min(url.find(':'), url.size() - 1) + 1);
  if (ascii::starts_with_ignoring_case(url, "mid:")) label = label.substr(label.find('/') + 1);
  return ascii::percent_decoded(label);
}

std::string quoted_label(std::string_view label) {
  constexpr std::size_t kShownBytes = 200;
  const std::string_view shown = utf8::prefix(label, kShownBytes);
  return "\"" + std::string(shown) + (shown.size() < label.size() ? "…\"" : "\"");
}

std::string_view difference_in_words(Difference difference) {
  switch (difference) {
    case Difference::kCase:
      return "differs in case";
    case Difference::kEscapes:
      return "differs in percent-encoding or in brackets";
    case Difference::kEnding:
      return "differs in its ending";
    case Difference::kNone:
    case Difference::kName:
      break;
  }
  return "";
}

}  // namespace

void MissingPart::collect() {
  labels_.emplace();
  for (int i = 0; i < message_.entity_count(); ++i) {
    if (const auto id = message_.walked().content_id(i)) labels_->add_content_id(*id, i);
    if (const std::string name = name_of(i); !name.empty()) labels_->add_name(name, i);
  }
  labels_->finish();
}

// The Content-Location of an entity, else its file name; empty if it has neither.
std::string MissingPart::name_of(int entity) const {
  for (const base::Declared& declared : message_.layers().declared(entity)) {
    if (base::kind_of(declared.by).is_location && !declared.too_long) return declared.reference;
  }
  for (const char* const parameter : {"filename", "name"}) {
    if (auto name = message_.walked().parameter(entity, parameter)) return *std::move(name);
  }
  return {};
}

std::string MissingPart::nearest(const match::NearLabels::Found& found) const {
  const std::string part = "part " + message_.walked().part_name(found.entity);
  if (found.difference == Difference::kNone)
    return part + " has this Content-ID, but in another message or multipart/related: name that one";
  if (found.difference == Difference::kName)
    return part + " is called " + quoted_label(name_of(found.entity)) +
           ", but has no such Content-ID: add it there";
  const std::string id = message_.walked().content_id(found.entity).value_or("");
  return "the Content-ID of " + part + ", " + quoted_label(id) + ", " +
         std::string(difference_in_words(found.difference)) + ": correct one of them";
}

std::string MissingPart::explain(std::string_view reference) {
  if (!labels_) collect();
  const auto found = labels_->nearest(wanted_id(reference));
  return "no part of this message matches \"" + std::string(reference) +
         "\": " + (found ? nearest(*found) : "attach it, or remove the reference");
}

}  // namespace mimebase::check
