// Keys: their files, their signatures, and that a forked process has none of them.
#include "mimebase/keys.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catch.h"
#include "keys/hmac.h"
#include "keys/secret_memory.h"

using namespace mimebase;
using namespace std::string_literals;

namespace {

std::string hex_of(const keys::HmacDigest& digest) {
  std::string out;
  for (const std::uint8_t byte : digest) {
    std::array<char, 3> two{};
    std::snprintf(two.data(), two.size(), "%02x", byte);
    out += two.data();
  }
  return out;
}

std::string hmac(const std::string& key, const std::string& text) {
  keys::Hmac hmac;
  keys::set_key(hmac, key);
  return hex_of(keys::hmac_of(hmac, text));
}

// A file that is removed at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& bytes) {
    const int file = mkstemp(path_.data());
    REQUIRE(file >= 0);
    REQUIRE(write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
    close(file);
  }
  ~TemporaryFile() { unlink(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_ = "/tmp/mimebase-keys-XXXXXX";
};

constexpr std::size_t kScanBytes = std::size_t{1} << 20, kMostScanned = std::size_t{4} << 30;

// How often the `size` bytes at `needle` are in this process's memory, but for the mapping `own`.
int count_in_memory(const char* needle, std::size_t size, const char* own, std::size_t own_size,
                    char* buffer) {
  const int memory = open("/proc/self/mem", O_RDONLY);
  std::ifstream maps("/proc/self/maps");
  int found = 0;
  for (std::string line; std::getline(maps, line);) {
    unsigned long from = 0, to = 0;
    char readable = '-';
    if (std::sscanf(line.c_str(), "%lx-%lx %c", &from, &to, &readable) != 3 || readable != 'r') continue;
    // The shadow memory of sanitizers has terabytes, and none of the program's bytes.
    if (to - from > kMostScanned) continue;
    const auto start = reinterpret_cast<unsigned long>(own);
    while (from < to) {
      if (from >= start && from < start + own_size) from = start + own_size;
      if (from >= to) break;
      const unsigned long end = from < start && start < to ? start : to;
      const std::size_t wanted = std::min<std::size_t>(end - from, kScanBytes);
      const ssize_t got = pread(memory, buffer, wanted, static_cast<off_t>(from));
      if (got <= 0) break;
      std::string_view text(buffer, static_cast<std::size_t>(got));
      for (std::size_t at = text.find({needle, size}); at != text.npos;
           at = text.find({needle, size}, at + 1))
        ++found;
      if (from + static_cast<std::size_t>(got) >= end) {
        from = end;
      } else {
        from += static_cast<std::size_t>(got) - std::min(static_cast<std::size_t>(got) - 1, size - 1);
      }
    }
  }
  close(memory);
  return found;
}

// How often a forked process finds the 32 bytes of the key that `path` has from offset `at` on, or what HMAC
// makes of it. It reads the key when it is already running, to memory of its own that it does not search.
int found_by_child(const std::string& path, std::size_t at) {
  const pid_t child = fork();
  if (child == 0) {
    constexpr std::size_t kKey = 32, kOwn = kScanBytes + 4096;
    char* const own =
        static_cast<char*>(mmap(nullptr, kOwn, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    const int file = open(path.c_str(), O_RDONLY);
    if (pread(file, own, kKey, static_cast<off_t>(at)) != static_cast<ssize_t>(kKey)) _exit(255);
    keys::Hmac& hmac = *new (own + 1024) keys::Hmac;
    keys::set_key(hmac, {own, kKey});
    const auto count = [&](const char* needle) {
      return count_in_memory(needle, kKey, own, kOwn, own + 4096);
    };
    _exit(std::min(count(own) + count(reinterpret_cast<const char*>(hmac.inner.state)) +
                       count(reinterpret_cast<const char*>(hmac.outer.state)),
                   100));
  }
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status);
}

// Makes a file with a key of 32 random letters that are never in memory outside of this function's child.
void write_random_key(const std::string& path) {
  const std::string command = "(printf 'k1\\t'; head -c 24 /dev/urandom | base64) >" + path;
  REQUIRE(std::system(command.c_str()) == 0);
}

}  // namespace

TEST_CASE("signatures are those of RFC 4231") {
  CHECK(hmac(std::string(20, '\x0b'), "Hi There") ==
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  CHECK(hmac("Jefe", "what do ya want for nothing?") ==
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  CHECK(hmac(std::string(20, '\xaa'), std::string(50, '\xdd')) ==
        "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
  std::string key;
  for (char c = 1; c <= 25; ++c) key += c;
  CHECK(hmac(key, std::string(50, '\xcd')) ==
        "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b");
  CHECK(hmac(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First") ==
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
  CHECK(hmac(std::string(131, '\xaa'),
             "This is a test using a larger than block-size key and a larger than block-size data. The key "
             "needs to "
             "be hashed before being used by the HMAC algorithm.") ==
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2");
}

TEST_CASE("the first key signs, and all verify") {
  const auto both = Keys::read("new\t0123456789abcdef\nold\tfedcba9876543210\n");
  const auto old = Keys::read("old\tfedcba9876543210");
  REQUIRE(both);
  REQUIRE(old);
  CHECK((*both)->kid() == "new");
  const std::string by_new = (*both)->sign("text").value(), by_old = (*old)->sign("text").value();
  CHECK(by_new == hmac("0123456789abcdef", "text"));
  CHECK(by_old == hmac("fedcba9876543210", "text"));
  CHECK((*both)->sign("text") == by_new);  // the state of a key is not used up
  CHECK((*both)->verify({}, "text", by_new));
  CHECK((*both)->verify({}, "text", by_old));
  CHECK((*both)->verify("old", "text", by_old));
  CHECK_FALSE((*both)->verify("new", "text", by_old));
  CHECK_FALSE((*both)->verify("old", "text", by_new));
  CHECK_FALSE((*both)->verify("other", "text", by_new));
  CHECK_FALSE((*both)->verify("", "text", by_new));
  CHECK_FALSE((*old)->verify({}, "text", by_new));
  CHECK_FALSE((*both)->verify({}, "Text", by_new));
  std::string changed = by_new;
  for (char& c : changed) {
    const char before = c;
    c = c == '0' ? '1' : '0';
    CHECK_FALSE((*both)->verify({}, "text", changed));
    c = before;
  }
  for (const std::string& wrong : {""s, by_new.substr(1), by_new + "0", by_new.substr(0, 63) + "g",
                                   std::string(64, 'A'), std::string(64, '0')})
    CHECK_FALSE((*both)->verify({}, "text", wrong));
}

TEST_CASE("a malformed line is named, but not what is in it") {
  const std::string key = "SecretSecretSecret";
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"", "has no keys"},
      {"\n\r\n", "has no keys"},
      {"k1 " + key, "line 1: is not a name"},
      {"k1\t" + key + "\n" + key, "line 2: is not a name"},
      {"\t" + key, "line 1: is not a name"},
      {"k 1\t" + key, "line 1: is not a name"},
      {"k/1\t" + key, "line 1: is not a name"},
      {" k1\t" + key, "line 1: is not a name"},
      {"k1\t" + key.substr(0, 15), "line 1: has a key of less than 16 bytes"},
      {"k1\t" + key + "\r\n\nk2\t" + key.substr(0, 15) + "\r\n", "line 3: has a key of less than 16 bytes"},
      {"k1\t" + key + "\nk1\t" + key, "two keys named k1"},
  };
  for (const auto& [text, why] : rows) {
    INFO(text);
    const auto read = Keys::read(text);
    REQUIRE_FALSE(read);
    CHECK(read.error().message.find(why) != std::string::npos);
    CHECK(read.error().message.find("Secret") == std::string::npos);
    const TemporaryFile file(text);
    const auto opened = Keys::open(file.path());
    REQUIRE_FALSE(opened);
    CHECK(opened.error().code == Error::Code::kUsage);
    CHECK(opened.error().message.starts_with(file.path() + ": "));
    CHECK(opened.error().message.find(why) != std::string::npos);
    CHECK(opened.error().message.find("Secret") == std::string::npos);
  }
  CHECK(Keys::open("/nonexistent/keys").error().code == Error::Code::kUnreadable);
  CHECK(Keys::open("/").error().code == Error::Code::kUnreadable);
  CHECK_FALSE(Keys::open("/dev/zero"));
}

TEST_CASE("a key is the bytes up to the end of the line") {
  for (const std::string& key : {"0123456789abcdef"s, "tab\tand blanks \t 0"s, "\xff\0\x80 and other bytes"s,
                                 "a CR \r in the middle"s}) {
    for (const std::string& end : {""s, "\n"s, "\r\n"s}) {
      const TemporaryFile file("k1\t" + key + end);
      const auto opened = Keys::open(file.path());
      REQUIRE(opened);
      CHECK((*opened)->sign("text") == hmac(key, "text"));
    }
  }
}

TEST_CASE("a forked process has no keys") {
  const TemporaryFile file("");
  write_random_key(file.path());
  const auto opened = Keys::open(file.path());
  REQUIRE(opened);
  const std::string h = (*opened)->sign("text").value();
  CHECK((*opened)->verify({}, "text", h));
  CHECK(found_by_child(file.path(), 3) == 0);
  // The search finds what is there.
  std::string line;
  std::getline(std::ifstream(file.path()), line);
  CHECK(found_by_child(file.path(), 3) >= 1);
  const auto hmac = std::make_unique<keys::Hmac>();
  keys::set_key(*hmac, std::string_view(line).substr(3));
  line.assign(line.size(), 'x');
  CHECK(found_by_child(file.path(), 3) >= 2);
}

TEST_CASE("protected memory is not inherited, and is erased") {
  auto made = keys::SecretMemory::make(5000);
  REQUIRE(made);
  char* const data = made->data();
  data[0] = data[4999] = 'x';
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGSEGV, SIG_DFL);
    { const keys::SecretMemory mine = *std::move(made); }  // has nothing to give back
    _exit(data[0] == 'x' ? 0 : 1);                         // ends by SIGSEGV
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFSIGNALED(status));
  keys::SecretMemory moved = *std::move(made);
  CHECK(moved.data() == data);
  CHECK(data[0] == 'x');
}
