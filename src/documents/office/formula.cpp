#include "documents/office/formula.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "documents/office/field_code.h"
#include "documents/reporting.h"
#include "text/ascii.h"
#include "text/numbers.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::documents {
namespace {

// Excel nests 64 levels (ECMA-376, 18.17). What is deeper is read as operands that follow each other.
constexpr int kExcelNests = 64;

struct UrlFunction {
  std::string_view name;
  LinkKind kind;
};
constexpr UrlFunction kUrlFunctions[] = {
    {"HYPERLINK", LinkKind::kLink}, {"IMAGE", LinkKind::kImage}, {"WEBSERVICE", LinkKind::kOther}};

bool is_name_character(char c) {
  return ascii::is_alnum(c) || c == '_' || c == '.' || c == '$' || !ascii::is_ascii(c);
}

std::string in_capitals(std::string_view text) {
  std::string capitals(text);
  for (char& c : capitals) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 0x20) : c;
  return capitals;
}

// A path or URL of another file, in which Excel does not escape blanks.
bool is_of_other_file(std::string_view name) {
  const std::string_view scheme = name.substr(0, std::min(name.find("://"), name.size()));
  const bool is_url = scheme.size() < name.size() && std::ranges::all_of(scheme, ascii::is_scheme_byte);
  return is_url || (names_file(name) && is_url_or_path(name));
}

// A URL with a host, as far as it is known, or a mailbox.
bool has_host(std::string_view text, bool is_cut) {
  const std::size_t slashes = text.find("://");
  if (slashes == kNotFound) return ascii::starts_with_ignoring_case(text, "mailto:") && contains(text, '@');
  const std::string_view host = text.substr(slashes + 3);
  if (host.empty()) return false;
  return !is_cut || contains(host.substr(1), '/') || contains(host, '.');
}

}  // namespace

FormulaValue FormulaValue::joined(const FormulaValue& next, Reading& reading, find::Sink& sink) const {
  constexpr std::uint64_t kStepsPerText = 4000;  // it is kept in memory, beside all other alternatives
  std::vector<Text> all;
  for (const Text& one : texts_) {
    if (one.is_cut) {
      if (!reading.charge_steps((all.empty() ? 1 : kStepsPerText) + one.text.size(), sink)) return unknown();
      all.push_back(one);
      continue;
    }
    for (const Text& other : next.texts_) {
      const std::uint64_t size = one.text.size() + other.text.size();
      if (!reading.charge_steps((all.empty() ? 1 : kStepsPerText) + size, sink)) return unknown();
      all.push_back({one.text + other.text, other.is_cut});
    }
  }
  return FormulaValue(std::move(all));
}

void FormulaValue::add(FormulaValue alternative) {
  std::ranges::move(alternative.texts_, std::back_inserter(texts_));
}

std::optional<std::string> FormulaValue::text() const {
  return texts_.size() == 1 && !texts_[0].is_cut ? std::optional(texts_[0].text) : std::nullopt;
}

FormulaValue FormulaValue::urls() const {
  FormulaValue urls = unknown();
  for (const Text& one : texts_) {
    if (!one.is_cut && has_host(one.text, false)) urls.texts_.push_back(one);
  }
  return urls;
}

std::vector<std::string> FormulaValue::references() const {
  std::vector<std::string> found, relative;
  for (const Text& one : texts_) {
    const std::string_view reference = ascii::trim_html_space(one.text);
    if (reference.empty() || reference.starts_with('#')) continue;
    if (has_host(reference, one.is_cut) || names_file(reference)) {
      if (!one.is_cut || has_host(reference, true)) found.emplace_back(reference);
    } else if (!one.is_cut) {
      relative.emplace_back(reference);
    }
  }
  // Beside a URL, other alternatives are words such as "none".
  return found.empty() ? relative : found;
}

std::optional<LinkKind> kind_of_function(std::string_view name) {
  const auto* const known = std::ranges::find(kUrlFunctions, name, &UrlFunction::name);
  return known != std::end(kUrlFunctions) ? std::optional(known->kind) : std::nullopt;
}

