// The scanner reads only the tokens that contain or hide URLs, and skips all other bytes. A function's
// name is read backwards from its '('; a name with an escape in it is read forwards.
#include "find/css/finder.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <vector>

#include "find/css/token.h"
#include "find/find_byte.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::find {
namespace {

// The longest function name of interest.
constexpr std::size_t kMaxFunctionNameBytes = 19;

// Bytes that start a token of interest: always, or only inside (while a function is open or the URLs of
// an at-rule are not fetched), when its end matters.
enum class Mark : std::uint8_t { kNone, kAlways, kInside };
constexpr std::array<Mark, 256> make_marks() {
  std::array<Mark, 256> marks{};
  for (const char c : std::string_view("\"'/\\(@{}")) marks[static_cast<unsigned char>(c)] = Mark::kAlways;
  for (const char c : std::string_view(");")) marks[static_cast<unsigned char>(c)] = Mark::kInside;
  return marks;
}
constexpr std::array<Mark, 256> kMarks = make_marks();

enum class Function : std::uint8_t {
  kOther,  // also a bare '('
  kUrl,
  kSrc,
  kImageSet,
  kAlphaImageLoader,
};

Function function_of(std::string_view lower_name) {
  if (lower_name == "url") return Function::kUrl;
  if (lower_name == "src") return Function::kSrc;
  if (lower_name == "image-set" || lower_name == "-webkit-image-set") return Function::kImageSet;
  if (lower_name == "alphaimageloader") return Function::kAlphaImageLoader;
  return Function::kOther;
}

// True if the inside of a string or URL needs no decoding: ASCII, without anything that append_css_text()
// replaces.
bool stands_for_itself(std::string_view raw) {
  return !contains(raw, '\\') && !contains(raw, '\0') && ascii::is_ascii(raw);
}

// Reads CSS and delivers its URLs to a sink.
class CssScanner {
 public:
  CssScanner(const Content& css, bool declarations, Sink& sink)
      : content_(css), declarations_(declarations), css_(css.bytes), sink_(sink) {}

  void run(Span part);

 private:
  std::size_t take_token(std::size_t at);
  std::size_t take_escaped_name(std::size_t at);
  std::size_t take_at_keyword(std::size_t at);
  std::size_t take_import(std::size_t at);
  std::size_t take_string(std::size_t at);

  std::string_view name_before(std::size_t paren, std::array<char, kMaxFunctionNameBytes>& buffer) const;
  std::size_t enter(Function function, std::size_t at);
  std::size_t take_url(std::size_t at, std::string_view context);
  std::size_t take_src(std::size_t at, std::string_view context);
  void leave();
  void end_statement();
  void open_block();
  void close_block();
  bool inside() const { return names_only_ || functions_ > 0; }
  bool is_too_deep() const { return blocks_ + functions_ > content_.limits.css_depth; }

  bool is_loader_source(std::size_t quote) const;
  void find_in_filter(const CssText& string);
  std::string_view url_context() const { return image_sets_ > 0 ? "css:image-set" : "css:url"; }
  std::size_t deliver(std::string_view context, const CssText& text);

