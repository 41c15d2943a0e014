// Roundcube finds the base of a document by a regular expression, and joins it with references as text. No
// field of a heading counts.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "charset/charset.h"
#include "readers/choice.h"
#include "readers/programs.h"
#include "readers/written.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::readers {
namespace roundcube {
namespace {

constexpr std::string_view kClicks[] = {"a@href", "text", "text:delimited", "area@href"};
constexpr std::string_view kIgnored[] = {"img@srcset", "iframe@src", "source@srcset",
                                         "audio@src",  "embed@src",  "object@data"};
constexpr Followed kFollowed = {.clicks = kClicks, .ignored = kIgnored, .in_templates = true};

// "[hftps]+://" at the start of `text`; the length of the scheme, or 0.
std::size_t web_scheme(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && contains("hftps", ascii::lower(text[size]))) ++size;
  return text.substr(size).starts_with("://") ? size : 0;
}

bool has_lower_case_scheme(std::string_view text) {
  const std::size_t size = web_scheme(text);
  return size > 0 &&
         std::none_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size), ascii::is_capital);
}

// The URL that href=["']?([hftps]{3,5}://[a-z0-9/.%-]+) finds at the end of `text`, which begins with
// "href=".
std::string_view base_at(std::string_view text) {
  text.remove_prefix(5);
  if (text.starts_with('"') || text.starts_with('\'')) text.remove_prefix(1);
  const std::size_t scheme = web_scheme(text);
  if (scheme < 3 || scheme > 5) return {};
  std::size_t end = scheme + 3;
  while (end < text.size() && (ascii::is_alnum(text[end]) || contains("/.%-", text[end]))) ++end;
  return end > scheme + 3 ? text.substr(0, end) : std::string_view();
}

// The last base of the line, which begins with "<base".
std::string_view last_base(std::string_view line) {
  std::string_view last;
  for (std::size_t at = 0; (at = ascii::find_ignoring_case(line, "href=", at)) != std::string_view::npos;
       ++at) {
    if (const std::string_view url = base_at(line.substr(at)); !url.empty()) last = url;
  }
  return last;
}

// <base.*href=["']?([hftps]{3,5}://[a-z0-9/.%-]+), in any case: greedy within a line, in comments too.
std::string_view first_base(std::string_view text) {
  for (std::size_t at = 0; (at = ascii::find_ignoring_case(text, "<base", at)) != std::string_view::npos;) {
    const std::string_view line = text.substr(at, text.find('\n', at) - at);
    if (const std::string_view base = last_base(line); !base.empty()) return base;
    at += line.size();
  }
  return {};
}

// Roundcube treats the path as text: a "../" anywhere in it goes up one level.
std::string joined(std::string_view base, std::string_view path) {
  constexpr std::size_t kAfterScheme = 7;  // of "http://"
  std::string_view host = base, folder = base;
  if (base.size() > kAfterScheme && base.rfind('/') > kAfterScheme) {
    host = base.substr(0, base.find('/', kAfterScheme));
    folder = base.substr(0, base.rfind('/'));
  }
  if (path.starts_with('/')) return std::string(host).append(path);
  if (path.starts_with("./")) path.remove_prefix(2);
  std::size_t ups = 0;
  for (std::size_t at = 0; (at = path.find("../", at)) != std::string_view::npos; at += 3) ++ups;
  for (; ups > 0; --ups) {
    if (const std::size_t slash = folder.rfind('/'); slash != std::string_view::npos && slash > 0)
      folder = folder.substr(0, slash);
    path.remove_prefix(std::min<std::size_t>(3, path.size()));
  }
  return std::string(folder).append("/").append(path);
}

// Removes titles that end in the line in which they begin. Returns a view of `text` or of `kept`.
std::string_view without_titles(std::string_view text, std::string& kept) {
  std::size_t from = 0;
  for (std::size_t at = 0; (at = ascii::find_ignoring_case(text, "<title", at)) != text.npos;) {
    const std::string_view line = text.substr(at, text.find('\n', at) - at);
    const std::size_t close = ascii::find_ignoring_case(line, "</title>");
    if (close == line.npos) {
      at += line.size();
      continue;
    }
    kept += text.substr(from, at - from);
    from = at = at + close + std::string_view("</title>").size();
  }
  return from == 0 ? text : kept.append(text.substr(from));
}

