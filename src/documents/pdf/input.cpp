#include "documents/pdf/input.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <stdexcept>

namespace mimebase::documents {

void PdfInput::add(std::string_view bytes, bool of_file) {
  if (bytes.empty()) return;
  pieces_.push_back({size_, bytes, of_file});
  size_ += bytes.size();
}

std::string_view PdfInput::here() {
  if (offset_ >= size_) return {};
  const auto is_at = [this](const Piece& piece) {
    return offset_ >= piece.start && offset_ - piece.start < piece.bytes.size();
  };
  if (!is_at(pieces_[current_])) {
    const auto after = std::ranges::upper_bound(pieces_, offset_, {}, &Piece::start);
    current_ = static_cast<std::size_t>(after - pieces_.begin()) - 1;
  }
  return pieces_[current_].bytes.substr(offset_ - pieces_[current_].start);
}

qpdf_offset_t PdfInput::findAndSkipNextEOL() {
  constexpr std::string_view kEnds = "\r\n";
  const auto skip = [&](bool until_end) {
    for (std::string_view bytes = here(); !bytes.empty(); bytes = here()) {
      const std::size_t at = until_end ? bytes.find_first_of(kEnds) : bytes.find_first_not_of(kEnds);
      offset_ += std::min(at, bytes.size());
      if (at != bytes.npos) return;
    }
  };
  skip(true);
  const std::uint64_t end = std::min(offset_, size_);
  skip(false);
  last_offset = static_cast<qpdf_offset_t>(end);
  return last_offset;
}

void PdfInput::seek(qpdf_offset_t offset, int whence) {
  const auto from = static_cast<qpdf_offset_t>(whence == SEEK_END   ? size_
                                               : whence == SEEK_CUR ? offset_
                                                                    : std::uint64_t{0});
  qpdf_offset_t to = 0;
  if (__builtin_add_overflow(from, offset, &to) || to < 0) throw std::runtime_error("a place before a file");
  // libqpdf reads 128 bytes ahead, and goes back to the end of a token. Farther back, it begins with another
  // object, which may share the bytes that were charged.
  constexpr qpdf_offset_t kAhead = 128;
  if (tell() - to > kAhead) counted_ = nullptr;
  offset_ = static_cast<std::uint64_t>(to);
}

size_t PdfInput::read(char* to, size_t size) {
  last_offset = static_cast<qpdf_offset_t>(std::min(offset_, size_));
  std::size_t got = 0;
  while (got < size) {
    const std::string_view bytes = here().substr(0, size - got);
    if (bytes.empty()) break;
    if (pieces_[current_].is_of_file) charge(bytes);
    std::memcpy(to + got, bytes.data(), bytes.size());
    got += bytes.size();
    offset_ += bytes.size();
  }
  return got;
}

// libqpdf reads objects in pieces that may overlap.
void PdfInput::charge(std::string_view bytes) {
  constexpr std::ptrdiff_t kOverlap = 512;
  if (is_stream_) return meter_.charge_copying(bytes.size());
  const char* const end = bytes.data() + bytes.size();
  const bool adjoins = counted_ != nullptr && bytes.data() <= counted_ && counted_ - end < kOverlap;
  if (adjoins)
    bytes.remove_prefix(
        std::min<std::size_t>(bytes.size(), static_cast<std::size_t>(counted_ - bytes.data())));
  meter_.charge_text(bytes);
  meter_.charge_warnings(qpdf_.numWarnings());
  meter_.charge_reading(bytes.size());
  counted_ = adjoins ? std::max(counted_, end) : end;
}

}  // namespace mimebase::documents
