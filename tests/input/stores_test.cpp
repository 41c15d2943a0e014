// The same messages in every kind of store must give the same bytes.
#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "catch.h"
#include "make_container.h"
#include "mimebase/input.h"
#include "read_all.h"
#include "support.h"

using namespace mimebase;
using namespace mimebase::test;

namespace {

constexpr std::size_t kMessages = 60;

// Small messages, one that is too large to share a batch, and one larger than any chunk.
std::vector<std::string> messages() {
  std::vector<std::string> all;
  for (std::size_t i = 1; i <= kMessages; ++i) {
    std::string message = "From: a@b.org\nSubject: " + std::to_string(i) + "\nX-Hidden: x\n y\n\n";
    const std::size_t lines = i == 17 ? 6000 : i == 33 ? 60000 : i % 7;
    for (std::size_t line = 0; line < lines; ++line) {
      message += ">From there, line " + std::to_string(line) + " of a message, \xE4\xF6\xFC = From x\n";
    }
    all.push_back(std::move(message));
  }
  return all;
}

std::string replaced(std::string_view text, std::string_view old, std::string_view by) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t hit = text.find(old, at);
    out += text.substr(at, hit - at);
    if (hit == std::string_view::npos) break;
    out += by;
    at = hit + old.size();
  }
  return out;
}

std::string mbox_of(const std::vector<std::string>& all, std::string_view from_line) {
  std::string mbox;
  for (const std::string& message : all) mbox += std::string(from_line) + '\n' + message + '\n';
  return mbox;
}

std::string simple_mbox() {
  return mbox_of(messages(), "From a@b.org Thu Jan  1 00:00:00 2004");
}

// Each message has Content-Length, and a From_ line in its body that must not split it (mboxcl2 does not
// quote).
std::string mboxcl2() {
  std::string mbox;
  for (const std::string& message : messages()) {
    const std::size_t body = message.find("\n\n") + 2;
    const std::string text = message.substr(body) + "\nFrom a@b.org Thu Jan  1 00:00:00 2004\nSubject: no\n";
    mbox += "From a@b.org Thu Jan  1 00:00:00 2004\n" + message.substr(0, body - 1) +
            "Content-Length: " + std::to_string(text.size()) + "\n\n" + text + "\n";
  }
  return mbox;
}

std::string without_mboxcl2(std::string_view bytes) {
  std::string message(bytes);
  const std::size_t field = message.find("Content-Length:");
  message.erase(field, message.find('\n', field) + 1 - field);
  const std::string inner = "\nFrom a@b.org Thu Jan  1 00:00:00 2004\nSubject: no\n";
  REQUIRE(message.size() > inner.size());
  message.erase(message.size() - inner.size());
  return message;
}

std::string two_digits(std::size_t i) {
  return (i < 10 ? "0" : "") + std::to_string(i);
}

std::vector<Member> members(const std::string& prefix, const std::string& suffix) {
  std::vector<Member> all;
  std::size_t i = 0;
  for (const std::string& message : messages()) all.push_back({prefix + two_digits(++i) + suffix, message});
  return all;
}

std::string write_folder(const Folder& folder, const std::string& name, const std::vector<Member>& files) {
  for (const Member& file : files) static_cast<void>(folder.write(name + '/' + file.name, file.bytes));
  return folder.path(name);
}

std::vector<std::string> bytes_of(const Got& got) {
  std::vector<std::string> bytes;
  for (const Kept& record : got.records) bytes.push_back(record.bytes);
  return bytes;
}

// Compares without printing, because a failing test should not print megabytes.
bool is_same(std::vector<std::string> left, std::vector<std::string> right) {
  std::sort(left.begin(), left.end());
  std::sort(right.begin(), right.end());
  return left == right;
}

void check_messages(const Got& got, const std::vector<std::string>& expected) {
  CHECK(got.error.empty());
  CHECK(got.problems.empty());
  CHECK(got.records.size() == expected.size());
  CHECK(is_same(bytes_of(got), expected));
}

}  // namespace

