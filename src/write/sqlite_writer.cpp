#include "write/sqlite_writer.h"

#include "write/utf8_text.h"

namespace mimebase::write {

void SqliteWriter::forget_context() {
  message_ = nullptr;
  has_part_ = false;
  base_.reset();
}

void SqliteWriter::message(const MessageInfo& message) {
  if (message_ == &message) return;
  message_ = &message;
  has_part_ = false;
  packer_.kind(PackedKind::kMessage);
  packer_.number(is_told_ ? 1 : 0);
  is_told_ = true;
  std::string buffer;
  packer_.text(source_text(message.source, buffer));
  packer_.number(message.number);
  packer_.number(message.offset);
  packer_.optional(message.message_id);
  packer_.optional(message.date);
  packer_.optional(message.from);
  packer_.optional(message.subject);
}

void SqliteWriter::part(std::string_view name, std::optional<std::string_view> content_type,
                        std::optional<std::string_view> in_message_id) {
  if (has_part_ && part_ == name) return;
  has_part_ = true;
  part_ = name;
  packer_.kind(PackedKind::kPart);
  packer_.text(name);
  packer_.optional(content_type);
  packer_.optional(in_message_id);
}

void SqliteWriter::base(const BaseInfo& base) {
  if (base_ && base_->url == base.url && base_->section == base.section && base_->by == base.by &&
      base_->part == base.part) {
    return;
  }
  base_url_ = base.url;
  base_ = base;
  base_->url = base_url_;
  packer_.kind(PackedKind::kBase);
  packer_.text(base.url);
  packer_.text(name_of(base.section));
  packer_.text(name_of(base.by));
  packer_.optional(base.part);
}

void SqliteWriter::range(const std::optional<Range>& range) {
  packer_.number(range ? 1 : 0);
  if (!range) return;
  packer_.number(range->start);
  packer_.number(range->end);
}

void SqliteWriter::reference(const Link& link) {
  packer_.kind(PackedKind::kReference);
  packer_.text(link.context);
  packer_.optional(link.hidden);
  packer_.number(link.span.start);
  packer_.number(link.span.end);
  packer_.optional(link.text);
  packer_.text(link.reference);
  // The same text twice is stored once.
  const bool is_as_written = link.status == LinkStatus::kAbsolute && link.resolved == link.reference;
  packer_.optional(is_as_written ? std::nullopt : link.resolved);
  packer_.number(static_cast<std::uint64_t>(link.status));
  packer_.optional(link.target_part);
  packer_.optional(link.host);
}

void SqliteWriter::link(const Link& link) {
  message(*link.message);
  part(link.part, link.content_type, link.in_message_id);
  base(*link.base);
  reference(link);
}

std::string SqliteWriter::link_row(const Link& link) {
  const std::size_t start = packer_.bytes().size();
  forget_context();
  is_told_ = true;  // the rows of one message may come one by one
  this->link(link);
  forget_context();
  std::string row = packer_.bytes().substr(start);
  packer_.bytes().resize(start);
  return row;
}

void SqliteWriter::unique_link(std::string_view row, std::uint64_t count) {
  packer_.kind(PackedKind::kCount);
  packer_.number(count);
  packer_.bytes() += row;
}

void SqliteWriter::candidate(const Candidate& candidate) {
  packer_.kind(PackedKind::kCandidate);
  packer_.text(name_of(candidate.section));
  packer_.text(name_of(candidate.by));
  packer_.optional(candidate.part);
  packer_.text(candidate.raw);
  packer_.optional(candidate.url);
  packer_.text(name_of(candidate.state));
}

void SqliteWriter::entity(const Entity& entity) {
  message(*entity.message);
  part(entity.part, entity.content_type, std::nullopt);
  base(entity.base);
  packer_.kind(PackedKind::kEntity);
  packer_.number(static_cast<std::uint64_t>(entity.depth));
  packer_.optional(entity.charset);
  packer_.optional(entity.transfer_encoding);
  packer_.optional(entity.disposition);
  packer_.optional(entity.filename);
  packer_.number(entity.size_bytes);
  range(entity.heading);
  range(entity.body);
  packer_.optional(entity.content_id);
  packer_.optional(entity.content_location);
  packer_.text(name_of(entity.searched));
  packer_.optional(entity.defect.empty() ? std::nullopt : std::optional(std::string_view(entity.defect)));
  for (const Candidate& candidate : entity.chain) this->candidate(candidate);
}

void SqliteWriter::diagnostic(const Diagnostic& diagnostic) {
  message(*diagnostic.message);
  packer_.kind(PackedKind::kDiagnostic);
  packer_.optional(diagnostic.part.empty() ? std::nullopt : std::optional(diagnostic.part));
  packer_.text(diagnostic.code);
  packer_.text(name_of(diagnostic.severity));
  packer_.text(diagnostic.detail);
  range(diagnostic.span);
}

void SqliteWriter::end_message() {
  message_ = nullptr;
  is_told_ = false;
  has_part_ = false;
}

void SqliteWriter::clear() {
  packer_.bytes().clear();
  forget_context();
}

}  // namespace mimebase::write
