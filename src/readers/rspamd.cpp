// rspamd puts the first <base href> before later relative links, as text. It matches no parts. In text, it
// finds URLs below known public suffixes.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "message/content.h"
#include "readers/choice.h"
#include "readers/known_hosts.h"
#include "readers/programs.h"
#include "readers/rspamd_url.h"
#include "readers/written.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::readers {
namespace rspamd {
namespace {

constexpr std::string_view kClicks[] = {
    "a@href",     "text",      "text:delimited", "html:text", "html:text:delimited", "area@href", "link@href",
    "iframe@src", "frame@src", "form@action",    "css:*"};

// Skipped content ends at any end tag.
constexpr RawElement kRaw[] = {{"script", "</"}, {"style", "</"}, {"noscript", "</"}};
constexpr std::string_view kBaseAttributes[] = {"href", "src", "action"};
constexpr TagRules kTags = {kRaw, kBaseAttributes};

constexpr std::string_view kMoreClicks[] = {"calendar:url", "calendar:organizer", "vcard:url"};
// The properties of a calendar that contain text.
constexpr std::string_view kCalendarTexts[] = {"calendar:summary/", "calendar:location/",
                                               "calendar:description/"};
constexpr Followed kFollowed = {
    .clicks = kClicks, .loads = {}, .more_clicks = kMoreClicks, .in_templates = true, .tags = &kTags};

// A URL ends at white space, a closing bracket or an apostrophe. It is none if it ends at a ">" before white
// space, but does not begin after a "<".
std::string found_in_text(View& view, const Seen& seen, bool is_markup) {
  const std::string_view before = written_before(view, seen);
  if (!before.empty() && ascii::is_alnum(before.back())) return {};
  std::string text(joined_before(view, seen, ")}]>'<\""));
  const std::size_t joined = text.size();
  text += shown_from(view, seen);
  const std::size_t end = std::min(text.find_first_of(")}]>' \t\r\n\v\f"), text.size());
  const std::string_view rest = std::string_view(text).substr(end);
  const bool is_closed = rest.starts_with('>') && shown_before(view, seen) != '<';
  if (seen.value.starts_with("//")) return {};  // of a style sheet, which is text for rspamd
  if (is_closed && (rest.size() == 1 || contains(ascii::kWhiteSpace, rest[1]))) return {};
  text.resize(is_markup ? std::min(text.find('"'), end) : end);
  return text.size() > joined ? text : std::string();
}

class Rspamd final : public Reader {
 public:
  explicit Rspamd(message::AnalysedMessage& message) : Reader(message, kFollowed) {
    shown_ = scanned(*this);
    const std::vector<bool> is_lost = behind_odd_delimiters(*this);
    for (int i = 0; i < entity_count(); ++i) {
      if (is_type(i, "application/xhtml+xml") || is_calendar(i)) show(i);
      const ByLastType last = last_types_[static_cast<std::size_t>(i)];
      if (i == 0 && (is_undelimited(*this, i) || (is_unsplit(*this, i) && is_multipart_at_last(i)))) show(i);
      if (last == ByLastType::kUnsplit && is_multipart_at_last(i)) hide(i);
      if (is_lost[static_cast<std::size_t>(i)]) hide(i);
    }
  }

 private:
  void enter_content() override {
    if (is_contradicted(*this) && named_charset().name != "utf-8") hide(entity());
  }

  // The first usable one counts, a `mailto:` URL too. A base without a path gets a slash more.
  void read_base(std::string_view href, bool /*is_document_base*/) override {
    if (!base_.empty()) return;
    const std::optional<Url> url = read_url(href, hosts_);
    if (url) base_ = url->text + (url->has_path ? "" : "/");
  }

  // The reference after the base, as text. With white space before it, it is relative.
  std::string joined(const Seen& seen, std::string_view reference) {
    const auto written = base_.empty() ? std::nullopt : attribute_bytes(*this, seen);
    const bool is_spaced = written && !written->empty() && contains(ascii::kWhiteSpace, written->front());
    if (base_.empty() || (is_absolute(reference) && !is_spaced)) return std::string(reference);
    return base_ + std::string(reference);
  }

