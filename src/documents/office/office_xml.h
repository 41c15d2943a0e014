// Documents of Office that are one XML file: Word 2003 and Excel 2003 XML, Visio 2003 XML, the flat form of
// Office Open XML (Flat OPC), and flat OpenDocument.
#pragma once

#include <memory>
#include <string_view>

#include "documents/document.h"

namespace mimebase::documents {

enum class OfficeXml {
  kNone,
  kVocabulary,  // the XML of Word, Excel or Visio 2003
  kPackage,     // a package of Office Open XML, whose parts are elements
  kOdf,
};

// The kind of an XML file, by its root element, which is among the first bytes.
[[nodiscard]] OfficeXml office_xml_kind(std::string_view start);

}  // namespace mimebase::documents
