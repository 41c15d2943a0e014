// MHonArc, with its default resources, turns mail into a web archive. It joins bases and references as text.
// In HTML it keeps the links of `a`, and references that name a part.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "find/html/text.h"
#include "readers/choice.h"
#include "readers/text_url.h"
#include "readers/written.h"
#include "text/ascii.h"
#include "text/utf8.h"
#include "walk/field_text.h"

namespace mimebase::readers::mhonarc {
namespace {

constexpr std::string_view kClicks[] = {"a@href",         "a@xlink:href", "text",
                                        "text:delimited", "area@href",    "button@formaction"};
constexpr std::string_view kLoads[] = {
    "img@src",       "image@src",       "image@href",       "image@xlink:href", "iframe@src",
    "video@src",     "audio@src",       "source@src",       "*@srcset",         "*@poster",
    "css:*",         "body@background", "table@background", "tbody@background", "tr@background",
    "td@background", "th@background"};

std::string cleaned(std::string_view raw) {
  std::string value(raw);
  std::erase_if(value, [](char c) { return c == '"' || c == '\'' || c == ' ' || (c >= '\t' && c <= '\r'); });
  return value;
}

// Removes what follows the last slash in the first line that contains one.
std::string folder_of(std::string url) {
  const std::size_t first = url.find('/');
  if (first == std::string::npos) return url;
  const std::size_t end = std::min(url.find('\n', first), url.size());
  const std::size_t slash = url.rfind('/', end);
  return url.erase(slash + 1, end - slash - 1);
}

// The value of href in a tag, with or without quotes; empty if there is none. An empty value is its quotes.
std::string_view href_in(std::string_view tag) {
  const std::size_t name = ascii::find_ignoring_case(tag, "href");
  if (name == std::string_view::npos) return {};
  std::string_view value = walk::trimmed(tag.substr(name + 4));
  if (!value.starts_with('=')) return {};
  value = walk::trimmed(value.substr(1));
  const bool is_quoted = value.starts_with('"') || value.starts_with('\'');
  const std::size_t close = is_quoted ? value.find_first_of("\"'", 1) : value.npos;
  if (close != value.npos && close > 1) return value.substr(1, close - 1);
  return value.substr(0, value.find_first_of(" \t\r\n>"));
}

// An element or comment that is removed before anything else is looked for.
struct Removed {
  std::string_view open;
  std::string_view close;  // in lower case
  bool needs_close;        // without its end it stays; otherwise the rest is removed
};
constexpr Removed kRemoved[] = {
    {"<!--", "-->", false}, {"<script", "</script", true}, {"<style", "</style", true}};

// Removes all that begins and ends as `what` does. Returns the text itself if there is none, else `kept`.
std::string_view without(const Removed& what, std::string_view text, std::string& kept) {
  std::size_t from = 0, open = 0;
  while ((open = ascii::find_ignoring_case(text, what.open, from)) != text.npos) {
    std::size_t close = ascii::find_ignoring_case(text, what.close, open);
    if (close == text.npos && what.needs_close) break;
    kept.append(text.substr(from, open - from));
    from = close == text.npos ? text.size() : close + what.close.size();
  }
  if (from == 0) return text;
  return kept.append(text.substr(from));
}

// HTML with a "<" inside a tag is not shown.
bool has_nested_tags(std::string_view text) {
  for (std::size_t at = 0; (at = text.find('<', at)) != text.npos; ++at) {
    const std::size_t close = text.find('>', at + 1);
    if (text.substr(at + 1, close - at - 1).find('<') != text.npos) return true;
    if (close == text.npos) return false;
    at = close;
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

constexpr std::array<std::string_view, 8> kAbsolute = {"http://",   "https://", "ftp://", "ldap://",
                                                       "gopher://", "news:",    "nntp:",  "mailto:"};

bool is_absolute(std::string_view url) {
  return has_scheme_of(url, kAbsolute) || url.starts_with('#');
}

// The length of the scheme and host of a base; 0 if nothing can be joined with it.
std::size_t host_end(std::string_view base) {
  constexpr std::array<std::string_view, 7> kSchemes = {"http://", "https://", "ftp://", "file://",
                                                        "nfs://",  "acap://",  "tftp://"};
  if (!has_scheme_of(base, kSchemes)) return 0;
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
  if (base.empty()) return std::string(url);
  url.remove_prefix(std::min(url.find_first_not_of(" \t\r\n\f"), url.size()));
  const std::size_t host = host_end(base);
  if (is_absolute(url) || host == 0) return std::string(url);
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

// Returns the base that a header gives: its Content-Base, else its Content-Location, joined with the
// inherited base, else the inherited one.
std::string base_of_header(const View& view, int entity, std::string_view inherited) {
  const auto own = view.field(entity, "content-base", Pick::kFirst);
  if (own) return cleaned(*own);
  const auto location = view.field(entity, "content-location", Pick::kFirst);
  const std::string path = location ? cleaned(*location) : std::string();
  return path.empty() ? std::string(inherited) : joined(inherited, path);
}

void add_labels(View& view, int entity, std::string_view inherited) {
  auto id = view.field(entity, "content-id", Pick::kFirst);
  if (!id) id = view.field(entity, "message-id", Pick::kFirst);
  if (id) {
    std::string label(*id);
    std::erase_if(label, [](char c) { return c == '<' || c == '>' || c == ' ' || (c >= '\t' && c <= '\r'); });
    if (!label.empty()) view.labels.add("cid:" + label, entity);
  }
  if (const auto raw = view.field(entity, "content-location", Pick::kFirst)) {
    const auto own = view.field(entity, "content-base", Pick::kFirst);
    view.labels.add(joined(own ? walk::trimmed(*own) : inherited, cleaned(*raw)), entity);
  }
}

// MHonArc shows what has no media type only if its type contains "text".
bool has_no_type(const View& view, int entity) {
  const auto type = view.field(entity, "content-type", Pick::kFirst);
  return has_odd_type(view, entity) && ascii::find_ignoring_case(*type, "text") == type->npos;
}

// MHonArc shows only one part of a multipart/alternative: the last one that it does not reject.
int chosen_of(View& view, int alternative) {
  const match::EntityTree& tree = view.message().parts().tree();
  int chosen = -1;
  for (int i = alternative + 1; i < tree.end(alternative); i = tree.end(i)) {
    std::string kept;
    const bool is_rejected =
        view.is_type(i, "text/html") && has_nested_tags(without(kRemoved[0], view.text(i), kept));
    if (!is_rejected || chosen < 0) chosen = i;
  }
  return chosen;
}

void show_parts(View& view) {
  const match::EntityTree& tree = view.message().parts().tree();
  std::vector<bool> is_closed = behind_odd_delimiters(view);
  std::vector<int> chosen(view.shown.size(), -1);  // by multipart/alternative
  for (int i = 0; i < view.entity_count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (view.is_type(i, "multipart/alternative")) chosen[at] = chosen_of(view, i);
    const int parent = tree.parent(i);
    const auto above = static_cast<std::size_t>(parent);
    is_closed[at] =
        is_closed[at] || (parent >= 0 && (is_closed[above] || (chosen[above] >= 0 && chosen[above] != i)));
    const bool is_text = view.is_leaf(i) && view.message().entity(i).content_type.starts_with("text/");
    view.shown[at].is_shown = is_text && !is_closed[at] && !has_no_type(view, i);
  }
}

// `shown[i].url` is the base that entity i gives its parts, and `shown[i].base` the one of its content.
void enter_message(View& view) {
  show_parts(view);
  for (int i = 0; i < view.entity_count(); ++i) {
    View::Shown& self = view.shown[static_cast<std::size_t>(i)];
    const walk::Entity& entity = view.message().entity(i);
    const std::string inherited = entity.is_message_body || entity.parent < 0
                                      ? std::string()
                                      : view.shown[static_cast<std::size_t>(entity.parent)].url;
    const std::string base = base_of_header(view, i, inherited);
    self.url = folder_of(base);
    if (base.find('/') != std::string::npos) self.base = self.url;
    if (!entity.is_message_body && entity.parent >= 0) add_labels(view, i, inherited);
  }
}

void enter_content(View& view) {
  View::Shown& self = view.shown[static_cast<std::size_t>(view.entity())];
  self.is_shown = !is_wide(view);
  if (!self.is_shown || !view.is_type(view.entity(), "text/html")) return;
  std::array<std::string, std::size(kRemoved)> kept;
  std::string_view text = without(kRemoved[0], view.text(view.entity()), kept[0]);
  self.is_shown = !has_nested_tags(text);
  for (std::size_t i = 1; i < kept.size(); ++i) text = without(kRemoved[i], text, kept[i]);
  if (ascii::find_ignoring_case(text, "<frameset") != text.npos) self.is_shown = false;  // its source is
  const std::string_view declared = href_in(base_tag(text));
  view.base = declared.empty() ? self.base : folder_of(std::string(declared));
  if (view.base.find_first_of("\"'<>") != std::string::npos) view.base.clear();
}

// Scripting is neutralised wherever its names occur.
std::string neutralised(std::string value) {
  if (ascii::find_ignoring_case(value, "script") == value.npos) return value;
  for (const std::string_view name : {"javascript", "vbscript", "ecmascript"}) {
    const std::size_t at = ascii::find_ignoring_case(value, name);
    if (at != std::string::npos) value.replace(at, name.size(), "_" + std::string(name) + "_");
  }
  return value;
}

// If several parts have the label, a Content-ID names the last known one, and a Content-Location the first.
// The parts of a multipart become known when it is shown, before those of the multiparts in it.
int part_with(View& view, std::string_view label) {
  constexpr std::size_t kMaxParts = 100;  // so that a label that all parts have costs little
  const match::EntityTree& tree = view.message().parts().tree();
  const bool is_last_taken = label.starts_with("cid:");
  auto parts = view.labels.bearers(label);
  const std::size_t count = std::min(parts.size(), kMaxParts);
  parts = is_last_taken ? parts.last(count) : parts.first(count);
  int best = -1;
  for (const int part : parts) {
    if (tree.parent(part) >= view.entity()) continue;
    const bool is_later = best < 0 || tree.parent(part) >= tree.parent(best);
    if (best < 0 || is_later == is_last_taken) best = part;
  }
  return best;
}

// Returns the part whose label is `value`, or else the text after its last slash; -1 if there is none.
int part_named(View& view, std::string_view value) {
  if (!ascii::is_ascii(value)) return -1;
  const int part = part_with(view, value);
  return part >= 0 ? part : part_with(view, value.substr(value.rfind('/') + 1));
}

// Returns the link that MHonArc finds in a text: from the scheme to the next blank, bracket or quotation
// mark, without trailing punctuation.
std::string text_link(std::string_view text) {
  std::size_t colon = text.find(':'), start = 0;
  while (start < std::min(colon, text.size()) && !has_scheme_of(text.substr(start), kAbsolute)) ++start;
  if (colon == text.npos || start >= colon) return {};
  text.remove_prefix(start);
  std::size_t end = 0;
  while (end < text.size() && static_cast<unsigned char>(text[end]) > ' ' &&
         std::string_view("()|<>'").find(text[end]) == text.npos)
    ++end;
  while (end > 0 && std::string_view(".?!;,[]").find(text[end - 1]) != text.npos) --end;
  return std::string(text.substr(0, end));
}

// Without a charset, every byte is a character of ISO-8859-1.
std::string as_latin1(View& view, std::string_view bytes) {
  const bool is_converted = !view.readable(view.entity()).map.identity();
  if (ascii::is_ascii(bytes) || is_converted || view.named_charset().is_named) return std::string(bytes);
  std::string out;
  for (const char c : bytes) utf8::append(static_cast<unsigned char>(c), out);
  return out;
}

// The attribute as it is written; numeric references to letters, digits and some marks are decoded.
std::string source_of(View& view, const Seen& seen) {
  const auto written =
      view.named_charset().is_named ? written_attribute(view, seen) : attribute_bytes(view, seen);
  if (!written) return std::string(seen.value);
  if (written->find("&#") == written->npos) return as_latin1(view, *written);
  std::string out;
  for (std::string_view rest = *written; !rest.empty();) {
    const auto reference = rest.starts_with("&#")
                               ? find::character_reference(rest, find::ReferencePlace::kAttribute)
                               : find::CharacterReference();
    const char32_t c = reference.first;
    const bool is_decoded = reference.length > 0 && c < 0x7F &&
                            (ascii::is_alnum(static_cast<char>(c)) || (c >= '\t' && c <= '\r') || c == ' ' ||
                             c == '=' || c == ':' || c == '@');
    out.push_back(is_decoded ? static_cast<char>(c) : rest.front());
    rest.remove_prefix(is_decoded ? reference.length : 1);
  }
  return out;
}

// Returns true if the reference is inside a tag. The first ">" ends a tag, even inside an attribute.
bool is_in_tag(View& view, const Seen& seen) {
  const std::string_view before = written_before(view, seen);
  const auto mark = std::find_if(before.rbegin(), before.rend(), [](char c) { return c == '<' || c == '>'; });
  return mark == before.rend() || *mark == '<';
}

// Returns true for contexts that MHonArc copies unchanged, and for CSS, of which it keeps only style
// attributes (see open_kept()).
bool is_kept(const Seen& seen) {
  return is_css(seen) || seen.context.ends_with("@srcset") || seen.context.ends_with("@poster") ||
         seen.context.ends_with("@formaction");
}

void open_kept(const Seen& seen, Answer& answer) {
  const bool is_opened =
      !is_css(seen) || seen.reference.found.context.find("@style/") != std::string_view::npos;
  if (is_opened && !seen.value.starts_with('#')) answer.url = seen.value;
}

void open_attribute(View& view, const Seen& seen, Answer& answer) {
  const find::QuotingPath& quoting = seen.reference.found.quoting;
  const bool is_quoted = quoting.size() == 0 || quoting.at(0) != find::Quoting::kHtmlBare;
  std::string value = neutralised(source_of(view, seen));
  if (value.empty()) return;
  if (is_quoted) value = joined(view.base, value);
  const bool is_link = seen.context.starts_with("a@") && is_in_tag(view, seen) &&
                       !ascii::starts_with_ignoring_case(walk::trimmed(value), "cid:");
  if (is_link) {
    if (!value.starts_with('#')) answer.url = decoded_attribute(value);
    return;
  }
  answer.part = part_named(view, value);
  if (answer.part > view.entity()) {
    view.shown[static_cast<std::size_t>(answer.part)].is_shown = false;  // it becomes a file
  } else if (answer.part < 0) {
    answer.by = OpensBy::kNone;  // it is removed
    answer.is_followed = false;
    answer.url = decoded_attribute(value);
  }
}

void open(View& view, const Seen& seen, Answer& answer) {
  if (seen.in_srcdoc) return;
  if (seen.context.starts_with("text") || !view.is_type(view.entity(), "text/html")) {
    answer.by = OpensBy::kClick;  // a style sheet is shown as text
    answer.url = text_link(written_from(view, seen).value_or(seen.value));
  } else if (is_kept(seen)) {
    open_kept(seen, answer);
  } else {
    open_attribute(view, seen, answer);
  }
}

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {MailReader::kMhonarc, kClicks, kLoads, enter_message, enter_content, open};

}  // namespace mimebase::readers::mhonarc