  [[nodiscard]] bool is_multipart_at_last(int entity) const {
    const auto first = field(entity, "content-type"), last = field(entity, "content-type", Pick::kLast);
    return last && first->data() != last->data() &&
           ascii::starts_with_ignoring_case(ascii::trimmed(*last), "multipart/");
  }

  [[nodiscard]] bool is_calendar(int entity) const {
    const find::Finder* const finder = message::finder_of(walked(), entity);
    return finder != nullptr && is_one_of(finder->media_type, {"text/calendar", "application/ics"});
  }

  // Calendars are unfolded, and their escapes decoded.
  std::string text_of(const Seen& seen) {
    if (is_calendar(entity())) return std::string(seen.value);
    // In brackets, it goes on after a bare line feed.
    const find::Span span = seen.reference.origin.text;
    const bool has_return = contains(
        text().substr(std::min<std::size_t>(span.start, text().size()), span.end - span.start), '\r');
    if (seen.context.ends_with("text:delimited") && shown_before(*this, seen) == '<' && !has_return)
      return std::string(seen.value);
    return found_in_text(*this, seen, is_markup(entity()));
  }

  // True for what is searched as text, and HTML for rspamd.
  bool is_markup(int entity) {
    return last_types_[static_cast<std::size_t>(entity)] == ByLastType::kMarkup ||
           is_unsplit(*this, entity) || is_type(entity, "text/x-html");
  }

  // True if the reference is an attribute of HTML that is searched as text.
  bool open_markup(const Seen& seen, Answer& answer) {
    const auto value = is_markup(entity()) ? attribute_in_text(*this, seen) : std::nullopt;
    if (!value) return false;
    const std::optional<Url> url =
        is_in_image_tag(*this, seen) ? std::nullopt : read_url(decoded_attribute(*value), hosts_);
    if (url && !url->is_mail) answer.url = url->text;
    return true;
  }

  void open_text(const Seen& seen, Answer& answer) {
    if (open_markup(seen, answer)) return;
    const bool is_guessed = seen.reference.found.guessed;
    const std::string text = text_of(seen);
    if (text.empty()) return;
    const std::optional<Url> url = read_url((is_guessed ? "http://" : "") + text, hosts_);
    if (url && hosts_.has_host_of(url->text)) answer.url = url->text;
  }

  void open(const Seen& seen, Answer& answer) override {
    if (is_calendar(entity()) && !is_one_of(seen.context, kMoreClicks) &&
        !starts_with_one_of(seen.reference.found.context, kCalendarTexts))
      return;
    if (seen.is_in_text() || !is_html(*this, entity())) {
      answer.by = OpensBy::kClick;
      open_text(seen, answer);
      return;
    }
    answer.is_followed = !seen.is_css();
    if (seen.is_css() || seen.in_srcdoc || ascii::starts_with_ignoring_case(seen.value, "data:")) return;
    // Icons are images, but an icon that is relative is only found after the base is joined to it.
    if (is_absolute(seen.value) && is_link_for(seen, {"icon"})) return;
    // A charset that only the document declares is ignored, and so is UTF-8 for bytes that are not.
    const bool is_read = named_charset().is_named && named_charset().name != "utf-8";
    const std::string value = is_read ? std::string(seen.value) : value_without_charset(*this, seen);
    const std::optional<Url> url = read_url(joined(seen, value), hosts_);
    if (url && (!url->is_mail || hosts_.has_host_of(url->text))) answer.url = url->text;
  }

  const std::vector<ByLastType> last_types_ = by_last_type(*this);
  KnownHosts hosts_;
};

}  // namespace
}  // namespace rspamd

std::unique_ptr<Reader> make_rspamd(message::AnalysedMessage& message) {
  return std::make_unique<rspamd::Rspamd>(message);
}

}  // namespace mimebase::readers
