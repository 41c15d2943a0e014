#include "documents/field_code.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

// A kind of field with a file: which of its arguments it is, counted from 0, or the switch whose argument it
// is.
struct FieldKind {
  std::string_view name;
  int argument;
  std::string_view switches;  // those that have an argument, apart from the general ones
  LinkKind kind;
  char file_switch = 0;
};
constexpr FieldKind kFieldKinds[] = {
    {"HYPERLINK", 0, "lots", LinkKind::kLink},
    {"INCLUDEPICTURE", 0, "c", LinkKind::kImage},
    {"IMPORT", 0, "c", LinkKind::kImage},  // of Word 6
    {"INCLUDETEXT", 0, "cntx", LinkKind::kFrame},
    {"INCLUDE", 0, "cntx", LinkKind::kFrame},  // of Word 6
    {"RD", 0, "", LinkKind::kOther},
    {"LINK", 1, "f", LinkKind::kMedia},  // after the class of the object
    {"DATABASE", -1, "bcdflst", LinkKind::kOther, 'd'},
};
constexpr std::string_view kGeneralSwitches = "*#@";  // of format; they have an argument

// A word of an instruction: an argument, or a switch, whose text is its letter.
struct CodeWord {
  std::string text;
  bool is_switch = false;
};

// The length of a quotation mark at the start of `text`: Word also accepts the typographic ones that its
// editor makes of others.
std::size_t quotation_mark(std::string_view text) {
  if (text.starts_with('"')) return 1;
  return starts_with_one_of(text, {"\u201C", "\u201D", "\u201E"}) ? 3 : 0;
}

bool takes_space(std::string_view& rest) {
  constexpr std::string_view kNoBreakSpace = "\u00A0";
  const std::size_t before = rest.size();
  while (!rest.empty()) {
    if (ascii::is_html_space(rest.front()) || rest.front() == '\v') {
      rest.remove_prefix(1);
    } else if (rest.starts_with(kNoBreakSpace)) {
      rest.remove_prefix(kNoBreakSpace.size());
    } else {
      break;
    }
  }
  return rest.size() < before;
}

// Takes a word from the start of `rest`. Returns false at the end.
bool take_word(std::string_view& rest, CodeWord& word) {
  word = {};
  takes_space(rest);
  if (rest.empty()) return false;
  if (rest.size() > 1 && rest.front() == '\\' && rest[1] != '\\' && rest[1] != '"' &&
      ascii::is_ascii(rest[1])) {
    word.is_switch = true;
    word.text = ascii::lower(rest[1]);
    rest.remove_prefix(2);
    return true;
  }
  const std::size_t opening = quotation_mark(rest);
  rest.remove_prefix(opening);
  while (!rest.empty()) {
    if (rest.starts_with("\\\\") || rest.starts_with("\\\"")) {
      word.text += rest[1];
      rest.remove_prefix(2);
      continue;
    }
    if (const std::size_t closing = quotation_mark(rest); closing > 0) {
      if (opening > 0) rest.remove_prefix(closing);
      break;
    }
    if (opening == 0 && takes_space(rest)) break;
    word.text += rest.front();
    rest.remove_prefix(1);
  }
  return true;
}

void add_reference(std::string_view reference, LinkKind kind, std::vector<FieldReference>& found) {
  reference = ascii::trim_html_space(reference);
  if (!reference.empty() && !reference.starts_with('#')) found.push_back({std::string(reference), kind});
}

}  // namespace

bool names_file(std::string_view argument) {
  argument = ascii::trim_html_space(argument);
  const bool has_drive = argument.size() > 2 && ascii::is_letter(argument[0]) && argument[1] == ':' &&
                         (argument[2] == '\\' || argument[2] == '/');
  return has_drive || argument.starts_with("\\\\") || contains(argument, "://") ||
         ascii::starts_with_ignoring_case(argument, "file:");
}

std::vector<FieldReference> read_field_code(std::string_view instruction) {
  std::vector<FieldReference> found;
  CodeWord word;
  if (!take_word(instruction, word) || word.is_switch) return found;
  const std::string name = std::move(word.text);
  if (ascii::is_one_of_ignoring_case(name, {"DDE", "DDEAUTO"})) {
    // A program and a document for it. The program can be any file.
    for (int i = 0; i < 2 && take_word(instruction, word) && !word.is_switch; ++i) {
      if (names_file(word.text)) add_reference(word.text, LinkKind::kMedia, found);
    }
    return found;
  }
  const auto* const kind = std::ranges::find_if(
      kFieldKinds, [&](const FieldKind& row) { return ascii::equals_ignoring_case(row.name, name); });
  if (kind == std::end(kFieldKinds)) return found;
  for (int arguments = 0; take_word(instruction, word);) {
    if (!word.is_switch) {
      if (arguments++ != kind->argument) continue;
      add_reference(word.text, kind->kind, found);
      break;
    }
    const char letter = word.text.front();
    if (!contains(kGeneralSwitches, letter) && !contains(kind->switches, letter)) continue;
    if (!take_word(instruction, word)) break;
    if (letter == kind->file_switch) add_reference(word.text, kind->kind, found);
  }
  return found;
}

}  // namespace mimebase::documents
