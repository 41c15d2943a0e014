// What a document contains, as lines of text that tests compare.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "documents/document.h"

namespace mimebase::test {

// Collects references as "WHERE CONTEXT REFERENCE", with " =TEXT" if there is a text and " @BASE" if a base
// is declared around it. What nobody sees ends with " (hidden)".
class RowSink final : public find::Sink {
 public:
  void found(const find::Found& found) override {
    std::string row =
        std::string(found.where) + ' ' + std::string(found.context) + ' ' + std::string(found.reference);
    if (found.text) row += " =" + std::string(*found.text);
    if (found.scope != find::kDocument) row += " @" + bases_[static_cast<std::size_t>(found.scope) - 1];
    if (found.hidden == find::Hidden::kStyle) row += " (hidden)";
    if (found.guessed && found.context == "pdf:uri") row += " (guessed)";
    rows.push_back(row);
    if (found.hidden == find::Hidden::kUnreachable) unreachable.push_back(row);
    kinds.push_back(found.kind ? *found.kind : kind_of_context(found.context));
    if (!found.quoting.is_opaque()) rows.back() += " (may be rewritten)";
  }
  find::ScopeId open_scope(find::ScopeId /*parent*/, const find::Declaration& declaration) override {
    bases_.emplace_back(declaration.reference);
    return static_cast<find::ScopeId>(bases_.size());
  }
  void limit_hit(find::FindLimit limit) override { limits.push_back(limit); }

  std::vector<std::string> rows, unreachable;
  std::vector<LinkKind> kinds;
  std::vector<find::FindLimit> limits;

 private:
  std::vector<std::string> bases_;
};

struct DocumentRows {
  bool is_document = false, is_encrypted = false, is_archive = false;
  std::vector<std::string> rows, unreachable, bases, damage, ambiguities, losses, skips;
  std::vector<LinkKind> kinds;
  std::vector<find::FindLimit> limits;
};

inline DocumentRows read_document(std::string_view bytes, const Limits& limits = find::kPresetLimits,
                                  std::string_view file_name = {}) {
  DocumentRows read;
  documents::Reading reading(limits);
  const documents::Format format =
      documents::format_of(bytes.substr(0, 1500), "application/octet-stream", file_name);
  const std::unique_ptr<documents::Document> document = documents::open(format, bytes, reading);
  if (document == nullptr) return read;
  read.is_document = true;
  for (const documents::DeclaredBase& base : document->bases()) read.bases.push_back(base.reference);
  RowSink sink;
  document->find(sink);
  read.is_encrypted = document->is_encrypted();
  read.is_archive = document->is_archive();
  read.rows = sink.rows;
  read.unreachable = sink.unreachable;
  read.kinds = sink.kinds;
  read.limits = sink.limits;
  const auto texts_of = [](const std::vector<documents::Reading::Phrase>& phrases) {
    std::vector<std::string> texts;
    for (const documents::Reading::Phrase& phrase : phrases) texts.push_back(phrase.text);
    return texts;
  };
  read.damage = texts_of(reading.damage);
  read.ambiguities = texts_of(reading.ambiguities);
  read.losses = texts_of(reading.losses);
  read.skips = texts_of(reading.skips);
  return read;
}

}  // namespace mimebase::test
