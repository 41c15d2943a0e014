// The data of one message for the page's script: one line of JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/diagnostics.h"
#include "mimebase/model.h"
#include "write/column_writers.h"

namespace mimebase::page {

// Writes JSON values, separated by commas, with arrays. See write::put() for the functions that write one
// value.
class JsonList : public write::JsonWriter {
 public:
  void open() {
    comma();
    buffer_ += '[';
  }
  void close() { buffer_ += ']'; }
  // Appends text as the page shows it. Very long text is cut and ends with "…".
  void text(std::string_view text);
  void name(std::string_view name) { text(name); }
  void number(std::uint64_t number);
  void null();
  void names(const WrapperNames& names);
  // Appends a URL, an array with a part, or null.
  void opens(const Opens& opens);
  // Each appends an array of arrays.
  void chain(std::span<const Candidate> chain);
  void readers(std::span<const ReaderOpens> readers);

 private:
  void comma() {
    if (!rows().empty() && rows().back() != '[') buffer_ += ',';
  }
};

// Produces a JSON object with the members `message`, `title`, `bases`, `entities`, `links`, `diagnostics` and
// `comparisons`. All rows are arrays with the columns of column_names(). Names and values are those of the
// JSON Lines. A base is an index into `bases`. `resolved` is 0 if it equals the reference, `domain` is 0 if
// it equals the host. The target that a reader opens is a URL, an array with a part, or null for nothing. A
// comparison names its link by its index in `links`. A further member, `nested`, lists the indices of the
// links at which the nested message changes, each with the Message-ID of that message, or null outside.
class MessageData {
 public:
  // Must be called before the rows of the message are added. `title` is that of a document, else empty.
  void begin(const MessageInfo& message, std::string_view title);
  void entity(const Entity& entity);
  void link(const Link& link, std::string_view domain);
  void diagnostic(const Diagnostic& diagnostic);
  // Must follow its link.
  void comparison(const Comparison& comparison);

  // Returns the message's line without a line break and starts afresh. It is safe inside a <script> element.
  [[nodiscard]] std::string take();

  // Returns the names of all columns as JSON, which `assets/data.js` reads: {"link":["part", ...], ...}.
  [[nodiscard]] static std::string column_names();

 private:
  // Appends a row with those of the columns that the page has.
  template <typename Columns, typename Row>
  void append(const Columns& columns, const Row& row, JsonList& out);
  template <typename Row, typename Value>
  void append_value(const Row& row, const write::ColumnInfo& column, const Value& value, JsonList& out);
  [[nodiscard]] std::uint64_t index_of(const BaseInfo& base);

  JsonList entity_rows_, link_rows_, diagnostic_rows_, comparison_rows_, nested_rows_, base_rows_, line_,
      title_;
  std::uint64_t links_ = 0;
  std::string_view domain_;    // of the current link
  std::string in_message_id_;  // of the last link; empty outside of nested messages
  struct KeptBase {
    std::string url, part;
    BaseSection section;
    BaseBy by;
  };
  std::vector<KeptBase> bases_;
};

}  // namespace mimebase::page
