// Converting changes of a content to changes of its raw bytes.
#include "edit/transfer.h"

#include <glib.h>

#include <random>
#include <string>

#include "catch.h"

using namespace mimebase;
using edit::Changes;
using walk::TransferEncoding;

namespace {

struct Replacement {
  std::string_view old_text, new_text;
};

// Returns `raw` after replacing the first occurrence of each text in its content.
std::string changed(std::string_view raw, TransferEncoding encoding, std::initializer_list<Replacement> all) {
  std::string buffer, out;
  const std::string_view decoded = walk::decode_transfer(raw, encoding, buffer);
  Changes changes;
  for (const Replacement& one : all) {
    const std::size_t at = decoded.find(one.old_text);
    REQUIRE(at != std::string_view::npos);
    changes.add({at, at + one.old_text.size()}, one.new_text, {});
  }
  changes.sort();
  const Changes encoded = edit::encode_changes({encoding, raw, raw, 0, decoded}, changes);
  encoded.apply(raw, {0, raw.size()}, out);
  return out;
}

std::string random_bytes(std::mt19937& random, std::size_t size) {
  constexpr std::string_view kBytes = "abFrom -=.\r\n\t \x80\xFF\0zz";
  std::string bytes;
  for (; size > 0; --size) bytes += kBytes[random() % kBytes.size()];
  return bytes;
}

std::string quoted_printable(std::string_view bytes) {
  std::string out;
  std::size_t column = 0;
  for (const char c : bytes) {
    const std::string unit = c > ' ' && c < 0x7F && c != '=' ? std::string(1, c) : [&] {
      char escape[4];
      (void)g_snprintf(escape, sizeof escape, "=%02X", static_cast<unsigned char>(c));
      return std::string(escape);
    }();
    if (column + unit.size() > 75) out += "=\n";
    if (column + unit.size() > 75) column = 0;
    out += unit;
    column += unit.size();
  }
  return out;
}

std::string base64(std::string_view bytes) {
  std::string out(bytes.size() * 2 + 16, '\0');
  gint state = 0, save = 0;
  gsize size = g_base64_encode_step(reinterpret_cast<const guchar*>(bytes.data()), bytes.size(), TRUE,
                                    out.data(), &state, &save);
  size += g_base64_encode_close(TRUE, out.data() + size, &state, &save);
  out.resize(size);
  return out;
}

}  // namespace

TEST_CASE("in quoted-printable what stands beside an edit stays, and lines are short", "[transfer]") {
  const auto edited = [](std::string_view raw, std::string_view old_text, std::string_view new_text) {
    return changed(raw, TransferEncoding::kQuotedPrintable, {{old_text, new_text}});
  };
  CHECK(edited("a =3D X b=20\r\nnext=\r\nline\r\n", "X", "http://h/?a=b") ==
        "a =3D http://h/?a=3Db b=20\r\nnext=\r\nline\r\n");
  CHECK(edited("soft bre=\r\nak here\r\n", "break", "B") == "soft B here\r\n");
  CHECK(edited("=C3=BC X\n", "X", "ü") == "=C3=BC =C3=BC\n");
  CHECK(edited("x=y\n", "y", "ab") == "x=3Dab\n");
  CHECK(edited("x=ay\n", "y", "b") == "x=3Dab\n");
  CHECK(edited(std::string(70, 'a') + "X\n", "X", "http://h/") == std::string(70, 'a') + "http:=\n//h/\n");
  CHECK(edited(std::string(60, 'a') + "X" + std::string(10, 'b') + "\n", "X", "http://hi/") ==
        std::string(60, 'a') + "http://hi/=\n" + std::string(10, 'b') + "\n");
  CHECK(edited(std::string(75, 'a') + "=\nX\n", "X", "From here") ==
        std::string(75, 'a') + "=\n=46rom=20here\n");
  CHECK(edited(std::string(75, 'a') + "=\nX\n", "X", "--b") == std::string(75, 'a') + "=\n=2D-b\n");
}

TEST_CASE("in base64 the lines keep their length, and a footer stays", "[transfer]") {
  const auto edited = [](std::string_view raw, std::string_view old_text, std::string_view new_text) {
    return changed(raw, TransferEncoding::kBase64, {{old_text, new_text}});
  };
  CHECK(edited("YWJj\nZGVm\nZ2g=\n", "e", "E") == "YWJj\nZEVm\nZ2g=\n");
  CHECK(edited("YWJj\r\nZGVm\r\nZ2g=\r\n", "e", "EEE") == "YWJj\r\nZEVF\r\nRWZn\r\naA==\r\n");
  CHECK(edited("YWJjZGVm", "c", "") == "YWJkZWY=");
  CHECK(edited("YWJj\nZA==\n\n-- \nA footer\n", "c", "CC") == "YWJD\nQ2Q=\n\n-- \nA footer\n");
  CHECK(edited("YWJj\nZGVm\n-- \nA footer\n", "c", "CC") == "YWJD\nQ2Rl\nZg==\n-- \nA footer\n");
}

TEST_CASE("in uuencode lines behind an edit are written anew", "[transfer]") {
  CHECK(changed("begin 644 a\n#86)C\n`\nend\n", TransferEncoding::kUuencode, {{"b", "BB"}}) ==
        "begin 644 a\n$84)\"8P``\n`\nend\n");
}

TEST_CASE("random edits of random contents are read as they are meant", "[transfer]") {
  std::mt19937 random(2045);
  for (int i = 0; i < 3000; ++i) {
    const std::string content = random_bytes(random, random() % 300);
    const bool is_base64 = i % 2 == 0;
    const std::string raw = is_base64 ? base64(content) : quoted_printable(content);
    const auto encoding = is_base64 ? TransferEncoding::kBase64 : TransferEncoding::kQuotedPrintable;
    Changes changes;
    for (std::size_t at = random() % 50; at <= content.size(); at += random() % 80) {
      const std::size_t end = std::min(at + random() % 6, content.size());
      changes.add({at, end}, random_bytes(random, random() % 100), {});
      at = end + 1;
    }
    if (changes.empty()) continue;
    std::string expected, written, buffer;
    changes.apply(content, {0, content.size()}, expected);
    const Changes encoded = edit::encode_changes({encoding, raw, raw, 0, content}, changes);
    REQUIRE_FALSE(encoded.overlaps(raw.size()));
    encoded.apply(raw, {0, raw.size()}, written);
    CAPTURE(i, raw, written);
    CHECK(walk::decode_transfer(written, encoding, buffer) == expected);
    for (std::size_t start = 0; start < written.size();) {
      const std::size_t end = std::min(written.find('\n', start), written.size());
      const bool has_return = end > start && written[end - 1] == '\r';
      CHECK(end - start <= (has_return ? 77 : 76));
      start = end + 1;
    }
  }
}
