// What becomes of each part of a message: which is the page that is shown first, and which file each has.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extract/names.h"
#include "message/analysed_message.h"

namespace mimebase::extraction {

// How the content of a part is written.
enum class PageKind : std::uint8_t {
  kBytes,  // as it is
  kHtml,   // these with their references written anew
  kXml,
  kCss,
};

[[nodiscard]] PageKind kind_of(const find::Finder* finder);

class Plan {
 public:
  // `message` must outlive this.
  Plan(const message::AnalysedMessage& message, Scripts scripts);

  // The document that the message shows: that of its multipart/related, else the first of HTML; -1 where it
  // has none.
  [[nodiscard]] int root() const { return root_; }
  // What is shown for an entity that a reference names: itself, or the document in it; -1: nothing.
  [[nodiscard]] int shown_for(int entity) const;

  [[nodiscard]] PageKind kind(int entity) const { return at(entity).kind; }
  // Where its file is: "index.html", "files/x.png"; empty where it has none.
  [[nodiscard]] const std::string& path(int entity) const { return at(entity).path; }
  // As its file has it, in lower case.
  [[nodiscard]] std::string_view media_type(int entity) const { return at(entity).media_type; }
  // For a person.
  [[nodiscard]] const std::string& title(int entity) const { return at(entity).title; }
  // A message inside the message, which is kept as it is, besides its parts.
  [[nodiscard]] bool is_message(int entity) const;
  // True if there is an entity in it.
  [[nodiscard]] bool has_parts(int entity) const;
  // What is neither the root nor shown in it nor another form of it.
  [[nodiscard]] const std::vector<int>& attachments() const { return attachments_; }
  // Without a root: texts and images that are shown one below another.
  [[nodiscard]] const std::vector<int>& shown() const { return shown_; }

 private:
  struct Part {
    PageKind kind = PageKind::kBytes;
    std::string path, title, media_type;
    bool is_attachment = false;
    bool is_document = false;  // HTML or XHTML, and none that is attached
    bool is_beside = false;    // in a multipart/related or multipart/alternative
  };
  // A content that can be shown for what it stands in; `at` is itself, or the multipart/related that starts
  // with it.
  struct Document {
    int message = -1, at = -1, shown = -1;
  };
  [[nodiscard]] const Part& at(int entity) const { return parts_[static_cast<std::size_t>(entity)]; }
  [[nodiscard]] Part describe(int entity) const;
  [[nodiscard]] bool has_content(int entity) const;
  [[nodiscard]] bool is_beside(int entity) const;
  // The first entity that is neither this one nor in it.
  [[nodiscard]] int end_of(int entity) const { return message_.parts().tree().end(entity); }
  [[nodiscard]] int start_of(int related) const;
  void find_documents();
  [[nodiscard]] int document_in(int entity) const;
  [[nodiscard]] std::string preferred_name(int entity) const;
  void name_files(Scripts scripts);
  void sort_rest();

  const message::AnalysedMessage& message_;
  std::vector<Part> parts_;
  std::vector<Document> documents_;  // in the order of `message`, then `at`
  std::vector<int> attachments_, shown_;
  int root_ = -1;
};

}  // namespace mimebase::extraction
