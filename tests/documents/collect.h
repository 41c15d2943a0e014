// Collects what a document reports, one line per reference: "context where reference [text]".
#pragma once

#include <string>
#include <vector>

#include "documents/document.h"

namespace mimebase::test {

class Collected : public find::Sink {
 public:
  void found(const find::Found& found) override {
    std::string line = std::string(found.context) + " (" + std::string(found.where) + ") ";
    line += found.reference;
    if (found.text) line += " [" + std::string(*found.text) + "]";
    if (found.scope != find::kDocument) line += " in scope " + std::to_string(found.scope);
    lines.push_back(line);
  }
  find::ScopeId open_scope(find::ScopeId /*parent*/, const find::Declaration& declaration) override {
    scopes.push_back(std::string(name_of(declaration.by)) + " " + std::string(declaration.reference));
    return static_cast<find::ScopeId>(scopes.size());
  }
  void limit_hit(find::FindLimit limit) override { limits.push_back(limit); }

  std::vector<std::string> lines, scopes;
  std::vector<find::FindLimit> limits;
};

// The references in a document, one per line.
inline std::string references_in(documents::Format format, std::string_view bytes,
                                 const Limits& limits = find::kPresetLimits) {
  documents::Reading reading(limits);
  Collected collected;
  const auto document = documents::open(format, bytes, reading);
  if (document == nullptr) return "(no document)";
  document->find(collected);
  std::string all;
  for (const std::string& line : collected.lines) all += line + "\n";
  return all;
}

}  // namespace mimebase::test
