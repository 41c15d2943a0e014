// Thunderbird joins all HTML that it shows into one document, and writes a <BASE> of each part's header
// before the part. The first base of that document applies everywhere.
#include <algorithm>
#include <array>
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
#include "readers/page_loads.h"
#include "readers/programs.h"
#include "readers/style_rules.h"
#include "readers/swallowed.h"
#include "readers/thunderbird_text.h"
#include "readers/web_engine.h"
#include "readers/written.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "url/split.h"
#include "walk/parameters.h"

namespace mimebase::readers {
namespace thunderbird {
namespace {

constexpr std::string_view kMoreClicks[] = {"calendar:url", "calendar:attach"};
constexpr std::string_view kMoreLoads[] = {"*@poster", "feimage@href"};
constexpr std::string_view kIgnored[] = {"css:import"};
constexpr Followed kFollowed = {
    .more_clicks = kMoreClicks, .more_loads = kMoreLoads, .ignored = kIgnored, .in_templates = true};

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

// Thunderbird finds a part only by the whole value of an attribute, without the blanks around it.
bool is_whole_value(View& view, const Seen& seen) {
  if (seen.is_css()) return false;
  if (!seen.context.ends_with("@srcset")) return true;
  const std::string_view value = ascii::trimmed(View::attribute(view.tag(seen), "srcset").value_or(""));
  const auto [start, end] = seen.reference.origin.text;
  return !value.empty() && value.data() == view.text().data() + start && value.size() == end - start;
}

// The first event of a calendar, of which Thunderbird shows some properties, with URLs in them as links. What
// an alarm in it says is not shown.
class ShownEvent {
 public:
  ShownEvent() = default;
  explicit ShownEvent(std::string_view calendar) {
    for (std::size_t start = 0; start < calendar.size() && !is_over_;) {
      const std::string_view line = calendar.substr(start, calendar.find('\n', start) - start);
      read(ascii::trimmed(line), start);
      start += line.size() + 1;
    }
    if (!is_over_) turns_.clear();  // it is broken off
  }

  // True for a value at this position in the context "calendar:url" or "calendar:summary/text".
  [[nodiscard]] bool shows(std::size_t at, std::string_view context) const {
    const auto next = std::upper_bound(turns_.begin(), turns_.end(), at);
    if ((next - turns_.begin()) % 2 == 0) return false;
    const std::string_view name = context.substr(context.find(':') + 1);
    for (std::size_t i = 0; i < std::size(kOnce); ++i) {
      if (name.substr(0, name.find('/')) == kOnce[i]) return at >= last_[i];
    }
    return name == "attach" || name.starts_with("summary/");
  }

 private:
  // Of these the last one is shown.
  static constexpr std::string_view kOnce[] = {"location", "description", "comment", "url"};

  void read(std::string_view line, std::size_t start) {
    const auto is = [line](std::string_view one) { return ascii::equals_ignoring_case(line, one); };
    const bool is_shown = turns_.size() % 2 == 1;
    const bool starts = is_event_ ? !is_shown && is("END:VALARM") : is("BEGIN:VEVENT");
    const bool ends = is_shown && (is("BEGIN:VALARM") || is("END:VEVENT"));
    is_event_ = is_event_ || starts;
    is_over_ = is("END:VEVENT");
    if (starts || ends) turns_.push_back(start);
    const std::string_view name = line.substr(0, line.find_first_of(":;"));
    for (std::size_t i = 0; is_shown && i < std::size(kOnce); ++i) {
      if (ascii::equals_ignoring_case(name, kOnce[i])) last_[i] = start;
    }
  }

  std::vector<std::size_t> turns_;  // where it begins to be shown, ends, and so on
  std::array<std::size_t, std::size(kOnce)> last_{};
  bool is_event_ = false, is_over_ = false;
};

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

