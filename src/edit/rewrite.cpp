// Rewrites one message: the counterpart of analyze.cpp for edits.
#include "mimebase/rewrite.h"

#include <ctime>
#include <deque>
#include <utility>

#include "edit/message_rewriter.h"
#include "edit/replacer.h"
#include "message/problems.h"
#include "text/names.h"
#include "walk/parser.h"

namespace mimebase {
inline namespace v0_2 {
namespace {

constexpr Named<EditReason> kReasons[] = {
    {EditReason::kReference, "reference"},          {EditReason::kPartReference, "part-reference"},
    {EditReason::kBaseDropped, "base-dropped"},     {EditReason::kAnnotation, "annotation"},
    {EditReason::kContentLength, "content-length"}, {EditReason::kContentMd5, "content-md5"},
    {EditReason::kUnwrapped, "unwrapped"},          {EditReason::kTemplate, "template"},
    {EditReason::kUntemplate, "untemplate"},        {EditReason::kMapped, "mapped"},
};
constexpr Named<EditNoteCode> kNotes[] = {
    {EditNoteCode::kLeftSigned, "left-signed"},     {EditNoteCode::kLeftUnwritable, "left-unwritable"},
    {EditNoteCode::kLeftDkim, "left-dkim"},         {EditNoteCode::kSignatureBroken, "signature-broken"},
    {EditNoteCode::kLeftEmpty, "left-empty"},       {EditNoteCode::kLeftClassName, "left-class-name"},
    {EditNoteCode::kLeftDocument, "left-document"}, {EditNoteCode::kLeftDependent, "left-dependent"},
};

RewriteOptions with_time(RewriteOptions options) {
  if (!options.time) options.time = std::time(nullptr);
  return options;
}

Error wrong(std::string_view why) {
  return {Error::Code::kUsage, std::string(why)};
}

}  // namespace

Result<void> check_options(const RewriteOptions& options) {
  const bool does_usual_work =
      !options.only.empty() || options.cid_to_location || options.drop_bases || options.unwrap;
  if (options.map && (options.untemplate || !options.own_template.empty()))
    return wrong("a map and a template exclude each other");
  if (options.own_template.empty()) {
    if (options.untemplate) return wrong("to restore URLs, the template that has wrapped them is needed");
    return {};
  }
  const Result<OwnTemplate> own = OwnTemplate::parse(options.own_template);
  if (!own) return own.error();
  if (options.untemplate && !own->has(OwnField::kH))
    return wrong("a template without {h} cannot be verified, so nothing can be restored");
  const bool needs_keys = own->has(OwnField::kH) || (own->has(OwnField::kKid) && !options.untemplate);
  if (needs_keys && options.signer == nullptr) return wrong("a template with {h} or {kid} needs keys");
  if (does_usual_work) return wrong("a template replaces the usual work, and so its options");
  if (own->has(OwnField::kRecipient) && options.recipient.empty() && !options.untemplate)
    return wrong("a template with {recipient:query} needs a recipient");
  if (own->has(OwnField::kTime) && options.time.value_or(0) < 0)
    return wrong("a template with {time} needs a time since 1970-01-01T00:00:00Z");
  return {};
}

std::string_view name_of(EditReason reason) {
  return find_name(kReasons, reason);
}
std::string_view name_of(EditNoteCode code) {
  return find_name(kNotes, code);
}

struct Rewriter::State {
  State(const AnalyzeOptions& given, RewriteOptions given_options)
      : analyze(given), options(with_time(std::move(given_options))), replacers(options), workspace(analyze) {
    analyze.full_data_urls = true;  // edits must contain complete URLs
    analyze.defanged = false;
  }

  AnalyzeOptions analyze;
  RewriteOptions options;
  edit::Replacers replacers;
  walk::Parser parser;
  message::Workspace workspace;
};

Rewriter::Rewriter(const AnalyzeOptions& analyze, RewriteOptions options)
    : state_(std::make_unique<State>(analyze, std::move(options))) {}
Rewriter::~Rewriter() = default;
Rewriter::Rewriter(Rewriter&&) noexcept = default;
Rewriter& Rewriter::operator=(Rewriter&&) noexcept = default;

void Rewriter::rewrite(const Record& record, RewriteVisitor& visitor) {
  try {
    message::report_usage(record, visitor, state_->workspace);
    const walk::Message walked = state_->parser.parse(record, state_->analyze.limits);
    message::AnalysedMessage message(state_->analyze, record, walked, state_->workspace);
    if (const Result<void>& usage = state_->replacers.usage(); usage) {
      edit::MessageRewriter(message, state_->options, state_->replacers, visitor).run();
    } else {
      visitor.problem(message.info(), {}, usage.error().message);
    }
    message::report_problems(message, visitor);
  } catch (...) {
    message::report_exception(record, visitor);
  }
}

// Keeps all results.
struct Rewritten::State : RewriteVisitor {
  State(std::string given, const AnalyzeOptions& analyze)
      : original(std::move(given)), usage(check_options(analyze)) {
    info.number = 1;
  }

  std::string_view keep(std::string_view text) { return texts.emplace_back(text); }
  void edit(const Edit& edit) override {
    message.append(std::string_view(original).substr(at, edit.span.start - at)).append(edit.bytes);
    at = edit.span.end;
    Edit& kept = edits.emplace_back(edit);
    kept.message = &info;
    kept.part = keep(edit.part);
    kept.context = keep(edit.context);
    kept.bytes = keep(edit.bytes);
  }
  void note(const EditNote& note) override {
    EditNote& kept = notes.emplace_back(note);
    kept.message = &info;
    kept.part = keep(note.part);
    kept.detail = keep(note.detail);
  }
  void problem(const MessageInfo&, std::string_view part, std::string_view what) override {
    problems.push_back({!usage && what == usage.error().message ? Error::Code::kUsage : Error::Code::kLimit,
                        message::problem_sentence(part, what)});
  }
  void unreadable(const MessageInfo&, std::string_view what) override {
    problems.push_back({Error::Code::kUnreadable, std::string(what)});
  }

  // Rewrites `record`, which is complete but for its bytes.
  void rewrite(Record record, const RewriteOptions& options, const AnalyzeOptions& analyze) {
    record.number = 1;
    record.bytes = std::string_view(original).substr(0, analyze.limits.message_bytes);
    record.truncated = record.bytes.size() < original.size();
    Rewriter(analyze, options).rewrite(record, *this);
    message.append(std::string_view(original).substr(at));
  }

  std::string original, message;
  std::size_t at = 0;
  MessageInfo info;
  std::deque<std::string> texts;
  std::vector<Edit> edits;
  std::vector<EditNote> notes;
  std::vector<Error> problems;
  Result<void> usage;
};

Rewritten::Rewritten(std::unique_ptr<State> state) : state_(std::move(state)) {}
Rewritten::Rewritten(Rewritten&&) noexcept = default;
Rewritten& Rewritten::operator=(Rewritten&&) noexcept = default;
Rewritten::~Rewritten() = default;

const std::string& Rewritten::message() const& {
  return state_->message;
}
std::string Rewritten::message() && {
  return std::move(state_->message);
}
std::span<const Edit> Rewritten::edits() const& {
  return state_->edits;
}
std::span<const EditNote> Rewritten::notes() const& {
  return state_->notes;
}
std::span<const Error> Rewritten::problems() const& {
  return state_->problems;
}

Rewritten rewrite(std::string message, const RewriteOptions& options, const AnalyzeOptions& analyze) {
  auto state = std::make_unique<Rewritten::State>(std::move(message), analyze);
  state->rewrite({}, options, analyze);
  return Rewritten(std::move(state));
}

Rewritten rewrite_document(std::string document, std::string_view content_type, const RewriteOptions& options,
                           const AnalyzeOptions& analyze) {
  auto state = std::make_unique<Rewritten::State>(std::move(document), analyze);
  Record record;
  record.kind = RecordKind::kDocument;
  record.content_type = content_type;
  state->rewrite(record, options, analyze);
  return Rewritten(std::move(state));
}

}  // namespace v0_2
}  // namespace mimebase
