#include "mimebase/url_map.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "text/ascii.h"
#include "text/pair_lines.h"
#include "text/utf8.h"
#include "url/normal_form.h"
#include "url/split.h"

namespace mimebase {
inline namespace v0_2 {
namespace {

constexpr std::uint32_t kNoLine = std::numeric_limits<std::uint32_t>::max();

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7F;
  });
}

// The digits of percent-encoded bytes in upper case: those of OLD and of a URL may differ in case.
std::string with_upper_digits(std::string_view url) {
  std::string out(url);
  for (std::size_t at = out.find('%'); at != std::string::npos && out.size() - at > 2;
       at = out.find('%', at + 1)) {
    for (const std::size_t digit : {at + 1, at + 2}) {
      if (ascii::hex_value(out[digit]) >= 10 && !ascii::is_capital(out[digit]))
        out[digit] = static_cast<char>(out[digit] - 'a' + 'A');
    }
  }
  return out;
}

// What an OLD stands for. Of those with the same text, the first applies.
enum class OldKind : std::uint8_t {
  kMarkedUrl,  // "=OLD": one URL
  kUrl,        // one URL
  kBeginning,  // all that begin with it
};

struct Old {
  OldKind kind = OldKind::kUrl;
  std::string_view text;
};

Old read_old(std::string_view written) {
  if (written.starts_with('=')) return {OldKind::kMarkedUrl, written.substr(1)};
  if (written.ends_with('*')) return {OldKind::kBeginning, written.substr(0, written.size() - 1)};
  const bool is_beginning = written.ends_with('/') || written.ends_with('?');
  return {is_beginning ? OldKind::kBeginning : OldKind::kUrl, written};
}

// Returns why a line is wrong; an empty text if it is not.
std::string_view why_wrong(std::string_view old_url, std::string_view new_url) {
  if (has_control(old_url) || has_control(new_url)) return "it has a control character";
  if (!url::has_scheme(old_url)) return "OLD is not an absolute URL";
  if (old_url.ends_with(' ')) return "OLD ends in a space";
  if (!url::has_scheme(new_url)) return "NEW is not an absolute URL";
  if (!utf8::is_valid(new_url)) return "NEW is not UTF-8";
  if (new_url.find_first_of(" <>\"") != std::string_view::npos)
    return "NEW has a space, \"<\", \">\" or a quotation mark";
  return {};
}

}  // namespace

// The lines, sorted by OLD and kind.
class UrlMap::Table {
 public:
  [[nodiscard]] Result<void> read(std::string_view text);
  [[nodiscard]] std::optional<std::string> mapped(std::string_view absolute_url) const;
  [[nodiscard]] std::size_t size() const { return lines_.size(); }
  [[nodiscard]] std::size_t longest_new() const { return longest_new_; }

 private:
  struct Line {
    std::uint64_t at = 0;  // of OLD's normal form in text_; NEW follows
    std::uint32_t old_size = 0, new_size = 0;
    std::uint32_t number = 0;
    std::uint32_t shorter = kNoLine;  // the longest other line of kBeginning that OLD begins with
    OldKind kind = OldKind::kUrl;
  };

  [[nodiscard]] Result<void> add(const PairLine& pair);
  [[nodiscard]] Result<void> finish();
  [[nodiscard]] std::string_view old_of(const Line& line) const {
    return std::string_view(text_).substr(line.at, line.old_size);
  }
  [[nodiscard]] std::string_view new_of(const Line& line) const {
    return std::string_view(text_).substr(line.at + line.old_size, line.new_size);
  }
  [[nodiscard]] std::vector<Line>::const_iterator first_after(std::string_view url) const;
  // The line that stands for this URL alone, or null.
  [[nodiscard]] const Line* for_url(std::string_view url) const;
  // The line with the longest beginning of this URL, or null.
  [[nodiscard]] const Line* for_beginning(std::string_view url) const;

  std::string text_;
  std::vector<Line> lines_;
  std::size_t longest_new_ = 0;
};

Result<void> UrlMap::Table::read(std::string_view text) {
  text_.reserve(text.size() + text.size() / 8);
  Result<void> done = for_each_pair(text, [this](const PairLine& pair) { return add(pair); });
  return done ? finish() : done;
}

Result<void> UrlMap::Table::add(const PairLine& pair) {
  const Old old = read_old(pair.left);
  if (const std::string_view why = why_wrong(old.text, pair.right); !why.empty())
    return wrong_line(pair.number, why);
  std::string form;
  url::append_normal_form(
      old.text, old.kind == OldKind::kBeginning ? url::Extent::kBeginning : url::Extent::kWhole, form);
  if (pair.number >= kNoLine || form.size() > kNoLine || pair.right.size() > kNoLine)
    return wrong_line(pair.number, "the map is too large");
  Line& line = lines_.emplace_back();
  line.at = text_.size();
  line.old_size = static_cast<std::uint32_t>(form.size());
  line.new_size = static_cast<std::uint32_t>(pair.right.size());
  line.number = static_cast<std::uint32_t>(pair.number);
  line.kind = old.kind;
  text_.append(with_upper_digits(form)).append(pair.right);
  longest_new_ = std::max(longest_new_, pair.right.size());
  return {};
}

