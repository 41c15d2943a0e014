// TNEF (MS-OXTNEF): attributes, properties and damage. Whole messages are in cli/test_outlook.py.
#include <string>
#include <vector>

#include "bytes.h"
#include "catch.h"
#include "outlook/formats.h"
#include "outlook/outlook.h"

using namespace mimebase::outlook;
using namespace std::string_literals;

namespace {

const std::string kHead = "\x78\x9F\x3E\x22\x01\x00"s;
const std::string kHeaderGuid = "\x86\x03\x02\0\0\0\0\0\xC0\0\0\0\0\0\0\x46"s;

std::string attribute(int level, std::uint32_t id, const std::string& data) {
  std::uint32_t sum = 0;
  for (const char c : data) sum += static_cast<unsigned char>(c);
  return le(level, 1) + le(id, 4) + le(data.size(), 4) + data + le(sum & 0xFFFF, 2);
}

std::string padded(std::string bytes) {
  bytes.resize((bytes.size() + 3) / 4 * 4);
  return bytes;
}

std::string tag(std::uint16_t id, std::uint16_t type) {
  return le(type, 2) + le(id, 2);
}

std::string variable(std::uint16_t id, std::uint16_t type, const std::string& value) {
  return tag(id, type) + le(1, 4) + le(value.size(), 4) + padded(value);
}

// The message with these properties.
std::string with_properties(const std::vector<std::string>& properties) {
  std::string list = le(properties.size(), 4);
  for (const std::string& property : properties) list += property;
  return kHead + attribute(1, 0x00069003, list);
}

struct Read {
  Item item;
  Reading reading;
};

Read read(std::string_view bytes) {
  Read read;
  read.reading.bytes_left = 10'000;
  read.reading.parts_left = 10;
  read.reading.depth_left = 3;
  read.item = read_tnef(bytes, read.reading);
  return read;
}

}  // namespace

TEST_CASE("properties before one of TNEF are skipped by their length", "[outlook]") {
  const std::string subject = variable(kSubject, kString8, "s\0"s);
  struct Case {
    const char* why;
    std::string before;
  };
  const Case cases[] = {
      {"2 bytes", tag(0x1, kInteger16) + le(7, 4)},
      {"a truth value", tag(0x1, kBoolean) + le(1, 4)},
      {"4 bytes", tag(0x1, kInteger32) + le(7, 4)},
      {"a floating-point number of 4 bytes", tag(0x1, kFloating32) + le(7, 4)},
      {"8 bytes", tag(0x1, kInteger64) + le(7, 8)},
      {"a time", tag(0x1, kTime) + le(7, 8)},
      {"a GUID", tag(0x1, kGuid) + std::string(16, 'g')},
      {"a string", variable(0x1, kString8, "abcde")},
      {"a binary value of 4 bytes", variable(0x1, kBinary, "abcd")},
      {"an object", variable(0x1, kObject, std::string(17, 'o'))},
      {"an empty string", variable(0x1, kString, "")},
      {"no value", tag(0x1, kString) + le(0, 4)},
      {"a named property with a number",
       tag(0x8001, kInteger32) + std::string(16, 'g') + le(0, 4) + le(5, 4) + le(7, 4)},
      {"a named property with a name", tag(0x8001, kInteger32) + std::string(16, 'g') + le(1, 4) + le(6, 4) +
                                           padded(utf16("abc")) + le(7, 4)},
      {"two strings",
       tag(0x1, kMultiple | kString8) + le(2, 4) + le(3, 4) + padded("abc") + le(5, 4) + padded("abcde")},
      {"three numbers", tag(0x1, kMultiple | kInteger32) + le(3, 4) + le(1, 4) + le(2, 4) + le(3, 4)},
      {"two times", tag(0x1, kMultiple | kTime) + le(2, 4) + le(1, 8) + le(2, 8)},
      {"none of several numbers", tag(0x1, kMultiple | kInteger32) + le(0, 4)},
  };
  for (const Case& one : cases) {
    INFO(one.why);
    const std::string bytes = with_properties({one.before, subject});
    const Read found = read(bytes);
    CHECK(found.item.properties.text(kSubject, "") == "s");
    CHECK(found.reading.damage.empty());
  }
}

TEST_CASE("named properties of TNEF that are header fields", "[outlook]") {
  const std::string bytes =
      with_properties({tag(0x8001, kString) + kHeaderGuid + le(1, 4) + le(10, 4) + padded(utf16("Base\0"s)) +
                           le(1, 4) + le(4, 4) + utf16("ab"),
                       tag(0x8002, kString) + std::string(16, 'g') + le(1, 4) + le(10, 4) +
                           padded(utf16("Base\0"s)) + le(1, 4) + le(4, 4) + utf16("cd")});
  const Read found = read(bytes);
  REQUIRE(found.item.named_fields.size() == 1);
  CHECK(found.item.named_fields[0].name == "Base");
  CHECK(found.item.named_fields[0].value == "ab");
}

