// Finds what a PDF refers to.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "documents/pdf_file.h"
#include "documents/pdf_strings.h"
#include "documents/pdf_text.h"
#include "find/finder.h"

namespace mimebase::documents {

// Reports the references of a file in this order: those at pages, page by page, then all others, in the order
// of objects' numbers. The latter are found in each object that is a part of the newest revision, whether or
// not anything leads to it: an outline, a name, a form field, a forgotten action.
class PdfSearch {
 public:
  // `file` is open. Both must outlive this object.
  PdfSearch(PdfFile& file, find::Sink& sink)
      : file_(file), sink_(sink), text_(file, sink), strings_(file.meter()) {}

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

    [[nodiscard]] PdfIdentity identity() const { return identity_of(value, container); }
  };

  void find_pages();
  void find_in_page(Visit page, std::uint64_t number);
  [[nodiscard]] std::optional<std::string> text_of(Visit annotation, std::size_t index);
  [[nodiscard]] std::string contents_of(QPDFObjectHandle annotation);
  void find_actions(Visit root, const Place& place);
  void find_objects();
  void find_in_object(QPDFObjGen id);
  void find_in_dictionary(Visit dictionary, const Place& place);
  bool report_action(Visit action, const Place& place);
  void report_launch(Visit action, const Place& place);
  void find_script(Visit script, const Place& place);
  void find_in_script(std::string_view text, std::string_view where);
  void find_embedded(Visit specification, const Place& place);
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
  // What places share is found once.
  PdfStrings strings_;
  std::map<QPDFObjGen, std::string> contents_;  // as shown, of annotations
  std::set<PdfIdentity> reported_;              // actions
  std::set<PdfIdentity> followed_;              // dictionaries and lists of annotations and actions
  std::set<PdfIdentity> searched_;              // scripts, and parameters of programs
  std::set<QPDFObjGen> embedded_;               // streams of files
};

}  // namespace mimebase::documents
