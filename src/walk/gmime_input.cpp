#include "walk/gmime_input.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <set>
#include <utility>

#include "text/ascii.h"
#include "text/find_pair.h"
#include "text/strings.h"
#include "walk/gmime_pointer.h"
#include "walk/parameters.h"

namespace mimebase::walk {
namespace {

// Longer fields that GMime would parse are hidden from it. In an address, two bytes can make a group,
// which takes 250 bytes of stack. A field of 2 kB needs a quarter of a 1 MB stack.
constexpr std::size_t kLongField = 2048;
// Fields per header, and total bytes of headers. Beyond these, headers are unusual and are hidden from
// GMime, whose table of names has a hash that can be attacked with collisions.
constexpr std::uint64_t kManyFields = 500;
constexpr std::uint64_t kMuchHeading = std::uint64_t{64} << 10;
// Comparisons of a line with a boundary, which take a few milliseconds.
constexpr std::uint64_t kManyComparisons = 1'000'000;
// Total number of colons allowed at the places where a frame is sampled for long fields instead of being
// read line by line. Together with the colons elsewhere, they fit into a stack of 1 MB.
constexpr std::size_t kMaxColons = 1500;
// In a larger frame, a field may be long enough for a charset label to overflow the stack.
constexpr std::size_t kLargeField = std::size_t{256} << 10;

bool is_name_char(char c) {
  return static_cast<unsigned char>(c) > ' ' && c != 0x7F && c != ':';
}

bool holds(std::string_view text, std::string_view lower) {
  return std::search(text.begin(), text.end(), lower.begin(), lower.end(),
                     [](char a, char b) { return ascii::lower(a) == b; }) != text.end();
}

bool is_address(std::string_view name) {
  return ascii::is_one_of_ignoring_case(name, {"from", "to", "cc", "bcc", "sender", "reply-to"});
}

// The fields whose values GMime parses when it adds them.
bool is_parsed(std::string_view name) {
  return is_address(name) || (name.size() > 8 && ascii::starts_with_ignoring_case(name, "content-")) ||
         ascii::is_one_of_ignoring_case(name, {"subject", "date", "message-id", "mime-version"});
}

// Like std::count(), in a fifth of its time. Compilers widen each comparison in std::count() to 8 bytes;
// this function sums in single bytes.
std::size_t count_of(char wanted, std::string_view bytes) {
  constexpr std::size_t kLanes = 32, kMaxRounds = 255;
  std::size_t count = 0;
  while (bytes.size() >= kLanes) {
    std::array<std::uint8_t, kLanes> sums = {};
    const std::size_t rounds = std::min(bytes.size() / kLanes, kMaxRounds);
    const char* at = bytes.data();
    for (std::size_t round = 0; round < rounds; ++round, at += kLanes) {
      for (std::size_t i = 0; i < kLanes; ++i)
        sums[i] = static_cast<std::uint8_t>(sums[i] + (at[i] == wanted));
    }
    for (const std::uint8_t sum : sums) count += sum;
    bytes.remove_prefix(rounds * kLanes);
  }
  return count + static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), wanted));
}

// True if a field that is dangerous to parse may occur. Samples the kStep bytes before every multiple of
// kStep. A field of 2 * kStep bytes covers such a sample, which then contains no start of a line or ends
// in a continuation line. A field with enough groups to overflow the stack has more colons than its share
// in some sample.
bool may_have_long_field(std::string_view bytes) {
  constexpr std::size_t kStep = kLongField / 2;
  const std::size_t share = kMaxColons * kStep / std::max(bytes.size(), kStep);
  const bool may_be_large = bytes.size() > kLargeField;
  for (std::size_t at = kStep; at < bytes.size(); at += kStep) {
    const char* const start = bytes.data() + at - kStep;
    const void* found = memrchr(start, '\n', kStep);
    if (found != nullptr && !ascii::is_blank(static_cast<const char*>(found)[1])) continue;
    if (may_be_large || count_of(':', {start, kStep}) > share) return true;
  }
  return false;
}

// A frame has no more parts, fields or delimiters than lines, and the shortest of these take about four
// bytes.
bool has_fewer_lines(std::string_view bytes, std::size_t most) {
  if (bytes.size() / 4 < most) return true;
  constexpr std::size_t kPiece = std::size_t{16} << 10;
  std::size_t lines = 0;
  for (std::size_t at = 0; at < bytes.size() && lines < most; at += kPiece) {
    lines += count_of('\n', bytes.substr(at, kPiece));
  }
  return lines < most;
}

