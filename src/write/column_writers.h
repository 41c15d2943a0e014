// Writers whose rows are a plain sequence of column values: JSON Lines and CSV.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/for_archive.h"
#include "write/row_buffer.h"
#include "write/row_check.h"
#include "write/row_writer.h"

namespace mimebase::write {

// Base class of both formats. A Format provides the functions that put() calls, key() for the text before a
// value, and kRowEnd.
template <typename Format>
class ColumnWriter : public RowWriter {
 public:
  // `with_fields` adds the column `fields` to the rows of messages.
  explicit ColumnWriter(bool with_fields) : with_fields_(with_fields) {}

  void link(const Link& link) final {
    append_link_row(link);
    buffer_ += Format::kRowEnd;
  }
  void unique_link(std::string_view row, std::uint64_t count) final {
    buffer_ += row;
    format().key(kCount, false);
    number(count);
    buffer_ += Format::kRowEnd;
  }
  void entity(const Entity& entity) final { row(kEntityColumns, entity, entity.message); }
  void diagnostic(const Diagnostic& diagnostic) final {
    row(kDiagnosticColumns, diagnostic, diagnostic.message);
  }
  void comparison(const Comparison& comparison) final {
    row(kComparisonColumns, comparison, comparison.message);
  }
  void ledger_entry(const LedgerEntry& entry) final { row(kLedgerColumns, entry); }
  void summary(const SummaryRow& summary) final {
    const MessageInfo message = message_of(summary);
    row(kSummaryColumns, counted(summary, message));
  }
  void top(const TopRow& top) final { row(kTopColumns, top); }
  void end_message() final { prefixed_ = nullptr; }
  [[nodiscard]] std::string_view rows() const final { return buffer_.view(); }
  void clear() final { buffer_.cut(0); }
  void edit(const EditRow& edit) { row(kEditColumns, edit); }

  void number(std::uint64_t value) {
    constexpr std::size_t kMaxDigits = std::numeric_limits<std::uint64_t>::digits10 + 1;
    char* const to = buffer_.room(kMaxDigits);
    buffer_.add(static_cast<std::size_t>(std::to_chars(to, to + kMaxDigits, value).ptr - to));
  }

 protected:
  template <typename Columns, typename Row>
  void values(const Columns& columns, const Row& row) {
    bool first = true;
    for_each(columns, [&](const auto& column) {
      if (column.info.when != When::kAlways) return;
      format().key(column.json, std::exchange(first, false));
      put(format(), column.value(row));
    });
  }

  RowBuffer buffer_;

 private:
  void cut(std::size_t size) final { buffer_.cut(size); }
  Format& format() { return static_cast<Format&>(*this); }

  template <typename Columns, typename Row>
  void row(const Columns& columns, const Row& row, const MessageInfo* message = nullptr) {
    values(columns, row);
    if (with_fields_ && message != nullptr) append_fields(*message);
    buffer_ += Format::kRowEnd;
  }

  void append_link_row(const Link& link) final {
    if (prefixed_ == link.message) {
      buffer_ += prefix_;
    } else {
      const std::size_t start = buffer_.size();
      values(kMessageColumns, *link.message);
      prefix_.assign(buffer_.view().substr(start));
      prefixed_ = link.message;
      if (with_fields_) format_fields(*link.message);
    }
    for_each<std::tuple_size_v<decltype(kMessageColumns)>>(kLinkColumns, [&](const auto& column) {
      if (column.info.when == When::kFields) return;
      if (column.info.when == When::kReader && link.reader == MailReader::kRfc1808) return;
      format().key(column.json, false);
      put(format(), column.value(link));
    });
    if (with_fields_) buffer_ += fields_;
  }

  void append_fields(const MessageInfo& message) {
    format().key(kFieldsColumn.json, false);
    format().fields(message.fields);
  }
  void format_fields(const MessageInfo& message) {
    const std::size_t start = buffer_.size();
    append_fields(message);
    fields_.assign(buffer_.view().substr(start));
    buffer_.cut(start);
  }

  static constexpr JsonKey kCount{"count"};

  const bool with_fields_;

