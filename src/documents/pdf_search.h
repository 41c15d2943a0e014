// Finds what a PDF refers to.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "documents/pdf_file.h"
#include "documents/pdf_text.h"
#include "find/finder.h"

namespace mimebase::documents {

// Reports the references of a file in this order: those at pages, page by page, then all others, in the order
// of objects' numbers. The latter are found in each object that is a part of the newest revision, whether or
// not anything leads to it: an outline, a name, a form field, a forgotten action.
class PdfSearch {
 public:
  // `file` is open. Both must outlive this object.
  PdfSearch(PdfFile& file, find::Sink& sink) : file_(file), sink_(sink), text_(file, sink) {}

  // Throws what libqpdf throws only if nothing more can be read.
  void run();

 private:
  // A place in the file, and what is shown there.
  struct Place {
    std::string where;
    std::optional<std::string> text;
  };
  // A value to visit, and the indirect object that contains it.
  struct Visit {
    QPDFObjectHandle value;
    QPDFObjGen container;
    bool are_actions = false;  // a dictionary or array of actions
  };

  void find_pages();
  void find_in_page(QPDFObjectHandle page, std::uint64_t number);
  [[nodiscard]] std::optional<std::string> text_of(QPDFObjectHandle annotation, std::size_t index);
  void find_actions(Visit root, const Place& place);
  void find_objects();
  void find_in_object(QPDFObjGen id);
  void find_in_dictionary(QPDFObjectHandle dictionary, const Place& place);
  bool report_action(QPDFObjectHandle action, const Place& place);
  void report_launch(QPDFObjectHandle action, const Place& place);
  void find_script(QPDFObjectHandle script, const Place& place);
  void find_in_script(std::string_view text, std::string_view where);
  void find_embedded(QPDFObjectHandle specification, const Place& place);
  void find_form();
  void report(std::string_view context, std::string_view reference, const Place& place,
              std::string_view bytes = {});
  // Runs `part`, of which an exception ends no more than itself, unless a limit was hit. Returns false then.
  bool attempt(const std::function<void()>& part);
  void charge(std::uint64_t objects);

  PdfFile& file_;
  find::Sink& sink_;
  PdfPageText text_;
  bool has_stopped_ = false;
  std::set<std::string> page_references_;  // of the current page
  std::set<PdfIdentity> reported_;         // actions
  std::set<QPDFObjGen> embedded_;          // streams of embedded files and scripts
};

}  // namespace mimebase::documents
