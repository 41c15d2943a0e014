#include "documents/pdf_file.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <vector>

#include "charset/charset.h"
#include "documents/qpdf.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

// Collects what is decoded, and charges it.
class Collector final : public Pipeline {
 public:
  Collector(PdfMeter& meter, std::string& out) : Pipeline("collector", nullptr), meter_(meter), out_(out) {
    meter_.end = this;
  }
  ~Collector() override { meter_.end = nullptr; }
  Collector(const Collector&) = delete;
  Collector& operator=(const Collector&) = delete;
  void write(const unsigned char* data, std::size_t size) override {
    meter_.charge_bytes(size);
    out_.append(reinterpret_cast<const char*>(data), size);
  }
  void finish() override {}

 private:
  PdfMeter& meter_;
  std::string& out_;
};

// The bytes of the file. libqpdf reads objects in small pieces, and streams in large ones.
class Source final : public BufferInputSource {
 public:
  Source(PdfMeter& meter, Buffer* bytes) : BufferInputSource("", bytes), meter_(meter) {}

  size_t read(char* to, size_t size) override {
    constexpr std::size_t kMostSmall = 512;
    const std::size_t start = static_cast<std::size_t>(tell());
    const std::size_t got = BufferInputSource::read(to, size);
    // Pieces may overlap.
    if (size <= kMostSmall && meter_.end == nullptr) {
      const bool adjoins = start <= counted_ && start + got > counted_ - std::min(counted_, kMostSmall);
      const std::size_t known = adjoins ? std::min(got, counted_ - start) : 0;
      meter_.charge_text(to + known, got - known);
      counted_ = adjoins ? std::max(counted_, start + got) : start + got;
    }
    return got;
  }

 private:
  PdfMeter& meter_;
  std::size_t counted_ = 0;
};

std::string valid_utf8(std::string_view text) {
  std::string out;
  charset::Charset().append_utf8(text, out);
  return out;
}

bool is_utf16(std::string_view text) {
  return text.starts_with("\xFE\xFF") || text.starts_with("\xFF\xFE");
}

}  // namespace

std::string object_place(QPDFObjGen id) {
  return "object " + std::to_string(id.getObj()) + ' ' + std::to_string(id.getGen());
}

PdfIdentity identity_of(QPDFObjectHandle value, QPDFObjGen container) {
  const QPDFObjGen id = container_of(value, container);
  return {id.getObj(), id.getGen(), value.getParsedOffset()};
}

QPDFObjGen container_of(const QPDFObjectHandle& value, QPDFObjGen outer) {
  return value.isIndirect() ? value.getObjGen() : outer;
}

std::string pdf_text(QPDFObjectHandle string) {
  return string.isString() ? valid_utf8(string.getUTF8Value()) : std::string();
}

std::string pdf_ascii(QPDFObjectHandle string) {
  if (!string.isString()) return {};
  const std::string bytes = string.getStringValue();
  if (is_utf16(bytes)) return pdf_text(string);
  return valid_utf8(std::string_view(bytes).substr(bytes.starts_with("\xEF\xBB\xBF") ? 3 : 0));
}

std::string pdf_file_name(QPDFObjectHandle specification) {
  if (specification.isString()) return pdf_text(specification);
  if (!specification.isDictionary()) return {};
  if (specification.getKey("/FS").isNameAndEquals("/URL")) return pdf_ascii(specification.getKey("/F"));
  for (const char* key : {"/UF", "/F", "/Unix", "/Mac", "/DOS"}) {
    std::string name = pdf_text(specification.getKey(key));
    if (!name.empty()) return name;
  }
  return {};
}

PdfFile::PdfFile(std::string_view bytes, Reading& reading)
    : reading_(reading),
      meter_(reading),
      // NOLINTNEXTLINE: libqpdf does not write there
      buffer_(reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data())), bytes.size()) {
  install_pdf_filters();
  qpdf_.setSuppressWarnings(true);
}

PdfState PdfFile::open() {
  meter_.begin_opening();
  PdfState state = PdfState::kReadable;
  try {
    qpdf_.processInputSource(std::make_shared<Source>(meter_, &buffer_));
  } catch (const QPDFExc& error) {
    const qpdf_error_code_e code = error.getErrorCode();
    // A method of encryption that libqpdf does not know is "unsupported".
    const bool is_encrypted = code == qpdf_e_password || code == qpdf_e_unsupported;
    state = is_encrypted ? PdfState::kEncrypted : PdfState::kUnreadable;
  } catch (const std::exception&) {
    state = PdfState::kUnreadable;
  }
  meter_.end_opening();
  return state;
}

bool PdfFile::decode(QPDFObjectHandle stream, std::string& out) {
  if (!stream.isStream() || meter_.has_hit_limit()) return false;
  Collector collector(meter_, out);
  bool is_filtered = false;
  const std::size_t before = out.size();
  const bool is_complete =
      stream.pipeStreamData(&collector, &is_filtered, 0, qpdf_dl_specialized, true, false);
  if (is_filtered) return (is_complete || out.size() > before) && !meter_.has_hit_limit();
  out.resize(before);
  return false;
}

void PdfFile::take_warnings() {
  for (const QPDFExc& warning : qpdf_.getWarnings()) {
    const std::string& message = warning.getMessageDetail();
    if (contains(message, "reconstruct"))
      reading_.damaged("its cross-reference table is damaged: it was rebuilt");
  }
}

}  // namespace mimebase::documents
