#include "run/commands/row_defanger.h"

#include <algorithm>

#include "mimebase/url.h"
#include "text/ascii.h"
#include "url/defang.h"

namespace mimebase::run {
namespace {

constexpr std::string_view kHttp = "http://";
constexpr std::string_view kWordEnds = " \t\r\n\"'<>()";
constexpr std::string_view kSentenceEnds = ".,:;!?";

bool is_scheme_byte(char c) {
  return ascii::is_alnum(c) || c == '+' || c == '-';
}

// A host without a scheme. Its form has the prefix of `kHttp`, which is as long as that of the defanged URL.
std::string defang_without_scheme(std::string_view url) {
  return defang(std::string(kHttp).append(url)).substr(kHttp.size());
}

std::string defang_word(std::string_view word, bool with_hosts) {
  std::size_t start = word.find("://");
  if (start == std::string_view::npos) {
    const bool is_url = ascii::starts_with_ignoring_case(word, "mailto:") || word.starts_with("//");
    return is_url ? defang(word) : url::defang_text(word, with_hosts);
  }
  while (start > 0 && is_scheme_byte(word[start - 1])) --start;
  return url::defang_text(word.substr(0, start), with_hosts) + defang(word.substr(start));
}

// Punctuation at the end of a word belongs to the sentence.
std::string defang_words(std::string_view text, bool with_hosts) {
  std::string out;
  while (!text.empty()) {
    const std::size_t start = std::min(text.find_first_not_of(kWordEnds), text.size());
    out += text.substr(0, start);
    text.remove_prefix(start);
    const std::string_view whole = text.substr(0, text.find_first_of(kWordEnds));
    const std::string_view word = whole.substr(0, whole.find_last_not_of(kSentenceEnds) + 1);
    out.append(defang_word(word, with_hosts)).append(whole.substr(word.size()));
    text.remove_prefix(whole.size());
  }
  return out;
}

std::string defanged(std::string_view text, write::Defang how) {
  switch (how) {
    case write::Defang::kNothing:
      break;
    case write::Defang::kUrl:
      return defang(text);
    case write::Defang::kHost:
      return url::defang_host(text);
    case write::Defang::kText:
      return defang_text(text);
    case write::Defang::kSentence:
      return defang_sentence(text);
  }
  return std::string(text);
}

}  // namespace

std::string defang_text(std::string_view text) {
  return defang_words(text, false);
}

std::string defang_sentence(std::string_view sentence) {
  return defang_words(sentence, true);
}

RowDefanger::RowDefanger() : copies_(defanged) {}

const Link& RowDefanger::copy(const Link& link) {
  copies_.clear_rows();
  Link& copy = std::get<Link>(last_) = copies_.keep(link);
  if (link.status == LinkStatus::kGuessed) {
    reference_ = defang_without_scheme(link.reference);
    copy.reference = reference_;
  }
  return copy;
}

}  // namespace mimebase::run
