// MHonArc, which turns mail into a web archive with its default resources, joins bases and references as
// text. Of HTML it keeps the links of `a`, and what names a part.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "ascii.h"
#include "readers/choice.h"
#include "walk/field_text.h"

namespace mimebase::readers::mhonarc {
namespace {

constexpr ContextRule kContexts[] = {
    {"a@href", OpensBy::kClick},         {"img@src", OpensBy::kLoad},    {"text", OpensBy::kClick},
    {"text:delimited", OpensBy::kClick}, {"area@href", OpensBy::kClick}, {"iframe@src", OpensBy::kLoad},
    {"frame@src", OpensBy::kLoad},       {"video@src", OpensBy::kLoad},  {"audio@src", OpensBy::kLoad},
    {"source@src", OpensBy::kLoad},      {"track@src", OpensBy::kLoad},  {"*@background", OpensBy::kLoad},
    {"*@cite", OpensBy::kLoad},          {"*@longdesc", OpensBy::kLoad}, {"*@usemap", OpensBy::kLoad},
    {"*@dynsrc", OpensBy::kLoad},        {"*@lowsrc", OpensBy::kLoad}};

std::string cleaned(std::string_view raw) {
  std::string value(raw);
  std::erase_if(value, [](char c) { return c == '"' || c == '\'' || c == ' ' || (c >= '\t' && c <= '\r'); });
  return value;
}

// Everything up to the last slash.
std::string folder_of(std::string url) {
  if (const std::size_t slash = url.rfind('/'); slash != std::string::npos) url.resize(slash + 1);
  return url;
}

// The value of href in a tag, with or without quotes; empty if there is none.
std::string_view href_in(std::string_view tag) {
  const std::size_t name = ascii::find_ignoring_case(tag, "href");
  if (name == std::string_view::npos) return {};
  std::string_view value = walk::trimmed(tag.substr(name + 4));
  if (!value.starts_with('=')) return {};
  value = walk::trimmed(value.substr(1));
  const bool is_quoted = value.starts_with('"') || value.starts_with('\'');
  if (is_quoted) return value.substr(1, value.find_first_of("\"'", 1) - 1);
  return value.substr(0, value.find_first_of(" \t\r\n>"));
}

// The text without comments, in `kept` if there are any. A comment that is not closed takes the rest.
std::string_view without_comments(std::string_view text, std::string& kept) {
  if (text.find("<!--") == text.npos) return text;
  while (true) {
    const std::size_t open = text.find("<!--");
    kept += text.substr(0, open);
    const std::size_t close = open == text.npos ? text.npos : text.find("-->", open);
    if (close == text.npos) return kept;
    text.remove_prefix(close + 3);
  }
}

// HTML with a "<" inside a tag is not shown.
bool has_nested_tags(std::string_view text) {
  for (std::size_t at = 0; (at = text.find('<', at)) != text.npos; ++at) {
    at = text.find_first_of("<>", at + 1);
    if (at == text.npos) return false;
    if (text[at] == '<') return true;
  }
  return false;
}

// The first "<base ...>" of the text; empty if there is none.
std::string_view base_tag(std::string_view text) {
  for (std::size_t at = 0; (at = ascii::find_ignoring_case(text, "<base", at)) != text.npos;) {
    at += 5;
    if (at == text.size() || ascii::kWhiteSpace.find(text[at]) == text.npos) continue;
    const std::size_t end = text.find('>', at);
    return end == text.npos ? std::string_view() : text.substr(at, end - at);
  }
  return {};
}

bool starts_with_any(std::string_view text, std::span<const std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [text](std::string_view start) { return text.starts_with(start); });
}

bool is_absolute(std::string_view url) {
  constexpr std::array<std::string_view, 8> kSchemes = {"http://",   "https://", "ftp://", "ldap://",
                                                        "gopher://", "news:",    "nntp:",  "mailto:"};
  return starts_with_any(url, kSchemes) || url.starts_with('#');
}

// The length of the scheme and host of a base; 0 if nothing can be joined with it.
std::size_t host_end(std::string_view base) {
  constexpr std::array<std::string_view, 7> kSchemes = {"http://", "https://", "ftp://", "file://",
                                                        "nfs://",  "acap://",  "tftp://"};
  if (!starts_with_any(base, kSchemes)) return 0;
  const std::size_t start = base.find("://") + 3;
  std::size_t end = start;
  while (end < base.size() && (ascii::is_alnum(base[end]) ||
                               std::string_view("_-:.@%=~&").find(base[end]) != std::string_view::npos))
    ++end;
  return end > start ? end : 0;
}

// Cuts a web base off at its query, and drops the slash at its end.
std::string_view path_of(std::string_view base, std::size_t host) {
  std::string_view path = base.substr(host);
  if (path.starts_with('/')) path.remove_prefix(1);
  if (base.starts_with("http")) path = path.substr(0, path.find('?'));
  if (path.ends_with('/')) path.remove_suffix(1);
  return path;
}

std::string joined(std::string_view base, std::string_view url) {
  url.remove_prefix(std::min(url.find_first_not_of(" \t\r\n\f"), url.size()));
  const std::size_t host = host_end(base);
  if (base.empty() || is_absolute(url) || host == 0) return std::string(url);
  std::string out(base.substr(0, host));
  if (url.starts_with('/')) return out.append(url);
  std::string_view path = path_of(base, host);
  std::size_t ups = 0;
  for (bool is_up = url.starts_with("../"); is_up || url.starts_with("./"); is_up = url.starts_with("../")) {
    url.remove_prefix(is_up ? 3 : 2);
    if (is_up) ++ups;
  }
  const bool is_above_root = ups > static_cast<std::size_t>(std::count(path.begin(), path.end(), '/')) + 1;
  if (is_above_root) path = {};
  for (; ups > 0 && !path.empty(); --ups)
    path = path.substr(0, path.find('/') == path.npos ? 0 : path.rfind('/'));
  if (!path.empty()) out.append("/").append(path);
  return out.append("/").append(url);
}

// The base that a heading gives its parts.
std::string base_for_parts(const View& view, int entity) {
  const auto own = view.field(entity, "content-base", Pick::kFirst);
  const auto location = view.field(entity, "content-location", Pick::kFirst);
  if (own && !own->empty()) return folder_of(cleaned(*own));
  return location ? folder_of(cleaned(*location)) : std::string();
}

// What the part's own Content-Location is, or else the base, before <base>.
std::string base_of_part(const View& view, int entity, std::string_view inherited) {
  const auto own = view.field(entity, "content-base", Pick::kFirst);
  const auto location = view.field(entity, "content-location", Pick::kFirst);
  std::string base = own        ? cleaned(*own)
                     : location ? joined(inherited, cleaned(*location))
                                : std::string(inherited);
  if (base.find('/') == std::string::npos) base.clear();
  return folder_of(std::move(base));
}

void add_labels(View& view, int entity, std::string_view inherited) {
  auto id = view.field(entity, "content-id", Pick::kFirst);
  if (!id) id = view.field(entity, "message-id", Pick::kFirst);
  if (id) {
    std::string label = cleaned(*id);
    std::erase_if(label, [](char c) { return c == '<' || c == '>'; });
    if (!label.empty()) view.labels.add("cid:" + label, entity);
  }
  if (const auto raw = view.field(entity, "content-location", Pick::kFirst)) {
    const auto own = view.field(entity, "content-base", Pick::kFirst);
    view.labels.add(joined(own ? walk::trimmed(*own) : inherited, cleaned(*raw)), entity);
  }
}

// `shown[i].url` is the base that entity i gives its parts, and `shown[i].base` the one of its content.
void enter_message(View& view) {
  show_all(view);
  for (int i = 0; i < view.entity_count(); ++i) {
    View::Shown& self = view.shown[static_cast<std::size_t>(i)];
    const walk::Entity& entity = view.message().entity(i);
    const std::string inherited = entity.is_message_body || entity.parent < 0
                                      ? std::string()
                                      : view.shown[static_cast<std::size_t>(entity.parent)].url;
    self.url = base_for_parts(view, i);
    if (self.url.empty()) self.url = inherited;
    self.base = base_of_part(view, i, inherited);
    if (!entity.is_message_body && entity.parent >= 0) add_labels(view, i, inherited);
  }
}

void enter_content(View& view) {
  View::Shown& self = view.shown[static_cast<std::size_t>(view.entity())];
  if (view.is_type(view.entity(), "text/plain")) return;
  std::string kept;
  const std::string_view text = without_comments(view.text(view.entity()), kept);
  self.is_shown = !has_nested_tags(text);
  const std::string_view declared = href_in(base_tag(text));
  view.base = declared.empty() ? self.base : folder_of(std::string(declared));
  if (view.base.find_first_of("\"'<>") != std::string::npos) view.base.clear();
}

// Scripting is neutralised wherever its names occur.
std::string neutralised(std::string value) {
  for (const std::string_view name : {"javascript", "vbscript", "ecmascript"}) {
    const std::size_t at = ascii::find_ignoring_case(value, name);
    if (at != std::string::npos) value.replace(at, name.size(), "_" + std::string(name) + "_");
  }
  return value;
}

// The part that a value names as a whole, or by what follows its last slash.
int part_named(View& view, const std::string& value) {
  for (const std::string_view label :
       {std::string_view(value), std::string_view(value).substr(value.rfind('/') + 1)}) {
    const auto parts = view.labels.bearers(label);
    if (!parts.empty()) return label.starts_with("cid:") ? parts.back() : parts.front();
  }
  return -1;
}

void open(View& view, const Seen& seen, Answer& answer) {
  if (seen.context.starts_with("text")) {
    if (is_absolute(seen.value)) answer.url = seen.value;
    return;
  }
  const find::QuotingPath& quoting = seen.reference.found.quoting;
  const bool is_quoted = quoting.size() == 0 || quoting.at(0) != find::Quoting::kHtmlBare;
  std::string value = neutralised(std::string(seen.value));
  if (is_quoted) value = joined(view.base, value);
  const bool is_link = seen.context == "a@href" && !ascii::starts_with_ignoring_case(value, "cid:");
  if (is_link) {
    answer.url = std::move(value);
    return;
  }
  answer.part = part_named(view, value);
  if (answer.part >= 0) return;
  answer.by = OpensBy::kNone;  // it is removed
  answer.is_followed = false;
  answer.url = std::move(value);
}

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {MailReader::kMhonarc, kContexts, enter_message, enter_content, open};

}  // namespace mimebase::readers::mhonarc
