// The decoders of compressed streams in PDF (ISO 32000-2 section 7.4), with a meter. libqpdf 11 decompresses
// cross-reference streams and object streams by itself, into memory and without any limit. These decoders
// take the place of its own and stop when the limits of a reading are used up.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "documents/document.h"

class Pipeline;

namespace mimebase::documents {

// Thrown through libqpdf, which catches it.
struct PdfLimitError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Counts what libqpdf reads and decompresses. A limit that is hit stays so.
class PdfMeter {
 public:
  explicit PdfMeter(Reading& reading);

  // These throw PdfLimitError.
  void charge_bytes(std::uint64_t bytes);
  void charge_values(std::uint64_t values);
  // Charges the values that libqpdf makes of text, for which it takes some 300 bytes of memory each.
  void charge_text(const char* text, std::size_t size);

  // While a file is opened, only its cross-reference streams are decompressed, of which each byte may take a
  // hundred bytes of memory.
  void begin_opening();
  void end_opening() { is_opening_ = false; }
  // Reports limits that were hit while no sink was there.
  void report(find::Sink& sink);
  [[nodiscard]] bool has_hit_limit() const { return bytes_hit_ || values_hit_; }

  // Whether libqpdf reads object streams, or nothing, rather than what decode() asks for.
  [[nodiscard]] bool is_reading_objects() const { return end == nullptr && !is_opening_; }

  // The end of the pipeline of a stream that is decoded by decode(), which charges what arrives there.
  const Pipeline* end = nullptr;

 private:
  Reading& reading_;
  std::uint64_t opening_bytes_ = 0, values_left_ = 0;
  bool is_in_word_ = false;
  bool is_opening_ = false, bytes_hit_ = false, values_hit_ = false;
};

// Makes a meter that of this thread, as long as it exists.
class PdfMeterScope {
 public:
  explicit PdfMeterScope(PdfMeter& meter);
  ~PdfMeterScope();
  PdfMeterScope(const PdfMeterScope&) = delete;
  PdfMeterScope& operator=(const PdfMeterScope&) = delete;

 private:
  PdfMeter* outer_;
};

// Gives libqpdf these decoders, once per process. Threads without a meter decode without limits, as libqpdf's
// own decoders do, in case that a program uses libqpdf as well.
void install_pdf_filters();

}  // namespace mimebase::documents
