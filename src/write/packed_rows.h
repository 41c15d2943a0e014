// Rows packed into bytes: what threads that analyse hand to the one that writes a database. Numbers are in
// base 128, least digit first; a text is its size plus one, then its bytes (absence is the number 0). The
// bytes never leave the process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mimebase::write {

// A record tells its kind first. Each stands in the context of those before it: a reference is in the last
// part, that in the last message, and is resolved against the last base.
enum class PackedKind : char {
  kMessage = 'm',     // 1 if it may be the last one again, source, number (0: the source itself), offset,
                      // message_id, date, from, subject
  kPart = 'p',        // name, content_type, in_message_id
  kBase = 'b',        // url, section, by, part
  kCount = 'n',       // count: how many references the next one stands for
  kReference = 'r',   // context, hidden, start, end, text, reference, resolved, status, target_part, host
  kEntity = 'e',      // depth, charset ... (see SqliteWriter::entity)
  kCandidate = 'c',   // section, by, part, raw, url, state: one of the last entity's chain
  kDiagnostic = 'd',  // part, code, severity, detail, span
};

class RowPacker {
 public:
  void kind(PackedKind kind) { out_ += static_cast<char>(kind); }
  void number(std::uint64_t value);
  // Makes UTF-8 of what is none.
  void text(std::string_view text);
  void nothing() { out_ += '\0'; }
  template <typename T>
  void optional(const std::optional<T>& value) {
    if (value) {
      text(*value);
    } else {
      nothing();
    }
  }

  [[nodiscard]] const std::string& bytes() const { return out_; }
  [[nodiscard]] std::string& bytes() { return out_; }

 private:
  std::string out_;
  std::string repaired_;
};

class RowUnpacker {
 public:
  explicit RowUnpacker(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  PackedKind kind();
  std::uint64_t number();
  // A view into the packed bytes.
  std::optional<std::string_view> text();
  // Where the reader stands, to cut out the bytes of a record.
  [[nodiscard]] const char* position() const { return rest_.data(); }

 private:
  std::string_view rest_;
};

}  // namespace mimebase::write
