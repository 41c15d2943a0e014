// Content in every charset that must be converted: its text, and the offsets of its characters.
#include "charset/charset.h"

#include <glib.h>

#include <random>

#include "catch.h"
#include "find/finder.h"
#include "find/nested_sink.h"
#include "find/text_recorder.h"

using namespace mimebase;
using namespace std::string_literals;

namespace {

struct Case {
  std::string_view label;
  std::string bytes;
  std::string_view utf8;
  const char* why;
};

const std::vector<Case> kCases = {
    {"utf-16le", "h\0i\0"s, "hi", "ASCII"},
    {"utf-16be", "\0h\0i"s, "hi", "ASCII"},
    {"utf-16", "h\0i\0"s, "hi", "no mark: the zeros tell"},
    {"utf-16", "\0h\0i"s, "hi", "no mark: the zeros tell"},
    {"utf-16", "\x30\x30\x30\x30h\0i\0"s, "\xE3\x80\xB0\xE3\x80\xB0hi", "the zeros are later"},
    {"utf-16", "\x30\x42", "\xE3\x81\x82", "nothing tells: big endian (RFC 2781)"},
    {"utf-16le", "\xFF\xFEh\0"s, "h", "the mark is no character"},
    {"utf-16le", "\xFE\xFF\0h"s, "h", "the mark wins over the label"},
    {"utf-16be", "\xD8\x3D\xDE\x00"s, "\xF0\x9F\x98\x80", "a surrogate pair"},
    {"utf-16be", "\xD8\x3D\0a"s, "\xEF\xBF\xBD\x61", "half a pair"},
    {"utf-16be", "\xDE\0\0a"s, "\xEF\xBF\xBD\x61", "the other half"},
    {"utf-16be", "\0ab"s, "a\xEF\xBF\xBD", "an odd byte at the end"},
    {"utf-32le", "a\0\0\0\0\xF6\x01\0"s, "a\xF0\x9F\x98\x80", "UTF-32"},
    {"utf-32", "a\0\0\0"s, "a", "its zeros tell"},
    {"utf-32be", "\0\x11\0\0\0\0\xD8\0\0\0\0a\0"s, "\xEF\xBF\xBD\xEF\xBF\xBD\x61\xEF\xBF\xBD",
     "too large, a surrogate, cut off"},
    {"utf-7", "Hi Mom -+Jjo--!", "Hi Mom -\xE2\x98\xBA-!", "RFC 2152's example"},
    {"utf-7", "A+ImIDkQ.", "A\xE2\x89\xA2\xCE\x91.", "RFC 2152: no '-' before a full stop"},
    {"utf-7", "+ZeVnLIqe-", "\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E", "RFC 2152: nihongo"},
    {"utf-7", "1 +- 1", "1 + 1", "an escaped plus"},
    {"utf-7", "1 + 1", "1 + 1", "a plus that begins nothing"},
    {"utf-7", "+2D3eAA-", "\xF0\x9F\x98\x80", "surrogates"},
    {"utf-7", "+2D0-a", "\xEF\xBF\xBD\x61", "half a pair"},
    {"utf-7", "+ZeVnLIqe", "\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E", "the end ends a run"},
    {"utf-7", "a\xE9z", "a\xEF\xBF\xBDz", "eight bits"},
    {"hz-gb-2312", "a~{0!~}~~b", "a\xE5\x95\x8A~b", "HZ"},
    {"hz-gb-2312", "~{0!\na~\nb", "\xE5\x95\x8A\nab", "a line begins in ASCII; a line joined"},
    {"hz-gb-2312", "~{0", "\x30", "cut off"},
    {"iso-2022-jp", "a\x1B$B$\"\x1B(Bb", "a\xE3\x81\x82\x62", "JIS X 0208"},
    {"iso-2022-jp", "\x1B(J~\\\x1B(B", "~\\", "the Roman set is read as ASCII"},
    {"iso-2022-jp", "\x1B(I1\x1B(B", "\xEF\xBD\xB1", "half-width katakana"},
    {"iso-2022-jp", "\x1B$B$\"\na", "\xE3\x81\x82\na", "a line begins in ASCII"},
    {"iso-2022-jp", "\x1B$B$", "\xEF\xBF\xBD", "cut off"},
    {"iso-2022-jp", "\x1B", "\xEF\xBF\xBD", "cut off"},
    {"iso-2022-jp-2", "\x1B.A\x1BNi", "\xC3\xA9", "Latin-1 by a single shift"},
    {"iso-2022-jp-2", "\x1B$(D0!\x1B(B\x1B$A0!\x1B(B", "\xE4\xB8\x82\xE5\x95\x8A", "JIS X 0212, GB 2312"},
    {"iso-2022-kr", "\x1B$)C\x0E\x30\x21\x0F.", "\xEA\xB0\x80.", "KS X 1001"},
    {"iso-2022-kr", "\x0E\x30\x21\x0F.", "\xEA\xB0\x80.", "without its header"},
    {"iso-2022-cn", "\x1B$)A\x0E\x30\x21\x0F.", "\xE5\x95\x8A.", "GB 2312"},
    {"iso-2022-cn", "\x1B$)G\x0E\x44\x21\x0F", "\xE4\xB8\x80", "CNS 11643 plane 1"},
    {"gbk", "\x81\x5C\xB0\xA1\x80", "\xE4\xB9\x97\xE5\x95\x8A\xE2\x82\xAC",
     "a backslash as trail byte; euro"},
    {"gb18030", "\x81\x30\x84\x36\x94\x39\xDA\x33", "\xC2\xA5\xF0\x9F\x92\xA9", "four bytes"},
    {"gb18030", "\x81\x30\x81\x30\x84\x31\xA5", "\xC2\x80\xEF\xBF\xBD\x31\xEF\xBF\xBD",
     "four bytes that are a control; cut off"},
    {"gb2312", "\xB0<a>", "\xEF\xBF\xBD<a>", "a torn character does not eat markup"},
    {"gb18030", "\x81\x30\x81", "\xEF\xBF\xBD\x30\xEF\xBF\xBD", "cut off"},
    {"gb18030", "\xE3\x32\x9A\x36\xFF", "\xEF\xBF\xBD\x32\xEF\xBF\xBD\x36\xEF\xBF\xBD", "beyond Unicode"},
    {"big5", "\xA4\x40\xA5\x5C", "\xE4\xB8\x80\xE5\x8A\x9F", "a backslash as trail byte"},
    {"big5", "\x88\x62x", "\xC3\x8A\xCC\x84x", "one character, two code points"},
    {"shift_jis", "\x95\x5C\xB1\x83\x7C", "\xE8\xA1\xA8\xEF\xBD\xB1\xE3\x83\x9D",
     "'\\' and '|' as trail bytes"},
    {"shift_jis", "\x87\x40", "\xE2\x91\xA0", "NEC's row 13"},
    {"shift_jis", "\x81", "\xEF\xBF\xBD", "cut off"},
    {"shift_jis", "\xB1\x7F\x1A\x1C", "\xEF\xBD\xB1\x7F\x1A\x1C", "controls, which ICU has for each other"},
    {"euc-kr", "\xB0\xA1\x81\x41", "\xEA\xB0\x80\xEA\xB0\x82", "a letter as trail byte"},
    {"euc-jp", "\x8F\xA1\x80x\x8F\xFF\xA1", "\xEF\xBF\xBDx\xEF\xBF\xBD\xEF\xBF\xBD",
     "three bytes that are no character; two that begin none of three; cut off"},
    {"johab", "\x88\x61", "\xEA\xB0\x80", "Johab"},
    {"ibm037", "\x81\x4B\xC1", "a.A", "EBCDIC"},
    {"utf-8", "\xEF\xBB\xBFx", "x", "the mark is no character"},
    {"", "caf\xE9", "caf\xC3\xA9", "undeclared"},
};

std::string encode(std::string_view utf8, const char* charset) {
  gsize written = 0;
  char* bytes =
      g_convert(utf8.data(), static_cast<gssize>(utf8.size()), charset, "UTF-8", nullptr, &written, nullptr);
  REQUIRE(bytes != nullptr);
  std::string result(bytes, written);
  g_free(bytes);
  return result;
}

// iconv lacks HZ, but has the charset whose seven-bit form HZ is.
std::string encode_hz(std::string_view utf8) {
  std::string result;
  bool chinese = false;
  const std::string euc = encode(utf8, "EUC-CN");
  for (std::size_t i = 0; i < euc.size(); ++i) {
    const bool high = static_cast<unsigned char>(euc[i]) >= 0x80;
    if (high != chinese) result += high ? "~{" : "~}";
    chinese = high;
    if (euc[i] == '~') result += '~';
    result += static_cast<char>(euc[i] & 0x7F);
    if (high) result += static_cast<char>(euc[++i] & 0x7F);
  }
  return chinese ? result + "~}" : result;
}

struct Charset {
  const char* label;
  const char* iconv_name;
  std::vector<std::string_view> letters;
  bool exact;  // every character has its own bytes
};

const std::vector<std::string_view> kChinese = {"\xE5\x95\x8A", "\xE4\xB8\x80", "\xE5\x9B\xBD",
                                                "\xE3\x80\x82"};
const std::vector<std::string_view> kTaiwan = {"\xE4\xB8\x80", "\xE5\x8A\x9F", "\xE5\x9C\x8B",
                                               "\xE3\x80\x82"};
const std::vector<std::string_view> kJapanese = {"\xE3\x81\x82", "\xE8\xA1\xA8", "\xE3\x83\x9D",
                                                 "\xE3\x80\x82"};
const std::vector<std::string_view> kKorean = {"\xEA\xB0\x80", "\xED\x9E\x90", "\xE3\x80\x82",
                                               "\xEB\xA7\x90"};
const std::vector<std::string_view> kUnicode = {"\xC3\xA9",     "\xE3\x81\x82", "\xF0\x9F\x98\x80",
                                                "\xE2\x80\x9D", "\xE3\x80\x82", "\xD0\xB6"};

const std::vector<Charset> kCharsets = {
    {"utf-16le", "UTF-16LE", kUnicode, true},
    {"utf-16be", "UTF-16BE", kUnicode, true},
    {"utf-32le", "UTF-32LE", kUnicode, true},
    {"utf-32be", "UTF-32BE", kUnicode, true},
    {"utf-7", "UTF-7", kUnicode, false},
    {"gb18030", "GB18030", kUnicode, true},
    {"gbk", "GBK", kChinese, true},
    {"gb2312", "EUC-CN", kChinese, true},
    {"big5", "BIG5", kTaiwan, true},
    {"shift_jis", "CP932", kJapanese, true},
    {"euc-kr", "CP949", kKorean, true},
    {"johab", "JOHAB", kKorean, true},
    {"iso-2022-jp", "ISO-2022-JP", kJapanese, true},
    {"iso-2022-kr", "ISO-2022-KR", {"\xEA\xB0\x80", "\xEB\xA7\x90"}, true},
    {"iso-2022-cn", "ISO-2022-CN", kChinese, true},
    {"hz-gb-2312", nullptr, kChinese, true},
    {"ibm037", "IBM037", {"\xC3\xA9", "\xC2\xBB"}, true},
};

std::string encode(std::string_view utf8, const Charset& charset) {
  return charset.iconv_name == nullptr ? encode_hz(utf8) : encode(utf8, charset.iconv_name);
}

std::string random_utf8(std::mt19937& random, const Charset& charset) {
  static const std::vector<std::string_view> kAscii = {"http://a.example/x",
                                                       "https://b.example/?q=",
                                                       "word",
                                                       " ",
                                                       "\r\n",
                                                       ".",
                                                       "<",
                                                       ">",
                                                       "mailto:a@b.example",
                                                       "~",
                                                       "+",
                                                       "&amp;",
                                                       "{",
                                                       "/",
                                                       "\\"};
  // In Johab, iconv has a currency sign where other implementations have the backslash.
  const std::size_t ascii = kAscii.size() - (charset.label == std::string_view("johab") ? 1 : 0);
  std::string text;
  for (std::size_t i = random() % 30; i > 0; --i) {
    text += random() % 2 == 0 ? kAscii[random() % ascii] : charset.letters[random() % charset.letters.size()];
  }
  return text;
}

// Checks that the spans of all single characters together cover the content, except bytes that form no
// character.
void check_map(const charset::Converted& converted, std::string_view bytes) {
  bool right = true;
  std::size_t end = 0;
  for (std::size_t at = 0; at < converted.utf8.size();) {
    const auto length = static_cast<std::size_t>(g_utf8_next_char(&converted.utf8[at]) - &converted.utf8[at]);
    const charset::Span span = converted.map.to_input(charset::Span{at, at + length});
    right = right && span.start < span.end && span.end <= bytes.size() && span.end >= end;
    end = span.end;
    at += length;
  }
  CHECK(right);
}

void check_findings(const Charset& charset, std::string_view bytes, const charset::Converted& converted) {
  test::Recorder direct(converted.utf8.size());
  const charset::Charset utf8("utf-8");
  find::finder_for("text/plain")->find({converted.utf8, utf8}, direct);
  class Check : public find::Sink {
   public:
    void found(const find::Found& found) override { spans.push_back(found.span); }
    find::ScopeId open_scope(find::ScopeId, const find::Declaration&) override { return 0; }
    std::vector<find::Span> spans;
  } mapped;
  find::NestedSink sink({.map = &converted.map}, mapped);
  find::finder_for("text/plain")->find({converted.utf8, utf8}, sink);
  REQUIRE(mapped.spans.size() == direct.all.size());
  for (std::size_t i = 0; i < mapped.spans.size(); ++i) {
    const find::Span span = mapped.spans[i];
    const std::string cut =
        charset::convert(charset::read_label(charset.label), bytes.substr(span.start, span.end - span.start))
            .utf8;
    const std::string& written = converted.utf8;
    const std::string expected =
        written.substr(direct.all[i].span.start, direct.all[i].span.end - direct.all[i].span.start);
    if (charset.exact) {
      CHECK(cut == expected);
    } else {
      CHECK(cut.find(expected) != std::string::npos);
    }
  }
}

}  // namespace

