// Converts one message to files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "extract/page.h"
#include "extract/page_url.h"
#include "extract/plan.h"
#include "mimebase/extract.h"

namespace mimebase::extraction {

// Writes the files of a Plan: pages with rewritten references, and other parts as bytes.
class Extraction {
 public:
  // All arguments must outlive the extraction. `number` is that of the message, and `template_of_pages` null
  // or that of ExtractOptions::page_url: both for URLs of pages.
  Extraction(message::AnalysedMessage& message, std::string_view bytes, const ExtractOptions& options,
             std::uint64_t number, const PageUrl* template_of_pages, FileVisitor& visitor);

  void run();

 private:
  // The location of the page that is being written.
  struct Place {
    std::string_view path;  // the file that contains it
    bool is_file = true;    // false: it is in that file as a data: URL
  };

  void make_index();
  void make_replayed_page();
  void make_file(int entity);
  void emit_message();
  void emit(std::string_view path, std::string_view media_type, std::string_view bytes, int entity);
  [[nodiscard]] std::string page_of(int entity, const Place& place);
  [[nodiscard]] std::string mail_page();
  [[nodiscard]] std::string attachments();
  [[nodiscard]] std::optional<std::string> name_part(const PartReference& reference, const Place& place);
  [[nodiscard]] std::optional<std::string> path_from(const Place& place, int target);
  [[nodiscard]] std::optional<std::string> data_url(int target, const Place& place);
  [[nodiscard]] std::string content_of(int entity, const Place& place);
  [[nodiscard]] std::string_view raw_message(int entity);
  [[nodiscard]] std::string url_of(int entity);
  [[nodiscard]] std::string replayed_url(int entity);
  [[nodiscard]] std::string charset_of(int entity);
  [[nodiscard]] bool is_page(int entity) const { return plan_.kind(entity) != PageKind::kBytes; }
  // Return false, and report it once, if the files would become too large or too many.
  [[nodiscard]] bool take_bytes(std::uint64_t bytes, int entity);
  [[nodiscard]] bool take_file(int entity);
  void report_limit(int entity, std::string_view what);

  message::AnalysedMessage& message_;
  std::string_view bytes_;
  const ExtractOptions& options_;
  FileVisitor& visitor_;
  const Plan plan_;
  const PageRules rules_;
  std::string digest_;  // of the message; computed on demand
  // For a replayed archive: the URL of the page, and the http and https URLs of parts by entity.
  std::string page_url_, mark_;
  std::vector<std::string> locations_;
  const std::uint64_t most_bytes_, most_files_;
  std::uint64_t bytes_left_, files_left_;
  bool is_limit_told_ = false, is_depth_told_ = false;
  // By entity.
  std::vector<bool> is_inside_;  // is in a page as a data: URL
  std::vector<bool> is_linked_;  // a page links to its file
  std::vector<int> around_;      // pages being written, from the outermost to the innermost
};

}  // namespace mimebase::extraction
