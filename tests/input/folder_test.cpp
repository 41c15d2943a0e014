// Folders: the order of their files, skipped files, and problems with others.
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "catch.h"
#include "make_container.h"
#include "mimebase/input.h"
#include "read_all.h"

using namespace mimebase;
using namespace mimebase::test;
namespace fs = std::filesystem;

namespace {

const std::string kMessage = "Subject: x\n\nbody\n";
const std::string kMbox =
    "From a Thu Jan  1 00:00:00 2004\nA: 1\n\nFrom a Thu Jan  1 00:00:00 2004\nB: 2\n\n";

using Strings = std::vector<std::string>;

// Returns the sources of the records, relative to the folder.
Strings sources(const Got& got, const std::string& path) {
  Strings names;
  for (const Kept& record : got.records) {
    CHECK(record.source.substr(0, path.size()) == path);
    names.push_back(record.source.substr(path.size()));
  }
  return names;
}

Strings problems(const Got& got, const std::string& path) {
  Strings said;
  for (const std::string& problem : got.problems) {
    CHECK(problem.substr(0, path.size()) == path);
    said.push_back(problem.substr(path.size()));
  }
  return said;
}

}  // namespace

TEST_CASE("folders are read in the byte order of paths") {
  Folder folder;
  const Strings names = {"a!b", "a.txt", "a/b", "a/b.c/d", "a/bc", "a0", "b\n1", "b\xE4", "\xC3\xA4", "\xFF"};
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    static_cast<void>(folder.write("top/" + *name, kMessage));
  }
  const std::string top = folder.path("top/");
  CHECK(sources(read_all(top), top) == names);
  CHECK(sources(read_all(folder.path("top")), top) == names);
  CHECK(sources(read_all(folder.path("./top/../top")), folder.path("./top/../top/")) == names);
  CHECK(read_all(top).problems.empty());
}

TEST_CASE("what in a folder is mail, and what is said of the rest") {
  struct Case {
    std::string name, bytes;
    std::size_t records;
    std::string problem;
    std::string_view why;
  };
  const std::string neither =
      "is neither mail nor a known document (--content-type TYPE reads it as a document of that type, such "
      "as text/plain)";
  const std::string empty = "is empty";
  const std::string picture = "\x89PNG\r\n\x1A\n";
  const std::vector<Case> cases = {
      {"any", kMessage, 1, "", "a message"},
      {"mbox", kMbox, 2, "", "an mbox"},
      {".hidden", kMessage, 1, "", "a hidden file"},
      {"cur/1.x:2,S", "body alone\n", 0, neither, "in a Maildir, each file is mail"},
      {"cur/1.x:2,S", "Unknown: x\n y\n", 1, "", "a heading of unknown fields, in a Maildir"},
      {"new/1.x", "", 0, empty, "an empty file in a Maildir"},
      {"cur/.nfs01", "x", 0, "", "a hidden file in a Maildir"},
      {"tmp/1.x", kMessage, 1, "", "tmp of no Maildir"},
      {"12", picture, 0, neither, "a number is MH's"},
      {"12", "Unknown: x\n y\n", 1, "", "a heading of unknown fields, in MH"},
      {",12", kMessage, 0, "", "deleted in MH"},
      {"#12", kMessage, 0, "", "deleted in MH, another way"},
      {".mh_sequences", "cur: 1\nunseen: 2\n", 0, "", "MH's own"},
      {".xmhcache", "Subject: 1\n", 0, "", "xmh's own"},
      {"dovecot-keywords", "Subject: x\n\n", 0, "", "Dovecot's own"},
      {"a.eml", picture, 0, neither, "a picture named like mail"},
      {"a.MHT", "words\n", 1, "", "text named like mail"},
      {"a.eml", "", 0, empty, "nothing, named like mail"},
      {"a.png", picture, 0, "", "a picture"},
      {"a.txt", "Some words.\nMore words.\n", 1, "", "text"},
      {"a", "Some words.\nMore words.\n", 0, "", "prose without a name of text"},
      {"a.html", "<p>", 1, "", "a page"},
      {"a.js", "var a;\n", 0, "", "a script"},
      {"a.yaml", "name: x\nversion: 1\n", 0, "", "fields that mail has not"},
      {"a.txt", "", 0, "", "nothing"},
      {"a.txt", "   \n\n", 0, "", "nothing but white space"},
      {"a.gz", compressed(picture, "gzip"), 0, "", "a compressed picture"},
      {"a.xz", compressed(picture, "xz"), 0, "", "a compressed picture"},
      {"a.zip", container({{"a.png", picture}, {"b.eml", kMessage}}, "zip"), 1, "", "mail beside a picture"},
      {"a.gz", compressed(kMessage, "gzip").substr(0, 12), 0, "", "cut short in its first bytes"},
  };
  for (const Case& c : cases) {
    INFO(c.why << ": " << c.name);
    Folder folder;
    const std::string path = folder.write("top/" + c.name, c.bytes);
    const Got got = read_all(folder.path("top"));
    CHECK(got.error.empty());
    CHECK(got.records.size() == c.records);
    if (c.why == "cut short in its first bytes") {
      REQUIRE(got.problems.size() == 1);
      CHECK(got.problems[0].substr(0, path.size() + 17) == path + ": is truncated: i");
    } else {
      CHECK(got.problems == (c.problem.empty() ? Strings() : Strings{path + ": " + c.problem}));
    }
    // A file named directly, with as_in_folder, is judged in the same way.
    const Got named = read_all(path, {.as_in_folder = true});
    CHECK((named.records == got.records));
    Strings said = named.problems;
    if (!named.error.empty()) said.push_back(named.error);
    CHECK(said == got.problems);
  }
}

