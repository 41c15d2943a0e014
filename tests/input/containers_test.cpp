// Containers that are hostile, damaged, nested or truncated: everything before the fault is read, and the
// fault is reported.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "catch.h"
#include "make_container.h"
#include "mimebase/input.h"
#include "read_all.h"

using namespace mimebase;
using namespace mimebase::test;

namespace {

using Strings = std::vector<std::string>;

const std::string kFrom = "From a Thu Jan  1 00:00:00 2004\n";

std::string message(int number) {
  return "Subject: " + std::to_string(number) + "\n\nbody of " + std::to_string(number * 7919) + "\n";
}

std::string mbox(int count) {
  std::string all;
  for (int i = 1; i <= count; ++i) all += kFrom + message(i) + "\n";
  return all;
}

std::vector<Member> mails(int count) {
  std::vector<Member> all;
  for (int i = 1; i <= count; ++i) all.push_back({"m/" + std::to_string(i) + ".eml", message(i)});
  return all;
}

Strings sources(const Got& got) {
  Strings names;
  for (const Kept& record : got.records) names.push_back(record.source);
  return names;
}

bool says(const Got& got, std::string_view what) {
  return std::any_of(got.problems.begin(), got.problems.end(),
                     [what](const std::string& problem) { return problem.find(what) != std::string::npos; });
}

const Strings kFilters = {"gzip", "bzip2", "xz", "zstd", "compress", "lzip", "lz4"};

}  // namespace

TEST_CASE("names in containers are only names") {
  const Strings names = {"../../up.eml", "/abs.eml",     "a/../b.eml", "new\nline.eml",
                         "\xFF\xFE.eml", "\xC3\xA4.eml", "-.eml",      "a!b.eml"};
  std::vector<Member> members;
  for (const std::string& name : names) members.push_back({name, message(1)});
  Folder folder;
  for (const std::string format : {"ustar", "gnutar", "pax", "zip"}) {
    INFO(format);
    const std::string path = folder.write("in/" + format, container(members, format));
    const Got got = read_all(path);
    CHECK(got.problems.empty());
    Strings expected;
    for (const std::string& name : names) expected.push_back(path + "!" + name);
    CHECK(sources(got) == expected);
  }
  CHECK_FALSE(std::filesystem::exists(folder.path("up.eml")));  // nothing is written to disk
  CHECK_FALSE(std::filesystem::exists(folder.path("in/b.eml")));
}

TEST_CASE("a container in a container is read, and no deeper") {
  const std::string inner = container(mails(3), "ustar");
  const auto around = [](const std::string& bytes, const std::string& format, const std::string& filter) {
    return container({{"1.eml", message(8)}, {"in", bytes}, {"z.eml", message(9)}}, format, filter);
  };
  Folder folder;
  for (const std::string format : {"ustar", "zip"}) {
    for (const std::string filter : {"none", "gzip", "zstd"}) {
      INFO(format << ", " << filter);
      const std::string two = folder.write("two", around(inner, format, filter));
      const Got got = read_all(two);
      CHECK(got.problems.empty());
      CHECK(sources(got) == Strings{two + "!1.eml", two + "!in!m/1.eml", two + "!in!m/2.eml",
                                    two + "!in!m/3.eml", two + "!z.eml"});
      const std::string three = folder.write("three", around(around(inner, "ustar", "none"), format, filter));
      const Got deep = read_all(three);
      CHECK(sources(deep) ==
            Strings{three + "!1.eml", three + "!in!1.eml", three + "!in!z.eml", three + "!z.eml"});
      CHECK(deep.problems == Strings{three + "!in!in: is nested deeper than 2 containers: it is not read"});
    }
  }
  std::string gz = mbox(2);
  for (int i = 0; i < 2; ++i) gz = compressed(gz, "gzip");
  CHECK(read_all(folder.write("gz2", gz)).records.size() == 2);
  const Got deep = read_all(folder.write("gz3", compressed(gz, "gzip")));
  CHECK(deep.error == folder.path("gz3") + ": is nested deeper than 2 containers: it is not read");
  Limits limits;
  for (const std::uint64_t most : {3, 16, 1000}) {
    limits.containers = most;
    CHECK(read_all(folder.write("gz3", compressed(gz, "gzip")), {}, limits).records.size() == 2);
  }
  for (int i = 0; i < 16; ++i) gz = compressed(gz, "gzip");
  CHECK(read_all(folder.write("gz18", gz), {}, limits).error ==
        folder.path("gz18") + ": is nested deeper than 16 containers: it is not read");
}

