// Whole sources: what is read, what is refused, and that nothing gets lost.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "catch.h"
#include "mimebase/input.h"
#include "read_all.h"

using namespace mimebase;
using namespace mimebase::test;

namespace {

const std::string kFromLine = "From a Thu Jan  1 00:00:00 2004\n";

// Returns `count` records of some kilobytes each, about `count` * 2.5 KB.
std::string large_mbox(int count) {
  std::string mbox;
  for (int i = 0; i < count; ++i) {
    mbox += kFromLine + "Subject: " + std::to_string(i) + "\n\n";
    for (int line = 0; line < i % 80; ++line) mbox += ">From there to here, a line of some length; From x\n";
    mbox += "\n";
  }
  return mbox;
}

// Reassembles a source from its records.
std::string joined(const Got& got) {
  std::string all;
  for (const Kept& record : got.records) all += record.before + record.bytes + record.after;
  return all;
}

std::vector<Kept> without_source(std::vector<Kept> records) {
  for (Kept& record : records) record.source.clear();
  return records;
}

}  // namespace

TEST_CASE("what a source holds is found by looking at it") {
  struct Case {
    std::string text;
    std::vector<std::string> messages;
    std::string_view why;
  };
  const std::vector<Case> cases = {
      {"Subject: x\n\nbody\n", {"Subject: x\n\nbody\n"}, "a message"},
      {"Subject: x\n\nbody\n\n", {"Subject: x\n\nbody\n\n"}, "a message keeps its blank lines"},
      {"\xEF\xBB\xBFSubject: x\n\n", {"Subject: x\n\n"}, "behind a byte order mark"},
      {"\n \r\n\nSubject: x\n\n", {"Subject: x\n\n"}, "behind blank lines"},
      {" Subject: x\nTo: a\nCc: b\n\n", {"Subject: x\nTo: a\nCc: b\n\n"}, "first line shifted by a blank"},
      {"2005\nSubject: x\nTo: a\n\n", {"Subject: x\nTo: a\n\n"}, "a line of rubbish before known fields"},
      {">From a Thu\nSubject: x\n\n",
       {">From a Thu\nSubject: x\n\n"},
       "a quoted From_ line is the message's"},
      {"From : a@b.org\nSubject: x\n\n", {"From : a@b.org\nSubject: x\n\n"}, "From as a field"},
      {"Unknown: x\n y\n\n", {"Unknown: x\n y\n\n"}, "unknown field and fold"},
      {"Unknown: x", {"Unknown: x"}, "unknown field alone"},
      {std::string("Subject: x\n\na\0b", 15), {std::string("Subject: x\n\na\0b", 15)}, "NUL in the body"},
      {"Subject: x\n\nbody\n\n" + kFromLine + "Subject: y\n\n",
       {"Subject: x\n\nbody\n\n" + kFromLine + "Subject: y\n\n"},
       "a message is not split at From_ lines"},
      {kFromLine + "Subject: x\n\nbody\n", {"Subject: x\n\nbody\n"}, "an mbox of one"},
      {kFromLine + "Subject: x\n\nbody\n\n", {"Subject: x\n\nbody\n"}, "the last blank line is the mbox's"},
      {"\xEF\xBB\xBF\r\n" + kFromLine + "Subject: x\n\nbody\n",
       {"Subject: x\n\nbody\n"},
       "mbox behind mark and blank line"},
      {kFromLine + "A: 1\n\nx\n\n" + kFromLine + "B: 2\n\ny\n",
       {"A: 1\n\nx\n", "B: 2\n\ny\n"},
       "an mbox of two"},
      {kFromLine + "A: 1\n\nx\n" + kFromLine + "B: 2\n\ny\n",
       {"A: 1\n\nx\n", "B: 2\n\ny\n"},
       "no blank line between"},
      {kFromLine + "\n" + kFromLine + "\n", {"", ""}, "empty messages"},
      {kFromLine + kFromLine + kFromLine, {"", "", ""}, "nothing but From_ lines"},
      {kFromLine + "A: 1\n\n>From x\nFrom y\n\n", {"A: 1\n\n>From x\nFrom y\n"}, "quoting stays"},
      {"From a Thu Jan  1 00:00:00 2004\rSubject: x\r\rbody",
       {"Subject: x\r\rbody"},
       "line ends of old Macs"},
  };
  Folder folder;
  int number = 0;
  for (const Case& c : cases) {
    INFO(c.why << ": " << c.text);
    const Got got = read_all(folder.write(std::to_string(++number), c.text));
    CHECK(got.error.empty());
    CHECK(got.problems.empty());
    std::vector<std::string> messages;
    for (const Kept& record : got.records) messages.push_back(record.bytes);
    CHECK(messages == c.messages);
    CHECK(joined(got) == c.text);
  }
}

