#include "readers/link_opener.h"

#include "message/rows.h"

namespace mimebase::readers {

LinkOpener::LinkOpener(message::AnalysedMessage& message)
    : message_(message), reader_(make_reader(message.options().reader, message)) {}

Opens opens_of(const Answer& answer, const walk::Message& message, std::string& part, Leads what) {
  Opens opens;
  opens.by = answer.by;
  if (answer.by == OpensBy::kNone && what == Leads::kIfOpened) return opens;
  if (answer.part >= 0) {
    part = message.part_name(answer.part);
    opens.part = part;
  } else if (!answer.url.empty()) {
    opens.url = answer.url;
  }
  return opens;
}

const Link& LinkOpener::opened(const Link& link, const message::Reference& reference) {
  if (reader_ == nullptr) return link;
  link_ = link;
  link_.reader = message_.options().reader;
  link_.opens = opens_of(reader_->answer(reference), message_.walked(), part_);
  if (!link_.opens.url) return link_;
  const std::string_view url = *link_.opens.url;
  if (!message_.options().full_data_urls) link_.opens.url = message::shown_url(url, url_);
  static_cast<void>(message_.budget().charge_row(link_.opens.url->size()));
  return link_;
}

}  // namespace mimebase::readers
