// PDF files: nothing escapes, what is found has a place and is UTF-8, and reading again finds the same.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "charset/charset.h"
#include "check.h"
#include "documents/document.h"

namespace mimebase::fuzz {
namespace {

class PdfRows final : public find::Sink {
 public:
  void found(const find::Found& found) override {
    FUZZ_REQUIRE(!found.where.empty(), "no place of {}", found.reference);
    FUZZ_REQUIRE(!found.context.empty(), "no context of {}", found.reference);
    FUZZ_REQUIRE(found.quoting.is_opaque(), "{} can be rewritten", found.reference);
    for (const std::string_view text : {found.reference, found.where, found.text.value_or("")})
      FUZZ_REQUIRE(charset::is_utf8(text), "not UTF-8: {}", text);
    rows.push_back(std::string(found.context) + ' ' + std::string(found.where) + ' ' +
                   std::string(found.reference) + ' ' + std::string(found.text.value_or("")));
  }
  find::ScopeId open_scope(find::ScopeId /*parent*/, const find::Declaration& declaration) override {
    FUZZ_REQUIRE(charset::is_utf8(declaration.reference), "not UTF-8: {}", declaration.reference);
    return ++scopes_;
  }
  void limit_hit(find::FindLimit /*limit*/) override { is_limited = true; }

  std::vector<std::string> rows;
  bool is_limited = false;

 private:
  find::ScopeId scopes_ = 0;
};

PdfRows read(std::string_view bytes, const Limits& limits) {
  PdfRows sink;
  documents::Reading reading(limits);
  const std::unique_ptr<documents::Document> document = documents::open_pdf(bytes, reading);
  if (document == nullptr) return sink;
  for (const documents::DeclaredBase& base : document->bases())
    FUZZ_REQUIRE(!base.reference.empty() && charset::is_utf8(base.reference), "a base {}", base.reference);
  document->find(sink);
  FUZZ_REQUIRE(reading.bytes_left <= limits.document_bytes && reading.objects_left <= limits.document_objects,
               "more is left than there was");
  return sink;
}

}  // namespace
}  // namespace mimebase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  const std::string_view bytes = fuzz::view(data, size);
  Limits limits;
  limits.document_bytes = std::uint64_t{16} << 20;
  limits.document_objects = 20'000;
  const fuzz::PdfRows whole = fuzz::read(bytes, limits);
  const fuzz::PdfRows again = fuzz::read(bytes, limits);
  FUZZ_REQUIRE(whole.rows == again.rows, "{} rows, then {}", whole.rows.size(), again.rows.size());
  // Within smaller limits nothing else is found, and what is missing is admitted.
  limits.document_objects = 1 + fuzz::mixed(bytes) % 30;
  const fuzz::PdfRows less = fuzz::read(bytes, limits);
  FUZZ_REQUIRE(less.rows.size() <= whole.rows.size(), "{} rows of {}", less.rows.size(), whole.rows.size());
  return 0;
}
