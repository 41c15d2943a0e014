// SpamAssassin resolves links against the last absolute <base href> that it has read. It matches no parts.
#include <string>

#include "ascii.h"
#include "readers/choice.h"
#include "url/split.h"

namespace mimebase::readers::spamassassin {
namespace {

constexpr ContextRule kContexts[] = {
    {"a@href", OpensBy::kClick},         {"img@src", OpensBy::kLoad},
    {"text", OpensBy::kClick},           {"html:text", OpensBy::kClick},
    {"text:delimited", OpensBy::kClick}, {"html:text:delimited", OpensBy::kClick},
    {"area@href", OpensBy::kClick},      {"link@href", OpensBy::kLoad},
    {"script@src", OpensBy::kLoad},      {"iframe@src", OpensBy::kLoad},
    {"form@action", OpensBy::kClick},    {"body@background", OpensBy::kLoad}};

bool is_web(std::string_view url) {
  for (const std::string_view scheme : {"http:", "https:", "ftp:"}) {
    if (ascii::starts_with_ignoring_case(url, scheme)) return true;
  }
  return false;
}

void enter_message(View& view) {
  show_all(view);
}

void read_base(View& view, std::string_view href) {
  if (is_web(href)) view.base = href;
}

void open(View& view, const Seen& seen, Answer& answer) {
  std::string buffer;
  const std::string_view value = url::clean(seen.value, buffer);
  if (seen.in_srcdoc) return;
  if (seen.reference.found.guessed) {
    answer.url = "http://" + std::string(value);
  } else if (view.base.empty() || Resolver::is_absolute(value, RuleSet::kRfc3986)) {
    answer.url = value;
  } else {
    view.resolve(view.base, value, answer.url);
  }
}

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {MailReader::kSpamassassin, kContexts, enter_message, nullptr, open, read_base};

}  // namespace mimebase::readers::spamassassin
