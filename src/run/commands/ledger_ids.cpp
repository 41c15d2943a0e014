#include "run/commands/ledger_ids.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "text/ascii.h"
#include "text/pair_lines.h"
#include "text/strings.h"
#include "url/normal_form.h"
#include "url/permalink.h"

namespace mimebase::run {
namespace {

namespace fs = std::filesystem;

// A page has its Message-ID near its beginning.
constexpr std::size_t kHeadOfPage = std::size_t{1} << 16;

std::string_view without_brackets(std::string_view message_id) {
  if (!message_id.starts_with('<') || !message_id.ends_with('>')) return message_id;
  return message_id.substr(1, message_id.size() - 2);
}

// Returns the text up to `end`, or an empty text if there is no `end`.
std::string_view text_up_to(std::string_view text, std::string_view end) {
  const std::size_t at = text.find(end);
  return at == text.npos ? std::string_view() : text.substr(0, at);
}

// MHonArc writes "&", "-" and others as "&#38;" and "&#45;", so that no text ends its comments.
std::string without_numeric_references(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    unsigned code = 0;
    std::size_t digits = 2;
    if (rest.starts_with("&#")) {
      constexpr std::size_t kMostDigits = 5;
      while (digits < rest.size() && digits < kMostDigits && ascii::is_digit(rest[digits]))
        code = code * 10 + static_cast<unsigned>(rest[digits++] - '0');
    }
    const bool is_reference = digits > 2 && digits < rest.size() && rest[digits] == ';' && code < 256;
    out += is_reference ? static_cast<char>(code) : text[at];
    if (is_reference) at += digits;
  }
  return out;
}

Error wrong_ids(const std::string& path, const std::string& why) {
  return {Error::Code::kUsage, "--ids " + path + why};
}

Result<std::string> contents_of_table(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file.is_open() || file.bad())
    return wrong_ids(path, std::string(" cannot be read: ") + std::strerror(errno));
  return text;
}

Result<void> read_table(const std::string& path, LedgerIds& ids) {
  const Result<std::string> text = contents_of_table(path);
  if (!text) return text.error();
  const Result<void> read = for_each_pair(*text, [&](const PairLine& line) -> Result<void> {
    const std::string_view message_id = without_brackets(line.right);
    if (line.left.find(':') == line.left.npos || message_id.empty())
      return wrong_line(line.number, "it is not a URL, a TAB and a Message-ID");
    const Fingerprint id = fingerprint_of_message_id(message_id);
    const auto [at, is_new] = ids.message_ids.try_emplace(fingerprint_of_url(line.left), id);
    if (!is_new && at->second != id)
      return wrong_line(line.number, "the URL stands for another message above");
    if (is_new) ids.urls.emplace_back(line.left);
    return {};
  });
  return read ? read : wrong_ids(path, ": " + read.error().message);
}

}  // namespace

std::string map_key(std::string_view url) {
  std::string key;
  url::append_normal_form(url, url::Extent::kWhole, key);
  for (std::size_t at = key.find('%'); at < key.size(); at = key.find('%', at + 1)) {
    for (std::size_t digit = at + 1; digit < std::min(at + 3, key.size()); ++digit) {
      if (ascii::hex_value(key[digit]) >= 10) key[digit] = static_cast<char>(key[digit] & ~0x20);
    }
  }
  return key;
}

Fingerprint fingerprint_of_url(std::string_view url) {
  return fingerprint('u', url::permalink_key(url));
}

Fingerprint fingerprint_of_message_id(std::string_view message_id) {
  return fingerprint('i', message_id);
}

std::string message_id_of_page(std::string_view html) {
  constexpr std::string_view kComment = "<!--X-Message-Id:", kReply = "In-Reply-To=", kMailto = "mailto:";
  if (const std::size_t at = html.find(kComment); at != html.npos) {
    std::string_view text = text_up_to(html.substr(at + kComment.size()), "-->");
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return std::string(without_brackets(without_numeric_references(text)));
  }
  // A reply to the message is a reply to its author, with the Message-ID of the message. The subject comes
  // before, and may have such a text. In a text, a quotation mark is encoded.
  std::size_t end = 0;
  for (std::size_t at = html.find(kMailto); at != html.npos; at = html.find(kMailto, end)) {
    end = at + kMailto.size();
    if (!ascii::ends_with_ignoring_case(html.substr(0, at), "href=\"")) continue;
    end = std::min(html.find_first_of("\"'> \n", at), html.size());
    const std::string_view address = html.substr(at, end - at);
    const std::size_t reply = address.find(kReply);
    if (reply == address.npos) continue;
    std::string_view value = address.substr(reply + kReply.size());
    value = value.substr(0, value.find('&'));
    return std::string(without_brackets(ascii::percent_decoded(value)));
  }
  return {};
}

Result<PageFolder> PageFolder::read(const std::string& folder) {
  PageFolder pages;
  std::error_code error;
  const fs::path root(folder);
  pages.name_ = (root.has_filename() ? root : root.parent_path()).filename().string();
  std::array<char, kHeadOfPage> head;
  fs::recursive_directory_iterator entry(root, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const std::string path = entry->path().string();
    if (!ascii::ends_with_ignoring_case(path, ".html") && !ascii::ends_with_ignoring_case(path, ".htm"))
      continue;
    if (!entry->is_regular_file(error) || error) continue;
    std::ifstream page(path, std::ios::binary);
    page.read(head.data(), head.size());
    const std::string message_id = message_id_of_page({head.data(), static_cast<std::size_t>(page.gcount())});
    if (message_id.empty()) continue;
    const std::string below = entry->path().lexically_relative(root).generic_string();
    pages.pages_.insert_or_assign(fingerprint('p', below), fingerprint_of_message_id(message_id));
    pages.depth_ = std::max<std::size_t>(
        pages.depth_, 1 + static_cast<std::size_t>(std::count(below.begin(), below.end(), '/')));
  }
  if (error) return wrong_ids(folder, " cannot be read: " + error.message());
  if (pages.pages_.empty()) return wrong_ids(folder, ": no page of MHonArc or pipermail is in this folder");
  return pages;
}

std::optional<PageFolder::Match> PageFolder::find(std::string_view key) const {
  std::optional<Match> longest;
  const std::string_view path = key.substr(0, key.find('?'));
  std::size_t slash = path.size();
  for (std::size_t segments = 1; segments <= depth_ && slash > 0; ++segments) {
    slash = path.rfind('/', slash - 1);
    if (slash == path.npos) break;
    const auto found = pages_.find(fingerprint('p', path.substr(slash + 1)));
    if (found != pages_.end()) longest = Match{path.substr(0, slash), found->second};
  }
  return longest;
}

bool PageFolder::is_named_like(std::string_view base) const {
  return base.substr(base.rfind('/') + 1) == name_;
}

Result<LedgerIds> LedgerIds::read(const std::vector<std::string>& paths) {
  LedgerIds ids;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      if (Result<void> done = read_table(path, ids); !done) return done.error();
      continue;
    }
    Result<PageFolder> folder = PageFolder::read(path);
    if (!folder) return folder.error();
    ids.folders.push_back(std::move(*folder));
  }
  return ids;
}

}  // namespace mimebase::run
