// Packed rows from another process: those that writers produce are accepted, harmful ones are rejected.
#include "database/packed_reader.h"

#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "database/sqlite_writer.h"
#include "mimebase/model.h"

using namespace mimebase;
using mimebase::database::are_packed;

namespace {

std::string packed_link() {
  MessageInfo message;
  message.source = "box";
  message.number = 1;
  BaseInfo base;
  Link link;
  link.message = &message;
  link.part = "1";
  link.context = "a@href";
  link.reference = "x";
  link.base = base;
  database::SqliteWriter writer;
  writer.link(link);
  writer.link(link);
  writer.end_message();
  return std::string(writer.rows());
}

// A comparison whose last values are these lists of readers and reasons, which the caller packs.
template <typename Pack>
std::string packed_comparison(
    Pack pack_readers,
    const std::function<void(database::SqliteWriter&)>& pack_reasons = [](auto& list) { list.plain(0); }) {
  MessageInfo message;
  message.source = "box";
  message.number = 1;
  Comparison comparison;
  comparison.message = &message;
  comparison.part = "1";
  comparison.context = "a@href";
  comparison.reference = "x";
  database::SqliteWriter writer, list;
  writer.comparison(comparison);
  pack_readers(list);
  pack_reasons(list);
  std::string rows(writer.rows());
  rows.resize(rows.size() - 2);  // without the sizes of the empty lists
  return rows.append(list.rows());
}

// A comparison of a message with this list of fields, which the caller packs.
template <typename Pack>
std::string packed_fields(Pack pack_fields) {
  const std::string rows = packed_comparison([](database::SqliteWriter& list) { list.plain(0); });
  database::SqliteWriter list;
  pack_fields(list);
  // The message ends with its empty list of fields, before the comparison.
  std::string changed = rows;
  const std::size_t end = changed.find('o', changed.find("box") + 3);
  return changed.replace(end - 1, 1, list.rows());
}

}  // namespace

TEST_CASE("packed rows are accepted as they are written, and in no other order") {
  const std::string rows = packed_link();
  CHECK(are_packed(rows, &write::kLinkRows));
  CHECK(are_packed({}, &write::kLinkRows));
  CHECK_FALSE(are_packed("l", &write::kLinkRows));
  CHECK_FALSE(are_packed("x", &write::kLinkRows));
  CHECK_FALSE(are_packed(rows.substr(1), &write::kLinkRows));
  CHECK_FALSE(are_packed(rows.substr(rows.find('p')), &write::kLinkRows));
  // However the bytes are changed, they are read to their end and no further.
  std::mt19937 random(3);
  for (int i = 0; i < 20'000; ++i) {
    std::string changed = rows;
    changed[random() % changed.size()] = static_cast<char>(random());
    static_cast<void>(are_packed(changed, &write::kLinkRows));
    static_cast<void>(are_packed(changed, &write::kEntityRows));
    static_cast<void>(are_packed(changed, &write::kDiagnosticRows));
  }
}

TEST_CASE("what readers open is a URL, a part or nothing, by readers that exist") {
  using Writer = database::SqliteWriter;
  const auto is_valid = [](auto pack) {
    return are_packed(packed_comparison(pack), &write::kComparisonRows);
  };
  const std::vector<ReaderOpens> readers = {
      {MailReader::kKmail, {"\xC3\xA9", {}}}, {MailReader::kRspamd, {{}, "1"}}, {MailReader::kChromium, {}}};
  CHECK(is_valid([&](Writer& to) { to.readers(readers); }));
  CHECK(is_valid([](Writer& to) { to.plain(0); }));
  const auto one = [](auto pack) {
    return [pack](Writer& to) {
      to.plain(1);
      pack(to);
    };
  };
  CHECK_FALSE(is_valid([](Writer&) {}));
  CHECK_FALSE(is_valid([](Writer& to) { to.plain(1); }));
  CHECK_FALSE(is_valid([](Writer& to) { to.plain(UINT64_MAX); }));
  CHECK_FALSE(is_valid(one([](Writer& to) {
    to.text("netscape");
    to.opens({});
  })));
  CHECK_FALSE(is_valid(one([](Writer& to) { to.opens({}); })));
  CHECK_FALSE(is_valid(one([](Writer& to) {
    to.text("kmail");
    to.opens({"x", "1"});
  })));
  CHECK_FALSE(is_valid(one([](Writer& to) {
    to.text("kmail");
    to.number(1);
    to.null();
  })));
  std::string invalid = packed_comparison([&](Writer& to) { to.readers(readers); });
  invalid[invalid.rfind('\xC3')] = '\xFF';
  CHECK_FALSE(are_packed(invalid, &write::kComparisonRows));
}

