#include "extract/page_url.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "extract/part_url.h"
#include "mimebase/extract.h"
#include "mimebase/url.h"
#include "text/ascii.h"
#include "text/list_id.h"
#include "text/strings.h"
#include "text/url_template.h"
#include "url/split.h"
#include "walk/field_text.h"

namespace mimebase::extraction {
namespace {

constexpr std::string_view kSynthetic = "https://mail.invalid/{message_id:path}/";  // RFC 6761 section 6.4
// A page is opened by a person, and its URL is the beginning of its parts' URLs. Pages with longer ones get
// one that is made of a digest.
constexpr std::size_t kMaxPageUrlBytes = 2000;

std::string list_of(const message::AnalysedMessage& message) {
  for (const walk::Field& field : message.walked().fields(0)) {
    if (!ascii::equals_ignoring_case(field.name, "List-Id")) continue;
    std::string buffer;
    return std::string(name_in_list_id(walk::unfold(field.raw_value, buffer)));
  }
  return {};
}

}  // namespace

Result<PageUrl> PageUrl::parse(std::string_view text) {
  constexpr std::pair<std::string_view, Field> kFields[] = {
      {"message_id:path", Field::kMessageId}, {"message", Field::kMessage}, {"list", Field::kList}};
  PageUrl url;
  const Result<void> read = for_each_field(
      text, [&](std::string_view before, std::optional<std::string_view> name) -> Result<void> {
        Piece& piece = url.pieces_.emplace_back();
        piece.text = before;
        if (!name) return {};
        const auto field = std::ranges::find(kFields, *name, &std::pair<std::string_view, Field>::first);
        if (field == std::end(kFields))
          return wrong_template("has the unknown field {" + std::string(*name) +
                                "}: there are {message_id:path}, {message} and {list}");
        piece.field = field->second;
        return {};
      });
  if (!read) return read.error();
  if (contains(text, '#')) return wrong_template("has a fragment, which no URL of a page has");
  if (url.expand({"id@host.example", 1, "list"}).empty())
    return wrong_template("is not an http or https URL");
  return url;
}

std::string PageUrl::expand(const Values& values) const {
  std::string url;
  for (const Piece& piece : pieces_) {
    url += piece.text;
    switch (piece.field) {
      case Field::kNone:
        break;
      case Field::kMessageId:
        url += encoded_for_path(values.message_id);
        break;
      case Field::kMessage:
        url += std::to_string(values.message);
        break;
      case Field::kList:
        url += encoded_for_path(values.list);
        break;
    }
  }
  return web_url(url);
}

std::string web_url(std::string_view url) {
  if (!is_one_of(url::scheme_of(url), {"http", "https"})) return {};
  const std::string_view whole = url.substr(0, url.find('#'));
  Result<std::string> serialised = resolve("", whole, {RuleSet::kWhatwg, {}});
  return serialised ? std::move(*serialised) : std::string();
}

std::string page_url(message::AnalysedMessage& message, int root, const std::string& digest,
                     std::uint64_t number, const PageUrl* given) {
  const auto usable = [](const std::string& url) { return !url.empty() && url.size() <= kMaxPageUrlBytes; };
  if (given == nullptr) {
    std::string url = web_url(retrieved_from(message, root));
    if (!usable(url) && root >= 0) url = web_url(location_of(message, root));
    if (usable(url)) return url;
  }
  static const PageUrl synthetic = *PageUrl::parse(kSynthetic);
  const PageUrl& made = given == nullptr ? synthetic : *given;
  const std::string list = list_of(message);
  const std::string_view id = message.info().message_id.value_or("");
  if (!id.empty()) {
    if (std::string url = made.expand({id, number, list}); usable(url)) return url;
  }
  if (std::string url = made.expand({digest, number, list}); usable(url)) return url;
  return synthetic.expand({digest, number, {}});
}

std::vector<std::string> part_locations(const message::AnalysedMessage& message, const Plan& plan,
                                        const std::string& page) {
  std::vector<std::string> locations(static_cast<std::size_t>(message.entity_count()));
  std::set<std::string_view> taken = {page};
  for (int i = 0; i < message.entity_count(); ++i) {
    if (i == plan.root() || plan.path(i).empty()) continue;
    std::string& location = locations[static_cast<std::size_t>(i)];
    location = web_url(location_of(message, i));
    if (!taken.insert(location).second) location.clear();
  }
  return locations;
}

}  // namespace mimebase::extraction

namespace mimebase {
inline namespace v0_2 {

Result<void> check_page_url(std::string_view page_url) {
  const Result<extraction::PageUrl> parsed = extraction::PageUrl::parse(page_url);
  return parsed ? Result<void>() : Result<void>(parsed.error());
}

}  // namespace v0_2
}  // namespace mimebase
