// Thunderbird joins all HTML that it shows into one document, and writes a <BASE> of each part's header
// before the part. The first base of that document applies everywhere.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "charset/charset.h"
#include "charset/label.h"
#include "readers/choice.h"
#include "readers/image_choice.h"
#include "readers/programs.h"
#include "readers/style_rules.h"
#include "readers/written.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "url/split.h"
#include "walk/parameters.h"

namespace mimebase::readers {
namespace thunderbird {
namespace {

constexpr std::string_view kMoreLoads[] = {"*@poster"};
constexpr std::string_view kIgnored[] = {"css:import"};
constexpr Followed kFollowed = {.more_loads = kMoreLoads, .ignored = kIgnored, .in_templates = true};

// What is loaded once the document is complete, with its final base.
constexpr std::string_view kLate[] = {"embed@src", "input@src", "video@poster",
                                      "video@src", "audio@src", "source@src"};
// What is requested while the document is read.
constexpr std::string_view kEarly[] = {"img@src", "img@srcset", "source@srcset", "link@href"};
// What is requested ahead of the document, even if it then is in a template.
constexpr std::string_view kAhead[] = {"img@src",      "img@srcset", "source@srcset",   "link@href",
                                       "video@poster", "image@href", "image@xlink:href"};
// Frames of parts stay empty.
constexpr std::string_view kEmpty[] = {"embed@src", "object@data", "iframe@src"};

// The value of the first field of this name; null if there is none, or if it is empty.
std::optional<std::string_view> value_in(const View& view, int entity, std::string_view name) {
  const std::string_view value = ascii::trimmed(view.field(entity, name).value_or(""));
  return value.empty() ? std::nullopt : std::optional(value);
}

std::optional<std::string_view> base_in_header(const View& view, int entity) {
  const auto base = value_in(view, entity, "content-base");
  return base ? base : value_in(view, entity, "content-location");
}

// As it is written into the document: blanks and quotation marks are removed, brackets and comments are not.
std::optional<std::string> written_base(const View& view, int entity) {
  const auto base = base_in_header(view, entity);
  return base ? std::optional(without_bytes(*base, "\" \t\r\n\f\v")) : std::nullopt;
}

bool is_page(const View& view, int entity) {
  return view.is_type(entity, "text/html") || is_html_file(view, entity);
}

// Returns the order of the contents in the document. A multipart/related shows its root after its other
// parts.
std::vector<int> shown_order(const View& view) {
  const match::EntityTree& tree = view.tree();
  std::vector<int> order, open, children;
  if (view.entity_count() > 0) open.push_back(0);
  while (!open.empty()) {
    const int entity = open.back();
    open.pop_back();
    order.push_back(entity);
    children.clear();
    for (int i = entity + 1; i < tree.end(entity); i = tree.end(i)) children.push_back(i);
    const int root = tree.is_related(entity) ? root_of(view, entity, Start::kStrict) : -1;
    if (root >= 0) open.push_back(root);
    for (auto i = children.rbegin(); i != children.rend(); ++i) {
      if (*i != root) open.push_back(*i);
    }
  }
  return order;
}

std::string key_of(int related, std::string_view label) {
  return std::to_string(related) + ' ' + std::string(label);
}

// The label in a Content-ID. Brackets are removed from one that starts with "<".
std::string cid_of(std::string_view id) {
  const bool is_bracketed = id.starts_with('<');
  if (is_bracketed) id.remove_prefix(1);
  if (is_bracketed && id.ends_with('>')) id.remove_suffix(1);
  return "cid:" + std::string(id);
}

// A Content-Type without a slash is the type of a file, unless it is "text".
bool is_file(const View& view, int entity) {
  const auto type = value_in(view, entity, "content-type");
  return type && has_odd_type(view, entity) && !ascii::equals_ignoring_case(walk::main_value(*type), "text");
}

// OpenPGP's verifier finds nothing in a multipart if blanks follow its first delimiter.
bool is_unreadable(const View& view, int multipart) {
  if (!view.is_type(multipart, "multipart/signed") || view.tree().is_leaf(multipart)) return false;
  const auto protocol = view.walked().parameter(multipart, "protocol");
  return protocol && ascii::equals_ignoring_case(*protocol, "application/pgp-signature") &&
         is_behind_odd_delimiter(view, multipart + 1);
}

// URLs with these schemes are neither followed nor loaded.
bool is_dead(std::string_view url) {
  return ascii::starts_with_one_of_ignoring_case(
      url, {"javascript:", "data:", "file:", "imap:", "about:", "blob:"});
}

// What "<", "<URL:" or a quotation mark in front of the URL encloses, without blanks; empty if it is not
// closed in the line.
std::string enclosed_url(std::string_view before, std::string_view text) {
  const std::size_t opened = before.find_last_not_of(" \t");
  before = before.substr(0, opened + 1);  // npos + 1 is 0
  const bool is_bracketed = before.ends_with('<') || before.ends_with("<URL:");
  if (!is_bracketed && !before.ends_with('"')) return {};
  const std::size_t end = text.find_first_of("<>\"\r\n");
  if (end == text.npos) return {};
  if (!(is_bracketed && text[end] == '>') && !(before.ends_with('"') && text[end] == '"')) return {};
  std::string url(text.substr(0, end));
  std::erase_if(url, ascii::is_blank);
  return url;
}

// The length of the URL at the start of a text. A ")" or "]" belongs to it after its counterpart only, and a
// "[" after "//".
std::size_t url_length(std::string_view text) {
  bool in_parenthesis = false, in_bracket = false;
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    const char c = text[end];
    const bool ends = contains(" \t\r\n\f\"<>`{}", c) || (c == ')' && !in_parenthesis) ||
                      (c == ']' && !in_bracket) || (c == '[' && !text.substr(0, end).ends_with("//"));
    if (ends) break;
    in_parenthesis = in_parenthesis || c == '(';
    in_bracket = in_bracket || c == '[';
  }
  return end;
}

// Returns the URL that starts at the reference, without trailing punctuation.
std::string url_in_text(View& view, const Seen& seen) {
  const std::string_view content = view.text();
  const std::size_t start = std::min<std::size_t>(seen.start(), content.size());
  const std::string_view text = content.substr(start);
  std::string url = enclosed_url(content.substr(0, start), text);
  if (url.empty()) {
    url = text.substr(0, url_length(text));
    url.resize(url.find_last_not_of(".,;!?-:'") + 1);  // npos + 1 is 0
  }
  std::string read;
  view.readable().charset.append_utf8(url, read);
  return read;
}

bool is_remote(std::string_view url) {
  return starts_with_one_of(url, {"http:", "https:"});
}

bool is_link_in_text(std::string_view url) {
  return is_remote(url) || starts_with_one_of(url, {"mailto:", "news:", "webcal:"});
}

// Adds the values of the attributes `id` and `name`.
void add_names(std::string_view text, std::unordered_set<std::string>& names) {
  for (std::size_t at = 0; (at = text.find('=', at)) != text.npos; ++at) {
    const std::string_view before = text.substr(0, at);
    for (const std::string_view name : {"id", "name"}) {
      const bool is_name = ascii::ends_with_ignoring_case(before, name) && before.size() > name.size() &&
                           contains(ascii::kWhiteSpace, before[at - name.size() - 1]);
      if (!is_name) continue;
      const std::string_view rest = text.substr(at + 1);
      const bool is_quoted = rest.starts_with('"') || rest.starts_with('\'');
      const std::string_view value = is_quoted ? rest.substr(1, rest.find(rest.front(), 1) - 1)
                                               : rest.substr(0, rest.find_first_of(" \t\r\n>"));
      names.emplace(value);
    }
  }
}

// Thunderbird finds a part only if the reference is a whole word of an attribute or of CSS.
bool is_word(View& view, const Seen& seen, std::string_view bounds) {
  const std::string_view content = view.text();
  const auto [start, end] = seen.reference.origin.text;
  return start > 0 && end < content.size() && contains(bounds, content[start - 1]) &&
         contains(bounds, content[end]);
}

bool is_whole_word(View& view, const Seen& seen) {
  if (seen.is_css()) return is_in_attribute(seen) && is_word(view, seen, " \t\r\n");
  return !seen.context.ends_with("@srcset") || is_word(view, seen, " \t\r\n\"'");
}

bool is_in_template(const Seen& seen) {
  return seen.reference.found.hidden == find::Hidden::kTemplate;
}

bool loads_parts(View& view, const Seen& seen) {
  return !is_one_of(seen.context, kEmpty) &&
         (seen.context != "link@href" || view.is_link_for(seen, {"stylesheet"}));
}

// The part is displayed if a name in its header makes an image of it.
bool has_image_name(const View& view, int part) {
  std::optional<std::string> name = view.walked().parameter(part, "filename");
  if (!name) name = view.walked().parameter(part, "name");
  if (!name) return false;
  for (const std::string_view ending : {".png", ".gif", ".jpg", ".jpeg", ".bmp", ".webp", ".svg"}) {
    if (ascii::ends_with_ignoring_case(*name, ending)) return true;
  }
  return false;
}

class Thunderbird final : public Reader {
 public:
  explicit Thunderbird(message::AnalysedMessage& message) : Reader(message, kFollowed) {
    shown_ = displayed(*this);
    order_.resize(shown_.size());
    int order = 0;
    for (const int i : shown_order(*this)) order_[static_cast<std::size_t>(i)] = order++;
    for (int i = 0; i < entity_count(); ++i) {
      if (is_file(*this, i)) hide(i);
      if (is_unreadable(*this, i)) {
        for (int inside = i; inside < tree().end(i); ++inside) hide(inside);
      }
      if (tree().is_related(i)) read_related(i);
    }
    labels_.finish();
  }

