// JSON-LD: strings that are URLs.
#include "find/json/finder.h"

#include "check.h"

namespace mimebase::fuzz {
namespace {

using namespace find;

class JsonSink : public CheckedSink {
 public:
  JsonSink(std::string_view bytes, bool is_utf8) : CheckedSink(bytes), is_utf8_(is_utf8) {}

 private:
  void check(const Found& found, std::string_view raw) override {
    FUZZ_REQUIRE(found.context == "ld+json" && !found.reference.empty(), "{}", escape_for_terminal(raw));
    FUZZ_REQUIRE(found.span.start >= last().end, "{} overlaps", escape_for_terminal(raw));
    if (!is_utf8_) return;
    FUZZ_REQUIRE(read_quoted(found.quoting, raw) == found.reference, "{}", escape_for_terminal(raw));
    const auto written = write_quoted(found.quoting, found.reference);
    FUZZ_REQUIRE(written && read_quoted(found.quoting, *written) == found.reference, "{}",
                 escape_for_terminal(raw));
  }
  bool is_utf8_;
};

}  // namespace
}  // namespace mimebase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  static const charset::Charset kUtf8("utf-8"), kWestern("windows-1252");
  const std::string_view bytes = fuzz::view(data, size);
  fuzz::JsonSink utf8(bytes, charset::is_utf8(std::string(bytes) + "."));
  find::find_in_json_ld({bytes, kUtf8}, utf8);
  fuzz::JsonSink western(bytes, false);
  find::find_in_json_ld({bytes, kWestern}, western);
  return 0;
}
