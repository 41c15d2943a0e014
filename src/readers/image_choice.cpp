#include "readers/image_choice.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::readers {
namespace {

// The size of the window in CSS pixels: that of a desktop, for media and sizes.
constexpr double kWindowWidth = 1200, kWindowHeight = 800;

// ---- Media

// A length in px or em.
std::optional<double> pixels_of(std::string_view length) {
  length = ascii::trimmed(length);
  double value = 0;
  const auto [end, error] = std::from_chars(length.data(), length.data() + length.size(), value);
  if (error != std::errc()) return std::nullopt;
  const std::string_view unit = length.substr(static_cast<std::size_t>(end - length.data()));
  if (ascii::equals_ignoring_case(unit, "px") || (unit.empty() && value == 0)) return value;
  if (ascii::equals_ignoring_case(unit, "vw")) return value * kWindowWidth / 100;
  constexpr double kEm = 16;
  if (ascii::equals_ignoring_case(unit, "em") || ascii::equals_ignoring_case(unit, "rem")) return value * kEm;
  return std::nullopt;
}

// Features without a number, and the value that a desktop has.
constexpr std::pair<std::string_view, std::string_view> kFeatures[] = {
    {"prefers-color-scheme", "light"},
    {"orientation", "landscape"},
    {"hover", "hover"},
    {"any-hover", "hover"},
    {"pointer", "fine"},
    {"any-pointer", "fine"},
    {"display-mode", "browser"},
    {"scripting", "none"},
    {"prefers-reduced-motion", "no-preference"},
    {"prefers-contrast", "no-preference"},
    {"forced-colors", "none"}};

// The value of a feature with a number.
std::optional<double> number_of(std::string_view name) {
  if (is_one_of(name, {"width", "device-width"})) return kWindowWidth;
  if (is_one_of(name, {"height", "device-height"})) return kWindowHeight;
  if (is_one_of(name, {"-webkit-device-pixel-ratio", "resolution"})) return 1;
  if (name == "color") return 8;
  return std::nullopt;
}

// A length, or a number, perhaps with a unit of resolution.
std::optional<double> amount_of(std::string_view value) {
  if (const auto pixels = pixels_of(value)) return pixels;
  double number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc()) return std::nullopt;
  const std::string_view unit = value.substr(static_cast<std::size_t>(end - value.data()));
  if (unit == "dpi") return number / 96;
  return is_one_of(unit, {"", "x", "dppx"}) ? std::optional(number) : std::nullopt;
}

// "width >= 600px", or with two bounds, "400px < width <= 600px".
bool applies_range(std::string_view range) {
  std::optional<double> before;
  std::string_view comparison;
  while (!range.empty()) {
    const std::size_t end = std::min(range.find_first_of("<>="), range.size());
    const std::string_view written = ascii::trimmed(range.substr(0, end));
    const auto named = number_of(written), value = named ? named : amount_of(written);
    if (!value) return false;
    const bool holds = comparison.empty() || (comparison.ends_with('=') && *before == *value) ||
                       (comparison.starts_with('<') && *before < *value) ||
                       (comparison.starts_with('>') && *before > *value);
    if (!holds) return false;
    before = value;
    range.remove_prefix(end);
    comparison = range.substr(0, std::min(range.find_first_not_of("<>="), range.size()));
    range.remove_prefix(comparison.size());
  }
  return comparison.empty();
}

