// Rewrites a whole message, or after a line such as "document text/html" a document. Bytes may change only
// within edits, the result must have the same references without any base, and rewriting it again must change
// nothing. Wrapping its URLs must keep all else.
#include "mimebase/rewrite.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

#include "check.h"
#include "mimebase/analyze.h"
#include "mimebase/own_template.h"

namespace mimebase::fuzz {
namespace {

// Characters that some language has to escape, and characters that some charsets lack.
constexpr std::string_view kOddUrl = "http://retrieval.example/'\"&amp;,;()\\`=%41/ü€/page?q=1&r#f";
constexpr std::string_view kUrl = "http://retrieval.example/dir/page";

struct Said {
  std::string part, context, hidden_reference;
  std::optional<std::string> resolved;
  LinkStatus status;
  bool stays = false;  // an empty reference, the name of a class, or what no program opens by itself
};

// What is rewritten.
struct Input {
  std::string bytes;
  std::string type = {};  // of a document; empty for a message

  [[nodiscard]] Analysis analysis(const AnalyzeOptions& options = {}) const {
    return type.empty() ? analyze(bytes, options) : analyze_document(bytes, type, options);
  }
  [[nodiscard]] Rewritten rewritten(const RewriteOptions& options, const AnalyzeOptions& analyze) const {
    return type.empty() ? rewrite(bytes, options, analyze) : rewrite_document(bytes, type, options, analyze);
  }
};

// "img@alt:text": found anywhere in an attribute that is no reference.
bool is_text_of_attribute(std::string_view context) {
  const std::size_t name = context.rfind('@');
  return name != context.npos && context.substr(name).find(":text") != context.npos;
}

std::vector<Said> links_of(const Input& input, std::string_view retrieval_url) {
  AnalyzeOptions options;
  options.retrieval_url = retrieval_url;
  options.full_data_urls = true;
  Analysis analysis = input.analysis(options);
  std::vector<Said> all;
  for (const Link& link : analysis.links()) {
    Said& said = all.emplace_back();
    said.part = link.part;
    said.context = link.context;
    if (link.resolved) said.resolved = *link.resolved;
    said.status = link.status;
    said.stays = link.reference.find_first_not_of(" \t\r\n\f") == std::string_view::npos ||
                 link.context.ends_with("@code") || is_text_of_attribute(link.context);
    if (link.hidden) said.hidden_reference = link.reference;
  }
  return all;
}

std::vector<std::tuple<std::string, std::string, std::string>> entities_of(const Input& input) {
  Analysis analysis = input.analysis();
  std::vector<std::tuple<std::string, std::string, std::string>> all;
  for (const Entity& entity : analysis.entities())
    all.emplace_back(entity.part, entity.content_type, entity.transfer_encoding.value_or(""));
  return all;
}

// Checks that the bytes between edits are those of the message.
void check_edits(const std::string& message, const Rewritten& rewritten) {
  std::string made;
  std::size_t at = 0;
  for (const Edit& edit : rewritten.edits()) {
    FUZZ_REQUIRE(edit.span.start >= at && edit.span.start <= edit.span.end && edit.span.end <= message.size(),
                 "{}..{} behind {} of {}", edit.span.start, edit.span.end, at, message.size());
    made.append(message, at, edit.span.start - at).append(edit.bytes);
    at = edit.span.end;
  }
  made.append(message, at);
  FUZZ_REQUIRE(made == rewritten.message(), "the edits make another message");
}

bool has_left_something(const Rewritten& rewritten) {
  return !rewritten.problems().empty() ||
         std::any_of(rewritten.notes().begin(), rewritten.notes().end(), [](const EditNote& note) {
           return note.code == EditNoteCode::kLeftSigned || note.code == EditNoteCode::kLeftUnwritable;
         });
}

// White space and delimiters that a place cannot contain are percent-encoded, as are characters that the
// charset lacks.
bool means_the_same(const std::optional<std::string>& before, const std::optional<std::string>& after) {
  return before == after || (after && after->find('%') != std::string::npos);
}

void check_links(const Input& input, const Input& rewritten, std::string_view url) {
  const std::vector<Said> before = links_of(input, url), after = links_of(rewritten, {});
  FUZZ_REQUIRE(before.size() == after.size(), "{} references are {}", before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    FUZZ_REQUIRE(before[i].part == after[i].part && before[i].context == after[i].context, "{} {} is {} {}",
                 before[i].part, before[i].context, after[i].part, after[i].context);
    const bool is_edited =
        before[i].status == LinkStatus::kResolved && !before[i].stays &&
        (!before[i].context.starts_with("header:") || before[i].context == "header:content-location") &&
        before[i].context != "param:url";
    // What nobody sees may be the rest of a style sheet or script, in which nothing is written.
    const bool is_left =
        !before[i].hidden_reference.empty() && before[i].hidden_reference == after[i].hidden_reference;
    if (!is_edited || is_left) continue;
    FUZZ_REQUIRE(means_the_same(before[i].resolved, after[i].resolved), "{} {}: {} is {}", before[i].part,
                 before[i].context, escape_for_terminal(before[i].resolved.value_or("(nothing)")),
                 escape_for_terminal(after[i].resolved.value_or("(nothing)")));
  }
}

void check_rewriting(const Input& input, std::string_view url, const RewriteOptions& options) {
  AnalyzeOptions analyze;
  analyze.retrieval_url = url;
  const Rewritten once = input.rewritten(options, analyze);
  check_edits(input.bytes, once);
  for (const Error& problem : once.problems())
    FUZZ_REQUIRE(problem.code != Error::Code::kUnreadable, "{}", problem.message);
  const Input made = {once.message(), input.type};
  FUZZ_REQUIRE(entities_of(input) == entities_of(made), "the parts are others");
  if (has_left_something(once)) return;
  const Rewritten twice = made.rewritten(options, analyze);
  FUZZ_REQUIRE(twice.edits().empty(), "edited again: {} {} {}", twice.edits().front().part,
               twice.edits().front().context, escape_for_terminal(twice.edits().front().bytes));
  if (!options.drop_bases && !options.annotate) check_links(input, made, url);
}

// Wraps URLs: nothing else may change, what is wrapped comes out again, and wrapping again changes nothing.
void check_wrapping(const Input& input, std::string_view url) {
  constexpr std::string_view kTemplate = "https://click.example/{host}?u={url:query}&copy=1";
  RewriteOptions options;
  options.own_template = kTemplate;
  options.in = {WrapIn::kAnchors, WrapIn::kForms, WrapIn::kText, WrapIn::kCalendar};
  options.break_signatures = true;
  AnalyzeOptions analyze;
  analyze.retrieval_url = url;
  const Rewritten once = input.rewritten(options, analyze);
  check_edits(input.bytes, once);
  const Input made = {once.message(), input.type};
  FUZZ_REQUIRE(entities_of(input) == entities_of(made), "the parts are others");
  if (!once.problems().empty()) return;
  const Rewritten twice = made.rewritten(options, analyze);
  FUZZ_REQUIRE(twice.edits().empty(), "wrapped again: {} {} {}", twice.edits().front().part,
               twice.edits().front().context, escape_for_terminal(twice.edits().front().bytes));
  const OwnTemplate own = *OwnTemplate::parse(kTemplate);
  const std::vector<Said> before = links_of(input, url), after = links_of(made, url);
  FUZZ_REQUIRE(before.size() == after.size(), "{} references are {}", before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i].resolved == after[i].resolved) continue;
    const std::optional<OwnValues> values = own.match(after[i].resolved.value_or(""));
    FUZZ_REQUIRE(before[i].part == after[i].part && values && values->url == before[i].resolved,
                 "{} {}: {} is {}", before[i].part, before[i].context,
                 escape_for_terminal(before[i].resolved.value_or("(nothing)")),
                 escape_for_terminal(after[i].resolved.value_or("(nothing)")));
  }
}

}  // namespace
}  // namespace mimebase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  constexpr std::string_view kDocument = "document ";
  std::string_view rest = fuzz::view(data, size);
  fuzz::Input input;
  if (rest.starts_with(kDocument)) input.type = fuzz::take_line(rest).substr(kDocument.size());
  input.bytes = rest;
  fuzz::check_rewriting(input, {}, {});
  fuzz::check_rewriting(input, fuzz::kUrl, {});
  fuzz::check_rewriting(input, fuzz::kOddUrl, {});
  RewriteOptions annotating, dropping;
  annotating.cid_to_location = annotating.annotate = annotating.break_signatures = true;
  dropping.drop_bases = dropping.break_signatures = true;
  fuzz::check_rewriting(input, fuzz::kOddUrl, annotating);
  fuzz::check_rewriting(input, fuzz::kOddUrl, dropping);
  fuzz::check_wrapping(input, {});
  fuzz::check_wrapping(input, fuzz::kOddUrl);
  return 0;
}
