#include <exception>
#include <memory>
#include <utility>

#include "documents/document.h"
#include "documents/pdf_file.h"
#include "documents/pdf_search.h"
#include "documents/xmp.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

class Pdf final : public Document {
 public:
  Pdf(std::string_view bytes, Reading& reading) : file_(bytes, reading) {}

  // Returns false if nothing can be read.
  [[nodiscard]] bool open() {
    const PdfMeterScope scope(file_.meter());
    const PdfState state = file_.open();
    is_encrypted_ = state == PdfState::kEncrypted;
    if (state == PdfState::kReadable) file_.take_warnings();
    // A file that is too large to open reports that in find().
    return state != PdfState::kUnreadable || file_.meter().has_hit_limit();
  }

  [[nodiscard]] bool is_encrypted() const override { return is_encrypted_; }

  [[nodiscard]] std::vector<DeclaredBase> bases() override {
    std::vector<DeclaredBase> bases;
    if (is_encrypted_) return bases;
    const PdfMeterScope scope(file_.meter());
    try {
      QPDFObjectHandle catalog = file_.qpdf().getRoot();
      std::string metadata;
      file_.decode(catalog.getKey("/Metadata"), metadata);
      if (std::string base = xmp_base_url(metadata); !base.empty())
        bases.push_back({BaseBy::kXmpBase, std::string(ascii::trim_html_space(base))});
      if (QPDFObjectHandle base = catalog.getKeyIfDict("/URI").getKeyIfDict("/Base"); base.isString())
        bases.push_back(
            {BaseBy::kPdfBase, std::string(ascii::trim_html_space(pdf_ascii(base))), base.getStringValue()});
    } catch (const std::exception&) {
      // It has no catalog.
    }
    return bases;
  }

  void find(find::Sink& sink) override {
    if (is_encrypted_) return;
    const PdfMeterScope scope(file_.meter());
    try {
      PdfSearch(file_, sink).run();
    } catch (const std::exception&) {
      file_.reading().damaged("it is damaged: not all of it could be read");
    }
    file_.meter().report(sink);
  }

 private:
  PdfFile file_;
  bool is_encrypted_ = false;
};

}  // namespace

std::unique_ptr<Document> open_pdf(std::string_view bytes, Reading& reading) {
  try {
    auto pdf = std::make_unique<Pdf>(bytes, reading);
    if (pdf->open()) return pdf;
  } catch (const std::exception&) {
    // Out of memory.
  }
  return nullptr;
}

bool has_qpdf() {
  return true;
}

}  // namespace mimebase::documents
