// Finds the references in one document that is not mail, with the finders that search mail. It does not
// resolve them; BaseChain (base.h) does.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "mimebase/api.h"
#include "mimebase/limits.h"
#include "mimebase/model.h"
#include "mimebase/range.h"
#include "mimebase/result.h"

namespace mimebase {
inline namespace v0_2 {

// A base that a document declares. Bases form a tree: each is resolved against its parent.
struct FoundBase {
  BaseBy by = BaseBy::kHtmlBase;  // kHtmlBase, kXmlBase or kHtmlCodebase
  std::string_view reference;     // the attribute's value, decoded to UTF-8, not resolved
  Range span;                     // in bytes of the content
  int parent = -1;  // index of its parent in FoundReferences::bases(); -1: the base from outside the document
};

// One occurrence of a reference. The members are those of Link (model.h) that do not depend on a base.
struct FoundReference {
  std::string_view context;  // "a@href", "text", "css:url", "style/css:url"
  // In bytes of the content, before charset conversion. If the charset has no byte boundary at the reference,
  // as in UTF-7, this is the run of bytes that contains it.
  Range span;
  std::string_view reference;            // UTF-8, with character references and escapes decoded; not resolved
  std::optional<std::string_view> text;  // anchor text, at most 200 characters
  std::optional<std::string_view> hidden;  // why a reader may not see it: "comment", "template", ...
  // Index in FoundReferences::bases() of the base that applies; -1: the base from outside the document.
  int base = -1;
  bool guessed = false;  // a bare "www." in text, which needs "http://" before it
};

// The references and bases of one document.
//
// Lifetime: spans and text point into this object, not into the content. They are valid until it is destroyed
// or assigned to. After a move they belong to the object that was moved to.
class MIMEBASE_API FoundReferences {
 public:
  FoundReferences(FoundReferences&&) noexcept;
  FoundReferences& operator=(FoundReferences&&) noexcept;
  ~FoundReferences();

  // In the order in which their spans start.
  [[nodiscard]] std::span<const FoundReference> references() const&;
  // The first <base href> of HTML, if any, comes first. Each base precedes its children.
  [[nodiscard]] std::span<const FoundBase> bases() const&;
  // The charset in which the content was read ("utf-16le"); "" if none is declared.
  [[nodiscard]] std::string_view charset() const&;
  // Limits that were hit, so that references may be missing: one kLimit for each.
  [[nodiscard]] std::span<const Error> problems() const&;
  void references() const&& = delete;
  void bases() const&& = delete;
  void charset() const&& = delete;
  void problems() const&& = delete;

 private:
  friend MIMEBASE_API Result<FoundReferences> find_references(std::string_view content,
                                                              std::string_view media_type,
                                                              std::string_view charset, const Limits& limits);
  struct MIMEBASE_LOCAL State;
  explicit FoundReferences(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Finds every reference in `content`, the bytes of a document without transfer encoding. `media_type` is the
// value of Content-Type in any case, "image/svg+xml" or "text/html; charset=utf-8". `charset` is a label
// ("iso-8859-1", "utf-7"). If it is empty, the parameter of `media_type` counts; without one, a byte order
// mark or the document itself decides. `content` is needed during the call only. Fails with kUsage only if no
// finder supports the media type; an unknown text/* is read as text/plain. Malformed documents do not fail.
[[nodiscard]] MIMEBASE_API Result<FoundReferences> find_references(std::string_view content,
                                                                   std::string_view media_type,
                                                                   std::string_view charset = {},
                                                                   const Limits& limits = {});

}  // namespace v0_2
}  // namespace mimebase