TEST_CASE("what is refused, and how that is said") {
  struct Case {
    std::string name, text, message;
    std::string_view why;
  };
  const std::string neither =
      ": is neither mail nor a known document (--content-type TYPE reads it as a document of that type, such "
      "as text/plain)";
  const std::string empty = ": is empty";
  const std::string arc =
      ": is a web archive in the format ARC: convert it to WARC with warcio, such as: warcio recompress FILE "
      "NEW.warc.gz";
  const std::vector<Case> cases = {
      {"photo.jpg", "\xFF\xD8\xFF\xE0\x10JFIF", neither, "JPEG"},
      {"photo.eml", std::string("\xFF\xD8\xFF\xE0\0\x10JFIF\0", 11), neither, "JPEG named like mail"},
      {"mail.mmdf", "\x01\x01\x01\x01\nSubject: x\nTo: a\n\n",
       ": is an MMDF mailbox: convert it to an mbox, such as with the module mailbox of Python", "MMDF"},
      {"mail.eml", "\x01\x01\x01\x01\r\nSubject: x\r\nTo: a\r\n\r\n",
       ": is an MMDF mailbox: convert it to an mbox, such as with the module mailbox of Python",
       "MMDF with CRLF, named like mail"},
      {"RMAIL",
       "BABYL OPTIONS: -*- rmail -*-\nVersion: 5\nLabels:\n\x1F\f\n0, unseen,,\n*** EOOH ***\nFrom: a\nTo: "
       "b\n\nx\n\x1F",
       ": is a Babyl mailbox: convert it to an mbox with the command unrmail of Emacs", "Babyl"},
      {"a.arc",
       "filedesc://a.arc 0.0.0.0 20060101000000 text/plain 76\n1 0 InternetArchive\nURL IP-address\n", arc,
       "ARC/1.0"},
      {"b.arc", "filedesc://a.arc 0.0.0.0 20060101000000 text/plain 200 - - 0 a.arc 76\n2 0 Alexa\n", arc,
       "ARC/2"},
      {"c.eml", "filedesc://a.arc 0.0.0.0 20060101000000 text/plain 76\nDate: x\nSubject: y\n", arc,
       "ARC named like mail"},
      {"d.arc",
       "http://a.example/ 192.0.2.1 20060101000000 text/html 90\nHTTP/1.1 200 OK\nDate: x\nContent-Type: "
       "text/html\n\n<p>",
       arc, "a piece of an ARC file"},
      {"a.warc",
       "WARC/0.10 512 response http://a.example/ 20060101000000 urn:uuid:1 message/http\r\nDate: x\r\nTo: "
       "b\r\n",
       ": is a web archive in the format WARC/0.10, which is not read (WARC/0.12 to WARC/1.1 are)",
       "a WARC file with the header in one line"},
      {"b.warc", "warc/0.9 512 response http://a.example/ 20060101000000 urn:uuid:1 message/http\r\n",
       ": is a web archive in the format warc/0.9, which is not read (WARC/0.12 to WARC/1.1 are)",
       "WARC/0.9"},
      {"c.warc", "WARC/2.0\r\nWARC-Type: response\r\nContent-Type: x/y\r\nContent-Length: 1\r\n\r\n",
       ": is a web archive in the format WARC/2.0, which is not read (WARC/0.12 to WARC/1.1 are)",
       "a later version of WARC"},
      {"photo.png", "\x89PNG\r\n\x1A\n", neither, "PNG"},
      {"a.7z", "7z\xBC\xAF\x27\x1C", neither, "a container of no kind we read"},
      {"a.out",
       std::string("\x7F"
                   "ELF\x02\x01\x01\0\0\0",
                   10),
       neither, "ELF"},
      {"a.tar", "Subject:x" + std::string(503, '\0') + "\nSubject: x\nTo: y\n", neither,
       "NUL in the first line"},
      {"a.json", "{\"a\": 1}\n", neither, "JSON"},
      {"a", "Some words.\nMore words: x\n", neither, "prose"},
      {"b", "Note: some words\nand more\n", neither, "prose that begins like a field"},
      {"e", "Some words.\n\nSubject: x\nTo: y\n", neither, "fields behind a blank line"},
      {"c", "http://host/\n", neither, "a URL"},
      {"d", "From here on\nprose\n", neither, "prose that begins with From"},
      {"from", "From ", neither, "From and no more"},
      {"froms", "\nFrom \nFrom \nFrom ", neither, "From without dates"},
      {"x.eml", "", empty, "no byte"},
      {"y.eml", "\xEF\xBB\xBF \t\r\n", empty, "no byte but white space"},
  };
  Folder folder;
  for (const Case& c : cases) {
    INFO(c.why);
    const std::string path = folder.write(c.name, c.text);
    const Got got = read_all(path);
    CHECK(got.error == path + c.message);
    CHECK(got.records.empty());
  }
  CHECK(read_all(folder.write("words.eml", "Some words.\n")).records.size() == 1);  // the name tells its type
}

