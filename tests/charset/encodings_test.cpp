// Every encoding of the Encoding Standard, read and written: encodings.tsv, and the large indexes completely.
#include <algorithm>
#include <sstream>

#include "catch.h"
#include "charset/charset.h"
#include "charset/encoder.h"
#include "text/utf8.h"
#include "url/tsv.h"

using namespace mimebase;

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

std::string from_hex(std::string_view hex) {
  std::string out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    out += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  return out;
}

std::vector<std::string> characters_of(const std::string& code_points) {
  std::vector<std::string> out;
  std::istringstream words(code_points);
  for (std::string word; words >> word;)
    utf8::append(static_cast<char32_t>(std::stoul(word, nullptr, 16)), out.emplace_back());
  return out;
}

// Decodes bytes after an "x", so that they are not taken for a byte order mark.
std::string decode(std::string_view encoding, std::string_view bytes) {
  return charset::convert(charset::read_label(encoding), "x" + std::string(bytes)).utf8.substr(1);
}

// Returns "" if the encoding cannot represent the whole text.
std::string encode(std::string_view encoding, std::string_view text) {
  const charset::Encoder* encoder = charset::encoder_for(encoding);
  REQUIRE(encoder != nullptr);
  charset::Encoder::Shift shift{};
  std::string out;
  while (!text.empty()) {
    const utf8::Character character = utf8::first_character(text);
    if (!encoder->append(character.code_point, shift, out)) return "";
    text.remove_prefix(character.length);
  }
  return out;
}

void check_high_half(std::string_view encoding, const std::vector<std::string>& characters) {
  REQUIRE(characters.size() == 128);
  for (std::size_t i = 0; i < 128; ++i) {
    const std::string byte(1, static_cast<char>(0x80 + i));
    CAPTURE(encoding, i);
    CHECK(decode(encoding, byte) == characters[i]);
    if (characters[i] != kReplacement) CHECK(encode(encoding, characters[i]) == byte);
  }
}

// True for characters that are decoded but never encoded: Big5's rows for Hong Kong, JIS X 0212, the private
// use area of Shift_JIS.
bool is_read_only(std::string_view encoding, std::string_view bytes) {
  const auto lead = static_cast<unsigned char>(bytes[0]);
  return (encoding == "big5" && lead < 0xA1) || (encoding == "euc-jp" && lead == 0x8F) ||
         (encoding == "shift_jis" && lead >= 0xF0 && lead <= 0xF9);
}

void check_characters(std::string_view encoding, const std::string& bytes, const std::string& text) {
  CAPTURE(encoding, text);
  CHECK(decode(encoding, bytes) == text);
  const std::string written = encode(encoding, text);
  if (!is_read_only(encoding, bytes) || !written.empty()) CHECK(decode(encoding, written) == text);
}

struct Index {
  std::string_view encoding;
  int characters;
  std::uint64_t hash;  // FNV-1a of all characters, in the order of their bytes
};
constexpr Index kIndexes[] = {
    {"gb18030", 23941, 0x530E93E8E8FC91C4},  {"big5", 18594, 0x3386C6947CDF3795},
    {"shift_jis", 9668, 0xF967DF881B6673D1}, {"euc-kr", 17048, 0xB147D9D15B455871},
    {"euc-jp", 13466, 0x5DFEB876D60B1FDD},
};

struct Reader {
  std::string_view encoding;
  int characters = 0;
  std::uint64_t hash = 0xCBF29CE484222325U;

  // Returns false if the bytes are not a character.
  bool read(const std::string& bytes) {
    const std::string text = decode(encoding, bytes);
    if (text.find(kReplacement) != std::string::npos) return false;
    ++characters;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    return true;
  }
};

}  // namespace

TEST_CASE("the encodings of the Encoding Standard", "[charset]") {
  const auto rows = test::read_tsv(test::source_root() / "tests" / "charset" / "encodings.tsv");
  REQUIRE(rows.size() == 27 + 573);
  for (const test::Row& row : rows) {
    REQUIRE(row.size() == 3);
    const std::vector<std::string> characters = characters_of(row[2]);
    if (row[1] == "80-ff") {
      check_high_half(row[0], characters);
    } else {
      std::string text;
      for (const std::string& character : characters) text += character;
      check_characters(row[0], from_hex(row[1]), text);
    }
  }
}

TEST_CASE("the indexes of the Encoding Standard are read as a browser reads them", "[charset]") {
  for (const Index& index : kIndexes) {
    Reader reader{index.encoding};
    for (int lead = 0x80; lead <= 0xFF; ++lead) {
      if (reader.read({static_cast<char>(lead)})) continue;
      for (int trail = 0x21; trail <= 0xFF; ++trail)
        reader.read({static_cast<char>(lead), static_cast<char>(trail)});
    }
    // ICU has IBM's numerals in row 0xF3, where the Standard has none.
    for (int row = 0xA0; index.encoding == "euc-jp" && row < 0xF3; ++row) {
      for (int cell = 0xA0; cell <= 0xFF; ++cell)
        reader.read({'\x8F', static_cast<char>(row), static_cast<char>(cell)});
    }
    CAPTURE(index.encoding);
    CHECK(reader.characters == index.characters);
    CHECK(reader.hash == index.hash);
  }
}
