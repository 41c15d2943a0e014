#include "python/rows.h"

#include <iterator>

namespace mimebase::python {
namespace {

constexpr Key kLinkKeys[] = {{"source"},
                             {"message", Kind::kNumber},
                             {"offset", Kind::kNumber},
                             {"message_id"},
                             {"date"},
                             {"from"},
                             {"subject"},
                             {"part"},
                             {"content_type"},
                             {"in_message_id"},
                             {"context"},
                             {"hidden"},
                             {"start", Kind::kNumber},
                             {"end", Kind::kNumber},
                             {"text"},
                             {"reference"},
                             {"resolved"},
                             {"status"},
                             {"target_part"},
                             {"base"},
                             {"base_section"},
                             {"base_by"},
                             {"base_part"},
                             {"host"},
                             {"kind"},
                             {"wrappers", Kind::kOther},
                             {"unwrapped"},
                             {"count", Kind::kNumber}};  // kUniqueLinks only

constexpr Key kEntityKeys[] = {{"source"},
                               {"message", Kind::kNumber},
                               {"offset", Kind::kNumber},
                               {"message_id"},
                               {"part"},
                               {"depth", Kind::kNumber},
                               {"content_type"},
                               {"charset"},
                               {"transfer_encoding"},
                               {"disposition"},
                               {"filename"},
                               {"size", Kind::kNumber},
                               {"heading", Kind::kOther},
                               {"body", Kind::kOther},
                               {"content_id"},
                               {"content_location"},
                               {"searched"},
                               {"base"},
                               {"base_section"},
                               {"base_by"},
                               {"base_part"},
                               {"chain", Kind::kOther}};

constexpr Key kDiagnosticKeys[] = {{"source"},
                                   {"message", Kind::kOther},
                                   {"offset", Kind::kOther},
                                   {"message_id"},
                                   {"part"},
                                   {"code"},
                                   {"severity"},
                                   {"detail"},
                                   {"start", Kind::kOther},
                                   {"end", Kind::kOther}};

constexpr Key kSummaryKeys[] = {{"code"},
                                {"severity"},
                                {"domain"},
                                {"other_domain"},
                                {"count", Kind::kNumber},
                                {"source"},
                                {"message", Kind::kOther},
                                {"part"},
                                {"detail"}};

constexpr Key kCandidateKeys[] = {{"section"}, {"by"}, {"part"}, {"raw"}, {"url"}, {"state"}};

}  // namespace

std::span<const Key> keys_of(RowKind kind) {
  switch (kind) {
    case RowKind::kLinks:
      return std::span(kLinkKeys).first(std::size(kLinkKeys) - 1);
    case RowKind::kUniqueLinks:
      return kLinkKeys;
    case RowKind::kEntities:
      return kEntityKeys;
    case RowKind::kDiagnostics:
      return kDiagnosticKeys;
    case RowKind::kSummary:
      break;
  }
  return kSummaryKeys;
}

std::span<const Key> keys_of(std::string_view type) {
  if (type == "Link") return keys_of(RowKind::kLinks);
  if (type == "UniqueLink") return keys_of(RowKind::kUniqueLinks);
  if (type == "Entity") return keys_of(RowKind::kEntities);
  if (type == "Diagnostic") return keys_of(RowKind::kDiagnostics);
  if (type == "Summary") return keys_of(RowKind::kSummary);
  if (type == "Candidate") return kCandidateKeys;
  return {};
}

}  // namespace mimebase::python
