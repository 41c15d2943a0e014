// KMail shows one document, at file:///. The first <base> applies to all of it.
#include <string>

#include "ascii.h"
#include "readers/choice.h"
#include "readers/text_url.h"
#include "url/split.h"
#include "walk/field_text.h"

namespace mimebase::readers::kmail {
namespace {

constexpr ContextRule kContexts[] = {{"a@href", OpensBy::kClick},      {"img@src", OpensBy::kLoad},
                                     {"text", OpensBy::kClick},        {"text:delimited", OpensBy::kClick},
                                     {"area@href", OpensBy::kClick},   {"*@src", OpensBy::kLoad},
                                     {"*@background", OpensBy::kLoad}, {"css:*", OpensBy::kLoad}};

constexpr std::string_view kMessageUrl = "file:///";

std::string percent_decoded(std::string_view text) {
  std::string out;
  ascii::append_percent_decoded(text, out);
  return out;
}

constexpr std::string_view kTextSchemes[] = {
    "http:", "https:", "ftp:", "file:", "news:", "tel:", "irc:", "sftp:", "xmpp:", "mailto:"};
constexpr TextRule kText = {
    .schemes = kTextSchemes, .dropped = ".,:!?", .ends_at_closing = true, .finds_www = true};

// As its old version of Chromium does.
void decode_tildes(std::string& url) {
  std::string out;
  std::string_view rest = url;
  for (std::size_t at = 0; (at = ascii::find_ignoring_case(rest, "%7e")) != rest.npos;
       rest.remove_prefix(at + 3))
    out.append(rest.substr(0, at)).append("~");
  url = out.append(rest);
}

void enter_message(View& view) {
  show_displayed(view, Start::kIgnored);
  const match::EntityTree& tree = view.message().parts().tree();
  for (int i = 0; i < view.entity_count(); ++i) {
    const auto id = tree.enclosing_related(i) >= 0 ? view.field(i, "content-id", Pick::kFirst) : std::nullopt;
    const std::string_view label = id ? walk::trimmed(*id) : std::string_view();
    if (label.size() > 2 && label.starts_with('<') && label.ends_with('>'))
      view.labels.add(label.substr(1, label.size() - 2), i);
  }
}

// Determines the base once per message.
void enter_content(View& view) {
  view.own_url = kMessageUrl;
  View::Shown& whole = view.shown.front();
  for (int i = 0; i < view.entity_count() && whole.url.empty(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (!view.shown[at].is_shown || view.is_type(i, "text/plain")) continue;
    const auto& declared = view.html_base(i);
    if (declared && !view.resolve(kMessageUrl, declared->reference, whole.url)) whole.url = kMessageUrl;
  }
  if (whole.url.empty()) whole.url = kMessageUrl;
  view.base = whole.url;
}

void open(View& view, const Seen& seen, Answer& answer) {
  std::string buffer;
  const std::string_view value = url::clean(seen.value, buffer);
  if (is_in_text(seen)) {
    view.resolve({}, url_in_text(seen, kText), answer.url);
  } else if (ascii::starts_with_ignoring_case(value, "cid:")) {
    const std::string_view label = value.substr(4, value.find_first_of("?#") - 4);
    const auto parts = view.labels.bearers(percent_decoded(label));
    if (!parts.empty()) answer.part = parts.back();
  } else {
    if (seen.by == OpensBy::kLoad) answer.by = OpensBy::kNone;  // remote content is blocked
    view.resolve(view.base, value, answer.url);
    decode_tildes(answer.url);
  }
}

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {MailReader::kKmail, kContexts, enter_message, enter_content, open};

}  // namespace mimebase::readers::kmail
