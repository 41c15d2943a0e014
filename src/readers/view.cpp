#include "readers/view.h"

#include <algorithm>
#include <utility>

#include "charset/label.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::readers {

void View::enter(int entity) {
  entity_ = entity;
  has_pictures_.reset();
  has_noted_window_ = false;
  elements_.clear();
  named_charset_.reset();
}

const message::Content& View::content(int entity) {
  if (entity == entity_) return message_.content(entity);
  other_.read(message_.walked(), entity, message_.content_kind(entity), message_.options().limits,
              message_.profile().headers);
  return other_;
}

std::optional<std::string_view> View::field(int entity, std::string_view name, Pick pick) const {
  std::optional<std::string_view> value;
  for (const walk::Field& field : message_.walked().fields(entity)) {
    if (!ascii::equals_ignoring_case(field.name, name)) continue;
    value = field.raw_value;
    if (pick == Pick::kFirst) break;
  }
  return value;
}

const View::NamedCharset& View::named_charset() {
  if (!named_charset_) {
    const std::string written = message_.walked().charset(entity_);
    charset::Label label = charset::read_label(written);
    named_charset_ = {!written.empty(), !written.empty() && label.known, std::move(label.name)};
  }
  return *named_charset_;
}

void View::note_beyond_window() {
  if (std::exchange(has_noted_window_, true)) return;
  message_.budget().note_cut(entity_, "what is around a reference is longer than " +
                                          std::to_string(window()) +
                                          " bytes: what mail programs open may differ; raise the limit "
                                          "reader-bytes to look at all of it");
}

std::string_view View::tag(const Seen& seen) {
  if (seen.in_srcdoc) return {};
  const std::string_view content = text();
  const std::size_t at = std::min(seen.start(), content.size());
  const std::size_t from = at - std::min(at, window());
  const std::size_t end = std::clamp<std::size_t>(seen.reference.origin.text.end, at, content.size());
  const std::string_view around = content.substr(from, end - from + window());
  const std::size_t open = around.substr(0, at - from).rfind('<');
  const std::size_t close = around.find('>', end - from);
  const bool is_cut =
      (open == around.npos && from > 0) || (close == around.npos && from + around.size() < content.size());
  if (is_cut && !seen.is_in_text()) note_beyond_window();
  if (open == around.npos) return {};
  return around.substr(open, close - open);
}

std::string_view View::before_tag(const Seen& seen) {
  const std::string_view own = tag(seen), content = text();
  if (own.empty()) return {};
  const auto end = static_cast<std::size_t>(own.data() - content.data());
  const std::size_t from = end - std::min(end, window());
  return content.substr(from, end - from);
}

View::Tags View::tags_before(const Seen& seen, std::string_view element) {
  const std::string_view own = tag(seen), content = text();
  if (own.empty()) return {};
  auto known = elements_.find(element);
  if (known == elements_.end()) {
    const std::string name(element);
    known = elements_.emplace(name, Element{Occurrences("<" + name), Occurrences("</" + name)}).first;
  }
  const auto end = static_cast<std::size_t>(own.data() - content.data());
  return {known->second.opened.last_before(content, end), known->second.closed.last_before(content, end)};
}

bool View::is_within(const Seen& seen, std::string_view element) {
  const auto [opened, closed] = tags_before(seen, element);
  return opened != std::string_view::npos && (closed == std::string_view::npos || closed < opened);
}

std::string_view View::tag_around(const Seen& seen, std::string_view element) {
  if (!is_within(seen, element)) return {};
  const std::string_view from = text().substr(tags_before(seen, element).opened, window());
  return from.substr(0, from.find('>'));
}

bool View::in_svg(const Seen& seen) {
  const bool is_closed = tags_before(seen, "svg").closed != std::string_view::npos;
  return is_within(seen, "svg") || (!is_closed && is_type(entity_, "image/svg+xml"));
}

bool View::has_pictures() {
  if (!has_pictures_) has_pictures_ = contains(text(), "<picture");
  return *has_pictures_;
}

std::optional<std::string_view> View::attribute(std::string_view tag, std::string_view name) {
  constexpr std::string_view kAfterName = " \t\r\n\f/>=";
  const auto skip = [&tag](std::string_view skipped) {
    tag.remove_prefix(std::min(tag.size(), tag.find_first_not_of(skipped)));
  };
  const auto take = [&tag](std::size_t end) {
    const std::string_view taken = tag.substr(0, end);
    tag.remove_prefix(taken.size());
    return taken;
  };
  take(tag.find_first_of(kAfterName));  // the tag's name
  for (skip(" \t\r\n\f/>="); !tag.empty(); skip(" \t\r\n\f/>")) {
    const std::string_view found = take(tag.find_first_of(kAfterName, 1));
    std::string_view value;
    skip(ascii::kWhiteSpace);
    if (tag.starts_with('=')) {
      tag.remove_prefix(1);
      skip(ascii::kWhiteSpace);
      const bool is_quoted = tag.starts_with('"') || tag.starts_with('\'');
      const char quote = is_quoted ? take(1).front() : '\0';
      value = take(is_quoted ? tag.find(quote) : tag.find_first_of(" \t\r\n\f>"));
      if (is_quoted) take(1);
    }
    if (ascii::equals_ignoring_case(found, name)) return value;
  }
  return std::nullopt;
}

bool View::is_link_for(const Seen& seen, std::initializer_list<std::string_view> words) {
  if (seen.context != "link@href") return false;
  const std::string rel = ascii::lowered(attribute(tag(seen), "rel").value_or(""));
  return std::any_of(words.begin(), words.end(),
                     [&rel](std::string_view word) { return contains(rel, word); });
}

std::string_view next_word(std::string_view& list) {
  list = ascii::trimmed(list, ascii::kHtmlWhiteSpace);
  const std::string_view word = list.substr(0, list.find_first_of(ascii::kHtmlWhiteSpace));
  list.remove_prefix(word.size());
  return word;
}

std::string essence_of(std::string_view type) {
  return ascii::lowered(ascii::trimmed(type.substr(0, type.find(';'))));
}

}  // namespace mimebase::readers
