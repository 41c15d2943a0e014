#include "readers/viewers.h"

#include <algorithm>
#include <iterator>

#include "charset/charset.h"
#include "mimebase/url.h"
#include "model/contexts.h"
#include "readers/web_engine.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"
#include "url/split.h"

namespace mimebase::readers {
namespace {

// Resolves by the URL Standard. Empty if that gives no URL.
std::string resolved(std::string_view reference, std::string_view base) {
  std::string url;
  const Resolver resolver(base, Rules{RuleSet::kWhatwg, {}});
  return resolver.resolve(reference, url) && Resolver::is_absolute(url, RuleSet::kWhatwg) ? url
                                                                                          : std::string();
}

bool has_scheme(std::string_view url, std::initializer_list<std::string_view> schemes) {
  return std::ranges::any_of(schemes, [url](std::string_view scheme) {
    return url.size() > scheme.size() && url.starts_with(scheme) && url[scheme.size()] == ':';
  });
}

// pdfium puts the base before everything without a colon, and drops a result that is not UTF-8.
std::string pdfium_string(const DocumentReference& link) {
  const std::size_t colon = link.bytes.find(':');
  const bool is_whole = colon != std::string_view::npos && colon > 0;
  const std::string made = (is_whole ? std::string() : link.base.value_or("")) + std::string(link.bytes);
  return utf8::is_valid(made) ? made : std::string();
}

// What the script of Chromium's viewer makes of a string without "://" and "mailto:" (navigator.ts).
std::string guessed(std::string asked, std::string_view document) {
  if (asked.starts_with('/')) {  // the origin and the string
    const std::string root = resolved("/", document);
    return root.empty() ? root : root + asked.substr(asked.starts_with("//") ? 0 : 1);
  }
  if (asked.starts_with('\\')) asked.insert(0, "./");
  const auto dots = std::ranges::count(asked.substr(0, asked.find('/')), '.');
  if (!asked.starts_with('.') && dots >= 2) return "http://" + asked;
  return resolved(asked, document);
}

std::string chromium(const DocumentReference& link) {
  std::string asked =
      link.context == "pdf:submit-form" ? resolved(link.reference, link.document_url) : pdfium_string(link);
  if (asked.empty()) return {};
  if (asked.starts_with('#')) asked = resolved(asked, link.document_url);
  if (!contains(asked, "://") && !contains(asked, "mailto:")) asked = guessed(asked, link.document_url);
  std::string url = resolved(asked, {});
  escape_bars(url);
  const bool is_file = has_scheme(url, {"file"}) && link.document_url.starts_with("file:");
  return is_file || has_scheme(url, {"http", "https", "ftp", "mailto"}) ? url : std::string();
}

// What is not UTF-8 is ISO 8859-1 for pdf.js.
std::string pdfjs_string(std::string_view bytes) {
  if (utf8::is_valid(bytes)) return std::string(bytes);
  std::string text;
  for (const char byte : bytes) utf8::append(static_cast<unsigned char>(byte), text);
  return text;
}

// pdf.js resolves, by the URL Standard.
std::string pdfjs(const DocumentReference& link) {
  const auto followed = [](std::string_view reference, std::string_view base) {
    std::string url = reference.empty() ? std::string() : resolved(reference, base);
    return has_scheme(url, {"http", "https", "ftp", "mailto", "tel"}) ? url : std::string();
  };
  std::string text = pdfjs_string(link.bytes);
  if (text.starts_with("www.") && std::ranges::count(text, '.') >= 2) text.insert(0, "http://");
  std::string base = link.base ? followed(pdfjs_string(*link.base), {}) : std::string();
  if (base.empty()) base = followed(link.document_url, {});
  return followed(text, base);
}

// Where a string of C ends.
std::string_view until_zero(std::string_view text) {
  return text.substr(0, text.find('\0'));
}

// poppler puts a "/" between base and reference, and stops where a string of C does.
std::string poppler(const DocumentReference& link) {
  const std::string_view written = until_zero(link.bytes);
  const std::size_t colon = written.find_first_of("/:");
  if (colon != std::string_view::npos && written[colon] == ':') return std::string(written);
  if (written.starts_with("www.")) return "http://" + std::string(written);
  if (!link.base) return std::string(written);
  const bool needs_slash = !link.base->empty() && link.base->back() != '/' && link.base->back() != '?';
  const std::string made =
      *link.base + (needs_slash ? "/" : "") + std::string(written.substr(written.starts_with('/') ? 1 : 0));
  return std::string(until_zero(made));
}

// MuPDF decodes text strings of PDF, up to their first zero.
std::string mupdf_string(std::string_view bytes) {
  std::string text;
  charset::Charset(charset::marked_charset(bytes)).append_utf8(bytes, text);
  return std::string(until_zero(text.starts_with("\xEF\xBB\xBF") ? std::string_view(text).substr(3) : text));
}

// MuPDF puts them together as strings, with "file://" as the base of documents that have none.
std::string mupdf(const DocumentReference& link) {
  const std::string written = mupdf_string(link.bytes);
  return (url::has_scheme(written) ? std::string()
          : link.base              ? mupdf_string(*link.base)
                                   : "file://") +
         written;
}

// Word cannot be run where these rules were found. By its documentation (ISO/IEC 29500-1 section 22.2.2.11,
// and Microsoft's pages for users) HyperlinkBase is what relative hyperlinks are relative to.
std::string word(const DocumentReference& link) {
  const std::string_view written = link.reference;
  if (Resolver::is_absolute(written, RuleSet::kRfc3986)) return std::string(written);
  if (!link.base) return {};
  std::string url;
  const Resolver resolver(*link.base, Rules{RuleSet::kRfc3986, {}});
  return resolver.resolve(written, url) && !url.empty() ? url : *link.base + std::string(written);
}

// True for a relationship of a workbook or a presentation, in which LibreOffice takes "\\" for "/".
bool is_in_sheets_or_slides(std::string_view where) {
  const std::size_t inner = where.rfind('!');
  if (inner != std::string_view::npos) where.remove_prefix(inner + 1);
  return where.starts_with("xl/") || where.starts_with("ppt/");
}

// What LibreOffice reads for a reference of a workbook or a presentation: "C:/x" is a file, and
// "file://///host/x" one on another computer.
std::string with_slashes(std::string_view written) {
  std::string reference = replaced(written, "\\", "/");
  const bool is_drive =
      reference.size() > 2 && ascii::is_letter(reference[0]) && reference.substr(1, 2) == ":/";
  if (is_drive) return "file:///" + reference;
  constexpr std::string_view kShare = "file://///";
  return reference.starts_with(kShare) ? "file:" + reference.substr(std::string_view("file:///").size())
                                       : reference;
}

// Bases in documents have no effect in LibreOffice: relative references are relative to the file, and what
// begins with "//" is a file on another computer. Writer keeps fragments as they are.
std::string libreoffice(const DocumentReference& link) {
  if (link.reference.starts_with('#')) return std::string(link.reference);
  std::string reference =
      is_in_sheets_or_slides(link.where) ? with_slashes(link.reference) : std::string(link.reference);
  const bool names_host = reference.starts_with("//") && !reference.starts_with("///");
  if (names_host) reference.insert(0, "file:");
  if (!Resolver::is_absolute(reference, RuleSet::kRfc3986)) return {};
  std::string url;
  const Resolver resolver(reference, Rules{RuleSet::kRfc3986, {}});
  return resolver.resolve(reference, url) ? url : reference;
}

class Viewer final : public Reader {
 public:
  Viewer(MailReader viewer, message::AnalysedMessage& message) : Reader(message, kNothing), viewer_(viewer) {}

