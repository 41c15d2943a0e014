#include "walk/warc.h"

#include <algorithm>

#include "model/warc_header.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "walk/field_text.h"

namespace mimebase::walk {
namespace {

// ARC files and early WARC files have dates of 14 digits.
std::optional<std::string> time_of_digits(std::string_view digits) {
  constexpr std::size_t kDigits = 14;
  if (digits.size() != kDigits || !std::all_of(digits.begin(), digits.end(), ascii::is_digit))
    return std::nullopt;
  const auto part = [digits](std::size_t at, std::size_t size) {
    return std::string(digits.substr(at, size));
  };
  return part(0, 4) + '-' + part(4, 2) + '-' + part(6, 2) + 'T' + part(8, 2) + ':' + part(10, 2) + ':' +
         part(12, 2) + 'Z';
}

// WARC 1.1 section 5.4: a UTC time of W3C's profile of ISO 8601. Less than a second is dropped, and less than
// a whole time is none.
std::optional<std::string> time_of(std::string_view value) {
  if (std::optional<std::string> time = time_of_digits(value)) return time;
  constexpr std::string_view kShape = "0000-00-00T00:00:00";
  const auto is_like = [](char shape, char c) { return shape == '0' ? ascii::is_digit(c) : shape == c; };
  if (value.size() <= kShape.size() || !value.ends_with('Z') ||
      !std::equal(kShape.begin(), kShape.end(), value.begin(), is_like))
    return std::nullopt;
  const std::string_view fraction = value.substr(kShape.size(), value.size() - kShape.size() - 1);
  if (!fraction.empty() &&
      (fraction[0] != '.' || !std::all_of(fraction.begin() + 1, fraction.end(), ascii::is_digit)))
    return std::nullopt;
  return std::string(value.substr(0, kShape.size())) + 'Z';
}

std::string without_brackets(std::string_view value) {
  if (value.starts_with('<') && value.ends_with('>')) value = value.substr(1, value.size() - 2);
  return std::string(value);
}

}  // namespace

WarcRecord read_warc(std::string_view bytes) {
  const WarcHeader header = read_warc_header(bytes, true);
  WarcRecord record;
  record.header = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
  record.block = header.size > 0 ? header.size : bytes.size();
  std::string scratch;
  record.type = ascii::lowered(unfold(header.type, scratch));
  record.target_uri = without_brackets(unfold(header.target_uri, scratch));
  record.record_id = without_brackets(unfold(header.record_id, scratch));
  record.date = time_of(unfold(header.date, scratch));
  const std::string content_type = ascii::lowered(unfold(header.content_type, scratch));
  // Some programs leave out the type of the block.
  record.has_http =
      record.type == "response" &&
      (content_type.starts_with("application/http") || content_type.starts_with("message/http") ||
       (content_type.empty() && bytes.substr(record.block).starts_with("HTTP/")));
  return record;
}

}  // namespace mimebase::walk