TEST_CASE("the same messages in each dialect of mbox") {
  struct Case {
    std::string_view why;
    std::string text;
    std::function<std::string(std::string_view)> undo;
  };
  const auto as_is = [](std::string_view bytes) { return std::string(bytes); };
  const auto no_cr = [](std::string_view bytes) { return replaced(bytes, "\r\n", "\n"); };
  const std::vector<Case> cases = {
      {"mboxo and mboxrd", simple_mbox(), as_is},
      {"CRLF", replaced(simple_mbox(), "\n", "\r\n"), no_cr},
      {"Pipermail", mbox_of(messages(), "From a at b.org  Thu Jan  1 00:00:00 2004"), as_is},
      {"Takeout", replaced(mbox_of(messages(), "From 1555@xxx Thu Jan 01 00:00:00 +0000 2004"), "\n", "\r\n"),
       no_cr},
      {"mboxcl2", mboxcl2(), without_mboxcl2},
  };
  Folder folder;
  for (const Case& c : cases) {
    for (const std::string filter : {"none", "gzip", "bzip2", "xz", "zstd"}) {
      INFO(c.why << ", " << filter);
      const std::string bytes = filter == "none" ? c.text : compressed(c.text, filter);
      const std::string path = folder.write("mbox", bytes);
      Got got = read_all(path);
      std::uint64_t number = 0;
      for (Kept& record : got.records) {
        CHECK(record.source == path);
        CHECK(record.number == ++number);
        CHECK(c.text.compare(record.offset, 5, "From ") == 0);
        CHECK(c.text.compare(record.bytes_offset, record.bytes.size(), record.bytes) == 0);
        record.bytes = c.undo(record.bytes);
      }
      check_messages(got, messages());
    }
  }
}

TEST_CASE("the same messages in each kind of store") {
  struct Case {
    std::string_view why;
    std::string source;  // source of the first record, relative to the store
    std::function<std::string(const Folder&, const std::string&)> make;
  };
  const std::string mbox = simple_mbox();
  const auto file = [](std::string bytes) {
    return [bytes](const Folder& folder, const std::string& name) { return folder.write(name, bytes); };
  };
  const auto in_folder = [](std::vector<Member> files) {
    return
        [files](const Folder& folder, const std::string& name) { return write_folder(folder, name, files); };
  };
  std::vector<Member> maildir = members("cur/11234567", ".M1P1.host:2,S");
  maildir[0].name = "cur/11234567.M0";
  maildir.push_back({"tmp/1123456789.M1P1.host", messages()[0]});
  maildir.push_back({"new/.keep", ""});
  maildir.push_back({"cur/.DS_Store", std::string("\0\0\0\1Bud1", 8)});
  for (std::size_t i = 40; i < 50; ++i) maildir[i].name.replace(0, 3, "new");
  for (std::size_t i = 50; i < 60; ++i) maildir[i].name.insert(0, ".Sent/");
  for (const char* name : {"dovecot-uidlist", "dovecot.index.log", "maildirfolder", ".Sent/maildirfolder"}) {
    maildir.push_back({name, std::string("\1\2\0\0", 4)});
  }
  std::vector<Member> mh = members("", "");
  for (std::size_t i = 50; i < 60; ++i) mh[i].name.insert(0, "inbox/old/");
  mh.push_back({",3", messages()[0]});
  mh.push_back({".mh_sequences", "cur: 3\nunseen: 4-9\n"});
  std::vector<Member> apple = members("X.mbox/Messages/", ".emlx");
  for (Member& m : apple) {
    m.bytes = std::to_string(m.bytes.size()) + "      \n" + m.bytes +
              "<?xml version=\"1.0\"?>\n<plist><string>x</string></plist>\n";
  }
  apple.push_back({"X.mbox/Info.plist", "<?xml version=\"1.0\"?>\n<plist/>\n"});
  std::vector<Member> months = {
      {"2004-January.txt.gz", compressed(mbox.substr(0, mbox.find("From a@b", 9)), "gzip")},
      {"2004-March.txt.gz", compressed(mbox.substr(mbox.find("From a@b", 9)), "gzip")}};
  const std::vector<Member> emls = members("mail/", ".eml");
  const std::string tar_gz = container(emls, "ustar", "gzip");
  const std::vector<Case> cases = {
      {"mbox", "", file(mbox)},
      {"mbox.gz", "", file(compressed(mbox, "gzip"))},
      {"Maildir", "/.Sent/cur/1123456751.M1P1.host:2,S", in_folder(maildir)},
      {"MH", "/01", in_folder(mh)},
      {"folder of .eml", "/mail/01.eml", in_folder(emls)},
      {"folder of .mht and pictures", "/01.mhtml", in_folder([&] {
         std::vector<Member> files = members("", ".mhtml");
         files.push_back({"a.png", "\x89PNG\r\n\x1A\n"});
         files.push_back({"README", "Note: this is\nno mail\n"});
         return files;
       }())},
      {"Apple's .emlx", "/X.mbox/Messages/01.emlx", in_folder(apple)},
      {"Apple's .mbox", "/X.mbox/mbox",
       in_folder({{"X.mbox/mbox", mbox}, {"X.mbox/table_of_contents", std::string("\0\1\0\2", 4)}})},
      {"Pipermail", "/2004-January.txt.gz", in_folder(months)},
      {"tar", "!mail/01.eml", file(container(emls, "ustar"))},
      {"gnutar of a Maildir", "!cur/11234567.M0", file(container(maildir, "gnutar"))},
      {"pax", "!mail/01.eml", file(container(emls, "pax"))},
      {"tar.gz", "!mail/01.eml", file(tar_gz)},
      {"tar.bz2", "!mail/01.eml", file(container(emls, "pax", "bzip2"))},
      {"tar.xz", "!mail/01.eml", file(container(emls, "ustar", "xz"))},
      {"tar.zst of a Maildir", "!cur/11234567.M0", file(container(maildir, "ustar", "zstd"))},
      {"zip", "!mail/01.eml", file(container(emls, "zip"))},
      {"zip of MH", "!01", file(container(mh, "zip"))},
      {"zip of mbox.gz", "!a/list.mbox.gz",
       file(container({{"a/list.mbox.gz", compressed(mbox, "gzip")}}, "zip"))},
      {"zip of mbox.zst", "!b", file(container({{"b", compressed(mbox, "zstd")}}, "zip"))},
      {"zip of tar.gz", "!x!mail/01.eml", file(container({{"x", tar_gz}}, "zip"))},
      {"tar of zip", "!x!mail/01.eml", file(container({{"x", container(emls, "zip")}}, "ustar"))},
      {"folder of tar.gz", "/x!mail/01.eml", in_folder({{"x", tar_gz}})},
      {"tar of mbox", "!a/b", file(container({{"a/b", mbox}}, "ustar"))},
  };
  for (const Case& c : cases) {
    INFO(c.why);
    Folder folder;
    const std::string path = c.make(folder, "store");
    Got got = read_all(path);
    check_messages(got, messages());
    REQUIRE_FALSE(got.records.empty());
    CHECK(got.records[0].source == path + c.source);
    const Got here = read_all(path, {.read_ahead = false});
    CHECK((here.records == got.records));
    if (std::filesystem::is_directory(path)) continue;
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    {
      const StandardInput input(descriptor);
      const Got standard = read_all("-");
      check_messages(standard, messages());
      CHECK(standard.records[0].source == "-" + c.source);
    }
    close(descriptor);
    const Got piped = read_fifo(folder, read_file(path), 1);
    check_messages(piped, messages());
    for (std::size_t i = 0; i < got.records.size(); ++i) got.records[i].source.clear();
    CHECK((piped.records == got.records));
  }
}

