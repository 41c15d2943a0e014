// Builds PDF files.
//
//   File file{{{4, "<</A<</S/URI/URI(http://a.example/)>> >>"}}, "", "/Annots[4 0 R]"};
//   read_document(file.bytes());
#pragma once

#include <zlib.h>

#include <algorithm>
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

inline std::string big_endian(std::size_t number, int bytes) {
  std::string out;
  for (int i = bytes - 1; i >= 0; --i) out += static_cast<char>(number >> 8 * i);
  return out;
}

// A file with a cross-reference stream. Object 1 is the catalog.
struct StreamFile {
  struct Packed {
    int stream = 0, index = 0;
  };
  std::map<int, std::string> objects;
  std::map<int, Packed> packed = {};  // objects in object streams
  std::string (*pack)(std::string_view) = deflated;

  [[nodiscard]] std::string bytes() const {
    std::map<int, std::string> all = objects;
    all.emplace(1, "<</Type/Catalog/Pages 2 0 R>>");
    all.emplace(2, "<</Type/Pages/Kids[]/Count 0>>");
    std::map<int, std::size_t> offsets;
    std::string out = "%PDF-1.7\n";
    for (const auto& [number, body] : all) {
      offsets[number] = out.size();
      out += std::to_string(number) + " 0 obj\n" + body + "\nendobj\n";
    }
    const int last = std::max(all.rbegin()->first, packed.empty() ? 0 : packed.rbegin()->first) + 1;
    offsets[last] = out.size();
    std::string rows;
    for (int number = 0; number <= last; ++number) {
      const auto own = packed.find(number);
      if (own != packed.end()) {
        rows += '\2' + big_endian(static_cast<std::size_t>(own->second.stream), 3) +
                big_endian(static_cast<std::size_t>(own->second.index), 2);
      } else {
        const bool is_there = offsets.contains(number);
        rows += (is_there ? '\1' : '\0') + big_endian(is_there ? offsets[number] : 0, 3) + big_endian(0, 2);
      }
    }
    const std::string start = std::to_string(out.size()), size = std::to_string(last + 1);
    return out + std::to_string(last) + " 0 obj\n" +
           stream("/Type/XRef/Root 1 0 R/W[1 3 2]/Size " + size + "/Filter/FlateDecode", pack(rows)) +
           "\nendobj\nstartxref\n" + start + "\n%%EOF\n";
  }
};

// An object stream. `list` has the numbers and offsets of its objects.
inline std::string object_stream(const std::string& list, const std::string& objects,
                                 std::string (*pack)(std::string_view) = deflated) {
  const auto numbers = static_cast<std::size_t>(std::ranges::count(list, ' ') + 1) / 2;
  return stream("/Type/ObjStm/N " + std::to_string(numbers) + "/First " + std::to_string(list.size() + 1) +
                    "/Filter/FlateDecode",
                pack(list + ' ' + objects));
}

inline std::string wrong_checksum(std::string_view bytes) {
  std::string out = deflated(bytes);
  out.back() = static_cast<char>(out.back() + 1);
  return out;
}

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