bool is_content(const View& view, int entity) {
  return is_plain_or_html(view, entity) && (entity == 0 || disposition_of(view, entity) != "attachment");
}

bool has_html(const View& view, int first, int end) {
  for (int i = first; i < end; ++i) {
    if (view.is_type(i, "text/html") && is_content(view, i)) return true;
  }
  return false;
}

// Returns true for the parts that references can name: direct children of a multipart/related or
// multipart/mixed that are not displayed themselves.
bool is_inline(const View& view, int entity) {
  const int parent = view.tree().parent(entity);
  return parent >= 0 && view.is_leaf(entity) && !is_content(view, entity) &&
         is_one_of(view.type(parent), {"multipart/related", "multipart/mixed"});
}

bool is_name(std::string_view value) {
  return !value.empty() && std::all_of(value.begin(), value.end(), [](char c) {
    return ascii::is_letter(c) || c == '.' || c == '_' || c == '-';
  });
}

// The length of a scheme of two characters or more, with its colon; 0 if there is none.
std::size_t scheme_size(std::string_view value) {
  std::size_t size = 0;
  while (size < value.size() && (ascii::is_alnum(value[size]) || contains(".+-", value[size]))) ++size;
  const bool is_scheme = size >= 2 && ascii::is_letter(value.front()) && value.substr(size).starts_with(':');
  return is_scheme ? size + 1 : 0;
}

// A scheme or "//", and something behind it.
bool is_kept_link(std::string_view value) {
  const std::size_t scheme = scheme_size(value);
  const std::size_t start = scheme > 0 ? scheme : 2;
  return (scheme > 0 || value.starts_with("//")) && value.size() > start && value[start] != '\n';
}

// The href that is left of a link.
std::string cleaned_link(std::string value) {
  if (ascii::starts_with_one_of_ignoring_case(value, {"javascript", "vbscript", "data:"})) return {};
  if (is_name(value)) return "http://" + value;
  if (!is_kept_link(value)) return {};
  std::erase_if(value, [](char c) { return c >= '\0' && c < ' '; });
  if (!ascii::starts_with_ignoring_case(value, "mailto:")) return value;
  return "mailto:" + value.substr(7, value.find('?') - 7);
}

bool is_loadable(std::string_view value) {
  for (const std::string_view scheme : {"http:", "https:", "ftp:"}) {
    if (ascii::starts_with_ignoring_case(value, scheme)) return value.size() > scheme.size();
  }
  return false;
}

// What a style element may load: ^https?://[a-z0-9/._+-]+$
bool is_plain_url(std::string_view url) {
  const std::size_t scheme = web_scheme(url);
  return is_loadable(url) && !ascii::starts_with_ignoring_case(url, "ftp") && scheme > 0 &&
         std::all_of(url.begin() + static_cast<std::ptrdiff_t>(scheme) + 3, url.end(),
                     [](char c) { return ascii::is_alnum(c) || contains("/._+-", c); });
}

// Roundcube splits a style attribute at blanks, except after "(" and within quotation marks.
bool is_split(View& view, const Seen& seen) {
  const std::string_view text = view.text();
  const std::size_t end = std::min(seen.reference.origin.text.end, text.size());
  return starts_with_one_of(text.substr(end), {" ", "' "});
}

bool is_word(char c) {
  return ascii::is_alnum(c) || c == '_';
}

// A byte of the top-level domain: a letter, a digit, ":" or not ASCII.
bool is_domain_end(char c) {
  return ascii::is_alnum(c) || c == ':' || !ascii::is_ascii(c);
}

// Returns the end of the host that begins at `start`; npos if there is none.
std::size_t host_end(std::string_view text, std::size_t start) {
  std::size_t end = std::min(text.find_first_of("?&@\"'\\/()<> \t\r\n", start), text.size());
  while (end >= start + 3 && !(is_domain_end(text[end - 1]) && is_domain_end(text[end - 2]))) --end;
  return end >= start + 3 ? end : text.npos;
}

