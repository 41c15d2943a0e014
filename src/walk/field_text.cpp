#include "walk/field_text.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <string>

#include "charset/charset.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "walk/gmime_pointer.h"
#include "walk/transfer_encoding.h"

namespace mimebase::walk {
namespace {

bool is_line_break(char c) {
  return c == '\r' || c == '\n';
}

// One encoded word (RFC 2047 section 2), "=?charset*language?B?text?=", as views of the value.
struct EncodedWord {
  std::string_view charset;
  char encoding = 'q';
  std::string_view text;
  std::size_t end = 0;  // offset after the word
  [[nodiscard]] std::size_t text_start() const { return end - 2 - text.size(); }
};

std::optional<EncodedWord> encoded_word_at(std::string_view value, std::size_t start) {
  if (value.substr(start, 2) != "=?") return std::nullopt;
  const std::size_t charset_end = value.find('?', start + 2);
  if (charset_end == std::string_view::npos || value.size() - charset_end < 3) return std::nullopt;
  if (value[charset_end + 2] != '?') return std::nullopt;
  const std::size_t text = charset_end + 3;
  const std::size_t end = value.find('?', text);
  const char encoding = ascii::lower(value[charset_end + 1]);
  if (end == std::string_view::npos || value.substr(end + 1, 1) != "=") return std::nullopt;
  if (encoding != 'b' && encoding != 'q') return std::nullopt;
  const std::string_view label = value.substr(start + 2, charset_end - start - 2);
  return EncodedWord{label.substr(0, label.find('*')), encoding, value.substr(text, end - text), end + 2};
}

void append_bytes(const EncodedWord& word, std::string& out) {
  std::string text(word.text), buffer;
  if (word.encoding == 'b') {
    out += decode_transfer(text, TransferEncoding::kBase64, buffer);
    return;
  }
  std::replace(text.begin(), text.end(), '_', ' ');
  out += decode_transfer(text, TransferEncoding::kQuotedPrintable, buffer);
  if (text.ends_with('=')) out += '=';  // there are no soft line breaks here
}

// True for stateful charsets, in which each word starts in the initial state (RFC 2047 section 3). In all
// others, mailers split characters across words, so adjacent words are decoded as one text.
bool has_states(std::string_view charset) {
  return ascii::starts_with_ignoring_case(charset, "iso-2022-") ||
         ascii::equals_ignoring_case(charset, "hz-gb-2312") || ascii::equals_ignoring_case(charset, "utf-7");
}

// Decodes all encoded words. White space between two of them is dropped (RFC 2047 section 6.2). GMime's
// decoder is not used, because it loses the words after one that ends in "=" or uses a stateful charset.
std::string decode_words(std::string_view value) {
  std::string out;
  std::string bytes;
  std::size_t at = 0;
  while (at < value.size()) {
    std::optional<EncodedWord> word = encoded_word_at(value, at);
    if (!word) {
      const std::size_t next = std::min(value.find("=?", at + 1), value.size());
      out.append(value.substr(at, next - at));
      at = next;
      continue;
    }
    bytes.clear();
    const EncodedWord first = *word;
    bool joined = true;
    while (word && joined) {
      append_bytes(*word, bytes);
      at = word->end;
      const std::size_t next = std::min(value.find_first_not_of(" \t\r\n", at), value.size());
      word = encoded_word_at(value, next);
      if (word) at = next;
      joined =
          word && ascii::equals_ignoring_case(word->charset, first.charset) && !has_states(first.charset);
    }
    charset::Charset(first.charset).append_utf8(bytes, out);
  }
  return out;
}

// GMime parses "+0100" but ignores "+01:00".
std::string with_plain_zone(std::string_view date) {
  std::string out(date);
  const std::size_t sign = out.find_last_of("+-");
  if (sign != std::string::npos && sign + 6 <= out.size() && out[sign + 3] == ':') out.erase(sign + 3, 1);
  return out;
}

// True if the date contains a zone: "+0100", or letters after the time.
bool names_zone(std::string_view date) {
  const std::size_t time = date.find(':');
  if (time == std::string_view::npos || contains(date, "-0000")) return false;
  return std::any_of(date.begin() + time, date.end(),
                     [](char c) { return c == '+' || c == '-' || ascii::is_letter(c); });
}

// Formats "%Y-%m-%dT%H:%M:%S%:z", which takes g_date_time_format() about six thousand instructions.
std::string formatted(GDateTime* date) {
  int year = 0, month = 0, day = 0;
  g_date_time_get_ymd(date, &year, &month, &day);
  const auto offset = g_date_time_get_utc_offset(date) / G_TIME_SPAN_MINUTE;
  const auto minutes = static_cast<int>(std::abs(offset));
  std::string out = std::to_string(year);
  const auto add = [&out](char before, int number) {
    out += before;
    out += static_cast<char>('0' + number / 10);
    out += static_cast<char>('0' + number % 10);
  };
  add('-', month);
  add('-', day);
  add('T', g_date_time_get_hour(date));
  add(':', g_date_time_get_minute(date));
  add(':', g_date_time_get_second(date));
  add(offset < 0 ? '-' : '+', minutes / 60);
  add(':', minutes % 60);
  return out;
}

// Two digits at `at`; -1 for anything else.
int two_digits(std::string_view text, std::size_t at) {
  if (!ascii::is_digit(text[at]) || !ascii::is_digit(text[at + 1])) return -1;
  return (text[at] - '0') * 10 + (text[at + 1] - '0');
}

// The place of three letters in a list of such; -1 if they are not in it.
int name_number(std::string_view names, std::string_view name) {
  const std::size_t at = names.find(name);
  return at != names.npos && at % 3 == 0 ? static_cast<int>(at / 3) : -1;
}

// The date of "Thu, 1 Jan 2004 00:00:00 +0100", the form of nearly all mailers, for which GMime takes eight
// thousand instructions. Returns nothing for other forms, and for days that some month does not have.
std::optional<std::string> usual_date(std::string_view value) {
  constexpr std::string_view kBehindDay = " Jan 2004 00:00:00 +0100";
  constexpr std::size_t kDay = 5;  // where it stands
  if (value.size() <= kDay + kBehindDay.size() || value.size() > kDay + 2 + kBehindDay.size()) return {};
  std::string day(value.substr(kDay, value.size() - kBehindDay.size() - kDay));
  if (day.size() == 1) day.insert(day.begin(), '0');
  const std::string_view rest = value.substr(value.size() - kBehindDay.size());
  const int month = name_number("JanFebMarAprMayJunJulAugSepOctNovDec", rest.substr(1, 3));
  const bool is_shaped = value.substr(3, 2) == ", " && rest[0] == ' ' && rest[4] == ' ' && rest[9] == ' ' &&
                         rest[12] == ':' && rest[15] == ':' && rest[18] == ' ' &&
                         (rest[19] == '+' || rest[19] == '-') && month >= 0 &&
                         name_number("MonTueWedThuFriSatSun", value.substr(0, 3)) >= 0;
  const auto is_within = [](int number, int least, int most) { return number >= least && number <= most; };
  const int century = two_digits(rest, 5), year = two_digits(rest, 7);
  if (!is_shaped || !is_within(two_digits(day, 0), 1, 28) ||
      !(century == 20 ? year >= 0 : century == 19 && year >= 70) || !is_within(two_digits(rest, 10), 0, 23) ||
      !is_within(two_digits(rest, 13), 0, 59) || !is_within(two_digits(rest, 16), 0, 59) ||
      !is_within(two_digits(rest, 20), 0, 12) || !is_within(two_digits(rest, 22), 0, 59))
    return {};
  std::string out(rest.substr(5, 4));
  out += month < 9 ? "-0" : "-1";
  out += static_cast<char>('0' + (month + 1) % 10);
  (out += '-') += day;
  (out += 'T') += rest.substr(10, 8);
  out += rest.substr(19, 3);
  (out += ':') += rest.substr(22, 2);
  return out;
}

}  // namespace

std::size_t next_fold(std::string_view text, std::size_t at) {
  while ((at = text.find('\n', at)) != kNotFound) {
    if (at + 1 < text.size() && ascii::is_blank(text[at + 1])) return at;
    ++at;
  }
  return kNotFound;
}

std::size_t skip_quoted(std::string_view text, std::size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      return at + 1;
    }
  }
  return kNotFound;
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
  return kNotFound;
}

