// Prints the library's answers for pairs of base and reference (README.md): the hash of each block of
// answers, or the answers of one block. The other programs of this folder print theirs in the same form.
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/explain.h"
#include "mimebase/url.h"

namespace {

using mimebase::Result;
using mimebase::RuleSet;

constexpr std::uint64_t kBlock = 4096;
constexpr std::uint64_t kFnvBasis = 0xcbf29ce484222325;
constexpr std::uint64_t kFnvPrime = 0x100000001b3;

// Which pairs there are, from the arguments of the program.
struct Pairs {
  std::vector<std::string> symbols, bases, references;
  std::size_t length = 0;
  bool all = false;
  std::uint64_t count = 0, seed = 0;  // of those at random
};

std::vector<std::string> characters(std::string_view text) {
  std::vector<std::string> found;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) found.emplace_back();
    found.back() += c;
  }
  return found;
}

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> found(1);
  for (const char c : text) {
    if (c == ' ') {
      found.emplace_back();
    } else {
      found.back() += c;
    }
  }
  return found;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c > ' ' && c < 0x7f && c != '\\') {
      out += c;
    } else {
      char code[8];
      (void)std::snprintf(code, sizeof code, "\\x%02x", static_cast<unsigned char>(c));
      out += code;
    }
  }
  return out;
}

// Answers one pair after another, and prints.
class Answers {
 public:
  // Lists the answers of block `listed`, or prints the hashes of all blocks if it is negative.
  Answers(RuleSet set, bool explains, std::int64_t listed)
      : rules_{set, {}}, explains_(explains), listed_(listed) {}
  ~Answers() { end_block(); }
  Answers(const Answers&) = delete;
  Answers& operator=(const Answers&) = delete;

  void answer(const std::string& base, const std::string& reference) {
    if (listed_ < 0 || done_ / kBlock == static_cast<std::uint64_t>(listed_)) take(base, reference);
    if (++done_ % kBlock == 0) end_block();
  }
  [[nodiscard]] std::uint64_t done() const { return done_; }

 private:
  void take(const std::string& base, const std::string& reference) {
    const bool resolved = resolve(base, reference);
    if (listed_ >= 0) {
      std::printf("%s\t%s\t%s\n", escaped(base).c_str(), escaped(reference).c_str(),
                  resolved ? ("=" + escaped(out_)).c_str() : "!");
    }
    if (base.empty()) check_alone(reference, resolved);
    if (resolved) {
      for (const char c : out_) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * kFnvPrime;
    }
    hash_ = (hash_ ^ (resolved ? 0xffU : 0xfeU)) * kFnvPrime;
  }

  // Sets `out_`, or returns false. A Resolver is kept for the references that follow with the same base, and
  // resolve() has one of its own: the first reference of each base takes that way.
  bool resolve(const std::string& base, const std::string& reference) {
    if (explains_) {
      out_ = mimebase::explain(base, reference, rules_).resolved.value_or(std::string());
      return !out_.empty();
    }
    if (resolver_ && base == base_) return static_cast<bool>(resolver_->resolve(reference, out_));
    base_ = base;
    resolver_ = std::make_unique<mimebase::Resolver>(base_, rules_);
    Result<std::string> result = mimebase::resolve(base, reference, rules_);
    if (result) out_ = std::move(result.value());
    return static_cast<bool>(result);
  }

  // Ends the program if the functions of single URLs disagree with how `reference` resolved without a base:
  // it resolves if it is absolute, though not every absolute one is a URL to the URL Standard.
  void check_alone(const std::string& reference, bool resolved) const {
    const bool absolute = mimebase::Resolver::is_absolute(reference, rules_.set);
    const bool agree = rules_.set == RuleSet::kWhatwg ? absolute || !resolved : absolute == resolved;
    if (agree && mimebase::Components::split(reference).join() == reference) return;
    (void)std::fprintf(stderr, "is_absolute() or split() is wrong for %s\n", escaped(reference).c_str());
    std::exit(1);
  }

  void end_block() {
    if (listed_ < 0) std::printf("%016" PRIx64 "\n", hash_);
    hash_ = kFnvBasis;
  }

