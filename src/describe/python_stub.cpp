#include "describe/python_stub.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "options/table.h"

namespace mimebase::options {
namespace {

// A function, or one of its overloads, in which some keywords have a type of their own.
struct Signature {
  Commands function;
  std::string_view parameters;  // those that are not keywords
  std::string_view result;
  std::vector<std::pair<std::string_view, std::string_view>> own = {};
};

std::string literal(const Words& values) {
  return "Literal[\"" + joined(values, "\", \"") + "\"]";
}

// Names of types that more than one function has.
std::string_view type_name(std::string_view keyword) {
  if (keyword == "rules") return "_RuleSet";
  if (keyword == "input") return "_InputKind";
  return keyword == "as_" ? "_Reader | _NoReader" : "";
}

std::string type_of(const Option& option) {
  switch (option.value.syntax) {
    case Syntax::kFlag:
      return "bool";
    case Syntax::kNumber:
      return "int";
    case Syntax::kId:
      return "int | str | bytes";
    case Syntax::kNames:
      return "_Names";
    case Syntax::kLimits:
      return "Mapping[str, int]";
    case Syntax::kPatterns:
      return "_Patterns";
    case Syntax::kDate:
      return "_Date";
    case Syntax::kRange:
      return "_Range";
    case Syntax::kChoice: {
      const std::string_view name = type_name(keyword_of(option));
      return name.empty() ? literal(values_of(option.value)) : std::string(name);
    }
    default:
      return "str | bytes";
  }
}

std::string keyword_parameter(const Option& option, const Signature& signature) {
  const std::string keyword = keyword_of(option);
  for (const auto& [name, type] : signature.own) {
    if (name == keyword) return keyword + ": " + std::string(type);
  }
  Arguments preset;
  std::string text = keyword + ": " + type_of(option);
  if (option.value.syntax != Syntax::kFlag) return text + " | None = None";
  return text + (option.value.flag(preset) ? " = True" : " = False");
}

std::string declaration(const Signature& signature) {
  constexpr std::size_t kColumns = 110;
  std::string text = "def " + std::string(name_of(signature.function)) + "(\n";
  std::string line = "    " + std::string(signature.parameters) + ", *,";
  for (const Option* option : options_of(signature.function, &Option::functions)) {
    const std::string parameter = keyword_parameter(*option, signature) + ',';
    if (line.size() + 1 + parameter.size() > kColumns) {
      text += line + '\n';
      line = "   ";
    }
    line += ' ' + parameter;
  }
  line.pop_back();
  return text + line + "\n) -> " + std::string(signature.result) + ": ...\n";
}

}  // namespace

std::string python_stub() {
  constexpr std::string_view kNotUnique = "Literal[False] = False", kReader = "_Reader";
  constexpr std::string_view kUnique = "Literal[True]", kNoReader = "_NoReader | None = None";
  const std::vector<Signature> signatures = {
      {kLinks, "source: _Inputs", "Rows[Link]", {{"unique", kNotUnique}, {"as_", kNoReader}}},
      {kLinks, "source: _Inputs", "Rows[UniqueLink]", {{"unique", kUnique}, {"as_", kNoReader}}},
      {kLinks, "source: _Inputs", "Rows[ReaderLink]", {{"unique", kNotUnique}, {"as_", kReader}}},
      {kLinks, "source: _Inputs", "Rows[UniqueReaderLink]", {{"unique", kUnique}, {"as_", kReader}}},
      {kTree, "source: _Inputs", "Rows[Entity]"},
      {kCheck, "source: _Inputs", "Rows[Diagnostic]", {{"summary", kNotUnique}}},
      {kCheck, "source: _Inputs", "Rows[Summary]", {{"summary", kUnique}}},
      {kCompare, "source: _Inputs", "Rows[Comparison]"},
      {kReport, "source: _Inputs, output: _Path", "Written"},
      {kExtract, "source: _Input, output: _Path", "Written"},
      {kRewrite, "message: bytes | bytearray | memoryview", "Rewritten"},
  };
  Words readers = values_of(find(kLinks, "--as")->value);
  std::string text = "_RuleSet = " + literal(values_of(find(kLinks, "--rules")->value)) + '\n' +
                     "_InputKind = " + literal(values_of(find(kLinks, "--input")->value)) + '\n' +
                     "_NoReader = " + literal({readers.front()}) + '\n';
  readers.erase(readers.begin());
  text += "_Reader = Literal[\n    \"" + joined(readers, "\",\n    \"") + "\",\n]\n\n";
  for (const Signature& signature : signatures) {
    const bool is_overloaded = signature.function == kLinks || signature.function == kCheck;
    text += (is_overloaded ? "@overload\n" : "") + declaration(signature);
  }
  return text;
}

}  // namespace mimebase::options