TEST_CASE("what in a container is no file") {
  std::vector<Member> members = mails(2);
  members.insert(members.begin() + 1, {"folder", "", AE_IFDIR});
  members.insert(members.begin() + 1, {"link", "m/1.eml", AE_IFLNK});
  members.insert(members.begin() + 1, {"fifo", "", AE_IFIFO});
  Folder folder;
  const std::string path = folder.write("tar", container(members, "ustar"));
  const Got got = read_all(path);
  CHECK(got.records.size() == 2);
  CHECK(got.problems ==
        Strings{path + "!fifo: is a FIFO",
                path + "!link: is a symbolic link, which is not followed inside a container"});
}

TEST_CASE("containers without mail") {
  Folder folder;
  const Member picture{"a.png", "\x89PNG\r\n\x1A\n"};
  for (const std::string format : {"ustar", "zip"}) {
    INFO(format);
    const std::string path = folder.write("x", container({picture}, format));
    const Got got = read_all(path);
    CHECK(got.records.empty());
    CHECK(got.problems == Strings{path + ": contains no message"});
  }
  for (const std::string& filter : kFilters) {
    INFO(filter);
    const std::string path = folder.write("x", compressed(picture.bytes, filter));
    const Got got = read_all(path);
    CHECK(got.records.empty());
    const Strings said = got.error.empty() ? got.problems : Strings{got.error};
    CHECK(said == Strings{path + ": is neither mail nor a known document (--content-type TYPE reads it as a "
                                 "document of that type, such as text/plain)"});
    if (filter == "compress" || filter == "lz4") continue;  // libarchive does not write them without content
    const std::string none = folder.write("y", compressed("", filter));
    const Got nothing = read_all(none);
    CHECK(nothing.records.empty());
    CHECK((nothing.error.empty() ? nothing.problems : Strings{nothing.error}) ==
          Strings{none + ": is empty"});
  }
}

TEST_CASE("gzip: members, padding, and what does not belong there") {
  const std::string all = mbox(6);
  const std::size_t half = all.size() / 2;
  const std::string one = compressed(all, "gzip");
  const std::string two = compressed(all.substr(0, half), "gzip") + compressed(all.substr(half), "gzip");
  Folder folder;
  const auto check = [&](const std::string& bytes, const Strings& problems) {
    const Got got = read_all(folder.write("x", bytes));
    CHECK(got.error.empty());
    CHECK(got.problems == problems);
    std::string joined;
    for (const Kept& record : got.records) joined += record.before + record.bytes + record.after;
    CHECK((joined == all));
  };
  check(one, {});
  check(two, {});
  check(two + std::string(100000, '\0'), {});
  check(one + "rubbish", {folder.path("x") + ": has other data after its gzip data, from byte " +
                              std::to_string(one.size()) + " on, which is skipped",
                          folder.path("x") + ": message 6, the last one, may be incomplete"});
  std::string wrong_sum = one;
  wrong_sum[wrong_sum.size() - 5] = static_cast<char>(wrong_sum[wrong_sum.size() - 5] ^ 1);
  const Got damaged = read_all(folder.write("x", wrong_sum));
  CHECK(damaged.records.size() == 6);
  REQUIRE(damaged.problems.size() == 2);
  CHECK(says(damaged, "x: is damaged at byte "));
}

TEST_CASE("a gzip file cut anywhere gives all that is in it") {
  const std::string all = mbox(40);
  const std::string gz = compressed(all, "gzip");
  Folder folder;
  std::size_t records = 0;
  for (std::size_t size = 4; size < gz.size(); ++size) {
    INFO(size << " bytes");
    const std::string path = folder.write("x", gz.substr(0, size));
    const Got got = read_all(path);
    // A very short first message may not be recognized as mail.
    if (size > 100) CHECK(got.records.size() >= records);
    records = got.records.size();
    std::string joined;
    for (const Kept& record : got.records) joined += record.before + record.bytes + record.after;
    CHECK((joined == all.substr(0, joined.size())));
    const std::string place = path + ": is truncated: its gzip data ends at byte " + std::to_string(size) +
                              ", after " + std::to_string(joined.size()) + " bytes of content";
    const std::string last =
        path + ": message " + std::to_string(records) + ", the last one, may be incomplete";
    if (records > 0) CHECK(got.problems == Strings{place, last});
    if (records > 0) CHECK(got.records.back().incomplete);
    if (records == 0) CHECK(got.error.substr(0, path.size() + 15) == path + ": is truncated:");
  }
  CHECK(records == 40);
}

