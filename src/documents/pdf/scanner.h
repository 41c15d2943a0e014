// Reads what libqpdf must not read first: the beginnings of objects, and the lengths of streams. It tokenizes
// and nests as libqpdf does, so that libqpdf finds no stream that was not seen here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "documents/pdf/meter.h"
#include "documents/pdf/plain.h"
#include "documents/pdf/qpdf.h"

namespace mimebase::documents {

// A piece of the file.
struct PdfSpan {
  std::size_t start = 0, end = 0;
};

// What stands at "12 0 obj".
struct PdfObjectHead {
  QPDFObjGen id;
  std::optional<PdfSpan> dictionary;  // with its "<<" and ">>"
  std::string type;                   // its /Type, without the slash
  bool is_stream = false;
  std::size_t data = 0;                     // of the stream
  PdfSpan length_value;                     // of /Length; empty, before ">>", if there is none
  std::optional<std::uint64_t> length;      // if it is a direct integer
  std::optional<QPDFObjGen> length_object;  // if it is a reference
};

class PdfScanner {
 public:
  PdfScanner(std::string_view bytes, PdfMeter& meter) : bytes_(bytes), meter_(meter) {}

  // The number and generation of the object that begins at an offset, or after white space and comments
  // there.
  [[nodiscard]] std::optional<QPDFObjGen> id_at(std::size_t offset);
  // The same, with what else a head says.
  [[nodiscard]] std::optional<PdfObjectHead> object_at(std::size_t offset);
  // The value of such an object, if it is an integer.
  [[nodiscard]] std::optional<std::uint64_t> integer_object_at(std::size_t offset);
  // The dictionary that begins at an offset, or after white space and comments there.
  [[nodiscard]] std::optional<PdfSpan> dictionary_at(std::size_t offset);
  // The value that begins at an offset, or after white space there, if it is plain. Most are. libqpdf takes
  // much more time to read one.
  [[nodiscard]] std::optional<PdfPlainValue> plain_value_at(std::size_t offset);
  // The value of the object there.
  [[nodiscard]] std::optional<PdfPlainValue> plain_object_at(std::size_t offset);
  // An integer there, without a sign. The offset becomes that of its end.
  [[nodiscard]] std::optional<std::uint64_t> integer_at(std::size_t& offset);
  // The word there. The offset becomes that of its end.
  [[nodiscard]] std::string_view word_at(std::size_t& offset);

 private:
  enum class Kind {
    kEnd,
    kWord,
    kName,
    kString,
    kOpenArray,
    kCloseArray,
    kOpenDictionary,
    kCloseDictionary,
    kOther
  };
  struct Token {
    Kind kind = Kind::kEnd;
    PdfSpan span;
  };
  struct Item;

  Token next();
  void skip_space();
  void skip_string();
  void skip_hexadecimal();
  [[nodiscard]] std::string_view text_of(PdfSpan span) const {
    return bytes_.substr(span.start, span.end - span.start);
  }
  bool read_dictionary(PdfObjectHead& head);
  void take_entries(const std::vector<Item>& items, PdfObjectHead& head);
  void read_stream(PdfObjectHead& head);

  std::string_view bytes_;
  PdfMeter& meter_;
  std::size_t at_ = 0;
};

}  // namespace mimebase::documents
