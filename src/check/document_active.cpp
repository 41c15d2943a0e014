#include "check/document_active.h"

#include <string_view>

#include "model/contexts.h"
#include "text/utf8.h"

namespace mimebase::check {
namespace {

// What the document does with a reference of this kind; empty if it waits for a click.
std::string_view action_of(const Link& link) {
  const ContextTraits& context = traits_of(link.context);
  const bool is_loaded = link.kind == LinkKind::kImage || link.kind == LinkKind::kFrame ||
                         link.kind == LinkKind::kMedia || link.kind == LinkKind::kStyle ||
                         link.kind == LinkKind::kScript;
  return context.is_certain || is_loaded ? context.action : std::string_view();
}

}  // namespace

std::optional<Finding> DocumentActive::check(const Link& link) {
  if (!link.where || link.hidden == "unreachable") return std::nullopt;
  const std::string_view action = action_of(link);
  if (action.empty()) return std::nullopt;
  if (part_ != link.part) contexts_.clear();
  part_ = link.part;
  if (!contexts_.insert(std::string(link.context)).second) return std::nullopt;
  constexpr std::size_t kShownBytes = 200;
  const std::string_view target = utf8::prefix(link.resolved.value_or(link.reference), kShownBytes);
  return Finding{DiagnosticCode::kDocumentActive, "this document " + std::string(action) + " (" +
                                                      std::string(*link.where) + "): " + std::string(target) +
                                                      "; do not open it if you do not trust its sender"};
}

}  // namespace mimebase::check
