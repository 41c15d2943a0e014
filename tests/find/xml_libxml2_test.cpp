// Compares with libxml2: which random documents are well-formed, and their attributes and bases.
#include <libxml/parser.h>
#include <libxml/tree.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "catch.h"
#include "find/html/names.h"
#include "find/xml/tokenizer.h"
#include "html_collect.h"
#include "text/strings.h"

namespace {

using namespace mimebase::find;
using mimebase::find::test::collect;
using mimebase::find::test::Collector;
using Pieces = std::vector<std::string>;

// In XML an instruction; in HTML a comment followed by a reference. It shows whether the document was read as
// HTML.
constexpr std::string_view kSentinel = "<?p ><a href=SENTINEL>?>";

std::string_view as_view(const xmlChar* text) {
  return text != nullptr ? reinterpret_cast<const char*>(text) : std::string_view();
}

std::string trimmed(std::string_view text) {
  return std::string(mimebase::ascii::trim_html_space(text));
}

// libxml2's result for one document.
struct Judgement {
  bool well_formed = false;
  bool only_unclosed = false;     // the only fault is that elements are open at the end
  std::vector<std::string> rows;  // "local@name value | outermost base | ... | innermost base"
};

class Judge {
 public:
  explicit Judge(const std::string& xml) {
    std::vector<int> errors;
    xmlSetStructuredErrorFunc(&errors, [](void* all, auto error) {
      if (error->level == XML_ERR_FATAL) static_cast<std::vector<int>*>(all)->push_back(error->code);
    });
    const std::unique_ptr<xmlParserCtxt, decltype(&xmlFreeParserCtxt)> context(xmlNewParserCtxt(),
                                                                               &xmlFreeParserCtxt);
    const std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> document(
        xmlCtxtReadMemory(context.get(), xml.data(), static_cast<int>(xml.size()), nullptr, "UTF-8",
                          XML_PARSE_NONET | XML_PARSE_NOENT | XML_PARSE_DTDATTR),
        &xmlFreeDoc);
    xmlSetStructuredErrorFunc(nullptr, nullptr);
    result.well_formed = context->wellFormed != 0;
    result.only_unclosed = !errors.empty() && errors.front() == XML_ERR_TAG_NOT_FINISHED;
    if (document != nullptr) element(xmlDocGetRootElement(document.get()), "");
  }

  Judgement result;