TEST_CASE("sizes around what is collected, in a folder and in containers") {
  std::vector<Member> files;
  const std::string heading = "Subject: x\n\n";
  for (const std::size_t size :
       {12U, 65535U, 65536U, 262143U, 262144U, 262145U, 1048575U, 1048576U, 2097153U}) {
    files.push_back(
        {std::to_string(10000000 + size) + ".eml", heading + std::string(size - heading.size(), 'x')});
  }
  Folder folder;
  const std::vector<std::string> stores = {
      write_folder(folder, "folder", files), folder.write("tar", container(files, "ustar")),
      folder.write("tgz", container(files, "ustar", "gzip")), folder.write("zip", container(files, "zip"))};
  for (const std::string& store : stores) {
    INFO(store);
    const Got got = read_all(store);
    CHECK(got.problems.empty());
    REQUIRE(got.records.size() == files.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
      CHECK((got.records[i].bytes == files[i].bytes));
      CHECK(got.records[i].number == 1);
      CHECK(got.records[i].offset == 0);
    }
  }
}

TEST_CASE("many small messages share batches") {
  Folder folder;
  std::vector<Member> files;
  for (int i = 0; i < 2000; ++i) {
    files.push_back({std::to_string(10000 + i), "Subject: " + std::to_string(i) + "\n\n"});
  }
  for (const std::string& store :
       {write_folder(folder, "mh", files), folder.write("tar", container(files, "ustar"))}) {
    const Got got = read_all(store);
    CHECK(got.records.size() == files.size());
    CHECK(got.batches == 4);
    bool same = true;
    for (std::size_t i = 0; i < got.records.size(); ++i)
      same = same && got.records[i].bytes == files[i].bytes;
    CHECK(same);
  }
}
