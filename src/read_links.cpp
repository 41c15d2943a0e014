// Rows on demand: analyses a Reader's records one at a time.
#include "mimebase/read_links.h"

#include <string_view>
#include <utility>

namespace mimebase {
inline namespace v0_2 {
namespace {

std::optional<std::string> owned(const std::optional<std::string_view>& text) {
  return text ? std::optional<std::string>(*text) : std::nullopt;
}

}  // namespace

LinkRow LinkRow::of(const Link& link) {
  const MessageInfo& info = *link.message;
  LinkRow row;
  row.source = info.source;
  row.message = info.number;
  row.offset = info.offset;
  row.message_id = owned(info.message_id);
  row.date = owned(info.date);
  row.from = owned(info.from);
  row.subject = owned(info.subject);
  row.part = link.part;
  row.content_type = owned(link.content_type);
  row.in_message_id = owned(link.in_message_id);
  row.context = link.context;
  row.hidden = owned(link.hidden);
  row.span = link.span;
  row.text = owned(link.text);
  row.reference = link.reference;
  row.resolved = owned(link.resolved);
  row.status = link.status;
  row.target_part = owned(link.target_part);
  row.base = link.base.url;
  row.base_section = link.base.section;
  row.base_by = link.base.by;
  row.base_part = owned(link.base.part);
  row.host = owned(link.host);
  return row;
}

struct LinkRows::State : private Visitor {
  State(std::vector<std::string> given, const ReadOptions& options)
      : inputs(std::move(given)), input_options(options.input), analyzer(options.analyze) {
    if (Result<void> checked = check_options(options.analyze); !checked) {
      problems.push_back(checked.error());
      inputs.clear();
    }
  }

  // Reads until a row is available. Returns false at the end.
  bool fill() {
    while (row >= rows.size()) {
      rows.clear();
      row = 0;
      if (batch && record < batch->records().size()) {
        analyzer.links(batch->records()[record++], *this);
      } else if (reader) {
        read_batch();
      } else if (input < inputs.size()) {
        open_input();
      } else {
        return false;
      }
    }
    return true;
  }

  void open_input() {
    const std::string& name = inputs[input++];
    Result<Reader> opened = Reader::open(name, input_options);
    taken_problems = 0;
    if (opened) {
      reader = std::move(*opened);
    } else {
      add(opened.error(), name);
    }
  }
  void read_batch() {
    batch = reader->next();
    record = 0;
    const std::span<const Error> met = reader->problems();
    for (; taken_problems < met.size(); ++taken_problems) add(met[taken_problems], inputs[input - 1]);
    if (batch) return;
    passed_over += reader->passed_over();
    reader.reset();
  }
  void add(Error problem, const std::string& source) {
    if (problem.source.empty()) problem.source = source;
    problems.push_back(std::move(problem));
  }

  void link(const Link& link) override { rows.push_back(LinkRow::of(link)); }
  void problem(const MessageInfo& message, std::string_view part, std::string_view what) override {
    add(Error::Code::kLimit, message, part.empty() ? std::string() : "part " + std::string(part) + ": ",
        what);
  }
  void unreadable(const MessageInfo& message, std::string_view what) override {
    add(Error::Code::kUnreadable, message, {}, what);
  }
  void add(Error::Code code, const MessageInfo& message, const std::string& where, std::string_view what) {
    problems.push_back({code,
                        std::string(message.source) + ": message " + std::to_string(message.number) + ": " +
                            where + std::string(what),
                        std::string(message.source)});
  }

  std::vector<std::string> inputs;
  InputOptions input_options;
  Analyzer analyzer;
  std::size_t input = 0;  // the next input to open
  std::optional<Reader> reader;
  std::size_t taken_problems = 0;  // number of the reader's problems already taken
  std::optional<Batch> batch;
  std::size_t record = 0;     // the next record of the batch
  std::vector<LinkRow> rows;  // of one message
  std::size_t row = 0;        // the current row
  std::vector<Error> problems;
  std::uint64_t passed_over = 0;
};

LinkRows::LinkRows(std::unique_ptr<State> state) : state_(std::move(state)) {}
LinkRows::LinkRows(LinkRows&&) noexcept = default;
LinkRows& LinkRows::operator=(LinkRows&&) noexcept = default;
LinkRows::~LinkRows() = default;

LinkRows read_links(std::vector<std::string> inputs, ReadOptions options) {
  return LinkRows(std::make_unique<LinkRows::State>(std::move(inputs), options));
}

LinkRows::Iterator LinkRows::begin() & {
  state_->fill();
  return Iterator(*this);
}

const LinkRow& LinkRows::Iterator::operator*() const {
  return rows_->state_->rows[rows_->state_->row];
}

LinkRows::Iterator& LinkRows::Iterator::operator++() {
  ++rows_->state_->row;
  rows_->state_->fill();
  return *this;
}

bool LinkRows::Iterator::operator==(std::default_sentinel_t) const {
  return rows_ == nullptr || rows_->state_->row >= rows_->state_->rows.size();
}

std::span<const Error> LinkRows::problems() const& {
  return state_->problems;
}

std::uint64_t LinkRows::passed_over() const {
  return state_->passed_over + (state_->reader ? state_->reader->passed_over() : 0);
}

}  // namespace v0_2
}  // namespace mimebase
