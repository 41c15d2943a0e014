// The content of an entity as finders read it: without transfer encoding, in a charset that finders can read.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "charset/readable.h"
#include "documents/document.h"
#include "find/finder.h"
#include "mimebase/model.h"
#include "walk/message.h"

namespace mimebase::message {

// The finder of a content: none for a document. Each call looks at the content.
struct ContentKind {
  const find::Finder* finder = nullptr;
  documents::Format format = documents::Format::kNone;
};
[[nodiscard]] ContentKind kind_of_content(const walk::Message& message, int entity);
// The finder for an entity's content, or null. A text/* without its own finder is read as plain text (RFC
// 2046 section 4.1.4), and so is the body of a multipart that could not be split.
[[nodiscard]] const find::Finder* finder_of(const walk::Message& message, int entity);
// The kind of document that an entity's content is; such contents have no finder.
[[nodiscard]] documents::Format document_format(const walk::Message& message, int entity);
// The media type guessed from the file name if Content-Type is missing or uninformative
// (application/octet-stream); empty if no guess is needed.
[[nodiscard]] std::string_view guessed_type(const walk::Message& message, int entity);

// The name of an attached file, by Content-Disposition or else by Content-Type; empty if there is none.
[[nodiscard]] std::string file_name_of(const walk::Message& message, int entity);

// True for a page of a web archive: inside a message that a browser saved, or with a location of its own
// inside a multipart/related (RFC 2557).
[[nodiscard]] bool is_in_web_archive(const walk::Message& message, int entity);

// Runs `finder` over `content`, which is the entity's content or a piece of it.
void find_in(const walk::Message& message, int entity, const find::Finder& finder,
             const find::Content& content, find::Sink& sink);

// Finds the URL of a message/external-body (RFC 2017) in its field Content-Type.
void find_in_external_body(const walk::Message& message, int entity, const walk::Field& content_type,
                           find::Sink& sink);

// The first of these quotings under which `written` reads as the reference.
[[nodiscard]] find::Quoting quoting_of(std::string_view written, std::string_view reference,
                                       std::initializer_list<find::Quoting> possible);

// The decoded content of the current entity.
class Content {
 public:
  // Discards the last message.
  void clear() {
    entity_ = -1;
    document_.reset();
    document_bases_.clear();
    unread_because_ = {};
    document_declarations_.clear();
  }
  // Decodes an entity's content and determines its charset, if there is a finder for it. Does nothing if that
  // entity is the current one.
  // `headers` are the header fields that count as bases, also in mail inside documents.
  void read(const walk::Message& message, int entity, const ContentKind& kind, const Limits& limits,
            const std::vector<BaseBy>& headers);

  // The finder of the content; null if there is none. decoded() and readable() are then unspecified.
  [[nodiscard]] const find::Finder* finder() const { return finder_; }
  // Whether decoded() is the content: it has a finder, or is a document.
  [[nodiscard]] bool is_decoded() const { return finder_ != nullptr || document_ != nullptr; }
  // The document that the content is; null if it is none. finder() is then null, and decoded() is its bytes.
  [[nodiscard]] documents::Document* document() const { return document_.get(); }
  // Why the document is not read, although the content is one; empty if there is no such reason.
  [[nodiscard]] std::string_view unread_because() const { return unread_because_; }
  // The bases that it declares, outermost first; the same as declared_bases().
  [[nodiscard]] std::span<const documents::DeclaredBase> document_bases() const { return document_bases_; }
  // What the document may still use, and its damage as far as it was read.
  [[nodiscard]] const documents::Reading& document_reading() const { return *reading_; }
  // The content without transfer encoding, in its own charset. Valid until the next read().
  [[nodiscard]] std::string_view decoded() const { return decoded_; }
  // The content in a charset that finders can read, with the map back to decoded().
  [[nodiscard]] const charset::Readable& readable() const { return readable_; }
  // The base that a page declares for the whole content. Its span is relative to decoded().
  [[nodiscard]] const std::optional<find::Declaration>& declared_base() const { return declared_base_; }
  // All bases that the content declares for the whole content, outermost first: of a page one, of a document
  // more.
  [[nodiscard]] std::span<const find::Declaration> declared_bases() const {
    return declared_base_ ? std::span(&*declared_base_, 1) : std::span(document_declarations_);
  }
  // The URL that the content says it was saved from. Its span is relative to decoded().
  [[nodiscard]] const std::optional<find::Declaration>& saved_from() const { return saved_from_; }
  // The charset of an HTML document, in which its queries are encoded (--rules whatwg); empty for other
  // content.
  [[nodiscard]] std::string_view query_encoding() const;

 private:
  void open_document(const walk::Message& message, int entity, documents::Format format, const Limits& limits,
                     const std::vector<BaseBy>& headers);

  int entity_ = -1;
  const find::Finder* finder_ = nullptr;
  std::string_view decoded_;
  charset::Readable readable_;
  std::optional<find::Declaration> declared_base_, saved_from_;
  std::optional<documents::Reading> reading_;
  std::unique_ptr<documents::Document> document_;  // refers to reading_ and decoded_
  std::string_view unread_because_;
  std::vector<documents::DeclaredBase> document_bases_;
  std::vector<find::Declaration> document_declarations_;  // refers to document_bases_
  std::string decoded_buffer_, converted_, declaration_buffer_, saved_from_buffer_;
};

}  // namespace mimebase::message