// The end of ([.:;,]*[a-zA-Z0-9%=#$@+?|!&/_~[](){}*-]+)* at `at`; bytes that are not ASCII belong to it.
std::size_t path_end(std::string_view text, std::size_t at) {
  std::size_t end = at;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    const bool is_inside = !ascii::is_ascii(c) || ascii::is_alnum(c) || contains("%=#$@+?|!&/_~[](){}*-", c);
    if (is_inside) end = at + 1;
    if (!is_inside && !contains(".:;,", c)) break;
  }
  return end;
}

// Cuts a text off at the first bracket that closes nothing or opens a second one.
std::string_view balanced(std::string_view url, char open, char close) {
  bool is_open = false;
  for (std::size_t i = 0; i < url.size(); ++i) {
    if (url[i] != open && url[i] != close) continue;
    if (is_open == (url[i] == open)) return url.substr(0, i);
    is_open = !is_open;
  }
  return url;
}

std::string web_link(std::string_view text, std::size_t start) {
  const std::size_t host = host_end(text, start);
  if (host == text.npos) return {};
  return std::string(balanced(balanced(text.substr(0, path_end(text, host)), '[', ']'), '(', ')'));
}

// The address in a text such as "news:name@host".
std::string address_link(std::string_view text) {
  const std::size_t at = text.find('@');
  const std::size_t host = at == text.npos ? text.npos : host_end(text, at + 1);
  if (host == text.npos) return {};
  std::size_t start = at;
  while (start > 0 && (is_word(text[start - 1]) || contains("-!#$%&*+~/^`|{}=.", text[start - 1]))) --start;
  return start == at ? std::string() : "mailto:" + std::string(text.substr(start, host - start));
}

// Bytes that no URL in text contains.
constexpr std::string_view kBreaks = "<>\"'\\";

void open_text(View& view, const Seen& seen, Answer& answer) {
  const find::QuotingPath& quoting = seen.reference.found.quoting;
  const bool is_flowed = quoting.size() > 0 && quoting.at(0) == find::Quoting::kFlowed;
  const std::string_view text = is_flowed ? seen.value : written_from(view, seen).value_or(seen.value);
  if (seen.reference.found.guessed) {
    const std::string link = web_link(text, 4);
    if (!link.empty()) answer.url = "http://" + link;
    return;
  }
  const std::string_view before = written_before(view, seen), joined = joined_before(view, seen, kBreaks);
  constexpr std::string_view kWeb[] = {"http://", "https://", "ftp://", "ftps://", "file://", "files://"};
  if (ascii::starts_with_one_of_ignoring_case(text, kWeb)) {
    const std::string whole = std::string(joined).append(text);
    if (!joined.empty() || before.empty() || !is_word(before.back()))
      answer.url = web_link(whole, whole.find("://") + 3);
    if (answer.url.size() <= joined.size()) answer.url.clear();
  } else if (!contains(text, "://")) {
    answer.url = address_link(text);
  }
}

// The attribute in the charset that the header names. A charset that only the document declares is ignored.
// Bytes that are not UTF-8 are dropped if the header names UTF-8 or nothing.
std::optional<std::string> attribute_in_charset(View& view, const Seen& seen) {
  const auto& named = view.named_charset();
  const bool is_converted = !view.readable().map.identity();
  const auto bytes = is_converted ? written_attribute(view, seen) : attribute_bytes(view, seen);
  if (!bytes) return std::nullopt;
  std::string written(*bytes), out;
  std::erase(written, '\0');
  if (is_converted) return written;
  if (!named.is_named || named.name == "utf-8") {
    charset::Charset("utf-8").append_utf8(written, out);
    return without_replacements(out);
  }
  if (ascii::is_ascii(written)) return written;
  if (named.is_known) return std::nullopt;
  charset::Charset("iso-8859-1").append_utf8(written, out);
  return out;
}

