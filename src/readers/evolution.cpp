// Evolution shows each HTML part as a document of its own. Without a <base>, its base is the URL of the
// message in Evolution.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "charset/charset.h"
#include "readers/choice.h"
#include "readers/page_loads.h"
#include "readers/programs.h"
#include "readers/text_url.h"
#include "readers/web_engine.h"
#include "readers/written.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "url/split.h"
#include "walk/field_text.h"
#include "walk/parameters.h"

namespace mimebase::readers {
namespace evolution {
namespace {

constexpr std::string_view kMoreLoads[] = {"feimage@href", "frame@src"};
constexpr std::string_view kMoreClicks[] = {"vcard:*"};
constexpr Followed kFollowed = {.more_clicks = kMoreClicks, .more_loads = kMoreLoads};
// Stands for the account, the folder and the number of the message.
constexpr std::string_view kMessageUrl = "mail://account/folder/message";

constexpr std::string_view kTextSchemes[] = {
    "http:", "https:", "ftp:", "sftp:", "nntp:", "file:", "telnet:", "webcal:", "mailto:"};
constexpr TextRule kText = {.schemes = kTextSchemes,
                            .dropped = ".,;:!?-|\">",
                            .balanced = ")}]",
                            .ends = "<>",
                            .finds_www = true,
                            .minds_case = true,
                            .finds_addresses = true};

// A text without a file name is none, whatever its disposition is. A part whose type is only one word is no
// text.
bool is_file(const View& view, int entity) {
  if (!view.is_leaf(entity)) return view.message().entity(entity).kind != walk::Kind::kMultipart;
  return !view.type(entity).starts_with("text/") || has_odd_type(view, entity) || has_file_name(view, entity);
}

// Of a multipart/alternative the last child that can be shown and is no file. One without such a child is
// like a mixed.
int child_of(View& view, int composite) {
  constexpr std::string_view kShown[] = {"text/html",        "text/plain",        "text/enriched",
                                         "text/richtext",    "text/markdown",     "multipart/alternative",
                                         "multipart/mixed",  "multipart/related", "multipart/report",
                                         "multipart/digest", "multipart/signed",  "multipart/encrypted"};
  if (!view.is_type(composite, "multipart/alternative")) return kAllChildren;
  const match::EntityTree& tree = view.tree();
  int best = kAllChildren;
  for (int i = composite + 1; i < tree.end(composite); i = tree.end(i)) {
    const int root = tree.is_related(i) ? root_of(view, i, Start::kObeyed) : -1;
    if (is_file(view, root >= 0 ? root : i)) continue;
    if (best == kAllChildren || is_one_of(view.type(i), kShown)) best = i;
  }
  return best;
}

// Text of any type is shown as plain text if there is no other way to show it.
bool is_displayed(const View& view, int entity) {
  const bool is_text = is_one_of(view.type(entity), {"text/html", "text/plain", "text/css", "text/vcard"}) ||
                       (is_other_text(view, entity) &&
                        !is_one_of(view.type(entity), {"text/enriched", "text/richtext", "text/markdown"}));
  return view.is_leaf(entity) && is_text &&
         (disposition_of(view, entity) == "inline" || !is_file(view, entity));
}

// True if an unquoted "type=a/b" comes before the boundary: Camel reads no parameter behind the slash.
bool loses_boundary(const View& view, int entity) {
  const auto field = view.field(entity, "content-type");
  if (!field) return false;
  const auto types = walk::parameter_sections(*field, "type"),
             boundaries = walk::parameter_sections(*field, "boundary");
  return !types.empty() && !boundaries.empty() && !types.front().is_quoted &&
         contains(types.front().value, '/') && types.front().value.data() < boundaries.front().value.data();
}

// As a URL; empty if there is none.
std::string label_of(const View& view, int entity) {
  const auto id = view.field(entity, "content-id", Pick::kLast);
  const auto label = id ? walk::bracketed_id(*id) : std::nullopt;
  return label ? "cid:" + *label : std::string();
}

// The HTML of a root: itself, or the first one of an alternative. -1 if there is none.
int html_of(const View& view, int root) {
  if (!view.is_type(root, "multipart/alternative")) return view.is_type(root, "text/html") ? root : -1;
  for (int i = root + 1; i < view.tree().end(root); i = view.tree().end(i)) {
    if (view.is_type(i, "text/html")) return i;
  }
  return -1;
}

// The texts between two quotation marks, sorted.
std::vector<std::string_view> quoted_texts(std::string_view html) {
  std::vector<std::string_view> texts;
  std::size_t open = html.find('"');
  while (open < html.size()) {
    const std::size_t close = html.find('"', open + 1);
    if (close != html.npos) texts.push_back(html.substr(open + 1, close - open - 1));
    open = close;
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

// Images and style sheets are loaded from any part that has a label.
bool loads_part(View& view, const Seen& seen, int part) {
  const bool is_embedded = is_one_of(seen.context, {"object@data", "embed@src"});
  if (is_embedded && !View::attribute(view.tag(seen), "type").value_or("").starts_with("image/"))
    return false;
  return !view.is_type(part, "application/pdf") &&
         !is_one_of(seen.context, {"iframe@src", "frame@src", "video@src", "audio@src", "source@src",
                                   "css:import", "style/css:import"});
}

// The base has a scheme of its own, "mail:". A backslash is a slash in it all the same.
std::string with_slashes(std::string_view value) {
  const std::size_t end = std::min(value.find_first_of("?#"), value.size());
  return replaced(value.substr(0, end), "\\", "/").append(value.substr(end));
}

// WebKit reads UTF-8 if neither the header nor the document names a charset. Evolution drops what is not in
// the charset that the header names.
std::string in_charset(View& view, const Seen& seen) {
  const auto& named = view.named_charset();
  if (!named.is_known && view.readable().label.empty())
    return value_in_charset(view, seen, charset::Charset("utf-8"));
  const auto bytes = named.is_known ? written_in_charset(view, seen) : std::nullopt;
  // A zero stays U+FFFD.
  const bool drops = bytes && !contains(*bytes, '\0');
  std::string out = drops ? without_replacements(seen.value) : std::string(seen.value);
  const bool is_ascii = named.is_known && named.name.empty();
  if (is_ascii) std::erase_if(out, [](char c) { return !ascii::is_ascii(c); });
  return out;
}

class Evolution final : public Reader {
 public:
  explicit Evolution(message::AnalysedMessage& message) : Reader(message, kFollowed) {
    std::vector<bool> is_processed = processed(*this, child_of), has_children(shown_.size(), true);
    for (int i = 0; i < entity_count(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (const int parent = tree().parent(i); parent >= 0 && !has_children[static_cast<std::size_t>(parent)])
        is_processed[at] = has_children[at] = false;
      if (!tree().is_leaf(i) && loses_boundary(*this, i)) has_children[at] = false;
      show(i, is_processed[at] && is_displayed(*this, i));
      const std::string label = is_processed[at] && is_file(*this, i) ? label_of(*this, i) : std::string();
      if (!label.empty()) labels_.add(label, i);
    }
    labels_.finish();
    hide_listed();
    for (int i = 0; i < entity_count(); ++i) {
      if (is_processed[static_cast<std::size_t>(i)] && tree().is_related(i)) hide_named(i);
    }
  }

 private:
  // In a mixed, a child that starts with HTML with a Content-Location is listed as a file, and that HTML is
  // shown only if the child is to be shown inline.
  void hide_listed() {
    std::vector<int> first(shown_.size());  // by entity: the leaf, or message, that it starts with
    std::vector<bool> lists(shown_.size());
    for (int i = entity_count() - 1; i >= 0; --i) {
      const auto at = static_cast<std::size_t>(i);
      first[at] = i;
      if (message().entity(i).kind != walk::Kind::kMultipart || tree().is_leaf(i)) continue;
      // The child that a composite shows first or only; none if it is, or is taken for, a mixed.
      int chosen = child_of(*this, i);
      if (!is_type(i, "multipart/alternative") && tree().is_related(i))
        chosen = root_of(*this, i, Start::kObeyed);
      lists[at] = chosen < 0;
      first[at] = first[static_cast<std::size_t>(chosen < 0 ? i + 1 : chosen)];
    }
    for (int i = 1; i < entity_count(); ++i) {
      const int leaf = first[static_cast<std::size_t>(i)];
      if (lists[static_cast<std::size_t>(tree().parent(i))] && is_type(leaf, "text/html") &&
          field(leaf, "content-location") && disposition_of(*this, i) != "inline")
        hide(leaf);
    }
  }

  // HTML beside the root is not shown if the root names its Content-Location, or as a file its Content-ID.
  void hide_named(int related) {
    const int root = root_of(*this, related, Start::kObeyed);
    std::vector<std::pair<std::string, int>> named;
    for (int i = related + 1; i < tree().end(related); i = tree().end(i)) {
      if (i == root || !shows(i)) continue;
      std::string name;
      if (is_file(*this, i)) {
        name = label_of(*this, i);
      } else if (is_type(i, "text/html")) {
        name = without_bytes(field(i, "content-location").value_or(""), "\" \t\r\n");
      }
      if (!name.empty()) named.emplace_back(std::move(name), i);
    }
    const int html = root < 0 || named.empty() ? -1 : html_of(*this, root);
    if (html < 0) return;
    const std::vector<std::string_view> texts = quoted_texts(text(html));
    for (const auto& [name, entity] : named) {
      if (std::binary_search(texts.begin(), texts.end(), name)) hide(entity);
    }
  }

  void enter_content() override {
    own_url_ = kMessageUrl;
    loads_.clear();
    // It converts contents to UTF-8 if their header names a charset that it knows.
    if (is_contradicted(*this)) dropped_ = {0, text().size()};
    if (walked().parameter(entity(), "charset")) query_encoding_.emplace();
    base_ = kMessageUrl;
    const auto& declared = html_base(entity());
    if (!declared || declared->reference.empty()) return;
    resolve(kMessageUrl, declared->reference, base_);
    if (base_.empty() || starts_with_one_of(base_, {"javascript:", "about:"})) base_ = kMessageUrl;
  }

  // A click runs no scripts, and stays in the part if there is no base.
  bool is_nothing(const Seen& seen, std::string_view value, std::string_view url) const {
    if (seen.is_load() && url.starts_with("data:")) return false;
    // What is relative to a file is not loaded.
    if (seen.is_load() && url.starts_with("file:") && !ascii::starts_with_ignoring_case(value, "file:"))
      return true;
    return starts_with_one_of(url, kEngineBlocked) ||
           (base_ == kMessageUrl && (value.empty() || value.starts_with('#')));
  }

  // What loads is requested before a later base is known.
  std::string_view base_for(const Seen& seen) {
    const auto& declared = html_base(entity());
    const bool is_early =
        seen.is_load() && declared && seen.reference.origin.span.start < declared->span.start;
    return is_early ? kMessageUrl : std::string_view(base_);
  }

  void open(const Seen& seen, Answer& answer) override {
    if (is_in_shown_text(*this, seen) || is_type(entity(), "text/vcard")) {
      resolve({}, url_in_text(*this, seen, kText), answer.url);
      answer.by = OpensBy::kClick;
      return;
    }
    if (!is_used_by_engine(*this, seen, {"stylesheet", "preload"}) || seen.in_srcdoc) return;
    // It loads media at once, and a frame beside its srcdoc.
    if (seen.context != "iframe@src" && !loads_.loads(*this, seen)) return;
    if (!is_one_of(seen.context, {"video@src", "audio@src"}) && !is_used_medium(*this, seen)) return;
    if (seen.context == "link@href" && !is_applied_sheet(tag(seen))) return;
    std::string buffer;
    const std::string decoded = in_charset(*this, seen);
    const std::string_view value = url::clean(decoded, buffer);
    resolve(base_for(seen), with_slashes(value), answer.url);
    if (seen.is_load() && answer.url.starts_with("cid:")) {
      const auto parts = labels_.bearers(answer.url);
      if (!parts.empty() && loads_part(*this, seen, parts.front())) answer.part = parts.front();
      answer.url.clear();
    } else if (is_nothing(seen, value, answer.url) ||
               (seen.context == "iframe@src" && starts_with_one_of(answer.url, kNeverFramed))) {
      answer.url.clear();
    }
  }

  PageLoads loads_;  // of the current content
  match::Labels labels_;
};

}  // namespace
}  // namespace evolution

std::unique_ptr<Reader> make_evolution(message::AnalysedMessage& message) {
  return std::make_unique<evolution::Evolution>(message);
}

}  // namespace mimebase::readers