  // Returns the part that `value`, in an attribute, names; searches the enclosing
  // multipart/related from the innermost outwards. Only a root can refer to parts: anything displayed beside
  // it enters the document before they are known. Attributes are compared as HTML, with escapes.
  int part_named(std::string_view value) {
    value = ascii::trimmed(value);
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

  // Thunderbird splits contents at line feeds before it converts them, so UTF-16 is readable only up to the
  // first one, in which the second byte of a character is lost. Returns how much of the text that is. Without
  // the name of its charset in the header, UTF-16 shows as nothing.
  std::size_t shown_size(int entity) {
    const std::string_view shown = text(entity);
    if (!is_wide(*this, entity)) return shown.size();
    const std::string named = ascii::lowered(walked().charset(entity));
    const bool is_swapped = named == "utf-16be";
    const bool is_read = is_swapped || named == "utf-16" || named == "utf-16le";
    std::string buffer;
    const std::string_view start = walked().content_start(entity, 2, buffer);
    const bool is_big = starts_with_one_of(start, {"\xFE\xFF", std::string_view("\0", 1)});
    if (!is_read || is_big != is_swapped) return 0;
    return is_swapped ? shown.size() : std::min(shown.find('\n'), shown.size());
  }

  Base first_base() {
    for (const int i : shown_order(*this)) {
      if (!shows(i) || !is_page(*this, i)) continue;
      if (auto base = written_base(*this, i)) return {*base, i, 0};
      const auto& declared = html_base(i);
      if (!declared) continue;
      const std::size_t start = declared->span.start;
      if (start < readable(i).map.to_input(shown_size(i)))
        return {std::string(declared->reference), i, start};
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
    if (ascii::starts_with_one_of_ignoring_case(href, {"data:", "javascript:"})) return;
    early_.url = href.empty() ? "about:blank" : href;
    early_.entity = entity();
  }

  void enter_content() override {
    query_encoding_.emplace();
    loads_.clear();
    find_base();
    // A style sheet in a part has a URL that resolves nothing.
    if (is_type(entity(), "text/css")) return;
    if (is_wide(*this, entity())) dropped_ = {shown_size(entity()), text().size()};
    if (is_type(entity(), "text/calendar")) event_ = ShownEvent(text());
    read_damage();
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

  // ---- Damage, and text

  void read_damage() {
    links_.clear();
    swallowed_ = {};
    std::string buffer;
    const bool is_quoted = walked().transfer_encoding(entity()) == walk::TransferEncoding::kQuotedPrintable;
    // A part of an alternative, and the root of a multipart/related, are decoded in one piece.
    const int parent = tree().parent(entity());
    const bool is_whole = parent >= 0 && (is_type(parent, "multipart/alternative") ||
                                          (tree().is_related(parent) && related_[parent].root == entity()));
    if (!is_quoted || is_whole || !readable().map.identity()) return;
    swallowed_ = Swallowed(walked().raw_content(entity()), walked().content(entity(), buffer),
                           walked().content_map(entity()));
  }

  // The value of an attribute as it is without what is lost of the tag; nothing if nothing is, or if the
  // attribute is then not there.
  std::optional<std::string> damaged_value(const Seen& seen) {
    const std::string_view whole = swallowed_.is_nothing() ? std::string_view() : tag(seen);
    if (whole.empty()) return std::nullopt;
    const auto start = static_cast<std::size_t>(whole.data() - text().data());
    const std::size_t end = start + whole.size();
    if (!swallowed_.is_in(start, end)) return std::nullopt;
    const std::string_view left =
        swallowed_.rest().substr(swallowed_.at(start), swallowed_.at(end) - swallowed_.at(start));
    const auto value = attribute(left, seen.context.substr(seen.context.find('@') + 1));
    return decoded_attribute(value.value_or(""), readable().charset);
  }

  // The URL at the start of the reference, as Thunderbird writes it.
  std::string url_in_text(const Seen& seen) {
    if (is_type(entity(), "text/calendar")) return std::string(seen.value);
    const bool is_whole = swallowed_.is_nothing();
    const std::string_view content = is_whole ? text() : swallowed_.rest();
    const std::size_t at = is_whole ? seen.start() : swallowed_.at(seen.start());
    std::string url(links_.url_at(content, at)), read;
    if (url.empty()) url = lone_url(content, at);
    readable().charset.append_utf8(url, read);
    return read;
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
    const bool is_whole = contains(seen.context, '@') && !seen.is_css() && !seen.context.ends_with("srcset");
    if (auto damaged = is_whole ? damaged_value(seen) : std::nullopt) return *damaged;
    const auto written = is_read ? written_in_charset(*this, seen) : std::nullopt;
    if (!written) return std::string(seen.value);
    const bool is_utf8 = is_unknown || (!is_ascii && charset::is_utf8(text()));
    return decoded_attribute(*written, charset::Charset(is_utf8 ? "utf-8" : "windows-1252"));
  }

  // Styles in at-rules are removed, but for fonts.
  bool is_looked_at(const Seen& seen) {
    if (seen.in_srcdoc) return false;
    if (is_type(entity(), "text/calendar")) return event_.shows(seen.start(), seen.reference.found.context);
    // An image's src must be a URL to be a candidate beside its srcset.
    const auto is_usable = [&](std::string_view src) {
      std::string resolved;
      const std::string value = decoded_attribute(src);
      return part_named(value) >= 0 || resolve(base_for(seen), value, resolved);
    };
    if (!is_chosen_image(*this, seen, is_usable) || !is_used_medium(*this, seen) ||
        !loads_.loads(*this, seen))
      return false;
    if (seen.context == "link@href" && attribute(tag(seen), "disabled")) return false;
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
    if (is_text && !is_guess) {
      read = url_in_text(seen);
      if (read.empty()) return;
    }
    const int part = is_whole_value(*this, seen) ? part_named(read) : -1;
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
  Swallowed swallowed_;                                   // of the current content
  ShownEvent event_;                                      // of the current content
  PageLoads loads_;                                       // of the current content
  TextLinks links_;                                       // of the current content
  std::optional<std::unordered_set<std::string>> names_;  // to which fragments lead, once they are known
};

}  // namespace
}  // namespace thunderbird

std::unique_ptr<Reader> make_thunderbird(message::AnalysedMessage& message) {
  return std::make_unique<thunderbird::Thunderbird>(message);
}

}  // namespace mimebase::readers
