#include "find/xml/text.h"

#include <algorithm>

#include "find/html/text_collapser.h"
#include "find/xml/names.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::find {

void XmlText::read_attribute(std::string_view raw) {
  start_text(static_cast<std::size_t>(raw.data() - content_.bytes.data()));
  const bool plain = std::all_of(raw.begin(), raw.end(), [](char c) {
    return ascii::is_ascii(c) && c != '&' && (c == ' ' || !is_xml_space(c));
  });
  if (plain) {
    text = raw;
  } else {
    append(raw, Kind::kAttribute);
  }
  if (!has_entities_) quoting = raw.data()[-1] == '"' ? Quoting::kXmlDouble : Quoting::kXmlSingle;
}

void XmlText::start_text(std::size_t content_offset) {
  buffer.clear();
  text = {};
  map.clear();
  quoting = Quoting::kXmlText;
  origin = end_ = content_offset;
  has_characters_ = has_cdata_ = has_entities_ = false;
}

void XmlText::append(std::string_view raw, Kind kind) {
  has_characters_ = has_characters_ || kind == Kind::kCharacters;
  has_cdata_ = has_cdata_ || kind == Kind::kCData;
  const auto start = static_cast<std::size_t>(raw.data() - content_.bytes.data());
  if (start > end_) map.replace({end_ - origin, start - origin}, {buffer.size(), buffer.size()});
  const auto is_special = [kind](char c) {
    if (c == '&') return kind != Kind::kCData;
    return !ascii::is_ascii(c) || c == '\r' || (kind == Kind::kAttribute && (c == '\n' || c == '\t'));
  };
  for (std::size_t i = 0; i < raw.size();) {
    if (!is_special(raw[i])) {
      buffer += raw[i++];
      continue;
    }
    const std::size_t made = buffer.size();
    const std::size_t length = append_special(raw.substr(i), kind);
    if (raw.substr(i, length) != std::string_view(buffer).substr(made)) {
      const std::size_t in = start - origin + i;
      map.replace({in, in + length}, {made, buffer.size()});
    }
    i += length;
  }
  end_ = start + raw.size();
  text = buffer;
  // Text that mixes pieces of different kinds cannot be rewritten as one quoted string.
  const bool is_opaque = has_entities_ || (has_cdata_ && has_characters_);
  quoting = is_opaque ? Quoting::kOpaque : has_cdata_ ? Quoting::kXmlCData : Quoting::kXmlText;
}

// Appends the decoded form of the bytes at the start of `raw`, and returns how many were read.
std::size_t XmlText::append_special(std::string_view raw, Kind kind) {
  if (raw.front() == '&') {
    const XmlReference reference = xml_reference(raw);
    const XmlPlace place = kind == Kind::kAttribute ? XmlPlace::kAttribute : XmlPlace::kText;
    if (reference.name.empty()) {
      utf8::append(reference.code_point, buffer);
    } else {
      has_entities_ = true;
      entities_.append(raw.substr(0, reference.length), place, buffer);
    }
    return reference.length;
  }
  if (is_xml_space(raw.front())) {
    buffer += kind == Kind::kAttribute ? ' ' : '\n';
    return raw.starts_with("\r\n") ? 2 : 1;
  }
  const auto run_end = std::find_if(raw.begin(), raw.end(), [](char c) { return ascii::is_ascii(c); });
  const auto length = static_cast<std::size_t>(run_end - raw.begin());
  content_.charset.append_utf8(raw.substr(0, length), buffer);
  return length;
}

void read_xml_link_text(XmlTokenizer ahead, XmlText& piece, std::string& text) {
  Collapser collapser(text);
  XmlToken token;
  for (std::size_t depth = 0; !collapser.full() && ahead.next(token);) {
    const bool is_start = token.kind == XmlTokenKind::kStartTag;
    if (is_start || token.kind == XmlTokenKind::kEndTag) {
      const HtmlElement element = html_element(split_xml_name(token.name).local);
      if (is_start ? element == HtmlElement::kA : depth == 0) break;
      if (separates_words(element)) collapser.space();
      if (!is_start) --depth;
      if (is_start && !token.self_closing) ++depth;
    } else if (token.kind == XmlTokenKind::kText || token.kind == XmlTokenKind::kCData) {
      piece.start_text(0);
      piece.append(token);
      collapser.append(piece.text);
    }
  }
}

}  // namespace mimebase::find
