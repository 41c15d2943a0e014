// Packed rows from another process: those that writers produce are accepted, harmful ones are rejected.
#include "database/packed_check.h"

#include <random>
#include <string>

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
