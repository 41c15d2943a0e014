// hypermail copies HTML into the pages of its archive, where a browser reads it. It matches no parts.
#include <string>

#include "readers/choice.h"
#include "readers/text_url.h"

namespace mimebase::readers::hypermail {
namespace {

constexpr ContextRule kContexts[] = {
    {"a@href", OpensBy::kClick},         {"img@src", OpensBy::kLoad},    {"text", OpensBy::kClick},
    {"text:delimited", OpensBy::kClick}, {"area@href", OpensBy::kClick}, {"*@src", OpensBy::kLoad},
    {"*@background", OpensBy::kLoad},    {"css:*", OpensBy::kLoad},      {"form@action", OpensBy::kClick}};

constexpr TextRule kText = {
    .schemes = {}, .dropped = ".,;:!?'\"`()<>[]{}|\\^~*_-+=&%$#@", .ends_at_closing = true};

void enter_message(View& view) {
  show_all(view);
  for (int i = 1; i < view.entity_count(); ++i) {
    if (view.field(i, "content-base", Pick::kFirst)) view.shown[static_cast<std::size_t>(i)].is_shown = false;
  }
}

void enter_content(View& view) {
  const auto& declared = view.html_base(view.entity());
  if (declared && !view.resolve({}, declared->reference, view.base)) view.base.clear();
}

// Addresses are hidden from harvesters.
std::string without_at(std::string_view value) {
  std::string out;
  for (const char c : value) out.append(c == '@' ? "_at_" : std::string_view(&c, 1));
  return out;
}

void open(View& view, const Seen& seen, Answer& answer) {
  if (is_in_text(seen)) {
    view.resolve({}, without_at(url_in_text(seen, kText)), answer.url);
  } else {
    view.resolve(view.base, without_at(seen.value), answer.url);
  }
}

}  // namespace

extern const Profile kProfile;
const Profile kProfile = {MailReader::kHypermail, kContexts, enter_message, enter_content, open};

}  // namespace mimebase::readers::hypermail
