#include "edit/signed_content.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>

#include "edit/replacer.h"

namespace mimebase::edit {
namespace {

// Lines of armor: the first, one that must follow, and the last.
struct Armor {
  std::string_view first, middle, last;
};
constexpr Armor kArmors[] = {
    {"-----BEGIN PGP SIGNED MESSAGE-----", "-----BEGIN PGP SIGNATURE-----", "-----END PGP SIGNATURE-----"},
    {"-----BEGIN PGP MESSAGE-----", "", "-----END PGP MESSAGE-----"},
};

// Returns where the next line that begins with `words` begins; npos if there is none.
std::size_t find_line(std::string_view text, std::string_view words, std::size_t from) {
  std::size_t at = text.find(words, from);
  while (at != std::string_view::npos && at != 0 && text[at - 1] != '\n' && text[at - 1] != '\r')
    at = text.find(words, at + 1);
  return at;
}

// Appends all armor of one kind.
void find_armor(std::string_view text, const Armor& armor, std::vector<Range>& found) {
  constexpr std::size_t kNone = std::string_view::npos;
  std::size_t at = 0;
  while (true) {
    const std::size_t first = find_line(text, armor.first, at);
    if (first == kNone) return;
    const std::size_t middle = find_line(text, armor.middle, first + armor.first.size());
    const std::size_t last = middle == kNone ? kNone : find_line(text, armor.last, middle);
    if (last == kNone) return;  // no later armor has an end either
    at = last + armor.last.size();
    found.push_back({first, at});
  }
}

// Returns, for each entity, whether it may be edited.
std::vector<bool> find_editable(const message::AnalysedMessage& message, const RewriteOptions& options) {
  const bool replaces = replaces_urls(options);
  std::vector<bool> is_closed(static_cast<std::size_t>(message.entity_count()));
  for (int i = 0; i < message.entity_count(); ++i) {
    const walk::Entity& self = message.entity(i);
    const bool is_inside = self.parent >= 0 && !options.break_signatures &&
                           (is_closed[static_cast<std::size_t>(self.parent)] ||
                            message.entity(self.parent).content_type == "multipart/signed");
    is_closed[static_cast<std::size_t>(i)] = is_inside || self.in_cms || (replaces && self.in_encrypted);
  }
  is_closed.flip();
  return is_closed;
}

}  // namespace

bool replaces_urls(const RewriteOptions& options) {
  return options.map || !options.own_template.empty();
}

SignedContent::SignedContent(message::AnalysedMessage& message, const RewriteOptions& options)
    : message_(message),
      looks_for_armor_(replaces_urls(options)),
      may_edit_(find_editable(message, options)) {}

bool SignedContent::may_edit(const message::Reference& reference) {
  const message::Origin& origin = reference.origin;
  if (!may_edit(origin.entity)) return false;
  if (!looks_for_armor_ || origin.in_heading() || !reference.found.where.empty()) return true;
  if (entity_ != origin.entity) {
    entity_ = origin.entity;
    armor_.clear();
    const message::Content& content = message_.content(entity_);
    if (kind_of_content(content.finder()->media_type) == RewriteIn::kText)
      armor_ = find_pgp_armor(content.readable().bytes);
  }
  const auto after = std::ranges::upper_bound(armor_, origin.text.start, {}, &Range::start);
  return after == armor_.begin() || std::prev(after)->end <= origin.text.start;
}

bool SignedContent::is_encrypted(int entity) const {
  const walk::Entity& self = message_.entity(entity);
  const bool is_mail = self.in_encrypted || self.cms != walk::CmsKind::kNone;
  return is_mail && message_.searched(entity) == Searched::kEncrypted;
}

std::vector<Range> find_pgp_armor(std::string_view text) {
  std::vector<Range> found;
  for (const Armor& armor : kArmors) find_armor(text, armor, found);
  std::ranges::sort(found, {}, &Range::start);
  std::vector<Range> joined;  // a signed text may contain an encrypted one
  for (const Range& range : found) {
    if (joined.empty() || joined.back().end < range.start) {
      joined.push_back(range);
    } else {
      joined.back().end = std::max(joined.back().end, range.end);
    }
  }
  return joined;
}

}  // namespace mimebase::edit