TEST_CASE("what is no file") {
  Folder folder;
  const std::string absent = folder.path("absent");
  CHECK(read_all(absent).error == absent + ": No such file or directory");
  CHECK(read_all("/dev/null").error == "/dev/null: is a device");
  CHECK(read_all("").error == ": No such file or directory");

  const std::string path = folder.path("socket");
  const int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  REQUIRE(path.size() < sizeof(address.sun_path));
  path.copy(address.sun_path, path.size());
  REQUIRE(bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0);
  CHECK(read_all(path).error == path + ": is a socket");
  close(descriptor);

  const std::string secret = folder.write("secret", "A: b\n");
  chmod(secret.c_str(), 0);
  if (geteuid() != 0) CHECK(read_all(secret).error == secret + ": Permission denied");
}

TEST_CASE("a kind that is asked for is believed") {
  Folder folder;
  InputOptions message{.kind = InputKind::kMessage};
  InputOptions mbox{.kind = InputKind::kMbox};
  const std::string two = folder.write("two", kFromLine + "A: 1\n\n" + kFromLine + "B: 2\n\n");

  Got got = read_all(two, message);
  REQUIRE(got.records.size() == 1);
  CHECK(got.records[0].before == kFromLine);
  CHECK(got.records[0].bytes == "A: 1\n\n" + kFromLine + "B: 2\n\n");
  CHECK(read_all(folder.write("prose", "words"), message).records.size() == 1);

  const std::string late = folder.write("late", "rubbish\n\n" + kFromLine + "A: 1\n\n");
  CHECK(read_all(late).error == late +
                                    ": is neither mail nor a known document (--content-type TYPE reads it as "
                                    "a document of that type, such as text/plain)");
  got = read_all(late, mbox);
  REQUIRE(got.records.size() == 1);
  CHECK(got.records[0].offset == 9);
  CHECK(got.records[0].bytes == "A: 1\n");

  const std::string none = folder.write("none", "Subject: x\n\nbody\n");
  got = read_all(none, mbox);
  CHECK(got.records.empty());
  CHECK(got.problems == std::vector<std::string>{none + ": has no From_ line, so it is not an mbox"});
  CHECK(read_all(folder.write("empty", ""), mbox).error.find("is empty") != std::string::npos);
}

