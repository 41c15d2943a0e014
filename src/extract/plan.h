// Plans an extraction: which part is the main page, and which file each part becomes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extract/names.h"
#include "message/analysed_message.h"

namespace mimebase::extraction {

// How the content of a part is written.
enum class PageKind : std::uint8_t {
  kBytes,  // unchanged
  kHtml,   // this and the following with rewritten references
  kXml,
  kCss,
};

[[nodiscard]] PageKind kind_of(const find::Finder* finder);

// Decides the files of one message.
class Plan {
 public:
  // `message` must outlive the plan.
  Plan(const message::AnalysedMessage& message, Scripts scripts);

  // The document to show: the one of the message's multipart/related, else the first HTML document. -1 if
  // there is none.
  [[nodiscard]] int root() const { return root_; }
  // Returns what to show for a referenced entity: the entity itself, or the document in it. -1 if there is
  // nothing.
  [[nodiscard]] int shown_for(int entity) const;

  [[nodiscard]] PageKind kind(int entity) const { return at(entity).kind; }
  // The path of its file: "index.html", "files/x.png"; empty if it has none.
  [[nodiscard]] const std::string& path(int entity) const { return at(entity).path; }
  // The media type of its file, in lower case.
  [[nodiscard]] std::string_view media_type(int entity) const { return at(entity).media_type; }
  // A name for people.
  [[nodiscard]] const std::string& title(int entity) const { return at(entity).title; }
  // True for a message within the message. It is kept as a file, besides its parts.
  [[nodiscard]] bool is_message(int entity) const;
  // True if it contains entities.
  [[nodiscard]] bool has_parts(int entity) const;
  // Parts that are neither the root, nor shown in it, nor an alternative of it.
  [[nodiscard]] const std::vector<int>& attachments() const { return attachments_; }
  // Without a root: texts and images to show one after another.
  [[nodiscard]] const std::vector<int>& shown() const { return shown_; }

 private:
  struct Part {
    PageKind kind = PageKind::kBytes;
    std::string path, title, media_type;
    bool is_attachment = false;
    bool is_document = false;  // HTML or XHTML that is not an attachment
    bool is_beside = false;    // in a multipart/related or multipart/alternative
  };
  // A content that can be shown for the entity `at`: the content itself, or the multipart/related whose root
  // it is.
  struct Document {
    int message = -1, at = -1, shown = -1;
  };
  [[nodiscard]] const Part& at(int entity) const { return parts_[static_cast<std::size_t>(entity)]; }
  [[nodiscard]] Part describe(int entity) const;
  [[nodiscard]] bool has_content(int entity) const;
  [[nodiscard]] bool is_beside(int entity) const;
  // The first entity after this one and its parts.
  [[nodiscard]] int end_of(int entity) const { return message_.parts().tree().end(entity); }
  [[nodiscard]] int start_of(int related) const;
  void find_documents();
  [[nodiscard]] int document_in(int entity) const;
  [[nodiscard]] std::string preferred_name(int entity) const;
  void name_files(Scripts scripts);
  void sort_rest();

  const message::AnalysedMessage& message_;
  std::vector<Part> parts_;
  std::vector<Document> documents_;  // ordered by `message`, then `at`
  std::vector<int> attachments_, shown_;
  int root_ = -1;
};

}  // namespace mimebase::extraction
