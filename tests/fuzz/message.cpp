// Runs links, tree and check on a whole message in every format. The rows must be readable, agree between
// formats, and be consistent with each other and with the message.
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>

#include "check.h"
#include "database/database.h"
#include "rows.h"
#include "run/commands/row_worker.h"
#include "support/gmime_shape.h"
#include "support/read_back.h"
#include "support/utf8_check.h"
#include "text/ascii.h"
#include "walk/field_text.h"
#include "walk/heading.h"
#include "walk/message.h"
#include "walk/parser.h"
#include "write/column_writers.h"

namespace mimebase::fuzz {
namespace {

// A worker's output for the message.
struct Output {
  std::string rows;
  std::vector<std::string> problems;
  bool operator==(const Output&) const = default;
};

template <typename Options>
run::RowCommand command_for(Options options, Format format, RuleSet rules) {
  RunOptions run;
  run.analyze.rules = rules;
  if (rules != RuleSet::kRfc1808) run.analyze.retrieval_url = "http://retrieval.example/a/b?c#d";
  options.rows.format = format;
  return {run, options};
}

run::RowCommand command_for(const write::Rows& table, Format format, RuleSet rules) {
  if (&table == &write::kLinkRows) return command_for(LinksOptions(), format, rules);
  if (&table == &write::kDiagnosticRows) return command_for(CheckOptions(), format, rules);
  TreeOptions tree;
  tree.verbose = true;
  return command_for(tree, format, rules);
}

Output analyze(const write::Rows& table, Format format, std::string_view bytes,
               RuleSet rules = RuleSet::kRfc1808) {
  // Reused for all messages, as in a run, because one message must not affect the next.
  struct Kept {
    std::unique_ptr<run::RowCommand> command;
    std::unique_ptr<run::RowWorker> worker;
  };
  static std::map<std::tuple<const write::Rows*, Format, RuleSet>, Kept> workers;
  Kept& kept = workers[{&table, format, rules}];
  if (kept.worker == nullptr) {
    kept.command = std::make_unique<run::RowCommand>(command_for(table, format, rules));
    kept.worker = std::make_unique<run::RowWorker>(*kept.command);
  }
  Record record;
  record.source = "fuzz.eml";
  record.number = 1;
  record.bytes = bytes;
  Output output;
  kept.worker->work(Batch(nullptr, {record}), [&](run::Piece piece, bool) {
    output.rows += piece.rows;
    for (const Error& error : piece.problems) output.problems.push_back(error.message);
  });
  // In a run an exception only loses its message; here it is a failure.
  for (const std::string& problem : output.problems) {
    FUZZ_REQUIRE(problem.find("cannot be read to its end") == std::string::npos, "{}", problem);
  }
  return output;
}

// Returns the maximum end of a span in each part: the size of the decoded content, or of the longest field of
// the heading.
std::map<std::string, std::size_t> sizes_of(std::string_view bytes) {
  static walk::Parser parser;
  const walk::Message message = parser.parse(bytes, Limits{});
  std::map<std::string, std::size_t> sizes;
  std::string buffer, scratch;
  for (int i = 0; i < static_cast<int>(message.entities().size()); ++i) {
    sizes[message.part_name(i)] = message.content(i, buffer).size();
    std::size_t& heading = sizes[message.heading_name(i)];
    for (const walk::Field& field : message.fields(i)) {
      heading = std::max(heading, walk::unfold(field.raw_value, scratch).size());
    }
  }
  return sizes;
}

void check_span(const JsonRow& row, const std::map<std::string, std::size_t>& sizes) {
  const auto start = row.number("start");
  const auto end = row.number("end");
  if (!start || !end) return;
  const std::string part = row.text("part").value_or("");
  const auto size = sizes.find(part);
  FUZZ_REQUIRE(size != sizes.end(), "no part {}", escape_for_terminal(part));
  FUZZ_REQUIRE(*start <= *end && *end <= size->second, "{}..{} of {} bytes in {}", *start, *end, size->second,
               part);
}

// All text from the library must be UTF-8, as documented. The writers repair text once more, which would hide
// errors.
void check_text(std::string_view bytes) {
  test::Utf8Check check;
  Analysis analysis = mimebase::analyze(std::string(bytes));
  check.all(analysis);
  FUZZ_REQUIRE(check.faults.empty(), "{}", escape_for_terminal(check.faults.front()));
}

// The raw bytes of every reference must be in its frame, and decode to the reference.
void check_origins(std::string_view bytes) {
  test::read_back(bytes, [](const test::ReadReference& reference) {
    if (!reference.has_place) return;
    FUZZ_REQUIRE(reference.place.span.start <= reference.place.span.end &&
                     reference.place.span.end <= reference.frame_bytes,
                 "{}..{} of {} bytes", reference.place.span.start, reference.place.span.end,
                 reference.frame_bytes);
    // Bytes that are invalid in their charset are mapped as a run. A character reference without a semicolon
    // may be decoded differently on its own, and a carriage return alone is no part of a base.
    if (reference.is_opaque || !ascii::is_ascii(reference.reference) ||
        reference.raw.find_first_of("&\r") != std::string::npos)
      return;
    FUZZ_REQUIRE(reference.read == reference.reference, "{}: {} reads {} for {}", reference.context,
                 escape_for_terminal(reference.raw),
                 escape_for_terminal(reference.read.value_or("(nothing)")),
                 escape_for_terminal(reference.reference));
  });
}

// A heading that is read without GMime must be what GMime reads, and must leave the structure as it is.
void check_heading(std::string_view bytes) {
  const auto heading = walk::read_regular_heading(bytes);
  if (!heading) return;
  FUZZ_REQUIRE(test::as_lines(*heading) == test::gmime_fields(bytes), "{} fields", heading->fields.size());
  const std::string shape = test::gmime_shape(bytes, walk::Skeleton(bytes, *heading));
  FUZZ_REQUIRE(shape == test::gmime_shape(bytes), "{}", shape);
}

using Rows = std::vector<JsonRow>;

Rows rows_of(const write::Rows& table, std::string_view bytes) {
  const Output lines = analyze(table, Format::kJsonl, bytes);
  FUZZ_REQUIRE(lines == analyze(table, Format::kJsonl, bytes), "the second time differs");
  const Output csv = analyze(table, Format::kCsv, bytes);
  const Output text = analyze(table, Format::kText, bytes);
  check_visible(text.rows);
  FUZZ_REQUIRE(csv.problems == lines.problems && text.problems == lines.problems,
               "the formats have other problems");
  return read_rows(write::csv_header(table), csv.rows, lines.rows);
}

void check_links(const Rows& links, const std::map<std::string, std::size_t>& sizes) {
  for (const JsonRow& link : links) {
    check_span(link, sizes);
    const std::string status = link.text("status").value_or("");
    const bool has_target = link.text("target_part").has_value();
    FUZZ_REQUIRE((status == "part") == has_target, "{} with{} a target", status, has_target ? "" : "out");
    if (has_target)
      FUZZ_REQUIRE(sizes.count(*link.text("target_part")) == 1, "no part {}", *link.text("target_part"));
    const bool has_url = link.text("resolved").has_value();
    if (status == "resolved" || status == "absolute") FUZZ_REQUIRE(has_url, "{} without a URL", status);
    if (status == "unresolved" || status == "invalid") {
      FUZZ_REQUIRE(!has_url, "{} is {}", status, escape_for_terminal(*link.text("resolved")));
    }
    const bool has_base = !link.text("base").value_or("").empty();
    FUZZ_REQUIRE(has_base == (link.text("base_by") != "none"), "a base by {}",
                 link.text("base_by").value_or(""));
  }
}

void check_tree(const Rows& tree, const Rows& links, std::string_view bytes) {
  std::set<std::string> parts;
  for (const JsonRow& entity : tree) {
    FUZZ_REQUIRE(parts.insert(*entity.text("part")).second, "{} is there twice", *entity.text("part"));
    for (const char* key : {"heading", "body"}) {
      const rapidjson::Value& range = entity.json()[key];
      if (range.IsNull()) continue;
      FUZZ_REQUIRE(range[0].GetUint64() <= range[1].GetUint64() && range[1].GetUint64() <= bytes.size(),
                   "{} {}..{} of {}", key, range[0].GetUint64(), range[1].GetUint64(), bytes.size());
    }
  }
  FUZZ_REQUIRE(!tree.empty(), "no entity");
  for (const JsonRow& link : links) {
    if (!link.text("content_type")) continue;  // it is in a heading
    FUZZ_REQUIRE(parts.count(*link.text("part")) == 1, "a link in {}", *link.text("part"));
  }
}

// Facts reported by both commands must agree.
void check_check(const Rows& check, const Rows& links, const std::map<std::string, std::size_t>& sizes) {
  std::map<std::string, int> missing;
  std::set<std::string> without_base;    // parts with an unresolved reference
  std::set<std::string> has_to_be_told;  // the same without labels of parts (RFC 2557 section 5)
  for (const JsonRow& link : links) {
    const std::string status = *link.text("status");
    if (status == "missing-part") ++missing[*link.text("part")];
    if (status != "unresolved") continue;
    without_base.insert(*link.text("part"));
    if (link.text("context") != "header:content-location") has_to_be_told.insert(*link.text("part"));
  }
  for (const JsonRow& diagnostic : check) {
    check_span(diagnostic, sizes);
    const std::string code = *diagnostic.text("code");
    if (code == "missing-part") --missing[*diagnostic.text("part")];
    if (code == "no-base") {
      FUZZ_REQUIRE(without_base.count(*diagnostic.text("part")) == 1, "{} is told to have no base",
                   *diagnostic.text("part"));
    }
  }
  for (const std::string& part : has_to_be_told) {
    const bool told = std::any_of(check.begin(), check.end(), [&](const JsonRow& diagnostic) {
      const std::string code = *diagnostic.text("code");
      return diagnostic.text("part") == part &&
             (code == "no-base" || code == "no-scheme" || code == "empty-reference");
    });
    FUZZ_REQUIRE(told, "nothing is said of the unresolved references in {}", part);
  }
  for (const auto& [part, count] : missing) {
    FUZZ_REQUIRE(count == 0, "links has {} more missing parts in {} than check", count, part);
  }
}

// Returns an unused file name, in memory if the system has such a folder.
std::string database_file() {
  static const std::string folder = [] {
    std::string name =
        std::filesystem::is_directory("/dev/shm") ? "/dev/shm" : std::filesystem::temp_directory_path();
    name += "/mimebase-fuzz-XXXXXX";
    FUZZ_REQUIRE(mkdtemp(name.data()) != nullptr, "{} cannot be made", name);
    return name;
  }();
  static const struct Remover {
    ~Remover() { std::filesystem::remove_all(folder); }
  } remover;
  return folder + "/rows.sqlite";
}

// A database must accept the rows.
void check_database(const write::Rows& table, std::string_view bytes) {
  const std::string file = database_file();
  const Output packed = analyze(table, Format::kSqlite, bytes);
  Result<database::Database> database = database::Database::create(file, "rows", table);
  FUZZ_REQUIRE(database.has_value(), "{}", database.error().message);
  const Result<void> inserted = database->insert(packed.rows);
  FUZZ_REQUIRE(inserted.has_value(), "{}", inserted.error().message);
  const Result<void> finished = database->finish();
  FUZZ_REQUIRE(finished.has_value(), "{}", finished.error().message);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace mimebase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  const std::string_view bytes = fuzz::view(data, size);
  fuzz::check_heading(bytes);
  fuzz::check_origins(bytes);
  fuzz::check_text(bytes);
  const auto sizes = fuzz::sizes_of(bytes);
  const fuzz::Rows links = fuzz::rows_of(write::kLinkRows, bytes);
  const fuzz::Rows tree = fuzz::rows_of(write::kEntityRows, bytes);
  const fuzz::Rows check = fuzz::rows_of(write::kDiagnosticRows, bytes);
  fuzz::check_links(links, sizes);
  fuzz::check_tree(tree, links, bytes);
  fuzz::check_check(check, links, sizes);
  const std::uint64_t random = fuzz::mixed(bytes);
  const RuleSet others[] = {RuleSet::kDraft05, RuleSet::kRfc3986, RuleSet::kWhatwg};
  for (const write::Rows* table : {&write::kLinkRows, &write::kEntityRows, &write::kDiagnosticRows}) {
    fuzz::check_visible(fuzz::analyze(*table, Format::kJsonl, bytes, others[random % 3]).rows);
    // A database takes a millisecond.
    if (random % 16 == 0) fuzz::check_database(*table, bytes);
  }
  return 0;
}