Result<void> UrlMap::Table::finish() {
  std::sort(lines_.begin(), lines_.end(), [this](const Line& a, const Line& b) {
    const int order = old_of(a).compare(old_of(b));
    return order != 0 ? order < 0 : std::pair(a.kind, a.number) < std::pair(b.kind, b.number);
  });
  const Line* same = nullptr;  // the equal pair of lines that is complete first
  std::vector<std::uint32_t> beginnings;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    Line& line = lines_[i];
    const bool is_same = i > 0 && lines_[i - 1].kind == line.kind && old_of(lines_[i - 1]) == old_of(line);
    if (is_same && (same == nullptr || line.number < same->number)) same = &line;
    while (!beginnings.empty() && !old_of(line).starts_with(old_of(lines_[beginnings.back()])))
      beginnings.pop_back();
    if (!beginnings.empty()) line.shorter = beginnings.back();
    if (line.kind == OldKind::kBeginning) beginnings.push_back(static_cast<std::uint32_t>(i));
  }
  if (same == nullptr) return {};
  return wrong_line(same->number, "its OLD is the same as in line " + std::to_string((same - 1)->number) +
                                      ": " + std::string(old_of(*same)));
}

std::vector<UrlMap::Table::Line>::const_iterator UrlMap::Table::first_after(std::string_view url) const {
  return std::upper_bound(lines_.begin(), lines_.end(), url,
                          [this](std::string_view text, const Line& line) { return text < old_of(line); });
}

const UrlMap::Table::Line* UrlMap::Table::for_url(std::string_view url) const {
  const Line* found = nullptr;
  // At most three lines have the same OLD.
  for (auto line = first_after(url); line != lines_.begin() && old_of(*(line - 1)) == url;) {
    --line;
    if (line->kind != OldKind::kBeginning) found = &*line;
  }
  return found;
}

// All beginnings of `url` are also beginnings of the last line that does not sort after it.
const UrlMap::Table::Line* UrlMap::Table::for_beginning(std::string_view url) const {
  const auto after = first_after(url);
  if (after == lines_.begin()) return nullptr;
  const Line* line = &*(after - 1);
  const std::string_view old_url = old_of(*line);
  const auto common = static_cast<std::size_t>(
      std::mismatch(old_url.begin(), old_url.end(), url.begin(), url.end()).first - old_url.begin());
  while (line->kind != OldKind::kBeginning || line->old_size > common) {
    if (line->shorter == kNoLine) return nullptr;
    line = &lines_[line->shorter];
  }
  return line;
}

std::optional<std::string> UrlMap::Table::mapped(std::string_view absolute_url) const {
  std::string form;
  url::append_normal_form(absolute_url, url::Extent::kWhole, form);
  const std::string url = with_upper_digits(form);
  const std::size_t hash = std::min(url.find('#'), url.size());
  const Line* const beginning = for_beginning(url);
  const Line* line = for_url(url);
  if (line == nullptr && beginning != nullptr && beginning->old_size > hash) line = beginning;
  if (line == nullptr) line = for_url(std::string_view(url).substr(0, hash));
  if (line == nullptr) line = beginning;
  if (line == nullptr) return std::nullopt;
  std::string_view rest = std::string_view(form).substr(line->old_size);
  const bool compares_fragment = old_of(*line).find('#') != std::string_view::npos;
  if (!compares_fragment && new_of(*line).find('#') != std::string_view::npos)
    rest = rest.substr(0, hash - line->old_size);
  return std::string(new_of(*line)).append(rest);
}

UrlMap::UrlMap() : table_(std::make_shared<Table>()) {}
UrlMap::UrlMap(const UrlMap&) = default;
UrlMap& UrlMap::operator=(const UrlMap&) = default;
UrlMap::~UrlMap() = default;

Result<UrlMap> UrlMap::parse(std::string_view text) {
  auto table = std::make_shared<Table>();
  if (Result<void> read = table->read(text); !read) return read.error();
  UrlMap map;
  map.table_ = std::move(table);
  return map;
}

std::optional<std::string> UrlMap::mapped(std::string_view absolute_url) const {
  return table_->mapped(absolute_url);
}

std::size_t UrlMap::size() const {
  return table_->size();
}

std::size_t UrlMap::longest_new() const {
  return table_->longest_new();
}

}  // namespace v0_2
}  // namespace mimebase
