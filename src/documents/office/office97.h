// Binary Office files: the streams that Word, Excel and PowerPoint wrote until 2003 into compound files.
// Internal to the sources of Office files.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "documents/document.h"
#include "documents/reporting.h"
#include "find/finder.h"

namespace mimebase::documents {

// Reports the references of one document, and remembers them, because these files list their hyperlinks
// several times.
class Office97Rows {
 public:
  Office97Rows(Reading& reading, find::Sink& sink) : reading_(reading), sink_(sink) {}

  // Reports a place where a reference is written.
  void add(const Row& row);
  // Reports a hyperlink of a list, or an address that stands alone, unless a place has the same.
  void add_if_new(std::string_view where, std::string_view reference,
                  std::string_view context = "ooxml:hyperlink");
  // The same for the URL and file monikers in these bytes.
  void add_new_monikers(std::string_view where, std::string_view bytes);

  // Charges an object. Returns false if the limit is hit.
  [[nodiscard]] bool charge();
  // A limit is hit. Nothing is reported any more.
  void stop() { is_stopped_ = true; }
  [[nodiscard]] bool is_stopped() const { return is_stopped_; }
  [[nodiscard]] Reading& reading() { return reading_; }
  [[nodiscard]] find::Sink& sink() { return sink_; }

 private:
  Reading& reading_;
  find::Sink& sink_;
  std::set<std::string> known_;  // comparable forms
  bool is_stopped_ = false;
};

// The streams of a Word document (MS-DOC section 2.1). Views may be empty.
struct Word97Streams {
  std::string_view main;                  // "WordDocument"
  std::string_view tables[2] = {{}, {}};  // "0Table" and "1Table"
  std::string_view data;                  // "Data"
};
// The bytes at the start of the main stream that is_encrypted_word97() needs.
inline constexpr std::size_t kWord97Start = 12;
[[nodiscard]] bool is_encrypted_word97(std::string_view start);
void find_in_word97(const Word97Streams& streams, Office97Rows& rows);

// The stream "Workbook" (MS-XLS), or "Book" of Excel 5 and 95. A password is asked for in its first records.
[[nodiscard]] bool is_encrypted_excel97(std::string_view start);
void find_in_excel97(std::string_view stream, Office97Rows& rows);

// The streams "Current User" and "PowerPoint Document" (MS-PPT).
[[nodiscard]] bool is_encrypted_powerpoint97(std::string_view current_user);
void find_in_powerpoint97(std::string_view stream, Office97Rows& rows);

}  // namespace mimebase::documents
