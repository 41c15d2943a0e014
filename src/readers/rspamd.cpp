// rspamd puts the first <base href> before later relative links, as text. It matches no parts. In text, it
// finds URLs below known public suffixes.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "readers/choice.h"
#include "readers/rspamd_url.h"
#include "readers/text_url.h"
#include "readers/written.h"
#include "text/ascii.h"

namespace mimebase::readers::rspamd {
namespace {

constexpr std::string_view kClicks[] = {
    "a@href",     "text",      "text:delimited", "html:text", "html:text:delimited", "area@href", "link@href",
    "iframe@src", "frame@src", "form@action",    "css:*"};

void enter_message(View& view) {
  show_scanned(view);
  const std::vector<bool> is_lost = behind_odd_delimiters(view);
  for (int i = 0; i < view.entity_count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (view.is_type(i, "application/xhtml+xml")) view.shown[at].is_shown = true;
    if (is_lost[at]) view.shown[at].is_shown = false;
  }
}

void enter_content(View& view) {
  if (is_contradicted(view) && view.named_charset().name != "utf-8")
    view.shown[static_cast<std::size_t>(view.entity())].is_shown = false;
}

// The reference after the base, as text.
// With white space before it, it is relative.
std::string joined(View& view, const Seen& seen, std::string_view reference) {
  const auto written = view.base.empty() ? std::nullopt : attribute_bytes(view, seen);
  const bool is_spaced =
      written && !written->empty() && ascii::kWhiteSpace.find(written->front()) != ascii::kWhiteSpace.npos;
  if (view.base.empty() || (is_absolute(reference) && !is_spaced)) return std::string(reference);
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

// A URL ends at white space, a closing bracket or an apostrophe. It is none if it ends at a ">" before white
// space, but does not begin after a "<".
std::string found_in_text(View& view, const Seen& seen) {
  std::string text = shown_from(view, seen);
  const std::size_t end = std::min(text.find_first_of(")}]>' \t\r\n\v\f"), text.size());
  const std::string_view rest = std::string_view(text).substr(end);
  const bool is_closed = rest.starts_with('>') && shown_before(view, seen) != '<';
  if (seen.value.starts_with("//")) return {};  // of a style sheet, which is text for rspamd
  if (is_closed && (rest.size() == 1 || ascii::kWhiteSpace.find(rest[1]) != std::string_view::npos))
    return {};
  text.resize(end);
  return text;
}

void open_text(View& view, const Seen& seen, Answer& answer) {
  const bool is_guessed = seen.reference.found.guessed;
  const std::optional<Url> url =
      read_url((is_guessed ? "http://" : "") + found_in_text(view, seen), view.known_hosts);
  if (url && view.known_hosts.has_host_of(url->text)) answer.url = url->text;
}

void open(View& view, const Seen& seen, Answer& answer) {
  if (is_in_text(seen) || !is_html(view, view.entity())) {
    answer.by = OpensBy::kClick;
    open_text(view, seen, answer);
    return;
  }
  answer.is_followed = !is_css(seen);
  if (is_css(seen) || seen.in_srcdoc || ascii::starts_with_ignoring_case(seen.value, "data:") ||
      is_icon(view, seen))
    return;
  // A charset that only the document declares is ignored, and so is UTF-8 for bytes that are not.
  const bool is_read = view.named_charset().is_named && view.named_charset().name != "utf-8";
  const std::string value = is_read ? std::string(seen.value) : value_without_charset(view, seen);
  const std::optional<Url> url = read_url(joined(view, seen, value), view.known_hosts);
  if (url && (!url->is_mail || view.known_hosts.has_host_of(url->text))) answer.url = url->text;
}

// Skipped content ends at any end tag.
constexpr RawElement kRaw[] = {{"script", "</"}, {"style", "</"}, {"noscript", "</"}};
constexpr std::string_view kBaseAttributes[] = {"href", "src", "action"};
constexpr TagRules kTags = {kRaw, kBaseAttributes};

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {.reader = MailReader::kRspamd,
                          .clicks = kClicks,
                          .loads = {},
                          .enter_message = enter_message,
                          .enter_content = enter_content,
                          .open = open,
                          .read_base = read_base,
                          .sees_templates = true,
                          .tags = &kTags};

}  // namespace mimebase::readers::rspamd
