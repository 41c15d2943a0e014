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
    {"http://schemas.microsoft.com/office/word/2003/wordml", Ns::kWord},
    {"urn:schemas-microsoft-com:office:spreadsheet", Ns::kSheet2003},
    {"urn:schemas-microsoft-com:office:excel", Ns::kExcel2003},
    {"http://schemas.microsoft.com/xps/2005/06", Ns::kFixedPage},
    {"http://schemas.openxps.org/oxps/v1.0", Ns::kFixedPage},
    {"http://schemas.microsoft.com/office/visio/2012/main", Ns::kVisio},
    {"http://schemas.microsoft.com/visio/2003/core", Ns::kVisio},
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
    {"http://ns.adobe.com/xap/1.0/", Ns::kXmpBasic},
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

PartText read_part(std::string_view bytes, std::string_view media_type, std::string& buffer, Reading& reading,
                   find::Sink& sink) {
  std::string label(charset::marked_charset(bytes));
  if (label.empty()) label = charset::declared_charset(bytes, media_type);
  const charset::Label read = charset::read_label(label);
  if (!charset::needs_conversion(read, bytes)) return {bytes, charset::Charset::for_content(read, bytes)};
  const auto affordable = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), reading.bytes_left));
  buffer.clear();
  if (reading.charge_bytes(bytes.size(), sink) || affordable > 0)
    charset::Charset(read).append_utf8(bytes.substr(0, affordable), buffer);
  return {buffer, charset::Charset("utf-8")};
}

XmlPart::XmlPart(std::string_view bytes, Reading& reading, find::Sink& sink)
    : text_(read_part(bytes, "application/xml", buffer_, reading, sink)),
      reading_(reading),
      sink_(sink),
      content_{without_start(text_.bytes), text_.charset, reading.limits},
      entities_(text_.charset, reading.limits),
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
  if (read_token()) return true;
  is_malformed_ = is_malformed_ || !open_.empty();
  if (entities_.limit_hit()) sink_.limit_hit(find::FindLimit::kXmlEntities);
  return false;
}

// Reads tokens up to the next event.
bool XmlPart::read_token() {
  while (tokenizer_.next(token_)) {
    switch (token_.kind) {
      case XmlTokenKind::kStartTag:
        return start_tag();
      case XmlTokenKind::kEndTag:
        return end_tag();
      case XmlTokenKind::kText:
      case XmlTokenKind::kCData:
        event_ = Event::kText;
        return true;
      case XmlTokenKind::kDoctype:
        if (entities_.declare(token_.data)) break;
        [[fallthrough]];
      case XmlTokenKind::kMalformed:
        is_malformed_ = true;
        return false;
      case XmlTokenKind::kComment:
      case XmlTokenKind::kInstruction:
        break;
    }
  }
  return false;
}

bool XmlPart::start_tag() {
  if (open_.size() >= reading_.limits.xml_depth) {
    sink_.limit_hit(find::FindLimit::kXmlDepth);
    open_.clear();
    return false;
  }
  const auto [prefix, local] = split_name(token_.name);
  element_ = {Ns::kOther, local, token_.name, undo_.size()};
  for (const find::XmlAttribute& attribute : token_.attributes) {
    if (!attribute.name.starts_with("xmlns")) continue;
    const SplitName name = split_name(attribute.name);
    const bool is_default = attribute.name == "xmlns";
    if (!is_default && name.prefix != "xmlns") continue;
    if (!admits(attribute.value, find::XmlPlace::kAttribute)) continue;
    if (undo_.size() >= reading_.limits.document_objects) {
      sink_.limit_hit(find::FindLimit::kDocumentObjects);
      break;
    }
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
  if (open_.empty() || open_.back().name != token_.name) {
    is_malformed_ = true;
    return false;
  }
  event_ = Event::kEnd;
  is_leaving_ = true;
  return true;
}

// Leaves the element whose end was the last event.
void XmlPart::close() {
  is_leaving_ = false;
  for (const std::size_t mark = open_.back().undo_mark; undo_.size() > mark; undo_.pop_back()) {
    const auto& [prefix, outer] = undo_.back();
    if (outer) {
      bindings_[prefix] = *outer;
    } else {
      bindings_.erase(prefix);
    }
    last_ns_.reset();
  }
  open_.pop_back();
  element_ = open_.empty() ? Element() : open_.back();
}

void XmlPart::bind(std::string_view prefix, Ns ns) {
  const auto [bound, is_new] = bindings_.try_emplace(prefix, ns);
  undo_.emplace_back(prefix, is_new ? std::nullopt : std::optional(bound->second));
  bound->second = ns;
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
    if (attribute.value.size() > reading_.limits.attribute_bytes) {
      sink_.limit_hit(find::FindLimit::kAttribute);
      return std::nullopt;
    }
    if (!admits(attribute.value, find::XmlPlace::kAttribute)) return std::nullopt;
    value_.read_attribute(attribute.value);
    return std::string(value_.text);
  }
  return std::nullopt;
}

// Whether all references can be replaced. A limit is reported at the end.
bool XmlPart::admits(std::string_view raw, find::XmlPlace place) {
  const bool is_admitted = entities_.admit(raw, place);
  is_malformed_ = is_malformed_ || (!is_admitted && !entities_.limit_hit());
  return is_admitted;
}

std::string_view XmlPart::text() {
  if (token_.data.size() > reading_.limits.attribute_bytes) {
    sink_.limit_hit(find::FindLimit::kAttribute);
    return {};
  }
  if (token_.kind != XmlTokenKind::kCData && !admits(token_.data, find::XmlPlace::kText)) return {};
  value_.start_text(static_cast<std::size_t>(token_.data.data() - content_.bytes.data()));
  value_.append(token_);
  return value_.text;
}

void XmlPart::append_text(std::string& out) {
  const std::string_view more = text();
  if (out.size() + more.size() > reading_.limits.attribute_bytes)
    return sink_.limit_hit(find::FindLimit::kAttribute);
  out += more;
}

}  // namespace mimebase::documents
