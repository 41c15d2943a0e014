#include "walk/warc.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/strings.h"
#include "walk/field_text.h"

namespace mimebase::walk {
namespace {

// A field has the name of ISO 28500, or that of a draft before it.
struct FieldNames {
  std::string_view name, former;
};
constexpr FieldNames kType = {"WARC-Type", "Record-Type"};
constexpr FieldNames kTargetUri = {"WARC-Target-URI", "WARC-Subject-URI"};
constexpr FieldNames kRecordId = {"WARC-Record-ID", "Record-ID"};
constexpr FieldNames kDate = {"WARC-Date", "Creation-Date"};
constexpr FieldNames kContentType = {"Content-Type", "Content-Type"};

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
  WarcRecord record;
  record.header = record.block = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
  std::string scratch, content_type;
  const auto take = [&](std::string_view field) {
    const std::size_t colon = std::min(field.find(':'), field.size());
    const std::string_view name = ascii::trimmed(field.substr(0, colon));
    const std::string_view value = unfold(field.substr(std::min(colon + 1, field.size())), scratch);
    const auto is = [&](const FieldNames& names, bool is_set) {
      return !is_set && (ascii::equals_ignoring_case(name, names.name) ||
                         ascii::equals_ignoring_case(name, names.former));
    };
    if (is(kType, !record.type.empty())) {
      record.type = ascii::lowered(value);
    } else if (is(kTargetUri, !record.target_uri.empty())) {
      record.target_uri = without_brackets(value);
    } else if (is(kRecordId, !record.record_id.empty())) {
      record.record_id = without_brackets(value);
    } else if (is(kContentType, !content_type.empty())) {
      content_type = ascii::lowered(value);
    } else if (is(kDate, record.date.has_value())) {
      record.date = time_of(value);
    }
  };
  std::size_t field = record.header;
  for (std::size_t at = field; at < bytes.size();) {
    const std::size_t next = std::min(bytes.find('\n', at), bytes.size() - 1) + 1;
    const bool is_blank = bytes.substr(at, next - at) == "\n" || bytes.substr(at, next - at) == "\r\n";
    if (at > field && !ascii::is_blank(bytes[at])) {
      take(bytes.substr(field, at - field));
      field = at;
    }
    at = record.block = next;
    if (is_blank) break;
    if (next == bytes.size()) take(bytes.substr(field));
  }
  // Some programs leave out the type of the block.
  record.has_http =
      record.type == "response" &&
      (content_type.starts_with("application/http") || content_type.starts_with("message/http") ||
       (content_type.empty() && bytes.substr(record.block).starts_with("HTTP/")));
  return record;
}

}  // namespace mimebase::walk
