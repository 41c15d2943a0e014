#include "find/css/computed.h"

#include <algorithm>
#include <iterator>

#include "find/css/finder.h"
#include "find/css/token.h"

namespace mimebase::find {
namespace {

bool takes_url(std::string_view name) {
  return name == "image-set" || name == "-webkit-image-set" || name == "src";
}

bool is_substituted(std::string_view name) {
  constexpr std::string_view kNames[] = {"attr", "env", "first-valid", "if", "inherit", "random-item", "var"};
  return name.starts_with("--") || std::ranges::find(kNames, name) != std::end(kNames);
}

// Collects the names of functions that take URLs and have a substituted argument.
class Scanner {
 public:
  explicit Scanner(std::string_view css) : css_(css) {}

  std::vector<Span> run() {
    for (std::size_t at = 0; at < css_.size();) at = take_token(at);
    return std::move(names_);
  }

 private:
  std::size_t take_token(std::size_t at) {
    const char c = css_[at];
    if (c == '"' || c == '\'') return std::max(read_css_string(css_, at).next, at + 1);
    if (c == '/' && css_.substr(at, 2) == "/*") return skip_css_comment(css_, at);
    if (c == '(') open_.push_back({});
    if (c == ')' && !open_.empty()) open_.pop_back();
    if (!is_css_name_byte(c) && !is_css_escape(css_, at)) return at + 1;
    const CssName name = read_css_name(css_, at);
    if (name.next >= css_.size() || css_[name.next] != '(') return std::max(name.next, at + 1);
    return enter(name.view(), {at, name.next});
  }

  std::size_t enter(std::string_view name, Span span) {
    const std::size_t argument = skip_css_space(css_, span.end + 1);
    const bool is_quoted = argument < css_.size() && (css_[argument] == '"' || css_[argument] == '\'');
    if (name == "url" && !is_quoted) return read_css_url(css_, span.end + 1).next;
    // If such functions are nested, the innermost one that takes URLs is enough.
    if (is_substituted(name) && !open_.empty() && open_.back().end > 0) {
      if (names_.empty() || names_.back().start != open_.back().start) names_.push_back(open_.back());
    }
    open_.push_back(takes_url(name) ? span : open_.empty() ? Span{} : open_.back());
    return span.end + 1;
  }

  std::string_view css_;
  std::vector<Span> open_;  // for each open function, the name of the innermost one that takes URLs
  std::vector<Span> names_;
};

}  // namespace

std::vector<Span> computed_css_urls(std::string_view css) {
  if (!may_hold_css_url(css, true)) return {};
  return Scanner(css).run();
}

}  // namespace mimebase::find
