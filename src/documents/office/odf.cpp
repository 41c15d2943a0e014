// OpenDocument (ODF 1.3): packages of XML files whose references are XLink. What is written in formulas and
// sources of DDE is read here; the finder for XML finds the rest.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "documents/office/field_code.h"
#include "documents/office/formula.h"
#include "documents/office/ooxml_part.h"
#include "documents/package/package.h"
#include "documents/package/package_sink.h"
#include "documents/reporting.h"
#include "documents/xml_part.h"
#include "find/html/page_text.h"
#include "find/sinks.h"
#include "find/xml/text.h"
#include "model/contexts.h"
#include "text/ascii.h"
#include "text/numbers.h"
#include "text/strings.h"
#include "url/split.h"

namespace mimebase::documents {
namespace {

// Whether a reference has neither a scheme nor a host nor a path from a root. Such a one leads out of the
// package by too many ".." only, and is relative to the package as a folder (ODF 1.3 part 2, 3.7).
bool is_relative_path(std::string_view reference) {
  const std::string_view trimmed = ascii::trim_html_space(reference);
  return !url::has_scheme(trimmed) && !trimmed.starts_with('/') && !trimmed.starts_with('\\');
}

class OdfSink final : public PackageSink {
 public:
  using PackageSink::PackageSink;

 private:
  find::ScopeId open_scope(find::ScopeId parent, const find::Declaration& declaration) override {
    find::Declaration of_format = declaration;
    of_format.is_of_format = true;
    const bool is_outside =
        is_relative_path(declaration.reference) && !path_in_package(folder_of(file()), declaration.reference);
    return PackageSink::open_scope(is_outside ? scope_outside(parent) : parent, of_format);
  }

  // The scope of what leads out of the package and has this scope.
  find::ScopeId scope_outside(find::ScopeId scope) {
    if (scope != find::kDocument) return scope;
    if (scope_of_file_.first != file()) {
      static constexpr std::string_view kInPath = "-._~!$&'()*+,;=:@/";
      const std::string path =
          ascii::percent_encoded(file(), [](char c) { return !ascii::is_alnum(c) && !contains(kInPath, c); });
      scope_of_file_ = {file(),
                        outer().open_scope(scope, {.reference = path, .span = {}, .is_of_package = true})};
    }
    return scope_of_file_.second;
  }

  bool complete(find::Found& found, bool is_inside) override {
    const ContextTraits& traits = traits_of(found.context);
    if (traits.context == found.context) found.kind = traits.kind;
    if (found.context == "odf/a@xlink:href" && read_text(found.span.end)) found.text = text_;
    if (found.element != nullptr && (found.element->read_attribute("office:title", tooltip_) ||
                                     found.element->read_attribute("xlink:title", tooltip_)))
      found.tooltip = tooltip_;
    // Pictures and objects of the document itself, which programs do not always write. A relative link,
    // however, was typed by somebody who meant a file or host outside. A path from the root of a file system
    // is outside.
    const bool is_loaded = found.kind == LinkKind::kImage || found.kind == LinkKind::kMedia;
    if (!is_inside && !found.guessed && is_relative_path(found.reference))
      found.scope = scope_outside(found.scope);
    return !is_inside || !is_loaded || found.reference.starts_with('/');
  }

  // Reads the text of the link in whose start tag an attribute ends. Returns false if it has none.
  bool read_text(std::size_t attribute_end) {
    std::string_view rest = content().bytes;
    rest.remove_prefix(std::min(attribute_end, rest.size()));
    while (!rest.empty() && rest.front() != '"' && rest.front() != '\'') rest.remove_prefix(1);
    // Tags have been tokenized, so every quotation mark has its pair.
    for (rest.remove_prefix(std::min<std::size_t>(1, rest.size())); !rest.empty();) {
      const char c = rest.front();
      rest.remove_prefix(1);
      if (c == '/') return false;
      if (c == '>') break;
      if (c == '"' || c == '\'') rest.remove_prefix(std::min(rest.find(c), rest.size() - 1) + 1);
    }
    find::XmlEntities entities(content().charset, content().limits);
    find::XmlText piece(content(), entities);
    find::read_xml_link_text(find::XmlTokenizer(rest), piece, text_);
    return !text_.empty();
  }

