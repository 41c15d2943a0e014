// Reads every reference of a message back from the raw bytes of its origin.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "message/raw_bytes.h"
#include "message/references.h"
#include "walk/parser.h"

namespace mimebase::test {

struct ReadReference {
  std::string context, reference, raw;
  message::RawBytes::Place place;
  bool has_place = false;
  std::optional<std::string> read;  // nothing if the origin cannot be read back
  bool is_opaque = false;
  std::size_t frame_bytes = 0;
};

// A sink for References.
class ReadBack {
 public:
  ReadBack(message::AnalysedMessage& message, std::function<void(const ReadReference&)> use)
      : message_(message), raw_(message), use_(std::move(use)) {}

  void operator()(const message::Reference& reference) {
    ReadReference out;
    out.context = reference.found.context;
    out.reference = reference.found.reference;
    const std::optional<message::RawBytes::Place> place = raw_.place(reference.origin);
    out.has_place = place.has_value();
    if (!place) return use_(out);
    out.place = *place;
    const std::string_view frame = message_.walked().frame_bytes(out.place.frame);
    out.frame_bytes = frame.size();
    if (out.place.span.start <= out.place.span.end && out.place.span.end <= frame.size())
      out.raw = frame.substr(out.place.span.start, out.place.span.end - out.place.span.start);
    out.is_opaque = reference.origin.quoting.is_opaque();
    out.read = raw_.read(reference.origin);
    use_(out);
  }

 private:
  message::AnalysedMessage& message_;
  message::RawBytes raw_;
  std::function<void(const ReadReference&)> use_;
};

inline void read_back(std::string_view bytes, const std::function<void(const ReadReference&)>& use) {
  static const AnalyzeOptions options;
  static walk::Parser parser;
  static message::Workspace workspace(options);
  Record record;
  record.bytes = bytes;
  const walk::Message walked = parser.parse(bytes, options.limits);
  message::AnalysedMessage message(options, record, walked, workspace);
  Visitor nobody;
  message::References references(message, nobody, ReadBack(message, use));
  for (int i = 0; i < message.entity_count(); ++i) {
    references.heading(i);
    references.content(i);
  }
}

}  // namespace mimebase::test