 private:
  static constexpr Followed kNothing = {{}, {}};

  [[nodiscard]] MailReader viewer_of(std::string_view /*context*/) const override { return viewer_; }
  void open(const Seen& /*seen*/, Answer& /*answer*/) override {}

  const MailReader viewer_;
};

}  // namespace

bool opens_documents(MailReader reader) {
  switch (reader) {
    case MailReader::kRoundcube:
    case MailReader::kEvolution:
    case MailReader::kKmail:
    case MailReader::kMhonarc:
    case MailReader::kHypermail:
    case MailReader::kSpamassassin:
    case MailReader::kRspamd:
      return false;
    default:
      return true;
  }
}

void open_in_viewer(MailReader viewer, const DocumentReference& link, Answer& answer) {
  using Open = std::string (*)(const DocumentReference&);
  struct Row {
    MailReader viewer;
    Open open;
  };
  constexpr Row kRows[] = {
      {MailReader::kChromium, chromium},
      {MailReader::kPdfium, pdfium_string},
      {MailReader::kPdfjs, pdfjs},
      {MailReader::kPoppler, poppler},
      {MailReader::kMupdf, mupdf},
      {MailReader::kWord, word},
      {MailReader::kLibreoffice, libreoffice},
  };
  if (!traits_of(link.context).is_followed_by(viewer)) return;
  const auto* const row = std::ranges::find(kRows, viewer, &Row::viewer);
  if (row == std::end(kRows)) return;
  answer.is_followed = true;
  answer.url = row->open(link);
  if (!answer.url.empty()) answer.by = link.by;
}

std::unique_ptr<Reader> make_viewer(MailReader viewer, message::AnalysedMessage& message) {
  return std::make_unique<Viewer>(viewer, message);
}

}  // namespace mimebase::readers
