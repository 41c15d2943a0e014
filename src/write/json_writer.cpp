#include "write/json_writer.h"

#include <charconv>
#include <cstring>

#include "ascii.h"
#include "write/terminal_text.h"
#include "write/utf8_text.h"

namespace mimebase::write {

// The writer has reserved six bytes for each that it reads, and escapes C0 itself.
template <typename OutputStream>
void VisibleUtf8::EncodeUnsafe(OutputStream& out, unsigned code_point) {
  if (!drives_terminal(code_point)) return UTF8::EncodeUnsafe(out, code_point);
  for (const char c : {'\\', 'u'}) rapidjson::PutUnsafe(out, c);
  for (const unsigned shift : {12U, 8U, 4U, 0U}) {
    rapidjson::PutUnsafe(out, ascii::kLowerHexDigits[code_point >> shift & 15]);
  }
}

void JsonWriter::raw(std::string_view text) {
  std::memcpy(buffer_.Push(text.size()), text.data(), text.size());
}

// Every string is made valid UTF-8 here, whatever it came from: a row that no JSON parser takes is no row.
void JsonWriter::string(std::string_view text) {
  text = utf8_text(text, repaired_);
  const auto size = static_cast<rapidjson::SizeType>(text.size());
  const bool is_plain =
      ascii::is_ascii(text) ? text.find('\x7F') == std::string_view::npos : !has_driving_character(text);
  if (is_plain) {
    writer_.Reset(buffer_);
    writer_.String(text.data(), size);
  } else {
    escaping_.Reset(buffer_);
    escaping_.String(text.data(), size);
  }
}

void JsonWriter::number(std::uint64_t value) {
  char digits[20];
  const auto result = std::to_chars(digits, digits + sizeof digits, value);
  raw({digits, static_cast<std::size_t>(result.ptr - digits)});
}

template <typename T>
void JsonWriter::optional(const std::optional<T>& text) {
  if (text) {
    string(*text);
  } else {
    raw("null");
  }
}

void JsonWriter::range(const std::optional<Range>& range) {
  if (!range) {
    raw("null");
    return;
  }
  raw("[");
  number(range->start);
  raw(",");
  number(range->end);
  raw("]");
}

void JsonWriter::message_keys(const MessageInfo& message) {
  raw("{\"source\":");
  std::string buffer;
  string(source_text(message.source, buffer));
  raw(",\"message\":");
  if (message.number == 0) {  // about the source itself
    raw("null,\"offset\":null");
  } else {
    number(message.number);
    raw(",\"offset\":");
    number(message.offset);
  }
  raw(",\"message_id\":");
  optional(message.message_id);
}

void JsonWriter::base_keys(const BaseInfo& base) {
  raw(",\"base\":");
  string(base.url);
  raw(",\"base_section\":\"");
  raw(name_of(base.section));
  raw("\",\"base_by\":\"");
  raw(name_of(base.by));
  raw("\",\"base_part\":");
  optional(base.part);
}

void JsonWriter::link_keys(const Link& link) {
  if (prefixed_ != link.message) {
    const std::size_t start = buffer_.GetSize();
    message_keys(*link.message);
    raw(",\"date\":");
    optional(link.message->date);
    raw(",\"from\":");
    optional(link.message->from);
    raw(",\"subject\":");
    optional(link.message->subject);
    raw(",\"part\":");
    prefix_.assign(buffer_.GetString() + start, buffer_.GetSize() - start);
    prefixed_ = link.message;
  } else {
    raw(prefix_);
  }
  string(link.part);
  raw(",\"content_type\":");
  optional(link.content_type);
  raw(",\"in_message_id\":");
  optional(link.in_message_id);
  raw(",\"context\":");
  string(link.context);
  raw(",\"hidden\":");
  optional(link.hidden);
  raw(",\"start\":");
  number(link.span.start);
  raw(",\"end\":");
  number(link.span.end);
  raw(",\"text\":");
  optional(link.text);
  raw(",\"reference\":");
  string(link.reference);
  raw(",\"resolved\":");
  optional(link.resolved);
  raw(",\"status\":\"");
  raw(name_of(link.status));
  raw("\",\"target_part\":");
  optional(link.target_part);
  base_keys(*link.base);
  raw(",\"host\":");
  optional(link.host);
}

void JsonWriter::link(const Link& link) {
  link_keys(link);
  raw("}\n");
}

std::string JsonWriter::link_row(const Link& link) {
  const std::size_t start = buffer_.GetSize();
  link_keys(link);
  const std::size_t size = buffer_.GetSize() - start;
  std::string row(buffer_.GetString() + start, size);
  buffer_.Pop(size);
  return row;
}

void JsonWriter::unique_link(std::string_view row, std::uint64_t count) {
  raw(row);
  raw(",\"count\":");
  number(count);
  raw("}\n");
}

void JsonWriter::candidate(const Candidate& candidate) {
  raw("{\"section\":\"");
  raw(name_of(candidate.section));
  raw("\",\"by\":\"");
  raw(name_of(candidate.by));
  raw("\",\"part\":");
  optional(candidate.part);
  raw(",\"raw\":");
  string(candidate.raw);
  raw(",\"url\":");
  optional(candidate.url);
  raw(",\"state\":\"");
  raw(name_of(candidate.state));
  raw("\"}");
}

void JsonWriter::entity(const Entity& entity) {
  message_keys(*entity.message);
  raw(",\"part\":");
  string(entity.part);
  raw(",\"depth\":");
  number(static_cast<std::uint64_t>(entity.depth));
  raw(",\"content_type\":");
  string(entity.content_type);
  raw(",\"charset\":");
  optional(entity.charset);
  raw(",\"transfer_encoding\":");
  optional(entity.transfer_encoding);
  raw(",\"disposition\":");
  optional(entity.disposition);
  raw(",\"filename\":");
  optional(entity.filename);
  raw(",\"size\":");
  number(entity.size_bytes);
  raw(",\"heading\":");
  range(entity.heading);
  raw(",\"body\":");
  range(entity.body);
  raw(",\"content_id\":");
  optional(entity.content_id);
  raw(",\"content_location\":");
  optional(entity.content_location);
  raw(",\"searched\":\"");
  raw(name_of(entity.searched));
  raw("\"");
  base_keys(entity.base);
  raw(",\"chain\":");
  chain(entity.chain);
  raw("}\n");
}

void JsonWriter::chain(const std::vector<Candidate>& chain) {
  raw("[");
  for (std::size_t i = 0; i < chain.size(); ++i) {
    if (i > 0) raw(",");
    candidate(chain[i]);
  }
  raw("]");
}

void JsonWriter::diagnostic(const Diagnostic& diagnostic) {
  message_keys(*diagnostic.message);
  raw(",\"part\":");
  if (diagnostic.part.empty()) {
    raw("null");
  } else {
    string(diagnostic.part);
  }
  raw(",\"code\":\"");
  raw(diagnostic.code);
  raw("\",\"severity\":\"");
  raw(name_of(diagnostic.severity));
  raw("\",\"detail\":");
  string(diagnostic.detail);
  for (const bool end : {false, true}) {
    raw(end ? ",\"end\":" : ",\"start\":");
    if (diagnostic.span) {
      number(end ? diagnostic.span->end : diagnostic.span->start);
    } else {
      raw("null");
    }
  }
  raw("}\n");
}

void JsonWriter::summary(const SummaryRow& row) {
  const auto text = [this](std::string_view key, std::string_view value) {
    raw(key);
    if (value.empty()) {
      raw("null");
    } else {
      string(value);
    }
  };
  raw("{\"code\":\"");
  raw(row.code);
  raw("\",\"severity\":\"");
  raw(name_of(row.severity));
  raw("\"");
  text(",\"domain\":", row.domain);
  text(",\"other_domain\":", row.other_domain);
  raw(",\"count\":");
  number(row.count);
  raw(",\"source\":");
  string(row.source);
  raw(",\"message\":");
  if (row.message != 0) {
    number(row.message);
  } else {
    raw("null");
  }
  text(",\"part\":", row.part);
  raw(",\"detail\":");
  string(row.detail);
  raw("}\n");
}

void JsonWriter::end_message() {
  prefixed_ = nullptr;
}

std::string_view JsonWriter::rows() const {
  return {buffer_.GetString(), buffer_.GetSize()};
}

void JsonWriter::clear() {
  buffer_.Clear();
}

}  // namespace mimebase::write
