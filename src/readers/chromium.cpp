// Chromium opening a saved page (MHTML): only parts of the archive are loaded, clicks go to the network.
#include <algorithm>
#include <array>

#include "charset/label.h"
#include "charset/readable.h"
#include "readers/choice.h"
#include "readers/image_choice.h"
#include "readers/style_rules.h"
#include "readers/written.h"
#include "text/ascii.h"
#include "url/percent.h"
#include "walk/field_text.h"
#include "walk/parameters.h"

namespace mimebase::readers::chromium {
namespace {

constexpr std::string_view kClicks[] = {"a@href", "area@href", "a@xlink:href", "form@action", "*@formaction"};
constexpr std::string_view kLoads[] = {
    "img@src",          "css:*",           "img@srcset",       "link@href",        "iframe@src",
    "frame@src",        "body@background", "table@background", "tbody@background", "thead@background",
    "tfoot@background", "tr@background",   "td@background",    "th@background",    "source@srcset",
    "source@src",       "video@src",       "video@poster",     "audio@src",        "embed@src",
    "object@data",      "input@src",       "image@href",       "image@src",        "script@src",
    "image@xlink:href"};

// Of several fields with one name, Chromium knows the first one, or the last one if that ends the heading.
std::optional<std::string_view> field_of(const View& view, int entity, std::string_view name) {
  const auto& fields = view.message().walked().fields(entity);
  const bool is_last = !fields.empty() && ascii::equals_ignoring_case(fields.back().name, name);
  return view.field(entity, name, is_last ? Pick::kLast : Pick::kFirst);
}

// The media type; empty if the part has none.
std::string type_of(const View& view, int entity) {
  const auto raw = field_of(view, entity, "content-type");
  const std::string value = raw ? walk::main_value(*raw) : std::string();
  return ascii::lowered(value.substr(0, value.find_first_of(ascii::kWhiteSpace)));
}

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
bool is_displayable(std::string_view type, bool is_alone) {
  constexpr std::array<std::string_view, 8> kTypes = {
      "text/html",     "application/xhtml+xml", "text/xml",   "application/xml",
      "image/svg+xml", "application/json",      "text/plain", "message/rfc822"};
  return std::find(kTypes.begin(), kTypes.end(), type) != kTypes.end() ||
         (is_alone && type.starts_with("image/")) || type == "multipart/related";
}

// A multipart/alternative belongs to the archive around it. Every other composite is one opaque part.
bool is_flattened(View& view, int entity) {
  return entity == 0 ||
         (view.is_type(entity, "multipart/alternative") &&
          field_of(view, entity, "content-type")->find("multipart/alternative") != std::string_view::npos);
}

// False if blanks follow the delimiter before a part of the archive.
bool has_exact_delimiter(const View& view, int part) {
  return delimiter_before(view, part).ends_with("--" + std::string(view.message().walked().boundary(0)));
}

// Entities that are parts of the archive. A parent precedes its children.
std::vector<bool> parts_of_archive(View& view) {
  std::vector<bool> is_open(static_cast<std::size_t>(view.entity_count())), is_part(is_open);
  for (int i = 0; i < view.entity_count(); ++i) {
    const walk::Entity& entity = view.message().entity(i);
    const auto at = static_cast<std::size_t>(i);
    const bool is_inside = i == 0 || (is_open[static_cast<std::size_t>(entity.parent)] &&
                                      (entity.parent > 0 || has_exact_delimiter(view, i)));
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
  if (const auto raw = field_of(view, entity, "content-location")) view.resolve({}, unfolded(*raw), url);
  return url;
}

// The URLs by which a part is found. Local files and data: URLs are read directly.
void add_labels(View& view, int entity) {
  const std::string url = location_of(view, entity);
  if (!url.empty() && !url.starts_with("file:") && !url.starts_with("data:")) view.labels.add(url, entity);
  const auto id = field_of(view, entity, "content-id");
  const std::string_view label = id ? walk::trimmed(*id) : std::string_view();
  if (label.size() <= 2 || !label.starts_with('<') || !label.ends_with('>')) return;
  std::string cid;
  if (view.resolve({}, "cid:" + std::string(label.substr(1, label.size() - 2)), cid))
    view.labels.add(cid, entity);
}

// The first delimiter must match the boundary exactly, without trailing blanks, and the last one must close
// the multipart. A part after any other inexact delimiter belongs to the part before, which cannot be base64
// then.
bool has_exact_delimiters(View& view) {
  const walk::Message& walked = view.message().walked();
  const std::string_view rest = walked.after_parts(0);
  const std::string closing = "\n--" + std::string(walked.boundary(0)) + "--";
  const std::size_t close = rest.find(closing);
  if (close == rest.npos) return false;
  const std::string_view after = rest.substr(close + closing.size());
  if (!after.empty() && after.front() != '\r' && after.front() != '\n') return false;
  const match::EntityTree& tree = view.message().parts().tree();
  for (int i = 1, before = -1; i < tree.end(0); before = i, i = tree.end(i)) {
    const bool is_swallowed =
        before >= 0 && walked.transfer_encoding(before) != walk::TransferEncoding::kBase64;
    if (!is_swallowed && !has_exact_delimiter(view, i)) return false;
  }
  return true;
}

// Base64 with other characters keeps the archive from opening.
bool is_base64(std::string_view raw) {
  return std::all_of(raw.begin(), raw.end(), [](char c) {
    return ascii::is_alnum(c) || std::string_view("+/=\r\n \t").find(c) != std::string_view::npos;
  });
}

// A message that is no multipart opens only if it has a transfer encoding other than binary.
bool opens(View& view) {
  if (!view.is_leaf(0))
    return view.message().entity(0).kind != walk::Kind::kMultipart || has_exact_delimiters(view);
  const auto encoding = field_of(view, 0, "content-transfer-encoding");
  return encoding && !ascii::equals_ignoring_case(walk::trimmed(*encoding), "binary");
}

bool is_encoded(View& view, int entity) {
  using walk::TransferEncoding;
  const TransferEncoding encoding = view.message().walked().transfer_encoding(entity);
  return encoding == TransferEncoding::kBase64 || encoding == TransferEncoding::kQuotedPrintable;
}

// A composite as main document is read as one HTML document without decoding: everything in it is shown that
// can be read as it is.
void show_main(View& view, int main) {
  const match::EntityTree& tree = view.message().parts().tree();
  std::string url = location_of(view, main);
  const std::string archive = archive_url(view);
  if (url.empty()) url = archive;
  for (int i = main; i < tree.end(main); ++i) {
    View::Shown& shown = view.shown[static_cast<std::size_t>(i)];
    shown.is_shown = view.is_leaf(i) && (i == main || !is_encoded(view, i));
    shown.url = url;
    shown.base = archive;
    shown.is_main = true;
  }
}

void enter_message(View& view) {
  const std::vector<bool> is_part = parts_of_archive(view);
  const bool is_alone = std::count(is_part.begin(), is_part.end(), true) == 1;
  if (!opens(view)) return;
  const walk::Message& walked = view.message().walked();
  for (int i = 0; i < view.entity_count(); ++i) {
    const bool is_encoded = is_part[static_cast<std::size_t>(i)] &&
                            walked.transfer_encoding(i) == walk::TransferEncoding::kBase64;
    if (is_encoded && !is_base64(walked.raw_content(i))) return;
  }
  bool has_main = false;
  for (int i = 0; i < view.entity_count(); ++i) {
    if (!is_part[static_cast<std::size_t>(i)]) continue;
    const bool is_main = !has_main && is_displayable(type_of(view, i), is_alone);
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

bool is_before_base(View& view, const Seen& seen) {
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
  // Styles are read before a later base is known. Elements load later.
  const bool is_early = seen.context.starts_with("css:") || seen.context == "link@href";
  return is_early && is_before_base(view, seen) ? view.own_url : view.base;
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

// The content as written begins as that of a PNG, GIF or JPEG, with or without base64.
bool has_image(const View& view, int part) {
  constexpr std::array<std::string_view, 6> kStarts = {"iVBORw0KG", "R0lGOD", "/9j/",
                                                       "\x89PNG",   "GIF8",   "\xFF\xD8\xFF"};
  const std::string_view content = view.message().walked().raw_content(part);
  return std::any_of(kStarts.begin(), kStarts.end(),
                     [content](std::string_view start) { return content.starts_with(start); });
}

// What has neither the type nor the first bytes of an image is none.
bool is_loaded_by(const View& view, int part, std::string_view context) {
  const std::string type = type_of(view, part);
  const bool is_media =
      type.starts_with("image/") || type.starts_with("audio/") || type.starts_with("video/");
  return is_media || loads_document(context) || context == "script@src" || has_image(view, part);
}

void open_part(View& view, const Seen& seen, int part, Answer& answer) {
  answer.part = part;
  load(view, part, answer.url, seen.context);
  answer.url.clear();
}

// True if the part's lines are read one by one, without their ends. A line that is not UTF-8 is converted to
// it from Latin-1.
bool is_read_by_line(View& view) {
  const auto raw = field_of(view, view.entity(), "content-transfer-encoding");
  const std::string encoding = raw ? ascii::lowered(walk::trimmed(*raw)) : std::string();
  return encoding == "7bit" || encoding == "8bit";
}

// The charset of the current document. That of the main document's heading does not count.
std::string charset_of(View& view, bool is_utf8) {
  const std::string_view bytes = view.text(view.entity());
  const bool is_main = view.shown[static_cast<std::size_t>(view.entity())].is_main;
  std::string heading = is_main ? std::string() : view.message().walked().charset(view.entity());
  if (!heading.empty()) return heading;
  std::string declared = charset::declared_charset(bytes, "text/html");
  if (!declared.empty()) return declared;
  return is_main && is_utf8 ? "utf-8" : "windows-1252";
}

// The reference as Chromium reads it in its own choice of a charset, in which it also encodes queries.
std::string read_again(View& view, const Seen& seen) {
  const auto raw = written_in_charset(view, seen);
  if (!raw) return std::string(seen.value);
  std::string written(*raw);
  const bool by_line = is_read_by_line(view);
  if (by_line && !charset::is_utf8(written)) {
    std::string converted;
    charset::Charset("iso-8859-1").append_utf8(written, converted);
    written = std::move(converted);
  }
  const std::string label = charset_of(view, by_line || charset::is_utf8(view.text(view.entity())));
  view.query_encoding = charset::output_encoding(label);
  return decoded_attribute(written, charset::Charset(label));
}

// The name or value before the line break in the tag is joined with what follows.
bool is_joined(std::string_view before, std::string_view after) {
  if (before.empty() || after.empty()) return false;
  return std::string_view(" \t\"'=/").find(before.back()) == before.npos &&
         std::string_view(" \t\r\n=/>").find(after.front()) == after.npos;
}

// True if the tag's name or the value before the attribute goes on with the attribute's name, because lines
// are read without their ends.
bool is_lost(View& view, const Seen& seen) {
  const std::size_t at = seen.context.find('@');
  if (at == seen.context.npos || !is_read_by_line(view)) return false;
  const std::string_view tag = view.tag(seen);
  const std::size_t name_end = tag.find_first_of(" \t\r\n/>");
  if (name_end == tag.npos) return false;
  const auto joins = [tag](std::size_t end) {
    const std::size_t next = tag.find_first_not_of("\r\n", end);
    return next != tag.npos && next > end && is_joined(tag.substr(0, end), tag.substr(next));
  };
  if (joins(name_end)) return true;
  const std::size_t name =
      ascii::find_ignoring_case(tag, "\n" + std::string(seen.context.substr(at + 1)) + "=");
  return name < tag.size() && joins(tag.find_last_not_of("\r\n", name) + 1);
}

// True within MathML, whose elements are no links, as far as the text before the tag shows. Some elements of
// HTML end it, and its texts contain HTML.
bool is_in_math(View& view, const Seen& seen) {
  constexpr std::array<std::string_view, 44> kEnding = {
      "b",    "big",  "blockquote", "body", "br",    "center", "code", "dd", "div", "dl",     "dt",
      "em",   "font", "embed",      "h1",   "h2",    "h3",     "h4",   "h5", "h6",  "head",   "hr",
      "i",    "img",  "li",         "menu", "meta",  "nobr",   "ol",   "p",  "pre", "ruby",   "s",
      "span", "sub",  "small",      "sup",  "table", "strong", "tt",   "u",  "ul",  "strike", "var"};
  constexpr std::array<std::string_view, 5> kTexts = {"mi", "mn", "mo", "ms", "mtext"};
  if (!view.is_within(seen, "math")) return false;
  const auto is_around = [&](std::string_view name) { return view.is_within(seen, name); };
  if (std::any_of(kTexts.begin(), kTexts.end(), is_around)) return false;
  std::string_view inside = view.before_tag(seen);
  inside.remove_prefix(inside.rfind("<math") + 1);
  for (std::size_t at = 0; (at = inside.find('<', at)) != inside.npos;) {
    const std::string_view rest = inside.substr(++at);
    const std::string name = ascii::lowered(rest.substr(0, rest.find_first_of(" \t\r\n\f/>")));
    if (std::find(kEnding.begin(), kEnding.end(), name) != kEnding.end()) return false;
  }
  return true;
}

bool is_looked_at(View& view, const Seen& seen) {
  constexpr std::array<std::string_view, 2> kLoaded = {"stylesheet", "preload"};
  if (seen.context == "link@href" && !view.has_rel(seen, kLoaded)) return false;
  if (!is_in_its_medium(view, seen)) return false;
  if (seen.context == "a@href" && is_in_math(view, seen)) return false;
  // Only SVG has such links.
  if (seen.context == "a@xlink:href" && !view.in_svg(seen)) return false;
  // An embed needs a type, or a name that has one.
  if (seen.context == "embed@src" && ascii::starts_with_ignoring_case(seen.value, "cid:") &&
      !View::attribute(view.tag(seen), "type"))
    return false;
  return is_chosen_image(view, seen) && !is_lost(view, seen);
}

// The part that the reference loads; -1 if it loads none. An element before a late base first asks for the
// part without it.
int loaded_part(View& view, const Seen& seen, std::string_view value, std::string& url) {
  for (const bool is_early : {false, true}) {
    if (is_early && (!is_before_base(view, seen) || !view.resolve(view.own_url, value, url))) return -1;
    const auto parts = view.labels.bearers(url);
    if (!parts.empty() && is_loaded_by(view, parts.back(), seen.context)) return parts.back();
  }
  return -1;
}

// Chromium escapes blanks in hosts, where the URL Standard has no URL.
void resolve(View& view, std::string_view base, std::string_view value, std::string& url) {
  constexpr std::string_view kBlank = "x-blank-x", kEscaped = "%20";
  if (view.resolve(base, value, url)) return;
  value = walk::trimmed(value);
  if (value.find(' ') < value.find("//") || value.find(kBlank) != value.npos) return;
  std::string marked;
  for (const char c : value) {
    if (c == ' ') {
      marked += kBlank;
    } else {
      marked += c;
    }
  }
  if (!view.resolve(base, marked, url)) return;
  std::string escaped;
  for (std::size_t at = 0; at < url.size();) {
    const std::size_t next = std::min(url.find(kBlank, at), url.size());
    escaped.append(url, at, next - at);
    if (next < url.size()) escaped += kEscaped;
    at = next + kBlank.size();
  }
  url = std::move(escaped);
}

void open(View& view, const Seen& seen, Answer& answer) {
  if (!is_looked_at(view, seen)) return;
  const std::string value = read_again(view, seen);
  resolve(view, base_of(view, seen), value, answer.url);
  escape_bars(answer.url);
  if (seen.by == OpensBy::kClick) {
    if (is_blocked(answer.url)) answer.url.clear();
    return;
  }
  if (value.starts_with('#')) {
    answer.url.clear();  // the document itself
    return;
  }
  std::string url = answer.url;
  if (const int part = loaded_part(view, seen, value, url); part >= 0) {
    answer.url = url;
    return open_part(view, seen, part, answer);
  }
  if (is_blocked(answer.url)) answer.url.clear();
  answer.by = OpensBy::kNone;  // an archive loads nothing but its parts
}

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {MailReader::kChromium, kClicks, kLoads, enter_message, enter_content, open};

}  // namespace mimebase::readers::chromium
