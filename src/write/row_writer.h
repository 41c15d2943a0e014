// What turns results into rows of one format: a writer for each format, behind one face.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "mimebase/model.h"
#include "write/columns.h"

namespace mimebase::write {

// Appends rows to a buffer of its own, which the caller empties from time to time.
class RowWriter {
 public:
  virtual ~RowWriter() = default;
  virtual void link(const Link& link) = 0;
  // A row of `links --unique`: the first of `count` links with one resolved URL, as link_row() gave it.
  virtual void unique_link(std::string_view row, std::uint64_t count) = 0;
  virtual void entity(const Entity& entity) = 0;
  virtual void diagnostic(const Diagnostic& diagnostic) = 0;
  virtual void summary(const SummaryRow& row) = 0;
  virtual void top(const TopRow& row) = 0;
  // Ends a message: what a writer holds back until it has seen all of it.
  virtual void end_message() = 0;
  // The row of one link on its own, to be given to unique_link() later.
  [[nodiscard]] std::string link_row(const Link& link) {
    const std::size_t start = rows().size();
    append_link_row(link);
    std::string row(rows().substr(start));
    cut(start);
    return row;
  }
  // The rows since clear(). The view lives until the next call of any other member.
  [[nodiscard]] virtual std::string_view rows() const { return out_; }
  virtual void clear() { out_.clear(); }

 protected:
  virtual void append_link_row(const Link& link) = 0;
  // Drops what stands behind the first `size` bytes of rows().
  virtual void cut(std::size_t size) { out_.resize(size); }

  std::string out_;
};

}  // namespace mimebase::write
