// XML: tokens and spans of every input, and the attributes and bases of documents that libxml2 finds
// well-formed.
#include "find/xml/finder.h"

#include <libxml/parser.h>
#include <libxml/tree.h>

#include <memory>
#include <string>
#include <vector>

#include "check.h"
#include "find/html/names.h"
#include "find/xml/tokenizer.h"
#include "text/strings.h"

namespace mimebase::fuzz {
namespace {

using namespace find;

void check_tokens(std::string_view xml) {
  XmlTokenizer tokenizer(xml);
  XmlToken token;
  std::size_t at = 0;
  while (tokenizer.next(token)) {
    FUZZ_REQUIRE(token.bytes.data() == xml.data() + at && !token.bytes.empty(), "a gap at {}", at);
    at += token.bytes.size();
  }
  FUZZ_REQUIRE(at == xml.size(), "the tokens end at {} of {}", at, xml.size());
}

class XmlSink : public CheckedSink {
 public:
  using CheckedSink::CheckedSink;

  // "local@name value | outermost base | ... | innermost base"
  std::vector<std::string> rows;
  std::vector<std::pair<ScopeId, std::string>> scopes;

  ScopeId open_scope(ScopeId parent, const Declaration& declaration) override {
    scopes.emplace_back(parent, declaration.reference);
    return CheckedSink::open_scope(parent, declaration);
  }

 private:
  void check(const Found& found, std::string_view /*raw*/) override {
    std::string bases;
    for (ScopeId scope = found.scope; scope != kDocument;) {
      const auto& [parent, reference] = scopes[static_cast<std::size_t>(scope - 1)];
      bases.insert(0, " | " + reference);
      scope = parent;
    }
    rows.push_back(std::string(found.context) + " " + std::string(found.reference) + bases);
  }
};

std::string_view as_view(const xmlChar* text) {
  return text != nullptr ? reinterpret_cast<const char*>(text) : std::string_view();
}

// libxml2's view of a document. Only items that XmlSink reports in the same way are stored: href, src,
// XLink's href and xml:base.
class Judge {
 public:
  explicit Judge(const std::string& xml) {
    xmlSetStructuredErrorFunc(this, [](void* judge, auto error) {
      if (error->domain == XML_FROM_NAMESPACE) static_cast<Judge*>(judge)->namespaces_well_formed_ = false;
    });
    const std::unique_ptr<xmlParserCtxt, decltype(&xmlFreeParserCtxt)> context(xmlNewParserCtxt(),
                                                                               &xmlFreeParserCtxt);
    const std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> document(
        xmlCtxtReadMemory(context.get(), xml.data(), static_cast<int>(xml.size()), nullptr, "UTF-8",
                          XML_PARSE_NONET | XML_PARSE_NOENT),
        &xmlFreeDoc);
    xmlSetStructuredErrorFunc(nullptr, nullptr);
    well_formed_ = context->wellFormed != 0;
    if (document != nullptr) element(xmlDocGetRootElement(document.get()), "");
  }

  [[nodiscard]] bool well_formed() const { return well_formed_ && namespaces_well_formed_; }
  std::vector<std::string> rows;

 private:
  static std::string trimmed(std::string_view text) { return std::string(ascii::trim_html_space(text)); }
  static bool is(const xmlAttr* attribute, const xmlChar* ns, std::string_view name) {
    const std::string_view found =
        attribute->ns != nullptr ? as_view(attribute->ns->href) : std::string_view();
    return as_view(attribute->name) == name && found == as_view(ns);
  }
  static std::string value(const xmlAttr* attribute) {
    std::string text;
    for (const xmlNode* child = attribute->children; child != nullptr; child = child->next) {
      text += as_view(child->content);
    }
    return text;
  }
  void element(const xmlNode* node, const std::string& outer) {
    if (node == nullptr || node->type != XML_ELEMENT_NODE) return;
    std::string own;
    for (const xmlAttr* a = node->properties; a != nullptr; a = a->next) {
      if (is(a, XML_XML_NAMESPACE, "base")) own = trimmed(value(a));
    }
    const std::string bases = own.empty() ? outer : outer + " | " + own;
    for (const xmlAttr* a = node->properties; a != nullptr; a = a->next) {
      const bool base = is(a, XML_XML_NAMESPACE, "base");
      if (!base && !is(a, BAD_CAST "", "href") && !is(a, BAD_CAST "", "src") &&
          !is(a, BAD_CAST "http://www.w3.org/1999/xlink", "href")) {
        continue;
      }
      constexpr std::size_t kShownNameBytes = 64;  // contexts have no longer names
      std::string row(as_view(node->name).substr(0, kShownNameBytes));
      row += '@';
      if (a->ns != nullptr) row += std::string(as_view(a->ns->prefix)) + ":";
      row += as_view(a->name);
      rows.push_back(row + " " + trimmed(value(a)) + (base ? outer : bases));
    }
    for (const xmlNode* child = node->children; child != nullptr; child = child->next) element(child, bases);
  }

  bool well_formed_ = false;
  bool namespaces_well_formed_ = true;
};

// False for vocabularies with rows that libxml2 does not know, for document types, whose entities it reads
// differently, and for NULs, at which it stops.
bool is_comparable(std::string_view xml) {
  if (xml.find('\0') != xml.npos) return false;
  if (xml.size() > 4000 || !charset::is_utf8(std::string(xml) + ".")) return false;
  for (const std::string_view word :
       {"w3.org", "purl.org", "yahoo", "ENCODING", "encoding", "<!DOCTYPE", "xml-stylesheet", "<svg", "<html",
        "<rss", "<rdf", "<RDF", "<feed", "<?xml"}) {
    if (xml.find(word) != xml.npos) return false;
  }
  return true;
}

void compare_with_libxml2(const std::string& xml) {
  // In XML an instruction; in HTML a comment followed by a reference.
  const std::string with_sentinel = "<?xml version='1.0'?>" + xml + "<?p ><a href=SENTINEL>?>";
  Judge judge(with_sentinel);
  if (!judge.well_formed()) return;
  XmlSink found(with_sentinel);
  static const charset::Charset utf8("utf-8");
  find_in_xml({with_sentinel, utf8}, found);
  FUZZ_REQUIRE(found.rows == judge.rows, "rows:\n{}\nlibxml2:\n{}",
               escape_for_terminal(fmt::format("{}", fmt::join(found.rows, "\n"))),
               escape_for_terminal(fmt::format("{}", fmt::join(judge.rows, "\n"))));
}

}  // namespace
}  // namespace mimebase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  static const charset::Charset kUtf8("utf-8"), kWestern("windows-1252");
  const std::string_view xml = fuzz::view(data, size);
  fuzz::check_tokens(xml);
  for (const charset::Charset* charset : {&kUtf8, &kWestern}) {
    fuzz::XmlSink found(xml);
    find::find_in_xml({xml, *charset}, found);
    fuzz::XmlSink xhtml(xml);
    find::find_in_xhtml_document({xml, *charset}, xhtml);
  }
  std::string buffer;
  const auto base = find::finder_for("application/xhtml+xml")->declared_base({xml, kUtf8}, buffer);
  FUZZ_REQUIRE(!base || base->span.end <= xml.size(), "the base {}",
               mimebase::escape_for_terminal(base->reference));
  if (fuzz::is_comparable(xml)) fuzz::compare_with_libxml2(std::string(xml));
  return 0;
}
