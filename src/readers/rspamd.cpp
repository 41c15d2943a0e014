// rspamd puts the first <base href> before later relative links, as text. It matches no parts. In text, it
// finds URLs below known public suffixes.
#include <algorithm>
#include <optional>
#include <string>

#include "ascii.h"
#include "readers/choice.h"
#include "readers/rspamd_url.h"
#include "readers/text_url.h"

namespace mimebase::readers::rspamd {
namespace {

constexpr std::string_view kClicks[] = {
    "a@href",    "text",      "text:delimited", "html:text", "html:text:delimited",
    "area@href", "link@href", "iframe@src",     "frame@src", "form@action"};

void enter_message(View& view) {
  show_all(view);
}

// The reference after the base, as text.
std::string joined(const View& view, std::string_view reference) {
  if (view.base.empty() || is_absolute(reference)) return std::string(reference);
  return view.base + std::string(reference);
}

// The first usable one counts, a `mailto:` URL too. A base without a path gets a slash more.
void read_base(View& view, std::string_view href) {
  if (!view.base.empty()) return;
  const std::optional<Url> url = read_url(href, view.known_hosts);
  if (url) view.base = url->text + (url->has_path ? "" : "/");
}

// Icons are images, but an icon that is relative is only found after the base is joined to it.
bool is_icon(View& view, const Seen& seen) {
  constexpr std::string_view kIcon[] = {"icon"};
  return seen.context == "link@href" && is_absolute(seen.value) && view.has_rel(seen, kIcon);
}

// Returns the URL with the punctuation after it, cut off before the first apostrophe or ")".
std::string found_in_text(View& view, const Seen& seen) {
  const std::string_view text = view.text(view.entity());
  const std::string_view rest = text.substr(std::min(seen.reference.origin.text.end, text.size()));
  const std::string_view end = rest.substr(0, rest.find_first_not_of(".,;:!?*_~|\\\"`"));
  const std::string url = std::string(seen.value) + std::string(end);
  return url.substr(0, url.find_first_of("')"));
}

void open_text(View& view, const Seen& seen, Answer& answer) {
  const bool is_guessed = seen.reference.found.guessed;
  const std::optional<Url> url =
      read_url((is_guessed ? "http://" : "") + found_in_text(view, seen), view.known_hosts);
  if (url && view.known_hosts.has_host_of(url->text)) answer.url = url->text;
}

void open(View& view, const Seen& seen, Answer& answer) {
  if (is_in_text(seen)) {
    open_text(view, seen, answer);
    return;
  }
  if (seen.in_srcdoc || ascii::starts_with_ignoring_case(seen.value, "data:") || is_icon(view, seen)) return;
  const std::optional<Url> url = read_url(joined(view, seen.value), view.known_hosts);
  if (url && (!url->is_mail || view.known_hosts.has_host_of(url->text))) answer.url = url->text;
}

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {.reader = MailReader::kRspamd,
                          .clicks = kClicks,
                          .loads = {},
                          .enter_message = enter_message,
                          .open = open,
                          .read_base = read_base,
                          .sees_templates = true,
                          .skipped_element = "noscript"};

}  // namespace mimebase::readers::rspamd
