#include "check/displayed_text.h"

#include <unicode/ubidi.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "check/anchor_host.h"
#include "check/deceptions.h"
#include "check/link_checks.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"
#include "url/registrable_domain.h"

namespace mimebase::check {
namespace {

// A name of 253 bytes (RFC 1035 section 2.3.4) after "https://".
constexpr std::size_t kLongestHost = 253 + 8;
// UAX 15 section 13: no text in any language has as many marks on one letter.
constexpr std::uint64_t kManyMarks = 30;

// Characters that look like others in a URL and that NFKC keeps.
struct Replacement {
  char32_t from;
  char to;
};
constexpr Replacement kReplacements[] = {
    {0x2044, '/'}, {0x2215, '/'}, {0x29F8, '/'}, {0x2571, '/'}, {0x2236, ':'}, {0x02D0, ':'}, {0xA789, ':'},
    {0x05C3, ':'}, {0x0589, ':'}, {0x3002, '.'}, {0xFF61, '.'}, {0x0701, '.'}, {0x2010, '-'}, {0x2011, '-'},
};

// Domains where everybody can have a mailbox.
constexpr std::array<std::string_view, 34> kPublicMail = {
    "aol.com",    "fastmail.com",   "free.fr",        "gmail.com",   "gmx.at",        "gmx.com",
    "gmx.de",     "gmx.net",        "googlemail.com", "hotmail.com", "hotmail.co.uk", "hotmail.fr",
    "icloud.com", "inbox.lv",       "libero.it",      "live.com",    "mac.com",       "mail.com",
    "mail.ru",    "me.com",         "msn.com",        "orange.fr",   "outlook.com",   "pm.me",
    "proton.me",  "protonmail.com", "qq.com",         "t-online.de", "web.de",        "yahoo.co.uk",
    "yahoo.com",  "yandex.ru",      "163.com",        "126.com"};

std::u16string to_utf16(std::string_view text) {
  std::u16string out(text.size() + 1, u'\0');
  UErrorCode error = U_ZERO_ERROR;
  std::int32_t length = 0;
  u_strFromUTF8WithSub(out.data(), static_cast<std::int32_t>(out.size()), &length, text.data(),
                       static_cast<std::int32_t>(text.size()), 0xFFFD, nullptr, &error);
  if (U_FAILURE(error)) return {};
  out.resize(static_cast<std::size_t>(length));
  return out;
}

std::string to_utf8(std::u16string_view text) {
  std::string out(3 * text.size() + 1, '\0');
  UErrorCode error = U_ZERO_ERROR;
  std::int32_t length = 0;
  u_strToUTF8WithSub(out.data(), static_cast<std::int32_t>(out.size()), &length, text.data(),
                     static_cast<std::int32_t>(text.size()), 0xFFFD, nullptr, &error);
  if (U_FAILURE(error)) return {};
  out.resize(static_cast<std::size_t>(length));
  return out;
}

// Applies overrides, which also turn the letters of Latin words around. The result is unchanged on failure.
// ICU compares each closing bracket with all that are open.
void reorder(std::u16string& text, Steps& steps) {
  if (text.find_first_of(u"\u202D\u202E") == std::u16string::npos) return;
  const auto brackets = static_cast<std::uint64_t>(std::ranges::count_if(text, [](char16_t c) {
    return u_getIntPropertyValue(c, UCHAR_BIDI_PAIRED_BRACKET_TYPE) != U_BPT_NONE;
  }));
  if (!steps.charge(brackets * brackets)) return;
  UErrorCode error = U_ZERO_ERROR;
  UBiDi* const bidi = ubidi_open();
  if (bidi == nullptr) return;
  ubidi_setPara(bidi, text.data(), static_cast<std::int32_t>(text.size()), 0, nullptr, &error);
  std::u16string out(text.size(), u'\0');
  const std::int32_t length =
      ubidi_writeReordered(bidi, out.data(), static_cast<std::int32_t>(out.size()),
                           UBIDI_REMOVE_BIDI_CONTROLS | UBIDI_KEEP_BASE_COMBINING, &error);
  ubidi_close(bidi);
  if (U_FAILURE(error)) return;
  out.resize(static_cast<std::size_t>(length));
  text = std::move(out);
}

// The steps to sort the marks on each letter: ICU moves each mark over those before it.
std::uint64_t steps_of_marks(std::u16string_view text) {
  std::uint64_t steps = 0, marks = 0;
  for (std::size_t at = 0; at <= text.size();) {
    UChar32 character = 0;
    if (at < text.size()) {
      U16_NEXT(text.data(), at, text.size(), character);
    } else {
      ++at;
    }
    if (u_getCombiningClass(character) != 0) {
      ++marks;
      continue;
    }
    if (marks > kManyMarks) steps += marks * marks;
    marks = 0;
  }
  return steps;
}

// NFKC, which makes full-width and mathematical letters ASCII. The result is unchanged on failure.
void normalise(std::u16string& text, Steps& steps) {
  UErrorCode error = U_ZERO_ERROR;
  const UNormalizer2* const nfkc = unorm2_getNFKCInstance(&error);
  if (U_FAILURE(error)) return;
  const auto size = static_cast<std::int32_t>(text.size());
  if (unorm2_quickCheck(nfkc, text.data(), size, &error) == UNORM_YES || !steps.charge(steps_of_marks(text)))
    return;
  std::u16string out(text.size() + 64, u'\0');
  for (int attempt = 0; attempt < 2; ++attempt) {
    error = U_ZERO_ERROR;
    const std::int32_t length =
        unorm2_normalize(nfkc, text.data(), size, out.data(), static_cast<std::int32_t>(out.size()), &error);
    if (U_FAILURE(error) && error != U_BUFFER_OVERFLOW_ERROR) return;
    out.resize(static_cast<std::size_t>(length));  // which is the whole length, also if the text does not fit
    if (error != U_BUFFER_OVERFLOW_ERROR) break;
  }
  text = std::move(out);
}

std::string without_invisible(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const utf8::Character character = utf8::first_character(text);
    const std::string_view bytes = text.substr(0, character.length);
    text.remove_prefix(character.length);
    const auto code_point = static_cast<UChar32>(character.code_point);
    if (!character.valid || u_hasBinaryProperty(code_point, UCHAR_DEFAULT_IGNORABLE_CODE_POINT)) continue;
    const auto* const replaced =
        std::find_if(std::begin(kReplacements), std::end(kReplacements),
                     [&](const Replacement& row) { return row.from == character.code_point; });
    if (replaced == std::end(kReplacements)) {
      out += bytes;
    } else {
      out += replaced->to;
    }
  }
  return out;
}

bool is_quote(char32_t c) {
  if (c < 0x80) return std::string_view("<>\"'` \t").find(static_cast<char>(c)) != std::string_view::npos;
  const auto type = u_charType(static_cast<UChar32>(c));
  return type == U_INITIAL_PUNCTUATION || type == U_FINAL_PUNCTUATION || type == U_START_PUNCTUATION ||
         type == U_END_PUNCTUATION || type == U_SPACE_SEPARATOR || type == U_OTHER_SYMBOL ||
         type == U_MATH_SYMBOL || type == U_MODIFIER_SYMBOL;
}

// Strips quotation marks, angle brackets, arrows and the like.
std::string_view without_quotes(std::string_view text) {
  while (!text.empty()) {
    const utf8::Character first = utf8::first_character(text);
    if (!first.valid || !is_quote(first.code_point)) break;
    text.remove_prefix(first.length);
  }
  while (!text.empty()) {
    std::size_t start = text.size() - 1;
    while (start > 0 && (static_cast<unsigned char>(text[start]) & 0xC0) == 0x80) --start;
    const utf8::Character last = utf8::first_character(text.substr(start));
    if (!last.valid || !is_quote(last.code_point)) break;
    text = text.substr(0, start);
  }
  return text;
}

// The length of the word at the beginning of `text`: up to white space, a quotation mark or a bracket.
std::size_t word_length(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const utf8::Character next = utf8::first_character(text.substr(at));
    const bool is_bracket = next.code_point < 0x80 && contains("()[]{}|", text[at]);
    if (!next.valid || next.code_point < ' ' || is_quote(next.code_point) || is_bracket) break;
    at += next.length;
  }
  return at;
}