 private:
  void element(const xmlNode* node, const std::string& outer) {
    if (node == nullptr || node->type != XML_ELEMENT_NODE) return;
    std::string bases = outer;
    std::string own;
    for (const xmlAttr* a = node->properties; a != nullptr; a = a->next) {
      if (is(a, XML_XML_NAMESPACE, "base")) own = trimmed(value(a));
    }
    if (!own.empty()) bases += " | " + own;
    for (const xmlAttr* a = node->properties; a != nullptr; a = a->next) {
      const bool base = is(a, XML_XML_NAMESPACE, "base");
      if (!base && !is(a, BAD_CAST "", "href") && !is(a, BAD_CAST "", "src") &&
          !is(a, BAD_CAST "http://www.w3.org/1999/xlink", "href")) {
        continue;
      }
      std::string name(as_view(node->name));
      name += '@';
      if (a->ns != nullptr) name += std::string(as_view(a->ns->prefix)) + ":";
      name += as_view(a->name);
      result.rows.push_back(name + " " + trimmed(value(a)) + (base ? outer : bases));
    }
    for (const xmlNode* child = node->children; child != nullptr; child = child->next) element(child, bases);
  }

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
};

std::vector<std::string> rows_of(const Collector& found) {
  std::vector<std::string> rows;
  for (const auto& row : found.rows) {
    std::string bases;
    for (ScopeId scope = row.scope; scope != kDocument;) {
      const auto& opened = found.scopes[static_cast<std::size_t>(scope - 1)];
      bases.insert(0, " | " + opened.reference);
      scope = opened.parent;
    }
    rows.push_back(row.context + " " + row.reference + bases);
  }
  return rows;
}

const Pieces kGoodPieces = {
    "text",
    " ",
    "\r\n",
    "<!-- <y href='no'> - -->",
    "<![CDATA[ <y href='no'> ]] > ]]>",
    "<?q <y href='no'?>",
    "&lt;&#65;&#x41;",
    "]]",
    ">",
    "\xC3\xA9",
    "<y href='u'/>",
    "<y  href = \"u'v\" \n/>",
    "<y href='a&amp;b&#32;&#x20;'/>",
    "<y href=' a\tb\r\nc\n'/>",
    "<y src='a&#10;&#13;b' href=''/>",
    "<y l:href='x' href='y'/>",
    "<y xmlns:k='http://www.w3.org/1999/xlink' k:href='x'/>",
    "<y xmlns:l='urn:other' l:href='x'/>",
    "<y xml:base='b' href='x'/>",
    "<y href='x' xml:base='&#98;/'/>",
    "<y xml:base='' href='x'/>",
    "<z xml:base='deep/'>",
    "<z>",
    "<z href='in'>",
    "</z>",
    "</z >",
    "<y href='&e;'/>",
    "<y href='&f;|&f;'/>",
    "<y href='\xC3\xA9&e;'/>",
    "<l:y href='p'/>",
};

const Pieces kBadPieces = {"&",
                           "&#0;",
                           "&#xD800;",
                           "&#X41;",
                           "&what;",
                           "& ",
                           "]]>",
                           "<",
                           "< ",
                           "<1>",
                           "<z q>",
                           "<z q=v>",
                           "<y q='<'/>",
                           "<y q='&'/>",
                           "</ z>",
                           "<!x>",
                           "<!-- -- -->",
                           "<?xml ?>",
                           "<!DOCTYPE x>",
                           "<y/ >",
                           "<y href='&what;'/>",
                           "</q>",
                           "<z></z></x>",
                           "<y q='a' q='b'/>",
                           "<y q='a'r='b'/>",
                           "\x01",
                           "<y q='&e'/>",
                           "<y q='\x02'/>",
                           "<y href='&m;'/>",
                           "<y href='&r;'/>",
                           "<y href='&s;'/>"};

constexpr std::string_view kDocumentType =
    "<!DOCTYPE x [<!ENTITY e 'v&#38;#38;w'> <!-- ' --> <!ENTITY f \"&e;/'&#37;&e;\n\">"
    "<!ENTITY m '&#60;'><!ENTITY r '&s;'><!ENTITY s '&r;'><!ENTITY m 'second'><!ELEMENT y ANY>]>";

std::string random_xml(std::mt19937& random, bool with_faults) {
  std::string xml = random() % 2 == 0 ? "<?xml version='1.0'?>" : "";
  xml += kDocumentType;
  xml += "<x xmlns:l='http://www.w3.org/1999/xlink'>";
  int open = 0;
  for (std::size_t n = random() % 20; n > 0; --n) {
    const bool fault = with_faults && random() % 12 == 0;
    const Pieces& pieces = fault ? kBadPieces : kGoodPieces;
    const std::string& piece = pieces[random() % pieces.size()];
    // Without faults, only open elements are closed.
    const bool closes = piece.starts_with("</z");
    if (closes && open == 0 && !with_faults) continue;
    if (piece.starts_with("<z")) ++open;
    if (closes) --open;
    xml += piece;
    xml += kSentinel;
  }
  for (; open > 0; --open) xml += "</z>";
  xml += "</x>";
  xml += kSentinel;
  return xml;
}

// A document whose entities hold elements, each those before it, and whose elements have defaults.
std::string random_declaring_xml(std::mt19937& random) {
  const Pieces attributes = {"",
                             " href='a'",
                             " src='b'",
                             " xmlns:l='http://www.w3.org/1999/xlink' l:href='c'",
                             " href='&t;'",
                             " xml:base='d/'",
                             " href='' src='e'"};
  const auto pick = [&random](const Pieces& pieces) { return pieces[random() % pieces.size()]; };
  const auto content = [&](int entities) {
    std::string text;
    int open = 0;
    for (std::size_t n = random() % 5; n > 0; --n) {
      switch (random() % 6) {
        case 0:
          text += "t&#65;&t;";
          break;
        case 1:
          if (entities > 0) text += "&e" + std::to_string(random() % static_cast<unsigned>(entities)) + ";";
          break;
        case 2:
          text += "<z" + pick(attributes) + ">";
          ++open;
          break;
        case 3:
          text += "<!-- &no; --><![CDATA[<y href='no'/>]]>";
          break;
        default:
          text += "<y" + pick(attributes) + "/>";
      }
    }
    for (; open > 0; --open) text += "</z>";
    return text;
  };
  std::string xml = "<!DOCTYPE x [<!ENTITY t 'v&#38;#38;w'>";
  if (random() % 2 == 0) xml += "<!ENTITY % p \"<!ATTLIST y src CDATA 'p'>\">%p;";
  const Pieces defaults = {
      "<!ATTLIST y href CDATA 'f'>",        "<!ATTLIST y src CDATA #FIXED 'g' href CDATA 'h'>",
      "<!ATTLIST z xml:base CDATA '&t;/'>", "<!ATTLIST y q (a|b) 'a' src CDATA 'i'>",
      "<!ATTLIST z href CDATA #IMPLIED>",   "<!ATTLIST x xml:base CDATA 'k/' y ID #REQUIRED>"};
  for (std::size_t n = random() % 4; n > 0; --n) xml += pick(defaults);
  for (int entity = 0; entity < 4; ++entity)
    xml += "<!ENTITY e" + std::to_string(entity) + " \"" + content(entity) + "\">";
  return xml + "]><x xmlns:l='http://www.w3.org/1999/xlink'>" + content(4) + content(4) + "</x>";
}

bool read_as_html(const Collector& found) {
  for (const auto& row : found.rows) {
    if (row.reference == "SENTINEL") return true;
  }
  return false;
}

}  // namespace

