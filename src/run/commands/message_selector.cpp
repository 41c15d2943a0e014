#include "run/commands/message_selector.h"

#include <string_view>

#include "mimebase/model.h"

namespace mimebase::run {
namespace {

// The bytes up to the first blank line. A message that begins with one is returned whole: how it is read
// depends on what follows.
std::string_view heading_of(std::string_view bytes) {
  if (bytes.starts_with('\n') || bytes.starts_with("\r\n")) return bytes;
  for (std::size_t end = bytes.find('\n'); end != bytes.npos; end = bytes.find('\n', end + 1)) {
    const std::string_view next = bytes.substr(end + 1);
    if (next.starts_with('\n')) return bytes.substr(0, end + 2);
    if (next.starts_with("\r\n")) return bytes.substr(0, end + 3);
  }
  return bytes;
}

}  // namespace

bool MessageSelector::accepts_number(const Record& record, Selection& selection) {
  ++selection.messages;
  if (filter_.number && record.number != *filter_.number) {
    selection.add_number(record.source, record.number);
    return false;
  }
  ++selection.numbered;
  return true;
}

bool MessageSelector::accepts(const Record& record, Selection& selection) {
  if (!filter_.since && !filter_.until && filter_.froms.empty()) {
    ++selection.selected;
    return true;
  }
  Record heading = record;
  heading.bytes = heading_of(record.bytes);
  const walk::Envelope envelope = parser_.parse(heading, limits_).envelope();
  MessageInfo message;
  message.number = record.number;
  if (envelope.date) message.date = *envelope.date;
  if (envelope.from) message.from = *envelope.from;
  const bool is_accepted = passes(filter_, message);
  if (is_accepted) {
    ++selection.selected;
  } else if (selection.rows == 0) {
    rejections_.add(message, selection);
  }
  return is_accepted;
}

}  // namespace mimebase::run
