// How much is told of what goes wrong.
#include <algorithm>
#include <string>
#include <utility>

#include "input/store.h"

namespace mimebase::input {
namespace {

// Of each kind: nobody reads more, and the rest is counted.
constexpr std::uint64_t kMostTold = 100;

}  // namespace

void Context::bound_problems() {
  const auto is_too_many = [this](const Error& error) {
    std::uint64_t& told = error.code == Error::Code::kLimit       ? counts.limits
                          : error.code == Error::Code::kReadError ? counts.read_errors
                                                                  : counts.others;
    if (told < kMostTold) {
      ++told;
      return false;
    }
    ++counts.not_told;
    return true;
  };
  const auto first = problems.begin() + static_cast<std::ptrdiff_t>(bounded);
  problems.erase(std::remove_if(first, problems.end(), is_too_many), problems.end());
  bounded = problems.size();
}

std::vector<Error> Context::take_problems(bool at_end) {
  bound_problems();
  bounded = 0;
  if (at_end && counts.not_told > 0) {
    const std::string count = std::to_string(std::exchange(counts.not_told, 0));
    problems.push_back(unreadable(called(input), "has " + count + " more problems, not told one by one"));
  }
  return std::exchange(problems, {});
}

}  // namespace mimebase::input
