// rspamd puts the first <base href> before later relative links, as text. It matches no parts.
#include <string>

#include "ascii.h"
#include "readers/choice.h"
#include "url/split.h"

namespace mimebase::readers::rspamd {
namespace {

constexpr ContextRule kContexts[] = {{"a@href", OpensBy::kClick},
                                     {"text", OpensBy::kClick},
                                     {"text:delimited", OpensBy::kClick},
                                     {"html:text", OpensBy::kClick},
                                     {"html:text:delimited", OpensBy::kClick},
                                     {"area@href", OpensBy::kClick},
                                     {"form@action", OpensBy::kClick}};

void enter_message(View& view) {
  show_all(view);
}

void read_base(View& view, std::string_view href) {
  if (view.base.empty()) view.base = href;
}

void open(View& view, const Seen& seen, Answer& answer) {
  std::string buffer;
  const std::string_view value = url::clean(seen.value, buffer);
  if (seen.reference.found.guessed) {
    answer.url = "http://" + std::string(value);
  } else if (Resolver::is_absolute(value, RuleSet::kRfc3986)) {
    answer.url = value;
  } else if (!view.base.empty()) {
    answer.url = view.base + std::string(value);
  }
}

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {MailReader::kRspamd, kContexts, enter_message, nullptr, open, read_base};

}  // namespace mimebase::readers::rspamd
