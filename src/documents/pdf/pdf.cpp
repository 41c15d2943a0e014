#include <exception>
#include <memory>
#include <new>

#include "documents/document.h"
#include "documents/pdf/file.h"
#include "documents/pdf/search.h"
#include "documents/xmp.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

class Pdf final : public Document {
 public:
  Pdf(std::string_view bytes, Reading& reading) : file_(bytes, reading) {}

  // Returns false if nothing can be read.
  [[nodiscard]] bool open() {
    PdfState state = PdfState::kUnreadable;
    try {
      state = file_.open();
    } catch (const std::bad_alloc&) {
      file_.meter().memory_ran_out();
    } catch (const std::exception&) {
      // It is damaged, or a limit was hit.
    }
    is_encrypted_ = state == PdfState::kEncrypted;
    // find() reports the limit.
    return state != PdfState::kUnreadable || file_.meter().has_hit_limit();
  }

  [[nodiscard]] bool is_encrypted() const override { return is_encrypted_; }

  [[nodiscard]] std::vector<DeclaredBase> bases() override {
    std::vector<DeclaredBase> bases;
    if (is_encrypted_) return bases;
    try {
      QPDFObjectHandle catalog = file_.qpdf().getRoot();
      std::string metadata;
      file_.decode(catalog.getKey("/Metadata"), metadata);
      if (std::string base = xmp_base_url(metadata, file_.reading()); !base.empty())
        bases.push_back({BaseBy::kXmpBase, std::string(ascii::trim_html_space(base))});
      if (QPDFObjectHandle base = catalog.getKeyIfDict("/URI").getKeyIfDict("/Base"); base.isString())
        bases.push_back(
            {BaseBy::kPdfBase, std::string(ascii::trim_html_space(pdf_ascii(base))), base.getStringValue()});
    } catch (const std::bad_alloc&) {
      file_.meter().memory_ran_out();
    } catch (const std::exception&) {
      // It has no catalog.
    }
    return bases;
  }

  void find(find::Sink& sink) override {
    if (is_encrypted_) return;
    try {
      PdfSearch(file_, sink).run();
    } catch (const std::bad_alloc&) {
      file_.meter().memory_ran_out();
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
  auto pdf = std::make_unique<Pdf>(bytes, reading);
  if (!pdf->open()) return nullptr;
  return pdf;
}

bool has_qpdf() {
  return true;
}

}  // namespace mimebase::documents

mimebase::documents::Document* mimebase_open_pdf(std::string_view bytes,
                                                 mimebase::documents::Reading& reading) {
  return mimebase::documents::open_pdf(bytes, reading).release();
}
