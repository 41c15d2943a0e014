#include "readers/style_rules.h"

#include <cstddef>

#include "readers/written.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::readers {
namespace {

// The at-rule that this text before a block starts; empty if it starts another rule.
std::string_view at_rule_of(std::string_view prelude) {
  const std::size_t at = prelude.rfind('@');
  return at == prelude.npos ? std::string_view() : ascii::trimmed(prelude.substr(at + 1));
}

}  // namespace

bool is_in_attribute(const Seen& seen) {
  return contains(seen.reference.found.context, '@');
}

std::string_view at_rule_around(View& view, const Seen& seen) {
  std::string_view before = written_before(view, seen);
  const bool is_cut = before.size() < seen.start() && !contains(before, '<');
  before = before.substr(before.rfind('<') + 1);  // npos + 1 is 0
  for (std::size_t closed = 0; !before.empty();) {
    const std::size_t brace = before.find_last_of("{}");
    if (brace == before.npos && is_cut) view.note_beyond_window();
    if (brace == before.npos) return {};
    const bool opens = before[brace] == '{';
    before = before.substr(0, brace);
    if (!opens) {
      ++closed;
    } else if (closed > 0) {
      --closed;
    } else {
      const std::size_t start = before.find_last_of("{};");
      const std::string_view rule = at_rule_of(before.substr(start + 1));  // npos + 1 is 0
      if (!rule.empty()) return rule;
    }
  }
  return {};
}

}  // namespace mimebase::readers
