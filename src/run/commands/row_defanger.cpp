#include "run/commands/row_defanger.h"

#include <algorithm>
#include <utility>

#include "ascii.h"
#include "mimebase/url.h"
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

// Letters, digits and hyphens with dots between them, and a last label of letters.
bool is_like_host(std::string_view word) {
  const std::size_t dot = word.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || word.size() < dot + 3) return false;
  const bool is_host = std::all_of(word.begin(), word.end(), [](char c) {
    return ascii::is_alnum(c) || c == '-' || c == '_' || c == '.' || !ascii::is_ascii(c);
  });
  return is_host && !ascii::is_digit(word[dot + 1]);
}

std::string defang_word(std::string_view word, bool with_hosts) {
  const std::size_t separator = word.find("://");
  std::size_t start = separator;
  if (separator == std::string_view::npos) {
    if (ascii::starts_with_ignoring_case(word, "mailto:") || word.starts_with("//")) return defang(word);
    if (ascii::starts_with_ignoring_case(word, "www.") || (with_hosts && is_like_host(word)))
      return defang_without_scheme(word);
    return std::string(word);
  }
  while (start > 0 && is_scheme_byte(word[start - 1])) --start;
  return std::string(word.substr(0, start)) + defang(word.substr(start));
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

}  // namespace

std::string defang_text(std::string_view text) {
  return defang_words(text, false);
}

std::string defang_sentence(std::string_view sentence) {
  return defang_words(sentence, true);
}

void RowDefanger::url(std::string_view& url) {
  url = keep(defang(url));
}

void RowDefanger::url(std::optional<std::string_view>& url) {
  if (url) url = keep(defang(*url));
}

void RowDefanger::host(std::string_view& host) {
  host = keep(url::defang_host(host));
}

const Link& RowDefanger::link(const Link& link) {
  texts_.clear();
  link_ = link;
  if (link.status == LinkStatus::kGuessed) {
    link_.reference = keep(defang_without_scheme(link.reference));
  } else {
    url(link_.reference);
  }
  url(link_.resolved);
  url(link_.base.url);
  url(link_.opens.url);
  if (link.host) link_.host = keep(url::defang_host(*link.host));
  if (link.text) link_.text = keep(defang_text(*link.text));
  return link_;
}

const Comparison& RowDefanger::comparison(const Comparison& comparison) {
  texts_.clear();
  comparison_ = comparison;
  url(comparison_.reference);
  readers_.assign(comparison.readers.begin(), comparison.readers.end());
  for (ReaderOpens& row : readers_) url(row.opens.url);
  comparison_.readers = readers_;
  return comparison_;
}

const Entity& RowDefanger::entity(const Entity& entity) {
  texts_.clear();
  entity_ = entity;
  url(entity_.base.url);
  url(entity_.content_location);
  chain_.assign(entity.chain.begin(), entity.chain.end());
  for (Candidate& candidate : chain_) {
    candidate.raw = keep(defang_text(candidate.raw));
    url(candidate.url);
  }
  entity_.chain = chain_;
  return entity_;
}

const Diagnostic& RowDefanger::diagnostic(const Diagnostic& diagnostic) {
  texts_.clear();
  diagnostic_ = diagnostic;
  diagnostic_.detail = keep(defang_sentence(diagnostic.detail));
  host(diagnostic_.domain);
  host(diagnostic_.other_domain);
  return diagnostic_;
}

}  // namespace mimebase::run
