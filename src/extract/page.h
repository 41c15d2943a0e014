// A part that has references, taken apart so that they can be written anew: as its finder read it, with what
// is to be put where.
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

// What pages may do. Online, they are left as they are but for their references.
struct PageRules {
  bool online = false;
  bool no_active = false;
  bool with_policy = true;  // a Content-Security-Policy in HTML
  bool single_file = false;
  std::uint64_t srcdoc_levels = Limits().srcdoc_levels;

  // Pages load nothing but files of the folder.
  [[nodiscard]] bool is_strict() const { return !online || no_active; }
};

// What stands at some bytes from now on, as UTF-8.
struct PageEdit {
  find::Span span;
  std::string text;
};

// A reference to a part.
struct PartReference {
  find::Span span;
  find::QuotingPath quoting;
  int target = -1;
  std::string fragment;   // with its "#"
  std::string otherwise;  // what is written if the part has no name; empty: it stays as it is
  Load load = Load::kNone;
};

struct Page {
  std::string bytes;  // in an ASCII-like charset
  charset::Charset charset;
  std::vector<PageEdit> edits;
  std::vector<PartReference> references;
  bool is_complete = true;  // false: a limit kept references from being found

  // Adds an edit: `text` with the escapes of its place, or kNothing if these are not known.
  void put(find::Span span, const find::QuotingPath& quoting, std::string_view text);
};

// Takes the content of an entity apart. `visitor` is told of limits that were hit.
[[nodiscard]] Page take_apart(message::AnalysedMessage& message, int entity, const Plan& plan,
                              const PageRules& rules, Visitor& visitor);

// What a reference to a part becomes; nothing: PartReference::otherwise.
using NamePart = std::function<std::optional<std::string>(const PartReference&)>;

// True for ASCII that means the same in every charset which a browser may guess: without the escapes of
// ISO-2022.
[[nodiscard]] bool is_plain_ascii(std::string_view bytes);

// The page as UTF-8, with a byte order mark where it is not plain ASCII.
[[nodiscard]] std::string put_together(Page page, const NamePart& name_part);

}  // namespace mimebase::extraction
