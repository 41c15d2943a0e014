#include "readers/image_choice.h"

#include <algorithm>

#include "walk/field_text.h"

namespace mimebase::readers {
namespace {

// The words after a candidate's URL, up to the next candidate or the end of the attribute.
std::string_view descriptor_at(std::string_view text) {
  return walk::trimmed(text.substr(0, text.find_first_of(",\"'>")));
}

bool is_density_one(std::string_view descriptor) {
  return descriptor.empty() || descriptor == "1x" || descriptor == "1.0x";
}

bool has_density_one(std::string_view srcset) {
  while (!srcset.empty()) {
    const std::string_view candidate = srcset.substr(0, srcset.find(','));
    srcset.remove_prefix(std::min(srcset.size(), candidate.size() + 1));
    const std::size_t from = candidate.find_first_not_of(" \t\r\n");
    if (from == candidate.npos) continue;
    const std::size_t end = candidate.find_first_of(" \t\r\n", from);
    if (is_density_one(end == candidate.npos ? "" : descriptor_at(candidate.substr(end)))) return true;
  }
  return false;
}

// A source before an img in the same picture takes its place.
bool is_replaced(View& view, const Seen& seen) {
  if (!view.has_pictures()) return false;
  const std::string_view before = view.before_tag(seen);
  const std::size_t open = before.rfind("<picture");
  if (open == before.npos) return false;
  const std::string_view inside = before.substr(open);
  return inside.find("</picture") == inside.npos && inside.find("<source") != inside.npos;
}

bool is_chosen_candidate(std::string_view tag, std::string_view after) {
  const std::string_view descriptor = descriptor_at(after);
  if (is_density_one(descriptor) || !descriptor.ends_with('x')) return true;
  return !has_density_one(View::attribute(tag, "srcset").value_or("")) && !View::attribute(tag, "src");
}

}  // namespace

bool is_chosen_image(View& view, const Seen& seen) {
  const bool is_src = seen.context == "img@src", is_candidate = seen.context.ends_with("@srcset");
  const std::string_view tag = is_src || is_candidate ? view.tag(seen) : std::string_view();
  if (tag.empty()) return true;
  if (seen.context.starts_with("img@") && is_replaced(view, seen)) return false;
  if (is_src) return !has_density_one(View::attribute(tag, "srcset").value_or(""));
  constexpr std::size_t kMaxDescriptor = 50;
  const std::string_view whole = view.text(view.entity());
  const std::size_t end = std::min(whole.size(), seen.reference.origin.text.end);
  return is_chosen_candidate(tag, whole.substr(end, kMaxDescriptor));
}

}  // namespace mimebase::readers
