// Compound files (MS-CFB) that attack their reader. Sound ones are in cli/test_outlook.py.
#include "binary/compound_file.h"

#include <string>
#include <vector>

#include "catch.h"
#include "outlook/bytes.h"
#include "outlook/outlook.h"

using namespace mimebase::binary;
using namespace mimebase::outlook;

namespace {

constexpr std::uint32_t kFree = 0xFFFFFFFF, kEnd = 0xFFFFFFFE;

struct Record {
  std::string name;
  int type = 2;
  std::uint32_t left = kFree, right = kFree, child = kFree;
  std::uint32_t start = kEnd;
  std::uint64_t size = 0;
};

// A file of a directory, of `content` behind it, and of the table. The content is in consecutive sectors, in
// one chain.
std::string file_of(const std::vector<Record>& records, const std::string& content = {}) {
  std::string directory;
  for (const Record& record : records) {
    std::string name = utf16(record.name);
    directory += name + std::string(64 - name.size(), '\0') + le(name.size() + 2, 2) + le(record.type, 1) +
                 le(1, 1) + le(record.left, 4) + le(record.right, 4) + le(record.child, 4) +
                 std::string(36, '\0') + le(record.start, 4) + le(record.size, 8);
  }
  const auto pad = [](std::string& bytes) { bytes.resize((bytes.size() + 511) / 512 * 512); };
  pad(directory);
  std::string padded = content;
  pad(padded);
  const std::uint32_t in_directory = static_cast<std::uint32_t>(directory.size() / 512);
  const std::uint32_t in_content = static_cast<std::uint32_t>(padded.size() / 512);
  const std::uint32_t used = in_directory + in_content;
  std::uint32_t tables = 1;
  while (tables * 128 < used + tables) ++tables;
  REQUIRE(tables <= 109);
  std::string table;
  for (std::uint32_t i = 0; i < used; ++i)
    table += le(i + 1 == in_directory || i + 1 == used ? kEnd : i + 1, 4);
  for (std::uint32_t i = used; i < tables * 128; ++i) table += le(i < used + tables ? 0xFFFFFFFD : kFree, 4);
  std::string header = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + std::string(16, '\0') + le(0x3E, 2) + le(3, 2) +
                       le(0xFFFE, 2) + le(9, 2) + le(6, 2) + std::string(6, '\0') + le(0, 4) + le(tables, 4) +
                       le(0, 4) + le(0, 4) + le(4096, 4) + le(kEnd, 4) + le(0, 4) + le(kEnd, 4) + le(0, 4);
  for (std::uint32_t i = 0; i < 109; ++i) header += le(i < tables ? used + i : kFree, 4);
  return header + directory + padded + table;
}

int count_children(const CompoundFile& file, int storage) {
  int count = 0;
  for (int entry = file.first_child(storage); entry >= 0; entry = file.next(entry)) ++count;
  return count;
}

}  // namespace

TEST_CASE("a stream of a compound file", "[outlook]") {
  std::string content;
  for (int i = 0; i < 5000; ++i) content += static_cast<char>('a' + i % 26);
  const std::string bytes =
      file_of({{"Root Entry", 5, kFree, kFree, 1}, {"x", 2, kFree, kFree, kFree, 1, 5000}}, content);
  CompoundFile sound(bytes);
  const int stream = sound.find(sound.root(), "X");
  REQUIRE(stream == 1);
  CHECK_FALSE(sound.is_storage(stream));
  std::string buffer;
  CHECK(sound.read(stream, 9999, buffer) == content);
  CHECK(sound.read(stream, 1000, buffer) == content.substr(0, 1000));
  CHECK_FALSE(sound.is_damaged());
  CHECK(sound.find(sound.root(), "y") == -1);
}

TEST_CASE("directories whose links attack", "[outlook]") {
  constexpr std::uint32_t kMany = 40'000;
  std::vector<Record> next = {{"Root Entry", 5, kFree, kFree, 1}}, deep = next;
  for (std::uint32_t i = 1; i <= kMany; ++i) {
    next.push_back({"a", 2, kFree, i < kMany ? i + 1 : kFree, kFree});
    deep.push_back({"a", 1, kFree, kFree, i < kMany ? i + 1 : kFree});
  }
  const std::string siblings = file_of(next), levels = file_of(deep);
  CHECK(count_children(CompoundFile(siblings), 0) == kMany);
  CHECK(count_children(CompoundFile(levels), 0) == 1);
  CHECK(count_children(CompoundFile(levels), 7) == 1);

  struct Case {
    const char* why;
    std::vector<Record> records;
    int children;
  };
  const Case cases[] = {
      {"a link to itself", {{"Root Entry", 5, kFree, kFree, 1}, {"a", 2, 1, 1, kFree}}, 1},
      {"a link to the root", {{"Root Entry", 5, kFree, kFree, 1}, {"a", 1, kFree, kFree, 0}}, 1},
      {"a circle",
       {{"Root Entry", 5, kFree, kFree, 1}, {"a", 2, kFree, 2, kFree}, {"b", 2, kFree, 1, kFree}},
       2},
      {"a link beyond the end", {{"Root Entry", 5, kFree, kFree, 1}, {"a", 2, kFree, 4444, kFree}}, 1},
      {"an unknown type", {{"Root Entry", 5, kFree, kFree, 1}, {"a", 7, kFree, kFree, kFree}}, 0},
      {"two parents",
       {{"Root Entry", 5, kFree, kFree, 1}, {"a", 1, kFree, 2, 3}, {"b", 1, kFree, kFree, 3}, {"c", 2}},
       2},
  };
  for (const Case& one : cases) {
    INFO(one.why);
    const std::string bytes = file_of(one.records);
    const CompoundFile file(bytes);
    CHECK(count_children(file, file.root()) == one.children);
    CHECK(file.is_damaged());
  }
}

