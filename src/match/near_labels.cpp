#include "match/near_labels.h"

#include "text/ascii.h"
#include "text/strings.h"
#include "url/percent.h"

namespace mimebase::match {
namespace {

using Difference = NearLabels::Difference;

std::string as_written(std::string_view label) {
  return std::string(label);
}

// Without percent-encoding, and without brackets, quotes and white space around it.
std::string plain(std::string_view label) {
  constexpr std::string_view kSurrounding = "<>\"' \t\r\n";
  const std::string decoded = ascii::percent_decoded(label);
  const std::size_t start = decoded.find_first_not_of(kSurrounding);
  if (start == std::string::npos) return {};
  return ascii::lowered(
      std::string_view(decoded).substr(start, decoded.find_last_not_of(kSurrounding) + 1 - start));
}

// The text before "@": mailers write "image001.png@01D5" and cut off either end.
std::string stem(std::string_view label) {
  const std::string whole = plain(label);
  return whole.substr(0, whole.find('@'));
}

// The stem without the ending of a file name.
std::string short_stem(std::string_view label) {
  const std::string whole = stem(label);
  return whole.substr(0, whole.rfind('.'));
}

// The forms in which labels are compared, the strictest first.
struct Form {
  std::string (*of)(std::string_view label);
  Difference difference;
};
constexpr Form kRows[] = {
    {as_written, Difference::kNone}, {ascii::lowered, Difference::kCase}, {plain, Difference::kEscapes},
    {stem, Difference::kEnding},     {short_stem, Difference::kEnding},
};

}  // namespace

void NearLabels::add_content_id(std::string_view id, int entity) {
  for (std::size_t i = 0; i < ids_.size(); ++i) ids_[i].add(kRows[i].of(id), entity);
}

void NearLabels::add_name(std::string_view name, int entity) {
  names_.add(ascii::lowered(name), entity);
}

void NearLabels::finish() {
  static_assert(std::size(kRows) == kForms);
  for (Labels& labels : ids_) labels.finish();
  names_.finish();
}

std::optional<NearLabels::Found> NearLabels::nearest(std::string_view label) const {
  const auto first_of = [](const Labels& labels, const std::string& form) -> std::optional<int> {
    const std::span<const int> bearers = form.empty() ? std::span<const int>() : labels.bearers(form);
    return bearers.empty() ? std::nullopt : std::optional(bearers.front());
  };
  // An equal file name says more than an equal stem.
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    if (kRows[i].difference == Difference::kEnding) {
      for (const std::string& name : {plain(label), stem(label)}) {
        if (const auto entity = first_of(names_, name)) return Found{*entity, Difference::kName};
      }
    }
    if (const auto entity = first_of(ids_[i], kRows[i].of(label))) return Found{*entity, kRows[i].difference};
  }
  return std::nullopt;
}

}  // namespace mimebase::match
