// Start reading here: how the stations work together on one message.
//
//   walk/     lists the entities in order, with headers and decoded content;
//   base/     takes the headers of all entities, and determines which base applies to each;
//   match/    takes their labels, and finds the part that a reference names;
//   find/     finds the references in a header or a content, and the bases that a content declares;
//   url/      resolves each reference against the base of its scope;
//   message/  combines these: a message analysed once, which returns its references one at a time;
//   features.h  passes in readers, which change rows, and checks, which report what is wrong.
#include "analyze/message_reader.h"

#include "message/problems.h"
#include "message/rows.h"
#include "model/unsearched.h"

namespace mimebase::analysis {

// The whole way of a message. A failure inside a message affects that message only.
void MessageReader::read(const Record& record, Visitor& visitor, Wanted wanted,
                         std::optional<walk::Message>* kept) {
  std::optional<walk::Message> parsed;
  std::optional<walk::Message>& walked = kept != nullptr ? *kept : parsed;
  try {
    message::report_usage(record, visitor, workspace);
    // walk/ lists the entities. The constructor passes their headers to base/ and match/.
    if (!walked) walked = parser.parse(record, options.limits);
    message::AnalysedMessage message(options, record, *walked, workspace);

    if (wanted == kTree || wanted == kAll) {
      message::EntityBuilder builder(message, record.bytes_offset);
      const std::unique_ptr<ReaderRows> reader = features ? features->reader(message) : nullptr;
      for (int i = 0; i < message.entity_count() && message.budget().has_rows_left(); ++i) {
        if (!message.selects_all() && !message.selects(walked->part_name(i))) continue;
        const Entity* const entity = builder.build(i);
        if (entity != nullptr) visitor.entity(reader ? reader->entity(*entity, i) : *entity);
      }
    }
    if (wanted == kTree) report_problems(message, visitor);
    if (wanted == kComparisons && features) features->compare(message, visitor);
    if ((wanted == kCheck || wanted == kAll) && features) features->check(message, visitor, wanted == kAll);
    if (wanted != kLinks) return;

    visitor.message(message.info());
    // find/ finds the references in each header and content, and url/ and match/ resolve them.
    message::LinkBuilder builder(message);
    const std::unique_ptr<ReaderRows> reader = features ? features->reader(message) : nullptr;
    message::ReferencesTo(message, visitor, [&](const message::Reference& reference) {
      const Link* const link = builder.build(reference);
      if (link != nullptr) visitor.link(reader ? reader->link(*link, reference) : *link);
    }).all();
    for (int i = 0; i < message.entity_count(); ++i) {
      if (message.entity(i).kind == walk::Kind::kLeaf &&
          (message.selects_all() || message.selects(walked->part_name(i))) &&
          is_unsearched(message.searched(i), message.entity(i).content_type))
        visitor.not_searched(message.info());
    }
  } catch (...) {
    message::report_exception(record, visitor);
  }
}

}  // namespace mimebase::analysis