TEST_CASE("XML: attributes and bases are those that libxml2 reads", "[xml]") {
  std::mt19937 random(1998);
  std::size_t rows = 0;
  for (int round = 0; round < 5000; ++round) {
    const std::string xml = random_xml(random, false);
    INFO(xml);
    const Judgement judgement = Judge(xml).result;
    REQUIRE(judgement.well_formed);
    const Collector found = collect(xml, "application/xml");
    REQUIRE(rows_of(found) == judgement.rows);
    rows += found.rows.size();
  }
  CHECK(rows > 20000);
}

TEST_CASE("XML: elements of entities and defaults of attributes are those that libxml2 adds", "[xml]") {
  std::mt19937 random(2026);
  std::size_t rows = 0, taken = 0;
  for (int round = 0; round < 5000; ++round) {
    const std::string xml = random_declaring_xml(random);
    INFO(xml);
    Judgement judgement = Judge(xml).result;
    // libxml2 takes some entities that several others use for loops.
    if (!judgement.well_formed) continue;
    ++taken;
    const Collector found = collect(xml, "application/xml");
    std::vector<std::string> ours = rows_of(found);
    // libxml2 puts defaults behind other attributes.
    std::ranges::sort(ours);
    std::ranges::sort(judgement.rows);
    REQUIRE(ours == judgement.rows);
    rows += ours.size();
  }
  CHECK(taken > 3000);
  CHECK(rows > 10000);
}

TEST_CASE("XML: what libxml2 refuses is read as HTML from there on, and nothing else is", "[xml]") {
  std::mt19937 random(2008);
  std::size_t refused = 0;
  std::size_t taken = 0;
  for (int round = 0; round < 10000; ++round) {
    const std::string xml = random_xml(random, true);
    INFO(xml);
    const Judgement judgement = Judge(xml).result;
    if (judgement.only_unclosed) continue;
    REQUIRE(read_as_html(collect(xml, "application/xml")) == !judgement.well_formed);
    ++(judgement.well_formed ? taken : refused);
  }
  CHECK(refused > 2000);
  CHECK(taken > 500);
}

TEST_CASE("XML: spans lie in the content, in order, and plain ones cut out what was reported", "[xml]") {
  std::mt19937 random(2006);
  std::size_t rows = 0;
  for (int round = 0; round < 10000; ++round) {
    std::string xml = random_xml(random, round % 2 == 0);
    for (std::size_t n = random() % 4; n > 0; --n)
      xml[random() % xml.size()] = static_cast<char>(random() % 256);
    const Collector found = collect(xml, round % 3 == 0 ? "application/xhtml+xml" : "application/xml");
    std::size_t last = 0;
    for (const auto& row : found.rows) {
      INFO(xml << "\n" << row.context);
      REQUIRE(row.span.start <= row.span.end);
      REQUIRE(row.span.end <= xml.size());
      REQUIRE(row.span.start >= last);
      last = row.span.start;
      if (row.raw.find_first_of("&\r\n\t") == row.raw.npos &&
          row.raw.find_first_not_of("abcdefghijklmnopqrstuvwxyzSENTINEL/| '") == row.raw.npos) {
        REQUIRE(row.raw == row.reference);
      }
      ++rows;
    }
  }
  CHECK(rows > 30000);
}

TEST_CASE("XML: tokens tile every input", "[xml]") {
  std::mt19937 random(1996);
  for (int round = 0; round < 10000; ++round) {
    std::string xml = random_xml(random, true);
    for (std::size_t n = random() % 4; n > 0; --n)
      xml[random() % xml.size()] = static_cast<char>(random() % 256);
    XmlTokenizer tokenizer(xml);
    XmlToken token;
    std::size_t at = 0;
    while (tokenizer.next(token)) {
      REQUIRE(token.bytes.data() == xml.data() + at);
      REQUIRE_FALSE(token.bytes.empty());
      at += token.bytes.size();
    }
    REQUIRE(at == xml.size());
  }
}
