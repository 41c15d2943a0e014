// A list of URLs, one per line, for other programs. References that do not
// resolve, or name a part of the message, are skipped.
#pragma once

#include "write/row_check.h"
#include "write/row_writer.h"
#include "write/shown_text.h"

namespace mimebase::write {

// Returns true if a program can open the link's resolved URL. What names a part of the message is no URL
// outside it.
[[nodiscard]] inline bool has_url_to_open(const Link& link) {
  return link.resolved && link.status != LinkStatus::kPart && link.status != LinkStatus::kMissingPart;
}

// Writes resolved URLs only.
class UrlWriter : public RowWriter {
 public:
  // `visible` escapes characters that drive a terminal. `unwrapped` writes Link::unwrapped where it is known.
  explicit UrlWriter(bool visible, bool unwrapped = false) : visible_(visible), unwrapped_(unwrapped) {}

  void link(const Link& link) override { put(url_of(link)); }
  void unique_link(std::string_view row, std::uint64_t /*count*/) override { put(row); }
  void top(const TopRow& row) override { put(row.url.value_or("")); }
  // These rows have no URLs.
  void entity(const Entity& /*entity*/) override {}
  void diagnostic(const Diagnostic& /*diagnostic*/) override {}
  void comparison(const Comparison& /*comparison*/) override {}
  void ledger_entry(const LedgerEntry& /*entry*/) override {}
  void summary(const SummaryRow& /*row*/) override {}
  void end_message() override {}
  [[nodiscard]] bool accepts(std::string_view rows, const Rows&) const override {
    return !visible_ || are_lines(rows, false);
  }

 private:
  void append_link_row(const Link& link) override { out_ += url_of(link); }
  [[nodiscard]] std::string_view url_of(const Link& link) const {
    if (!has_url_to_open(link)) return {};
    return unwrapped_ && link.unwrapped ? *link.unwrapped : *link.resolved;
  }
  void put(std::string_view url) {
    if (url.empty()) return;
    if (visible_) {
      append_visible(url, out_);
    } else {
      out_ += url;
    }
    out_ += '\n';
  }

  const bool visible_, unwrapped_;
};

}  // namespace mimebase::write
