// One process may open files and another one read them: the second opens nothing, and gets everything from
// the first.
#include "input/open.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "input/files.h"
#include "make_container.h"
#include "read_all.h"

using namespace mimebase;
using namespace mimebase::test;

namespace open_test {

constexpr std::string_view kMessage = "Subject: x\n\nText\n";
constexpr std::string_view kMbox = "From a Thu Jan  1 00:00:00 2004\nSubject: x\n\nText\n";

std::vector<std::string> sources_of(input::Store& store) {
  std::vector<std::string> sources;
  while (const auto batch = store.next()) {
    for (const Record& record : batch->records()) sources.emplace_back(record.source);
  }
  return sources;
}

// A list of files that were found earlier.
class FoundBefore final : public input::Files {
 public:
  explicit FoundBefore(std::vector<input::FoundFile> files) : files_(std::move(files)) {}
  bool step(std::optional<input::FoundFile>& found) override {
    found.reset();
    if (next_ == files_.size()) return false;
    found.emplace(std::move(files_[next_++]));
    return true;
  }

 private:
  std::vector<input::FoundFile> files_;
  std::size_t next_ = 0;
};

TEST_CASE("a file is read by who has not opened it, when its path is gone") {
  const Folder folder;
  struct Row {
    const char* name;
    std::string bytes;
    bool is_plain_mbox;
  };
  for (const Row& row : {Row{"message", std::string(kMessage), false}, Row{"mbox", std::string(kMbox), true},
                         Row{"mbox.gz", compressed(kMbox, "gzip"), false}}) {
    INFO(row.name);
    const std::string path = folder.write(row.name, row.bytes);
    input::Context opener(path, {});
    CHECK_FALSE(input::is_folder(opener));
    auto file = input::open_file(opener);
    REQUIRE(file);
    std::filesystem::remove(path);

    input::Context reader(path, {});
    std::optional<std::uint64_t> total;
    const auto store = input::open_opened(reader, std::move(*file), total);
    REQUIRE(store);
    REQUIRE(*store != nullptr);
    CHECK(total == row.bytes.size());
    CHECK(((*store)->plain_mbox() != nullptr) == row.is_plain_mbox);
    CHECK(sources_of(**store) == std::vector{path});
    CHECK(reader.take_problems(true).empty());
  }
}

TEST_CASE("a folder's files are read by who has not listed it, when it is gone") {
  std::vector<input::FoundFile> files;
  std::vector<std::string> expected;
  std::string path;
  {
    const Folder folder;
    path = folder.path();
    for (const char* name : {"cur/1", "cur/2", "new/3", "notes", "z.mbox"}) {
      const std::string file =
          folder.write(name, std::string_view(name).ends_with(".mbox") ? kMbox : kMessage);
      if (std::string_view(name) != "notes") expected.push_back(file);
    }
    static_cast<void>(folder.write("notes", "Notes\n"));
    static_cast<void>(folder.write("tmp/4", kMessage));
    input::Context lister(path, {});
    CHECK(input::is_folder(lister));
    const auto listed = input::list_folder(lister);
    REQUIRE(listed);
    std::optional<input::FoundFile> found;
    while ((*listed)->step(found)) {
      if (found) files.push_back(std::move(*found));
    }
    CHECK(lister.take_problems(true).empty());
  }
  REQUIRE(files.size() == 5);
  input::Context reader(path, {});
  const auto store = input::files_store(reader, std::make_unique<FoundBefore>(std::move(files)));
  CHECK(sources_of(*store) == expected);
  CHECK(reader.skipped_files() == 1);
  CHECK(store->plain_mbox() == nullptr);
  CHECK(reader.take_problems(true).empty());
}

TEST_CASE("a file that is not looked at need not be opened") {
  for (const auto& [path, role] :
       {std::pair{"cur/.DS_Store", input::Role::kPassed}, std::pair{"cur/1", input::Role::kMail},
        std::pair{"notes", input::Role::kAny}}) {
    CHECK(input::role_of_input(input::Context(path, {{.as_in_folder = true}, {}})) == role);
    CHECK(input::role_of_input(input::Context(path, {})) == input::Role::kNamed);
  }
}

TEST_CASE("the first thing that could not be read is why there is no store") {
  input::Context context("x", {});
  const Error nothing = context.error("x",
                                      "is neither mail nor a known document (--content-type TYPE reads it as "
                                      "a document of that type, such as text/plain)");
  const Error usage = context.error("x", "is a folder", Error::Code::kUsage);
  CHECK(input::open_error(context, nothing).message == nothing.message);
  context.note("x", "is damaged");
  context.note("x", "is cut short");
  CHECK(input::open_error(context, nothing).message == "x: is damaged");
  CHECK(input::open_error(context, usage).message == usage.message);
}

TEST_CASE("a temporary file comes from where the context says") {
  const Folder folder;
  const std::string path = folder.path("spooled");
  for (const bool has_one : {true, false}) {
    input::Context context("x", {});
    int asked = 0;
    context.open_temporary_file = [&] {
      ++asked;
      errno = EMFILE;
      return has_one ? open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    };
    input::ByteSource bytes(kMbox, nullptr, true);
    const auto spooled = input::spool(context, bytes, "x");
    CHECK(asked == 1);
    CHECK((spooled != nullptr) == has_one);
    CHECK(context.take_problems(true).size() == (has_one ? 0 : 1));
    CHECK(read_file(path) == kMbox);
  }
}

}  // namespace open_test
