#include "write/csv_writer.h"

#include <charconv>

#include "write/terminal_text.h"
#include "write/utf8_text.h"

namespace mimebase::write {
namespace {

constexpr std::string_view kLinks =
    "source,message,offset,message_id,date,from,subject,part,content_type,in_message_id,context,hidden,start,"
    "end,text,reference,resolved,status,target_part,base,base_section,base_by,base_part,host";
constexpr std::string_view kTree =
    "source,message,offset,message_id,part,depth,content_type,charset,transfer_encoding,disposition,"
    "filename,size,heading,body,content_id,content_location,searched,base,base_section,base_by,base_part,"
    "chain";
constexpr std::string_view kCheck = "source,message,offset,message_id,part,code,severity,detail,start,end";

constexpr std::string_view kSummary = "code,severity,domain,other_domain,count,source,message,part,detail";

bool starts_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
}

}  // namespace

std::string csv_links_header(bool unique) {
  return std::string(kLinks) + (unique ? ",count\r\n" : "\r\n");
}

std::string csv_tree_header() {
  return std::string(kTree) + "\r\n";
}

std::string csv_check_header() {
  return std::string(kCheck) + "\r\n";
}

std::string csv_summary_header() {
  return std::string(kSummary) + "\r\n";
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

template <typename T>
void CsvWriter::optional(const std::optional<T>& value) {
  if (value) text(*value);
}

void CsvWriter::range(const std::optional<Range>& range) {
  if (!range) return;
  out_ += "\"[";
  number(range->start);
  comma();
  number(range->end);
  out_ += "]\"";
}

void CsvWriter::message_cells(const MessageInfo& message) {
  std::string buffer;
  text(source_text(message.source, buffer));
  comma();
  const bool is_about_source = message.number == 0;
  if (!is_about_source) number(message.number);
  comma();
  if (!is_about_source) number(message.offset);
  comma();
  optional(message.message_id);
  comma();
}

void CsvWriter::base_cells(const BaseInfo& base) {
  comma();
  text(base.url);
  comma();
  out_ += name_of(base.section);
  comma();
  out_ += name_of(base.by);
  comma();
  optional(base.part);
}

void CsvWriter::link_cells(const Link& link) {
  if (prefixed_ != link.message) {
    const std::size_t start = out_.size();
    message_cells(*link.message);
    optional(link.message->date);
    comma();
    optional(link.message->from);
    comma();
    optional(link.message->subject);
    comma();
    prefix_ = out_.substr(start);
    prefixed_ = link.message;
  } else {
    out_ += prefix_;
  }
  text(link.part);
  comma();
  optional(link.content_type);
  comma();
  optional(link.in_message_id);
  comma();
  text(link.context);
  comma();
  optional(link.hidden);
  comma();
  number(link.span.start);
  comma();
  number(link.span.end);
  comma();
  optional(link.text);
  comma();
  text(link.reference);
  comma();
  optional(link.resolved);
  comma();
  out_ += name_of(link.status);
  comma();
  optional(link.target_part);
  base_cells(*link.base);
  comma();
  optional(link.host);
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
  comma();
  number(count);
  out_ += "\r\n";
}

void CsvWriter::entity(const Entity& entity) {
  message_cells(*entity.message);
  text(entity.part);
  comma();
  number(static_cast<std::uint64_t>(entity.depth));
  comma();
  text(entity.content_type);
  comma();
  for (const auto* value :
       {&entity.charset, &entity.transfer_encoding, &entity.disposition, &entity.filename}) {
    optional(*value);
    comma();
  }
  number(entity.size_bytes);
  comma();
  range(entity.heading);
  comma();
  range(entity.body);
  comma();
  optional(entity.content_id);
  comma();
  optional(entity.content_location);
  comma();
  out_ += name_of(entity.searched);
  base_cells(entity.base);
  comma();
  json_.clear();
  json_.chain(entity.chain);
  cell(json_.rows());
  out_ += "\r\n";
}

void CsvWriter::diagnostic(const Diagnostic& diagnostic) {
  message_cells(*diagnostic.message);
  text(diagnostic.part);
  comma();
  text(diagnostic.code);
  comma();
  out_ += name_of(diagnostic.severity);
  comma();
  text(diagnostic.detail);
  comma();
  if (diagnostic.span) number(diagnostic.span->start);
  comma();
  if (diagnostic.span) number(diagnostic.span->end);
  out_ += "\r\n";
}

void CsvWriter::summary(const SummaryRow& row) {
  text(row.code);
  comma();
  out_ += name_of(row.severity);
  comma();
  text(row.domain);
  comma();
  text(row.other_domain);
  comma();
  number(row.count);
  comma();
  text(row.source);
  comma();
  if (row.message != 0) number(row.message);
  comma();
  text(row.part);
  comma();
  text(row.detail);
  out_ += "\r\n";
}

}  // namespace mimebase::write
