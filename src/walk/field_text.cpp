#include "walk/field_text.h"

#include <algorithm>
#include <iterator>

#include "ascii.h"

namespace mimebase::walk {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::string_view kWhiteSpace = " \t\r\n";

}  // namespace

std::size_t next_fold(std::string_view text, std::size_t at) {
  while ((at = text.find('\n', at)) != kNone) {
    if (at + 1 < text.size() && ascii::is_blank(text[at + 1])) return at;
    ++at;
  }
  return kNone;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kWhiteSpace);
  return first == kNone ? std::string_view()
                        : text.substr(first, text.find_last_not_of(kWhiteSpace) - first + 1);
}

std::size_t skip_quoted(std::string_view text, std::size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      return at + 1;
    }
  }
  return kNone;
}

std::size_t skip_comment(std::string_view text, std::size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '(') {
      ++depth;
    } else if (text[at] == ')' && --depth == 0) {
      return at + 1;
    }
  }
  return kNone;
}

std::string without_comments(std::string_view raw_value) {
  std::string out;
  for (std::size_t at = 0; at < raw_value.size();) {
    if (raw_value[at] == '(') {
      at = std::min(skip_comment(raw_value, at), raw_value.size());
      continue;
    }
    const std::size_t next =
        raw_value[at] == '"' ? std::min(skip_quoted(raw_value, at), raw_value.size()) : at + 1;
    std::copy_if(raw_value.begin() + at, raw_value.begin() + next, std::back_inserter(out),
                 [](char c) { return c != '\r' && c != '\n'; });
    at = next;
  }
  return std::string(trimmed(out));
}

std::string_view unfold(std::string_view raw_value, std::string& scratch, std::vector<Fold>* folds) {
  if (folds != nullptr) folds->clear();
  const std::string_view value = trimmed(raw_value);
  std::size_t fold = next_fold(value, 0);
  if (fold == kNone) return value;
  scratch.clear();
  std::size_t from = 0, dropped = 0;
  for (; fold != kNone; fold = next_fold(value, from)) {
    const std::size_t bytes = fold > from && value[fold - 1] == '\r' ? 2 : 1;
    scratch.append(value.substr(from, fold + 1 - bytes - from));
    dropped += bytes;
    if (folds != nullptr) folds->push_back({scratch.size(), dropped});
    from = fold + 1;
  }
  scratch.append(value.substr(from));
  return scratch;
}

std::size_t raw_offset(std::string_view raw_value, const std::vector<Fold>& folds, std::size_t at) {
  const auto behind = std::upper_bound(folds.begin(), folds.end(), at,
                                       [](std::size_t wanted, const Fold& fold) { return wanted < fold.at; });
  const std::size_t dropped = behind == folds.begin() ? 0 : std::prev(behind)->dropped;
  return std::min(raw_value.find_first_not_of(kWhiteSpace), raw_value.size()) + at + dropped;
}

}  // namespace mimebase::walk