TEST_CASE("entries that no link leads to are in the root", "[outlook]") {
  // The link from the root is wrong: it has the first of its children, with their siblings and children.
  const std::string bytes = file_of({{"Root Entry", 5, kFree, kFree, 99},
                                     {"a", 2, kFree, kFree, kFree},
                                     {"b", 1, 1, 3, 4},
                                     {"c", 2, kFree, kFree, kFree},
                                     {"inside", 2, kFree, kFree, kFree},
                                     {"lost", 2, 6, kFree, kFree},
                                     {"lost too", 2, 5, kFree, kFree}});
  const CompoundFile file(bytes);
  CHECK(file.is_damaged());
  for (const char* name : {"a", "b", "c", "lost", "lost too"}) CHECK(file.find(file.root(), name) > 0);
  CHECK(file.find(file.root(), "inside") == -1);
  CHECK(file.find(file.find(file.root(), "b"), "inside") > 0);
}

TEST_CASE("the places of streams", "[outlook]") {
  const std::string bytes = file_of({{"Root Entry", 5, kFree, kFree, 1},
                                     {"a", 2, kFree, 2, kFree, 2, 5000},
                                     {"b", 2, kFree, 3, kFree, 2, 5000},
                                     {"c", 2, kFree, kFree, kFree, 2, 5001}},
                                    std::string(6000, 'x'));
  const CompoundFile file(bytes);
  CHECK(file.place(1) == file.place(2));
  CHECK(file.place(1) != file.place(3));
}

TEST_CASE("streams that attack", "[outlook]") {
  const std::string content(6000, 'x');
  const auto read = [](std::string bytes, bool& is_damaged) {
    CompoundFile file(bytes);
    std::string buffer;
    const std::string got(file.read(1, ~std::uint64_t{0}, buffer));
    is_damaged = file.is_damaged();
    return got;
  };
  const Record root = {"Root Entry", 5, kFree, kFree, 1};
  bool is_damaged = false;
  // It claims more than its chain has.
  CHECK(read(file_of({root, {"x", 2, kFree, kFree, kFree, 1, 9000}}, content), is_damaged).size() == 6144);
  CHECK(is_damaged);
  // It claims more than the file has.
  CHECK(read(file_of({root, {"x", 2, kFree, kFree, kFree, 1, 0x7FFFFFFF}}, content), is_damaged).size() ==
        6144);
  CHECK(is_damaged);
  // It begins beyond the end.
  CHECK(read(file_of({root, {"x", 2, kFree, kFree, kFree, 999, 6000}}, content), is_damaged).empty());
  CHECK(is_damaged);
  // Its chain is a circle: it ends with the file's length.
  std::string circle = file_of({root, {"x", 2, kFree, kFree, kFree, 1, 0x7FFFFFFF}}, content);
  const std::size_t table = 512 + 512 + 6144;
  circle.replace(table + 4 * 3, 4, le(1, 4));
  CHECK(read(circle, is_damaged).size() <= circle.size());
  CHECK(is_damaged);
  // Its chain is a circle of which it needs no more than the file has: 4, 5, 6 and 4 again.
  circle = file_of({root, {"x", 2, kFree, kFree, kFree, 1, 6144}}, content);
  CHECK(read(circle, is_damaged) == content + std::string(144, '\0'));
  CHECK_FALSE(is_damaged);
  circle.replace(table + 4 * 6, 4, le(4, 4));
  CHECK(read(circle, is_damaged).size() == 6144);
  CHECK(is_damaged);
  // Small streams, of which the file has none.
  CHECK(read(file_of({root, {"x", 2, kFree, kFree, kFree, 0, 100}}), is_damaged).empty());
  CHECK(is_damaged);
}

TEST_CASE("damaged headers of compound files", "[outlook]") {
  const std::string sound = file_of({{"Root Entry", 5, kFree, kFree, 1}, {"x", 2}});
  for (std::size_t size : {0, 8, 100, 511, 512, 513, 640, 1024}) {
    INFO(size);
    CompoundFile file(std::string_view(sound).substr(0, size));
    (void)count_children(file, file.root());
    CHECK(format_of(std::string_view(sound).substr(0, size)) == Format::kNone);
  }
  for (std::size_t at = 8; at < 512; ++at) {
    for (const char byte : {'\0', '\x7F', '\xFF'}) {
      std::string bytes = sound;
      bytes[at] = byte;
      CompoundFile file(bytes);
      (void)count_children(file, file.root());
    }
  }
}