// "(min-width: 600px)", "screen", "print" and the like; what is not known does not apply.
bool applies_feature(std::string_view written) {
  const std::string word = ascii::lowered(ascii::trimmed(written));
  if (!word.starts_with('(')) return word == "all" || word == "screen";
  if (!word.ends_with(')')) return false;
  const std::string_view inside = std::string_view(word).substr(1, word.size() - 2);
  const std::size_t colon = inside.find(':');
  std::string_view name = ascii::trimmed(inside.substr(0, colon));
  if (inside.find_first_of("<>=") != inside.npos) return applies_range(inside);
  if (colon == inside.npos)
    return is_one_of(name, {"color", "hover", "any-hover", "pointer", "any-pointer", "width", "height"});
  const std::string_view value = ascii::trimmed(inside.substr(colon + 1));
  for (const auto& [feature, own] : kFeatures) {
    if (name == feature) return value == own;
  }
  if (name.starts_with("-webkit-min-") || name.starts_with("-webkit-max-")) name.remove_prefix(8);
  const bool is_min = name.starts_with("min-"), is_max = name.starts_with("max-");
  if (is_min || is_max) name.remove_prefix(4);
  const auto own = number_of(name == "device-pixel-ratio" ? "resolution" : name), amount = amount_of(value);
  return own && amount && (is_min ? *own >= *amount : is_max ? *own <= *amount : *own == *amount);
}

// Takes what stands before the next `separator` off the text.
std::string_view next_term(std::string_view& text, std::string_view separator) {
  const std::string_view term = text.substr(0, ascii::find_ignoring_case(text, separator));
  text.remove_prefix(std::min(text.size(), term.size() + separator.size()));
  return term;
}

bool applies_query(std::string_view query) {
  query = ascii::trimmed(query);
  const bool is_not = ascii::starts_with_ignoring_case(query, "not ");
  if (is_not || ascii::starts_with_ignoring_case(query, "only ")) query.remove_prefix(query.find(' '));
  bool applies_any = false;
  while (!query.empty()) {
    bool applies_all = true;
    for (std::string_view terms = next_term(query, " or "); !terms.empty();)
      applies_all = applies_feature(next_term(terms, " and ")) && applies_all;
    applies_any = applies_any || applies_all;
  }
  return applies_any != is_not;
}

// The width that `sizes` gives an image.
double width_of(std::string_view sizes) {
  while (!sizes.empty()) {
    std::string_view size = sizes.substr(0, sizes.find(','));
    sizes.remove_prefix(std::min(sizes.size(), size.size() + 1));
    size = ascii::trimmed(size);
    const std::size_t split = size.rfind(')');
    const std::string_view condition = split == size.npos ? "" : size.substr(0, split + 1);
    const auto pixels = pixels_of(size.substr(condition.size()));
    if (pixels && applies_media(condition)) return *pixels;
  }
  return kWindowWidth;
}

// ---- Candidates

struct ImageCandidate {
  std::string_view url;
  double density = 1;
  bool has_width = false;
};

// Takes the next candidate off `srcset`. False at its end.
bool next_candidate(std::string_view& srcset, double width, ImageCandidate& candidate) {
  const std::size_t from = srcset.find_first_not_of(" \t\r\n\f,");
  if (from == srcset.npos) return false;
  srcset.remove_prefix(from);
  candidate = {srcset.substr(0, srcset.find_first_of(ascii::kHtmlWhiteSpace))};
  srcset.remove_prefix(candidate.url.size());
  if (candidate.url.ends_with(',')) {
    candidate.url.remove_suffix(1);
    return true;
  }
  const std::string_view descriptor = ascii::trimmed(srcset.substr(0, srcset.find(',')));
  srcset.remove_prefix(std::min(srcset.size(), srcset.find(',')));
  if (descriptor.empty()) return true;
  double value = 0;
  const auto [end, error] = std::from_chars(descriptor.data(), descriptor.data() + descriptor.size(), value);
  const std::string_view unit = descriptor.substr(static_cast<std::size_t>(end - descriptor.data()));
  candidate.has_width = unit == "w";
  const bool is_known = error == std::errc() && (unit == "x" || (candidate.has_width && value > 0));
  if (!is_known) candidate.url = {};
  candidate.density = candidate.has_width && is_known ? value / width : value;
  return true;
}

// What an element offers: the candidates of its srcset, and its src, which counts as one of density 1.
struct Offer {
  std::string_view srcset, sizes, src;
};

