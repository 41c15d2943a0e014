#include "run/commands/row_worker.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mimebase/diagnostics.h"
#include "run/commands/fingerprint.h"
#include "text/late.h"
#include "write/url_writer.h"

namespace mimebase::run {

RowWorker::RowWorker(const RowCommand& command)
    : command_(command),
      analyzer_(command.analyze),
      analyze_(&command.table == &write::kLinkRows         ? &Analyzer::links
               : &command.table == &write::kEntityRows     ? &Analyzer::tree
               : &command.table == &write::kComparisonRows ? &Analyzer::compare
                                                           : &Analyzer::check),
      selector_(command.messages, command.analyze.limits),
      rejected_links_(command.filter),
      rejected_diagnostics_(command.diagnostics),
      writer_(make_row_writer(command)),
      top_(command.filter.unwrapped) {
  if (analyze_ == &Analyzer::check) late::load(late::kConfusables);
}

void RowWorker::read(const Record& record) {
  defanger_.begin_message();
  // The header of a message that crashed a worker is not parsed again.
  if (selector_.accepts_number(record, piece_.selection) && !is_skipped(record, *this) &&
      selector_.accepts(record, piece_.selection)) {
    if (instead_of_analysis != nullptr) {
      instead_of_analysis(record, *this);
    } else {
      (analyzer_.*analyze_)(record, *this);
    }
  }
  writer_->end_message();
  whole_bytes_ = writer_->rows().size();
  ++piece_.messages;
}

// `rows` is all of the writer's rows, or a prefix of them.
void RowWorker::complete(std::string_view rows) {
  piece_.rows = rows;
  piece_.bytes += rows.size();
  writer_->clear();
  whole_bytes_ = 0;
}

void RowWorker::link(const Link& link) {
  Selection& selection = piece_.selection;
  ++selection.candidates;
  if (!passes(command_.filter, link)) {
    if (selection.rows == 0) rejected_links_.add(link, selection);
    return;
  }
  ++selection.passed;
  const std::size_t before = writer_->rows().size();
  if (command_.top || command_.unique) {
    count(link);
  } else {
    writer_->link(shown(link));
    if (writer_->rows().size() > before) ++selection.rows;  // as URLs, a link without one has no row
  }
  end_long_piece();
}

// With --unique, a link without a resolved URL is identified by its reference.
void RowWorker::count(const Link& link) {
  std::vector<UniqueRow>& unique = piece_.as<RowResults>().unique;
  if (command_.rows.format == Format::kUrls && !write::has_url_to_open(link)) return;
  if (command_.top) {
    const std::optional<std::string_view> name = top_.name(*command_.top, link);
    if (!name) return;
    unique.push_back({fingerprint('=', *name), std::string(*name)});
  } else if (link.resolved) {
    unique.push_back({fingerprint('=', *link.resolved), writer_->link_row(shown(link))});
  } else {
    unique.push_back({fingerprint('?', link.reference), writer_->link_row(shown(link))});
  }
  if (!unique.back().row.empty()) ++piece_.selection.rows;
  piece_.bytes += sizeof(UniqueRow) + unique.back().row.size();
}

void RowWorker::comparison(const Comparison& comparison) {
  ++piece_.selection.rows;
  writer_->comparison(shown(comparison));
  end_long_piece();
}

void RowWorker::entity(const Entity& entity) {
  ++piece_.selection.rows;
  writer_->entity(shown(entity));
  end_long_piece();
}

void RowWorker::diagnostic(const Diagnostic& diagnostic) {
  Selection& selection = piece_.selection;
  ++selection.candidates;
  if (!passes(command_.diagnostics, diagnostic)) {
    if (selection.rows == 0) rejected_diagnostics_.add(diagnostic, selection);
    return;
  }
  ++selection.passed;
  ++selection.rows;
  if (diagnostic.severity == Severity::kError) ++piece_.errors;
  if (diagnostic.severity == Severity::kWarning) ++piece_.warnings;
  if (command_.summary) {
    piece_.as<RowResults>().summary.add(shown(diagnostic));
    return;
  }
  writer_->diagnostic(shown(diagnostic));
  end_long_piece();
}

void RowWorker::not_searched(const MessageInfo& message) {
  ++piece_.selection.not_searched;
  if (!command_.top && !command_.unique) writer_->not_searched(message, !rejected_links_.has_filter());
}

void RowWorker::problem(const MessageInfo& message, std::string_view part, std::string_view what) {
  cut_part(message, part, what);
}

// An exception may have interrupted the writing of a row; that row is dropped.
void RowWorker::unreadable(const MessageInfo& message, std::string_view what) {
  const std::string_view rows = writer_->rows();
  if (rows.size() > whole_bytes_) {
    complete(rows.substr(0, whole_bytes_));
    end_piece(false);
  }
  if (&command_.table == &write::kDiagnosticRows) diagnostic(unread(message, what));
  cut_short(message, what);
}

}  // namespace mimebase::run
