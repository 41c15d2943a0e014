// Checks that all text of an analysis is UTF-8.
#pragma once

#include <glib.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/analyze.h"

namespace mimebase::test {

// Reports invalid text by its place in the structure.
class Utf8Check {
 public:
  void message(const MessageInfo& info) {
    for (const auto& text : {info.message_id, info.date, info.from, info.subject}) take("message", text);
  }
  void base(const BaseInfo& base) {
    take("base.url", base.url);
    take("base.part", base.part);
  }
  void link(const Link& link) {
    message(*link.message);
    base(link.base);
    for (const auto& text : {link.part, link.context, link.reference}) take("link", text);
    for (const auto& text : {link.content_type, link.in_message_id, link.hidden, link.text, link.resolved,
                             link.target_part, link.host})
      take("link, or null", text);
  }
  void entity(const Entity& entity) {
    message(*entity.message);
    base(entity.base);
    for (const auto& text : {entity.part, entity.content_type, entity.defect}) take("entity", text);
    for (const auto& text : {entity.charset, entity.transfer_encoding, entity.disposition, entity.filename,
                             entity.content_id, entity.content_location})
      take("entity, or null", text);
    for (const Candidate& candidate : entity.chain) {
      take("candidate", candidate.raw);
      take("candidate, or null", candidate.part);
      take("candidate, or null", candidate.url);
    }
  }
  void diagnostic(const Diagnostic& diagnostic) {
    for (const auto& text : {diagnostic.part, diagnostic.detail, diagnostic.domain, diagnostic.other_domain})
      take("diagnostic", text);
  }
  void all(Analysis& analysis) {
    for (const Entity& one : analysis.entities()) entity(one);
    for (const Link& one : analysis.links()) link(one);
    for (const Diagnostic& one : analysis.diagnostics()) diagnostic(one);
    for (const Error& one : analysis.problems()) take("problem", one.message);
  }
  std::vector<std::string> faults;
  std::size_t texts = 0;

 private:
  void take(std::string_view place, std::optional<std::string_view> text) {
    if (!text) return;
    ++texts;
    std::string bytes(*text);
    std::replace(bytes.begin(), bytes.end(), '\0', '.');  // U+0000 is a character, but GLib rejects it
    if (g_utf8_validate_len(bytes.data(), bytes.size(), nullptr) == 0)
      faults.push_back(std::string(place) + ": " + std::string(*text));
  }
};

}  // namespace mimebase::test
