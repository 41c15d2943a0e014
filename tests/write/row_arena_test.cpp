// Copies of rows, which outlive the views that they were made of.
#include <optional>
#include <string>
#include <string_view>

#include "catch.h"
#include "write/row_arena.h"

using namespace mimebase;

TEST_CASE("rows of every kind own their texts") {
  std::string text = "http://h.example/";
  std::string_view values[] = {text};
  const NamedField fields[] = {{text, values}};
  MessageInfo message;
  message.source = text;
  message.fields = fields;
  message.from = text;
  Candidate candidates[1];
  candidates[0].raw = text;
  candidates[0].url = candidates[0].part = text;
  ReaderOpens readers[] = {{MailReader::kKmail, {text, {}}}, {MailReader::kRspamd, {{}, text}}};
  BaseInfo base;
  base.url = text;
  base.part = text;
  Link link;
  link.message = &message;
  link.reference = link.part = link.context = text;
  link.content_type = link.in_message_id = link.hidden = link.text = link.resolved = link.target_part = text;
  link.host = link.unwrapped = link.opens.url = text;
  link.base = base;
  Entity entity;
  entity.message = &message;
  entity.part = entity.content_type = entity.defect = text;
  entity.charset = entity.transfer_encoding = entity.disposition = entity.filename = text;
  entity.content_id = entity.content_location = text;
  entity.base = base;
  entity.chain = candidates;
  Diagnostic diagnostic;
  diagnostic.message = &message;
  diagnostic.part = diagnostic.detail = diagnostic.domain = diagnostic.other_domain = text;
  Comparison comparison;
  comparison.message = &message;
  comparison.part = comparison.context = comparison.reference = text;
  comparison.readers = readers;

  RowArena arena;
  const Link a = arena.keep(link);
  const Entity b = arena.keep(entity);
  const Diagnostic c = arena.keep(diagnostic);
  const Comparison d = arena.keep(comparison);
  const std::string kept = text;
  text.assign(text.size(), 'x');
  candidates[0] = {};
  readers[0] = readers[1] = {};
  values[0] = {};

  for (const std::optional<std::string_view>& each : {a.content_type,
                                                      a.in_message_id,
                                                      a.hidden,
                                                      a.text,
                                                      a.resolved,
                                                      a.target_part,
                                                      a.host,
                                                      a.unwrapped,
                                                      a.opens.url,
                                                      a.base.part,
                                                      b.charset,
                                                      b.transfer_encoding,
                                                      b.disposition,
                                                      b.filename,
                                                      b.content_id,
                                                      b.content_location,
                                                      b.base.part,
                                                      b.chain[0].part,
                                                      b.chain[0].url,
                                                      d.readers[0].opens.url,
                                                      d.readers[1].opens.part,
                                                      a.message->from})
    CHECK(each == kept);
  for (const std::string_view each :
       {a.reference, a.part, a.context, a.base.url, b.part, b.content_type, b.defect, b.base.url,
        b.chain[0].raw, c.part, c.detail, c.domain, c.other_domain, d.part, d.context, d.reference,
        a.message->source, a.message->fields[0].name, a.message->fields[0].values[0]})
    CHECK(each == kept);
  CHECK(d.readers[0].reader == MailReader::kKmail);
}

TEST_CASE("each row keeps the description of its own message") {
  RowArena arena;
  std::string source = "a.mbox", subject = "first";
  MessageInfo first, second;
  first.source = second.source = source;
  first.number = 1, second.number = 2;
  first.subject = subject;
  second.subject = "second";
  Diagnostic diagnostic;
  diagnostic.message = &first;
  const Diagnostic of_first = arena.keep(diagnostic), again = arena.keep(diagnostic);
  diagnostic.message = &second;
  const Diagnostic of_second = arena.keep(diagnostic);
  source.assign(source.size(), 'x');
  subject.assign(subject.size(), 'x');

  CHECK(of_first.message->subject == "first");
  CHECK(of_first.message->source == "a.mbox");
  CHECK(again.message == of_first.message);
  CHECK(of_second.message->subject == "second");
}