TEST_CASE("a kind of folder that is asked for") {
  Folder folder;
  for (const char* name : {"cur/1.x", "new/2.x", "tmp/3.x", "4", "inbox/5", "other", ".Sent/cur/6.x"}) {
    static_cast<void>(folder.write(std::string("top/") + name, "only a body"));
  }
  const std::string top = folder.path("top/");
  const Got maildir = read_all(top, {.kind = InputKind::kMaildir});
  CHECK(sources(maildir, top) == Strings{".Sent/cur/6.x", "cur/1.x", "new/2.x"});
  CHECK(maildir.problems.empty());
  const Got cur = read_all(top + "cur", {.kind = InputKind::kMaildir});
  CHECK(sources(cur, top) == Strings{"cur/1.x"});
  const Got mh = read_all(top, {.kind = InputKind::kMh});
  CHECK(sources(mh, top) == Strings{"4", "inbox/5"});
  const Got all = read_all(top, {.kind = InputKind::kMessage});
  CHECK(sources(all, top) == Strings{".Sent/cur/6.x", "4", "cur/1.x", "inbox/5", "new/2.x", "other"});
  const std::string file = folder.write("file", kMessage);
  CHECK(read_all(file, {.kind = InputKind::kMaildir}).error ==
        file + ": is not a folder, so it is not a Maildir");
  CHECK(read_all(file, {.kind = InputKind::kMh}).error ==
        file + ": is not a folder, so it is not an MH folder");
  const auto as_in_folder = [&](const std::string& name, InputKind kind) {
    const Got got = read_all(top + name, {.kind = kind, .as_in_folder = true});
    CHECK(got.error.empty());
    return got.records.size();
  };
  CHECK(as_in_folder("cur/1.x", InputKind::kMaildir) == 1);
  CHECK(as_in_folder("other", InputKind::kMaildir) == 0);
  CHECK(as_in_folder("4", InputKind::kMh) == 1);
  CHECK(as_in_folder("other", InputKind::kMh) == 0);
}

