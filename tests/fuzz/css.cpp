// CSS: references of url(), @import and image-set(), in style sheets and in declarations.
#include "find/css/finder.h"

#include "check.h"
#include "find/css/token.h"

namespace mimebase::fuzz {
namespace {

using namespace find;

class CssSink : public CheckedSink {
 public:
  CssSink(std::string_view css, const charset::Charset& charset) : CheckedSink(css), charset_(charset) {}

 private:
  void check(const Found& found, std::string_view raw) override {
    FUZZ_REQUIRE(
        found.context == "css:url" || found.context == "css:import" || found.context == "css:image-set", "{}",
        found.context);
    FUZZ_REQUIRE(!found.reference.empty() && found.span.start >= last().end, "{} {}", found.context,
                 escape_for_terminal(raw));
    std::string decoded;
    append_css_text(raw, charset_, decoded);
    FUZZ_REQUIRE(decoded == found.reference, "{} for {}", escape_for_terminal(raw),
                 escape_for_terminal(found.reference));
  }
  const charset::Charset& charset_;
};

std::size_t count(std::string_view css, const charset::Charset& charset, bool declarations) {
  CssSink sink(css, charset);
  find_in_embedded_css({css, charset}, declarations, {}, sink);
  FUZZ_REQUIRE(sink.count() == 0 || may_hold_css_url(css, declarations), "{} findings", sink.count());
  return sink.count();
}

// Token readers move forward and stay in bounds.
void check_tokens(std::string_view css) {
  for (std::size_t at = 0; at < css.size(); ++at) {
    if (css[at] == '"' || css[at] == '\'') {
      const CssText text = read_css_string(css, at);
      FUZZ_REQUIRE(
          at < text.start && text.start <= text.end && text.end <= text.next && text.next <= css.size(),
          "the string at {}", at);
    } else if (css[at] == '(') {
      const CssText text = read_css_url(css, at + 1);
      FUZZ_REQUIRE(
          at < text.start && text.start <= text.end && text.end <= text.next && text.next <= css.size(),
          "the url( at {}", at);
    } else if (css.substr(at).starts_with("/*")) {
      const std::size_t end = skip_css_comment(css, at);
      FUZZ_REQUIRE(at + 2 <= end && end <= css.size(), "the comment at {}", at);
    } else {
      const CssName name = read_css_name(css, at);
      FUZZ_REQUIRE(at <= name.next && name.next <= css.size() && name.size <= name.bytes.size(),
                   "the name at {}", at);
    }
  }
}

}  // namespace
}  // namespace mimebase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  static const charset::Charset kUtf8("utf-8"), kWestern("windows-1252");
  const std::string_view css = fuzz::view(data, size);
  if (css.size() < 2000) fuzz::check_tokens(css);
  for (const charset::Charset* charset : {&kUtf8, &kWestern}) {
    const std::size_t sheet = fuzz::count(css, *charset, false);
    const std::size_t declarations = fuzz::count(css, *charset, true);
    // The string of an @import cannot be a filter with several URLs.
    FUZZ_REQUIRE(declarations <= sheet || css.find('@') != css.npos,
                 "{} in declarations, {} in a style sheet", declarations, sheet);
    fuzz::CssSink sink(css, *charset);
    find::find_in_css({css, *charset}, sink);
    FUZZ_REQUIRE(sink.count() == sheet, "{}, embedded {}", sink.count(), sheet);
  }
  return 0;
}