 private:
  // A base of the document that consists of all shown parts.
  struct Base {
    std::string url;        // as written; empty if it is no URL
    int entity = -1;        // -1: there is none
    std::size_t start = 0;  // in the content; 0 if a header has it
  };
  struct Related {
    int root = -1;
    std::optional<std::string> base;  // of its labels; empty: one that is no URL
  };

  bool is_url(std::string_view reference) {
    std::string url;
    return resolve({}, reference, url);
  }

  // ---- The labels of parts

  // A base in a multipart/related; empty if it is no URL.
  std::optional<std::string_view> usable_base(std::optional<std::string_view> base) {
    if (!base) return std::nullopt;
    // Resolving all labels against a base of any length would be quadratic in the size of the message.
    const bool is_usable = base->size() <= message().options().limits.base_bytes && is_url(*base);
    return is_usable ? base : std::string_view();
  }

  // What a base makes of a label or of a reference. Without a base it stays as it is. A base that is no URL
  // makes nothing of it, and neither does one that resolves nothing, such as "mid:". Every "cid:" becomes the
  // same URL.
  std::optional<std::string> located(std::optional<std::string_view> base, std::string_view location) {
    std::string url;
    if (!base) return std::string(location);
    if (base->empty()) return std::nullopt;
    if (ascii::starts_with_ignoring_case(location, "cid:")) return "about:blank";
    return resolve(*base, location, url) ? std::optional(url) : std::nullopt;
  }

