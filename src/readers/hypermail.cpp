// hypermail copies HTML into one page of its archive, where a browser reads it. It matches no parts. What
// depends on the place of the archive stays relative.
#include <string>
#include <string_view>

#include "readers/choice.h"
#include "readers/programs.h"
#include "readers/text_url.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "url/split.h"

namespace mimebase::readers {
namespace hypermail {
namespace {

constexpr std::string_view kLoads[] = {
    "img@src",  "css:*",        "*@background", "link@href",        "*@src",
    "*@srcset", "video@poster", "object@data",  "image@xlink:href", "image@href"};
constexpr std::string_view kIgnored[] = {"bgsound@src"};

constexpr Followed kFollowed = {.loads = kLoads, .ignored = kIgnored};

constexpr std::string_view kTextSchemes[] = {"http://", "https://",  "news:",  "ftp://",    "gopher://",
                                             "nntp://", "telnet://", "tel:",   "rtsp://",   "im:",
                                             "sip:",    "sips:",     "cap://", "webcal://", "irc://"};
constexpr TextRule kText = {
    .schemes = kTextSchemes, .dropped = ".,;:!?'\"`()<>[]{}|\\^~*_-+=&%$#@", .ends_at_closing = true};

// Stands for the page, wherever the archive is.
constexpr std::string_view kHost = "http://archive.example";
constexpr std::string_view kPage = "http://archive.example/list/0000.html";
constexpr std::string_view kFolder = "http://archive.example/list/";

// Of a multipart/alternative, at any depth, hypermail shows the first plain text, and without one the first
// HTML.
int best_of(const View& view, int alternative) {
  int html = -1;
  for (int i = alternative + 1; i < view.tree().end(alternative); ++i) {
    if (view.is_leaf(i) && view.is_type(i, "text/plain")) return i;
    if (html < 0 && view.is_leaf(i) && view.is_type(i, "text/html")) html = i;
  }
  return html;
}

// Shows HTML and plain text that is no file. hypermail looks for "attachment;" with its semicolon.
bool is_shown(const View& view, int entity) {
  const std::string_view disposition = ascii::trimmed(view.field(entity, "content-disposition").value_or(""));
  return is_plain_or_html(view, entity) && !ascii::starts_with_ignoring_case(disposition, "attachment;");
}

bool depends_on_page(std::string_view url) {
  return url.empty() || url.starts_with(kHost);
}

// Addresses are hidden from harvesters.
std::string without_at(std::string_view value) {
  return replaced(value, "@", "_at_");
}

// What of a URL does not depend on the page.
std::string relative(const std::string& url) {
  for (const std::string_view place : {kFolder, kHost, std::string_view("http:")}) {
    if (url.starts_with(place)) return url.substr(place.size());
  }
  return url;
}

class Hypermail final : public Reader {
 public:
  // It ignores an entity whose header contains Content-Base, and everything in it.
  explicit Hypermail(message::AnalysedMessage& message) : Reader(message, kFollowed) {
    for (int i = 0; i < entity_count();) {
      const bool is_ignored = field(i, "content-base").has_value();
      const bool is_alternative = is_type(i, "multipart/alternative");
      const int shown = is_ignored ? -1 : is_alternative ? best_of(*this, i) : i;
      if (shown >= 0) show(shown, is_shown(*this, shown));
      i = is_ignored || is_alternative ? tree().end(i) : i + 1;
    }
  }

 private:
  // The base of the page is looked for once.
  void find_base() {
    for (int i = 0; i < entity_count() && page_.empty(); ++i) {
      if (!shows(i) || !is_type(i, "text/html")) continue;
      const auto& declared = html_base(i);
      if (!declared) continue;
      declared_ = without_at(declared->reference);
      if (!resolve(kPage, declared_, page_) || starts_with_one_of(page_, {"data:", "javascript:"}))
        page_ = kPage;
    }
    if (page_.empty() || page_.size() > message().options().limits.base_bytes) page_ = kPage;
  }

  void enter_content() override {
    if (page_.empty()) find_base();
    if (!depends_on_page(page_)) base_ = page_;
  }

  void open(const Seen& seen, Answer& answer) override {
    if (seen.is_in_text()) {
      const std::string url = url_in_text(*this, seen, kText);
      resolve({}, without_at(url.substr(0, url.find('\''))), answer.url);
      return;
    }
    std::string buffer;
    const std::string value = without_at(url::clean(seen.value, buffer));
    const bool has_base = page_ != kPage;
    if (!has_base && (value.empty() || value.starts_with('#'))) return;
    if (!resolve(page_, value, answer.url)) return;
    const bool is_relative = depends_on_page(answer.url) ||
                             (!url::has_scheme(value) && (!has_base || !url::has_scheme(declared_)));
    if (is_relative) answer.url = has_base ? relative(answer.url) : value;
  }

  std::string page_;      // its base; empty: not looked for yet
  std::string declared_;  // that base as it is declared
};

}  // namespace
}  // namespace hypermail

std::unique_ptr<Reader> make_hypermail(message::AnalysedMessage& message) {
  return std::make_unique<hypermail::Hypermail>(message);
}

}  // namespace mimebase::readers