  mimebase::Rules rules_;
  bool explains_;
  std::int64_t listed_;
  std::uint64_t done_ = 0, hash_ = kFnvBasis;
  std::string base_, out_;
  std::unique_ptr<mimebase::Resolver> resolver_;
};

using Digits = std::vector<std::size_t>;

void join(const std::string& prefix, const Pairs& pairs, Digits::const_iterator first,
          Digits::const_iterator last, std::string& out) {
  out = prefix;
  for (; first != last; ++first) out += pairs.symbols[*first];
}

// Makes the next number of `digits`, and returns false after the last.
bool count_up(Digits& digits, std::size_t symbols) {
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit) {
    if (++*digit != symbols) return true;
    *digit = 0;
  }
  return false;
}

// All strings of `sum` symbols, cut at each place into base and reference.
void exhaust(const Pairs& pairs, const std::string& base_prefix, const std::string& reference_prefix,
             std::size_t sum, Answers& answers) {
  std::string base, reference;
  for (std::size_t cut = 0; cut <= sum; ++cut) {
    Digits digits(sum);
    do {
      const auto middle = digits.cbegin() + static_cast<std::ptrdiff_t>(cut);
      join(base_prefix, pairs, digits.cbegin(), middle, base);
      join(reference_prefix, pairs, middle, digits.cend(), reference);
      answers.answer(base, reference);
    } while (count_up(digits, pairs.symbols.size()));
  }
}

// SplitMix64.
std::size_t draw(std::uint64_t& state, std::size_t bound) {
  state += 0x9e3779b97f4a7c15;
  std::uint64_t z = state;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111eb;
  return (z ^ (z >> 31U)) % bound;
}

std::string drawn(const Pairs& pairs, const std::vector<std::string>& prefixes, std::uint64_t& state) {
  std::string out = prefixes[draw(state, prefixes.size())];
  const std::size_t count = draw(state, pairs.length + 1);
  for (std::size_t i = 0; i != count; ++i) out += pairs.symbols[draw(state, pairs.symbols.size())];
  return out;
}

void run(const Pairs& pairs, Answers& answers) {
  if (pairs.all) {
    for (const std::string& base : pairs.bases) {
      for (const std::string& reference : pairs.references) {
        for (std::size_t sum = 0; sum <= pairs.length; ++sum) exhaust(pairs, base, reference, sum, answers);
      }
    }
    return;
  }
  for (std::uint64_t state = pairs.seed; answers.done() != pairs.count;) {
    const std::string base = drawn(pairs, pairs.bases, state);
    answers.answer(base, drawn(pairs, pairs.references, state));
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 7 || argc > 8) {
    (void)std::fputs(
        "mimebase_answers RULES[:explain] ALPHABET BASES REFERENCES all SUM [BLOCK]\n"
        "mimebase_answers RULES[:explain] ALPHABET BASES REFERENCES COUNT:SEED LENGTH [BLOCK]\n",
        stderr);
    return 2;
  }
  const std::string_view given = argv[1];
  const std::string_view name = given.substr(0, given.find(':'));
  RuleSet set = RuleSet::kRfc1808;
  for (const RuleSet each : {RuleSet::kDraft05, RuleSet::kRfc3986, RuleSet::kWhatwg}) {
    if (name_of(each) == name) set = each;
  }
  if (name_of(set) != name || (given != name && given.substr(name.size()) != ":explain")) return 2;
  Pairs pairs;
  pairs.symbols = characters(argv[2]);
  pairs.bases = words(argv[3]);
  pairs.references = words(argv[4]);
  pairs.length = std::strtoul(argv[6], nullptr, 10);
  pairs.all = std::string_view(argv[5]) == "all";
  if (!pairs.all) {
    char* colon = nullptr;
    pairs.count = std::strtoull(argv[5], &colon, 10);
    pairs.seed = std::strtoull(colon + (*colon == ':' ? 1 : 0), nullptr, 10);
  }
  Answers answers(set, given != name, argc == 8 ? std::strtoll(argv[7], nullptr, 10) : -1);
  run(pairs, answers);
  return 0;
}