TEST_CASE("containers cut short, and with bytes that are wrong") {
  struct Case {
    std::string why, bytes;
  };
  std::vector<Case> cases;
  const std::vector<Member> members = mails(12);
  for (const std::string format : {"ustar", "pax", "zip"}) {
    for (const std::string filter : {"none", "gzip", "xz"}) {
      cases.push_back({format + "." + filter, container(members, format, filter)});
    }
  }
  for (const std::string& filter : kFilters) cases.push_back({filter, compressed(mbox(12), filter)});
  cases.push_back({"zip in tar", container({{"a", container(members, "zip")}}, "ustar")});
  cases.push_back({"tar in zip", container({{"a", container(members, "ustar")}}, "zip")});
  Folder folder;
  std::mt19937 random(7);
  for (const Case& c : cases) {
    const Got whole = read_all(folder.write("x", c.bytes));
    INFO(c.why);
    CHECK(whole.problems.empty());
    REQUIRE(whole.records.size() == 12);
    for (std::size_t i = 0; i < 60; ++i) {
      const std::size_t size = c.bytes.size() * i / 60;
      const Got got = read_all(folder.write("x", c.bytes.substr(0, size)));
      INFO(size << " bytes");
      REQUIRE(got.records.size() <= 12);
      for (std::size_t r = 0; r + 1 < got.records.size(); ++r) CHECK(got.records[r] == whole.records[r]);
      // A compressed file (.Z) may end anywhere, and the end of a tar after its last entry may be missing.
      if (c.why != "compress" && got.records.size() < 12)
        CHECK((!got.problems.empty() || !got.error.empty()));
    }
    for (int i = 0; i < 60; ++i) {
      std::string damaged = c.bytes;
      for (int hits = 0; hits < 1 + i / 10; ++hits)
        damaged[random() % damaged.size()] = static_cast<char>(random());
      const Got got = read_all(folder.write("x", damaged));
      CHECK(got.records.size() < 1000);
    }
  }
}

TEST_CASE("rubbish behind the magic of a container") {
  Folder folder;
  std::mt19937 random(3);
  const std::string tar = container(mails(1), "ustar");
  Strings magics = {"PK\x03\x04",
                    std::string("PK\x05\x06\0\0", 6),
                    "\x1F\x8B\x08",
                    "BZh91AY&SY",
                    std::string("\xFD"
                                "7zXZ\0",
                                6),
                    "\x28\xB5\x2F\xFD",
                    "\x1F\x9D",
                    "LZIP\x01",
                    "\x04\x22\x4D\x18",
                    tar.substr(0, 512),
                    compressed(mbox(3), "gzip").substr(0, 20),
                    compressed(mbox(3), "zstd").substr(0, 12)};
  for (const std::string& magic : magics) {
    for (const std::size_t size : {0U, 1U, 10U, 600U, 100000U}) {
      std::string bytes = magic;
      for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(random());
      const Got got = read_all(folder.write("x", bytes));
      INFO(magic << " and " << size << " bytes");
      CHECK(got.records.size() < 2);
      CHECK((!got.error.empty() || !got.problems.empty()));
    }
  }
}

