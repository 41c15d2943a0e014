// The finder for format=flowed text.
#include "find/text/finder.h"

#include <random>

#include "support.h"
#include "text_recorder.h"

using namespace mimebase;
using test::Recorder;

namespace flowed_test {

struct Case {
  std::string_view text;
  bool delsp;
  std::vector<std::string_view> references;
  std::vector<std::string_view> cuts;  // cut out by the spans
  const char* why;
};

Recorder scan(std::string_view text, bool delsp) {
  const charset::Charset charset;
  Recorder recorder(text.size());
  find::find_in_flowed_text({text, charset}, delsp, recorder);
  return recorder;
}

const std::vector<Case> kCases = {
    {"http://a/b", true, {"http://a/b"}, {"http://a/b"}, "nothing broken"},
    {"see http://a.example/bcd \r\nefg now",
     true,
     {"http://a.example/bcdefg"},
     {"http://a.example/bcd \r\nefg"},
     "a soft break: the space is none of the text's"},
    {"see http://a/bcd \nefg now", true, {"http://a/bcdefg"}, {"http://a/bcd \nefg"}, "with a bare LF"},
    {"http://a/b \r\nc \r\nd", true, {"http://a/bcd"}, {"http://a/b \r\nc \r\nd"}, "several lines"},
    {"http://a/bcd \r\nefg now", false, {"http://a/bcd"}, {"http://a/bcd"}, "without delsp the space stays"},
    {"http://a/bcd  \r\nefg",
     true,
     {"http://a/bcd"},
     {"http://a/bcd"},
     "two spaces: one of them is the text's"},
    {"http://a/bcd\r\nefg", true, {"http://a/bcd"}, {"http://a/bcd"}, "a hard break"},
    {"> http://a/b \r\n> c d", true, {"http://a/bc"}, {"http://a/b \r\n> c"}, "quoted"},
    {">> http://a/b \r\n>> c d", true, {"http://a/bc"}, {"http://a/b \r\n>> c"}, "quoted twice"},
    {">>http://a/b \r\n>>c d", true, {"http://a/bc"}, {"http://a/b \r\n>>c"}, "not stuffed"},
    {"> http://a/b \r\n>> c d", true, {"http://a/b"}, {"http://a/b"}, "another depth: another paragraph"},
    {"> http://a/b \r\nc d", true, {"http://a/b"}, {"http://a/b"}, "a reply below"},
    {"http://a/b \r\n c d", true, {"http://a/bc"}, {"http://a/b \r\n c"}, "a stuffed line"},
    {"http://a/b \r\n-- \r\nJoe", true, {"http://a/b"}, {"http://a/b"}, "a signature is no continuation"},
    {"-- \r\nhttp://a/b", true, {"http://a/b"}, {"http://a/b"}, "nor does its mark go on"},
    {"> -- \r\n> http://a/b", true, {"http://a/b"}, {"http://a/b"}, "quoted"},
    {"http://a/b \r\n\r\nc", true, {"http://a/b"}, {"http://a/b"}, "a blank line"},
    {"http://a/b \r\n", true, {"http://a/b"}, {"http://a/b"}, "the end of the text"},
    {"htt \r\np://a/b", true, {"http://a/b"}, {"htt \r\np://a/b"}, "broken in its scheme"},
    {"<http://a/b \r\nc>", true, {"http://a/bc"}, {"http://a/b \r\nc"}, "in brackets"},
    {"<http://a/b \r\nc>", false, {"http://a/bc"}, {"http://a/b \r\nc"}, "in brackets, without delsp"},
    {"> <URL:http://a/b \r\n> c>", false, {"http://a/bc"}, {"http://a/b \r\n> c"}, "quoted, without delsp"},
    {"x \r\ny http://a/1 \r\nz\r\nhttp://a/2",
     true,
     {"http://a/1z", "http://a/2"},
     {"http://a/1 \r\nz", "http://a/2"},
     "several, behind breaks"},
    {"www.a.exam \r\nple", true, {"www.a.example"}, {"www.a.exam \r\nple"}, "a guessed one"},
};

TEST_CASE("URLs in flowed text", "[flowed]") {
  for (const Case& c : kCases) {
    CAPTURE(c.why, c.text);
    const Recorder recorder = scan(c.text, c.delsp);
    CHECK(recorder.sound);
    REQUIRE(recorder.all.size() == c.references.size());
    for (std::size_t i = 0; i < c.references.size(); ++i) {
      const find::Span span = recorder.all[i].span;
      CHECK(recorder.all[i].reference == c.references[i]);
      CHECK(c.text.substr(span.start, span.end - span.start) == c.cuts[i]);
    }
  }
}

TEST_CASE("breaking lines as RFC 3676 has it loses no URL", "[flowed]") {
  std::mt19937 random(3676);
  std::size_t found = 0;
  for (int round = 0; round < 2000; ++round) {
    const std::string url = "http://a.example/" + std::string(random() % 30, 'x') + "/y";
    const std::string line = "see " + url + " and more";
    const std::string prefix = std::string(random() % 3, '>') + " ";
    std::string text = prefix;
    for (const char c : line) {
      text += c;
      if (random() % 8 == 0) text += " \r\n" + prefix;
    }
    CAPTURE(text);
    const Recorder recorder = scan(text, true);
    REQUIRE(recorder.all.size() == 1);
    REQUIRE(recorder.all[0].reference == url);
    found += recorder.all.size();
  }
  CHECK(found == 2000);
}

TEST_CASE("hostile flowed text takes linear time", "[flowed][hostile]") {
  for (const std::string_view unit :
       {" \r\n", ">", "> \n", "a \n", "http://a \r\n", "-- \r\n", "<URL:a \n"}) {
    CAPTURE(unit);
    const Recorder recorder = scan(test::repeated(unit, 2'000'000), true);
    CHECK(recorder.sound);
  }
}

}  // namespace flowed_test
