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
                                     {"iframe@src", OpensBy::kClick},
                                     {"form@action", OpensBy::kClick}};

void enter_message(View& view) {
  show_all(view);
}

// The first usable one counts: a web or file URL with its slashes.
void read_base(View& view, std::string_view href) {
  std::string url;
  const std::size_t colon = href.find(':');
  const bool has_one_slash =
      colon != href.npos && href.substr(colon + 1, 1) == "/" && href.substr(colon + 1, 2) != "//";
  if (!view.base.empty() || has_one_slash || !view.resolve({}, href, url)) return;
  for (const std::string_view scheme : {"http://", "https://", "ftp://", "file://"}) {
    if (url.starts_with(scheme)) view.base = url;
  }
}

void open(View& view, const Seen& seen, Answer& answer) {
  std::string buffer;
  const std::string_view value = url::clean(seen.value, buffer);
  if (seen.reference.found.guessed) {
    answer.url = "http://" + std::string(value);
  } else if (Resolver::is_absolute(value, RuleSet::kRfc3986)) {
    answer.url = value;
  } else if (!view.base.empty()) {
    answer.url = view.base + std::string(value.substr(value.starts_with("//") ? 1 : 0));
  }
}

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {MailReader::kRspamd, kContexts, enter_message, nullptr, open, read_base};

}  // namespace mimebase::readers::rspamd