bool starts_url(std::string_view text) {
  return ascii::starts_with_ignoring_case(text, "http://") ||
         ascii::starts_with_ignoring_case(text, "https://") || ascii::starts_with_ignoring_case(text, "www.");
}

std::string_view without_stops(std::string_view word) {
  while (!word.empty() && contains(".,;:!?", word.back())) word.remove_suffix(1);
  return word;
}

// The URL at the start of `text` up to the end of its host, if white space is not part of it: a mail program
// may have broken it.
std::string joined_host(std::string_view text) {
  std::string joined;
  for (std::size_t at = 0; at < text.size() && joined.size() <= kLongestHost; ++at) {
    const bool ends_host = joined.size() > 8 && contains("/?#\\", text[at]);
    if (ends_host) break;
    if (text[at] != ' ') joined += text[at];
  }
  return joined;
}

void add_hosts(std::string_view text, std::vector<ShownName>& names) {
  const std::string_view whole = without_quotes(text);
  if (auto host = host_in_text(whole)) {
    names.push_back(
        {ShownName::Kind::kHost, std::move(host->host), host->is_bare, false, std::string(whole)});
    return;
  }
  for (std::size_t at = 0; at < text.size();) {
    const bool is_inside = at > 0 && (ascii::is_alnum(text[at - 1]) || contains("./-@", text[at - 1]));
    if (is_inside || !starts_url(text.substr(at))) {
      ++at;
      continue;
    }
    const std::size_t start = at;
    const std::size_t length = std::max<std::size_t>(word_length(text.substr(at)), 1);
    const std::string_view url = without_stops(text.substr(at, length));
    at += length;
    const auto host = host_in_text(url);
    if (!host || !looks_like_host(host->host)) continue;
    // Only a server knows where a short link leads.
    const Unwrapping unwrapping = unwrapping_of(url);
    if (unwrapping.is_wrapped && unwrapping.url.empty()) continue;
    const auto unbroken = host_in_text(joined_host(text.substr(start)));
    names.push_back({ShownName::Kind::kHost, host->host, false, true, std::string(url),
                     unbroken ? unbroken->host : std::string()});
  }
}

