// rspamd puts the first <base href> before later relative links, as text. It matches no parts. In text, it
// finds URLs below known public suffixes.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

constexpr Followed kFollowed = {.clicks = kClicks, .loads = {}, .in_templates = true, .tags = &kTags};

// A URL ends at white space, a closing bracket or an apostrophe. It is none if it ends at a ">" before white
// space, but does not begin after a "<".
std::string found_in_text(View& view, const Seen& seen) {
  std::string text = shown_from(view, seen);
  const std::size_t end = std::min(text.find_first_of(")}]>' \t\r\n\v\f"), text.size());
  const std::string_view rest = std::string_view(text).substr(end);
  const bool is_closed = rest.starts_with('>') && shown_before(view, seen) != '<';
  if (seen.value.starts_with("//")) return {};  // of a style sheet, which is text for rspamd
  if (is_closed && (rest.size() == 1 || contains(ascii::kWhiteSpace, rest[1]))) return {};
  text.resize(end);
  return text;
}

class Rspamd final : public Reader {
 public:
  explicit Rspamd(message::AnalysedMessage& message) : Reader(message, kFollowed) {
    shown_ = scanned(*this);
    const std::vector<bool> is_lost = behind_odd_delimiters(*this);
    for (int i = 0; i < entity_count(); ++i) {
      if (is_type(i, "application/xhtml+xml")) show(i);
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

  void open_text(const Seen& seen, Answer& answer) {
    const bool is_guessed = seen.reference.found.guessed;
    const std::optional<Url> url =
        read_url((is_guessed ? "http://" : "") + found_in_text(*this, seen), hosts_);
    if (url && hosts_.has_host_of(url->text)) answer.url = url->text;
  }

  void open(const Seen& seen, Answer& answer) override {
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

  KnownHosts hosts_;
};

}  // namespace
}  // namespace rspamd

std::unique_ptr<Reader> make_rspamd(message::AnalysedMessage& message) {
  return std::make_unique<rspamd::Rspamd>(message);
}

}  // namespace mimebase::readers
