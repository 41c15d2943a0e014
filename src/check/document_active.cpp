#include "check/document_active.h"

#include <algorithm>
#include <string_view>

#include "model/innermost_context.h"
#include "text/utf8.h"

namespace mimebase::check {
namespace {

struct Action {
  std::string_view context;
  std::string_view what;
};
// What documents do that pages in mail cannot.
constexpr Action kActions[] = {
    {"pdf:launch", "starts a program or opens a file"},
    {"pdf:submit-form", "sends its form"},
    {"pdf:import-data", "imports data"},
    {"ooxml:template", "loads its template, with macros, when it is opened"},
    {"rtf:template", "loads its template, with macros, when it is opened"},
    {"ooxml:ole", "fetches a linked object"},
    {"rtf:object", "fetches a linked object"},
    {"ooxml:frame", "loads a frame when it is opened"},
    {"ooxml:image", "loads an image when it is opened"},
    {"rtf:include", "includes a file or an image when it is opened"},
};

// What the document does with a reference of this kind; empty if it waits for a click.
std::string_view action_of(const Link& link) {
  const std::string_view context = innermost_context(link.context);
  const auto* const found = std::ranges::find(kActions, context, &Action::context);
  if (found != std::end(kActions)) return found->what;
  const bool is_loaded = link.kind == LinkKind::kImage || link.kind == LinkKind::kFrame ||
                         link.kind == LinkKind::kMedia || link.kind == LinkKind::kStyle ||
                         link.kind == LinkKind::kScript;
  if (!is_loaded) return {};
  if (context == "ooxml:field") return "includes a file or an image when it is opened";
  if (context == "ooxml:formula") return "fetches data when it is calculated";
  return link.context.starts_with("odf/") ? "loads something when it is opened" : std::string_view();
}

}  // namespace

std::optional<Finding> DocumentActive::check(const Link& link) {
  if (!link.where) return std::nullopt;
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
