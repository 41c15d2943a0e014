// Packages: every reference has a place and is UTF-8, two reads give the same, and the rows and what is read
// stay within the limits. An input that is not a zip file is text: a line "== NAME" begins a file of the
// package, so that mutations change XML and not compressed data.
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "charset/charset.h"
#include "check.h"
#include "documents/document.h"
#include "documents/zip_builder.h"

namespace mimebase::fuzz {
namespace {

constexpr std::string_view kFile = "== ";

std::string zip_of(std::string_view text, test::ZipStyle style) {
  test::ZipBuilder zip;
  std::string name, content;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (!line.starts_with(kFile)) {
      content.append(line).append("\n");
      continue;
    }
    if (!name.empty()) zip.add(name, content, style);
    name = line.substr(kFile.size());
    content.clear();
  }
  return zip.add(name, content, style).zip();
}

class CheckingSink final : public find::Sink {
 public:
  void found(const find::Found& found) override {
    FUZZ_REQUIRE(!found.where.empty() && !found.context.empty(), "row {}", rows.size());
    // Pages inside have empty references.
    FUZZ_REQUIRE(!found.reference.empty() || !found.context.starts_with("ooxml:"), "row {}", rows.size());
    FUZZ_REQUIRE(found.scope >= 0 && found.scope <= scopes_, "scope {}", found.scope);
    FUZZ_REQUIRE(found.quoting.is_opaque(), "{} may be rewritten", found.where);
    std::string row;
    for (const std::string_view part :
         {found.where, found.context, found.reference, found.text.value_or("")}) {
      FUZZ_REQUIRE(charset::is_utf8(part), "not UTF-8: {}", part);
      row.append(part).append("\n");
    }
    FUZZ_REQUIRE(!found.text || found.text->size() <= 800, "a text of {} bytes", found.text->size());
    rows.push_back(row);
  }
  find::ScopeId open_scope(find::ScopeId parent, const find::Declaration& /*declaration*/) override {
    FUZZ_REQUIRE(parent >= 0 && parent <= scopes_, "scope {}", parent);
    return ++scopes_;
  }

  std::vector<std::string> rows;

 private:
  find::ScopeId scopes_ = 0;
};

std::vector<std::string> read(std::string_view zip, const Limits& limits) {
  documents::Reading reading(limits);
  const std::unique_ptr<documents::Document> document = documents::open_package(zip, reading);
  if (document == nullptr) return {};
  for (const documents::DeclaredBase& base : document->bases())
    FUZZ_REQUIRE(!base.reference.empty() && charset::is_utf8(base.reference), "{}", base.reference);
  CheckingSink sink;
  document->find(sink);
  (void)document->is_encrypted();
  FUZZ_REQUIRE(reading.depth == 0 && reading.damage.size() <= 11, "{} {}", reading.depth,
               reading.damage.size());
  // No byte that was read makes more than one row.
  const std::uint64_t bytes = limits.document_bytes - reading.bytes_left;
  FUZZ_REQUIRE(sink.rows.size() <= bytes, "{} rows of {} bytes", sink.rows.size(), bytes);
  return sink.rows;
}

}  // namespace
}  // namespace mimebase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  const std::string_view input = fuzz::view(data, size);
  const std::string zip =
      input.starts_with("== ") ? fuzz::zip_of(input, {.is_stored = true}) : std::string(input);
  Limits limits;
  limits.document_bytes = 4 << 20;
  const std::vector<std::string> rows = fuzz::read(zip, limits);
  FUZZ_REQUIRE(fuzz::read(zip, limits) == rows, "two reads differ");
  limits.document_bytes = fuzz::mixed(input) % 5000;
  limits.document_objects = fuzz::mixed(input) % 7;
  limits.document_depth = 1;
  (void)fuzz::read(zip, limits);
  return 0;
}
