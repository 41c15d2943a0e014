#include "python/rows.h"

#include <iterator>
#include <span>
#include <utility>

namespace mimebase::python {
namespace {

constexpr Key kLinkKeys[] = {{"source"},
                             {"message", Kind::kNumber},
                             {"offset", Kind::kNumber},
                             {"message_id"},
                             {"date", Kind::kDate},
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
                             {"unwrapped"}};

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

constexpr Key kComparisonKeys[] = {{"source"},
                                   {"message", Kind::kNumber},
                                   {"offset", Kind::kNumber},
                                   {"message_id"},
                                   {"part"},
                                   {"context"},
                                   {"start", Kind::kNumber},
                                   {"end", Kind::kNumber},
                                   {"reference"},
                                   {"difference"},
                                   {"opens", Kind::kOther}};

constexpr Key kReaderKeys[] = {{"reader"}, {"opens", Kind::kOther}, {"opens_by"}};
constexpr Key kFieldsKey = {"fields", Kind::kOther};
constexpr Key kCountKey = {"count", Kind::kNumber};

std::span<const Key> own_keys(RowKind kind) {
  switch (kind) {
    case RowKind::kLinks:
    case RowKind::kUniqueLinks:
      return kLinkKeys;
    case RowKind::kEntities:
      return kEntityKeys;
    case RowKind::kDiagnostics:
      return kDiagnosticKeys;
    case RowKind::kComparisons:
      return kComparisonKeys;
    case RowKind::kSummary:
      break;
  }
  return kSummaryKeys;
}

bool is_of_links(RowKind kind) {
  return kind == RowKind::kLinks || kind == RowKind::kUniqueLinks;
}

}  // namespace

Shape::Shape(RowKind rows, bool reader, bool fields)
    : kind(rows), with_reader(reader && is_of_links(rows)), with_fields(fields && rows != RowKind::kSummary) {
  const std::span<const Key> own = own_keys(kind);
  keys.assign(own.begin(), own.end());
  if (with_reader) keys.insert(keys.end(), std::begin(kReaderKeys), std::end(kReaderKeys));
  if (with_fields) keys.push_back(kFieldsKey);
  if (kind == RowKind::kUniqueLinks) keys.push_back(kCountKey);
}

Shape::Shape(RowKind rows, const ReadOptions& options)
    : Shape(rows, options.analyze.reader != MailReader::kRfc1808, !options.analyze.fields.empty()) {}

bool Shape::has_domain() const {
  return is_of_links(kind);
}

std::vector<Key> Shape::column_keys() const {
  std::vector<Key> all = keys;
  if (has_domain()) all.push_back({"domain"});
  return all;
}

std::vector<Key> keys_of(std::string_view type, bool with_reader, bool with_fields) {
  constexpr std::pair<std::string_view, RowKind> kTypes[] = {
      {"Link", RowKind::kLinks},      {"UniqueLink", RowKind::kUniqueLinks},
      {"Entity", RowKind::kEntities}, {"Diagnostic", RowKind::kDiagnostics},
      {"Summary", RowKind::kSummary}, {"Comparison", RowKind::kComparisons}};
  for (const auto& [name, kind] : kTypes) {
    if (name == type) return Shape(kind, with_reader, with_fields).keys;
  }
  if (type == "Candidate") return {std::begin(kCandidateKeys), std::end(kCandidateKeys)};
  if (type == "Opens") return {std::begin(kOpensKeys), std::end(kOpensKeys)};
  return {};
}

}  // namespace mimebase::python