  // Of several parts with one label, the last one bears it; but the Content-ID of a part with another label
  // counts only if no part before it has it.
  void add_labels_of(int part, std::optional<std::string_view> base, std::map<std::string, int>& bearers) {
    const auto location = value_in(*this, part, "content-location");
    const auto id = value_in(*this, part, "content-id");
    if (!location && !id) return;
    const auto own = usable_base(value_in(*this, part, "content-base"));
    const std::string cid = id ? cid_of(*id) : std::string();
    const auto url = located(own ? own : base, location ? *location : std::string_view(cid));
    if (!url) return;
    bearers[*url] = part;
    if (id) bearers.emplace(cid, part);
  }

  // A base of the root, which is in the document already, replaces that of the multipart from there on. One
  // that is no URL replaces it by none.
  void read_related(int related) {
    const int root = root_of(*this, related, Start::kStrict);
    auto base = usable_base(base_in_header(*this, related));
    std::map<std::string, int> bearers;  // by label
    for (int i = related + 1; i < tree().end(related); i = tree().end(i)) {
      if (i != root) {
        add_labels_of(i, base, bearers);
      } else if (const auto own = usable_base(base_in_header(*this, root))) {
        base = own->empty() ? std::nullopt : own;
      }
    }
    for (const auto& [label, part] : bearers) labels_.add(key_of(related, label), part);
    related_[related] = {root, base ? std::optional<std::string>(*base) : std::nullopt};
  }

  // Returns the part that `value`, in an attribute, names by its first word; searches the enclosing
  // multipart/related from the innermost outwards. Only a root can refer to parts: anything displayed beside
  // it enters the document before they are known. Attributes are compared as HTML, with escapes.
  int part_named(std::string_view value) {
    value = ascii::trimmed(value);
    value = value.substr(0, value.find_first_of(ascii::kWhiteSpace));
    if (value.empty() || value.find_first_of("&<>\"") != std::string_view::npos) return -1;
    std::string label(value);
    const bool is_cid = ascii::starts_with_ignoring_case(label, "cid:");
    if (is_cid) label.replace(0, 4, "cid:");
    for (int i = tree().enclosing_related(entity()); i >= 0; i = tree().enclosing_related(i)) {
      const Related& related = related_[i];
      if (related.root < 0 || !tree().is_inside(entity(), related.root)) continue;
      const auto url = located(related.base, label);
      if (is_cid && !url) continue;
      const auto bearers = labels_.bearers(key_of(i, is_cid ? label : url.value_or(label)));
      if (!bearers.empty()) return bearers.back();
    }
    return -1;
  }

