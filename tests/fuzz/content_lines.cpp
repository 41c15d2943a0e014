// Calendars and cards: content lines, and the URLs in them.
#include "find/lines/finder.h"

#include "check.h"

namespace mimebase::fuzz {
namespace {

using namespace find;

class LineSink : public CheckedSink {
 public:
  LineSink(std::string_view bytes, std::string_view context) : CheckedSink(bytes), context_(context) {}

 private:
  void check(const Found& found, std::string_view raw) override {
    FUZZ_REQUIRE(found.context.starts_with(context_) && found.context.size() > context_.size(), "{}",
                 escape_for_terminal(found.context));
    // HTML within them may contain references of no bytes.
    const bool is_html = found.context.find('/') != found.context.npos;
    FUZZ_REQUIRE(!raw.empty() || is_html, "{} {}", found.context, escape_for_terminal(found.reference));
  }
  std::string_view context_;
};

}  // namespace
}  // namespace mimebase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  static const charset::Charset kUtf8("utf-8"), kWestern("windows-1252");
  const std::string_view bytes = fuzz::view(data, size);
  for (const charset::Charset* charset : {&kUtf8, &kWestern}) {
    fuzz::LineSink calendar(bytes, "calendar:");
    find::find_in_calendar({bytes, *charset}, calendar);
    fuzz::LineSink card(bytes, "vcard:");
    find::find_in_vcard({bytes, *charset}, card);
  }
  return 0;
}
