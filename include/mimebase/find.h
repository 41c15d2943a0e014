// Finds the references in one document that is not mail, with the code that searches mail. The references are
// not resolved; BaseChain (base.h) resolves references.
//
//   const auto found = mimebase::find_references(page, "text/html", "utf-8");
//   if (!found) return;  // found.error() names the media type
//   for (const mimebase::FoundReference& each : found->references())
//     std::cout << each.context << ' ' << each.reference << '\n';
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

// A base that a document declares. Bases form a tree: each base is resolved against its parent.
struct FoundBase {
  BaseBy by = BaseBy::kHtmlBase;  // kHtmlBase, kXmlBase, kHtmlCodebase or kJsonBase
  std::string_view reference;     // the value, decoded to UTF-8, not resolved
  Range span;                     // in bytes of the content
  // Index of the parent of this base in FoundReferences::bases(), or -1 if the parent comes from outside the
  // document.
  int parent = -1;
  bool is_null = false;  // `"@base": null` of JSON-LD: nothing inside has a base
};

// One occurrence of a reference. The members are those of Link (model.h) that do not depend on a base.
struct FoundReference {
  std::string_view context;  // "a@href", "text", "css:url", "style/css:url"
  // In bytes of the content, before charset conversion. If the reference does not start and end at a byte
  // boundary, which is possible in UTF-7, this is the encoded run of bytes that contains it.
  Range span;
  std::string_view reference;            // UTF-8, with character references and escapes decoded; not resolved
  std::optional<std::string_view> text;  // anchor text, at most 200 characters
  // The reason why a person may not see the reference: "comment", "template", ... Nullopt if there is none.
  std::optional<std::string_view> hidden;
  // Index of the reference's base in FoundReferences::bases(), or -1 if its base comes from outside the
  // document.
  int base = -1;
  bool guessed = false;  // a bare "www." in text; add "http://" before resolving it
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

  // The references, in the order in which their spans start.
  [[nodiscard]] std::span<const FoundReference> references() const&;
  // The bases. The first <base href> of HTML, if any, comes first. Each base precedes its children.
  [[nodiscard]] std::span<const FoundBase> bases() const&;
  // The charset in which the content was read ("utf-16le"); "" if none is declared.
  [[nodiscard]] std::string_view charset() const&;
  // One error with kLimit per limit that was hit. If the list is not empty, references may be missing.
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

// Finds every reference in `content`, the bytes of a document without transfer encoding. `media_type` is a
// value of Content-Type, such as "image/svg+xml" or "text/html; charset=utf-8", in upper or lower case.
// `charset` is a label ("iso-8859-1", "utf-7"). If it is empty, the charset parameter of `media_type`
// applies; without that parameter, a byte order mark or the document itself decides. `content` is needed
// during the call only. Fails with kUsage if the media type is not supported, and in no other case: malformed
// documents are searched as well. An unknown text/* is read as text/plain. Documents whose text has no bytes
// of their own, such as PDF, are not supported: analyze_document() (analyze.h) searches them.
[[nodiscard]] MIMEBASE_API Result<FoundReferences> find_references(std::string_view content,
                                                                   std::string_view media_type,
                                                                   std::string_view charset = {},
                                                                   const Limits& limits = {});

}  // namespace v0_2
}  // namespace mimebase
