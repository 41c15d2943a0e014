// Runs a fuzz target without libFuzzer, for the ordinary tests: on each file of its seed folder, and on
// reproducible mutations of each.
//   fuzz_NAME FOLDER-OR-FILE...     (a single file is run without mutations)
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "../support.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

constexpr int kMutations = 200;  // per seed

struct Seed {
  fs::path path;
  std::string bytes;
};

// The current input, for the signal handler.
const char* running_name = "";
const std::string* running_bytes = nullptr;

void write_error(std::string_view text) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

// Prints the current input in hexadecimal, and dies of the signal.
void tell(int number) {
  constexpr char kDigits[] = "0123456789abcdef";
  write_error("\ninput made of ");
  write_error(running_name);
  write_error(" (xxd -r -p gives the bytes):\n");
  for (std::size_t i = 0; running_bytes != nullptr && i < running_bytes->size(); ++i) {
    const auto byte = static_cast<unsigned char>((*running_bytes)[i]);
    const char hex[] = {kDigits[byte >> 4], kDigits[byte & 15]};
    write_error({hex, 2});
  }
  write_error("\n");
  std::signal(number, SIG_DFL);
  std::raise(number);
}

void run(const std::string& bytes) {
  running_bytes = &bytes;
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

// Makes one change: alters a byte, or removes, duplicates or moves a piece, or inserts one from another seed.
void mutate(std::string& bytes, const std::vector<Seed>& seeds, std::mt19937& random) {
  const std::string& other = seeds[random() % seeds.size()].bytes;
  const std::size_t at = random() % (bytes.size() + 1);
  const std::size_t size = std::min<std::size_t>(bytes.size() - at, random() % 16);
  switch (random() % 6) {
    case 0:
      if (at < bytes.size()) bytes[at] = static_cast<char>(random());
      break;
    case 1:
      if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ (1U << (random() % 8)));
      break;
    case 2:
      bytes.erase(at, size);
      break;
    case 3:
      bytes.insert(at, std::string(bytes, at, size));
      break;
    case 4:
      bytes.resize(at);
      break;
    default: {
      const std::size_t from = random() % (other.size() + 1);
      bytes.insert(at, std::string(other, from, random() % 32));
    }
  }
}

std::vector<Seed> seeds_in(const fs::path& folder) {
  std::vector<Seed> seeds;
  for (const auto& entry : fs::directory_iterator(folder)) {
    seeds.push_back({entry.path(), mimebase::test::read_file(entry.path())});
  }
  std::sort(seeds.begin(), seeds.end(), [](const Seed& a, const Seed& b) { return a.path < b.path; });
  return seeds;
}

std::size_t replay(const fs::path& path) {
  if (!fs::is_directory(path)) {
    const std::string bytes = mimebase::test::read_file(path);
    running_name = path.c_str();
    run(bytes);
    return 1;
  }
  const std::vector<Seed> seeds = seeds_in(path);
  for (const Seed& seed : seeds) {
    running_name = seed.path.c_str();
    run(seed.bytes);
    // Seeded by the name, so that adding a seed does not affect the mutations of the others.
    const std::string name = seed.path.filename().string();
    std::seed_seq sequence(name.begin(), name.end());
    std::mt19937 random(sequence);
    for (int i = 0; i < kMutations; ++i) {
      std::string bytes = seed.bytes;
      for (unsigned n = random() % 4 + 1; n > 0; --n) mutate(bytes, seeds, random);
      run(bytes);
    }
  }
  return seeds.size();
}

}  // namespace

int main(int argc, char** argv) {
  for (const int number : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) std::signal(number, tell);
  std::size_t seeds = 0;
  for (int i = 1; i < argc; ++i) seeds += replay(argv[i]);
  running_bytes = nullptr;
  std::printf("%zu seeds, %d mutations of each\n", seeds, kMutations);
  return seeds > 0 ? 0 : 1;
}