std::string_view without_white_end(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

// Returns the boundary in the form that GMime reads.
std::string boundary_for_gmime(std::string_view raw_value, GMimeParserOptions* options) {
  const std::string value(raw_value);
  const GText unfolded(g_mime_utils_header_unfold(value.c_str()));
  const GText decoded(g_mime_utils_header_decode_text(options, unfolded.get()));
  const GPointer<GMimeContentType> type = adopt(g_mime_content_type_parse(options, decoded.get()));
  const char* boundary =
      type != nullptr ? g_mime_content_type_get_parameter(type.get(), "boundary") : nullptr;
  return boundary != nullptr ? boundary : std::string();
}

// One pass over the lines of a frame. Follows headers and delimiters at least as far as GMime: every
// declared boundary counts, even if it was closed.
class Outline {
 public:
  // Modifies `copy` if it is not null.
  Outline(std::string_view bytes, const Allowance& allowance, GMimeParserOptions* options, char* copy)
      : bytes_(bytes), allowance_(allowance), options_(options), copy_(copy), cut_(bytes.size()) {}

  void run();
  [[nodiscard]] bool is_costly() const {
    return has_long_field_ || has_second_type_ || has_many_fields_ || all_heading_bytes_ > kMuchHeading ||
           other_dashes_ * boundaries_.size() > kManyComparisons;
  }
  [[nodiscard]] std::size_t cut() const { return cut_; }
  [[nodiscard]] std::vector<LimitHit>& limits_hit() { return limits_hit_; }

 private:
  struct OpenField {
    std::size_t start = 0, name_end = 0, colon = 0;
  };

  void start_heading(std::size_t at, bool after_delimiter);
  void heading_line(std::size_t at, std::size_t next);
  void end_heading(std::size_t at);
  void start_field(std::size_t at, std::size_t next);
  void end_field(std::size_t end);
  void read_type(const OpenField& field, std::size_t end);
  void shorten_type(const OpenField& field, std::size_t end);
  void dash_line(std::size_t at, std::size_t next);
  void cut_at(std::size_t at, std::string why);

  std::string_view bytes_;
  Allowance allowance_;
  GMimeParserOptions* options_;
  char* copy_;
  std::size_t cut_;
  std::vector<LimitHit> limits_hit_;

  bool in_heading_ = false;
  bool after_delimiter_ = false;  // the header follows a delimiter
  bool of_message_ = false;       // the header declares a nested message
  bool has_field_ = false, has_type_ = false, has_encoding_ = false;
  OpenField field_;
  std::size_t heading_start_ = 0;
  std::uint64_t heading_fields_ = 0;

  bool has_digest_ =
      false;  // a multipart/digest, whose parts are messages by default (RFC 2046 section 5.1.5)
  bool has_long_field_ = false, has_second_type_ = false, has_many_fields_ = false, has_said_groups_ = false;
  std::vector<std::string> declared_;  // in the current header
  std::set<std::string, std::less<>> boundaries_;
  std::uint64_t parts_ = 0, fields_ = 0, other_dashes_ = 0, all_heading_bytes_ = 0;
};

void Outline::run() {
  start_heading(0, false);
  for (std::size_t at = 0; at < cut_;) {
    // After a header, only possible delimiters matter.
    if (!in_heading_ && bytes_[at] != '-') {
      const std::size_t found = find_pair(bytes_, at, '\n', '-');
      if (found == kNotFound || (at = found + 1) >= cut_) break;
    }
    const void* found = std::memchr(bytes_.data() + at, '\n', bytes_.size() - at);
    const std::size_t next =
        found != nullptr ? static_cast<std::size_t>(static_cast<const char*>(found) - bytes_.data()) + 1
                         : bytes_.size();
    if (bytes_[at] == '-' && next - at > 2 && bytes_[at + 1] == '-') {
      dash_line(at, next);
    } else if (in_heading_) {
      heading_line(at, next);
    }
    at = next;
  }
  if (in_heading_) end_heading(cut_);
}

void Outline::cut_at(std::size_t at, std::string why) {
  if (at >= cut_) return;
  cut_ = at;
  limits_hit_.push_back({-1, std::move(why)});
}

void Outline::start_heading(std::size_t at, bool after_delimiter) {
  in_heading_ = true;
  after_delimiter_ = after_delimiter;
  of_message_ = has_field_ = has_type_ = has_encoding_ = false;
  heading_start_ = at;
  heading_fields_ = 0;
}

void Outline::heading_line(std::size_t at, std::size_t next) {
  const bool is_empty = bytes_[at] == '\n' || (bytes_[at] == '\r' && next - at == 2);
  if (is_empty) {
    end_heading(at);
    if (of_message_ || (has_digest_ && after_delimiter_)) start_heading(next, false);
    return;
  }
  if (at - heading_start_ > allowance_.heading_bytes) {
    cut_at(at, "a header of more than " + std::to_string(allowance_.heading_bytes) +
                   " bytes: the rest is not read");
    return;
  }
  if (ascii::is_blank(bytes_[at]) && has_field_) return;
  end_field(at);
  start_field(at, next);
}

void Outline::end_heading(std::size_t at) {
  end_field(at);
  // GMime looks for a boundary only after the header that declares it.
  for (std::string& boundary : declared_) boundaries_.insert(std::move(boundary));
  declared_.clear();
  in_heading_ = false;
  all_heading_bytes_ += at - heading_start_;
}

void Outline::start_field(std::size_t at, std::size_t next) {
  OpenField field{at, at, at};
  while (field.name_end < next && is_name_char(bytes_[field.name_end])) ++field.name_end;
  field.colon = field.name_end;
  while (field.colon < next && ascii::is_blank(bytes_[field.colon])) ++field.colon;
  if (field.colon == next || bytes_[field.colon] != ':') return;
  field_ = field;
  has_field_ = true;
  if (++fields_ > allowance_.fields) {
    cut_at(at, "more header fields than the limit (see --limits fields): the rest is not read");
  }
  if (++heading_fields_ > kManyFields) has_many_fields_ = true;
}

void Outline::end_field(std::size_t end) {
  if (!has_field_) return;
  has_field_ = false;
  const std::string_view name = bytes_.substr(field_.start, field_.name_end - field_.start);
  const bool is_long = end - field_.start >= kLongField && is_parsed(name);
  has_long_field_ = has_long_field_ || is_long;
  if (is_long && is_address(name) && !has_said_groups_) {
    const std::string_view value = bytes_.substr(field_.colon + 1, end - field_.colon - 1);
    has_said_groups_ = count_of(':', value) > allowance_.groups;
    if (has_said_groups_) {
      limits_hit_.push_back({-1,
                             "more than " + std::to_string(allowance_.groups) +
                                 " groups in the addresses of a field: they are not split",
                             false});
    }
  }
  if (ascii::equals_ignoring_case(name, "content-type")) {
    has_second_type_ = has_second_type_ || has_type_;
    if (!has_type_) {
      has_type_ = true;
      return read_type(field_, end);
    }
  } else if (ascii::equals_ignoring_case(name, "content-transfer-encoding") && !has_encoding_ && !is_long) {
    has_encoding_ = true;
    return;
  }
  if (copy_ != nullptr) std::fill(copy_ + field_.start, copy_ + field_.name_end, 'x');
}

void Outline::read_type(const OpenField& field, std::size_t end) {
  const std::string_view value = bytes_.substr(field.colon + 1, end - field.colon - 1);
  of_message_ = of_message_ || holds(value, "message");
  has_digest_ = has_digest_ || holds(value, "digest");
  const bool is_long = end - field.start >= kLongField;
  if (is_long && copy_ != nullptr) shorten_type(field, end);
  if (!holds(value, "boundary")) return;
  std::string boundary;
  if (!is_long) {
    boundary = boundary_for_gmime(value, options_);
  } else if (auto parameter = read_parameter(value, "boundary")) {
    boundary = std::move(parameter->value);
  }
  declared_.emplace_back(without_white_end(boundary));
}

// Rewrites a Content-Type with a very long value: GMime gets only the type and the boundary, padded with
// blanks.
void Outline::shorten_type(const OpenField& field, std::size_t end) {
  const std::size_t start = field.colon + 1;
  const std::string_view value = bytes_.substr(start, end - start);
  std::string given = " " + main_value(value);
  if (const auto boundary = read_parameter(value, "boundary")) {
    given += ";boundary=\"";
    for (const char c : boundary->value) {
      if (c == '"' || c == '\\') given += '\\';
      given += c;
    }
    given += '"';
  }
  std::size_t room = value.size();
  while (room > 0 && (value[room - 1] == '\n' || value[room - 1] == '\r')) --room;
  given.resize(std::min(given.size(), room));
  std::fill(copy_ + start, copy_ + start + room, ' ');
  std::copy(given.begin(), given.end(), copy_ + start);
}

void Outline::dash_line(std::size_t at, std::size_t next) {
  const std::string_view text = without_white_end(bytes_.substr(at, next - at)).substr(2);
  const bool opens = boundaries_.find(text) != boundaries_.end();
  const bool closes =
      text.ends_with("--") &&
      boundaries_.find(without_white_end(text.substr(0, text.size() - 2))) != boundaries_.end();
  if (!opens && !closes) {
    ++other_dashes_;
    if (copy_ != nullptr) copy_[at + 1] = '_';
    if (in_heading_) heading_line(at, next);
    return;
  }
  if (in_heading_) end_heading(at);
  if (++parts_ > allowance_.parts) {
    return cut_at(at, std::string(kTooManyParts));
  }
  if (opens) start_heading(next, true);
}

}  // namespace

GmimeInput prepare_for_gmime(std::string_view bytes, const Allowance& allowance,
                             GMimeParserOptions* options) {
  GmimeInput out;
  out.size = bytes.size();
  // The shortest part is "--b\n\n", the shortest field "a:\n".
  const bool is_small = has_fewer_lines(bytes, allowance.small_lines) &&
                        bytes.size() / 5 <= allowance.parts && bytes.size() / 3 <= allowance.fields &&
                        bytes.size() <= allowance.heading_bytes && allowance.groups == kMaxGroups;
  if (!allowance.careful && is_small && !may_have_long_field(bytes)) return out;
  Outline outline(bytes, allowance, options, nullptr);
  outline.run();
  out.size = outline.cut();
  out.limits_hit = std::move(outline.limits_hit());
  if (!allowance.careful && !outline.is_costly()) return out;
  out.copy = bytes.substr(0, out.size);
  Outline(bytes.substr(0, out.size), allowance, options, out.copy.data()).run();
  return out;
}

}  // namespace mimebase::walk
