// Finding PGP armor in text.
#include "edit/signed_content.h"

#include <string>
#include <vector>

#include "catch.h"

using namespace mimebase;

namespace {

const std::string kSigned = "-----BEGIN PGP SIGNED MESSAGE-----",
                  kSignature = "-----BEGIN PGP SIGNATURE-----", kEnd = "-----END PGP SIGNATURE-----",
                  kMessage = "-----BEGIN PGP MESSAGE-----", kEndOfMessage = "-----END PGP MESSAGE-----";

// Returns the texts that are armor, with "|" between them.
std::string armor_in(const std::string& text) {
  std::string all;
  for (const Range& range : edit::find_pgp_armor(text))
    all += (all.empty() ? "" : "|") + text.substr(range.start, range.end - range.start);
  return all;
}

}  // namespace

TEST_CASE("armor extends from its first line to its last one", "[signed]") {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    const std::string text = kSigned + end + "x" + end + kSignature + end + "y" + end + kEnd;
    CHECK(armor_in(text) == text);
    CHECK(armor_in("a" + end + text + end + "b") == text);
    CHECK(armor_in(text + end + "b" + end + text) == text + "|" + text);
    const std::string encrypted = kMessage + end + "x" + end + kEndOfMessage;
    CHECK(armor_in(encrypted + end + "b" + end + text) == encrypted + "|" + text);
    const std::string both = kSigned + end + encrypted + end + kSignature + end + kEnd;
    CHECK(armor_in(both) == both);
  }
}

TEST_CASE("what has no last line, or no signature, is no armor", "[signed]") {
  const std::string text = kSigned + "\nx\n" + kSignature + "\n" + kEnd;
  for (const std::string& none : {std::string(), kSigned, kSigned + "\n" + kEnd, kSigned + "\n" + kSignature,
                                  " " + text, "> " + text, kMessage + "\n" + kEnd, kEnd + "\n" + kSigned})
    CHECK(armor_in(none).empty());
}

TEST_CASE("each line of armor is looked for once", "[signed]") {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += kSigned + "\n" + kMessage + "\n" + kSignature + "\n";
  CHECK(armor_in(text).empty());
}