TEST_CASE("ranges are for one mbox") {
  Folder folder;
  static_cast<void>(folder.write("top/mbox", kMbox));
  const std::string gz = folder.write("gz", compressed(kMbox, "gzip"));
  const std::string range = "byte ranges and message numbers need one uncompressed mbox or WARC file";
  for (const InputOptions& options :
       {InputOptions{.range = Range{0, 10}}, InputOptions{.first_message = 2}}) {
    const auto top = Reader::open(folder.path("top"), options);
    REQUIRE_FALSE(top.has_value());
    CHECK(top.error().code == Error::Code::kUsage);
    CHECK(top.error().message == folder.path("top") + ": is a folder; " + range);
    const auto file = Reader::open(gz, options);
    REQUIRE_FALSE(file.has_value());
    CHECK(file.error().code == Error::Code::kUsage);
    CHECK(file.error().message == gz + ": is a container; " + range);
  }
}

TEST_CASE("symbolic links are followed once, and never in circles") {
  Folder folder;
  static_cast<void>(folder.write("top/a/1.eml", kMessage));
  static_cast<void>(folder.write("outside/2.eml", kMessage));
  static_cast<void>(folder.write("outside/sub/3.eml", kMessage));
  const fs::path top = folder.path("top");
  fs::create_symlink("..", top / "a" / "up");
  fs::create_symlink(".", top / "a" / "self");
  fs::create_symlink("loop", top / "loop");
  fs::create_symlink("nowhere", top / "nothing");
  fs::create_symlink("../outside", top / "out");
  fs::create_symlink("../outside", top / "out2");
  fs::create_symlink("../outside/2.eml", top / "two");
  fs::create_symlink("../outside/2.eml", top / "two-again");
  fs::create_symlink("/dev/null", top / "null");
  const std::string path = folder.path("top/");
  const Got got = read_all(folder.path("top"));
  CHECK(sources(got, path) == Strings{"a/1.eml", "out/2.eml", "out/sub/3.eml", "two"});
  CHECK(problems(got, path) ==
        Strings{"a/self: leads back to a folder that contains it",
                "a/up: leads back to a folder that contains it", "loop: Too many levels of symbolic links",
                "nothing: is a dangling symbolic link", "null: is a device",
                "out2: is a symbolic link to something that another link has already read",
                "two-again: is a symbolic link to something that another link has already read"});
  fs::create_symlink("top", folder.path("named"));
  CHECK(read_all(folder.path("named")).records.size() == 4);
}

TEST_CASE("what in a folder is no file") {
  Folder folder;
  static_cast<void>(folder.write("top/a.eml", kMessage));
  static_cast<void>(folder.write("top/z.eml", kMessage));
  mkfifo(folder.path("top/fifo").c_str(), 0600);
  const std::string path = folder.path("top/socket");
  const int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  REQUIRE(path.size() < sizeof(address.sun_path));
  path.copy(address.sun_path, path.size());
  REQUIRE(bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0);
  const std::string secret = folder.write("top/secret/x.eml", kMessage);
  chmod(folder.path("top/secret").c_str(), 0);
  const std::string top = folder.path("top/");
  const Got got = read_all(top);
  chmod(folder.path("top/secret").c_str(), 0700);
  close(descriptor);
  const bool is_root = geteuid() == 0;  // root may read anything
  Strings expected = {"fifo: is a FIFO", "secret: Permission denied", "socket: is a socket"};
  if (is_root) expected.erase(expected.begin() + 1);
  CHECK(problems(got, top) == expected);
  CHECK(got.records.size() == (is_root ? 3 : 2));
}

TEST_CASE("files that vanish, and folders that do, while a folder is read") {
  Folder folder;
  for (int i = 0; i < 1000; ++i) static_cast<void>(folder.write("top/" + std::to_string(1000 + i), kMessage));
  static_cast<void>(folder.write("top/x/1", kMessage));
  const std::string top = folder.path("top/");
  auto reader = Reader::open(top, {.read_ahead = false});
  REQUIRE(reader.has_value());
  const Batch first = reader->next();
  std::size_t records = first.records().size();
  CHECK(records == 512);
  fs::remove(folder.path("top/1900"));
  fs::remove_all(folder.path("top/x"));
  while (const Batch batch = reader->next()) records += batch.records().size();
  CHECK(records == 999);
  REQUIRE(reader->problems().size() == 2);
  CHECK(reader->problems()[0].message ==
        top + "1900: disappeared after its folder was listed: not read in full");
  CHECK(reader->problems()[1].message == top + "x: No such file or directory");
}

