#include "analyze/trace.h"

#include <cstdint>
#include <string_view>
#include <utility>

#include "documents/document.h"
#include "message/problems.h"
#include "message/references.h"
#include "mimebase/visitor.h"
#include "text/numbers.h"

namespace mimebase::analysis {
namespace {

using message::AnalysedMessage;
using message::Content;

class Lines : public Visitor {
 public:
  std::string& line(std::string_view station) {
    if (!text_.empty()) text_ += '\n';
    text_ += station;
    text_.append(station.size() < kIndent ? kIndent - station.size() : 1, ' ');
    return text_;
  }
  void problem(const MessageInfo&, std::string_view part, std::string_view what) override {
    line("problem").append(part).append(part.empty() ? "" : ": ").append(what);
  }
  [[nodiscard]] std::string take() { return std::move(text_ += '\n'); }

 private:
  static constexpr std::size_t kIndent = 11;
  std::string text_;
};

std::string_view name_of(documents::Format format) {
  switch (format) {
    case documents::Format::kNone:
      break;
    case documents::Format::kPdf:
      return "a PDF";
    case documents::Format::kPackage:
      return "a package or an archive";
    case documents::Format::kRtf:
      return "RTF";
    case documents::Format::kOffice97:
      return "a binary Office file";
    case documents::Format::kOfficeXml:
      return "an XML file of Office";
    case documents::Format::kShortcut:
      return "a shortcut";
  }
  return "no document";
}

void trace_walk(const AnalysedMessage& message, Lines& lines) {
  const walk::Message& walked = message.walked();
  std::size_t fields = 0;
  for (int i = 0; i < message.entity_count(); ++i) fields += walked.fields(i).size();
  lines.line("walk")
      .append(counted(walked.frame_bytes(0).size(), "byte"))
      .append(", ")
      .append(counted(static_cast<std::uint64_t>(walked.frame_count()), "frame"))
      .append(", ")
      .append(counted(static_cast<std::uint64_t>(message.entity_count()), "entity", "entities"))
      .append(", ")
      .append(counted(fields, "header field"));
  for (int i = 0; i < message.entity_count(); ++i) {
    for (const std::string_view defect : {message.entity(i).defect, message.entity(i).container_defect}) {
      if (!defect.empty()) lines.line("walk").append(walked.part_name(i)).append(": ").append(defect);
    }
  }
}

void trace_bases(AnalysedMessage& message, int entity, Lines& lines) {
  const auto add = [&](const std::string& part, const base::Declared& declared) {
    lines.line("base")
        .append(part)
        .append(": ")
        .append(mimebase::name_of(declared.by))
        .append(" \"")
        .append(declared.raw)
        .append("\"");
  };
  for (const base::Declared& declared : message.layers().declared(entity))
    add(message.walked().definer_name(entity), declared);
  for (const base::Declared& declared : message.document_bases(entity))
    add(message.walked().part_name(entity), declared);
}

// How a content was read, which is the current one.
void trace_content(AnalysedMessage& message, int entity, const Content& content, std::uint64_t references,
                   Lines& lines) {
  const walk::Entity& self = message.entity(entity);
  std::string& line = lines.line(content.document() != nullptr ? "documents" : "find")
                          .append(message.walked().part_name(entity))
                          .append(": ")
                          .append(self.content_type);
  if (content.document() != nullptr) {
    const documents::Reading& reading = content.document_reading();
    const documents::Reading whole(reading.limits, content.decoded().size());
    line.append(", ").append(name_of(message.content_kind(entity).format));
    line.append(": ").append(counted(references, "reference"));
    line.append(", ").append(counted(whole.bytes_left - reading.bytes_left, "byte")).append(" expanded");
    line.append(", ").append(counted(whole.objects_left - reading.objects_left, "object"));
    line.append(", ").append(counted(whole.steps_left - reading.steps_left, "step"));
  } else if (content.finder() != nullptr) {
    line.append(", ").append(content.readable().label.empty() ? "no charset" : content.readable().label);
    line.append(", ").append(counted(content.decoded().size(), "byte"));
    line.append(", read by the finder of ").append(content.finder()->media_type);
    line.append(": ").append(counted(references, "reference"));
  } else {
    line.append(", not searched");
    if (!content.unread_because().empty()) line.append(": ").append(content.unread_because());
  }
}

}  // namespace

std::string trace(AnalysedMessage& message) {
  Lines lines;
  trace_walk(message, lines);
  std::uint64_t count = 0;
  message::ReferencesTo references(message, lines, [&](const message::Reference&) { ++count; });
  for (int i = 0; i < message.entity_count(); ++i) {
    trace_bases(message, i, lines);
    count = 0;
    references.heading(i);
    if (count > 0) {
      lines.line("find")
          .append(message.walked().heading_name(i))
          .append(": ")
          .append(counted(count, "reference"));
    }
    if (message.entity(i).kind != walk::Kind::kLeaf) continue;
    count = 0;
    references.content(i);
    trace_content(message, i, message.content(i), count, lines);
  }
  report_problems(message, lines);
  return lines.take();
}

}  // namespace mimebase::analysis
