#include "message/problems.h"

#include <functional>

namespace mimebase::message {
namespace {

using Report = std::function<void(std::string_view part, std::string_view what)>;

void report_walk(AnalysedMessage& message, const Report& report) {
  const walk::Message& walked = message.walked();
  if (const auto bytes = message.truncated_at()) {
    report({}, "longer than " + std::to_string(*bytes) + " bytes: the rest is not read");
  }
  for (const walk::LimitHit& hit : walked.limits_hit()) {
    if (!hit.may_lose) continue;
    report(hit.entity >= 0 ? walked.part_name(hit.entity) : std::string(), hit.what);
  }
  for (int i = 0; i < message.entity_count(); ++i) {
    if (!message.entity(i).too_deep) continue;
    report(walked.part_name(i), "nested deeper than " + std::to_string(message.options().limits.depth) +
                                    " levels: the inside is not read");
  }
}

void report_declared(AnalysedMessage& message, const std::string& too_long, const Report& report) {
  const walk::Message& walked = message.walked();
  const base::Layers& layers = message.layers();
  const std::string most = "more than " + std::to_string(message.options().limits.bases);
  const auto report_long = [&](const base::Declared& declared, std::string_view part) {
    report(part, std::string(name_of(declared.by)) + too_long);
  };
  for (const base::Declared& declared : layers.retrieval()) {
    if (declared.too_long) report_long(declared, {});
  }
  if (layers.has_omitted_snapshots()) {
    report(walked.heading_name(0),
           most + " fields state the URL that it was retrieved from: the rest is skipped");
  }
  for (int i = 0; i < message.entity_count(); ++i) {
    if (layers.has_omitted_fields(i)) {
      report(walked.heading_name(i), most + " fields declare a base: the rest is skipped");
    }
    for (const base::Declared& declared : layers.declared(i)) {
      if (declared.too_long) report_long(declared, walked.heading_name(i));
    }
  }
}

void report_bases(AnalysedMessage& message, const Report& report) {
  const Limits& limits = message.options().limits;
  const std::string too_long = " is longer than " + std::to_string(limits.base_bytes) + " bytes: skipped";
  report_declared(message, too_long, report);
  for (const int i : message.budget().long_bases())
    report(message.walked().part_name(i), "a base" + too_long);
  if (message.has_omitted_urls()) {
    report({}, "the bases and locations of its parts are too long in total: some are ignored");
  }
}

}  // namespace

std::string problem_sentence(std::string_view part, std::string_view what) {
  return part.empty() ? std::string(what) : "part " + std::string(part) + ": " + std::string(what);
}

void report_problems(AnalysedMessage& message, Visitor& visitor) {
  const Report report = [&](std::string_view part, std::string_view what) {
    visitor.problem(message.info(), part, what);
  };
  report_walk(message, report);
  report_bases(message, report);
  if (message.parts().has_too_many_same_message_ids()) {
    report({}, "more than " + std::to_string(message.options().limits.same_message_ids) +
                   " nested messages have the same Message-ID: mid: URLs search only the first ones");
  }
  const std::string omitted = message.budget().omitted_rows();
  if (!omitted.empty()) report({}, omitted);
}

}  // namespace mimebase::message