  // The columns that all links of a message share, formatted once per message.
  const MessageInfo* prefixed_ = nullptr;
  std::string prefix_;
  std::string fields_;  // the last column, likewise
};

// JSON Lines: one object per line. The schemas in schema/ list the keys in this order.
class MIMEBASE_FOR_ARCHIVE JsonWriter : public ColumnWriter<JsonWriter> {
 public:
  static constexpr std::string_view kRowEnd = "}\n";

  explicit JsonWriter(bool with_fields = false) : ColumnWriter(with_fields) {}

  [[nodiscard]] bool accepts(std::string_view rows, const Rows&) const override {
    return are_lines(rows, false);
  }

  // Each function appends one value; see put(). A name needs no escapes.
  void text(std::string_view text);
  void name(std::string_view name);
  void null() { buffer_ += "null"; }
  void range(const std::optional<Range>& range);
  void chain(std::span<const Candidate> chain);
  void names(const WrapperNames& names);
  void fields(std::span<const NamedField> fields);
  void opens(const Opens& opens);
  void readers(std::span<const ReaderOpens> readers);
  void reasons(std::span<const ReaderReason> reasons);
  // Appends the values of one field: null, a text, or an array.
  void field_values(const NamedField& field);
  // Returns the text of a value alone, valid until the next call. Drops what was written before.
  template <typename T>
  [[nodiscard]] std::string_view alone(const T& value) {
    clear();
    put(*this, value);
    return rows();
  }
  [[nodiscard]] std::string_view values_alone(const NamedField& field);

 private:
  friend ColumnWriter;
  // Inlined, because a key is copied before every value.
  [[gnu::always_inline]] void key(const JsonKey& key, bool first) {
    char* const to = buffer_.room(JsonKey::kRoom);
    std::memcpy(to, key.data(), JsonKey::kRoom);
    if (first) *to = '{';
    buffer_.add(key.size());
  }

  std::string repaired_;
};

// CSV (RFC 4180). The columns are the keys of JSON Lines, in the same order.
// Lines end in CRLF; cells are quoted only if necessary. JSON's null becomes an empty cell; arrays and
// objects become their JSON text, but each of the `fields` named header fields has a column of its own.
// `safe` puts an apostrophe before a cell that a spreadsheet would run as a formula (one that begins with
// = + - @ TAB or CR). `visible` escapes characters that drive a terminal.
class MIMEBASE_FOR_ARCHIVE CsvWriter : public ColumnWriter<CsvWriter> {
 public:
  static constexpr std::string_view kRowEnd = "\r\n";

  explicit CsvWriter(bool safe, bool visible = false, std::size_t fields = 0)
      : ColumnWriter(fields > 0), safe_(safe), visible_(visible), field_columns_(fields) {}

  [[nodiscard]] bool accepts(std::string_view rows, const Rows&) const override {
    return !visible_ || are_lines(rows, false);
  }

  // Each function appends one value; see put().
  void text(std::string_view text);
  void name(std::string_view name) { buffer_ += name; }
  void null() {}
  void range(const std::optional<Range>& range) {
    if (range) cell(json_.alone(range));
  }
  void chain(std::span<const Candidate> chain) { cell(json_.alone(chain)); }
  void names(const WrapperNames& names) { cell(names_text(names)); }
  void fields(std::span<const NamedField> fields);
  void opens(const Opens& opens) {
    if (opens.url || opens.part) cell(json_.alone(opens));
  }
  void readers(std::span<const ReaderOpens> readers) { cell(json_.alone(readers)); }
  void reasons(std::span<const ReaderReason> reasons) { cell(json_.alone(reasons)); }

 private:
  friend ColumnWriter;
  void key(const JsonKey&, bool first) {
    if (!first) buffer_ += ',';
  }
  void cell(std::string_view text);

  bool safe_, visible_;
  std::size_t field_columns_;
  std::string repaired_, shown_, defused_;
  JsonWriter json_;
};

// Returns the header line: the names of the columns. `unique`, `fields` and `reader` add those of --unique,
// --fields and --as. The column of a header field has the field's name, after "fields." if a key has that
// name too.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string csv_header(const Rows& rows, bool unique = false,
                                                          std::span<const std::string> fields = {},
                                                          bool reader = false);

}  // namespace mimebase::write
