// Result: access through variables and temporaries; misuse ends the program with a message.
#include "mimebase/result.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <functional>
#include <string>
#include <type_traits>

#include "catch.h"

using namespace mimebase;

namespace {

Result<std::string> text_or_error(bool fails) {
  if (fails) return Error{Error::Code::kUsage, "there is no text"};
  return std::string(100, 'x');
}

// Returns what a child process that runs `misuse` writes to stderr; "" unless SIGABRT ends it.
std::string ended_with(const std::function<void()>& misuse) {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    std::signal(SIGABRT, SIG_DFL);
    misuse();
    _exit(0);
  }
  close(ends[1]);
  std::string written;
  std::array<char, 500> buffer{};
  for (ssize_t got = 0; (got = read(ends[0], buffer.data(), buffer.size())) > 0;)
    written.append(buffer.data(), static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT ? written : std::string();
}

}  // namespace

TEST_CASE("a Result gives references of a variable, and values of a temporary") {
  using Text = Result<std::string>;
  STATIC_REQUIRE(std::is_same_v<decltype(std::declval<Text&>().value()), std::string&>);
  STATIC_REQUIRE(std::is_same_v<decltype(std::declval<const Text&>().value()), const std::string&>);
  STATIC_REQUIRE(std::is_same_v<decltype(std::declval<Text>().value()), std::string>);
  STATIC_REQUIRE(std::is_same_v<decltype(*std::declval<Text>()), std::string>);
  STATIC_REQUIRE(std::is_same_v<decltype(std::declval<Text>().error()), Error>);
  STATIC_REQUIRE(std::is_same_v<decltype(std::declval<Result<void>>().error()), Error>);

  const std::string& text = text_or_error(false).value();
  CHECK(text == std::string(100, 'x'));
  const Error& error = text_or_error(true).error();
  CHECK(error.message == "there is no text");
  Text kept = text_or_error(false);
  kept.value() += 'y';
  CHECK(kept->ends_with("xy"));
  CHECK(*kept == kept.value());
}

TEST_CASE("asking a Result for what it does not hold ends the program") {
  CHECK(ended_with([] { static_cast<void>(text_or_error(true).value()); }) ==
        "mimebase: value() of a Result that holds an error: there is no text\n");
  CHECK(ended_with([] {
          const Result<std::string> failed = text_or_error(true);
          static_cast<void>(failed->size());
        }) == "mimebase: value() of a Result that holds an error: there is no text\n");
  CHECK(ended_with([] { static_cast<void>(text_or_error(false).error()); }) ==
        "mimebase: error() of a Result that holds a value\n");
  CHECK(ended_with([] { static_cast<void>(Result<void>().error()); }) ==
        "mimebase: error() of a Result that holds success\n");
  CHECK(ended_with([] { static_cast<void>(text_or_error(false).value()); }).empty());
}
