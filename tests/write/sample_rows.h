// Links, entities and diagnostics for the tests of writers: ordinary ones, and ones that are hard to write.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/model.h"
#include "write/row_writer.h"

namespace mimebase::test {

using namespace std::string_view_literals;

// Texts that are hard to write, each for its own reason.
inline const std::vector<std::string_view>& hard_texts() {
  static const std::vector<std::string_view> kTexts = {
      "",
      "plain",
      "comma, \"quotes\" and 'apostrophes'",
      "two\r\nlines\nand\rmore",
      "ends in nul\0"sv,
      "nul\0inside"sv,
      "\x01\x1f\x7f",
      "gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80",
      "broken \xff\xfe utf-8",
      "surrogate \xed\xa0\x80",
      "=1+1",
      "'; DROP TABLE reference; --",
      "%s%n\\",
      " spaces around ",
  };
  return kTexts;
}

// A message per hard text. Its links, entities and diagnostics contain the text wherever possible.
class Samples {
 public:
  Samples() {
    for (std::size_t i = 0; i < hard_texts().size(); ++i) add_message(i);
  }
  Samples(const Samples&) = delete;
  Samples& operator=(const Samples&) = delete;

  // Passes all links to `writer`, message by message.
  void links_to(write::RowWriter& writer) const {
    for (std::size_t i = 0; i < links_.size(); ++i) {
      writer.link(links_[i]);
      if (i + 1 == links_.size() || links_[i + 1].message != links_[i].message) writer.end_message();
    }
  }
  void entities_to(write::RowWriter& writer) const {
    for (const Entity& entity : entities_) {
      writer.entity(entity);
      writer.end_message();
    }
  }
  void diagnostics_to(write::RowWriter& writer) const {
    for (const Diagnostic& diagnostic : diagnostics_) {
      writer.diagnostic(diagnostic);
      writer.end_message();
    }
  }
  [[nodiscard]] const std::vector<Link>& links() const { return links_; }
  [[nodiscard]] const std::vector<Entity>& entities() const { return entities_; }
  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  void add_message(std::size_t i) {
    const std::string_view hard = hard_texts()[i];
    MessageInfo& message = messages_.emplace_back();
    message.source = i < 9 ? "a.mbox" : "other.mbox";
    message.number = i + 1;
    message.offset = i << 33;
    if (i % 2 == 0) {
      message.message_id = hard;
      message.from = hard;
    }
    if (i % 3 == 0) message.date = "2004-01-31T12:00:00+01:00";
    message.subject = hard;
    BaseInfo& base = bases_.emplace_back();
    base.url = "http://Example.COM/a/";
    base.section = BaseSection::kEncapsulatingEntity;
    base.by = BaseBy::kContentBase;
    base.part = "HEADER";
    for (int status = 0; status < kLinkStatusCount; ++status) {
      add_link(message, hard, static_cast<LinkStatus>(status), i);
    }
    add_entity(message, hard, i);
    add_diagnostics(message, hard, i);
  }

  void add_link(const MessageInfo& message, std::string_view hard, LinkStatus status, std::size_t i) {
    const int n = static_cast<int>(status);
    Link& link = links_.emplace_back();
    link.message = &message;
    link.part = n < 2 ? "HEADER" : "1.2";
    if (n >= 2) link.content_type = "text/html";
    if (i % 4 == 1) link.in_message_id = hard;
    link.context = n % 2 == 0 ? "a@href"sv : hard;
    if (n == 3) link.hidden = "comment";
    if (i % 5 == 2) {
      link.where = "page 3";
    } else {
      link.span = {i << 40, (i << 40) + 17};
    }
    if (n != 5) link.text = hard;
    link.reference = hard;
    link.status = status;
    if (status == LinkStatus::kPart) link.target_part = "2.1";
    link.base = n % 3 == 0 ? none_ : bases_.back();
    if (i % 3 == 1 && !hard.empty()) link.host = hard;
    if (status == LinkStatus::kUnresolved || status == LinkStatus::kInvalid) return;
    // Resolved to a different text, resolved to the text as written, and the latter without being absolute.
    std::string& url = strings_.emplace_back("http://WWW" + std::to_string(i % 4) + ".Example.co.uk:80/?");
    url += hard;
    link.resolved = url;
    if (i % 2 == 0) link.reference = url;
    if (!link.host) link.host = strings_.emplace_back("www" + std::to_string(i % 4) + ".example.co.uk");
  }

  void add_entity(const MessageInfo& message, std::string_view hard, std::size_t i) {
    Entity& entity = entities_.emplace_back();
    entity.message = &message;
    entity.part = i % 2 == 0 ? "1.2" : "TEXT";
    entity.depth = static_cast<int>(i);
    entity.content_type = hard;
    entity.size_bytes = i << 40;
    entity.searched = static_cast<Searched>(i % 7);
    entity.base = bases_.back();
    if (i % 4 == 1) return;
    entity.charset = entity.transfer_encoding = entity.disposition = entity.filename = hard;
    entity.heading = Range{i, i << 35};
    entity.body = Range{i << 35, i << 36};
    entity.content_id = entity.content_location = hard;
    std::vector<Candidate>& chain = chains_.emplace_back(8);
    entity.chain = chain;
    for (int by = 0; by < 8; ++by) {
      Candidate& candidate = chain[static_cast<std::size_t>(by)];
      candidate.section = static_cast<BaseSection>(by % 4);
      candidate.by = static_cast<BaseBy>(by);
      if (by % 2 == 0) candidate.part = "1.2";
      candidate.raw = hard;
      if (by % 3 == 0) candidate.url = hard;
      candidate.state = static_cast<CandidateState>(by % 6);
    }
  }

  void add_diagnostics(const MessageInfo& message, std::string_view hard, std::size_t i) {
    Diagnostic& about_part = diagnostics_.emplace_back();
    about_part.message = &message;
    about_part.part = "1.2.MIME";
    about_part.code = DiagnosticCode::kNoBase;
    about_part.severity = static_cast<Severity>(i % 3);
    about_part.detail = hard;
    if (i % 2 == 0) about_part.span = Range{i, i << 40};
    MessageInfo& nowhere = messages_.emplace_back();
    nowhere.source = message.source;
    Diagnostic& about_source = diagnostics_.emplace_back();
    about_source.message = &nowhere;
    about_source.detail = hard;
  }

  std::deque<MessageInfo> messages_;
  std::deque<BaseInfo> bases_;
  std::deque<std::string> strings_;
  std::deque<std::vector<Candidate>> chains_;
  BaseInfo none_;
  std::vector<Link> links_;
  std::vector<Entity> entities_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace mimebase::test