bool is_in_local_part(char c) {
  return ascii::is_alnum(c) || contains(".-_+'&=%", c) || !ascii::is_ascii(c);
}

void add_mailboxes(std::string_view text, std::vector<ShownName>& names) {
  const std::size_t whole_size = without_quotes(text).size();
  for (std::size_t at = text.find('@'), next = 0; at != std::string_view::npos; at = next) {
    next = text.find('@', at + 1);
    std::size_t start = at;
    while (start > 0 && is_in_local_part(text[start - 1])) --start;
    const std::size_t length = word_length(text.substr(at + 1, next - at - 1));
    if (start == at || at + 1 + length == next) continue;  // no domain contains a "@"
    const std::string_view domain = without_stops(text.substr(at + 1, length));
    if (!looks_like_host(domain) || domain.find_first_of("/?#:") != std::string_view::npos) continue;
    const bool is_whole = whole_size == at + 1 - start + domain.size();
    names.push_back({ShownName::Kind::kMailbox,
                     std::string(text.substr(start, at - start)) + '@' + std::string(domain), false,
                     !is_whole});
  }
}

constexpr std::size_t kShortestNumber = 7;

// Adds the telephone number, if there is exactly one.
void add_number(std::string_view text, std::vector<ShownName>& names) {
  std::string found;
  for (std::size_t at = 0; at < text.size();) {
    if (!ascii::is_digit(text[at]) && text[at] != '+' && text[at] != '(') {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && (ascii::is_digit(text[end]) || contains("+()-./ ", text[end]) ||
                                 text.substr(end).starts_with("\xE2\x80\x93")))
      ++end;
    std::string_view run = text.substr(at, end - at);
    // The trunk prefix in "+49 (0)30 123456" is not dialled from abroad.
    std::string digits;
    for (std::size_t i = 0; i < run.size(); ++i) {
      if (run.substr(i).starts_with("(0)") && !digits.empty()) {
        i += 2;
      } else if (ascii::is_digit(run[i])) {
        digits += run[i];
      }
    }
    at = std::max(end, at + 1);
    if (digits.size() < kShortestNumber) continue;
    if (!found.empty()) return;
    found = std::move(digits);
  }
  if (!found.empty()) names.push_back({ShownName::Kind::kNumber, std::move(found), false, false});
}