  const Content& content_;
  const bool declarations_;  // declarations have no @import
  std::string_view css_;     // up to the end of the part that is read
  Sink& sink_;
  // The open functions. Irrelevant ones are only counted.
  struct Open {
    Function function = Function::kOther;
    std::size_t others = 0;  // irrelevant functions opened directly within this one
  };
  std::vector<Open> open_ = std::vector<Open>(1);
  std::size_t image_sets_ = 0;
  std::size_t functions_ = 0, blocks_ = 0;  // currently open
  std::size_t token_end_ = 0;               // end of the last token read; no name starts before it
  bool names_only_ = false;                 // inside an at-rule whose URLs are not fetched
  bool in_filter_ = false;                  // reading the string of a filter
  std::string decoded_;
};

void CssScanner::run(Span part) {
  css_ = css_.substr(0, part.end);
  std::size_t at = token_end_ = part.start;
  while (at < css_.size()) {
    const Mark least = inside() ? Mark::kInside : Mark::kAlways;
    const auto skip = [least](char c) {
      const Mark mark = kMarks[static_cast<unsigned char>(c)];
      return mark == Mark::kNone || mark > least;
    };
    while (at < css_.size() && skip(css_[at])) ++at;
    if (at < css_.size()) at = take_token(at);
  }
}

// Reads the token at `at` and returns the start of the next.
std::size_t CssScanner::take_token(std::size_t at) {
  switch (css_[at]) {
    case '"':
    case '\'':
      return token_end_ = take_string(at);
    case '/':
      return css_.substr(at, 2) == "/*" ? skip_css_comment(css_, at) : at + 1;
    case '\\':
      return token_end_ = take_escaped_name(at);
    case '@':
      return token_end_ = take_at_keyword(at);
    case '(': {
      std::array<char, kMaxFunctionNameBytes> buffer;
      const Function function = function_of(name_before(at, buffer));
      return token_end_ = enter(function, at + 1);
    }
    case ')':
      leave();
      return at + 1;
    case '{':
      open_block();
      return at + 1;
    case '}':
      close_block();
      return at + 1;
    default:
      end_statement();
      return at + 1;
  }
}

// Reads a name with an escape, whose '\' is at `at`. The part of the name before it is read again.
std::size_t CssScanner::take_escaped_name(std::size_t at) {
  if (!is_css_escape(css_, at)) return at + 1;
  std::size_t start = at;
  while (start > token_end_ && is_css_name_byte(css_[start - 1])) --start;
  const CssName name = read_css_name(css_, start);
  if (name.next >= css_.size() || css_[name.next] != '(') return name.next;
  const bool hash = start > token_end_ && css_[start - 1] == '#';
  return enter(hash ? Function::kOther : function_of(name.view()), name.next + 1);
}

std::size_t CssScanner::take_at_keyword(std::size_t at) {
  const CssName name = read_css_name(css_, at + 1);
  if (name.view() == "import" && !declarations_) return take_import(name.next);
  if (name.view() == "namespace" || name.view() == "document" || name.view() == "-moz-document")
    names_only_ = true;
  return name.next;
}

// Reads the argument of "@import".
std::size_t CssScanner::take_import(std::size_t at) {
  at = skip_css_space_and_comments(css_, at);
  if (at >= css_.size()) return at;
  if (css_[at] == '"' || css_[at] == '\'') {
    return deliver("css:import", read_css_string(css_, at));
  }
  const CssName name = read_css_name(css_, at);
  if (name.next >= css_.size() || css_[name.next] != '(') return at;
  const Function function = function_of(name.view());
  if (function == Function::kUrl) return take_url(name.next + 1, "css:import");
  if (function == Function::kSrc) return take_src(name.next + 1, "css:import");
  return at;
}

std::size_t CssScanner::take_string(std::size_t at) {
  const CssText text = read_css_string(css_, at);
  if (!text.good) return text.next;
  const Open& inner = open_.back();
  if (inner.others == 0 && inner.function == Function::kImageSet) {
    deliver("css:image-set", text);
  } else if (inner.others == 0 && inner.function == Function::kAlphaImageLoader) {
    if (is_loader_source(at)) deliver("css:url", text);
  } else {
    find_in_filter(text);
  }
  return text.next;
}

// Returns the name that ends at the '(' at `paren`, in lower case. Empty if it is not of interest or does
// not name a function.
std::string_view CssScanner::name_before(std::size_t paren,
                                         std::array<char, kMaxFunctionNameBytes>& buffer) const {
  std::size_t start = paren;
  while (start > token_end_ && is_css_name_byte(css_[start - 1])) {
    if (paren - start == kMaxFunctionNameBytes) return {};
    --start;
  }
  const char before = start > token_end_ ? css_[start - 1] : ' ';
  if (before == '#') return {};
  // `<!--` is a token; the name starts after it (section 4.3.1).
  if (before == '!' && start > token_end_ + 1 && css_[start - 2] == '<' && css_.substr(start, 2) == "--")
    start += 2;
  const std::string_view name = css_.substr(start, paren - start);
  std::transform(name.begin(), name.end(), buffer.begin(), ascii::lower);
  return {buffer.data(), name.size()};
}

// Opens a function whose '(' ends at `at`.
std::size_t CssScanner::enter(Function function, std::size_t at) {
  switch (function) {
    case Function::kUrl:
      return take_url(at, url_context());
    case Function::kSrc:
      return take_src(at, url_context());
    case Function::kImageSet:
    case Function::kAlphaImageLoader:
    case Function::kOther:
      break;
  }
  ++functions_;
  if (function == Function::kOther) {
    ++open_.back().others;
  } else if (is_too_deep()) {
    sink_.limit_hit(FindLimit::kCssDepth);
    ++open_.back().others;
  } else {
    image_sets_ += function == Function::kImageSet ? 1 : 0;
    open_.push_back({function, 0});
  }
  return at;
}

// Section 4.3.4: the argument of "url(" is an unquoted URL or a string.
std::size_t CssScanner::take_url(std::size_t at, std::string_view context) {
  const std::size_t argument = skip_css_space(css_, at);
  if (argument < css_.size() && (css_[argument] == '"' || css_[argument] == '\'')) {
    const std::size_t next = deliver(context, read_css_string(css_, argument));
    ++functions_;
    ++open_.back().others;
    return next;
  }
  return deliver(context, read_css_url(css_, at));
}

// src() takes only a string, possibly after comments.
std::size_t CssScanner::take_src(std::size_t at, std::string_view context) {
  const std::size_t argument = skip_css_space_and_comments(css_, at);
  const bool has_string = argument < css_.size() && (css_[argument] == '"' || css_[argument] == '\'');
  const std::size_t next = has_string ? deliver(context, read_css_string(css_, argument)) : argument;
  ++functions_;
  ++open_.back().others;
  return next;
}

void CssScanner::leave() {
  if (functions_ > 0) --functions_;
  if (open_.back().others > 0) {
    --open_.back().others;
  } else if (open_.size() > 1) {
    if (open_.back().function == Function::kImageSet) --image_sets_;
    open_.pop_back();
  }
}

// Ends all functions at ';', '{' and '}'. The specification lets an unclosed function extend to the end
// of the sheet; every string in the following rules would then be taken for an image.
void CssScanner::end_statement() {
  open_.resize(1);
  open_.back().others = 0;
  functions_ = image_sets_ = 0;
  names_only_ = false;
}

void CssScanner::open_block() {
  end_statement();
  ++blocks_;
}

void CssScanner::close_block() {
  end_statement();
  if (blocks_ > 0) --blocks_;
}

// Returns whether the string at `quote`, an argument of AlphaImageLoader(), follows `src=`.
bool CssScanner::is_loader_source(std::size_t quote) const {
  std::size_t at = quote;
  const auto skip_space_back = [&] {
    while (at > token_end_ && is_css_space(css_[at - 1])) --at;
  };
  skip_space_back();
  if (at == token_end_ || css_[at - 1] != '=') return false;
  --at;
  skip_space_back();
  std::array<char, kMaxFunctionNameBytes> buffer;
  return name_before(at, buffer) == "src";
}

// -ms-filter: "progid:DXImageTransform.Microsoft.AlphaImageLoader(src='x')". A filter inside the string
// of a filter has no meaning, so the recursion is one level deep.
void CssScanner::find_in_filter(const CssText& string) {
  constexpr std::string_view kProgid = "progid:";
  const std::size_t start = skip_css_space(css_, string.start);
  if (in_filter_ || names_only_ || start + kProgid.size() >= string.end) return;
  const bool progid =
      std::equal(kProgid.begin(), kProgid.end(), css_.begin() + static_cast<std::ptrdiff_t>(start),
                 [](char p, char c) { return p == ascii::lower(c); });
  if (!progid) return;
  CssScanner filter(content_, declarations_, sink_);
  filter.in_filter_ = true;
  filter.run({start, string.end});
}

// Returns the end of the text.
std::size_t CssScanner::deliver(std::string_view context, const CssText& text) {
  if (!text.good || names_only_) return text.next;
  if (is_too_deep()) {
    sink_.limit_hit(FindLimit::kCssDepth);
    return text.next;
  }
  const std::string_view raw = trim_css(css_.substr(text.start, text.end - text.start));
  if (raw.empty()) return text.next;
  Found found;
  found.reference = raw;
  if (!stands_for_itself(raw)) {
    decoded_.clear();
    append_css_text(raw, content_.charset, decoded_);
    found.reference = decoded_;
  }
  if (found.reference.empty()) return text.next;
  const auto start = static_cast<std::size_t>(raw.data() - css_.data());
  found.span = {start, start + raw.size()};
  found.context = context;
  found.quoting = css_quoting(raw, css_.data());
  sink_.found(found);
  return text.next;
}

// True if a called function's name ends like one that fetches: url, src, image-set, AlphaImageLoader.
// With a '\\' anywhere, the actual name may differ from the written one, so the answer is true.
bool calls_fetching_function(std::string_view css) {
  const char* const end = css.data() + css.size();
  const char* p = find_byte(css.data(), end, '(');
  if (p == nullptr) return false;
  for (; p != nullptr; p = find_byte(p + 1, end, '(')) {
    if (p - css.data() < 2) continue;
    const char last = ascii::lower(p[-1]);
    const char before = ascii::lower(p[-2]);
    if (before == 'r' ? last == 'l' || last == 'c' : before == 'e' && (last == 't' || last == 'r'))
      return true;
  }
  return find_byte(css.data(), end, '\\') != nullptr;
}

bool has_import(std::string_view css) {
  const char* const end = css.data() + css.size();
  for (const char* p = css.data(); (p = find_byte(p, end, '@')) != nullptr; ++p) {
    if (end - p > 1 && (ascii::lower(p[1]) == 'i' || p[1] == '\\')) return true;
  }
  return false;
}

}  // namespace

void find_in_css(const Content& content, Sink& sink) {
  if (may_hold_css_url(content.bytes, false)) CssScanner(content, false, sink).run({0, content.bytes.size()});
}

bool may_hold_css_url(std::string_view css, bool declarations) {
  return calls_fetching_function(css) || (!declarations && has_import(css));
}

void find_in_embedded_css(const Content& css, bool declarations, const NestedPlace& place, Sink& sink) {
  if (!may_hold_css_url(css.bytes, declarations)) return;
  NestedSink nested(place, sink);
  CssScanner(css, declarations, nested).run({0, css.bytes.size()});
}

}  // namespace mimebase::find
