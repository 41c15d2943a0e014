// Base URLs without mail: finds the base that applies to a document, from layers (RFC 1808 section 3) that
// the caller passes as strings. Intended for crawlers, feed readers and other programs that have headers and
// documents but no messages. Mail is analysed with the same code.
//
//   mimebase::AnalyzeOptions options;
//   options.retrieval_url = "http://example.org/feed/atom.xml";
//   mimebase::Result<mimebase::BaseChain> chain = mimebase::BaseChain::create(options);
//   const mimebase::HeaderField fields[] = {{"Content-Location", "/feeds/7/"}};
//   chain->add_heading(fields, "response");
//   chain->add_document_base(mimebase::BaseBy::kXmlBase, "entries/", "feed");
//   chain->resolve("a.html");  // "http://example.org/feeds/7/entries/a.html"
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/api.h"
#include "mimebase/model.h"
#include "mimebase/options.h"
#include "mimebase/result.h"

namespace mimebase {
inline namespace v0_2 {

// One header field. The views must be valid during the call that takes them.
struct HeaderField {
  std::string_view name;  // "Content-Location", in any case
  // The bytes after the colon. They may be folded (RFC 5322 section 2.2.3). Bytes that are not UTF-8 are read
  // as windows-1252.
  std::string_view value;
};

// The layers that surround the references of one document. Add them from the outermost to the innermost: the
// retrieval URL, headers, then bases that the document declares. The innermost usable layer wins (RFC 1808
// section 3). Use a BaseChain from one thread at a time.
class MIMEBASE_API BaseChain {
 public:
  // Makes a chain whose outermost layer is `options.retrieval_url` (section 3.3). If this URL is empty, the
  // chain has no layer yet. create() also uses the options `rules`, `base_headers`, `limits.base_bytes` and
  // `limits.bases`. Fails in the cases in which check_options() fails.
  [[nodiscard]] static Result<BaseChain> create(const AnalyzeOptions& options = {});
  BaseChain(BaseChain&&) noexcept;
  BaseChain& operator=(BaseChain&&) noexcept;
  ~BaseChain();

  // Adds the header of an entity (sections 3.1 and 3.2). The entity is inside all entities that were added
  // earlier. `fields` are all header fields of one HTTP response or MIME part, in order. Fields that declare
  // no base are ignored. `name` is copied, and becomes Candidate::part of the candidates in this header.
  // Fails with kUsage after add_document_base().
  Result<void> add_heading(std::span<const HeaderField> fields, std::string_view name = {});

  // Adds a base that the innermost entity's content declares (section 3.1): the first <base href> of HTML
  // (kHtmlBase), an xml:base (kXmlBase) or a codebase (kHtmlCodebase). Document bases nest: each is resolved
  // against the layer that encloses it. `reference` is the attribute's value in UTF-8, with character
  // references decoded. An unusable base remains in chain() as a candidate. Fails with kUsage if `by` is
  // not one of these, and with kLimit if there are Limits::bases document bases already.
  Result<void> add_document_base(BaseBy by, std::string_view reference, std::string_view name = {});
  // Removes the innermost document base, for example at the end of an element with an xml:base. Returns false
  // if there is no document base.
  bool remove_document_base();

  // The base that applies inside the innermost entity. Valid until the next call of a non-const function, and
  // while the chain exists.
  [[nodiscard]] BaseInfo base() const&;
  void base() const&& = delete;
  // All candidates with their states, innermost first; at most Limits::bases. Their views are valid as long
  // as those that base() returns.
  [[nodiscard]] std::vector<Candidate> chain() const&;
  void chain() const&& = delete;

  // Resolves `reference` against base() by the rule set that was passed to create(). `encoding` is the
  // encoding of the document, as a label of the Encoding Standard. Only kWhatwg uses it, and only for the
  // query component; an empty label means UTF-8. Fails in the cases in which Resolver::resolve() fails.
  [[nodiscard]] Result<std::string> resolve(std::string_view reference, std::string_view encoding = {}) const;

  // The limits that were hit so far, each with kLimit: a base was too long, or a header had too many fields
  // that declare a base. Valid until the next call of a non-const function.
  [[nodiscard]] std::span<const Error> problems() const&;
  void problems() const&& = delete;

 private:
  struct MIMEBASE_LOCAL State;
  explicit BaseChain(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace v0_2
}  // namespace mimebase