TEST_CASE("the order of bytes in UTF-16 without a mark, however late its zeros are", "[text]") {
  for (const std::size_t size : {10, 5000, 100'000}) {
    const std::string same(2 * size, '\x30');  // U+3030 in either order
    const charset::Label utf16 = charset::read_label("utf-16");
    CHECK(charset::convert(utf16, same + "h\0i\0"s).utf8.ends_with("hi"));
    CHECK(charset::convert(utf16, same + "\0h\0i"s).utf8.ends_with("hi"));
  }
}

TEST_CASE("content in each charset", "[text]") {
  for (const Case& c : kCases) {
    CAPTURE(c.label, c.why, c.bytes);
    const charset::Converted converted = charset::convert(charset::read_label(c.label), c.bytes);
    CHECK(converted.utf8 == c.utf8);
    check_map(converted, c.bytes);
  }
}

TEST_CASE("text comes back from every charset, and its URLs' bytes with it", "[text]") {
  for (const Charset& charset : kCharsets) {
    std::mt19937 random(1808);
    for (int round = 0; round < 400; ++round) {
      const std::string utf8 = random_utf8(random, charset);
      CAPTURE(charset.label, utf8);
      const std::string bytes = encode(utf8, charset);
      const charset::Converted converted = charset::convert(charset::read_label(charset.label), bytes);
      REQUIRE(converted.utf8 == utf8);
      check_map(converted, bytes);
      check_findings(charset, bytes, converted);
    }
  }
}

TEST_CASE("every byte sequence becomes UTF-8, every byte with its place", "[text]") {
  std::mt19937 random(21);
  const std::vector<std::string_view> pieces = {"\x1B", "$B",   "(B",   "~{",   "~}",          "~",    "+",
                                                "-",    "\x0E", "\x0F", "\n",   "A",           "\x81", "\x30",
                                                "\xFE", "\xD8", "\xDC", "\xFF", "\xEF\xBB\xBF"};
  for (const Charset& charset : kCharsets) {
    for (int round = 0; round < 300; ++round) {
      std::string bytes = test::random_text(random, pieces, random() % 20);
      for (std::size_t i = random() % 8; i > 0; --i) bytes += static_cast<char>(random());
      CAPTURE(charset.label, bytes);
      const charset::Converted converted = charset::convert(charset::read_label(charset.label), bytes);
      CAPTURE(converted.utf8);
      REQUIRE(charset::is_utf8(converted.utf8 + " "));
      check_map(converted, bytes);
    }
  }
}

TEST_CASE("ten megabytes of anything are converted", "[text][hostile]") {
  struct Hostile {
    const char* label;
    std::string_view unit;
    const char* why;
  };
  const std::vector<Hostile> cases = {
      {"utf-16le", "A", "one long run"},
      {"utf-16be", "\xD8\x3D", "half pairs only"},
      {"utf-32le", "\xFF", "nothing valid"},
      {"utf-7", "+", "runs that are none"},
      {"utf-7", "+A", "one run without end"},
      {"utf-7", "+AGE-", "a run for each letter"},
      {"hz-gb-2312", "~{", "shifts only"},
      {"iso-2022-jp", "\x1B", "escapes that are none"},
      {"iso-2022-jp", "\x1B$B", "escapes only"},
      {"iso-2022-cn", "\x1BN", "single shifts of nothing"},
      {"iso-2022-kr", "\x0E!!\x0F", "shifts for each character"},
      {"gb18030", "\x81\x30", "halves of four bytes"},
      {"gb18030", "a\x81\x40", "the ratio changes with each character"},
      {"big5", "\x88\x62", "the pair that iconv must be asked for"},
      {"shift_jis", "\x81\x39", "no pair"},
      {"ibm037", "\x81", "iconv, byte by byte"},
  };
  for (const Hostile& c : cases) {
    const std::string bytes = test::repeated(c.unit, 10'000'000);
    const charset::Converted converted = charset::convert(charset::read_label(c.label), bytes);
    CAPTURE(c.label, c.why);
    CHECK(converted.utf8.size() <= 3 * bytes.size());
    CHECK(converted.map.to_input(converted.utf8.size()) == bytes.size());
  }
}
