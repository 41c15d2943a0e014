// A part with references, parsed so that they can be rewritten: its text as its finder read it, and the
// edits.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "charset/charset.h"
#include "extract/outside.h"
#include "extract/plan.h"
#include "find/finder.h"
#include "find/quoting.h"
#include "mimebase/limits.h"

namespace mimebase::extraction {

// Maximum nesting of documents in `srcdoc` and in data: URLs. Each level is a nested call, and a page in a
// data: URL is a third larger than its content.
inline constexpr std::uint64_t kMaxSrcdocLevels = 64;

// Rules for pages. If `online` is set, only their references change.
struct PageRules {
  bool online = false;
  bool no_active = false;
  bool with_policy = true;  // add a Content-Security-Policy to HTML
  bool single_file = false;
  std::uint64_t srcdoc_levels = Limits().srcdoc_levels;

  // True if pages load only files of the folder.
  [[nodiscard]] bool is_strict() const { return !online || no_active; }
};

// A replacement of a span by UTF-8 text.
struct PageEdit {
  find::Span span;
  std::string text;
};

// A reference to a part, to be replaced by the part's URL.
struct PartReference {
  find::Span span;
  find::QuotingPath quoting;
  int target = -1;
  std::string fragment;   // including "#"
  std::string otherwise;  // the replacement if the part gets no URL; empty to keep the reference
  Load load = Load::kNone;
};

// The text of a part and its edits.
struct Page {
  std::string bytes;  // in an ASCII-compatible charset
  charset::Charset charset;
  std::vector<PageEdit> edits;
  std::vector<PartReference> references;
  bool is_web_archive = false;  // a page that a browser saved in one
  bool is_complete = true;      // false if a limit prevented some references from being found

  // Adds an edit. `text` is escaped for its place; if that is not possible, kNothing is written.
  void put(find::Span span, const find::QuotingPath& quoting, std::string_view text);
};

// Parses the content of an entity. Reports exceeded limits to `visitor`.
[[nodiscard]] Page take_apart(message::AnalysedMessage& message, int entity, const Plan& plan,
                              const PageRules& rules, Visitor& visitor);

// Returns the URL of a referenced part; nothing to use PartReference::otherwise.
using NamePart = std::function<std::optional<std::string>(const PartReference&)>;

// True for ASCII that means the same in every charset that a browser may guess; ISO-2022 escapes are
// excluded.
[[nodiscard]] bool is_plain_ascii(std::string_view bytes);

// Returns the page with its edits as UTF-8, with a byte order mark unless it is plain ASCII.
[[nodiscard]] std::string put_together(Page page, const NamePart& name_part);

}  // namespace mimebase::extraction
