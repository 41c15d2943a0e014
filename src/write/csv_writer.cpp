#include "write/csv_writer.h"

#include <charconv>

#include "write/columns.h"
#include "write/shown_text.h"

namespace mimebase::write {
namespace {

bool starts_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
}

}  // namespace

std::string csv_header(const Rows& rows, bool unique) {
  std::string header;
  for (const ColumnInfo& column : rows.columns) {
    if (column.when != When::kAlways && !(unique && column.when == When::kUnique)) continue;
    if (!header.empty()) header += ',';
    header += column.key;
  }
  return header + "\r\n";
}

void CsvWriter::cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out_ += text;
    return;
  }
  out_ += '"';
  while (true) {
    const std::size_t quote = text.find('"');
    out_ += text.substr(0, quote);
    if (quote == std::string_view::npos) break;
    out_ += "\"\"";
    text.remove_prefix(quote + 1);
  }
  out_ += '"';
}

void CsvWriter::text(std::string_view text) {
  text = utf8_text(text, repaired_);
  if (visible_) {
    shown_.clear();
    append_visible(text, shown_);
    text = shown_;
  }
  if (safe_ && starts_formula(text)) {
    defused_ = '\'';
    defused_ += text;
    text = defused_;
  }
  cell(text);
}

void CsvWriter::number(std::uint64_t value) {
  char digits[20];
  const auto result = std::to_chars(digits, digits + sizeof digits, value);
  out_.append(digits, result.ptr);
}

void CsvWriter::range(const std::optional<Range>& range) {
  if (!range) return;
  out_ += "\"[";
  number(range->start);
  out_ += ',';
  number(range->end);
  out_ += "]\"";
}

void CsvWriter::chain(const std::vector<Candidate>& chain) {
  json_.clear();
  json_.chain(chain);
  cell(json_.rows());
}

template <typename Columns, typename Row>
void CsvWriter::cells(const Columns& columns, const Row& row) {
  put(*this, std::get<0>(columns).of(row));
  for_each<1>(columns, [&](const auto& column) {
    if (column.info.when != When::kAlways) return;
    out_ += ',';
    put(*this, column.of(row));
  });
}

void CsvWriter::link_cells(const Link& link) {
  if (prefixed_ != link.message) {
    const std::size_t start = out_.size();
    cells(kMessageColumns, *link.message);
    prefix_ = out_.substr(start);
    prefixed_ = link.message;
  } else {
    out_ += prefix_;
  }
  for_each<std::tuple_size_v<decltype(kMessageColumns)>>(kLinkColumns, [&](const auto& column) {
    out_ += ',';
    put(*this, column.of(link));
  });
}

void CsvWriter::link(const Link& link) {
  link_cells(link);
  out_ += "\r\n";
}

std::string CsvWriter::link_row(const Link& link) {
  const std::size_t start = out_.size();
  link_cells(link);
  std::string row = out_.substr(start);
  out_.resize(start);
  return row;
}

void CsvWriter::unique_link(std::string_view row, std::uint64_t count) {
  out_ += row;
  out_ += ',';
  number(count);
  out_ += "\r\n";
}

void CsvWriter::entity(const Entity& entity) {
  cells(kEntityColumns, entity);
  out_ += "\r\n";
}

void CsvWriter::diagnostic(const Diagnostic& diagnostic) {
  cells(kDiagnosticColumns, diagnostic);
  out_ += "\r\n";
}

void CsvWriter::summary(const SummaryRow& row) {
  cells(kSummaryColumns, row);
  out_ += "\r\n";
}

}  // namespace mimebase::write