TEST_CASE("decompression bombs") {
  const std::string zeros(std::size_t{70} << 20, '\0');
  const std::string first = kFrom + message(1) + "\n";
  const std::string bomb = first + kFrom + "Subject: 2\n\n" + zeros;
  const Limits limits{.message_bytes = 1000, .ratio = 20};
  const std::string too_large = "decompresses to more than 20 times its size: the rest is skipped";
  Folder folder;
  for (const std::string filter : {"gzip", "bzip2", "xz", "zstd"}) {
    INFO(filter);
    const std::string bytes = compressed(bomb, filter);
    const std::string path = folder.write("x", bytes);
    const Got got = read_all(path, {}, limits);
    REQUIRE(got.records.size() == 2);
    CHECK(got.records[0].bytes == message(1));
    CHECK(got.records[1].truncated);
    CHECK(got.problems.back() == path + ": " + too_large);
    // Within a tar, the other members are still read.
    const std::string tar = folder.write(
        "tar", container({{"1.eml", message(1)}, {"2.mbox", bytes}, {"3.eml", message(3)}}, "ustar"));
    const Got beside = read_all(tar, {}, limits);
    CHECK(sources(beside) == Strings{tar + "!1.eml", tar + "!2.mbox", tar + "!2.mbox", tar + "!3.eml"});
    CHECK(says(beside, too_large));
  }
  // Skipped members are decompressed too.
  const std::string tar = folder.write(
      "tar", container({{"1.eml", message(1)}, {"2.bin", zeros}, {"3.eml", message(3)}}, "ustar", "zstd"));
  const Got passed = read_all(tar, {}, limits);
  CHECK(sources(passed) == Strings{tar + "!1.eml"});
  CHECK(passed.problems == Strings{tar + ": " + too_large});
  // The default ratio allows this much.
  CHECK(read_all(folder.write("x", compressed(bomb, "gzip"))).problems.empty());
}

TEST_CASE("a message in a container over the limit") {
  Folder folder;
  const std::string large = "Subject: x\n\n" + std::string(std::size_t{5} << 20, 'x');
  const Limits limits{.message_bytes = 2000};
  for (const std::string filter : {"none", "gzip", "zstd"}) {
    const std::string path = folder.write(
        "x", container({{"1.eml", large}, {"2.eml", large.substr(0, 3000)}, {"3.eml", message(3)}}, "ustar",
                       filter));
    const Got got = read_all(path, {}, limits);
    REQUIRE(got.records.size() == 3);
    CHECK(got.records[0].bytes == large.substr(0, 2000));
    CHECK(got.records[0].truncated);
    CHECK(got.records[1].bytes == large.substr(0, 2000));
    CHECK(got.records[2].bytes == message(3));
    CHECK(got.records[1].truncated);
    CHECK(got.problems.empty());
  }
}

TEST_CASE("a reader that is given up while its thread waits for a pipe") {
  std::mt19937 random(1);
  std::string text;
  while (text.size() < (std::size_t{24} << 20)) {
    text += kFrom + "Subject: x\n\n";
    for (int i = 0; i < 50; ++i) text += std::to_string(random());
    text += "\n\n";
  }
  Folder folder;
  for (const std::string& bytes : {compressed(text, "gzip"), compressed(text, "zstd")}) {
    const std::string path = folder.path("fifo");
    mkfifo(path.c_str(), 0600);
    int fifo = -1;
    std::thread writer([&] {
      std::signal(SIGPIPE, SIG_IGN);
      fifo = open(path.c_str(), O_WRONLY | O_CLOEXEC);
      // Writes only part of the bytes and leaves the pipe open, so reading on would block.
      for (std::size_t at = 0; at < bytes.size() - 5;) {
        const ssize_t done = ::write(fifo, bytes.data() + at, bytes.size() - 5 - at);
        if (done < 0) break;
        at += static_cast<std::size_t>(done);
      }
    });
    {
      auto reader = Reader::open(path);
      REQUIRE(reader.has_value());
      CHECK(reader->next());
    }
    writer.join();
    close(fifo);
    std::filesystem::remove(path);
  }
}

TEST_CASE("a reader that is given up before its end") {
  Folder folder;
  std::vector<Member> members;
  for (int i = 0; i < 40; ++i) {
    members.push_back(
        {std::to_string(i) + ".eml", "Subject: x\n\n" + std::string(std::size_t{500} << 10, 'x')});
  }
  const std::string path = folder.write("x", container(members, "ustar", "gzip"));
  for (int batches = 0; batches < 4; ++batches) {
    auto reader = Reader::open(path);
    REQUIRE(reader.has_value());
    Batch last;
    for (int i = 0; i < batches; ++i) last = reader->next();
    reader = Error{};
    if (last) CHECK(last.records().front().bytes.substr(0, 8) == "Subject:");
  }
}

TEST_CASE("how far a container is read") {
  Folder folder;
  for (const std::string& bytes : {compressed(mbox(2000), "gzip"), container(mails(20), "ustar", "zstd")}) {
    auto reader = Reader::open(folder.write("x", bytes));
    REQUIRE(reader.has_value());
    CHECK(reader->bytes_total() == bytes.size());
    while (reader->next()) {
    }
    CHECK(reader->bytes_done() == bytes.size());
  }
}
