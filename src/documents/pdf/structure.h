// Where the objects of a PDF file are: what its cross-reference tables and streams say (ISO 32000-2 sections
// 7.5.4 to 7.5.8), as far as it is true, and otherwise what a search for objects finds. libqpdf follows
// these tables, the lengths of streams and streams in streams by recursion, and as often as a file wants it
// to. It gets a table made of this instead (pdf_file.cpp).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "documents/pdf/qpdf.h"
#include "documents/pdf/scanner.h"

namespace mimebase::documents {

class PdfStructure {
 public:
  // An object in the file.
  struct Object {
    QPDFObjGen id;
    std::size_t offset = 0;
  };
  // An object in an object stream, at this place of its list.
  struct Packed {
    int number = 0, stream = 0, index = 0;
  };
  // The data of a stream whose /Length is missing, wrong or in another object.
  struct Stream {
    std::size_t object = 0;  // index in objects()
    PdfObjectHead head;
    std::size_t end = 0;  // of the data
  };

  // Both must outlive it.
  PdfStructure(std::string_view bytes, PdfMeter& meter);

  // Throws PdfLimitError.
  void read();
  // The bytes of the file, with references as mended() has them.
  [[nodiscard]] std::string_view bytes() const { return bytes_; }
  // The text of objects, in which references with a wrong generation have that of the object: MuPDF and
  // PDFium look at the number alone. The text keeps its length, and pieces of it are skipped. Empty if it is
  // right.
  [[nodiscard]] std::string mended(std::string_view text, const std::vector<PdfSpan>& skipped) const;

  // Null if there is no such object in the file.
  [[nodiscard]] const Object* find(QPDFObjGen id) const;
  // In order of their numbers.
  [[nodiscard]] const std::vector<Object>& objects() const { return objects_; }
  // In order of their streams and numbers.
  [[nodiscard]] const std::vector<Packed>& packed() const { return packed_; }
  // Those of the streams that a search found, in the order of the file. Empty if there was no search.
  [[nodiscard]] const std::vector<Object>& searched_streams() const { return object_streams_; }
  [[nodiscard]] const std::vector<Stream>& streams() const { return streams_; }
  // The dictionary of the newest trailer, or empty.
  [[nodiscard]] std::string_view trailer() const { return trailer_; }
  // Whether the stream of a table is damaged.
  [[nodiscard]] bool is_damaged() const { return is_damaged_; }
  // Whether the tables are damaged, so that objects were searched.
  [[nodiscard]] bool is_searched() const { return is_searched_; }

 private:
  // A row of a cross-reference table or stream.
  struct Entry {
    enum class Type : std::uint8_t { kFree, kInFile, kPacked };
    int number = 0, generation = 0;  // the place in the stream, if it is packed
    std::uint64_t place = 0;         // offset, or number of the object stream
    Type type = Type::kFree;
  };

  // These return false if something of it is damaged.
  bool read_tables();
  bool read_section(std::size_t offset, std::optional<std::uint64_t>& previous);
  bool read_table(std::size_t offset, std::optional<std::uint64_t>& previous);
  bool read_rows(std::size_t& offset, std::vector<Entry>& free);
  void skip_remark(std::size_t& offset) const;
  bool read_stream(std::size_t offset, std::optional<std::uint64_t>& previous);
  bool take_rows(QPDFObjectHandle& dictionary, std::string_view data);
  bool take_entries();
  [[nodiscard]] std::optional<std::uint64_t> start_of_tables();

  void search();
  // An object that a search found, perhaps inside the data of a stream.
  struct Found {
    QPDFObjGen id;
    std::size_t offset = 0;
    bool is_inside = false;
  };
  void search_objects(std::vector<Found>& found, std::vector<PdfSpan>& data, std::vector<PdfSpan>& tables);
  void search_trailer(const std::vector<PdfSpan>& data, std::vector<PdfSpan>& tables);
  void find_streams();
  void find_ends();
  [[nodiscard]] int generation_of(QPDFObjGen id) const;
  [[nodiscard]] std::size_t end_of_data(const PdfObjectHead& head);
  [[nodiscard]] bool is_end(std::size_t offset);
  // Parses a dictionary of the file, or returns null. References in it lead nowhere.
  [[nodiscard]] QPDFObjectHandle parse(std::string_view text);
  [[nodiscard]] bool has_catalog();
  [[nodiscard]] std::string_view text_of(PdfSpan span) const {
    return bytes_.substr(span.start, span.end - span.start);
  }

  std::string_view bytes_;
  PdfMeter& meter_;
  PdfScanner scanner_;
  QPDF parsed_;                                 // owns what parse() returns
  std::vector<Entry> entries_;                  // those of newer tables first
  std::map<QPDFObjGen, std::uint64_t> tables_;  // offsets of cross-reference streams
  std::vector<Object> objects_, object_streams_;
  std::vector<Packed> packed_;
  std::set<int> packed_numbers_;
  std::string mended_;
  std::vector<Stream> streams_;
  std::vector<std::size_t> ends_;     // of "endstream" and "endobj", if somebody had to look for one
  std::vector<std::size_t> offsets_;  // of objects, in the order of the file
  std::string made_trailer_;          // if the file has none
  std::string_view trailer_;
  bool is_damaged_ = false, is_searched_ = false;
};

}  // namespace mimebase::documents
