// The C interface: takes options as text and returns JSON Lines.
#include "mimebase/capi.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "base/option_names.h"
#include "message/content.h"
#include "message/problems.h"
#include "mimebase/analyze.h"
#include "mimebase/explain.h"
#include "mimebase/names.h"
#include "mimebase/record.h"
#include "mimebase/unwrap.h"
#include "mimebase/version.h"
#include "text/ascii.h"
#include "walk/parser.h"
#include "write/column_writers.h"
#include "write/columns.h"

struct mimebase_rows {
  std::string text, error;
  std::vector<std::string> problems;
};

namespace mimebase {
namespace {

struct CallOptions {
  AnalyzeOptions analyze;
  std::string source;
  std::string content_type;  // of a document; empty for a message
};

Error unknown(std::string_view name, std::string_view value) {
  return {Error::Code::kUsage, std::string(name) + ": unknown value \"" + std::string(value) + '"'};
}

// Removes the piece before the next `separator` from the text, and returns it.
std::string_view take_until(std::string_view& text, char separator) {
  const std::size_t end = text.find(separator);
  const std::string_view piece = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return piece;
}

// Reads "10", "16M".
Result<std::uint64_t> read_number(std::string_view text) {
  const Error wrong{Error::Code::kUsage, '"' + std::string(text) + "\" is not a number"};
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  if (error != std::errc() || unit.size() > 1) return wrong;
  if (unit.empty()) return value;
  const std::size_t power = std::string_view("KMG").find(unit.front());
  if (power == std::string_view::npos || value > (UINT64_MAX >> (10 * (power + 1)))) return wrong;
  return value << (10 * (power + 1));
}

// Each function sets an option of one type to the value that a text names.

Result<void> set(std::string_view /*name*/, std::string_view text, std::string& value) {
  value = text;
  return {};
}

Result<void> set(std::string_view name, std::string_view text, bool& value) {
  if (text != "yes" && text != "no") return unknown(name, text);
  value = text == "yes";
  return {};
}

template <typename Enumeration>
requires std::is_enum_v<Enumeration> Result<void> set(std::string_view name, std::string_view text,
                                                      Enumeration& value) {
  std::optional<Enumeration> named;
  if constexpr (std::is_same_v<Enumeration, BaseBy>) {
    named = header_from_name(text);
  } else {
    named = from_name<Enumeration>(text);
  }
  if (!named) return unknown(name, text);
  value = *named;
  return {};
}

Result<void> set(std::string_view name, std::string_view text, Limits& limits) {
  while (!text.empty()) {
    std::string_view number = take_until(text, ',');
    const std::string_view limit = take_until(number, '=');
    const auto keys = limit_keys();
    const auto key = std::ranges::find(keys, limit, &LimitKey::name);
    if (key == keys.end()) return unknown(name, limit);
    const Result<std::uint64_t> most = read_number(number);
    if (!most)
      return Error{Error::Code::kUsage, "limits: " + std::string(limit) + ": " + most.error().message};
    limits.*key->value = *most;
  }
  return {};
}

template <typename T>
Result<void> set(std::string_view name, std::string_view text, std::vector<T>& list) {
  list.clear();
  while (!text.empty()) {
    if (Result<void> done = set(name, take_until(text, ','), list.emplace_back()); !done) return done;
  }
  return {};
}

Result<void> set_option(std::string_view name, std::string_view text, CallOptions& options) {
  if (name == "source") return set(name, text, options.source);
  if (name == "content-type") return set(name, text, options.content_type);
  if (name == "base-headers") options.analyze.base_headers_in_http = true;
  std::optional<Result<void>> done;
  const auto set_if_named = [&](const auto& option) {
    if (!done && !name.empty() && option.name == name) done = set(name, text, options.analyze.*option.member);
  };
  std::apply([&](const auto&... all) { (set_if_named(all), ...); }, base::kAnalyzeOptions);
  if (done) return *done;
  return Error{Error::Code::kUsage, "unknown option \"" + std::string(name) + '"'};
}

Result<CallOptions> read_options(std::string_view text) {
  CallOptions options;
  while (!text.empty()) {
    std::string_view value = take_until(text, '\n');
    if (value.empty()) continue;
    const std::string_view name = take_until(value, '=');
    if (Result<void> set = set_option(name, value, options); !set) return set.error();
  }
  if (Result<void> checked = check_options(options.analyze); !checked) return checked.error();
  return options;
}

class JsonRows : public Visitor {
 public:
  JsonRows(mimebase_rows& rows, bool with_fields) : rows_(rows), writer_(with_fields) {}
  void link(const Link& link) override { writer_.link(link); }
  void entity(const Entity& entity) override { writer_.entity(entity); }
  void diagnostic(const Diagnostic& diagnostic) override { writer_.diagnostic(diagnostic); }
  void problem(const MessageInfo&, std::string_view part, std::string_view what) override {
    rows_.problems.push_back(message::problem_sentence(part, what));
  }
  void finish() {
    writer_.end_message();
    rows_.text = writer_.rows();
  }

