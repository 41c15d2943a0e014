// The bytes that libqpdf reads, as pieces of a file and of texts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "documents/pdf/meter.h"
#include "documents/pdf/qpdf.h"

namespace mimebase::documents {

class PdfInput final : public InputSource {
 public:
  // Both must outlive it.
  PdfInput(PdfMeter& meter, const QPDF& qpdf) : meter_(meter), qpdf_(qpdf) {}

  // Adds bytes, which must outlive this object, at the end. Those `of_file` are charged when they are read.
  void add(std::string_view bytes, bool of_file);
  [[nodiscard]] std::uint64_t size() const { return size_; }
  // Whether the data of a stream are read, not objects.
  void read_stream(bool is_stream) { is_stream_ = is_stream; }

  qpdf_offset_t findAndSkipNextEOL() override;
  std::string const& getName() const override { return name_; }
  qpdf_offset_t tell() override { return static_cast<qpdf_offset_t>(offset_); }
  void seek(qpdf_offset_t offset, int whence) override;
  void rewind() override { offset_ = 0; }
  size_t read(char* to, size_t size) override;
  void unreadCh(char /*c*/) override { offset_ -= offset_ > 0 ? 1 : 0; }

 private:
  struct Piece {
    std::uint64_t start;
    std::string_view bytes;
    bool is_of_file;
  };

  // The bytes of the piece at the offset, from there on. Empty at the end.
  [[nodiscard]] std::string_view here();
  void charge(std::string_view bytes);

  PdfMeter& meter_;
  const QPDF& qpdf_;
  std::string name_;
  std::vector<Piece> pieces_;
  std::size_t current_ = 0;  // index of a piece
  std::uint64_t offset_ = 0, size_ = 0;
  const char* counted_ = nullptr;  // the end of what was charged last
  bool is_stream_ = false;
};

}  // namespace mimebase::documents
