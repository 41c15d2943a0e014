// MHonArc, with its default resources, turns mail into a web archive. It joins bases and references as text.
// In HTML it keeps the links of `a`, and references that name a part.
#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "find/html/text.h"
#include "readers/choice.h"
#include "readers/programs.h"
#include "readers/written.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::readers {
namespace mhonarc {
namespace {

constexpr std::string_view kClicks[] = {"a@href",    "a@xlink:href",      "text",       "text:delimited",
                                        "area@href", "button@formaction", "calendar:*", "vcard:*"};
constexpr std::string_view kLoads[] = {
    "img@src",       "image@src",       "image@href",       "image@xlink:href", "iframe@src",
    "video@src",     "audio@src",       "source@src",       "*@srcset",         "*@poster",
    "css:*",         "body@background", "table@background", "tbody@background", "tr@background",
    "td@background", "th@background"};

constexpr Followed kFollowed = {.clicks = kClicks, .loads = kLoads};

std::string cleaned(std::string_view raw) {
  return without_bytes(raw, "\"' \t\r\n\f\v");
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
  std::string_view value = ascii::trimmed(tag.substr(name + 4));
  if (!value.starts_with('=')) return {};
  value = ascii::trimmed(value.substr(1));
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
    if (contains(text.substr(at + 1, close - at - 1), '<')) return true;
    if (close == text.npos) return false;
    at = close;
  }
  return false;
}

// The first "<base ...>" of the text; empty if there is none.
std::string_view base_tag(std::string_view text) {
  for (std::size_t at = 0; (at = ascii::find_ignoring_case(text, "<base", at)) != text.npos;) {
    at += 5;
    if (at == text.size() || !contains(ascii::kWhiteSpace, text[at])) continue;
    const std::size_t end = text.find('>', at);
    return end == text.npos ? std::string_view() : text.substr(at, end - at);
  }
  return {};
}

constexpr std::string_view kAbsolute[] = {"http://",   "https://", "ftp://", "ldap://",
                                          "gopher://", "news:",    "nntp:",  "mailto:"};

// The length of the scheme and host of a base; 0 if nothing can be joined with it.
std::size_t host_end(std::string_view base) {
  if (!starts_with_one_of(base, {"http://", "https://", "ftp://", "file://", "nfs://", "acap://", "tftp://"}))
    return 0;
  const std::size_t start = base.find("://") + 3;
  std::size_t end = start;
  while (end < base.size() && (ascii::is_alnum(base[end]) || contains("_-:.@%=~&", base[end]))) ++end;
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
  if (url.starts_with('#') || starts_with_one_of(url, kAbsolute) || host == 0) return std::string(url);
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
  for (; ups > 0 && !path.empty(); --ups) path = path.substr(0, contains(path, '/') ? path.rfind('/') : 0);
  if (!path.empty()) out.append("/").append(path);
  return out.append("/").append(url);
}

// Returns the base that a header gives: its Content-Base, else its Content-Location, joined with the
// inherited base, else the inherited one.
std::string base_of_header(const View& view, int entity, std::string_view inherited) {
  const auto own = view.field(entity, "content-base");
  if (own) return cleaned(*own);
  const auto location = view.field(entity, "content-location");
  const std::string path = location ? cleaned(*location) : std::string();
  return path.empty() ? std::string(inherited) : joined(inherited, path);
}

// MHonArc shows what has no media type only if its type contains "text".
bool has_no_type(const View& view, int entity) {
  const auto type = view.field(entity, "content-type");
  return has_odd_type(view, entity) && !ascii::trimmed(*type).empty() &&
         ascii::find_ignoring_case(*type, "text") == type->npos;
}

// MHonArc shows only one part of a multipart/alternative: the last one that it does not reject.
int child_of(View& view, int composite) {
  if (!view.is_type(composite, "multipart/alternative")) return kAllChildren;
  int chosen = kAllChildren;
  for (int i = composite + 1; i < view.tree().end(composite); i = view.tree().end(i)) {
    std::string kept;
    const bool is_rejected =
        view.is_type(i, "text/html") && has_nested_tags(without(kRemoved[0], view.text(i), kept));
    if (!is_rejected || chosen < 0) chosen = i;
  }
  return chosen;
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

// Returns the link that MHonArc finds in a text: from the scheme to the next blank, bracket or quotation
// mark, without trailing punctuation.
std::string text_link(std::string_view text) {
  std::size_t colon = text.find(':'), start = 0;
  while (start < std::min(colon, text.size()) && !starts_with_one_of(text.substr(start), kAbsolute)) ++start;
  if (colon == text.npos || start >= colon) return {};
  text.remove_prefix(start);
  std::size_t end = 0;
  while (end < text.size() && static_cast<unsigned char>(text[end]) > ' ' && !contains("()|<>'", text[end]))
    ++end;
  while (end > 0 && contains(".?!;,[]", text[end - 1])) --end;
  return std::string(text.substr(0, end));
}

// Without a charset, every byte is a character of ISO-8859-1.
std::string as_latin1(View& view, std::string_view bytes) {
  const bool is_converted = !view.readable().map.identity();
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
  if (!contains(*written, "&#")) return as_latin1(view, *written);
  std::string out;
  for (std::string_view rest = *written; !rest.empty();) {
    const auto reference = rest.starts_with("&#")
                               ? find::character_reference(rest, find::ReferencePlace::kAttribute)
                               : find::CharacterReference();
    const char32_t c = reference.first;
    const bool is_decoded =
        reference.length > 0 && c < 0x7F &&
        (ascii::is_alnum(static_cast<char>(c)) || contains(" \t\r\n\f\v=:@", static_cast<char>(c)));
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
// attributes.
bool is_kept(const Seen& seen) {
  return seen.is_css() || seen.context.ends_with("@srcset") || seen.context.ends_with("@poster") ||
         seen.context.ends_with("@formaction");
}

class Mhonarc final : public Reader {
 public:
  explicit Mhonarc(message::AnalysedMessage& message) : Reader(message, kFollowed), bases_(shown_.size()) {
    const std::vector<bool> is_processed = processed(*this, child_of), is_lost = behind_odd_delimiters(*this);
    std::vector<std::string> given(shown_.size());  // by entity: the base that it gives its parts
    for (int i = 0; i < entity_count(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      const bool is_text = (is_leaf(i) && type(i).starts_with("text/")) || is_undelimited(*this, i);
      show(i, is_text && is_processed[at] && !is_lost[at] && !has_no_type(*this, i));
      const walk::Entity& part = message.entity(i);
      const bool inherits = !part.is_message_body && part.parent >= 0;
      const std::string inherited = inherits ? given[static_cast<std::size_t>(part.parent)] : std::string();
      const std::string base = base_of_header(*this, i, inherited);
      given[at] = folder_of(base);
      if (contains(base, '/')) bases_[at] = given[at];
      if (inherits) add_labels(i, inherited);
    }
    labels_.finish();
  }

 private:
  void add_labels(int entity, std::string_view inherited) {
    auto id = field(entity, "content-id");
    if (!id) id = field(entity, "message-id");
    const std::string label = without_bytes(id.value_or(""), "<> \t\r\n\f\v");
    if (!label.empty()) labels_.add("cid:" + label, entity);
    const auto location = field(entity, "content-location");
    if (!location) return;
    const auto own = field(entity, "content-base");
    labels_.add(joined(own ? ascii::trimmed(*own) : inherited, cleaned(*location)), entity);
  }

  void enter_content() override {
    show(entity(), !is_wide(*this, entity()));
    if (!shows(entity()) || !is_type(entity(), "text/html")) return;
    std::array<std::string, std::size(kRemoved)> kept;
    std::string_view html = without(kRemoved[0], text(), kept[0]);
    show(entity(), !has_nested_tags(html));
    for (std::size_t i = 1; i < kept.size(); ++i) html = without(kRemoved[i], html, kept[i]);
    if (ascii::find_ignoring_case(html, "<frameset") != html.npos) hide(entity());  // its source is shown
    const std::string_view declared = href_in(base_tag(html));
    base_ = declared.empty() ? bases_[static_cast<std::size_t>(entity())] : folder_of(std::string(declared));
    if (base_.find_first_of("\"'<>") != std::string::npos) base_.clear();
  }

  // If several parts have the label, a Content-ID names the last known one, and a Content-Location the first.
  // The parts of a multipart become known when it is shown, before those of the multiparts in it.
  int part_with(std::string_view label) {
    const auto parent_of = [this](int part) { return tree().parent(part); };
    auto known = by_parent_.find(label);
    if (known == by_parent_.end()) {
      const std::span<const int> bearers = labels_.bearers(label);
      if (bearers.empty()) return -1;
      known = by_parent_.emplace(label, std::vector<int>(bearers.begin(), bearers.end())).first;
      std::ranges::stable_sort(known->second, {}, parent_of);
    }
    const std::vector<int>& parts = known->second;
    const auto unknown = std::ranges::lower_bound(parts, entity(), {}, parent_of);
    if (unknown == parts.begin()) return -1;
    return label.starts_with("cid:") ? *std::prev(unknown) : parts.front();
  }

  // Returns the part whose label is `value`, or else the text after its last slash; -1 if there is none.
  int part_named(std::string_view value) {
    if (!ascii::is_ascii(value)) return -1;
    const int part = part_with(value);
    return part >= 0 ? part : part_with(value.substr(value.rfind('/') + 1));
  }

  void open_attribute(const Seen& seen, Answer& answer) {
    const find::QuotingPath& quoting = seen.reference.found.quoting;
    const bool is_quoted = quoting.size() == 0 || quoting.at(0) != find::Quoting::kHtmlBare;
    std::string value = neutralised(source_of(*this, seen));
    if (value.empty()) return;
    if (is_quoted) value = joined(base_, value);
    const bool is_link = seen.context.starts_with("a@") && is_in_tag(*this, seen) &&
                         !ascii::starts_with_ignoring_case(ascii::trimmed(value), "cid:");
    if (is_link) {
      if (!value.starts_with('#')) answer.url = decoded_attribute(value);
      return;
    }
    answer.part = part_named(value);
    if (answer.part > entity()) {
      hide(answer.part);  // it becomes a file
    } else if (answer.part < 0) {
      answer.by = OpensBy::kNone;  // it is removed
      answer.is_followed = false;
      answer.url = decoded_attribute(value);
    }
  }

  // An attribute of HTML that is searched as text. Of links only those of `a` are kept.
  void open_markup(const Seen& seen, std::string_view value, Answer& answer) {
    if (is_in_image_tag(*this, seen)) {
      answer.part = part_named(value);
      answer.by = OpensBy::kLoad;
    } else if (ascii::starts_with_ignoring_case(tag(seen), std::string_view("<a "))) {
      answer.url = decoded_attribute(value);
    }
  }

  void open(const Seen& seen, Answer& answer) override {
    if (seen.in_srcdoc) return;
    if (seen.is_in_text() || !is_type(entity(), "text/html")) {
      answer.by = OpensBy::kClick;  // a style sheet is shown as text
      const auto value = is_type(entity(), "text/x-html") ? attribute_in_text(*this, seen) : std::nullopt;
      if (value) return open_markup(seen, *value, answer);
      std::string text(joined_before(*this, seen, "()|<>'"));
      text += written_from(*this, seen).value_or(seen.value);
      answer.url = text_link(text);
    } else if (!is_kept(seen)) {
      open_attribute(seen, answer);
    } else if ((!seen.is_css() || seen.in_style_attribute()) && !seen.value.starts_with('#')) {
      answer.url = seen.value;
    }
  }

  match::Labels labels_;
  std::map<std::string, std::vector<int>, std::less<>> by_parent_;  // the parts with a label
  std::vector<std::string> bases_;  // by entity: which its header gives its content
};

}  // namespace
}  // namespace mhonarc

std::unique_ptr<Reader> make_mhonarc(message::AnalysedMessage& message) {
  return std::make_unique<mhonarc::Mhonarc>(message);
}

}  // namespace mimebase::readers