class Roundcube final : public Reader {
 public:
  explicit Roundcube(message::AnalysedMessage& message) : Reader(message, kFollowed) {
    choose();
    for (int i = 0; i < entity_count(); ++i) {
      const ByLastType last = last_type(i);
      const bool is_nothing = last == ByLastType::kNothing || last == ByLastType::kUnsplit;
      if (is_nothing || is_lost_page(i)) hide(i);
      if (last == ByLastType::kMarkup) show(i);
    }
    for (int i = 0; i < entity_count(); ++i) {
      if (is_inline(*this, i)) add_labels(i);
    }
    labels_.finish();
  }

 private:
  // Only the message's own header goes by its last type, unless that is empty.
  [[nodiscard]] ByLastType own_last_type() const {
    const bool counts =
        is_leaf(0) && !ascii::trimmed(field(0, "content-type", Pick::kLast).value_or("")).empty();
    return counts ? last_types_.front() : ByLastType::kSame;
  }
  [[nodiscard]] ByLastType last_type(int entity) const {
    return entity == 0 ? own_last_type_ : ByLastType::kSame;
  }

  // HTML that is a multipart by its last type shows nothing.
  [[nodiscard]] bool is_lost_page(int entity) const {
    const auto last = field(entity, "content-type", Pick::kLast);
    return entity == 0 && is_type(entity, "text/html") && last &&
           ascii::starts_with_ignoring_case(ascii::trimmed(*last), "multipart/");
  }

  // Roundcube shows the first text/html of a multipart/alternative, and the HTML in its last multipart. If it
  // has neither, Roundcube shows its first text/plain.
  void choose() {
    enum class Show : std::uint8_t { kNothing, kHtml, kAll };
    std::vector<Show> shown(shown_.size(), Show::kNothing);  // by entity: what of it
    if (!shown.empty()) shown.front() = Show::kAll;
    for (int i = 0; i < entity_count(); ++i) {
      const Show what = shown[static_cast<std::size_t>(i)];
      if (what == Show::kNothing) continue;
      if (is_leaf(i)) {
        if ((what == Show::kAll || is_type(i, "text/html")) && is_content(*this, i)) show(i);
        continue;
      }
      const bool has_several = !tree().is_leaf(i) && tree().end(i + 1) < tree().end(i);
      const bool is_alternative = has_several && is_type(i, "multipart/alternative");
      int html = -1, plain = -1, multipart = -1;
      for (int child = i + 1; child < tree().end(i); child = tree().end(child)) {
        if (!is_alternative) {
          shown[static_cast<std::size_t>(child)] = what;
        } else if (!is_leaf(child)) {
          multipart = child;
        } else if (html < 0 && is_type(child, "text/html")) {
          html = child;
        } else if (plain < 0 && is_type(child, "text/plain")) {
          plain = child;
        }
      }
      const bool is_opened = multipart >= 0 && what == Show::kAll;
      if (is_opened) shown[static_cast<std::size_t>(multipart)] = Show::kHtml;
      const bool has_other = html >= 0 || (is_opened && has_html(*this, multipart, tree().end(multipart)));
      if (html >= 0) show(html);
      if (plain >= 0 && !has_other) show(plain);
    }
  }

  void add_labels(int entity) {
    const auto field_id = field(entity, "content-id");
    if (!field_id) return;
    std::string_view id = ascii::trimmed(*field_id);
    if (id.starts_with('<')) id.remove_prefix(1);
    if (id.ends_with('>')) id.remove_suffix(1);
    labels_.add("cid:" + std::string(id), entity);
    const auto location = field(entity, "content-location");
    if (!location || !walked().parameter(entity, "name")) return;
    const std::string_view base = ascii::trimmed(field(entity, "content-base").value_or(""));
    labels_.add(std::string(base).append(ascii::trimmed(*location)), entity);
  }

  // Roundcube drops zeros, so UTF-16 is readable for it unless the header names it so that it is converted.
  void enter_content() override {
    std::string buffer;
    const bool is_marked =
        starts_with_one_of(walked().content_start(entity(), 2, buffer), {"\xFF\xFE", "\xFE\xFF"});
    const std::string_view named = named_charset().name;
    const bool is_converted = named.starts_with("utf-") && (named == "utf-16" ? is_marked : named != "utf-8");
    if ((is_wide(*this, entity()) && is_converted) || has_odd_type(*this, entity())) hide(entity());
    std::string kept;
    if (is_type(entity(), "text/html") || last_type(entity()) == ByLastType::kMarkup)
      base_ = first_base(without_titles(text(), kept));
  }

