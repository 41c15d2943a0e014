// A heading that is read without GMime must be what GMime reads, and a skeleton must have the structure of
// its message.
#include "walk/heading.h"

#include <random>

#include "catch.h"
#include "support/gmime_shape.h"

using namespace mimebase;

namespace {

void check_against_gmime(const std::string& bytes) {
  INFO(bytes);
  const auto heading = walk::read_regular_heading(bytes);
  if (!heading) return;
  CHECK(test::as_lines(*heading) == test::gmime_fields(bytes));
  const std::string found = test::gmime_shape(bytes, walk::Skeleton(bytes, *heading)),
                    wanted = test::gmime_shape(bytes);
  if (found != wanted) CHECK(found == wanted);
}

// The bytes that GMime gets.
std::size_t skeleton_size(const std::string& bytes) {
  const auto heading = walk::read_regular_heading(bytes);
  REQUIRE(heading);
  return walk::Skeleton(bytes, *heading).bytes().size();
}

}  // namespace

TEST_CASE("a regular heading is read as GMime reads it", "[heading]") {
  for (const char* bytes : {
           "A: b\n\n",
           "A:b\r\n\r\nbody",
           "A: b\n\n\n",
           "A:\n\nbody",
           "A:\r\n\tb \r\n c\r\nB: d\n\nbody",
           "Subject: =?utf-8?q?=C3=A4?=\nFrom: a:b;\nContent-Type: text/html\n\n<p>",
           "Content-Type: text/html; charset=x;\n name=\"a\"\nFrom: a\nContent-Transfer-Encoding: "
           "base64\n\nPHA+",
           "A: b\nContent-Type: multipart/mixed; boundary=x\nB: c\n\n--x\n\na\n--x\nA: b\n\nc\n--x--\n",
           "Content-Type: message/rfc822\nA: b\n\nContent-Type: text/plain\nA: b\n\nc",
           "CONTENT-Type: text/plain\nContent-Length: 3\ncontent-id: <a>\n\nabcdef",
           "A: \xFF\x80\n\nb",
           "A!#$%&'*+-.^_`|~\"(),/;<=>?@[\\]{}: b\n\nc",
           "-: a\n--b: c\n\nd",
           "A: b\r\r\nB: c\n\nd",
       }) {
    CHECK(walk::read_regular_heading(bytes).has_value());
    check_against_gmime(bytes);
  }
}

TEST_CASE("other headings are left to GMime", "[heading]") {
  using namespace std::string_literals;
  for (const std::string& bytes : {
           ""s,
           "body"s,
           "A: b"s,
           "A: b\n"s,
           "A: b\nB: c"s,
           "A: b\n\r"s,
           " A: b\n\n"s,
           "A: b\n \nB: c\n\n"s,
           "A: b\n\t\r\n c\n\n"s,
           "A : b\n\n"s,
           "A b: c\n\n"s,
           ": b\n\n"s,
           "From a@b.example Thu Jan  1 00:00:00 2004\nA: b\n\n"s,
           "A: b\n>From x\n\n"s,
           "A: b\n--x\n\n"s,
           "A\xE4: b\n\n"s,
           "A: b\0c\n\n"s,
           "A\0: b\n\n"s,
           "A: b\rB: c\n\r\r\n"s,
           "Content-Type: text/plain\nA: b\ncontent-type: text/html\n\n"s,
       }) {
    INFO(bytes);
    CHECK_FALSE(walk::read_regular_heading(bytes).has_value());
  }
}

TEST_CASE("an empty heading is regular", "[heading]") {
  for (const char* bytes : {"\n", "\r\nbody"}) {
    const auto heading = walk::read_regular_heading(bytes);
    REQUIRE(heading);
    CHECK(heading->fields.empty());
    check_against_gmime(bytes);
  }
}

TEST_CASE("any heading is read as GMime reads it", "[heading]") {
  const std::vector<std::string> pieces = {
      "A",
      "From",
      "Content-Type",
      "content-transfer-encoding",
      "Content-ID",
      ":",
      ": ",
      " : ",
      "\n",
      "\r\n",
      "\n ",
      "\r\n\t",
      "\n\n",
      "\r\n\r\n",
      "\r",
      " ",
      "text/html",
      "multipart/mixed; boundary=x",
      "message/rfc822",
      ";",
      "base64",
      "\n--x\n",
      "\n--x--\n",
      "\xE4",
      std::string(1, '\0'),
      "a@b.example",
      "(",
      "\"",
      "=?",
      "--x",
      "\nA: b\n",
      "\nContent-Type: multipart/mixed; boundary=x\n",
      "\nContent-Type: text/html\r\n",
  };
  std::mt19937 random(1);
  int regular = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes = random() % 4 == 0 ? "" : "A: b\n";
    for (std::size_t i = random() % 16; i > 0; --i) bytes += pieces[random() % pieces.size()];
    if (random() % 2 == 0) bytes += "\n\n--x\n\n<p>\n--x--\n";
    regular += walk::read_regular_heading(bytes).has_value() ? 1 : 0;
    check_against_gmime(bytes);
  }
  CHECK(regular > 2'000);
}

TEST_CASE("any part is found in a skeleton", "[heading]") {
  const std::string text = std::string(70, 'a') + "\n", block = text + text + text;
  const std::vector<std::string> lines = {
      "--x",
      "--x--",
      "--y",
      "--y--",
      "--x ",
      "--xy",
      "",
      "",
      "",
      "a",
      "-",
      "--",
      "A: b",
      "no field",
      " folded",
      "Content-Type: text/html",
      "Content-Type: message/rfc822",
      "Content-Type: MESSAGE\n (x)/ rfc822",
      "Content-Transfer-Encoding: base64",
      "Content-Type: multipart/mixed; boundary=y",
      "Content-Type: multipart/digest; boundary=\"x\"",
      "Content-Type: multipart/mixed; boundary=xy; type=\"a\"",
      "Content-Type: multipart/related;",
      "\tboundary=\"y\"",
      std::string(5000, 'a'),
      block,
      block + "\n",
      block + "\n\n",
      block + "--y\nB: c\n",
      "\n" + block,
      "\n" + block,
  };
  std::mt19937 random(2);
  int regular = 0;
  for (int round = 0; round < 40'000; ++round) {
    const std::string end = random() % 2 == 0 ? "\n" : "\r\n";
    std::string bytes = "A: b" + end + "Content-Type: multipart/mixed; boundary=x" + end + end + "--x" + end;
    for (std::size_t i = random() % 16; i > 0; --i) {
      bytes += lines[random() % lines.size()];
      bytes += random() % 16 == 0 ? "\n" : end;
      if (random() % 4 == 0) bytes += end + "--" + (random() % 2 == 0 ? "x" : "y") + end;
    }
    if (random() % 2 == 0) bytes.resize(bytes.size() - random() % 3);
    regular += walk::read_regular_heading(bytes).has_value() ? 1 : 0;
    check_against_gmime(bytes);
  }
  CHECK(regular > 20'000);
}

TEST_CASE("a skeleton has no contents", "[heading]") {
  const std::string text = std::string(70, 'a') + "\n";
  std::string block;
  for (int i = 0; i < 1000; ++i) block += text;
  CHECK(skeleton_size("A: b\n\n" + block) < 200);
  CHECK(skeleton_size("A: b\nContent-Type: multipart/mixed; boundary=x\n\n" + block + "--x\n\n" + block +
                      "\n--x--\n\n" + block) < 700);
  // Messages in it may begin anywhere.
  CHECK(skeleton_size("A: b\nContent-Type: message/rfc822\n\n" + block) > block.size());
}
