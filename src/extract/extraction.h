// One message made into files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "extract/page.h"
#include "extract/plan.h"
#include "mimebase/extract.h"

namespace mimebase::extraction {

class Extraction {
 public:
  // All must outlive this.
  Extraction(message::AnalysedMessage& message, std::string_view bytes, const ExtractOptions& options,
             FileVisitor& visitor);

  void run();

 private:
  // Where a page stands that is being made.
  struct Place {
    std::string_view path;  // of the file that it is in
    bool is_file = true;    // false: it is in that file as a data: URL
  };

  void make_index();
  void make_file(int entity);
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
  [[nodiscard]] std::string charset_of(int entity);
  [[nodiscard]] bool is_page(int entity) const { return plan_.kind(entity) != PageKind::kBytes; }
  // False where the files would become too long, or too many.
  [[nodiscard]] bool take_bytes(std::uint64_t bytes, int entity);
  [[nodiscard]] bool take_file(int entity);
  void report_limit(int entity, std::string_view what);

  message::AnalysedMessage& message_;
  std::string_view bytes_;
  const ExtractOptions& options_;
  FileVisitor& visitor_;
  const Plan plan_;
  const PageRules rules_;
  std::string digest_;  // of the message; empty until it is asked for
  const std::uint64_t most_bytes_, most_files_;
  std::uint64_t bytes_left_, files_left_;
  bool is_limit_told_ = false, is_depth_told_ = false;
  // A bit for each entity.
  std::vector<bool> is_inside_;  // stands in a page as a data: URL
  std::vector<bool> is_linked_;  // a file is linked to
  std::vector<int> around_;      // that are being put into each other
};

}  // namespace mimebase::extraction
