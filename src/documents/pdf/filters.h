// Decodes the data of streams in PDF (ISO 32000-2 section 7.4), within the limits of a reading. libqpdf
// decompresses into memory without any limit, and drops what is damaged.
//
//   PdfFilters filters(stream.getDict(), meter, out);
//   if (filters.can_decode()) filters.write(bytes), filters.finish();
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "documents/pdf/meter.h"
#include "documents/pdf/qpdf.h"

namespace mimebase::documents {

// The filter of one stream.
class PdfFilter {
 public:
  virtual ~PdfFilter() = default;
  // Bytes are passed in any pieces, and finish() follows the last one.
  virtual void write(std::string_view bytes) = 0;
  virtual void finish() {}
  // Whether bytes were skipped, or what follows the last one that could be decoded.
  [[nodiscard]] bool is_damaged() const { return is_damaged_; }

 protected:
  bool is_damaged_ = false;
};

// The filters of a stream, one after the other.
class PdfFilters {
 public:
  // `dictionary` is that of the stream. Decoded bytes are charged and appended to `out`. Both must outlive
  // it.
  PdfFilters(QPDFObjectHandle dictionary, PdfMeter& meter, std::string& out);

  // False for images, and for filters that nobody knows.
  [[nodiscard]] bool can_decode() const { return can_decode_; }
  void write(std::string_view bytes);
  void finish();
  // Whether something may be missing or wrong.
  [[nodiscard]] bool is_damaged() const { return is_damaged_; }

 private:
  struct Stage {
    std::string name;
    QPDFObjectHandle parameters;
  };
  [[nodiscard]] std::unique_ptr<PdfFilter> make(const Stage& stage, std::string& out);

  PdfMeter& meter_;
  std::string& out_;
  std::vector<Stage> stages_;
  std::unique_ptr<PdfFilter> first_;  // null if there is no filter
  std::string decoded_;               // by the first filter of several
  bool can_decode_ = true, is_damaged_ = false;
};

}  // namespace mimebase::documents
