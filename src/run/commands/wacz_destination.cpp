#include "run/commands/wacz_destination.h"

#include <fmt/format.h>

#include "mimebase/output.h"
#include "run/commands/command.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/urn.h"

namespace mimebase::run {
namespace {

constexpr std::string_view kPage = "index.html", kMessage = "urn:sha256:";
constexpr char kUrl = 'u', kContent = 'c';  // kinds of fingerprints

// The time distinguishes records of one URL. If two have the same time but not the same content, the second
// gets a later time, within the first bound. The other one is for messages of very many parts.
constexpr std::size_t kMostSecondsLater = 100, kMostLookups = 10'000;
// Years have four digits in WARC files and their indexes.
constexpr std::chrono::sys_seconds kLastSecond = std::chrono::sys_days(std::chrono::year(9999) / 12 / 31) +
                                                 std::chrono::hours(24) - std::chrono::seconds(1);

// The last component of a path, which names the collection for people.
std::string title_of_collection(std::string_view input) {
  if (input == "-") return "standard input";
  input = input.substr(0, std::min(input.find_last_not_of('/') + 1, input.size()));
  return std::string(input.substr(input.rfind('/') + 1));
}

void insert_at(std::string& bytes, const std::vector<std::size_t>& places, std::string_view text) {
  if (text.empty() || places.empty()) return;
  std::string out;
  out.reserve(bytes.size() + places.size() * text.size());
  std::size_t from = 0;
  for (const std::size_t place : places) {
    out.append(bytes, from, place - from).append(text);
    from = place;
  }
  bytes = out.append(bytes, from);
}

// What stands in an index and in a field: a URL of printable ASCII.
bool is_url(std::string_view url) {
  return (url.starts_with("https://") || url.starts_with("http://") || url.starts_with(kMessage)) &&
         std::ranges::all_of(url, [](char c) { return c > ' ' && c < 0x7F; });
}

bool is_media_type(std::string_view type) {
  return std::ranges::all_of(type, [](char c) { return ascii::is_alnum(c) || contains("/+-._", c); });
}

}  // namespace

std::string UniqueUrls::take(std::string_view url) {
  std::uint64_t& count = taken_[fingerprint(kUrl, url)];
  if (count++ == 0) return {};
  // A message may also have such a URL of its own.
  for (;; ++count) {
    std::string suffix = "?" + std::to_string(count);
    if (taken_.try_emplace(fingerprint(kUrl, std::string(url) + suffix), 1).second) return suffix;
  }
}

WaczDestination::WaczDestination(const std::string& input, const ExtractTarget& target, std::uint64_t split,
                                 bool wants_all)
    : input_(input), target_(target), split_(split), wants_all_(wants_all) {
  file_.emplace(*target.wacz, title_of_collection(input));
}

bool WaczDestination::accepts(const Piece& piece) const {
  return accepts_files(piece, [](const ExtractedPiece& file) {
    const std::vector<std::size_t>& ends = file.replayed.page_url_ends;
    return is_url(file.url) && is_media_type(file.media_type) && std::ranges::is_sorted(ends) &&
           (ends.empty() || ends.back() <= file.bytes.size());
  });
}

Result<void> WaczDestination::take(Piece& piece) {
  has_any_ = has_any_ || piece.messages > 0;
  for (ExtractedPiece& file : piece.as<ExtractResults>().files) {
    // If several messages have the requested Message-ID, only the first is written.
    if (selected_ == 0) selected_ = file.number;
    if (!wants_all_ && file.number != selected_) continue;
    if (!message_.empty() && message_.front().number != file.number) {
      if (Result<void> written = write_message(); !written) return written;
    }
    message_.push_back(std::move(file));
  }
  return {};
}

// Returns the first second from the message's date on in which none of its URLs has another content. The
// files of a message have the same date, so that its page shows its own pictures.
std::chrono::sys_seconds WaczDestination::free_second(std::string_view suffix) {
  const Result<std::chrono::sys_seconds> date = first_second_of(message_.front().date.value_or(""));
  const std::chrono::sys_seconds start = date ? *date : std::chrono::sys_seconds();
  std::vector<std::pair<std::string, Fingerprint>> own;
  for (const ExtractedPiece& file : message_) {
    // No other message has the URLs that begin with a page's.
    const bool is_below_page = file.replayed.has_page_url && file.path != kPage;
    if (is_below_page || file.url.starts_with(kMessage)) continue;
    std::string url = file.url;
    own.emplace_back(sha256(url.append(file.path == kPage ? suffix : "")), fingerprint(kContent, file.bytes));
  }
  const std::size_t most = std::min(kMostSecondsLater, kMostLookups / std::max(own.size(), std::size_t{1}));
  for (std::size_t later = 0;; ++later) {
    const std::chrono::sys_seconds time = start + std::chrono::seconds(static_cast<std::int64_t>(later));
    const std::string second = std::to_string(time.time_since_epoch().count());
    const bool is_free = std::ranges::all_of(own, [&](const auto& each) {
      const auto found = contents_.find(fingerprint(kUrl, each.first + second));
      return found == contents_.end() || found->second == each.second;
    });
    if (!is_free && later < most && time < kLastSecond) continue;
    for (const auto& [url, content] : own) contents_.try_emplace(fingerprint(kUrl, url + second), content);
    return time;
  }
}

Result<void> WaczDestination::write_message() {
  // A worker that was ended has not sent all files of its message.
  if (message_.empty() || !message_.back().url.starts_with(kMessage)) {
    message_.clear();
    return {};
  }
  if (split_ > 0 && file_->pages() == split_) {
    if (Result<void> next = next_file(); !next) return next;
  }
  const auto page = std::ranges::find(message_, kPage, &ExtractedPiece::path);
  const std::string suffix = page == message_.end() ? std::string() : urls_.take(page->url);
  const std::string date = utc_date(free_second(suffix));
  for (ExtractedPiece& file : message_) {
    if (Result<void> written = write_file(file, suffix, date); !written) return written;
  }
  message_.clear();
  return {};
}

Result<void> WaczDestination::write_file(ExtractedPiece& file, std::string_view suffix,
                                         const std::string& date) {
  if (file.replayed.has_page_url) file.url += suffix;
  insert_at(file.bytes, file.replayed.page_url_ends, suffix);
  if (Result<void> added = file_->add(file, date); !added) return added;
  if (file.path != kPage) return {};
  std::string title = file.subject.value_or("");
  if (title.empty()) title = file.title.value_or("");
  if (title.empty()) title = file.url;
  return file_->add({file.url, date, title, file.replayed.text});
}

Result<void> WaczDestination::next_file() {
  if (Result<void> finished = file_->finish(); !finished) return finished;
  const Result<Output*> next = target_.next_wacz();
  if (!next) return next.error();
  file_.emplace(**next, title_of_collection(input_));
  return {};
}

Result<void> WaczDestination::finish() {
  if (!has_any_ && found_ > 0)
    problems_.push_back(fmt::format("{}: the requested message does not exist; there {}", input_,
                                    found_ == 1 ? "is 1" : fmt::format("are {}", found_)));
  if (Result<void> written = write_message(); !written) return written;
  return file_->finish();
}

}  // namespace mimebase::run