  // ---- Bases

  int order_of(int entity) const { return order_[static_cast<std::size_t>(entity)]; }

  // HTML in UTF-16 shows as nothing.
  Base first_base() {
    for (const int i : shown_order(*this)) {
      if (!shows(i) || !is_page(*this, i)) continue;
      if (auto base = written_base(*this, i)) return {*base, i, 0};
      if (const auto& declared = html_base(i); declared && !is_wide(*this, i))
        return {std::string(declared->reference), i, declared->span.start};
    }
    return {};
  }

  // The base is looked for once. What loads before it has none.
  void find_base() {
    if (first_) return;
    first_ = first_base();
    if (!is_url(first_->url) || ascii::starts_with_ignoring_case(first_->url, "mailto:")) first_->url.clear();
    if (!first_->url.empty() && resolve({}, first_->url, document_url_))
      document_url_.resize(std::min(document_url_.size(), document_url_.find('#')));
  }

  // Images and style sheets are requested while the document is read, with the first base so far that is a
  // URL. An empty one is a URL, that of the message.
  void read_base(std::string_view href, bool is_document_base) override {
    if (!is_document_base || early_.entity >= 0 || (!href.empty() && !is_url(href))) return;
    early_.url = href.empty() ? "about:blank" : href;
    early_.entity = entity();
  }

  void enter_content() override {
    query_encoding_.emplace();
    find_base();
    // A style sheet in a part has a URL that resolves nothing.
    if (is_type(entity(), "text/css")) return;
    if (is_wide(*this, entity())) hide(entity());
    base_ = first_->url;
    // Contents are entered in the order of the message. If the document has them in another order, the base
    // may come from a later part.
    const int order = order_of(entity());
    if (early_.entity >= 0 && order_of(early_.entity) > order) early_ = {};
    const bool is_known = first_->entity >= 0 && order_of(first_->entity) < order && !first_->url.empty();
    if (early_.entity < 0 && is_known) early_ = *first_;
    if (!is_page(*this, entity())) return;
    if (const auto base = written_base(*this, entity())) read_base(*base, true);
  }

  bool is_before_base(const Seen& seen) const {
    if (first_->entity < 0 || entity() == first_->entity)
      return seen.reference.origin.span.start < first_->start;
    return order_of(entity()) < order_of(first_->entity);
  }

  std::string_view base_for(const Seen& seen) {
    if (!seen.is_load() || is_one_of(seen.context, kLate) || is_link_for(seen, {"icon"})) return base_;
    if (is_one_of(seen.context, kEarly) || is_in_template(seen)) return early_.url;
    return is_before_base(seen) ? std::string_view() : base_;
  }

  // ---- References

  bool has_name(std::string_view name) {
    if (!names_) {
      names_.emplace();
      for (int i = 0; i < entity_count(); ++i) {
        if (shows(i) && is_page(*this, i)) add_names(text(i), *names_);
      }
    }
    // It looks for the name by a selector, which is none if it has other characters.
    const bool is_selector = std::all_of(name.begin(), name.end(),
                                         [](char c) { return ascii::is_alnum(c) || c == '-' || c == '_'; });
    return is_selector && !ascii::is_digit(name.front()) && names_->contains(std::string(name));
  }

  // A link to a name in the message stays there if it leads to the base and a fragment.
  bool stays(const Seen& seen, std::string_view url) {
    const std::size_t hash = url.find('#');
    if (hash == url.npos || hash + 1 == url.size() || !url.starts_with("http")) return false;
    if (url.substr(0, hash) != document_url_ || !is_one_of(seen.context, {"a@href", "area@href"}))
      return false;
    return has_name(url.substr(hash + 1)) && !in_svg(seen);
  }

