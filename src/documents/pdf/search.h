// Finds what a PDF refers to.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "documents/pdf/file.h"
#include "documents/pdf/strings.h"
#include "documents/pdf/text.h"
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
    std::optional<std::string> text = {};
    std::optional<QPDFObjGen> object = {};  // if it was not found by way of a page
    bool is_former = false;                 // in /PA, which viewers do not perform
  };
  // A value to visit, and the indirect object that contains it.
  struct Visit {
    QPDFObjectHandle value;
    QPDFObjGen container;
    bool are_actions = false;  // a dictionary or array of actions
    bool is_former = false;    // in /PA

    [[nodiscard]] PdfIdentity identity() const { return identity_of(value, container); }
  };

  void find_pages();
  void find_in_page(Visit page, std::uint64_t number);
  [[nodiscard]] std::optional<std::string> text_of(Visit annotation, std::size_t index);
  [[nodiscard]] std::string contents_of(QPDFObjectHandle annotation);
  void find_actions(Visit root, const Place& place);
  void find_objects();
  // Why nobody sees a reference at this place.
  [[nodiscard]] find::Hidden hidden_at(const Place& place);
  [[nodiscard]] bool is_reachable(QPDFObjGen object);
  void find_in_object(QPDFObjGen id);
  void find_in_dictionary(Visit dictionary, const Place& place);
  bool report_action(Visit action, const Place& place);
  void report_launch(Visit action, const Place& place);
  void find_script(Visit script, const Place& place);
  void find_in_script(std::string_view text, std::string_view where, find::Hidden hidden = find::Hidden::kNo);
  void find_embedded(Visit specification, const Place& place);
  // Runs `find` with a sink for what is inside a place.
  void find_inside(const Place& place, const std::function<void(find::Sink&)>& find);
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
  bool has_base_ = false;                  // whether the catalog declares one (/URI /Base)
  std::set<std::string> page_references_;  // of the current page
  // What places share is found once.
  PdfStrings strings_;
  std::map<QPDFObjGen, std::string> contents_;  // as shown, of annotations
  std::set<PdfIdentity> reported_;              // actions
  // Dictionaries and lists of annotations and actions, and whether they were former ones.
  std::set<std::pair<PdfIdentity, bool>> followed_;
  std::set<PdfIdentity> searched_;  // scripts, and parameters of programs
  std::set<QPDFObjGen> embedded_;   // streams of files
  // The objects that the trailer leads to, as far as they were followed, and the values that were not. Both
  // are empty if it is not known.
  struct Reachable {
    std::set<QPDFObjGen> objects;
    std::vector<QPDFObjectHandle> left;
  };
  std::optional<Reachable> reachable_;  // from the first reference elsewhere on
};

}  // namespace mimebase::documents
