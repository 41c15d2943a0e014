// Reads every reference of a message back from the raw bytes of its origin.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "find/quoting.h"
#include "message/raw_bytes.h"
#include "message/references.h"
#include "walk/parser.h"
#include "walk/transfer_encoding.h"

namespace mimebase::test {

struct ReadReference {
  std::string context, reference, raw;
  message::RawBytes::Place place;
  bool has_place = false;
  std::optional<std::string> read;  // nothing if the origin cannot be read back
  bool is_opaque = false;
  bool is_inert = false;
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
    out.raw = cut(frame, out.place.span);
    out.is_opaque = reference.origin.quoting.is_opaque();
    out.is_inert = reference.found.is_inert;
    out.read = read(reference.origin, out.place, frame);
    use_(out);
  }

 private:
  static std::string_view cut(std::string_view bytes, find::Span span) {
    const bool is_inside = span.start <= span.end && span.end <= bytes.size();
    return is_inside ? bytes.substr(span.start, span.end - span.start) : std::string_view();
  }

  // The reference read back from its place through the maps: transfer encoding, folds and quoting removed, as
  // UTF-8. Nothing if the quoting is opaque.
  std::optional<std::string> read(const message::Origin& origin, const message::RawBytes::Place& place,
                                  std::string_view frame) {
    std::string utf8;
    if (origin.in_heading()) {
      charset::Charset().append_utf8(cut(frame, place.span), utf8);
      return find::read_quoted(origin.quoting, utf8);
    }
    // The following bytes decide whether a "=" at the end is an escape.
    constexpr std::size_t kBehind = 4;
    const find::Span with_next = {place.span.start, std::min(place.span.end + kBehind, frame.size())};
    std::string buffer;
    const walk::TransferEncoding encoding = message_.walked().transfer_encoding(origin.entity);
    const std::string_view decoded = walk::decode_transfer(cut(frame, with_next), encoding, buffer);
    const message::Content& content = message_.content(origin.entity);
    const find::Span inside = {origin.span.start - place.content.start,
                               origin.span.end - place.content.start};
    if (cut(decoded, inside) != cut(content.decoded(), origin.span)) return std::nullopt;
    // A stateful charset cannot be decoded from the middle, so the text is taken from the whole content.
    content.readable().charset.append_utf8(cut(content.readable().bytes, origin.text), utf8);
    return find::read_quoted(origin.quoting, utf8);
  }

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
  message::ReferencesTo references(message, nobody, ReadBack(message, use));
  for (int i = 0; i < message.entity_count(); ++i) {
    references.heading(i);
    references.content(i);
  }
}

}  // namespace mimebase::test