  // What (src|background|href)=(["']?)([^"'\s>]+)(\2|\s|>) makes of an attribute of a document with a base.
  // Nothing if it does not match.
  std::optional<std::string> with_base(const Seen& seen, std::string_view written) {
    std::string_view before = written_before(*this, seen);
    before = before.substr(0, before.rfind('=') + 1);
    if (before.size() < 2 || ascii::is_blank(before[before.size() - 2])) return std::nullopt;
    const std::string_view run = written.substr(0, written.find_first_of("\"' \t\r\n>"));
    const char next = run.size() < written.size() ? written[run.size()] : ' ';
    if (run.empty() || next == '"' || next == '\'') return std::nullopt;
    const bool is_kept = has_lower_case_scheme(run) || run.starts_with("cid:");
    return is_kept ? std::string(run) : joined(base_, run);
  }

  std::string attribute_value(const Seen& seen) {
    const auto written = attribute_in_charset(*this, seen);
    const std::string source = written.value_or(std::string(seen.value));
    const bool is_joined = !base_.empty() && !seen.context.ends_with("@poster");
    const std::string value = (is_joined ? with_base(seen, source) : std::nullopt).value_or(source);
    return std::string(ascii::trimmed(written ? decoded_attribute(value) : value));
  }

  void open_loaded(std::string_view context, std::string_view value, Answer& answer) const {
    const auto parts = labels_.bearers(value);
    const bool is_body = context == "body@background";
    if (!parts.empty() && !is_body && context != "link@href") {
      answer.part = parts.back();
    } else if (is_loadable(value) && !(is_body && ascii::starts_with_ignoring_case(value, "ftp"))) {
      answer.url = value;  // which a person has to allow
    }
  }

  // A base breaks every url() of the document. A style element loads no parts, and nothing if it imports.
  void open_css(const Seen& seen, Answer& answer) {
    if (!base_.empty() || seen.context != "css:url") return;
    if (seen.in_style_attribute()) {
      if (!is_split(*this, seen)) open_loaded(seen.context, seen.value, answer);
      return;
    }
    std::string_view before = written_before(*this, seen);
    const std::size_t style = before.rfind("<style");
    if (style != before.npos) before.remove_prefix(style);
    if (style == before.npos && before.size() < seen.start()) note_beyond_window();
    if (!contains(before, "import") && is_plain_url(seen.value)) answer.url = seen.value;
  }

  // A reference in the text of what is HTML by its last type.
  void open_markup(const Seen& seen, Answer& answer) {
    const auto value = attribute_in_text(*this, seen);
    if (!value) return open_text(*this, seen, answer);
    const std::string decoded = decoded_attribute(*value);
    if (!is_in_image_tag(*this, seen)) {
      answer.url = cleaned_link(decoded);
      return;
    }
    answer.by = OpensBy::kLoad;
    open_loaded("img@src", decoded, answer);
  }

  void open(const Seen& seen, Answer& answer) override {
    if (seen.in_srcdoc) return;
    const ByLastType last = last_type(entity());
    if (last == ByLastType::kMarkup) return open_markup(seen, answer);
    if (last == ByLastType::kText) answer.by = OpensBy::kClick;
    if (seen.is_in_text() || last == ByLastType::kText) return open_text(*this, seen, answer);
    if (seen.is_css()) return open_css(seen, answer);
    std::string value = attribute_value(seen);
    if (seen.is_load()) {
      open_loaded(seen.context, value, answer);
    } else {
      answer.url = cleaned_link(std::move(value));
    }
  }

  const std::vector<ByLastType> last_types_ = by_last_type(*this);
  const ByLastType own_last_type_ = own_last_type();  // looked up once: each reference asks for it
  match::Labels labels_;
};

}  // namespace
}  // namespace roundcube

std::unique_ptr<Reader> make_roundcube(message::AnalysedMessage& message) {
  return std::make_unique<roundcube::Roundcube>(message);
}

}  // namespace mimebase::readers
