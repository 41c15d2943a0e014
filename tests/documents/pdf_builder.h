// Builds PDF files.
//
//   File file{{{4, "<</A<</S/URI/URI(http://a.example/)>> >>"}}, "", "/Annots[4 0 R]"};
//   read_document(file.bytes());
#pragma once

#include <zlib.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "catch.h"
#include "documents/document_rows.h"

// In a namespace of its own, because test files are compiled together.
namespace mimebase::pdf_test {

using namespace std::string_literals;
using test::DocumentRows;
using test::read_document;
using Rows = std::vector<std::string>;

inline std::string deflated(std::string_view bytes) {
  uLongf size = compressBound(bytes.size());
  std::string out(size, '\0');
  REQUIRE(compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                    bytes.size(), 9) == Z_OK);
  out.resize(size);
  return out;
}

inline std::string stream(const std::string& entries, std::string_view data) {
  return "<<" + entries + "/Length " + std::to_string(data.size()) + ">>stream\n" + std::string(data) +
         "\nendstream";
}

// A file of numbered objects. Object 1 is the catalog, 2 the tree of pages and 3 the first page, unless they
// are given.
struct File {
  std::map<int, std::string> objects;
  std::string catalog = {};  // further entries
  std::string page = {};     // further entries of the page

  [[nodiscard]] std::string bytes() const {
    std::map<int, std::string> all = objects;
    all.emplace(1, "<</Type/Catalog/Pages 2 0 R" + catalog + ">>");
    all.emplace(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>");
    all.emplace(3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]" + page + ">>");
    std::string out = "%PDF-1.7\n", table;
    int next = 1;
    for (const auto& [number, body] : all) {
      for (; next < number; ++next) table += "0000000000 00001 f \n";
      std::string offset = std::to_string(out.size());
      table += std::string(10 - offset.size(), '0') + offset + " 00000 n \n";
      out += std::to_string(number) + " 0 obj\n" + body + "\nendobj\n";
      ++next;
    }
    const std::string start = std::to_string(out.size());
    return out + "xref\n0 " + std::to_string(next) + "\n0000000000 65535 f \n" + table + "trailer\n<</Size " +
           std::to_string(next) + "/Root 1 0 R>>\nstartxref\n" + start + "\n%%EOF\n";
  }
};

// A page with these contents, and a link.
inline File linked_page(const std::string& contents, const std::string& font, const std::string& annotation) {
  return {{{4, "<</Type/Annot/Subtype/Link" + annotation + "/A<</S/URI/URI(http://a.example/)>> >>"},
           {5, stream("", contents)},
           {6, font}},
          "",
          "/Contents 5 0 R/Annots[4 0 R]/Resources<</Font<</F 6 0 R>> >>"};
}

inline const std::string kHelvetica =
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
// Around text of 10 points at 100, 700.
inline const std::string kRectangle = "/Rect[95 695 300 715]";

inline std::string text_of(const File& file) {
  const DocumentRows read = read_document(file.bytes());
  REQUIRE(read.rows.size() >= 1);
  const std::size_t at = read.rows[0].find(" =");
  return at == std::string::npos ? "(none)" : read.rows[0].substr(at + 2);
}

}  // namespace mimebase::pdf_test