 private:
  mimebase_rows& rows_;
  write::JsonWriter writer_;
};

using Analyze = void (Analyzer::*)(const Record&, Visitor&);

Record record_of(std::string_view bytes, const CallOptions& options) {
  Record record;
  record.source = options.source;
  record.number = 1;
  record.bytes = bytes.substr(0, options.analyze.limits.message_bytes);
  record.truncated = record.bytes.size() < bytes.size();
  if (!options.content_type.empty()) {
    record.kind = RecordKind::kDocument;
    record.content_type = options.content_type;
  }
  return record;
}

void analyse(const Record& record, const AnalyzeOptions& options, Analyze analyze, mimebase_rows& rows) {
  JsonRows visitor(rows, !options.fields.empty());
  (Analyzer(options).*analyze)(record, visitor);
  visitor.finish();
}

Result<void> analyse(std::string_view message, const char* text, Analyze analyze, mimebase_rows& rows) {
  const Result<CallOptions> options = read_options(text != nullptr ? text : "");
  if (!options) return options.error();
  analyse(record_of(message, *options), options->analyze, analyze, rows);
  return {};
}

Result<void> find_rows(std::string_view content, std::string_view media_type, const char* text,
                       mimebase_rows& rows) {
  if (media_type.find_first_of("\r\n") != media_type.npos) return unknown("media type", media_type);
  Result<CallOptions> options = read_options(text != nullptr ? text : "");
  if (!options) return options.error();
  options->content_type = media_type;
  const Record record = record_of(content, *options);
  // Documents of Office and the like are recognised by their bytes, others by their types alone.
  const walk::Message walked = walk::Parser().parse(record, options->analyze.limits);
  const bool is_container = walked.entities().front().kind != walk::Kind::kLeaf;
  const message::ContentKind kind = message::kind_of_content(walked, 0);
  const bool is_searched = is_container || kind.finder != nullptr || kind.format != documents::Format::kNone;
  if (media_type.empty() || !is_searched)
    return Error{Error::Code::kUsage,
                 '"' + std::string(media_type) + "\" is a media type that cannot be searched"};
  analyse(record, options->analyze, &Analyzer::links, rows);
  return {};
}

Result<void> resolution_row(std::string_view base, std::string_view reference, const char* name,
                            mimebase_rows& rows) {
  const std::optional<RuleSet> rules = from_name<RuleSet>(name != nullptr ? name : "rfc1808");
  if (!rules) return unknown("rules", name);
  const Resolution resolution = explain(base, reference, {*rules});
  rows.text = json_row(resolution) + '\n';
  if (resolution.error) rows.problems.push_back(resolution.error->message);
  return {};
}

Result<void> unwrapped_row(std::string_view url, mimebase_rows& rows) {
  const Unwrapped unwrapped = unwrap_all(url);
  rows.text = json_row(url, unwrapped) + '\n';
  if (unwrapped.limit_hit)
    rows.problems.push_back("the URL has more than " + std::to_string(kMaxUnwrapLayers) + " layers");
  return {};
}

// Returns the rows that `fill` makes, or null if memory runs out.
template <typename Fill>
mimebase_rows* rows_of(Fill fill) noexcept {
  auto* rows = new (std::nothrow) mimebase_rows;
  if (rows == nullptr) return nullptr;
  try {
    if (Result<void> filled = fill(*rows); !filled) rows->error = filled.error().message;
  } catch (const std::exception&) {  // std::bad_alloc: there may be no memory for a message either
    delete rows;
    return nullptr;
  }
  return rows;
}

mimebase_rows* call(const void* message, std::size_t size, const char* options, Analyze analyze) noexcept {
  const std::string_view bytes(static_cast<const char*>(message), size);
  return rows_of([&](mimebase_rows& rows) { return analyse(bytes, options, analyze, rows); });
}

}  // namespace
}  // namespace mimebase

mimebase_rows* mimebase_links(const void* message, size_t size, const char* options) {
  return mimebase::call(message, size, options, &mimebase::Analyzer::links);
}
mimebase_rows* mimebase_tree(const void* message, size_t size, const char* options) {
  return mimebase::call(message, size, options, &mimebase::Analyzer::tree);
}
mimebase_rows* mimebase_check(const void* message, size_t size, const char* options) {
  return mimebase::call(message, size, options, &mimebase::Analyzer::check);
}
mimebase_rows* mimebase_find(const void* content, size_t size, const char* media_type, const char* options) {
  const std::string_view bytes(static_cast<const char*>(content), size);
  return mimebase::rows_of(
      [&](mimebase_rows& rows) { return mimebase::find_rows(bytes, media_type, options, rows); });
}
mimebase_rows* mimebase_resolve(const char* base, const char* reference, const char* rules) {
  return mimebase::rows_of(
      [&](mimebase_rows& out) { return mimebase::resolution_row(base, reference, rules, out); });
}
mimebase_rows* mimebase_unwrap(const char* url) {
  return mimebase::rows_of([&](mimebase_rows& rows) { return mimebase::unwrapped_row(url, rows); });
}

const char* mimebase_rows_text(const mimebase_rows* rows) {
  return rows != nullptr ? rows->text.c_str() : "";
}
size_t mimebase_rows_size(const mimebase_rows* rows) {
  return rows != nullptr ? rows->text.size() : 0;
}
const char* mimebase_rows_error(const mimebase_rows* rows) {
  if (rows == nullptr) return "out of memory";
  return rows->error.empty() ? nullptr : rows->error.c_str();
}
size_t mimebase_rows_problem_count(const mimebase_rows* rows) {
  return rows != nullptr ? rows->problems.size() : 0;
}
const char* mimebase_rows_problem(const mimebase_rows* rows, size_t index) {
  return index < mimebase_rows_problem_count(rows) ? rows->problems[index].c_str() : nullptr;
}
void mimebase_rows_free(mimebase_rows* rows) {
  delete rows;
}

const char* mimebase_version(void) {
  return MIMEBASE_VERSION;
}
int mimebase_schema_version(void) {
  return mimebase::kSchemaVersion;
}
