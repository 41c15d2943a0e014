// Plain text: running text, format=flowed, URLs in angle brackets, uuencoded files, lists of URIs.
#include "find/text/finder.h"

#include "check.h"
#include "mimebase/url.h"

namespace mimebase::fuzz {
namespace {

using namespace find;

class TextSink : public CheckedSink {
 public:
  // `exact`: the text of a span equals the reference, apart from white space.
  // `defanged`: defanged URLs are wanted.
  TextSink(std::string_view text, bool exact, bool defanged)
      : CheckedSink(text), exact_(exact), defanged_(defanged) {}
  [[nodiscard]] bool wants_defanged() const override { return defanged_; }

  std::string rows;

 private:
  void check(const Found& found, std::string_view raw) override {
    rows += fmt::format("{} {}-{} {} {}\n", found.context, found.span.start, found.span.end, found.guessed,
                        found.reference);
    // References in a uuencoded file have the span of the whole block, and may come from HTML with scopes and
    // references of no bytes.
    if (found.context.starts_with("uuencoded/")) return;
    FUZZ_REQUIRE(!found.defanged || defanged_, "{}", escape_for_terminal(raw));
    FUZZ_REQUIRE(!found.defanged || !refang(found.reference).empty(), "{}", escape_for_terminal(raw));
    FUZZ_REQUIRE(!found.reference.empty() && !raw.empty() && found.scope == kDocument, "{}", found.context);
    FUZZ_REQUIRE(found.span.start >= last().end, "{} {} overlaps", found.context, escape_for_terminal(raw));
    FUZZ_REQUIRE(!exact_ || written(raw) == written(found.reference), "{} for {}", escape_for_terminal(raw),
                 escape_for_terminal(found.reference));
    FUZZ_REQUIRE(!found.guessed || found.context == "text", "{}", found.context);
    if (found.context == "text") {
      FUZZ_REQUIRE(found.reference.find_first_of(" \t\r\n<>") == found.reference.npos, "{}",
                   escape_for_terminal(found.reference));
    }
  }
  // Removes white space and quote marks, because text between "<" and ">" may extend over several lines.
  static std::string written(std::string_view text) {
    std::string out = without_space(text);
    std::erase(out, '>');
    return out;
  }
  bool exact_, defanged_;
};

std::string rows_of(std::string_view text, const charset::Charset& charset, bool exact,
                    void (*find)(const Content&, Sink&), bool defanged = false) {
  TextSink sink(text, exact, defanged);
  find({text, charset}, sink);
  return sink.rows;
}

}  // namespace
}  // namespace mimebase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  static const charset::Charset kUtf8("utf-8"), kWestern("windows-1252");
  const std::string_view text = fuzz::view(data, size);
  const bool exact = charset::is_utf8(std::string(text) + ".");
  fuzz::rows_of(text, kWestern, false, find::find_in_text);
  fuzz::rows_of(text, kUtf8, exact, find::find_in_text);
  fuzz::rows_of(text, kUtf8, exact, find::find_in_text, true);
  fuzz::rows_of(text, kWestern, false, find::find_in_text, true);
  fuzz::rows_of(text, kUtf8, exact, find::find_in_uri_list);
  const std::string plain = fuzz::rows_of(text, kUtf8, exact, find::find_in_plain_text);
  const std::string flowed =
      fuzz::rows_of(text, kUtf8, exact, [](const find::Content& content, find::Sink& sink) {
        find::find_in_flowed_text(content, false, sink);
      });
  FUZZ_REQUIRE(plain == flowed, "plain:\n{}flowed without DelSp:\n{}", escape_for_terminal(plain),
               escape_for_terminal(flowed));
  // Joining lines drops quote marks and stuffed spaces, so spans contain more than the reference.
  fuzz::rows_of(text, kUtf8, false, [](const find::Content& content, find::Sink& sink) {
    find::find_in_flowed_text(content, true, sink);
  });
  return 0;
}