TEST_CASE("why readers open nothing is a reason that exists, by readers that exist") {
  using Writer = database::SqliteWriter;
  const auto is_valid = [](auto pack) {
    return are_packed(packed_comparison([](Writer& to) { to.plain(0); }, pack), &write::kComparisonRows);
  };
  const std::vector<ReaderReason> reasons = {{MailReader::kKmail, Unopened::kHidden},
                                             {MailReader::kRspamd, Unopened::kNotShown}};
  CHECK(is_valid([&](Writer& to) { to.reasons(reasons); }));
  CHECK_FALSE(is_valid([](Writer&) {}));
  for (const auto& wrong : {std::pair("netscape", "hidden"), std::pair("kmail", "asleep")}) {
    CHECK_FALSE(is_valid([&](Writer& to) {
      to.plain(1);
      to.text(wrong.first);
      to.text(wrong.second);
    }));
  }
}

TEST_CASE("fields are lists of valid text") {
  using Writer = database::SqliteWriter;
  const auto is_valid = [](auto pack) { return are_packed(packed_fields(pack), &write::kComparisonRows); };
  const std::string_view values[] = {"1", "\xC3\xA9"};
  const NamedField fields[] = {{"a", {}}, {"a", std::span(values, 1)}, {"b", values}};
  CHECK(is_valid([&](Writer& to) { to.fields(fields); }));
  CHECK(is_valid([](Writer& to) { to.plain(0); }));
  const auto one_value = [](auto pack) {
    return [pack](Writer& to) {
      to.plain(1);
      to.text("a");
      to.plain(1);
      pack(to);
    };
  };
  CHECK(is_valid(one_value([](Writer& to) { to.text("x"); })));
  CHECK_FALSE(is_valid(one_value([](Writer& to) { to.null(); })));
  CHECK_FALSE(is_valid(one_value([](Writer& to) { to.number(1); })));
  CHECK_FALSE(is_valid([](Writer& to) {
    to.plain(1);
    to.null();
    to.plain(0);
  }));
  CHECK_FALSE(is_valid([](Writer& to) {
    to.plain(1);
    to.text("a");
    to.plain(UINT64_MAX);
  }));
  std::string invalid = packed_fields([&](Writer& to) { to.fields(fields); });
  invalid[invalid.rfind('\xC3')] = '\xFF';
  CHECK_FALSE(are_packed(invalid, &write::kComparisonRows));
}

TEST_CASE("a row has at most one count, and a count has a row") {
  const std::string rows = packed_link();
  database::SqliteWriter count;
  count.unique_link({}, 3);
  const std::string counted(count.rows());
  CHECK(are_packed(counted + rows, &write::kLinkRows));
  CHECK_FALSE(are_packed(counted + counted + rows, &write::kLinkRows));
  CHECK_FALSE(are_packed(rows + counted, &write::kLinkRows));
}

TEST_CASE("names in packed rows are those of the library") {
  std::string rows = packed_link();
  CHECK(are_packed(rows, &write::kLinkRows));
  rows.replace(rows.find("unresolved"), 2, "UN");
  CHECK_FALSE(are_packed(rows, &write::kLinkRows));
}

TEST_CASE("rows that take many times the memory of their bytes are no piece") {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  MessageInfo message;
  message.source = "s";
  message.number = 1;
  Link link;
  link.message = &message;
  link.part = "1";
  link.context = "a@href";
  link.reference = "x";
  const auto links_up_to = [&](std::size_t bytes, bool with_messages) {
    database::SqliteWriter writer;
    while (writer.rows().size() < bytes) {
      writer.link(link);
      if (with_messages) writer.end_message();
    }
    return std::string(writer.rows());
  };
  // As long as a piece can be, and much longer.
  for (const bool with_messages : {false, true}) {
    CHECK(are_packed(links_up_to(kPiece, with_messages), &write::kLinkRows));
    CHECK_FALSE(are_packed(links_up_to(32 * kPiece, with_messages), &write::kLinkRows));
  }
  const auto fields = [](std::size_t count) {
    return packed_fields([count](database::SqliteWriter& to) {
      to.plain(count);
      for (std::size_t i = 0; i < count; ++i) {
        to.text("");
        to.plain(0);
      }
    });
  };
  CHECK(are_packed(fields(100'000), &write::kComparisonRows));
  CHECK_FALSE(are_packed(fields(1'000'000), &write::kComparisonRows));
}
