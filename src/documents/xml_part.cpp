#include "documents/xml_part.h"

#include <algorithm>
#include <iterator>

#include "charset/label.h"
#include "charset/readable.h"
#include "text/utf8.h"

namespace mimebase::documents {
namespace {

using find::XmlTokenKind;

struct KnownNamespace {
  std::string_view uri;
  Ns ns;
};
constexpr KnownNamespace kNamespaces[] = {
    {"", Ns::kNone},
    {"http://schemas.openxmlformats.org/package/2006/content-types", Ns::kContentTypes},
    {"http://schemas.openxmlformats.org/package/2006/relationships", Ns::kRelationships},
    {"http://schemas.openxmlformats.org/officeDocument/2006/relationships", Ns::kReference},
    {"http://purl.oclc.org/ooxml/officeDocument/relationships", Ns::kReference},
    {"http://schemas.openxmlformats.org/officeDocument/2006/extended-properties", Ns::kProperties},
    {"http://purl.oclc.org/ooxml/officeDocument/extendedProperties", Ns::kProperties},
    {"http://schemas.openxmlformats.org/wordprocessingml/2006/main", Ns::kWord},
    {"http://purl.oclc.org/ooxml/wordprocessingml/main", Ns::kWord},
    {"http://schemas.openxmlformats.org/spreadsheetml/2006/main", Ns::kSheet},
    {"http://purl.oclc.org/ooxml/spreadsheetml/main", Ns::kSheet},
    {"http://schemas.openxmlformats.org/drawingml/2006/main", Ns::kDrawing},
    {"http://purl.oclc.org/ooxml/drawingml/main", Ns::kDrawing},
    {"urn:schemas-microsoft-com:vml", Ns::kVml},
    {"urn:schemas-microsoft-com:office:office", Ns::kVmlOffice},
    {"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0", Ns::kOdfManifest},
    {"urn:oasis:names:tc:opendocument:xmlns:office:1.0", Ns::kOdfOffice},
    {"urn:oasis:names:tc:opendocument:xmlns:table:1.0", Ns::kOdfTable},
    {"urn:oasis:names:tc:opendocument:xmlns:text:1.0", Ns::kOdfText},
    {"urn:oasis:names:tc:opendocument:xmlns:container", Ns::kContainer},
    {"http://www.idpf.org/2007/opf", Ns::kOpf},
    {"http://openebook.org/namespaces/oeb-package/1.0/", Ns::kOpf},
    {"http://www.w3.org/2001/04/xmlenc#", Ns::kXmlEncryption},
};

Ns namespace_with_uri(std::string_view uri) {
  const auto* known = std::ranges::find(kNamespaces, uri, &KnownNamespace::uri);
  return known != std::end(kNamespaces) ? known->ns : Ns::kOther;
}

struct SplitName {
  std::string_view prefix, local;
};
SplitName split_name(std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == name.npos) return {{}, name};
  return {name.substr(0, colon), name.substr(colon + 1)};
}

// Without a byte order mark and white space before the XML declaration.
std::string_view without_start(std::string_view bytes) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (bytes.starts_with(kMark)) bytes.remove_prefix(kMark.size());
  bytes.remove_prefix(find::xml_space_at(bytes));
  return bytes;
}

}  // namespace

PartText read_part(std::string_view bytes, std::string_view media_type, std::string& buffer,
                   find::Sink& sink) {
  // A conversion takes up to twelve times the memory.
  constexpr std::size_t kMostConverted = std::size_t{16} << 20;
  std::string label(charset::marked_charset(bytes));
  if (label.empty()) label = charset::declared_charset(bytes, media_type);
  const charset::Label read = charset::read_label(label);
  if (!charset::needs_conversion(read, bytes)) return {bytes, charset::Charset::for_content(read, bytes)};
  if (bytes.size() > kMostConverted) sink.limit_hit(find::FindLimit::kDocumentBytes);
  buffer.clear();
  charset::Charset(read).append_utf8(bytes.substr(0, kMostConverted), buffer);
  return {buffer, charset::Charset("utf-8")};
}

XmlPart::XmlPart(std::string_view bytes, const Limits& limits, find::Sink& sink)
    : text_(read_part(bytes, "application/xml", buffer_, sink)),
      limits_(limits),
      sink_(sink),
      content_{without_start(text_.bytes), text_.charset, limits},
      entities_(text_.charset, limits),
      tokenizer_(content_.bytes),
      value_(content_, entities_) {}

