// What references of documents do, by their contexts: one row per context.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "mimebase/model.h"
#include "model/innermost_context.h"

namespace mimebase {

struct DocumentContext {
  std::string_view context;  // if it ends with ":", every context that begins so
  // Whether it is a link whose text a person reads as its label, if its kind is a link.
  bool has_label = false;
  // What the document does by itself. A reference of a kind that waits for a click does it if `is_certain`.
  std::string_view action = {};
  bool is_certain = true;
  std::array<std::optional<MailReader>, 5> viewers = {};  // those that follow it
};

inline constexpr DocumentContext kDocumentContexts[] = {
    {"calendar:", true},
    {"odf/a@xlink:href", true, {}, true, {MailReader::kLibreoffice}},
    {"ooxml:field",
     true,
     "includes a file or an image when it is opened",
     false,
     {MailReader::kWord, MailReader::kLibreoffice}},
    {"ooxml:formula", true, "fetches data when it is calculated", false},
    {"ooxml:frame", false, "loads a frame when it is opened"},
    {"ooxml:hyperlink", true, {}, true, {MailReader::kWord, MailReader::kLibreoffice}},
    {"ooxml:image", false, "loads an image when it is opened"},
    {"ooxml:ole", false, "fetches a linked object"},
    {"ooxml:template", false, "loads its template, with macros, when it is opened"},
    {"pdf:goto-remote", true, {}, true, {MailReader::kPdfjs}},
    {"pdf:import-data", false, "imports data"},
    {"pdf:launch", true, "starts a program or opens a file", true, {MailReader::kPdfjs}},
    {"pdf:submit-form", false, "sends its form", true, {MailReader::kChromium}},
    {"pdf:uri",
     true,
     {},
     true,
     {MailReader::kChromium, MailReader::kPdfium, MailReader::kPdfjs, MailReader::kPoppler,
      MailReader::kMupdf}},
    {"rtf:hyperlink", true, {}, true, {MailReader::kWord, MailReader::kLibreoffice}},
    {"rtf:include", false, "includes a file or an image when it is opened"},
    {"rtf:object", false, "fetches a linked object"},
    {"rtf:template", false, "loads its template, with macros, when it is opened"},
    {"shortcut:url", true},
    {"vcard:", true},
};

// Null for the contexts of other content. Languages around it do not matter.
[[nodiscard]] inline const DocumentContext* document_context(std::string_view context) {
  constexpr std::string_view kOdf = "odf/a@xlink:href";
  const std::string_view inner = context.ends_with(kOdf) ? kOdf : innermost_context(context);
  const auto* const row = std::ranges::find_if(kDocumentContexts, [inner](const DocumentContext& each) {
    return each.context.ends_with(':') ? inner.starts_with(each.context) : inner == each.context;
  });
  return row != std::end(kDocumentContexts) ? row : nullptr;
}

[[nodiscard]] inline bool is_followed_by(const DocumentContext& context, MailReader viewer) {
  return std::ranges::find(context.viewers, viewer) != context.viewers.end();
}

}  // namespace mimebase