  std::string text_, tooltip_;
  std::pair<std::string_view, find::ScopeId> scope_of_file_;
};

// The names of the files that hold references, in the folders of documents and of the objects in them.
bool is_document_file(std::string_view entry) {
  const std::string_view folder = folder_of(entry);
  const std::string_view file = entry.substr(folder.empty() ? 0 : folder.size() + 1);
  return is_one_of(file, {"content.xml", "styles.xml", "meta.xml", "settings.xml"});
}

// Of a file of the document whose name is changed.
bool is_document_root(std::string_view root) {
  return is_one_of(root,
                   {"document", "document-content", "document-styles", "document-meta", "document-settings"});
}

// The name of an element, which is written in the charset of its file.
std::string_view name_for_context(const XmlPart& part) {
  return ascii::is_ascii(part.local()) ? part.local().substr(0, 64) : "element";
}

class OdfDocument final : public Document {
 public:
  OdfDocument(SharedZip zip, Reading& reading) : zip_(std::move(zip)), reading_(reading) {
    for (const ZipEntry* const manifest : zip_->find_all("META-INF/manifest.xml")) read_manifest(*manifest);
  }

  [[nodiscard]] std::vector<DeclaredBase> bases() override { return {}; }
  void find(find::Sink& sink) override;
  [[nodiscard]] bool is_encrypted() const override {
    return encrypted_.contains("content.xml") || encrypted_.contains("encrypted-package");
  }

 private:
  void read_manifest(const ZipEntry& manifest);
  void find_in_entry(const ZipEntry& entry, OdfSink& outside, find::Sink& sink);
  void find_in_formulas(std::string_view bytes, std::string_view where, find::Sink& sink);
  void read_needed_cells(std::string_view bytes, WaitingFormulas& waiting, find::Sink& sink);