FormulaValue call_function(std::string_view name, const std::vector<FormulaValue>& arguments,
                           Reading& reading, find::Sink& sink) {
  const std::size_t count = arguments.size();
  FormulaValue result;
  if (is_one_of(name, {"CONCATENATE", "CONCAT"})) {
    result = FormulaValue::constant({});
    for (const FormulaValue& one : arguments) result = result.joined(one, reading, sink);
  } else if (name == "TEXTJOIN" && count > 2) {
    result = arguments[2];
    for (std::size_t i = 3; i < count; ++i)
      result = result.joined(arguments[0], reading, sink).joined(arguments[i], reading, sink);
  } else if (is_one_of(name, {"IF", "CHOOSE"})) {
    for (std::size_t i = 1; i < count; ++i) result.add(arguments[i]);
  } else if (is_one_of(name, {"IFERROR", "IFNA"})) {
    for (const FormulaValue& one : arguments) result.add(one);
  } else if (name == "IFS") {
    for (std::size_t i = 1; i < count; i += 2) result.add(arguments[i]);
  } else if (name == "SWITCH") {
    for (std::size_t i = 2; i < count; i += 2) result.add(arguments[i]);
    if (count > 1 && count % 2 == 0) result.add(arguments[count - 1]);
  } else if (count > 0 && is_one_of(name, {"T", "TRIM", "CLEAN", "LOWER", "HYPERLINK"})) {
    result = arguments[0];
  } else if (count == 1 && is_one_of(name, {"CHAR", "UNICHAR"})) {
    const std::optional<std::string> text = arguments[0].text();
    const std::optional<std::uint32_t> number = text ? whole_number<std::uint32_t>(*text) : std::nullopt;
    std::string character;
    if (number && *number > 0 && *number < 0xD800) utf8::append(*number, character);
    result = character.empty() ? FormulaValue::unknown() : FormulaValue::constant(character);
  } else {
    for (const FormulaValue& one : arguments) result.add(one.urls());
  }
  return result.texts().empty() ? FormulaValue::unknown() : result;
}

namespace {

// Takes a string in quotation marks, which are doubled inside, from the start of `rest`. Returns false if
// there is none.
bool take_quoted(std::string_view& rest, char quote, std::string& value) {
  value.clear();
  if (!rest.starts_with(quote)) return false;
  for (std::size_t i = 1; i < rest.size(); ++i) {
    if (rest[i] == quote) {
      if (rest.substr(i + 1, 1) != std::string_view(&quote, 1)) {
        rest.remove_prefix(i + 1);
        return true;
      }
      ++i;
    }
    value += rest[i];
  }
  rest = {};
  return false;
}

// Reads a formula from left to right, once.
class FormulaReader {
 public:
  FormulaReader(std::string_view formula, const FormulaContext& context)
      : rest_(formula), context_(context) {}

  FormulaReferences references() {
    while (!rest_.empty()) static_cast<void>(operand());
    return std::move(all_);
  }
  FormulaValue value() {
    if (const std::size_t equals = rest_.find('='); equals != kNotFound && equals < 5) {
      rest_.remove_prefix(equals + 1);  // "of:="
    }
    is_needed_ = 1;
    return expression();
  }

 private:
  [[nodiscard]] FormulaValue expression();
  [[nodiscard]] FormulaValue sum();
  // Takes one operand or, where there is none, one character.
  [[nodiscard]] FormulaValue operand();
  [[nodiscard]] FormulaValue quoted_name();
  [[nodiscard]] FormulaValue bracketed();
  [[nodiscard]] FormulaValue named(std::string_view name);
  [[nodiscard]] FormulaValue call(std::string_view name);
  [[nodiscard]] FormulaValue cell(std::string_view sheet, std::string_view name);
  // Takes what may follow the name of a cell: the end of a range, or a column of a table. Returns false if
  // nothing does.
  bool take_rest_of_range();
  void skip_brackets();
  void report_call(std::string_view name, LinkKind kind, const std::vector<FormulaValue>& arguments);
  void report_dde(const std::vector<FormulaValue>& arguments);
  void add(std::string_view reference, LinkKind kind, std::string label = {});

