// Prints what iconv() makes of a large number of byte sequences, as a digest per charset named on standard
// input. `tests/package/portable_roots` compares those of a program with linked converters with those of the
// system.
//   digest [SEED]
#include <iconv.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <string_view>

namespace {

class Digest {
 public:
  explicit Digest(const std::string& charset) : converter_(iconv_open("UTF-8", charset.c_str())) {}
  ~Digest() {
    if (is_open()) iconv_close(converter_);
  }
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;

  [[nodiscard]] bool is_open() const { return converter_ != reinterpret_cast<iconv_t>(-1); }
  [[nodiscard]] std::uint64_t value() const { return value_; }

  // Adds what becomes of these bytes: each error with its place, then the text up to it.
  void add(std::string_view bytes) {
    iconv(converter_, nullptr, nullptr, nullptr, nullptr);
    auto* in = const_cast<char*>(bytes.data());
    std::size_t left = bytes.size();
    bool is_flushed = false;
    while (!is_flushed) {
      is_flushed = left == 0;
      char text[512];
      char* to = text;
      std::size_t room = sizeof(text);
      errno = 0;
      const std::size_t done = iconv(converter_, is_flushed ? nullptr : &in, &left, &to, &room);
      add_byte(done == static_cast<std::size_t>(-1) ? static_cast<unsigned char>(errno) : 0);
      add_byte(static_cast<unsigned char>(left));
      for (const char* c = text; c != to; ++c) add_byte(static_cast<unsigned char>(*c));
      if (done == static_cast<std::size_t>(-1) && left > 0) {
        ++in;
        --left;
      }
    }
    ++sequences;
  }

  static inline std::uint64_t sequences = 0;

 private:
  void add_byte(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001B3; }

  iconv_t converter_;
  std::uint64_t value_ = 0xCBF29CE484222325;
};

constexpr std::string_view kShifts[] = {"\x1B(I",
                                        "\x1B$@",
                                        "\x1B$A",
                                        "\x1B$B",
                                        "\x1B$(C",
                                        "\x1B$(D",
                                        "\x1B$(O",
                                        "\x1B$(P",
                                        "\x1B$(Q",
                                        "\x1B.A\x1BN",
                                        "\x1B.F\x1BN",
                                        "\x1B$)C\x0E",
                                        "\x1B$)A\x0E",
                                        "\x1B$)G\x0E",
                                        "\x1B$)E\x0E",
                                        "\x1B$*H\x1BN",
                                        "\x1B$+I\x1BO",
                                        "\x1B$+J\x1BO",
                                        "\x1B$+K\x1BO",
                                        "\x1B$+L\x1BO",
                                        "\x1B$+M\x1BO",
                                        "\x0E",
                                        "+",
                                        "\xFF\xFE",
                                        "\x8E\xA2",
                                        "\x8F"};

void add_pairs(Digest& digest, std::string_view before) {
  std::string bytes(before);
  bytes.resize(before.size() + 2);
  for (unsigned pair = 0; pair < 0x10000; ++pair) {
    bytes[before.size()] = static_cast<char>(pair >> 8);
    bytes[before.size() + 1] = static_cast<char>(pair & 0xFF);
    digest.add(bytes);
  }
}

void add_samples(Digest& digest, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (int i = 0; i < 20000; ++i) {
    std::string bytes;
    for (auto size = 3 + random() % 14; size > 0; --size) {
      const auto kind = random() % 8;
      if (kind == 0) bytes += kShifts[random() % std::size(kShifts)];
      bytes += static_cast<char>(kind < 3   ? 0x20 + random() % 0x60
                                 : kind < 7 ? 0x80 + random() % 0x80
                                            : random());
    }
    digest.add(bytes);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1808;
  for (std::string line; std::getline(std::cin, line);) {
    // An alias is only opened; the first name on a line gets all sequences.
    const std::string charset = line.substr(line[0] == ' ' ? 1 : 0);
    Digest digest(charset);
    if (digest.is_open()) {
      for (unsigned byte = 0; byte < 0x100; ++byte) digest.add(std::string(1, static_cast<char>(byte)));
      if (line[0] != ' ') {
        add_pairs(digest, {});
        add_samples(digest, seed);
        const bool has_shifts =
            charset.starts_with("ISO-2022") || charset.starts_with("UTF-") || charset.starts_with("EUC-");
        for (const std::string_view shift : kShifts) {
          if (has_shifts) add_pairs(digest, shift);
        }
      }
    }
    std::printf("%s %s %016llx\n", charset.c_str(), digest.is_open() ? "known" : "unknown",
                static_cast<unsigned long long>(digest.value()));
  }
  std::fprintf(stderr, "%llu sequences\n", static_cast<unsigned long long>(Digest::sequences));
}
