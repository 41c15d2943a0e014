#include "run/commands/report_stream.h"

#include <utility>
#include <vector>

#include "page/message_data.h"
#include "run/bytes.h"
#include "write/shown_text.h"

namespace mimebase::run {

enum class ReportRow { kMessage, kEntity, kLink, kDiagnostic, kComparison };

template <>
struct LastOf<ReportRow> {
  static constexpr ReportRow value = ReportRow::kComparison;
};

void exchange(auto& bytes, Is<MessageInfo> auto& it) {
  bytes(it.source, it.number, it.offset, it.message_id, it.date, it.from, it.subject);
}
void exchange(auto& bytes, Is<BaseInfo> auto& it) {
  bytes(it.url, it.section, it.by, it.part);
}
void exchange(auto& bytes, Is<Candidate> auto& it) {
  bytes(it.section, it.by, it.part, it.raw, it.url, it.state);
}
// ReportStream::entity() writes the chain, which is a span.
void exchange(auto& bytes, Is<Entity> auto& it) {
  std::uint64_t depth = static_cast<std::uint64_t>(it.depth);
  bytes(it.part, depth, it.content_type, it.charset, it.transfer_encoding, it.disposition, it.filename,
        it.size_bytes, it.content_id, it.content_location, it.searched, it.base);
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(it)>>)
    it.depth = static_cast<int>(depth & 0xFFFF);
}
void exchange(auto& bytes, Is<WrapperNames> auto& it) {
  std::string text = write::names_text(it);
  bytes(text);
  if constexpr (!std::is_const_v<std::remove_reference_t<decltype(it)>>) it = write::names_in(text);
}
void exchange(auto& bytes, Is<Opens> auto& it) {
  bytes(it.url, it.part, it.by);
}
void exchange(auto& bytes, Is<ReaderOpens> auto& it) {
  bytes(it.reader, it.opens);
}
// ReportStream::link() writes the base.
void exchange(auto& bytes, Is<Link> auto& it) {
  bytes(it.part, it.content_type, it.context, it.hidden, it.span, it.text, it.reference, it.resolved,
        it.status, it.target_part, it.host, it.kind, it.wrappers, it.unwrapped, it.reader, it.opens);
}
// ReportStream::comparison() writes the readers, which are a span. The rest is in the link.
void exchange(auto& bytes, Is<Comparison> auto& it) {
  bytes(it.difference);
}
void exchange(auto& bytes, Is<Diagnostic> auto& it) {
  bytes(it.part, it.code, it.severity, it.detail, it.span, it.domain, it.other_domain);
}

void ReportStream::begin(const MessageInfo& message) {
  bytes_(ReportRow::kMessage, message);
}

void ReportStream::entity(const Entity& entity) {
  const std::vector<Candidate> chain(entity.chain.begin(), entity.chain.end());
  bytes_(ReportRow::kEntity, entity, chain);
}

void ReportStream::link(const Link& link, std::string_view domain) {
  ++links_;
  bytes_(ReportRow::kLink, link, link.base, domain);
}

void ReportStream::diagnostic(const Diagnostic& diagnostic) {
  bytes_(ReportRow::kDiagnostic, diagnostic);
}

void ReportStream::comparison(const Comparison& comparison) {
  const std::vector<ReaderOpens> readers(comparison.readers.begin(), comparison.readers.end());
  bytes_(ReportRow::kComparison, comparison, readers);
}

std::string ReportStream::take() {
  links_ = 0;
  return bytes_.take();
}

bool read_report(std::string_view bytes, page::MessageData& data) {
  BytesReader reader(bytes);
  ReportRow kind{};
  MessageInfo message;
  reader(kind, message);
  if (reader.has_failed() || kind != ReportRow::kMessage) return false;
  data.begin(message);
  while (!reader.rest().empty()) {
    reader(kind);
    if (kind == ReportRow::kEntity) {
      Entity entity;
      std::vector<Candidate> chain;
      reader(entity, chain);
      entity.chain = chain;
      if (!reader.has_failed()) data.entity(entity);
    } else if (kind == ReportRow::kLink) {
      Link link;
      BaseInfo base;
      std::string_view domain;
      reader(link, base, domain);
      link.base = base;
      if (!reader.has_failed()) data.link(link, domain);
    } else if (kind == ReportRow::kDiagnostic) {
      Diagnostic diagnostic;
      reader(diagnostic);
      if (!reader.has_failed()) data.diagnostic(diagnostic);
    } else if (kind == ReportRow::kComparison && data.links() > 0) {
      Comparison comparison;
      std::vector<ReaderOpens> readers;
      reader(comparison, readers);
      comparison.readers = readers;
      if (!reader.has_failed()) data.comparison(comparison);
    } else {
      reader.fail();
    }
    if (reader.has_failed()) return false;
  }
  return true;
}

}  // namespace mimebase::run