bool XmlPart::next() {
  if (is_leaving_) close();
  if (is_pending_end_) {
    is_pending_end_ = false;
    is_leaving_ = true;
    event_ = Event::kEnd;
    return true;
  }
  while (!is_malformed_ && tokenizer_.next(token_)) {
    switch (token_.kind) {
      case XmlTokenKind::kStartTag:
        is_malformed_ = !start_tag();
        return !is_malformed_;
      case XmlTokenKind::kEndTag:
        is_malformed_ = !end_tag();
        return !is_malformed_;
      case XmlTokenKind::kText:
      case XmlTokenKind::kCData:
        event_ = Event::kText;
        return true;
      case XmlTokenKind::kDoctype:
        is_malformed_ = !entities_.declare(token_.data);
        break;
      case XmlTokenKind::kMalformed:
        is_malformed_ = true;
        break;
      case XmlTokenKind::kComment:
      case XmlTokenKind::kInstruction:
        break;
    }
  }
  is_malformed_ = is_malformed_ || !open_.empty();
  if (entities_.limit_hit()) sink_.limit_hit(find::FindLimit::kXmlEntities);
  return false;
}

bool XmlPart::start_tag() {
  if (open_.size() >= limits_.xml_depth) {
    sink_.limit_hit(find::FindLimit::kXmlDepth);
    return false;
  }
  const auto [prefix, local] = split_name(token_.name);
  element_ = {Ns::kOther, local, token_.name, undo_.size()};
  for (const find::XmlAttribute& attribute : token_.attributes) {
    if (!attribute.name.starts_with("xmlns")) continue;
    const SplitName name = split_name(attribute.name);
    const bool is_default = attribute.name == "xmlns";
    if (!is_default && name.prefix != "xmlns") continue;
    if (!entities_.admit(attribute.value, find::XmlPlace::kAttribute)) continue;
    value_.read_attribute(attribute.value);
    bind(is_default ? std::string_view() : name.local, namespace_with_uri(value_.text));
  }
  element_.ns = namespace_of(prefix);
  open_.push_back(element_);
  event_ = Event::kStart;
  is_pending_end_ = token_.self_closing;
  return true;
}

bool XmlPart::end_tag() {
  if (open_.empty() || open_.back().name != token_.name) return false;
  event_ = Event::kEnd;
  is_leaving_ = true;
  return true;
}

// Leaves the element whose end was the last event.
void XmlPart::close() {
  is_leaving_ = false;
  for (const std::size_t mark = open_.back().undo_mark; undo_.size() > mark; undo_.pop_back()) {
    bindings_[undo_.back().first] = undo_.back().second;
    last_ns_.reset();
  }
  open_.pop_back();
  element_ = open_.empty() ? Element() : open_.back();
}

void XmlPart::bind(std::string_view prefix, Ns ns) {
  Ns& bound = bindings_.try_emplace(prefix, prefix.empty() ? Ns::kNone : Ns::kOther).first->second;
  undo_.emplace_back(prefix, bound);
  bound = ns;
  last_ns_.reset();
}

Ns XmlPart::namespace_of(std::string_view prefix) {
  if (last_ns_ && prefix == last_prefix_) return *last_ns_;
  const auto bound = bindings_.find(prefix);
  last_prefix_ = prefix;
  last_ns_ = bound != bindings_.end() ? bound->second : prefix.empty() ? Ns::kNone : Ns::kOther;
  return *last_ns_;
}

std::optional<std::string> XmlPart::attribute(Ns ns, std::string_view local) {
  for (const find::XmlAttribute& attribute : token_.attributes) {
    if (!attribute.name.ends_with(local)) continue;
    const SplitName name = split_name(attribute.name);
    const Ns its_ns = name.prefix.empty() ? Ns::kNone : namespace_of(name.prefix);
    if (name.local != local || its_ns != ns) continue;
    if (attribute.value.size() > limits_.attribute_bytes) {
      sink_.limit_hit(find::FindLimit::kAttribute);
      return std::nullopt;
    }
    if (!entities_.admit(attribute.value, find::XmlPlace::kAttribute)) return std::nullopt;
    value_.read_attribute(attribute.value);
    return std::string(value_.text);
  }
  return std::nullopt;
}

void XmlPart::append_text(std::string& out, std::size_t most) {
  if (token_.data.size() > limits_.attribute_bytes) return sink_.limit_hit(find::FindLimit::kAttribute);
  const bool is_cdata = token_.kind == XmlTokenKind::kCData;
  if (out.size() >= most) return;
  if (!is_cdata && !entities_.admit(token_.data, find::XmlPlace::kText)) return;
  value_.start_text(static_cast<std::size_t>(token_.data.data() - content_.bytes.data()));
  value_.append(token_);
  out.append(utf8::prefix(value_.text, most - out.size()));
}

}  // namespace mimebase::documents
