// One message after another in, rows that pass the filters out: what one thread does.
#pragma once

#include <functional>
#include <string_view>

#include "mimebase/analyze.h"
#include "python/rows.h"
#include "python/stream.h"

namespace mimebase::python {

class Worker : private Visitor {
 public:
  // Takes a piece that would become too large. What it throws ends the message at hand.
  using Deliver = std::function<void(Piece piece)>;

  // `request` must outlive it.
  Worker(const Request& request, Deliver deliver);

  void add(const Record& record);
  // Something went wrong outside of messages.
  void add(const Error& error, std::string_view source);
  // What was made and not delivered.
  [[nodiscard]] Piece take() { return maker_.take(); }

 private:
  void link(const Link& link) override;
  void entity(const Entity& entity) override;
  void diagnostic(const Diagnostic& diagnostic) override;
  void problem(const MessageInfo& message, std::string_view part, std::string_view what) override;
  void unreadable(const MessageInfo& message, std::string_view what) override;
  void deliver_long_piece();

  const Request& request_;
  const Deliver deliver_;
  Analyzer analyzer_;
  RowMaker maker_;
};

}  // namespace mimebase::python
