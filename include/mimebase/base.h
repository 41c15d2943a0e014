// Bases without mail: which base URL applies to a document, from the layers of RFC 1808 section 3 as strings.
// For crawlers, feed readers and other programs that have headings and documents, but no message. Mail is
// read by the same code.
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

#include "mimebase/analyze.h"
#include "mimebase/api.h"
#include "mimebase/model.h"
#include "mimebase/result.h"

namespace mimebase {
inline namespace v0_2 {

// One header field. The views must be valid during the call that takes them.
struct HeaderField {
  std::string_view name;   // "Content-Location", in any case
  std::string_view value;  // the bytes after the colon, with or without folds; not UTF-8: windows-1252
};

// The layers that surround the references of one document. They are added from the outermost to the
// innermost: the retrieval URL, headings, then bases that the document declares. The innermost usable layer
// wins (RFC 1808 section 3). One thread at a time may use a BaseChain.
class MIMEBASE_API BaseChain {
 public:
  // A chain with the outermost layer, `options.retrieval_url` (section 3.3), or without any. Of the options
  // it uses `rules`, `base_headers`, and of the limits `base_bytes` and `bases`. Fails as check_options()
  // does.
  [[nodiscard]] static Result<BaseChain> create(const AnalyzeOptions& options = {});
  BaseChain(BaseChain&&) noexcept;
  BaseChain& operator=(BaseChain&&) noexcept;
  ~BaseChain();

  // Adds the heading of an entity inside all entities before (sections 3.1 and 3.2): of one HTTP response or
  // MIME part all fields, in their order. Fields that declare no base are ignored. `name` is
  // Candidate::part of its candidates; it is copied. Fails with kUsage after add_document_base().
  Result<void> add_heading(std::span<const HeaderField> fields, std::string_view name = {});

  // Adds a base that the innermost entity's content declares (section 3.1): the first <base href> of HTML
  // (kHtmlBase), an xml:base (kXmlBase), a codebase (kHtmlCodebase). They nest: each is resolved against the
  // next layer out. `reference` is the attribute's value without character references, UTF-8. An unusable one
  // is kept as a candidate. Fails with kUsage for another `by`, and with kLimit beyond Limits::bases.
  Result<void> add_document_base(BaseBy by, std::string_view reference, std::string_view name = {});
  // Removes the innermost document base, as at the end of the element of an xml:base. False: there is none.
  bool remove_document_base();

  // The base that applies, as seen from the innermost entity. Valid until the next call of a function that
  // is not const, and as long as the chain.
  [[nodiscard]] BaseInfo base() const&;
  void base() const&& = delete;
  // All candidates, the innermost first, and what became of each: at most Limits::bases. The views in them
  // are valid as those of base().
  [[nodiscard]] std::vector<Candidate> chain() const&;
  void chain() const&& = delete;

  // The absolute form of `reference` against base(), by `options.rules`. `encoding` is the document's, for
  // queries under kWhatwg (a label of the Encoding Standard; empty: UTF-8). Fails as Resolver::resolve().
  [[nodiscard]] Result<std::string> resolve(std::string_view reference, std::string_view encoding = {}) const;

  // What hit a limit so far (kLimit): a base that is too long, too many fields in a heading. Valid until the
  // next call of a function that is not const.
  [[nodiscard]] std::span<const Error> problems() const&;
  void problems() const&& = delete;

 private:
  struct MIMEBASE_LOCAL State;
  explicit BaseChain(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace v0_2
}  // namespace mimebase
