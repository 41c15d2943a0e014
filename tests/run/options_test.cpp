// The table of options sets every member of the structures of options.
#include "options/table.h"

#include <string>
#include <vector>

#include "catch.h"
#include "options/arguments.h"
#include "run/driver/bytes.h"
#include "run/spawned/helper_wire.h"
#include "text/members.h"

using namespace mimebase;

namespace {

// A value that is not the default one.
std::string word_for(const options::Option& option) {
  const options::Words values = options::values_of(option.value);
  switch (option.value.syntax) {
    case options::Syntax::kNumber:
      return "7";
    case options::Syntax::kDate:
      return "2026";
    case options::Syntax::kRange:
      return "1:2";
    case options::Syntax::kLimits:
      return "depth=7";
    default:
      if (option.argument == "T") return "http://x.example/{url:query}";
      return values.empty() ? "x.example" : values.back();
  }
}

// The arguments after each option alone.
std::vector<options::Arguments> all_arguments() {
  std::vector<options::Arguments> all;
  for (const options::Option* option : options::options_of(~options::kNone)) {
    options::Arguments& arguments = all.emplace_back();
    if (option->value.clear != nullptr) option->value.clear(arguments);
    if (option->value.flag != nullptr) option->value.flag(arguments) = true;
    if (option->value.take != nullptr)
      static_cast<void>(option->value.take(option->value, arguments, word_for(*option)));
  }
  return all;
}

// The places of the members that no option changes.
template <typename Get>
std::vector<int> unchanged(Get get) {
  std::vector<bool> is_changed;
  const options::Arguments presets;
  for (const options::Arguments& arguments : all_arguments()) {
    with_members(get(presets), [&](const auto&... before) {
      with_members(get(arguments), [&](const auto&... after) {
        is_changed.resize(sizeof...(after));
        std::size_t at = 0;
        ((is_changed[at] = is_changed[at] || run::written(before) != run::written(after), ++at), ...);
      });
    });
  }
  std::vector<int> places;
  for (std::size_t at = 0; at < is_changed.size(); ++at) {
    if (!is_changed[at]) places.push_back(static_cast<int>(at));
  }
  return places;
}

}  // namespace

TEST_CASE("each member has an option, but for what a program alone sets") {
  using options::Arguments;
  CHECK(unchanged([](const Arguments& all) -> const auto& { return all.links.filter; }).empty());
  CHECK(unchanged([](const Arguments& all) -> const auto& { return all.check.filter; }).empty());
  CHECK(unchanged([](const Arguments& all) -> const auto& { return all.run.messages; }).empty());
  CHECK(unchanged([](const Arguments& all) -> const auto& { return all.pieces; }).empty());
  // source_folder, which complete() sets, domains, which --domains reads from a file, and
  // message_ids_in_urls, which ledger sets
  CHECK(unchanged([](const Arguments& all) -> const auto& { return all.run.analyze; }) ==
        std::vector<int>{6, 8, 15});
  // any_is_message, use, batch_bytes, read_ahead
  CHECK(unchanged([](const Arguments& all) -> const auto& { return all.run.input; }) ==
        std::vector<int>{3, 4, 7, 8});
  // one_file, for_archive, for_replay: the path of the output says so
  CHECK(unchanged([](const Arguments& all) -> const auto& { return all.extract; }) ==
        std::vector<int>{3, 4, 5});
}