std::string without_comments(std::string_view raw_value) {
  std::string out;
  for (std::size_t at = 0; at < raw_value.size();) {
    const std::size_t stop = std::min(raw_value.find_first_of("(\"\r\n", at), raw_value.size());
    out.append(raw_value.substr(at, stop - at));
    at = stop;
    if (at == raw_value.size()) break;
    if (raw_value[at] == '(') {
      at = std::min(skip_comment(raw_value, at), raw_value.size());
    } else if (raw_value[at] == '"') {
      const std::size_t next = std::min(skip_quoted(raw_value, at), raw_value.size());
      std::copy_if(raw_value.begin() + at, raw_value.begin() + next, std::back_inserter(out),
                   std::not_fn(is_line_break));
      at = next;
    } else {
      ++at;
    }
  }
  return std::string(ascii::trimmed(out));
}

std::string_view unfold(std::string_view raw_value, std::string& scratch, std::vector<Fold>* folds) {
  if (folds != nullptr) folds->clear();
  const std::string_view value = ascii::trimmed(raw_value);
  std::size_t fold = next_fold(value, 0);
  if (fold == kNotFound) return value;
  scratch.clear();
  std::size_t from = 0, dropped = 0;
  for (; fold != kNotFound; fold = next_fold(value, from)) {
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
  return std::min(raw_value.find_first_not_of(ascii::kWhiteSpace), raw_value.size()) + at + dropped;
}

std::string decode_field(std::string_view raw_value) {
  std::string value;
  charset::Charset().append_utf8(raw_value, value);
  if (contains(value, "=?")) value = decode_words(value);
  // Unfolding removes only line breaks (RFC 5322 section 2.2.3).
  std::erase_if(value, is_line_break);
  return std::string(ascii::trimmed(value));
}

TextRun text_run_at(std::string_view value, std::size_t at) {
  TextRun run;
  run.start = run.end = at;
  std::optional<EncodedWord> word = encoded_word_at(value, at);
  if (!word) {
    do {
      run.end = std::min(value.find("=?", run.end + 1), value.size());
    } while (run.end < value.size() && !encoded_word_at(value, run.end));
    return run;
  }
  const EncodedWord first = *word;
  run.charset = first.charset;
  run.is_base64 = first.encoding == 'b';
  const auto belongs = [&first](const EncodedWord& other) {
    return other.encoding == first.encoding && !has_states(first.charset) &&
           ascii::equals_ignoring_case(other.charset, first.charset);
  };
  for (; word && (run.words == 0 || belongs(*word)); ++run.words) {
    run.end = word->end;
    word = encoded_word_at(value, std::min(value.find_first_not_of(" \t\r\n", run.end), value.size()));
  }
  return run;
}

DecodedRun::DecodedRun(std::string_view value, const TextRun& run) {
  std::string text;
  std::size_t at = run.start, from = run.start;  // from: the end of the text of the last word
  for (int i = 0; i < run.words; ++i) {
    at = value.find("=?", at);
    const EncodedWord word = *encoded_word_at(value, at);
    words_map_.replace({from, word.text_start()}, {text.size(), text.size()});
    text.append(word.text);
    from = word.text_start() + word.text.size();
    at = word.end;
  }
  if (!run.is_base64) std::replace(text.begin(), text.end(), '_', ' ');
  const auto encoding = run.is_base64 ? TransferEncoding::kBase64 : TransferEncoding::kQuotedPrintable;
  const std::string_view decoded = decode_transfer(text, encoding, bytes, &map_);
  if (decoded.data() == text.data()) bytes = decoded;
}

charset::Span DecodedRun::in_value(charset::Span span) const {
  return words_map_.to_input(map_.identity() ? span : map_.to_input(span));
}

DecodedValue::DecodedValue(std::string_view value) {
  for (std::size_t at = 0; at < value.size();) {
    const TextRun run = text_run_at(value, at);
    at = run.end;
    if (run.words > 0) {
      pieces_.push_back({text_.size(), run.start, run.end, true});
      charset::Charset(run.charset).append_utf8(DecodedRun(value, run).bytes, text_);
      has_words_ = true;
      continue;
    }
    std::string_view plain = value.substr(run.start, run.end - run.start);
    const std::size_t first = std::min(plain.find_first_not_of(ascii::kWhiteSpace), plain.size());
    // A comment after a word needs the white space before it.
    if (run.start > 0 && !plain.substr(first).starts_with('(')) plain.remove_prefix(first);
    const auto start = static_cast<std::size_t>(plain.data() - value.data());
    if (run.end < value.size()) plain = plain.substr(0, plain.find_last_not_of(ascii::kWhiteSpace) + 1);
    if (plain.empty()) continue;
    pieces_.push_back({text_.size(), start, start + plain.size(), false});
    text_ += plain;
  }
}

const DecodedValue::Piece& DecodedValue::piece_with(std::size_t at) const {
  const auto behind =
      std::upper_bound(pieces_.begin(), pieces_.end(), at,
                       [](std::size_t wanted, const Piece& piece) { return wanted < piece.at; });
  return *std::prev(behind);
}

DecodedValue::Place DecodedValue::in_value(charset::Span span) const {
  const Piece& first = piece_with(span.start);
  const Piece& last = piece_with(span.end - 1);
  Place place;
  place.span.start = first.is_words ? first.start : first.start + (span.start - first.at);
  place.span.end = last.is_words ? last.end : last.start + (span.end - last.at);
  place.is_words = &first != &last || first.is_words;
  return place;
}

std::optional<std::string> bracketed_id(std::string_view raw_value) {
  const std::size_t open = raw_value.find('<');
  const std::size_t close = raw_value.find('>', open == std::string_view::npos ? 0 : open);
  std::string inside;
  if (open != std::string_view::npos && close != std::string_view::npos) {
    inside = raw_value.substr(open + 1, close - open - 1);
  } else {
    inside = without_comments(raw_value);
  }
  std::string id;
  charset::Charset().append_utf8(ascii::trimmed(inside), id);
  std::erase_if(id, is_line_break);
  if (id.empty()) return std::nullopt;
  return id;
}

std::optional<std::string> rfc3339_date(std::string_view raw_value) {
  if (std::optional<std::string> usual = usual_date(ascii::trimmed(raw_value))) return usual;
  constexpr std::size_t kLongest = 1000;  // longer than any date; GMime allocates a token per byte
  std::string words = without_comments(raw_value);
  const auto are_blank = [](char a, char b) { return ascii::is_blank(a) && ascii::is_blank(b); };
  words.erase(std::unique(words.begin(), words.end(), are_blank), words.end());
  const std::string value = with_plain_zone(words.substr(0, kLongest));
  GDateTime* date = g_mime_utils_header_decode_date(value.c_str());
  if (date == nullptr) return std::nullopt;
  std::string out = formatted(date);
  g_date_time_unref(date);
  if (!names_zone(value) && out.ends_with("+00:00")) out[out.size() - 6] = '-';
  return out;
}

}  // namespace mimebase::walk
