// Chromium opening a saved page (MHTML): only parts of the archive are loaded, clicks go to the network.
#include <algorithm>
#include <array>

#include "ascii.h"
#include "readers/image_choice.h"
#include "readers/view.h"
#include "url/percent.h"
#include "walk/field_text.h"

namespace mimebase::readers::chromium {
namespace {

constexpr std::string_view kClicks[] = {"a@href", "area@href", "a@xlink:href", "form@action", "*@formaction"};
constexpr std::string_view kLoads[] = {"img@src",    "css:*",       "img@srcset",      "link@href",
                                       "iframe@src", "frame@src",   "*@background",    "source@srcset",
                                       "source@src", "video@src",   "video@poster",    "audio@src",
                                       "embed@src",  "object@data", "input@src",       "image@href",
                                       "image@src",  "script@src",  "image@xlink:href"};

// The URL of the file. What is read from standard input is named as if it were saved.
std::string archive_url(View& view) {
  const std::string_view source = view.message().info().source;
  std::string path(source.starts_with('/') ? "" : view.message().options().source_folder + "/");
  path += source == "-" ? "message.mht" : source;
  std::string url = "file://";
  url::append_percent_encoded(path, url::PercentSet::kPath, url);
  return url;
}

// Returns true for types that can be the main document. An image can be if it is the only part.
bool is_displayable(const walk::Entity& entity, bool is_alone) {
  constexpr std::array<std::string_view, 8> kTypes = {
      "text/html",     "application/xhtml+xml", "text/xml",   "application/xml",
      "image/svg+xml", "application/json",      "text/plain", "message/rfc822"};
  return std::find(kTypes.begin(), kTypes.end(), entity.content_type) != kTypes.end() ||
         (is_alone && entity.content_type.starts_with("image/")) ||
         entity.content_type == "multipart/related";
}

// A multipart/alternative belongs to the archive around it. Every other composite is one opaque part.
bool is_flattened(View& view, int entity) {
  return entity == 0 || (view.is_type(entity, "multipart/alternative") &&
                         view.field(entity, "content-type", Pick::kFirst)->find("multipart/alternative") !=
                             std::string_view::npos);
}

// Entities that are parts of the archive. A parent precedes its children.
std::vector<bool> parts_of_archive(View& view) {
  std::vector<bool> is_open(static_cast<std::size_t>(view.entity_count())), is_part(is_open);
  for (int i = 0; i < view.entity_count(); ++i) {
    const walk::Entity& entity = view.message().entity(i);
    const auto at = static_cast<std::size_t>(i);
    const bool is_inside = i == 0 || is_open[static_cast<std::size_t>(entity.parent)];
    is_open[at] = is_inside && entity.kind == walk::Kind::kMultipart && is_flattened(view, i);
    is_part[at] = is_inside && !is_open[at];
  }
  return is_part;
}

// Drops each line break of a fold and one blank; further blanks stay. Drops tabs.
std::string unfolded(std::string_view raw) {
  std::string value;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const char c = raw[i];
    if (c == '\r' || c == '\t') continue;
    if (c == '\n') {
      if (i + 1 < raw.size() && ascii::is_blank(raw[i + 1])) ++i;
      continue;
    }
    value += c;
  }
  return std::string(walk::trimmed(value));
}

// The URL that an entity's Content-Location gives it; empty if it is not absolute by itself.
std::string location_of(View& view, int entity) {
  std::string url;
  if (const auto raw = view.field(entity, "content-location", Pick::kFirst))
    view.resolve({}, unfolded(*raw), url);
  return url;
}

// The URLs by which a part is found. Local files and data: URLs are read directly.
void add_labels(View& view, int entity) {
  const std::string url = location_of(view, entity);
  if (!url.empty() && !url.starts_with("file:") && !url.starts_with("data:")) view.labels.add(url, entity);
  const auto id = view.field(entity, "content-id", Pick::kFirst);
  const std::string_view label = id ? walk::trimmed(*id) : std::string_view();
  if (label.size() <= 2 || !label.starts_with('<') || !label.ends_with('>')) return;
  std::string cid;
  if (view.resolve({}, "cid:" + std::string(label.substr(1, label.size() - 2)), cid))
    view.labels.add(cid, entity);
}

// Every delimiter must match the boundary exactly, without trailing blanks, and the last one must close the
// multipart.
bool has_exact_delimiters(View& view) {
  const walk::Message& walked = view.message().walked();
  const std::string delimiter = "--" + std::string(walked.boundary(0));
  const std::string_view rest = walked.after_parts(0);
  const std::string closing = "\n" + delimiter + "--";
  const std::size_t close = rest.find(closing);
  if (close == rest.npos) return false;
  const std::string_view after = rest.substr(close + closing.size());
  if (!after.empty() && after.front() != '\r' && after.front() != '\n') return false;
  const std::string_view frame = walked.frame_bytes(0);
  const match::EntityTree& tree = view.message().parts().tree();
  for (int i = 1; i < tree.end(0); i = tree.end(i)) {
    std::string_view before = frame.substr(0, walked.ranges(i).heading.start);
    before.remove_suffix(before.ends_with('\n') ? 1 : 0);
    before.remove_suffix(before.ends_with('\r') ? 1 : 0);
    if (!before.ends_with(delimiter)) return false;
  }
  return true;
}

// A message that is no multipart opens only if it has a transfer encoding other than binary.
bool opens(View& view) {
  if (!view.is_leaf(0))
    return view.message().entity(0).kind != walk::Kind::kMultipart || has_exact_delimiters(view);
  const auto encoding = view.field(0, "content-transfer-encoding", Pick::kFirst);
  return encoding && !ascii::equals_ignoring_case(walk::trimmed(*encoding), "binary");
}

// A composite as main document is read as one HTML document: everything in it is shown.
void show_main(View& view, int main) {
  const match::EntityTree& tree = view.message().parts().tree();
  std::string url = location_of(view, main);
  const std::string archive = archive_url(view);
  if (url.empty()) url = archive;
  for (int i = main; i < tree.end(main); ++i) {
    View::Shown& shown = view.shown[static_cast<std::size_t>(i)];
    shown.is_shown = view.is_leaf(i);
    shown.url = url;
    shown.base = archive;
  }
}

void enter_message(View& view) {
  const std::vector<bool> is_part = parts_of_archive(view);
  const bool is_alone = std::count(is_part.begin(), is_part.end(), true) == 1;
  if (!opens(view)) return;
  bool has_main = false;
  for (int i = 0; i < view.entity_count(); ++i) {
    if (!is_part[static_cast<std::size_t>(i)]) continue;
    const bool is_main = !has_main && view.message().walked().has_type(i) &&
                         is_displayable(view.message().entity(i), is_alone);
    if (is_main) {
      show_main(view, i);
      has_main = true;
    } else {
      add_labels(view, i);
    }
  }
}

// A relative <base href> of the main document is resolved against the file, one of a frame against the
// frame's URL.
void enter_content(View& view) {
  const View::Shown& shown = view.shown[static_cast<std::size_t>(view.entity())];
  view.base = view.own_url = shown.url;
  const auto& declared = view.html_base(view.entity());
  if (!declared || declared->reference.empty()) return;
  if (!view.resolve(shown.base, declared->reference, view.base)) {
    const bool is_absolute = Resolver::is_absolute(declared->reference, RuleSet::kWhatwg);
    view.base = is_absolute ? "about:blank" : shown.url;
  } else if (view.base.starts_with("data:") || view.base.starts_with("javascript:")) {
    view.base = shown.base;
  }
}

bool loads_document(std::string_view context) {
  return context == "iframe@src" || context == "frame@src" || context == "object@data" ||
         context == "embed@src" || context == "link@href" || context == "css:import";
}

// The part's URL is the reference by which it was found. A style sheet that was found by "cid:" has the base
// of its document, but not for what it imports.
void load(View& view, int part, const std::string& url, std::string_view context) {
  View::Shown& shown = view.shown[static_cast<std::size_t>(part)];
  if (shown.is_shown || !loads_document(context)) return;
  shown.is_shown = true;
  shown.url = view.is_type(part, "text/css") && url.starts_with("cid:") ? view.base : url;
  shown.base = url;
}

// An archive may not open files, scripts or data, not even the file that it is in.
bool is_blocked(std::string_view url) {
  constexpr std::array<std::string_view, 5> kSchemes = {
      "file:", "data:", "javascript:", "vbscript:", "blob:"};
  return std::any_of(kSchemes.begin(), kSchemes.end(),
                     [url](std::string_view scheme) { return url.starts_with(scheme); });
}

// Styles are read before a later base is known. Elements load later.
bool is_before_base(View& view, const Seen& seen) {
  if (!seen.context.starts_with("css:")) return false;
  const auto& declared = view.html_base(view.entity());
  return declared && seen.reference.origin.span.start < declared->span.start;
}

// A srcdoc inherits the base of the document around it, unless it declares its own.
std::string_view base_of(View& view, const Seen& seen) {
  const message::Scope& scope = seen.reference.scope;
  const bool is_own =
      seen.in_srcdoc && seen.reference.found.scope != find::kDocument && scope.info.by == BaseBy::kHtmlBase;
  if (is_own) return scope.info.url;
  if (seen.context == "css:import" && view.is_type(view.entity(), "text/css"))
    return view.shown[static_cast<std::size_t>(view.entity())].base;
  return is_before_base(view, seen) ? view.own_url : view.base;
}

// Chromium escapes "|" in paths, unlike the URL Standard.
void escape_bars(std::string& url) {
  const auto end = std::find_if(url.begin(), url.end(), [](char c) { return c == '?' || c == '#'; });
  if (std::find(url.begin(), end, '|') == end) return;
  std::string escaped;
  for (const char c : std::string_view(url.begin(), end)) {
    if (c == '|') {
      escaped += "%7C";
    } else {
      escaped += c;
    }
  }
  url = escaped.append(end, url.end());
}

// A text is no image.
bool is_loaded_by(const View& view, int part, std::string_view context) {
  const bool is_text = view.message().entity(part).content_type.starts_with("text/");
  return !is_text || loads_document(context) || context == "script@src";
}

void open_part(View& view, const Seen& seen, int part, Answer& answer) {
  answer.part = part;
  load(view, part, answer.url, seen.context);
  answer.url.clear();
}

void open(View& view, const Seen& seen, Answer& answer) {
  constexpr std::array<std::string_view, 2> kLoaded = {"stylesheet", "preload"};
  if (seen.context == "link@href" && !view.has_rel(seen, kLoaded)) return;
  if (!is_chosen_image(view, seen)) return;
  view.resolve(base_of(view, seen), seen.value, answer.url);
  escape_bars(answer.url);
  if (seen.by == OpensBy::kClick) {
    if (is_blocked(answer.url)) answer.url.clear();
    return;
  }
  if (seen.value.starts_with('#')) {
    answer.url.clear();  // the document itself
    return;
  }
  const auto parts = view.labels.bearers(answer.url);
  if (!parts.empty() && is_loaded_by(view, parts.back(), seen.context))
    return open_part(view, seen, parts.back(), answer);
  if (is_blocked(answer.url)) answer.url.clear();
  answer.by = OpensBy::kNone;  // an archive loads nothing but its parts
}

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {MailReader::kChromium, kClicks, kLoads, enter_message, enter_content, open};

}  // namespace mimebase::readers::chromium
