// Opens PDF files with the module that has the other sources of this folder. libqpdf and the libraries that
// it needs would take a quarter of the time in which a program starts.
#include <memory>

#include "documents/document.h"
#include "text/late.h"

namespace mimebase::documents {
namespace {

class NotRead final : public Document {
 public:
  std::vector<DeclaredBase> bases() override { return {}; }
  void find(find::Sink& /*sink*/) override {}
};

}  // namespace

std::unique_ptr<Document> open_pdf(std::string_view bytes, Reading& reading) {
  static const auto kOpen =
      reinterpret_cast<decltype(&mimebase_open_pdf)>(late::function(late::kPdf, "mimebase_open_pdf"));
  if (kOpen != nullptr) return std::unique_ptr<Document>(kOpen(bytes, reading));
  reading.unread("the module that reads PDF files cannot be loaded");
  return std::make_unique<NotRead>();
}

bool has_qpdf() {
  return true;
}

}  // namespace mimebase::documents
