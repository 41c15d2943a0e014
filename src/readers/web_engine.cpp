#include "readers/web_engine.h"

#include <algorithm>

#include "find/finder.h"
#include "readers/image_choice.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::readers {
namespace {

// True for types of audio and video that browsers play, or if there is none.
bool is_media_type(std::string_view type) {
  return is_one_of(essence_of(type), {"",
                                      "video/mp4",
                                      "video/webm",
                                      "video/ogg",
                                      "video/3gpp",
                                      "video/x-m4v",
                                      "video/x-matroska",
                                      "audio/mpeg",
                                      "audio/mp3",
                                      "audio/x-mp3",
                                      "audio/mp4",
                                      "audio/wav",
                                      "audio/x-wav",
                                      "audio/aac",
                                      "audio/flac",
                                      "audio/ogg",
                                      "audio/webm",
                                      "audio/x-m4a",
                                      "application/ogg",
                                      "application/x-mpegurl",
                                      "application/vnd.apple.mpegurl"});
}

}  // namespace

bool is_in_shown_text(const View& view, const Seen& seen) {
  return seen.is_in_text() || view.is_type(view.entity(), "text/css");
}

bool is_used_by_engine(View& view, const Seen& seen, std::initializer_list<std::string_view> rels) {
  if (seen.context == "a@xlink:href" && !view.is_within(seen, "svg")) return false;
  if (seen.context == "a@href" && view.is_within(seen, "select")) return false;
  if (seen.context == "link@href" && !view.is_link_for(seen, rels)) return false;
  return is_chosen_image(view, seen);
}

bool has_word(std::string_view list, std::string_view word) {
  for (std::string_view one; !(one = next_word(list)).empty();) {
    if (ascii::equals_ignoring_case(one, word)) return true;
  }
  return false;
}

bool is_applied_sheet(std::string_view tag) {
  if (View::attribute(tag, "disabled")) return false;
  const std::string type = essence_of(View::attribute(tag, "type").value_or(""));
  return type.empty() || type == "text/css";
}

bool is_beside_srcdoc(View& view, const Seen& seen) {
  return seen.context == "iframe@src" && View::attribute(view.tag(seen), "srcdoc").has_value();
}

bool is_used_medium(View& view, const Seen& seen) {
  if (!is_one_of(seen.context, {"video@src", "audio@src", "source@src", "source@srcset"})) return true;
  const std::string_view tag = view.tag(seen);
  if (tag.empty()) return true;
  const auto waits = [](std::string_view media) {
    return ascii::equals_ignoring_case(View::attribute(media, "preload").value_or(""), "none");
  };
  if (seen.context == "source@srcset") return view.is_within(seen, "picture");
  if (seen.context != "source@src") return !waits(tag);
  std::string_view around = view.tag_around(seen, "video");
  if (around.empty()) around = view.tag_around(seen, "audio");
  return !around.empty() && !waits(around) && !View::attribute(around, "src") &&
         is_media_type(View::attribute(tag, "type").value_or("")) &&
         applies_media(View::attribute(tag, "media").value_or(""));
}

std::string base_of_engine(Reader& reader, std::string_view declared, std::string_view document,
                           std::string_view otherwise) {
  std::string url;
  if (!reader.resolve(document, declared, url))
    return Resolver::is_absolute(declared, RuleSet::kWhatwg) ? "about:blank" : std::string(otherwise);
  return starts_with_one_of(url, {"data:", "javascript:"}) ? std::string(document) : url;
}

std::optional<std::string_view> srcdoc_base(const Seen& seen) {
  const BaseInfo& base = seen.reference.scope.info;
  if (seen.reference.found.in_data_url) return base.url;
  const bool is_own =
      seen.in_srcdoc && seen.reference.found.scope != find::kDocument && base.by == BaseBy::kHtmlBase;
  return is_own ? std::optional(base.url) : std::nullopt;
}

void escape_bars(std::string& url) {
  const std::size_t end = std::min(url.find_first_of("?#"), url.size());
  url = replaced(std::string_view(url).substr(0, end), "|", "%7C").append(url, end);
}

}  // namespace mimebase::readers