TEST_CASE("offsets and numbers of records") {
  Folder folder;
  const std::string text = "\n" + kFromLine + "A: 1\r\n\r\nx\r\n\r\n" + kFromLine + "B: 2\n\n";
  const std::string path = folder.write("mbox", text);
  const Got got = read_all(path, {.first_message = 7});
  REQUIRE(got.records.size() == 2);
  CHECK(got.records[0] == Kept{path, 7, 1, 33, "\n" + kFromLine, "A: 1\r\n\r\nx\r\n", "\r\n", false});
  CHECK(got.records[1] == Kept{path, 8, 46, 78, kFromLine, "B: 2\n", "\n", false});
}

TEST_CASE("a Content-Length that leads to a From_ line is believed") {
  const std::string inner = "x\n\n" + kFromLine + "Subject: part of the body\n\n";
  const auto record = [](std::size_t length, const std::string& body) {
    return kFromLine + "Content-Length: " + std::to_string(length) + "\n\n" + body + "\n";
  };
  struct Case {
    std::string text;
    std::size_t records;
    std::string_view why;
  };
  const std::string right = record(inner.size(), inner);
  const std::vector<Case> cases = {
      {right + right, 2, "right in both"},
      {right, 1, "right, to the end"},
      {right.substr(0, right.size() - 1) + right, 2, "right, no blank line between"},
      {record(inner.size() - 3, inner), 2, "too short"},
      {record(inner.size() + 1000, inner), 2, "too long"},
      {record(1, "x\n") + right, 2, "in the first too"},
      {kFromLine + "A: 1\n\nx\n\n" + right, 2, "not in the first"},
      {kFromLine + "A: 1\n\n" + std::string(70'000, 'x') + "\n\n" + right, 3,
       "not in the first 64 KB: no mboxcl"},
      {record(std::size_t{1} << 40, inner), 2, "too large to believe"},
  };
  Folder folder;
  int number = 0;
  for (const Case& c : cases) {
    INFO(c.why);
    const Got got = read_all(folder.write(std::to_string(++number), c.text));
    CHECK(got.records.size() == c.records);
    CHECK(joined(got) == c.text);
  }
}

TEST_CASE("a mapped file and a pipe give the same records") {
  const std::string mbox = large_mbox(3000);
  REQUIRE(mbox.size() > (std::size_t{5} << 20));
  Folder folder;
  const Got mapped = read_all(folder.write("mbox", mbox));
  CHECK(mapped.records.size() == 3000);
  CHECK(mapped.batches > 3);
  CHECK(mapped.batches < 40);
  CHECK(joined(mapped) == mbox);
  for (unsigned seed = 1; seed <= 4; ++seed) {
    INFO("seed " << seed);
    CHECK(read_fifo(folder, mbox, seed).records == without_source(mapped.records));
  }
}

TEST_CASE("how far a range is read") {
  Folder folder;
  InputOptions options;
  options.range = Range{1000, 5000};
  auto reader = Reader::open(folder.write("mbox", large_mbox(100)), options);
  REQUIRE(reader.has_value());
  CHECK(reader->bytes_total() == 4000);
  while (reader->next()) {
  }
  CHECK(reader->bytes_done() >= 4000);  // the end of its last message
}

TEST_CASE("a batch outlives its reader, in another thread") {
  Folder folder;
  const std::string path = folder.write("mbox", large_mbox(1200));
  std::vector<Batch> batches;
  {
    auto reader = Reader::open(path);
    REQUIRE(reader.has_value());
    CHECK(reader->bytes_total() == std::filesystem::file_size(path));
    while (Batch batch = reader->next()) batches.push_back(std::move(batch));
    CHECK(reader->bytes_done() == reader->bytes_total());
  }
  std::string all;
  std::thread([&] {
    for (const Batch& batch : batches) {
      for (const Record& r : batch.records()) {
        all += std::string(r.before) + std::string(r.bytes) + std::string(r.after);
        if (r.source != path) all += "wrong source";
      }
    }
  }).join();
  CHECK(all == large_mbox(1200));
}

namespace {

// Reads a source and changes it after the first batch.
template <typename Change>
Got read_while(const std::string& path, Change change) {
  auto reader = Reader::open(path);
  REQUIRE(reader.has_value());
  Got got;
  while (const Batch batch = reader->next()) {
    for (const Record& record : batch.records()) got.records.push_back(keep(record));
    if (got.batches++ == 0) change();
  }
  for (const Error& problem : reader->problems()) got.problems.push_back(problem.message);
  CHECK_FALSE(reader->next());
  return got;
}

}  // namespace

TEST_CASE("a file that another program changes meanwhile") {
  Folder folder;
  const std::string mbox = large_mbox(5000);
  const std::string path = folder.write("mbox", mbox);
  const std::size_t size = mbox.size();
  const std::size_t behind = size - 100'000;
  REQUIRE(size > 4U << 20);
  const auto last_may_be_cut = [&](const Got& got) {
    return path + ": message " + std::to_string(got.records.size()) + ", the last one, may be incomplete";
  };
  const auto all_are_whole_but_the_last = [](const Got& got) {
    return std::count_if(got.records.begin(), got.records.end(),
                         [](const Kept& r) { return r.incomplete; }) == 1 &&
           got.records.back().incomplete;
  };
  SECTION("it is cut short: what was read is there") {
    for (const std::size_t left : {std::size_t{0}, std::size_t{4096}, size / 2, behind}) {
      INFO("cut to " << left << " of " << size);
      CHECK(folder.write("mbox", mbox) == path);
      const Got got = read_while(path, [&] { std::filesystem::resize_file(path, left); });
      const std::string all = joined(got);
      CHECK(all.size() >= left);
      CHECK((all == mbox.substr(0, all.size())));
      CHECK(got.problems ==
            std::vector<std::string>{path + ": became shorter while it was read: not read in full",
                                     last_may_be_cut(got)});
      CHECK(all_are_whole_but_the_last(got));
    }
  }
  SECTION("it is cut short, and grows again to the same size") {
    const Got got = read_while(path, [&] {
      std::filesystem::resize_file(path, 0);
      std::filesystem::resize_file(path, size);
    });
    CHECK(joined(got).size() == size);
    REQUIRE(got.problems.size() == 2);
    CHECK(got.problems[0].find(path + ": was written to while it was read") == 0);
  }
  SECTION("it grows: it is read up to the size that it had") {
    const Got got =
        read_while(path, [&] { std::ofstream(path, std::ios::app) << kFromLine << "Subject: new\n\nx\n"; });
    CHECK((joined(got) == mbox));
    CHECK(got.problems == std::vector<std::string>{path + ": grew while it was read, beyond byte " +
                                                       std::to_string(size) + ": not read in full",
                                                   last_may_be_cut(got)});
  }
  SECTION("it is removed, or another one takes its place: what was opened is read") {
    const Got got = read_while(path, [&] {
      std::filesystem::remove(path);
      static_cast<void>(folder.write("mbox", "Subject: another\n\nx\n"));
    });
    CHECK((joined(got) == mbox));
    CHECK(got.problems.empty());
  }
}

TEST_CASE("standard input") {
  Folder folder;
  const std::string skipped = "skipped by whoever had the file before\n";
  for (const int count : {2, 1200}) {  // read into memory, and mapped
    INFO(count << " messages");
    const std::string mbox = large_mbox(count);
    const int file = open(folder.write("stdin", skipped + mbox).c_str(), O_RDONLY | O_CLOEXEC);
    lseek(file, static_cast<off_t>(skipped.size()), SEEK_SET);
    const StandardInput input(file);
    const Got got = read_all("-");
    close(file);
    CHECK(joined(got) == mbox);
    REQUIRE(got.records.size() == static_cast<std::size_t>(count));
    CHECK(got.records[0].offset == 0);
    CHECK(got.records[0].source == "-");
  }
  const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  const int dir = open(folder.path("").c_str(), O_RDONLY | O_CLOEXEC);
  {
    const StandardInput input(null);
    CHECK(read_all("-").error == "standard input: is empty");
  }
  {
    const StandardInput input(dir);
    CHECK(read_all("-").error == "standard input: is a folder, which can only be read by its name");
  }
  close(null);
  close(dir);
}

TEST_CASE("ranges that tile an mbox give each record once") {
  Folder folder;
  for (const std::size_t size : {20U, 1500U}) {  // read into memory, and mapped
    const std::string mbox = "\n" + large_mbox(static_cast<int>(size));
    const std::string path = folder.write("mbox", mbox);
    const Got whole = read_all(path);
    for (const std::size_t parts : {1U, 2U, 3U, 7U, 100U}) {
      INFO(size << " messages in " << parts << " parts");
      std::vector<Kept> records;
      for (std::size_t i = 0; i < parts; ++i) {
        InputOptions options;
        options.range = Range{mbox.size() * i / parts, mbox.size() * (i + 1) / parts};
        options.first_message = records.size() + 1;
        Got got = read_all(path, options);
        CHECK(got.problems.empty());
        for (Kept& record : got.records) records.push_back(std::move(record));
      }
      CHECK(records == whole.records);
    }
  }
  const std::string message = folder.write("message", "A: b\n\n");
  InputOptions options;
  options.range = Range{0, 10};
  CHECK(read_all(message, options).error ==
        message + ": is a single message; byte ranges need an mbox or a WARC file");
  options.range = Range{1000000, 2000000};
  const Got behind = read_all(folder.write("small", large_mbox(3)), options);
  CHECK(behind.records.empty());
  CHECK(behind.problems.empty());
}

TEST_CASE("every range of a small mbox, byte by byte") {
  Folder folder;
  const std::string mbox = "\r\n" + kFromLine + kFromLine + "A: 1\r\n\r\n\r\n" + kFromLine + "\n" +
                           kFromLine + "x\n\n" + kFromLine;
  const std::string path = folder.write("mbox", mbox);
  const Got whole = read_all(path);
  REQUIRE(whole.records.size() == 5);
  for (std::size_t start = 0; start <= mbox.size(); ++start) {
    InputOptions options;
    options.range = Range{start, start + 40};
    std::vector<std::uint64_t> expected;
    std::vector<std::uint64_t> offsets;
    for (const Kept& r : whole.records) {
      if (r.offset >= start && r.offset < start + 40) expected.push_back(r.offset);
    }
    for (const Kept& r : read_all(path, options).records) offsets.push_back(r.offset);
    INFO("from " << start);
    CHECK(offsets == expected);
  }
}

TEST_CASE("a range of what is said to be an mbox, though it begins like a message behind rubbish") {
  Folder folder;
  const std::string path =
      folder.write("mbox", "From a\n" + kFromLine + "From: a@b.example\nSubject: x\n\nbody\n");
  InputOptions options{.kind = InputKind::kMbox};
  REQUIRE(read_all(path, options).records.size() == 1);
  options.range = Range{0, 10};
  CHECK(read_all(path, options).records == read_all(path, {.kind = InputKind::kMbox}).records);
  options.range = Range{10, 1000};
  CHECK(read_all(path, options).records.empty());
}

TEST_CASE("a message over the limit is cut, and said to be") {
  Folder folder;
  const std::string large(std::size_t{3} << 20, 'x');
  const std::string mbox = kFromLine + "A: 1\n\n" + large + "\n\n" + kFromLine + "B: 2\n\nx\n\n";
  const std::string path = folder.write("mbox", mbox);
  const Limits limits{.message_bytes = 1000};
  const Got got = read_all(path, {}, limits);
  REQUIRE(got.records.size() == 2);
  CHECK(got.records[0].bytes == ("A: 1\n\n" + large).substr(0, 1000));
  CHECK(got.records[0].truncated);
  CHECK(got.records[1].bytes == "B: 2\n\nx\n");
  CHECK_FALSE(got.records[1].truncated);
  CHECK(got.problems.empty());
  CHECK(read_fifo(folder, mbox, 1, {}, limits).records == without_source(got.records));

  const std::string message = folder.write("message", "A: 1\n\n" + large);
  const Got cut = read_all(message, {}, limits);
  REQUIRE(cut.records.size() == 1);
  CHECK(cut.records[0].bytes.size() == 1000);
  CHECK(cut.records[0].truncated);
}

TEST_CASE("an mbox cut anywhere still tiles") {
  Folder folder;
  const std::string mbox = "\xEF\xBB\xBF\n" + kFromLine +
                           "A: 1\r\n\r\nx\r\n\r\nFrom a Thu, 1 Jan 2004 00:00:00 +0100\r\n" + "B: 2\r\n\r\n" +
                           kFromLine + "C: 3\n\n>From x\n" + kFromLine + "\n\n";
  for (std::size_t size = 1; size <= mbox.size(); ++size) {
    const std::string text = mbox.substr(0, size);
    const Got got = read_all(folder.write("mbox", text), {.kind = InputKind::kMbox});
    INFO(size << " bytes");
    CHECK(got.records.size() <= 3);
    std::uint64_t number = 0;
    for (const Kept& record : got.records) {
      CHECK(record.number == ++number);
      CHECK(text.substr(record.offset, 5) == "From ");
      CHECK(text.substr(record.bytes_offset, record.bytes.size()) == record.bytes);
    }
    if (!got.records.empty()) CHECK(joined(got) == text);
  }
  CHECK(read_all(folder.path("mbox")).records.size() == 3);
}

TEST_CASE("hostile sources") {
  Folder folder;
  const std::size_t million = 1000000;
  std::string froms;
  std::string records;
  for (std::size_t i = 0; i < million; ++i) {
    froms += "\nFrom ";
    records += kFromLine;
  }
  const std::string line(std::size_t{100} << 20, 'a');
  struct Case {
    std::string text;
    std::size_t count;
    std::string_view why;
  };
  const std::vector<Case> cases = {
      {kFromLine + froms, 1, "a million lines of From without a date"},
      {records, million, "a million From_ lines"},
      {kFromLine + "A: 1\n\n" + line + "\n\n" + kFromLine + "B: 2\n\n", 2, "a line of 100 MB"},
      {kFromLine + line.substr(0, std::size_t{4} << 20) + kFromLine, 1,
       "a From_ line at the end of a long line"},
      {kFromLine + std::string(std::size_t{3} << 20, '\0') + "\n\n" + kFromLine + "B: 2\n\n", 2, "NUL bytes"},
      {kFromLine + std::string(std::size_t{3} << 20, '\n') + kFromLine, 2, "nothing but line ends"},
      {kFromLine + std::string(std::size_t{3} << 20, '\r') + "\n" + kFromLine, 1,
       "nothing but carriage returns"},
  };
  unsigned number = 0;
  for (const Case& c : cases) {
    INFO(c.why);
    const Got got = read_all(folder.write(std::to_string(++number), c.text));
    CHECK(got.records.size() == c.count);
    CHECK((joined(got) == c.text));
    const Got piped = read_fifo(folder, c.text, number);
    CHECK((piped.records == without_source(got.records)));
  }
}
