#include "message/problems.h"

#include "text/exception_text.h"

namespace mimebase::message {
namespace {

MessageInfo known_info(const Record& record) {
  MessageInfo message;
  message.source = record.source;
  message.number = record.number;
  message.offset = record.offset;
  return message;
}

}  // namespace

std::string problem_sentence(std::string_view part, std::string_view what) {
  return part.empty() ? std::string(what) : "part " + std::string(part) + ": " + std::string(what);
}

void report_usage(const Record& record, Visitor& visitor, const Workspace& workspace) {
  if (workspace.usage) visitor.problem(known_info(record), {}, workspace.usage->message);
}

void report_exception(const Record& record, Visitor& visitor) {
  visitor.unreadable(known_info(record), "cannot be read to its end: " + exception_text());
}

void report_problems(AnalysedMessage& message, Visitor& visitor) {
  const walk::Message& walked = message.walked();
  const base::Layers& layers = message.layers();
  const Limits& limits = message.options().limits;
  const auto report = [&](std::string_view part, std::string_view what) {
    visitor.problem(message.info(), part, what);
  };

  // What was not read.
  if (const auto bytes = message.truncated_at())
    report({}, "longer than " + std::to_string(*bytes) + " bytes: the rest is not read");
  for (const walk::LimitHit& hit : walked.limits_hit()) {
    if (hit.may_lose) report(hit.entity >= 0 ? walked.part_name(hit.entity) : std::string(), hit.what);
  }
  for (int i = 0; i < message.entity_count(); ++i) {
    if (!message.entity(i).too_deep) continue;
    report(walked.part_name(i),
           "nested deeper than " + std::to_string(limits.depth) + " levels: the inside is not read");
  }

  // Bases.
  const std::string most = "more than " + std::to_string(limits.bases);
  const std::string too_long = " is longer than " + std::to_string(limits.base_bytes) + " bytes: skipped";
  for (const base::Declared& declared : layers.retrieval()) {
    if (declared.too_long) report({}, std::string(name_of(declared.by)) + too_long);
  }
  if (layers.has_omitted_snapshots())
    report(walked.heading_name(0),
           most + " fields state the URL that it was retrieved from: the rest is skipped");
  for (int i = 0; i < message.entity_count(); ++i) {
    if (layers.has_omitted_fields(i))
      report(walked.heading_name(i), most + " fields declare a base: the rest is skipped");
    for (const base::Declared& declared : layers.declared(i)) {
      if (declared.too_long) report(walked.heading_name(i), std::string(name_of(declared.by)) + too_long);
    }
  }
  for (const int i : message.budget().long_bases()) report(walked.part_name(i), "a base" + too_long);
  if (message.has_omitted_urls())
    report({}, "the bases and locations of its parts are too long in total: some are ignored");

  if (message.parts().has_too_many_same_message_ids())
    report({}, "more than " + std::to_string(limits.same_message_ids) +
                   " nested messages have the same Message-ID: mid: URLs search only the first ones");
  const std::string omitted = message.budget().omitted_rows();
  if (!omitted.empty()) report({}, omitted);
}

}  // namespace mimebase::message
