// Header fields: decoding, parameters, bases and references. The first line of the input is the field's name,
// the rest is its value as received.
#include "base/field.h"
#include "check.h"
#include "find/heading.h"
#include "text/ascii.h"
#include "walk/field_text.h"
#include "walk/parameters.h"

namespace mimebase::fuzz {
namespace {

class FieldSink : public CheckedSink {
 public:
  FieldSink(std::string_view value, std::string_view name) : CheckedSink(value), name_(name) {}

 private:
  void check(const find::Found& found, std::string_view raw) override {
    FUZZ_REQUIRE(found.context.starts_with("header:"), "{}", escape_for_terminal(found.context));
    const bool is_opaque = found.quoting.is_opaque();  // groups of base64 may hold the ends of two URLs
    FUZZ_REQUIRE((is_opaque || found.span.start >= last().end) && !found.reference.empty(), "{}",
                 escape_for_terminal(raw));
    if (is_opaque || !ascii::is_ascii(raw)) return;
    const std::string read = *find::read_quoted(found.quoting, raw);
    FUZZ_REQUIRE(without_space(read) == without_space(found.reference), "{} for {}", escape_for_terminal(raw),
                 escape_for_terminal(found.reference));
  }
  std::string_view name_;
};

void check_references(std::string_view name, std::string_view value) {
  std::string scratch, other;
  const std::string unfolded(walk::unfold(value, scratch));
  FUZZ_REQUIRE(unfolded.find('\n') == unfolded.npos, "{}", escape_for_terminal(unfolded));
  FUZZ_REQUIRE(walk::unfold(unfolded, other) == unfolded, "{}", escape_for_terminal(unfolded));
  FieldSink sink(unfolded, name);
  find::find_in_field(name, unfolded, sink);
}

void check_base(std::string_view value) {
  for (const BaseBy by : {BaseBy::kBaseHeader, BaseBy::kContentBase, BaseBy::kContentLocation}) {
    const base::FieldValue read = base::read_field(by, value);
    FUZZ_REQUIRE(read.span.start <= read.span.end && read.span.end <= read.written.size(), "{}..{} of {}",
                 read.span.start, read.span.end, escape_for_terminal(read.written));
    FUZZ_REQUIRE(charset::is_utf8(read.url + "."), "{}", escape_for_terminal(read.url));
    FUZZ_REQUIRE(read.url.find_first_of("\r\n") == read.url.npos, "{}", escape_for_terminal(read.url));
    if (ascii::is_ascii(value)) {
      const std::string raw = read.written.substr(read.span.start, read.span.end - read.span.start);
      FUZZ_REQUIRE(without_space(raw) == without_space(read.url), "{} for {}", escape_for_terminal(raw),
                   escape_for_terminal(read.url));
    }
  }
}

void check_date(std::string_view value) {
  const auto date = walk::rfc3339_date(value);
  if (!date) return;
  constexpr std::string_view kShape = "0000-00-00T00:00:00+00:00";
  FUZZ_REQUIRE(date->size() == kShape.size() || date->ends_with('Z'), "{}", *date);
  for (std::size_t i = 0; i < date->size() && date->size() == kShape.size(); ++i) {
    const char c = (*date)[i];
    const bool fits = kShape[i] == '0' ? c >= '0' && c <= '9' : c == kShape[i] || (i == 19 && c == '-');
    FUZZ_REQUIRE(fits, "{}", *date);
  }
}

void check_values(std::string_view value) {
  const std::string decoded = walk::decode_field(value);
  FUZZ_REQUIRE(charset::is_utf8(decoded + "."), "{}", escape_for_terminal(decoded));
  const std::string plain = walk::without_comments(value);
  FUZZ_REQUIRE(plain.find_first_of("\r\n") == plain.npos, "{}", escape_for_terminal(plain));
  const auto id = walk::bracketed_id(value);
  FUZZ_REQUIRE(!id || !id->empty(), "{}", escape_for_terminal(value));
  for (const char* name : {"url", "charset", "boundary", "name", "filename", "x"}) {
    const auto parameter = walk::read_parameter(value, name);
    if (!parameter) continue;
    FUZZ_REQUIRE(parameter->start <= parameter->end && parameter->end <= value.size(), "{}..{} of {}",
                 parameter->start, parameter->end, escape_for_terminal(value));
    FUZZ_REQUIRE(charset::is_utf8(parameter->value + "."), "{}", escape_for_terminal(parameter->value));
    // A byte of windows-1252 takes up to three bytes of UTF-8. Each of these may be invalid in the charset of
    // an encoded word, and then becomes U+FFFD.
    FUZZ_REQUIRE(parameter->value.size() <= value.size() * 9, "{}", escape_for_terminal(parameter->value));
    const std::string_view written = value.substr(parameter->start, parameter->end - parameter->start);
    if (ascii::is_ascii(written) && written.find_first_of("\\\r\n%*'\"") == written.npos &&
        written.find("=?") == written.npos)
      FUZZ_REQUIRE(parameter->value == written, "{} for {}", escape_for_terminal(parameter->value),
                   escape_for_terminal(written));
  }
}

}  // namespace
}  // namespace mimebase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  std::string_view value = fuzz::view(data, size);
  const std::string_view name = fuzz::take_line(value);
  // A field ends with the first line that is not followed by a folded one.
  for (std::size_t at = 0; (at = value.find('\n', at)) != value.npos; ++at) {
    if (at + 1 == value.size() || (value[at + 1] != ' ' && value[at + 1] != '\t'))
      value = value.substr(0, at);
  }
  fuzz::check_references(name, value);
  fuzz::check_base(value);
  fuzz::check_date(value);
  fuzz::check_values(value);
  return 0;
}
