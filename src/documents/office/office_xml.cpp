#include "documents/office/office_xml.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "documents/office/ooxml_part.h"
#include "documents/package/package.h"
#include "documents/xml_part.h"
#include "find/sinks.h"
#include "find/xml/tokenizer.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

using namespace std::string_view_literals;

// Removes what may be before the root element of an XML file.
void skip_prolog(std::string_view& xml) {
  while (!xml.empty()) {
    xml.remove_prefix(std::min(xml.find_first_not_of("\xEF\xBB\xBF\xFF\xFE \t\r\n"), xml.size()));
    std::string_view end;
    if (xml.starts_with("<?")) {
      end = "?>";
    } else if (xml.starts_with("<!--")) {
      end = "-->";
    } else if (xml.starts_with("<!")) {
      end = ">";
    } else {
      return;
    }
    const std::size_t at = xml.find(end);
    xml.remove_prefix(at == kNotFound ? xml.size() : at + end.size());
  }
}

std::string_view local_name(std::string_view name) {
  return name.substr(name.find(':') + 1);
}

// Files for the readers of packages.
struct StoredFiles {
  void add(std::string_view name, std::string_view content) {
    name.remove_prefix(std::min(name.find_first_not_of("/\\"), name.size()));
    ZipEntry& entry = entries.emplace_back();
    entry.name = replaced(name, "\\", "/");
    entry.data = bytes.size();
    entry.packed = entry.size = content.size();
    entry.has_sizes = false;  // which could be wrong
    bytes += content;
  }

  std::string bytes = " ";  // no file is at 0
  std::vector<ZipEntry> entries;
};

// Reads the elements pkg:part of Flat OPC, each of which has its content in pkg:xmlData or, in base64, in
// pkg:binaryData.
class FlatPackage {
 public:
  FlatPackage(std::string_view bytes, Reading& reading, find::Sink& sink)
      : reading_(reading), sink_(sink), text_(read_part(bytes, "application/xml", buffer_, reading, sink)) {}

  [[nodiscard]] StoredFiles files() {
    files_.add("[Content_Types].xml",
               "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'/>");
    find::XmlTokenizer tokens(text_.bytes);
    find::XmlToken token;
    while (tokens.next(token) && token.kind != find::XmlTokenKind::kMalformed) {
      if (token.kind == find::XmlTokenKind::kStartTag) {
        start(token);
      } else if (token.kind == find::XmlTokenKind::kEndTag && !data_name_.empty()) {
        end(token);
      }
      if (is_stopped_) break;
    }
    if (token.kind == find::XmlTokenKind::kMalformed) reading_.unread(kMalformed);
    return std::move(files_);
  }

 private:
  void start(const find::XmlToken& token) {
    if (!data_name_.empty()) {
      if (token.name == data_name_ && !token.self_closing) ++depth_;
      return;
    }
    const std::string_view local = local_name(token.name);
    if (local == "part") {
      for (const find::XmlAttribute& one : token.attributes) {
        if (local_name(one.name) == "name") part_ = one.value;
      }
    } else if ((local == "xmlData" || local == "binaryData") && !token.self_closing) {
      data_name_ = token.name;
      data_ = token.bytes.data() + token.bytes.size();
      depth_ = 1;
    }
  }

  void end(const find::XmlToken& token) {
    if (token.name != data_name_ || --depth_ > 0) return;
    std::string_view content(data_, static_cast<std::size_t>(token.bytes.data() - data_));
    std::string decoded;
    if (local_name(data_name_) == "binaryData") {
      std::optional<std::string> bytes = base64_decoded(without_bytes(content, ascii::kCWhiteSpace));
      if (!bytes) reading_.unread(kMalformed);
      decoded = std::move(bytes).value_or("");
      content = decoded;
    } else {
      content.remove_prefix(find::xml_space_at(content));
    }
    data_name_ = {};
    is_stopped_ = !reading_.charge_objects(1, sink_) || !reading_.charge_bytes(content.size(), sink_);
    if (!is_stopped_) files_.add(part_, content);
  }

  std::string buffer_;
  Reading& reading_;
  find::Sink& sink_;
  PartText text_;
  StoredFiles files_;
  std::string_view part_, data_name_;  // of the element around the content of a part
  const char* data_ = nullptr;
  std::size_t depth_ = 0;  // of elements of that name
  bool is_stopped_ = false;
};

// The XML of Word, Excel or Visio 2003, whose vocabularies the readers of OOXML know too.
class VocabularyDocument final : public Document {
 public:
  VocabularyDocument(std::string_view bytes, Reading& reading) : bytes_(bytes), reading_(reading) {}

  [[nodiscard]] std::vector<DeclaredBase> bases() override {
    find::SilentSink sink;
    std::string base;
    XmlPart part(bytes_, reading_, sink);
    while (part.next()) {
      if (part.has_text_of(Ns::kVmlOffice, "HyperlinkBase")) part.append_text(base);
      if (part.ends(Ns::kVmlOffice, "DocumentProperties")) break;
    }
    base = ascii::trim_html_space(base);
    if (base.empty()) return {};
    return {{BaseBy::kOfficeBase, base}};
  }

  void find(find::Sink& sink) override {
    LinkUses none;
    WaitingFormulas formulas;
    find_in_part(bytes_, {"document", {}}, none, formulas, reading_, sink);
    report_waiting_formulas(formulas, reading_, sink);
  }

 private:
  std::string_view bytes_;
  Reading& reading_;
};

}  // namespace

OfficeXml office_xml_kind(std::string_view start) {
  std::string narrow;
  if (starts_with_one_of(start, {"\xFF\xFE<\0"sv, "\xFE\xFF\0<"sv, "<\0"sv, "\0<"sv})) {
    narrow = without_bytes(start, "\0"sv);
    start = narrow;
  }
  skip_prolog(start);
  if (!start.starts_with('<')) return OfficeXml::kNone;
  const std::string_view name = start.substr(1, start.find_first_of(" \t\r\n/>") - 1);
  const std::string_view local = local_name(name);
  if (local == "wordDocument" || local == "VisioDocument") return OfficeXml::kVocabulary;
  if (local == "Workbook")
    return contains(start, "urn:schemas-microsoft-com:office:spreadsheet") ? OfficeXml::kVocabulary
                                                                           : OfficeXml::kNone;
  if (local == "package")
    return contains(start, "http://schemas.microsoft.com/office/2006/xmlPackage") ? OfficeXml::kPackage
                                                                                  : OfficeXml::kNone;
  const bool is_odf =
      local == "document" &&
      (name == "office:document" || contains(start, "urn:oasis:names:tc:opendocument:xmlns:office"));
  return is_odf ? OfficeXml::kOdf : OfficeXml::kNone;
}

std::unique_ptr<Document> open_office_xml(std::string_view bytes, Reading& reading) {
  const OfficeXml kind = office_xml_kind(bytes);
  if (kind == OfficeXml::kVocabulary) return std::make_unique<VocabularyDocument>(bytes, reading);
  find::SilentSink sink;
  StoredFiles files;
  if (kind == OfficeXml::kPackage) {
    files = FlatPackage(bytes, reading, sink).files();
  } else if (reading.charge_bytes(bytes.size(), sink)) {
    files.add("mimetype", "application/vnd.oasis.opendocument.text");
    files.add("document", bytes);
  }
  if (files.entries.empty()) return nullptr;
  return open_zip(ZipFile::of_stored(std::move(files.bytes), std::move(files.entries)), reading);
}

}  // namespace mimebase::documents