TEST_CASE("attributes of TNEF", "[outlook]") {
  const std::string sent = le(2024, 2) + le(2, 2) + le(29, 2) + le(13, 2) + le(14, 2) + le(15, 2) + le(4, 2);
  const std::string from = le(4, 2) + le(0, 2) + le(3, 2) + le(15, 2) + "Me\0"s + "SMTP:me@example\0"s;
  const std::string bytes = kHead + attribute(1, 0x00069007, le(1251, 4) + le(0, 4)) +
                            attribute(1, 0x00018004, "\xE4\0"s) + attribute(1, 0x00038005, sent) +
                            attribute(1, 0x00008000, from) + attribute(1, 0x0002800C, "http://a.example/\0"s);
  const Message message = to_mime(bytes, {.bytes = 10'000, .parts = 10, .depth = 3});
  CHECK(message.damage.empty());
  CHECK(message.mime ==
        "From: \"Me\" <me@example>\nSubject: =?utf-8?B?0LQ=?=\nDate: Thu, 29 Feb 2024 13:14:15 +0000\n"
        "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
        "aHR0cDovL2EuZXhhbXBsZS8=\n");
}

TEST_CASE("attachments of TNEF", "[outlook]") {
  // The types of the attributes may be missing, and so may the one that begins an attachment.
  const std::string bytes = kHead + attribute(2, 0x0000800F, "data") + attribute(2, 0x00069002, "") +
                            attribute(2, 0x00018010, "b.txt\0"s) + attribute(2, 0x0006800F, "more");
  const Read found = read(bytes);
  REQUIRE(found.item.attachments.size() == 2);
  CHECK(found.item.attachments[0].data == "data");
  CHECK(found.item.attachments[1].data == "more");
  CHECK(found.item.attachments[1].file_name == "b.txt");
}

TEST_CASE("attachments of TNEF with two contents", "[outlook]") {
  const std::string begin = kHead + attribute(2, 0x00069002, ""), data = attribute(2, 0x0006800F, "data");
  const auto with_property = [](const std::string& value) {
    return attribute(2, 0x00069005, le(1, 4) + value);
  };
  struct Case {
    std::string bytes;
    const char* damage;
  };
  const char* const two = "an attachment of its TNEF has two contents";
  const Case cases[] = {
      {begin + data, ""},
      {begin + data + data, ""},
      {begin + data + attribute(2, 0x0006800F, ""), ""},
      {begin + data + attribute(2, 0x0006800F, "other"), two},
      {begin + data + with_property(variable(kAttachData, kBinary, "data")), ""},
      {begin + data + with_property(variable(kAttachData, kBinary, "other")), two},
      {begin + data + with_property(variable(kAttachData, kObject, std::string(16, 'i') + "other")), two},
  };
  for (const Case& one : cases) {
    const Read found = read(one.bytes);
    CHECK(found.item.attachments.at(0).data == "data");
    CHECK(found.reading.damage == one.damage);
  }
}

TEST_CASE("damaged TNEF", "[outlook]") {
  const std::string sound = kHead + attribute(1, 0x00018004, "s\0"s);
  std::string wrong_sum = sound;
  wrong_sum.back() ^= 1;
  struct Case {
    const char* why;
    std::string bytes;
    const char* damage;
    const char* subject = "s";
  };
  const Case cases[] = {
      {"sound", sound, ""},
      {"line ends behind it", sound + "\r\n", ""},
      {"a wrong checksum", wrong_sum, "a checksum of its TNEF is wrong"},
      {"no checksum", sound.substr(0, sound.size() - 2), ""},
      {"a cut attribute", sound.substr(0, sound.size() - 3), "its TNEF is truncated"},
      {"a cut head of an attribute", sound + "\1\2", "its TNEF is truncated"},
      {"garbage", sound + std::string(20, 'x'), "its TNEF is damaged"},
      {"a string without its end", kHead + attribute(1, 0x00018004, "s"), ""},
      {"nothing", kHead, "", ""},
      {"only its first bytes", kHead.substr(0, 4), "", ""},
      {"a property of an unknown type", with_properties({tag(1, 0x99)}),
       "its TNEF has a property of an unknown type", ""},
      {"a cut property", with_properties({variable(kSubject, kString8, "s").substr(0, 10)}),
       "the properties of its TNEF are truncated", ""},
      {"a length beyond the end",
       with_properties({tag(kSubject, kString8) + le(1, 4) + le(0xFFFFFFFF, 4) + "s"}),
       "the properties of its TNEF are truncated"},
      {"more values than there are",
       with_properties({tag(1, kMultiple | kInteger32) + le(0xFFFFFFFF, 4) + le(1, 4)}), "", ""},
  };
  for (const Case& one : cases) {
    INFO(one.why);
    const Read found = read(one.bytes);
    CHECK(found.item.properties.text(kSubject, "") == one.subject);
    CHECK(found.reading.damage == one.damage);
  }
}

TEST_CASE("the bounds of a message of Outlook", "[outlook]") {
  const std::string interface = "\x07\x03\x02\0\0\0\0\0\xC0\0\0\0\0\0\0\x46"s;
  std::string nested = kHead + attribute(1, 0x00018004, "innermost");
  for (int i = 0; i < 5; ++i) {
    nested = kHead + attribute(2, 0x00069002, "") +
             attribute(2, 0x00069005, le(1, 4) + variable(kAttachData, kObject, interface + nested));
  }
  CHECK_FALSE(to_mime(nested, {.bytes = 100'000, .parts = 10, .depth = 5}).too_deep);
  CHECK(to_mime(nested, {.bytes = 100'000, .parts = 10, .depth = 4}).too_deep);
  CHECK(to_mime(nested, {.bytes = 100'000, .parts = 10, .depth = 5}).mime.find("innermost") !=
        std::string::npos);
  CHECK(to_mime(nested, {.bytes = 100'000, .parts = 4, .depth = 5}).is_cut);
  CHECK(to_mime(nested, {.bytes = 300, .parts = 10, .depth = 5}).is_cut);
  CHECK_FALSE(to_mime(nested, {.bytes = 100'000, .parts = 5, .depth = 5}).is_cut);
}