TEST_CASE("folders of nothing, deep ones and wide ones") {
  Folder folder;
  fs::create_directories(folder.path("empty/cur"));
  CHECK(read_all(folder.path("empty")).records.empty());
  CHECK(read_all(folder.path("empty")).problems.empty());
  for (int i = 0; i < 10000; ++i) static_cast<void>(folder.write("wide/f" + std::to_string(i), ""));
  const Got wide = read_all(folder.path("wide"));
  CHECK(wide.records.empty());
  CHECK(wide.problems.empty());
  std::string deep = "deep";
  for (int i = 0; i < 500; ++i) deep += "/d";
  static_cast<void>(folder.write(deep + "/1.eml", kMessage));
  static_cast<void>(folder.write("deep/d/z.eml", kMessage));
  // Deeper than the limit on open files.
  rlimit before = {};
  REQUIRE(getrlimit(RLIMIT_NOFILE, &before) == 0);
  rlimit few = before;
  few.rlim_cur = 100;
  REQUIRE(setrlimit(RLIMIT_NOFILE, &few) == 0);
  const Got got = read_all(folder.path("deep"));
  REQUIRE(setrlimit(RLIMIT_NOFILE, &before) == 0);
  CHECK(got.problems.empty());
  CHECK(got.records.size() == 2);
}

TEST_CASE("Apple's .emlx: the message that its first line counts") {
  const std::string list = "<?xml version=\"1.0\"?>\n<plist/>\n";
  const std::string mail = "Subject: x\nTo: y\n\nbody\n";
  const std::string count = std::to_string(mail.size());
  struct Case {
    std::string name, bytes, before, message, after;
    std::string_view why;
  };
  const std::vector<Case> cases = {
      {"1.emlx", count + "\n" + mail + list, count + "\n", mail, list, "as Apple writes it"},
      {"1.emlx", count + "      \n" + mail + list, count + "      \n", mail, list,
       "blanks behind the number"},
      {"1.partial.emlx", count + "\r\n" + mail + "\n" + list, count + "\r\n", mail, "\n" + list, "partial"},
      {"1", count + "\n" + mail + list, count + "\n", mail, list, "found by its content"},
      {"1.emlx", count + "\n" + mail, count + "\n", mail, "", "without a list"},
      {"1.emlx", "5\n" + mail, "5\n", mail, "", "a number that counts nothing"},
      {"1", "2005\n" + mail, "2005\n", mail, "", "a line of rubbish"},
      {"1.EMLX", "18446744073709551617\n" + mail, "18446744073709551617\n", mail, "", "too large a number"},
  };
  for (const Case& c : cases) {
    INFO(c.why);
    Folder folder;
    const std::string path = folder.write("top/" + c.name, c.bytes);
    const Got got = read_all(path);
    CHECK(got.problems.empty());
    REQUIRE(got.records.size() == 1);
    CHECK(got.records[0].before == c.before);
    CHECK(got.records[0].bytes == c.message);
    CHECK(got.records[0].after == c.after);
    CHECK(got.records[0].bytes_offset == c.before.size());
    CHECK(got.records[0].offset == 0);
    CHECK((read_all(folder.path("top")).records == got.records));
  }
  Folder folder;
  const std::string cut = folder.write("1.emlx", "900\n" + mail);
  CHECK(read_all(cut).problems == Strings{cut + ": is truncated: it has 23 of 900 bytes"});
  const Got limited = read_all(folder.write("2.emlx", count + "\n" + mail + list), {}, {.message_bytes = 5});
  REQUIRE(limited.records.size() == 1);
  CHECK(limited.records[0].bytes == "Subje");
  CHECK(limited.records[0].truncated);
}