  void skip_space() {
    while (!rest_.empty() && ascii::is_white_space(rest_.front())) rest_.remove_prefix(1);
  }
  [[nodiscard]] bool take(char c) {
    skip_space();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  [[nodiscard]] std::string_view take_name() {
    std::size_t length = 0;
    while (length < rest_.size() && is_name_character(rest_[length])) ++length;
    const std::string_view name = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return name;
  }

  std::string_view rest_;
  const FormulaContext& context_;
  FormulaReferences all_;
  int depth_ = 0;
  int is_needed_ = 0;  // functions around this whose reference depends on it
};

// Operators that compare give a truth value, which is no text.
FormulaValue FormulaReader::expression() {
  FormulaValue value = sum();
  for (skip_space(); rest_.starts_with('&'); skip_space()) {
    rest_.remove_prefix(1);
    value = value.joined(sum(), context_.reading, context_.sink);
  }
  bool is_compared = false;
  while (!rest_.empty() && contains("<>=", rest_.front())) {
    is_compared = true;
    rest_.remove_prefix(rest_.find_first_not_of("<>=") == kNotFound ? rest_.size()
                                                                    : rest_.find_first_not_of("<>="));
    static_cast<void>(sum());
    for (skip_space(); rest_.starts_with('&'); skip_space()) {
      rest_.remove_prefix(1);
      static_cast<void>(sum());
    }
  }
  return is_compared ? FormulaValue::unknown() : value;
}

FormulaValue FormulaReader::sum() {
  skip_space();
  bool is_computed = false;
  const auto take_operators = [&] {
    bool has_one = false;
    for (skip_space(); !rest_.empty() && contains("+-*/^%@", rest_.front()); skip_space()) {
      has_one = has_one || rest_.front() != '@';
      rest_.remove_prefix(1);
    }
    return has_one;
  };
  is_computed = take_operators();
  FormulaValue value = operand();
  while (take_operators()) {
    is_computed = true;
    if (rest_.empty() || contains(",;)&<>=}", rest_.front())) break;
    static_cast<void>(operand());
  }
  return is_computed ? FormulaValue::unknown() : value;
}

FormulaValue FormulaReader::operand() {
  skip_space();
  if (rest_.empty()) return FormulaValue::unknown();
  const char c = rest_.front();
  std::string text;
  if (c == '"') {
    return take_quoted(rest_, '"', text) ? FormulaValue::constant(std::move(text)) : FormulaValue::unknown();
  }
  if (c == '\'') return quoted_name();
  if (c == '[') return bracketed();
  if (is_name_character(c)) return named(take_name());
  if (c == '{' || c == '#') {  // constants: an array, an error
    const std::size_t size = c == '{' ? std::min(rest_.find('}'), rest_.size() - 1) + 1
                                      : std::min(rest_.find_first_of(",;)&", 1), rest_.size());
    rest_.remove_prefix(size);
    return FormulaValue::unknown();
  }
  if (c != '(' && (c == ')' || c == ',' || c == ';') && depth_ > 0) return FormulaValue::unknown();
  rest_.remove_prefix(1);
  if (c != '(' || depth_ >= kExcelNests) return FormulaValue::unknown();
  ++depth_;
  FormulaValue value = expression();
  --depth_;
  static_cast<void>(take(')'));
  return value;
}

// The name of a sheet, before "!" or ".", or of another workbook: 'http://a/[b.xlsx]S'!A1,
// 'http://a/b.ods'#$S.A1.
FormulaValue FormulaReader::quoted_name() {
  std::string name;
  if (!take_quoted(rest_, '\'', name)) return FormulaValue::unknown();
  if (!rest_.starts_with('!') && !rest_.starts_with('#') && !rest_.starts_with('.'))
    return FormulaValue::unknown();
  const bool is_outside = is_of_other_file(name);
  rest_.remove_prefix(1);
  if (!is_outside) {
    if (rest_.starts_with('$')) rest_.remove_prefix(1);
    const std::string_view place = take_name();
    return take_rest_of_range() ? FormulaValue::unknown() : cell(name, place);
  }
  const std::size_t open = name.find('['), close = name.find(']');
  add(open < close && close != kNotFound ? name.substr(0, open) + name.substr(open + 1, close - open - 1)
                                         : name,
      LinkKind::kMedia);
  static_cast<void>(take_name());
  return FormulaValue::unknown();
}

// A reference of OpenFormula, [.A1] or ['http://a/b.ods'#$S.A1]; or a workbook, [http://a/b.xlsx]S!A1.
FormulaValue FormulaReader::bracketed() {
  const std::size_t end = std::min(rest_.find(']'), rest_.size());
  std::string_view inside = rest_.substr(1, end == 0 ? 0 : end - 1);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  std::string sheet;
  if (inside.starts_with('\'') || inside.starts_with("$'")) {
    inside.remove_prefix(inside.find('\''));
    if (!take_quoted(inside, '\'', sheet)) return FormulaValue::unknown();
  } else if (is_of_other_file(inside)) {
    sheet = inside;
    inside = {};
  } else if (const std::size_t dot = inside.find('.'); dot != kNotFound) {
    sheet = without_bytes(inside.substr(0, dot), "$");
    inside.remove_prefix(dot);
  }
  if (is_of_other_file(sheet)) {
    add(sheet, LinkKind::kMedia);
    inside = {};
  }
  if (inside.starts_with('.') && !contains(inside, ':')) return cell(sheet, inside.substr(1));
  // [1]Sheet1!A1, whose workbook is a relationship.
  static_cast<void>(take_name());
  if (rest_.starts_with('!')) {
    rest_.remove_prefix(1);
    static_cast<void>(take_name());
  }
  static_cast<void>(take_rest_of_range());
  return FormulaValue::unknown();
}

bool FormulaReader::take_rest_of_range() {
  if (rest_.starts_with('[')) {
    skip_brackets();
    return true;
  }
  if (!rest_.starts_with(':')) return false;
  while (!rest_.empty() && (rest_.front() == ':' || rest_.front() == '!')) {
    rest_.remove_prefix(1);
    static_cast<void>(take_name());
  }
  return true;
}

void FormulaReader::skip_brackets() {
  std::size_t level = 0;
  while (!rest_.empty()) {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    if (c == '[') ++level;
    if (c == ']' && --level == 0) return;
  }
}

FormulaValue FormulaReader::named(std::string_view name) {
  std::string text;
  skip_space();
  if (rest_.starts_with('(')) {
    rest_.remove_prefix(1);
    return call(name);
  }
  if (rest_.starts_with("|'")) {  // program|'document'!item
    rest_.remove_prefix(1);
    if (take_quoted(rest_, '\'', text) && rest_.starts_with('!')) {
      for (const std::string& file : dde_references(name, text)) add(file, LinkKind::kMedia);
    }
    return FormulaValue::unknown();
  }
  if (rest_.starts_with('!')) {
    rest_.remove_prefix(1);
    const std::string_view place = take_name();
    return take_rest_of_range() ? FormulaValue::unknown() : cell(name, place);
  }
  if (name != "of" && take_rest_of_range()) return FormulaValue::unknown();
  if (whole_number<std::uint32_t>(name)) return FormulaValue::constant(std::string(name));
  return cell({}, name);
}

FormulaValue FormulaReader::cell(std::string_view sheet, std::string_view name) {
  if (is_needed_ == 0 || name.empty() || !context_.value) return FormulaValue::unknown();
  std::optional<std::string> text = context_.value(sheet, in_capitals(without_bytes(name, "$")));
  return text ? FormulaValue::constant(*std::move(text)) : FormulaValue::unknown();
}

// Reads the arguments of a function, after its opening bracket.
FormulaValue FormulaReader::call(std::string_view full_name) {
  const std::string name = in_capitals(full_name.substr(full_name.rfind('.') + 1));  // "_xlfn."
  const std::optional<LinkKind> kind = kind_of_function(name);
  const bool is_reported = kind.has_value() || name == "DDE";
  if (depth_ >= kExcelNests) return FormulaValue::unknown();
  ++depth_;
  if (is_reported) ++is_needed_;
  std::vector<FormulaValue> arguments;
  bool has_more = !take(')');
  bool is_closed = !has_more;
  while (has_more) {
    arguments.push_back(expression());
    has_more = take(',') || take(';');
    is_closed = !has_more && take(')');
  }
  --depth_;
  if (is_reported) --is_needed_;
  if (is_closed && kind) report_call(name, *kind, arguments);
  if (is_closed && name == "DDE") report_dde(arguments);
  return is_needed_ > 0 ? call_function(name, arguments, context_.reading, context_.sink)
                        : FormulaValue::unknown();
}

void FormulaReader::report_call(std::string_view name, LinkKind kind,
                                const std::vector<FormulaValue>& arguments) {
  if (arguments.empty()) return;
  const bool has_label = name == "HYPERLINK" && arguments.size() > 1;
  const std::string label = has_label ? arguments[1].text().value_or("") : std::string();
  for (const std::string& reference : arguments[0].references()) add(reference, kind, label);
  const bool is_known =
      std::ranges::none_of(arguments[0].texts(), [](const FormulaValue::Text& one) { return one.is_cut; });
  if (!is_known && !has_label) all_.shown_address = kind;
}

void FormulaReader::report_dde(const std::vector<FormulaValue>& arguments) {
  for (std::size_t i = 0; i < arguments.size() && i < 2; ++i) {
    const std::optional<std::string> text = arguments[i].text();
    if (text && names_file(*text)) add(*text, LinkKind::kMedia);
  }
}

void FormulaReader::add(std::string_view reference, LinkKind kind, std::string label) {
  reference = ascii::trim_html_space(reference);
  if (!reference.empty() && !reference.starts_with('#'))
    all_.found.push_back({std::string(reference), kind, std::move(label)});
}

}  // namespace

FormulaReferences read_formula(std::string_view formula, const FormulaContext& context) {
  return FormulaReader(formula, context).references();
}

FormulaValue value_of_formula(std::string_view formula, const FormulaContext& context) {
  return FormulaReader(formula, context).value();
}

std::string column_name(std::uint64_t column) {
  std::string name;
  for (; column > 0; column = (column - 1) / 26) name += static_cast<char>('A' + (column - 1) % 26);
  std::ranges::reverse(name);
  return name;
}

}  // namespace mimebase::documents
