#include "find/quoting.h"

#include <algorithm>

#include "find/css/token.h"
#include "find/html/text.h"
#include "find/json/finder.h"
#include "find/xml/tokenizer.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"
#include "walk/field_text.h"
#include "walk/parameters.h"

namespace mimebase::find {
namespace {

// Decodes character references. xml_reference() gives a code point for XML's own five names; no other
// name gets here.
std::string read_xml(std::string_view value, bool is_attribute) {
  std::string out;
  for (std::size_t i = 0; i < value.size();) {
    const XmlReference reference = value[i] == '&' ? xml_reference(value.substr(i)) : XmlReference();
    if (reference.length > 0) {
      utf8::append(reference.code_point, out);
      i += reference.length;
    } else if (value[i] == '\r') {
      out += is_attribute ? ' ' : '\n';
      i += value.substr(i).starts_with("\r\n") ? 2 : 1;
    } else {
      out += is_attribute && is_xml_space(value[i]) ? ' ' : value[i];
      ++i;
    }
  }
  return out;
}

std::string read_html(std::string_view value, HtmlTextKind kind) {
  std::string out;
  append_html_text(value, charset::Charset(), kind, out);
  return out;
}

std::string read_css(std::string_view value) {
  std::string out;
  append_css_text(value, charset::Charset(), out);
  return out;
}

// RFC 3676 section 4: removes " CRLF" with the quote marks and the stuffed space after it.
std::string read_flowed(std::string_view value) {
  std::string out;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const std::string_view rest = value.substr(i);
    if (!rest.starts_with(" \n") && !rest.starts_with(" \r\n")) {
      out += value[i];
      continue;
    }
    i = value.find('\n', i);
    while (i + 1 < value.size() && value[i + 1] == '>') ++i;
    if (i + 1 < value.size() && value[i + 1] == ' ') ++i;
  }
  return out;
}

std::string read_content_line(std::string_view value, bool is_escaped) {
  std::string out;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const std::size_t line_break = value.substr(i).starts_with("\r\n") ? 2 : value[i] == '\n' ? 1 : 0;
    if (line_break > 0 && i + line_break < value.size() &&
        (value[i + line_break] == ' ' || value[i + line_break] == '\t')) {
      i += line_break;
    } else if (is_escaped && value[i] == '\\' && i + 1 < value.size() && contains(",;:\\", value[i + 1])) {
      out += value[++i];
    } else {
      out += value[i];
    }
  }
  return out;
}

// Removes line breaks with the white space around them.
std::string read_folded(std::string_view value) {
  std::string out;
  for (std::size_t i = 0; i < value.size();) {
    const std::size_t run = std::min(value.find_first_not_of(ascii::kWhiteSpace, i), value.size()) - i;
    if (value.substr(i, run).find('\n') == std::string_view::npos) out += value.substr(i, run);
    i += run;
    if (i < value.size()) out += value[i++];
  }
  return out;
}

// RFC 2017 section 3.1: white space breaks a long URL into pieces.
std::string read_parameter(std::string_view start, std::string_view value, std::string_view end) {
  const auto parameter = walk::read_parameter(std::string(start).append(value).append(end), "x");
  return parameter ? without_bytes(parameter->value, ascii::kCWhiteSpace) : std::string();
}

std::string read_q_word(std::string_view value) {
  const std::string word = std::string("=?utf-8?Q?").append(value).append("?=");
  std::string read = walk::DecodedRun(word, walk::text_run_at(word, 0)).bytes;
  if (value.ends_with('=')) read += '=';  // followed by something that is no escape, so it is no line break
  return read;
}

std::string read_one(Quoting quoting, std::string_view value) {
  switch (quoting) {
    case Quoting::kHtmlDouble:
    case Quoting::kHtmlSingle:
    case Quoting::kHtmlBare:
      return read_html(value, HtmlTextKind::kAttribute);
    case Quoting::kHtmlText:
      return read_html(value, HtmlTextKind::kData);
    case Quoting::kXmlDouble:
    case Quoting::kXmlSingle:
      return read_xml(value, true);
    case Quoting::kXmlText:
      return read_xml(value, false);
    case Quoting::kCssDouble:
    case Quoting::kCssSingle:
    case Quoting::kCssUrl:
      return read_css(value);
    case Quoting::kFolded:
      return read_folded(value);
    case Quoting::kSpaced:
      return without_bytes(value, ascii::kWhiteSpace);
    case Quoting::kDelimited:
      return without_bytes(value, " \t\r\n>");  // another ">" would end the URL
    case Quoting::kFlowed:
      return read_flowed(value);
    case Quoting::kFoldedLine:
      return read_content_line(value, false);
    case Quoting::kEscapedLine:
      return read_content_line(value, true);
    case Quoting::kEncodedWords:
      return walk::decode_field(value);
    case Quoting::kQWord:
      return read_q_word(value);
    case Quoting::kParameter:
      return read_parameter(";x=\"", value, "\"");
    case Quoting::kExtended:
      return read_parameter(";x*=", value, "");
    case Quoting::kJson:
      return read_json_string(value, charset::Charset());
    case Quoting::kXmlCData:
    case Quoting::kOpaque:
      break;
  }
  return std::string(value);
}

}  // namespace

void QuotingPath::wrap(Quoting outer) {
  is_opaque_ = is_opaque_ || outer == Quoting::kOpaque || size_ == kMaxLevels;
  if (!is_opaque_) levels_[size_++] = outer;
}

void QuotingPath::wrap(const QuotingPath& outer) {
  if (outer.is_opaque_) wrap(Quoting::kOpaque);
  for (int level = 0; level < outer.size_; ++level) wrap(outer.at(level));
}

Quoting html_quoting(std::string_view value, const char* before) {
  const char last = value.data() > before ? value.data()[-1] : '\0';
  if (last == '"' || last == '\'') return last == '"' ? Quoting::kHtmlDouble : Quoting::kHtmlSingle;
  // Without a value (`<a href>`), what is written would become a part of the name.
  const bool has_value = !value.empty() || last == '=' || ascii::is_html_space(last);
  return has_value ? Quoting::kHtmlBare : Quoting::kOpaque;
}

Quoting css_quoting(std::string_view value, const char* before) {
  const char* at = value.data();
  while (at > before && contains(ascii::kWhiteSpace, at[-1])) --at;
  const char quote = at > before ? at[-1] : '\0';
  return quote == '"' ? Quoting::kCssDouble : quote == '\'' ? Quoting::kCssSingle : Quoting::kCssUrl;
}

std::optional<std::string> read_quoted(const QuotingPath& path, std::string_view written) {
  if (path.is_opaque()) return std::nullopt;
  std::string value(written);
  for (int level = path.size() - 1; level >= 0; --level) value = read_one(path.at(level), value);
  return value;
}

}  // namespace mimebase::find
