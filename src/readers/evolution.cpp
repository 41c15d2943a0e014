// Evolution shows each HTML part as a document of its own. Without a <base>, its base is the URL of the
// message in Evolution.
#include <string>

#include "ascii.h"
#include "readers/choice.h"
#include "readers/text_url.h"
#include "url/split.h"
#include "walk/field_text.h"

namespace mimebase::readers::evolution {
namespace {

constexpr ContextRule kContexts[] = {{"a@href", OpensBy::kClick},      {"img@src", OpensBy::kLoad},
                                     {"text", OpensBy::kClick},        {"text:delimited", OpensBy::kClick},
                                     {"area@href", OpensBy::kClick},   {"*@src", OpensBy::kLoad},
                                     {"*@background", OpensBy::kLoad}, {"css:*", OpensBy::kLoad}};

// Stands for the account and the folder of the message.
constexpr std::string_view kMessageUrl = "mail://account/folder";

constexpr std::string_view kTextSchemes[] = {"http:", "https:", "ftp:", "sftp:", "nntp:", "file:", "mailto:"};
constexpr TextRule kText = {
    .schemes = kTextSchemes, .dropped = ".,;:!?-", .finds_www = true, .minds_case = true};

void enter_message(View& view) {
  show_displayed(view, Start::kObeyed);
  for (int i = 0; i < view.entity_count(); ++i) {
    const auto id = view.field(i, "content-id", Pick::kFirst);
    if (const auto label = id ? walk::bracketed_id(*id) : std::nullopt) view.labels.add("cid:" + *label, i);
  }
}

void enter_content(View& view) {
  view.own_url = kMessageUrl;
  view.base = kMessageUrl;
  const auto& declared = view.html_base(view.entity());
  if (declared && !view.resolve(kMessageUrl, declared->reference, view.base)) view.base = kMessageUrl;
}

void open(View& view, const Seen& seen, Answer& answer) {
  std::string buffer;
  const std::string_view value = url::clean(seen.value, buffer);
  const auto parts = view.labels.bearers(value);
  if (is_in_text(seen)) {
    view.resolve({}, url_in_text(seen, kText), answer.url);
  } else if (!parts.empty()) {
    answer.part = parts.front();
  } else if (!ascii::starts_with_ignoring_case(value, "javascript:")) {
    if (seen.by == OpensBy::kLoad) answer.by = OpensBy::kNone;  // remote content is blocked
    view.resolve(view.base, value, answer.url);
  }
}

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {MailReader::kEvolution, kContexts, enter_message, enter_content, open};

}  // namespace mimebase::readers::evolution