  // A part whose header names no charset is UTF-8 if it can be; `meta` does not count. US-ASCII is
  // windows-1252, and an unknown charset is UTF-8.
  std::string value_of(const Seen& seen) {
    const std::string label = ascii::lowered(walked().charset(entity()));
    const bool is_ascii = label == "us-ascii";
    const bool is_unknown = !label.empty() && !charset::read_label(label).known;
    const bool is_read = label.empty() || is_ascii || is_unknown;
    const auto written = is_read ? written_in_charset(*this, seen) : std::nullopt;
    if (!written) return std::string(seen.value);
    const bool is_utf8 = is_unknown || (!is_ascii && charset::is_utf8(text()));
    return decoded_attribute(*written, charset::Charset(is_utf8 ? "utf-8" : "windows-1252"));
  }

  // Styles in at-rules are removed, but for fonts.
  bool is_looked_at(const Seen& seen) {
    if (seen.in_srcdoc) return false;
    // An image's src must be a URL to be a candidate beside its srcset.
    const auto is_usable = [&](std::string_view src) {
      std::string resolved;
      const std::string value = decoded_attribute(src);
      return part_named(value) >= 0 || resolve(base_for(seen), value, resolved);
    };
    if (!is_chosen_image(*this, seen, is_usable)) return false;
    if (is_in_template(seen) && (!is_one_of(seen.context, kAhead) || is_link_for(seen, {"icon"})))
      return false;
    if (seen.is_css() && !is_in_attribute(seen)) {
      const std::string_view rule = at_rule_around(*this, seen);
      return rule.empty() || ascii::starts_with_ignoring_case(rule, "font-face");
    }
    return seen.context != "a@xlink:href" || in_svg(seen);
  }

  // A link opens any part. What is loaded, and other elements, need one that is displayed inline.
  bool opens_part(const Seen& seen, int part) const {
    if (seen.is_in_text() || is_one_of(seen.context, {"a@href", "a@xlink:href"})) return true;
    if (is_file(*this, part)) return false;
    return !is_leaf(part) || type(part).starts_with("text/") || is_image_type(type(part)) ||
           (is_type(part, "application/octet-stream") && has_image_name(*this, part));
  }

  // Remote content is counted as loaded, which a person has to allow.
  void open(const Seen& seen, Answer& answer) override {
    const bool is_text = seen.is_in_text(), is_guess = seen.reference.found.guessed;
    if (!is_looked_at(seen)) return;
    std::string read = value_of(seen);
    if (is_text && !is_guess) read = url_in_text(*this, seen);
    const int part = is_whole_word(*this, seen) ? part_named(read) : -1;
    if (part >= 0 && opens_part(seen, part)) {
      if (!loads_parts(*this, seen) || is_in_template(seen)) return;
      answer.part = part;
      // What a style sheet in a part refers to loads, too.
      if (seen.context == "link@href" && is_type(part, "text/css")) show(part);
      return;
    }
    if (seen.context == "link@href" && !is_link_for(seen, {"stylesheet", "icon", "preload"})) return;
    std::string buffer;
    const std::string_view value = url::clean(read, buffer);
    if (ascii::starts_with_ignoring_case(value, "cid:") || is_dead(value)) return;
    resolve(base_for(seen), (is_guess ? "http://" : "") + std::string(value), answer.url);
    // A URL with an unknown scheme and an "@" counts as a mail address.
    const bool is_address = contains(answer.url, '@') && !contains(answer.url, "//");
    if (is_text && !is_link_in_text(answer.url) && is_address) answer.url.insert(0, "mailto:");
    const bool is_kept = is_text          ? is_link_in_text(answer.url)
                         : seen.is_load() ? is_remote(answer.url)
                                          : !stays(seen, answer.url);
    if (!is_kept || is_dead(answer.url)) answer.url.clear();
  }

  [[nodiscard]] MailReader viewer_of(std::string_view /*context*/) const override {
    return MailReader::kPdfjs;
  }

  std::vector<int> order_;  // of the entities in the document
  std::map<int, Related> related_;
  match::Labels labels_;                                  // with the number of their multipart/related
  std::optional<Base> first_;                             // the base of the document, once it was looked for
  std::string document_url_;                              // which that base gives, without a fragment
  Base early_;                                            // of what loads while the contents are read
  std::optional<std::unordered_set<std::string>> names_;  // to which fragments lead, once they are known
};

}  // namespace
}  // namespace thunderbird

std::unique_ptr<Reader> make_thunderbird(message::AnalysedMessage& message) {
  return std::make_unique<thunderbird::Thunderbird>(message);
}

}  // namespace mimebase::readers
