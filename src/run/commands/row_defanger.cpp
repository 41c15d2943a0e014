#include "run/commands/row_defanger.h"

#include <algorithm>
#include <utility>

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

void RowDefanger::text(std::string_view& text) {
  text = keep(defang_text(text));
}

void RowDefanger::text(std::optional<std::string_view>& text) {
  if (text) text = keep(defang_text(*text));
}

void RowDefanger::sentence(std::optional<std::string_view>& sentence) {
  if (sentence) sentence = keep(defang_sentence(*sentence));
}

void RowDefanger::begin_message() {
  original_ = nullptr;
}

// Names of inputs stay, because they say which file to open.
const MessageInfo* RowDefanger::message(const MessageInfo* message) {
  if (message == nullptr || message == original_) return message == nullptr ? nullptr : &message_;
  original_ = message;
  message_texts_.clear();
  texts_.swap(message_texts_);  // for keep()
  message_ = *message;
  text(message_.message_id);
  sentence(message_.from);
  sentence(message_.subject);
  fields_.assign(message->fields.begin(), message->fields.end());
  values_.clear();
  for (NamedField& field : fields_) {
    std::vector<std::string_view>& values = values_.emplace_back();
    for (const std::string_view value : field.values) values.push_back(keep(defang_sentence(value)));
    field.values = values;
  }
  message_.fields = fields_;
  texts_.swap(message_texts_);
  return &message_;
}

const Link& RowDefanger::link(const Link& link) {
  texts_.clear();
  link_ = link;
  link_.message = message(link.message);
  if (link.status == LinkStatus::kGuessed) {
    link_.reference = keep(defang_without_scheme(link.reference));
  } else {
    url(link_.reference);
  }
  text(link_.content_type);
  text(link_.in_message_id);
  text(link_.context);
  sentence(link_.text);
  url(link_.resolved);
  url(link_.base.url);
  url(link_.unwrapped);
  url(link_.opens.url);
  if (link.host) link_.host = keep(url::defang_host(*link.host));
  return link_;
}

const Comparison& RowDefanger::comparison(const Comparison& comparison) {
  texts_.clear();
  comparison_ = comparison;
  comparison_.message = message(comparison.message);
  text(comparison_.context);
  url(comparison_.reference);
  readers_.assign(comparison.readers.begin(), comparison.readers.end());
  for (ReaderOpens& row : readers_) url(row.opens.url);
  comparison_.readers = readers_;
  return comparison_;
}

const Entity& RowDefanger::entity(const Entity& entity) {
  texts_.clear();
  entity_ = entity;
  entity_.message = message(entity.message);
  text(entity_.content_type);
  text(entity_.charset);
  text(entity_.transfer_encoding);
  text(entity_.disposition);
  text(entity_.filename);
  text(entity_.content_id);
  text(entity_.defect);
  url(entity_.base.url);
  url(entity_.content_location);
  chain_.assign(entity.chain.begin(), entity.chain.end());
  for (Candidate& candidate : chain_) {
    text(candidate.raw);
    url(candidate.url);
  }
  entity_.chain = chain_;
  return entity_;
}

const Diagnostic& RowDefanger::diagnostic(const Diagnostic& diagnostic) {
  texts_.clear();
  diagnostic_ = diagnostic;
  diagnostic_.message = message(diagnostic.message);
  diagnostic_.detail = keep(defang_sentence(diagnostic.detail));
  host(diagnostic_.domain);
  host(diagnostic_.other_domain);
  return diagnostic_;
}

}  // namespace mimebase::run
