// What holds for the references in every document whose text has no bytes of its own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "charset/charset.h"
#include "check.h"
#include "documents/document.h"

namespace mimebase::fuzz {

inline void require_utf8(std::string_view text, std::string_view what) {
  // is_utf8() accepts a truncated character at the end. Appended ASCII prevents that.
  FUZZ_REQUIRE(charset::is_utf8(std::string(text) + "."), "{} {}", what, escape_for_terminal(text));
}

class DocumentSink : public find::Sink {
 public:
  void found(const find::Found& found) override {
    FUZZ_REQUIRE(!found.context.empty() && !found.where.empty(), "'{}' in '{}'", found.context, found.where);
    FUZZ_REQUIRE(found.quoting.is_opaque(), "{} in {} can be rewritten", found.context, found.where);
    FUZZ_REQUIRE(found.scope >= find::kDocument && found.scope <= scopes, "{} in scope {}", found.context,
                 found.scope);
    for (std::string_view text : {found.context, found.where, found.reference, found.text.value_or("")})
      require_utf8(text, found.context);
    std::string row(found.context);
    row.append("\n").append(found.where).append("\n").append(found.reference);
    rows.push_back(row.append("\n").append(found.text.value_or("")));
  }
  find::ScopeId open_scope(find::ScopeId parent, const find::Declaration& declaration) override {
    FUZZ_REQUIRE(parent >= find::kDocument && parent <= scopes, "scope {} opens in {}", scopes + 1, parent);
    require_utf8(declaration.reference, "a base");
    return ++scopes;
  }

  std::vector<std::string> rows;
  find::ScopeId scopes = find::kDocument;
};

// The references in a document of this format, which must be the same when it is read again. `is_sound`
// becomes whether nothing in it is damaged.
inline std::vector<std::string> document_rows(documents::Format format, std::string_view bytes,
                                              bool* is_sound = nullptr) {
  std::vector<std::string> rows[2];
  for (std::vector<std::string>& run : rows) {
    documents::Reading reading(find::kPresetLimits);
    const auto document = documents::open(format, bytes, reading);
    if (document == nullptr) return {};
    for (const documents::DeclaredBase& base : document->bases()) {
      // Viewers of PDF differ in what an empty one does, so it is declared, and malformed.
      constexpr std::string_view kBlank("\0\xEF\xBB\xBF\xFE\xFF \t\r\n\f", 11);
      const bool is_blank = base.bytes.find_first_not_of(kBlank) == std::string::npos;
      FUZZ_REQUIRE(
          base.by != BaseBy::kNone && (!base.reference.empty() || (base.by == BaseBy::kPdfBase && is_blank)),
          "an empty base");
      require_utf8(base.reference, "a base");
    }
    DocumentSink sink;
    document->find(sink);
    FUZZ_REQUIRE(sink.rows.size() <= bytes.size(), "{} rows of {} bytes", sink.rows.size(), bytes.size());
    run = std::move(sink.rows);
    if (is_sound != nullptr) *is_sound = reading.damage.empty() && reading.losses.empty();
  }
  FUZZ_REQUIRE(rows[0] == rows[1], "{} rows, then {}", rows[0].size(), rows[1].size());
  return rows[0];
}

}  // namespace mimebase::fuzz
