// References in one document that is no mail: found by the finders that mail is searched with, and not
// resolved. BaseChain (base.h) resolves them.
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
  Range span;                     // bytes of the content
  int parent = -1;                // its index in FoundReferences::bases(); -1: what surrounds the document
};

// One occurrence of a reference. The members are those of Link (model.h), as far as they do not depend on a
// base.
struct FoundReference {
  std::string_view context;  // "a@href", "text", "css:url", "style/css:url"
  // Bytes of the content, before charset conversion. Where the charset has no byte boundary there, as in
  // UTF-7: the run of bytes that contains the reference.
  Range span;
  std::string_view reference;              // UTF-8, without character references and the like; not resolved
  std::optional<std::string_view> text;    // anchor text, at most 200 characters
  std::optional<std::string_view> hidden;  // why a reader may not see it: "comment", "template", ...
  int base =
      -1;  // index in FoundReferences::bases() of the base that applies; -1: what surrounds the document
  bool guessed = false;  // a bare "www." in text, to which "http://" belongs
};

// What was found in one document.
//
// Lifetime: spans and text point into this object, and not into the content. They are valid until it is
// destroyed or assigned to; of an object that is moved, as long as the one it was moved to.
class MIMEBASE_API FoundReferences {
 public:
  FoundReferences(FoundReferences&&) noexcept;
  FoundReferences& operator=(FoundReferences&&) noexcept;
  ~FoundReferences();

  // In the order of the spans' starts.
  [[nodiscard]] std::span<const FoundReference> references() const&;
  // The first base of HTML, if there is one, comes first; then each before its children.
  [[nodiscard]] std::span<const FoundBase> bases() const&;
  // The charset in which the content was read ("utf-16le"); "" if nothing declares one.
  [[nodiscard]] std::string_view charset() const&;
  // What hit a limit, so that references may be missing: one kLimit each.
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

// Finds every reference in `content`, the bytes of a document without transfer encoding. `media_type` is that
// of Content-Type, in any case; parameters after ";" are ignored: "text/html", "image/svg+xml". `charset` is
// a label ("iso-8859-1", "utf-7") or empty; then a byte order mark or the document itself decides. `content`
// is needed during the call only. Nothing in a document fails; kUsage: no finder knows the media type. A
// text/* that no finder knows is read as text/plain.
[[nodiscard]] MIMEBASE_API Result<FoundReferences> find_references(std::string_view content,
                                                                   std::string_view media_type,
                                                                   std::string_view charset = {},
                                                                   const Limits& limits = {});

}  // namespace v0_2
}  // namespace mimebase
