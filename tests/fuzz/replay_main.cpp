// Runs a fuzz target without libFuzzer, for the ordinary tests: on each file of its seed folder, and on
// reproducible mutations of each. An input that does not end, or that takes much memory, ends the process.
//   fuzz_NAME [-mutations=N] [-seed=WORD] FOLDER-OR-FILE...     (a single file is run without mutations)
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../support.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

// Far more than any input needs, on any machine and with any sanitizer.
constexpr int kMostSeconds = 60;
constexpr long kMostKilobytes = 1 << 20;

// What the options set.
int mutations_per_seed = 200;
std::string word;

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
  const itimerval bound{{0, 0}, {kMostSeconds, 0}};  // of processor time; then SIGPROF
  ::setitimer(ITIMER_PROF, &bound, nullptr);
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  if (used.ru_maxrss > kMostKilobytes) {
    write_error("this input takes too much memory");
    std::abort();
  }
}

// Makes two places refer to the same thing, as hostile files do. Finds bytes that begin two records, such as
// "PK\1\2", and copies a field of one of them to the other: an offset, a size or a name.
void share(std::string& bytes, std::mt19937& random) {
  constexpr std::size_t kMark = 4, kRecord = 64;
  if (bytes.size() < 2 * kMark) return;
  const std::size_t first = random() % (bytes.size() - kMark);
  const std::size_t second = bytes.find(bytes.substr(first, kMark), first + kMark);
  const std::size_t field = kMark + random() % kRecord, size = std::size_t{1} << (random() % 4);
  if (second == bytes.npos || second + field + size > bytes.size()) return;
  bytes.replace(second + field, size, bytes.substr(first + field, size));
}

// The same for numbers in decimals, such as the offsets of a PDF.
void share_number(std::string& bytes, std::mt19937& random) {
  constexpr std::string_view kDigits = "0123456789";
  const auto number_at = [&](std::size_t from) {
    const std::size_t start = std::min(bytes.find_first_of(kDigits, from), bytes.size());
    return std::pair(start, std::min(bytes.find_first_not_of(kDigits, start), bytes.size()) - start);
  };
  const auto [to, old_size] = number_at(random() % (bytes.size() + 1));
  const auto [from, size] = number_at(random() % (bytes.size() + 1));
  bytes.replace(to, old_size, bytes.substr(from, size));
}

// Makes one change: alters a byte, removes, duplicates or moves a piece, inserts one from another seed, or
// shares a field or a number.
void mutate(std::string& bytes, const std::vector<Seed>& seeds, std::mt19937& random) {
  const std::string& other = seeds[random() % seeds.size()].bytes;
  const std::size_t at = random() % (bytes.size() + 1);
  const std::size_t size = std::min<std::size_t>(bytes.size() - at, random() % 16);
  switch (random() % 8) {
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
    case 5:
      share(bytes, random);
      break;
    case 6:
      share_number(bytes, random);
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
    const std::string name = seed.path.filename().string() + word;
    std::seed_seq sequence(name.begin(), name.end());
    std::mt19937 random(sequence);
    for (int i = 0; i < mutations_per_seed; ++i) {
      std::string bytes = seed.bytes;
      for (unsigned n = random() % 4 + 1; n > 0; --n) mutate(bytes, seeds, random);
      run(bytes);
    }
  }
  return seeds.size();
}

}  // namespace

int main(int argc, char** argv) {
  constexpr std::string_view kMutations = "-mutations=", kSeed = "-seed=";
  for (const int number : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGPROF}) std::signal(number, tell);
  std::size_t seeds = 0;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.starts_with(kMutations)) {
      mutations_per_seed = std::atoi(argv[i] + kMutations.size());
    } else if (argument.starts_with(kSeed)) {
      word = argument.substr(kSeed.size());
    } else {
      seeds += replay(argv[i]);
    }
  }
  running_bytes = nullptr;
  std::printf("%zu seeds, %d mutations of each\n", seeds, mutations_per_seed);
  return seeds > 0 ? 0 : 1;
}