// The name before "@" as the well known services compare it.
std::string owner_name(std::string_view mailbox) {
  std::string name = ascii::lowered(mailbox.substr(0, mailbox.rfind('@')));
  name = name.substr(0, name.find('+'));
  std::erase(name, '.');
  return name;
}

// Equal for mailboxes of one owner.
std::string owner_of(std::string_view mailbox) {
  std::string domain = url::registrable_domain(domain_of_mailbox(mailbox));
  const bool is_public = is_one_of(domain, kPublicMail);
  return is_public ? owner_name(mailbox) + '@' + domain : domain;
}

}  // namespace

std::string displayed(std::string_view text, Steps& steps) {
  if (ascii::is_ascii(text)) return std::string(text);
  std::u16string wide = to_utf16(text);
  reorder(wide, steps);
  normalise(wide, steps);
  return without_invisible(to_utf8(wide));
}

std::vector<ShownName> names_in(std::string_view displayed_text) {
  std::vector<ShownName> names;
  if (contains(displayed_text, '.')) {
    add_hosts(displayed_text, names);
    add_mailboxes(displayed_text, names);
  }
  add_number(displayed_text, names);
  return names;
}

std::string number_of_url(std::string_view url) {
  url.remove_prefix(std::min(url.find(':'), url.size() - 1) + 1);
  const std::string text = ascii::percent_decoded(url);
  std::string digits;
  for (const char c : text) {
    if (contains(";,?#xXwWpP", c)) break;
    if (ascii::is_digit(c)) digits += c;
  }
  return digits;
}

bool is_same_number(std::string_view a, std::string_view b) {
  // Of the last digits: the rest may be the code of a country or a trunk prefix.
  constexpr std::size_t kEnough = 10;
  for (std::string_view* const number : {&a, &b})
    number->remove_prefix(std::min(number->find_first_not_of('0'), number->size()));
  if (a.size() < kShortestNumber - 2 || b.size() < kShortestNumber - 2) return true;
  if (a.size() > b.size()) std::swap(a, b);
  // An extension may follow either of them.
  if (b.ends_with(a) || b.starts_with(a)) return true;
  const auto [last, other] = std::mismatch(a.rbegin(), a.rend(), b.rbegin());
  return static_cast<std::size_t>(last - a.rbegin()) >= kEnough;
}

Recipients::Recipients(std::string_view url) {
  url.remove_prefix(std::min(url.find(':'), url.size() - 1) + 1);
  url = url.substr(0, url.find('#'));
  add(url.substr(0, url.find('?')));
  for (std::string_view query = url.substr(std::min(url.find('?'), url.size())); !query.empty();) {
    query.remove_prefix(1);
    const std::string_view pair = query.substr(0, query.find('&'));
    if (ascii::starts_with_ignoring_case(pair, "to=")) add(pair.substr(3));
    query.remove_prefix(pair.size());
  }
}

void Recipients::add(std::string_view list) {
  const std::string text = ascii::percent_decoded(list);
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view mailbox = rest.substr(0, rest.find_first_of(",;"));
    rest.remove_prefix(std::min(mailbox.size() + 1, rest.size()));
    if (const std::size_t bracket = mailbox.find('<'); bracket != std::string_view::npos)
      mailbox = mailbox.substr(bracket + 1, mailbox.find('>', bracket) - bracket - 1);
    mailbox = without_quotes(mailbox);
    const std::string_view domain = domain_of_mailbox(mailbox);
    const std::size_t end = std::min(domain.find_first_of(" |()[]{}:/\\%"), domain.size());
    if (domain.substr(0, end).find('.') == std::string_view::npos) continue;
    mailbox.remove_suffix(domain.size() - end);
    if (first_.empty()) first_ = mailbox;
    domains_.insert(url::registrable_domain(domain_of_mailbox(mailbox)));
    owners_.insert(owner_of(mailbox));
  }
}

bool Recipients::has_owner_of(std::string_view mailbox) const {
  return owners_.contains(owner_of(mailbox));
}

std::string_view domain_of_mailbox(std::string_view mailbox) {
  const std::size_t at = mailbox.rfind('@');
  return at == std::string_view::npos ? std::string_view() : mailbox.substr(at + 1);
}

}  // namespace mimebase::check
