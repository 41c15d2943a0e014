#include "python/worker.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace mimebase::python {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

}  // namespace

Worker::Worker(const Request& request, Deliver deliver)
    : request_(request),
      deliver_(std::move(deliver)),
      analyzer_(request.options.analyze),
      maker_(request.shape()) {}

void Worker::add(const Record& record) {
  switch (request_.command) {
    case Command::kLinks:
      analyzer_.links(record, *this);
      break;
    case Command::kTree:
      analyzer_.tree(record, *this);
      break;
    case Command::kCheck:
      analyzer_.check(record, *this);
      break;
  }
  maker_.end_message();
  ++maker_.piece().messages;
}

// What could not be read is a problem, and for `check` a row as well.
void Worker::add(const Error& error, std::string_view source) {
  maker_.problem(error.message);
  if (request_.command != Command::kCheck) return;
  MessageInfo nowhere;
  nowhere.source = error.source.empty() ? source : error.source;
  Diagnostic unread;
  unread.message = &nowhere;
  unread.code = error.code == Error::Code::kLimit ? DiagnosticCode::kLimitHit : DiagnosticCode::kUnreadable;
  unread.detail = error.message;
  diagnostic(unread);
  maker_.end_message();
}

void Worker::deliver_long_piece() {
  if (maker_.piece().size_bytes() >= kPieceBytes) deliver_(maker_.take());
}

void Worker::link(const Link& link) {
  if (!passes(request_.rows.filter, link)) return;
  maker_.link(link);
  deliver_long_piece();
}

void Worker::entity(const Entity& entity) {
  maker_.entity(entity);
  deliver_long_piece();
}

void Worker::diagnostic(const Diagnostic& diagnostic) {
  if (!passes(request_.rows.diagnostics, diagnostic)) return;
  maker_.diagnostic(diagnostic);
  deliver_long_piece();
}

void Worker::problem(const MessageInfo& message, std::string_view part, std::string_view what) {
  maker_.problem(problem_sentence(message, part, what));
}

// What was thrown may have come from the midst of a row.
void Worker::unreadable(const MessageInfo& message, std::string_view what) {
  maker_.drop_unfinished();
  maker_.end_message();
  if (request_.command == Command::kCheck) {
    Diagnostic unread;
    unread.message = &message;
    unread.code = DiagnosticCode::kUnreadable;
    unread.detail = what;
    diagnostic(unread);
  }
  maker_.problem(unreadable_sentence(message, what));
}

}  // namespace mimebase::python
