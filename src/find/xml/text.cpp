#include "find/xml/text.h"

#include <algorithm>

#include "ascii.h"
#include "find/html/names.h"
#include "find/xml/tokenizer.h"
#include "utf8.h"

namespace mimebase::find {
void XmlText::read_attribute(std::string_view raw) {
  start_text(static_cast<std::size_t>(raw.data() - content_.bytes.data()));
  is_attribute_ = true;
  const bool plain = std::all_of(raw.begin(), raw.end(), [](char c) {
    return ascii::is_ascii(c) && c != '&' && (c == ' ' || !is_xml_space(c));
  });
  if (plain) {
    text_ = raw;
  } else {
    append(raw, Kind::kAttribute);
  }
}

void XmlText::start_text(std::size_t content_offset) {
  buffer_.clear();
  text_ = {};
  map_.clear();
  origin_ = end_ = content_offset;
  is_attribute_ = has_characters_ = has_cdata_ = has_entities_ = false;
}

// What is put together of several pieces has no bytes of its own.
QuotingPath XmlText::quoting() const {
  if (has_entities_ || (has_cdata_ && has_characters_)) return Quoting::kOpaque;
  if (!is_attribute_) return has_cdata_ ? Quoting::kXmlCData : Quoting::kXmlText;
  return content_.bytes[origin_ - 1] == '"' ? Quoting::kXmlDouble : Quoting::kXmlSingle;
}

void XmlText::append_characters(std::string_view raw) {
  has_characters_ = true;
  append(raw, Kind::kCharacters);
}

void XmlText::append_cdata(std::string_view raw) {
  has_cdata_ = true;
  append(raw, Kind::kCData);
}

void XmlText::append(std::string_view raw, Kind kind) {
  const auto start = static_cast<std::size_t>(raw.data() - content_.bytes.data());
  if (start > end_) map_.replace({end_ - origin_, start - origin_}, {buffer_.size(), buffer_.size()});
  const auto is_special = [kind](char c) {
    if (c == '&') return kind != Kind::kCData;
    return !ascii::is_ascii(c) || c == '\r' || (kind == Kind::kAttribute && (c == '\n' || c == '\t'));
  };
  for (std::size_t i = 0; i < raw.size();) {
    if (!is_special(raw[i])) {
      buffer_ += raw[i++];
      continue;
    }
    const std::size_t made = buffer_.size();
    const std::size_t length = append_special(raw.substr(i), kind);
    if (raw.substr(i, length) != std::string_view(buffer_).substr(made)) {
      const std::size_t in = start - origin_ + i;
      map_.replace({in, in + length}, {made, buffer_.size()});
    }
    i += length;
  }
  end_ = start + raw.size();
  text_ = buffer_;
}

// Appends what the bytes at the front of `raw` stand for, and gives how many they are.
std::size_t XmlText::append_special(std::string_view raw, Kind kind) {
  if (raw.front() == '&') {
    const XmlReference reference = xml_reference(raw);
    const XmlPlace place = kind == Kind::kAttribute ? XmlPlace::kAttribute : XmlPlace::kText;
    if (reference.name.empty()) {
      utf8::append(reference.code_point, buffer_);
    } else {
      has_entities_ = true;
      entities_.append(raw.substr(0, reference.length), place, buffer_);
    }
    return reference.length;
  }
  if (is_xml_space(raw.front())) {
    buffer_ += kind == Kind::kAttribute ? ' ' : '\n';
    return raw.starts_with("\r\n") ? 2 : 1;
  }
  const auto run_end = std::find_if(raw.begin(), raw.end(), [](char c) { return ascii::is_ascii(c); });
  const auto length = static_cast<std::size_t>(run_end - raw.begin());
  content_.charset.append_utf8(raw.substr(0, length), buffer_);
  return length;
}

Span XmlText::trimmed(Span span) const {
  while (span.start < span.end && is_html_space(text_[span.start])) ++span.start;
  while (span.start < span.end && is_html_space(text_[span.end - 1])) --span.end;
  return span;
}

Span XmlText::in_content(Span span) const {
  const Span raw = map_.identity() ? span : map_.to_input(span);
  return {origin_ + raw.start, origin_ + raw.end};
}

}  // namespace mimebase::find
