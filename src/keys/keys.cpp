#include "mimebase/keys.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "keys/hmac.h"
#include "keys/secret_memory.h"
#include "text/ascii.h"
#include "text/pair_lines.h"

namespace mimebase::keys {
namespace {

// A file of keys is a few lines.
constexpr std::size_t kMaxKeyFileBytes = std::size_t{1} << 20;
constexpr std::size_t kMinKeyBytes = 16;

// A line of the file. `key` is a view into the text that was read.
struct Line {
  std::string kid;
  std::string_view key;
};

bool is_kid(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return ascii::is_alnum(c) || c == '.' || c == '_' || c == '-';
  });
}

Result<std::vector<Line>> lines_of(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    const std::size_t tab = line.find('\t');
    if (tab == kNotFound || !is_kid(line.substr(0, tab)))
      return wrong_line(number, "is not a name of A-Z, a-z, 0-9, \".\", \"_\" and \"-\", a TAB and a key");
    const std::string_view key = line.substr(tab + 1);
    if (key.size() < kMinKeyBytes) return wrong_line(number, "has a key of less than 16 bytes");
    lines.push_back({std::string(line.substr(0, tab)), key});
  }
  if (lines.empty()) return Error{Error::Code::kUsage, "has no keys"};
  std::vector<std::string_view> kids;
  for (const Line& line : lines) kids.push_back(line.kid);
  std::ranges::sort(kids);
  if (const auto twice = std::ranges::adjacent_find(kids); twice != kids.end())
    return Error{Error::Code::kUsage, "has two keys named " + std::string(*twice)};
  return lines;
}

// Reads a file to `memory`, which is full if it is too long. Returns the number of bytes, or -1 (errno).
ssize_t read_file(const char* path, const SecretMemory& memory) {
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  std::size_t size = 0;
  ssize_t got = 0;
  while (size < memory.size()) {
    got = ::read(file, memory.data() + size, memory.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    size += static_cast<std::size_t>(got);
  }
  const int error = errno;
  close(file);
  errno = error;
  return got < 0 ? -1 : static_cast<ssize_t>(size);
}

// Reads a signature. Returns false if it has another form; the form is no secret.
bool read_hex(std::string_view text, HmacDigest& digest) {
  if (text.size() != 2 * digest.size()) return false;
  for (std::size_t i = 0; i < digest.size(); ++i) {
    const char high = text[2 * i], low = text[2 * i + 1];
    if (ascii::is_capital(high) || ascii::is_capital(low) || ascii::hex_value(high) < 0 ||
        ascii::hex_value(low) < 0)
      return false;
    digest[i] = static_cast<std::uint8_t>(ascii::hex_value(high) * 16 + ascii::hex_value(low));
  }
  return true;
}

}  // namespace
}  // namespace mimebase::keys

namespace mimebase {
inline namespace v0_2 {

Signer::~Signer() = default;

struct Keys::State {
  std::vector<std::string> kids;
  keys::SecretMemory hmacs;  // one per name

  [[nodiscard]] std::span<keys::Hmac> all() const {
    return {reinterpret_cast<keys::Hmac*>(hmacs.data()), kids.size()};
  }
  // Takes the lines.
  [[nodiscard]] Result<void> take(std::string_view text) {
    Result<std::vector<keys::Line>> lines = keys::lines_of(text);
    if (!lines) return lines.error();
    Result<keys::SecretMemory> memory = keys::SecretMemory::make(lines->size() * sizeof(keys::Hmac));
    if (!memory) return memory.error();
    hmacs = *std::move(memory);
    char* at = hmacs.data();
    for (keys::Line& line : *lines) {
      kids.push_back(std::move(line.kid));
      keys::set_key(*new (at) keys::Hmac, line.key);
      at += sizeof(keys::Hmac);
    }
    return {};
  }
};

Keys::Keys(std::unique_ptr<State> state) : state_(std::move(state)) {}
Keys::~Keys() = default;

Result<std::shared_ptr<Keys>> Keys::open(const std::string& path) {
  const auto refuse = [&path](const Error& error) {
    return Error{error.code, path + ": " + error.message, path};
  };
  const Result<keys::SecretMemory> text = keys::SecretMemory::make(keys::kMaxKeyFileBytes);
  if (!text) return refuse(text.error());
  const ssize_t size = keys::read_file(path.c_str(), *text);
  if (size < 0) return refuse({Error::Code::kUnreadable, std::strerror(errno)});
  if (static_cast<std::size_t>(size) == keys::kMaxKeyFileBytes)
    return refuse({Error::Code::kUsage, "is too long for a file of keys"});
  auto state = std::make_unique<State>();
  if (Result<void> taken = state->take({text->data(), static_cast<std::size_t>(size)}); !taken)
    return refuse(taken.error());
  return std::shared_ptr<Keys>(new Keys(std::move(state)));
}

Result<std::shared_ptr<Keys>> Keys::read(std::string_view text) {
  auto state = std::make_unique<State>();
  if (Result<void> taken = state->take(text); !taken)
    return Error{taken.error().code, "the keys: " + taken.error().message};
  return std::shared_ptr<Keys>(new Keys(std::move(state)));
}

std::string_view Keys::kid() const {
  return state_->kids.front();
}

std::optional<std::string> Keys::sign(std::string_view text) {
  std::string h;
  for (const std::uint8_t byte : keys::hmac_of(state_->all().front(), text))
    ascii::append_hex(byte, ascii::kLowerHexDigits, h);
  return h;
}

bool Keys::verify(const std::optional<std::string>& kid, std::string_view text, std::string_view h) {
  keys::HmacDigest wanted;
  if (!keys::read_hex(h, wanted)) return false;
  bool is_right = false;
  for (std::size_t i = 0; i < state_->kids.size(); ++i) {
    if (kid && *kid != state_->kids[i]) continue;
    if (keys::is_same(keys::hmac_of(state_->all()[i], text), wanted)) is_right = true;
  }
  return is_right;
}

}  // namespace v0_2
}  // namespace mimebase
