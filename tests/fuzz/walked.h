// What holds for every message that was walked.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "check.h"
#include "mimebase/record.h"
#include "walk/parser.h"

namespace mimebase::fuzz {

// Every content can be decoded, and a range is in the bytes that were parsed. Nothing in a converted file has
// one.
inline void check_message(std::string_view bytes, RecordKind kind = RecordKind::kMail) {
  walk::Parser parser;
  Record record;
  record.kind = kind;
  record.bytes = bytes;
  record.content_type = kind == RecordKind::kDocument ? "application/octet-stream" : "";
  const walk::Message message = parser.parse(record, {});
  std::string buffer;
  for (int i = 0; i < static_cast<int>(message.entities().size()); ++i) {
    const walk::Entity& entity = message.entities()[static_cast<std::size_t>(i)];
    (void)message.content(i, buffer);
    (void)message.defects(i);
    const walk::Details details = message.details(i);
    const bool is_recoded = message.frame_origin(entity.frame).is_recoded;
    for (const auto& range : {details.heading, details.body}) {
      FUZZ_REQUIRE(!is_recoded || !range, "a range of part {}", message.part_name(i));
      if (range)
        FUZZ_REQUIRE(range->start <= range->end && range->end <= bytes.size(), "{} {}", range->start,
                     range->end);
    }
  }
}

}  // namespace mimebase::fuzz