  const SharedZip zip_;
  Reading& reading_;
  std::set<std::string, std::less<>> encrypted_;  // names of entries
};

// Learns which entries are encrypted (ODF 1.3 part 2, 4.4). Without a password they are noise.
void OdfDocument::read_manifest(const ZipEntry& manifest) {
  find::SilentSink sink;
  std::string bytes, name;
  if (!zip_->read(manifest, reading_, sink, bytes)) return;
  XmlPart part(bytes, reading_, sink);
  while (part.next()) {
    if (part.starts(Ns::kOdfManifest, "file-entry")) name = part.value(Ns::kOdfManifest, "full-path");
    if (part.starts(Ns::kOdfManifest, "encryption-data") && zip_->find(name) != nullptr)
      encrypted_.insert(name);
  }
}

void OdfDocument::find(find::Sink& sink) {
  if (!charge_entries(*zip_, reading_, sink)) return;
  OdfSink outside(*zip_, reading_, sink);
  SearchedFiles searched(reading_);
  for (const ZipEntry& entry : zip_->entries()) {
    if (is_document_file(entry.name) || is_document_root(root_of(*zip_, entry, reading_, sink))) {
      if (searched.is_new(entry, folder_of(entry.name).empty() ? "document" : "object"))
        find_in_entry(entry, outside, sink);
    } else if (!encrypted_.contains(entry.name) && searched.is_new(entry, "")) {
      find_in_other_document(*zip_, entry, reading_, sink);
    }
  }
}

void OdfDocument::find_in_entry(const ZipEntry& entry, OdfSink& outside, find::Sink& sink) {
  std::string bytes;
  // A manifest may be wrong about the encryption of a file.
  if (encrypted_.contains(entry.name) && !zip_->is_text(entry, reading_, sink)) {
    if (!is_encrypted()) reading_.unread("a file in it is encrypted, so it is not searched");
    return;
  }
  if (!zip_->read(entry, reading_, sink, bytes)) return;
  outside.find_in_file(entry, bytes, *find::finder_for("application/xml"), "odf/");
  find_in_formulas(bytes, entry.name, sink);
}

void OdfDocument::find_in_formulas(std::string_view bytes, std::string_view where, find::Sink& sink) {
  find::SilentSink silent;  // the finder for XML has reported the limits
  XmlPart part(bytes, reading_, silent);
  WaitingFormulas waiting;
  std::string context, sheet;
  while (part.next()) {
    if (part.event() != XmlPart::Event::kStart) continue;
    if (part.is(Ns::kOdfTable, "table")) sheet = ascii::lowered(part.value(Ns::kOdfTable, "name"));
    if (part.is(Ns::kOdfTable, "named-range")) {
      const std::string range = part.value(Ns::kOdfTable, "cell-range-address");
      keep_name(part.value(Ns::kOdfTable, "name"), '[' + range + ']', waiting, reading_, sink);
    }
    if (const std::optional<std::string> topic = part.attribute(Ns::kOdfOffice, "dde-topic")) {
      context.assign("odf/").append(name_for_context(part)).append("@office:dde-topic");
      for (const std::string& file : dde_references(part.value(Ns::kOdfOffice, "dde-application"), *topic))
        report({context, where, file, {}, LinkKind::kMedia}, sink);
    }
    const std::optional<std::string> formula = part.attribute(Ns::kOdfTable, "formula");
    if (!formula) continue;
    const std::string shown = part.value(Ns::kOdfOffice, "string-value");
    context.assign("odf/").append(name_for_context(part)).append("@table:formula");
    report_or_keep_formula(*formula, {context, where, sheet}, shown, waiting, reading_, sink);
  }
  if (part.is_malformed()) reading_.unread(kMalformed);
  if (waiting.all.empty()) return;
  read_needed_cells(bytes, waiting, sink);
  report_waiting_formulas(waiting, reading_, sink);
}

// A cell and a row can stand for several that are alike.
void OdfDocument::read_needed_cells(std::string_view bytes, WaitingFormulas& waiting, find::Sink& sink) {
  find::SilentSink silent;
  XmlPart part(bytes, reading_, silent);
  const auto repeated = [&part](std::string_view name) {
    return std::uint64_t{whole_number<std::uint32_t>(part.value(Ns::kOdfTable, name)).value_or(1)};
  };
  std::map<Cell, std::string>* needed = nullptr;  // of the sheet
  Cell at = {0, 0}, size = {1, 1};
  std::string value;
  bool has_value = false;  // beside the text that is shown
  while (part.next()) {
    const bool is_cell = part.is(Ns::kOdfTable, "table-cell") || part.is(Ns::kOdfTable, "covered-table-cell");
    if (part.starts(Ns::kOdfTable, "table")) {
      const auto sheet = waiting.cells.find(ascii::lowered(part.value(Ns::kOdfTable, "name")));
      needed = sheet != waiting.cells.end() ? &sheet->second : nullptr;
      at = {1, 1};
      size = {1, 0};
    } else if (needed != nullptr && part.starts(Ns::kOdfTable, "table-row")) {
      at = {1, at.second + size.second};
      size = {0, repeated("number-rows-repeated")};
    } else if (needed != nullptr && is_cell && part.event() == XmlPart::Event::kStart) {
      at.first += size.first;
      size.first = repeated("number-columns-repeated");
      value = part.value(Ns::kOdfOffice, "string-value");
      has_value = !value.empty();
    } else if (needed != nullptr && part.event() == XmlPart::Event::kText && part.ns() == Ns::kOdfText) {
      if (!has_value) part.append_text(value);
    } else if (needed != nullptr && is_cell && part.event() == XmlPart::Event::kEnd && !value.empty()) {
      for (auto cell = needed->lower_bound({at.first, 0});
           cell != needed->end() && cell->first.first < at.first + size.first; ++cell) {
        if (!reading_.charge_steps(1 + value.size() / 64, sink)) return;
        const bool is_here = cell->first.second >= at.second && cell->first.second < at.second + size.second;
        if (is_here && reading_.charge_bytes(value.size(), sink)) cell->second = value;
      }
    }
  }
}

}  // namespace

std::unique_ptr<Document> open_odf(SharedZip zip, Reading& reading) {
  return std::make_unique<OdfDocument>(std::move(zip), reading);
}

}  // namespace mimebase::documents
