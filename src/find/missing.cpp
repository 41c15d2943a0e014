#include "find/missing.h"

namespace mimebase::find {

std::string what_is_beyond(FindLimit limit, const Limits& limits) {
  switch (limit) {
    case FindLimit::kAttribute:
      return "an attribute is longer than " + std::to_string(limits.attribute_bytes) +
             " bytes: it is not searched";
    case FindLimit::kCssDepth:
      return "blocks and functions of CSS are nested deeper than " + std::to_string(limits.css_depth) +
             " levels: the inside is not searched";
    case FindLimit::kSrcdoc:
      return "documents in srcdoc and data: URLs are nested deeper than " +
             std::to_string(limits.srcdoc_levels) + " levels, or too long in total: the rest is not searched";
    case FindLimit::kXmlDepth:
      return "elements are nested deeper than " + std::to_string(limits.xml_depth) +
             " levels: the rest is read as HTML";
    case FindLimit::kXmlEntities:
      return "entities expand to more than " + std::to_string(limits.xml_entity_bytes) +
             " bytes, or are nested deeper than " + std::to_string(limits.xml_entity_levels) +
             " levels: not all are expanded";
    case FindLimit::kXmlBases:
      return "its bases by xml:base, or by terms of JSON-LD, are longer than " +
             std::to_string(limits.xml_base_bytes) +
             " bytes in total: the rest is read as HTML, or without them";
    case FindLimit::kStyles:
      return "styles have more than " + std::to_string(limits.style_rules) +
             " rules, or elements are nested so deeply, or get so much text from them, that it would take "
             "more than " +
             std::to_string(limits.html_steps) +
             " steps per byte: hidden references may not be marked as such, and not all of that text is "
             "compared";
    case FindLimit::kNames:
      return "a name of an element, attribute or property is longer than " +
             std::to_string(limits.name_bytes) +
             " bytes and is cut off in contexts: raise the limit names to see all of it";
    case FindLimit::kDocumentBytes:
      return "documents of more than " + std::to_string(limits.document_bytes) +
             " bytes after decompression: the rest is not searched";
    case FindLimit::kDocumentObjects:
      return "a document with more than " + std::to_string(limits.document_objects) +
             " objects: the rest is not searched";
    case FindLimit::kDocumentDepth:
      return "documents are nested deeper than " + std::to_string(limits.document_depth) +
             " levels: the inside is not searched";
    case FindLimit::kDocumentSteps:
      return "a document takes more than " + std::to_string(limits.document_steps) +
             " steps: the rest is not searched";
    case FindLimit::kDocumentLabels:
      return "the texts under the links of a document take more than half of " +
             std::to_string(limits.document_steps) + " steps: not all of them are shown";
    case FindLimit::kMemory:
      return "a document takes more memory than there is (see --limits memory): the rest is not searched";
    case FindLimit::kNesting:
      break;
  }
  return "elements are nested too deeply to distinguish SVG and MathML from HTML everywhere within " +
         std::to_string(limits.html_steps) + " steps per byte";
}

std::string long_url_sentence(const Limits& limits) {
  return "a URL is longer than " + std::to_string(limits.url_bytes) + " bytes: it is skipped";
}

std::string too_many_sentence(const Limits& limits) {
  return "more than " + std::to_string(limits.references) + " references: the rest is skipped";
}

}  // namespace mimebase::find