// The lowest density of at least 1, else the highest, the first of equal ones. Empty: none.
std::string_view chosen_url(const Offer& offer) {
  std::string_view srcset = offer.srcset;
  const double width = width_of(offer.sizes);
  ImageCandidate best, one;
  bool has_one = false;
  const auto consider = [&] {
    const bool is_better =
        best.url.empty() ||
        (one.density >= 1 ? best.density < 1 || one.density < best.density : best.density < one.density);
    if (is_better) best = one;
  };
  while (next_candidate(srcset, width, one)) {
    if (one.url.empty()) continue;
    has_one = has_one || one.has_width || one.density == 1;
    consider();
  }
  one = {offer.src};
  if (!has_one && !offer.src.empty()) consider();
  return best.url;
}

Offer offer_of(std::string_view tag, bool is_source) {
  const auto value = [tag](std::string_view name) { return View::attribute(tag, name).value_or(""); };
  return {value("srcset"), value("sizes"), is_source ? std::string_view() : value("src")};
}

// ---- Pictures

// False for a source that a browser passes over.
bool is_usable_source(std::string_view tag) {
  const auto type = View::attribute(tag, "type");
  return (!type || type->empty() || is_image_type(*type)) &&
         applies_media(View::attribute(tag, "media").value_or("")) &&
         !chosen_url(offer_of(tag, true)).empty();
}

// The text of the picture before the tag; empty outside of a picture, or if it begins too far away.
std::string_view picture_before(View& view, const Seen& seen) {
  if (!view.has_pictures() || !view.is_within(seen, "picture")) return {};
  const std::string_view before = view.before_tag(seen);
  const std::size_t open = before.rfind("<picture");
  if (open != before.npos) return before.substr(open);
  view.note_beyond_window();
  return {};
}

// True if a source in the picture before the tag is loaded in its place.
bool has_usable_source(std::string_view picture) {
  for (std::size_t at = 0; (at = picture.find("<source", at)) != picture.npos; ++at) {
    if (is_usable_source(picture.substr(at, picture.find('>', at) - at))) return true;
  }
  return false;
}

}  // namespace

bool applies_media(std::string_view media) {
  if (ascii::trimmed(media).empty()) return true;
  while (!media.empty()) {
    const std::string_view query = media.substr(0, media.find(','));
    if (applies_query(query)) return true;
    media.remove_prefix(std::min(media.size(), query.size() + 1));
  }
  return false;
}

bool is_image_type(std::string_view type) {
  return is_one_of(essence_of(type), {"image/png", "image/gif", "image/jpeg", "image/jpg", "image/pjpeg",
                                      "image/webp", "image/svg+xml", "image/bmp", "image/x-icon",
                                      "image/apng", "image/avif", "image/x-png", "image/vnd.microsoft.icon"});
}

bool is_chosen_image(View& view, const Seen& seen,
                     const std::function<bool(std::string_view src)>& is_usable) {
  const bool is_src = seen.context == "img@src", is_source = seen.context == "source@srcset";
  const bool is_image = is_src || is_source || seen.context == "img@srcset";
  const std::string_view tag = is_image ? view.tag(seen) : std::string_view();
  if (seen.context == "input@src")
    return ascii::equals_ignoring_case(View::attribute(view.tag(seen), "type").value_or("image"), "image");
  // A source of a picture has no src.
  if (seen.context == "source@src") return picture_before(view, seen).empty();
  if (tag.empty()) return true;
  const std::string_view picture = picture_before(view, seen);
  const bool is_after_image = contains(picture, "<img");
  if (is_source && (is_after_image || !is_usable_source(tag))) return false;
  if (!is_after_image && has_usable_source(picture)) return false;
  Offer offer = offer_of(tag, is_source);
  const bool has_both = !offer.src.empty() && !offer.srcset.empty();
  if (has_both && is_usable != nullptr && !is_usable(offer.src)) offer.src = {};
  const std::string_view chosen = chosen_url(offer);
  if (is_src) return chosen.data() == offer.src.data();
  const auto first = static_cast<std::size_t>(chosen.data() - view.text().data());
  return seen.start() >= first && seen.start() < first + chosen.size();
}

}  // namespace mimebase::readers
