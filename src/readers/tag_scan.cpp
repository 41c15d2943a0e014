#include "readers/tag_scan.h"

#include <algorithm>
#include <iterator>

#include "find/html/tokenizer.h"
#include "text/ascii.h"

namespace mimebase::readers {

void TagScan::read(std::string_view html, const TagRules& rules) {
  clear();
  html_ = html;
  rules_ = rules;
  for (std::size_t at = 0; (at = html_.find('<', at)) < html_.size();) {
    const std::string_view rest = html_.substr(at);
    const bool is_comment = rest.starts_with("<!--") && !rest.starts_with("<!-->");
    at = is_comment ? skip(at, "-->") : read_tag(at);
  }
}

// Skips what follows `from`, up to and without the `end`. Returns the position of `end`.
std::size_t TagScan::skip(std::size_t from, std::string_view end) {
  const std::size_t found = std::min(ascii::find_ignoring_case(html_, end, from), html_.size());
  skipped_.push_back({from, found});
  return found;
}

// Returns the position after a tag, or after the content that it opens if that is skipped.
std::size_t TagScan::read_tag(std::size_t at) {
  const std::string_view tag = html_.substr(at + 1);
  if (tag.empty() || !ascii::is_letter(tag.front())) return at + 1;
  const std::string_view name = tag.substr(0, tag.find_first_of(" \t\r\n\f/>"));
  if (ascii::equals_ignoring_case(name, "base")) bases_.push_back(at);
  std::size_t end = std::min(html_.find('>', at), html_.size());
  if (!is_unfinished_ && html_.substr(at, end - at).find_first_of("\"'") != std::string_view::npos) {
    find::HtmlToken token;
    find::HtmlTokenizer(html_.substr(at)).next(token);
    is_unfinished_ = token.kind != find::HtmlTokenKind::kStartTag;
    if (!is_unfinished_) end = at + token.bytes.size() - 1;
  }
  for (const RawElement& raw : rules_.raw_elements) {
    if (ascii::equals_ignoring_case(name, raw.name)) return skip(end, raw.end);
  }
  return end;
}

bool TagScan::is_skipped(std::size_t at) const {
  const auto after =
      std::upper_bound(skipped_.begin(), skipped_.end(), at,
                       [](std::size_t here, const find::Span& span) { return here < span.start; });
  return after != skipped_.begin() && at < std::prev(after)->end;
}

std::optional<std::string_view> TagScan::next_base(std::size_t before) {
  while (next_base_ < bases_.size() && bases_[next_base_] < before) {
    if (const auto base = base_in(bases_[next_base_++])) return base;
  }
  return std::nullopt;
}

std::optional<std::string_view> TagScan::base_in(std::size_t at) const {
  find::HtmlToken token;
  find::HtmlTokenizer(html_.substr(at)).next(token);
  for (const find::HtmlAttribute& attribute : token.attributes) {
    const bool is_base = std::any_of(
        rules_.base_attributes.begin(), rules_.base_attributes.end(),
        [&attribute](std::string_view name) { return ascii::equals_ignoring_case(attribute.name, name); });
    if (is_base) return attribute.value;
  }
  return std::nullopt;
}

}  // namespace mimebase::readers
