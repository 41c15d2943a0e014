#include "readers/viewers.h"

#include <algorithm>
#include <array>

#include "mimebase/url.h"
#include "readers/web_engine.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "url/split.h"

namespace mimebase::readers {
namespace {

constexpr std::string_view kPdfContexts[] = {"pdf:uri", "pdf:launch", "pdf:goto-remote", "pdf:submit-form"};

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

// pdfium puts the base before everything without a colon.
std::string pdfium_string(const DocumentReference& link) {
  const std::size_t colon = link.reference.find(':');
  const bool is_whole = colon != std::string_view::npos && colon > 0;
  return (is_whole ? std::string() : link.base.value_or("")) + std::string(link.reference);
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

// pdf.js resolves, by the URL Standard.
std::string pdfjs(const DocumentReference& link) {
  const auto followed = [](std::string_view reference, std::string_view base) {
    std::string url = reference.empty() ? std::string() : resolved(reference, base);
    return has_scheme(url, {"http", "https", "ftp", "mailto", "tel"}) ? url : std::string();
  };
  std::string text(link.reference);
  if (text.starts_with("www.") && std::ranges::count(text, '.') >= 2) text.insert(0, "http://");
  std::string base = link.base ? followed(*link.base, {}) : std::string();
  if (base.empty()) base = followed(link.document_url, {});
  return followed(text, base);
}

// Where a string of C ends.
std::string_view until_zero(std::string_view text) {
  return text.substr(0, text.find('\0'));
}

// poppler puts a "/" between base and reference.
std::string poppler(const DocumentReference& link) {
  const std::string_view written = until_zero(link.reference);
  const std::size_t colon = written.find_first_of("/:");
  if (colon != std::string_view::npos && written[colon] == ':') return std::string(written);
  if (written.starts_with("www.")) return "http://" + std::string(written);
  if (!link.base) return std::string(written);
  const bool needs_slash = !link.base->empty() && link.base->back() != '/' && link.base->back() != '?';
  return *link.base + (needs_slash ? "/" : "") +
         std::string(written.substr(written.starts_with('/') ? 1 : 0));
}

// MuPDF puts them together as strings, with "file://" as the base of documents that have none.
std::string mupdf(const DocumentReference& link) {
  const std::string_view written = until_zero(link.reference);
  const std::string_view scheme = written.substr(0, written.find(':'));
  const bool is_scheme =
      scheme.size() < written.size() && !scheme.empty() && ascii::is_letter(scheme.front()) &&
      std::ranges::all_of(scheme, [](char c) { return ascii::is_alnum(c) || contains("+.-", c); });
  return (is_scheme ? std::string() : link.base.value_or("file://")) + std::string(written);
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

// HyperlinkBase has no effect in LibreOffice: relative references are relative to the file.
std::string libreoffice(const DocumentReference& link) {
  return Resolver::is_absolute(link.reference, RuleSet::kRfc3986) ? std::string(link.reference)
                                                                  : std::string();
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

bool is_in_pdf(std::string_view context) {
  return is_one_of(context, kPdfContexts);
}

bool is_in_office(std::string_view context) {
  return is_one_of(context, {"ooxml:hyperlink", "ooxml:field", "ooxml:formula", "rtf:hyperlink"});
}

void open_in_viewer(MailReader viewer, const DocumentReference& link, Answer& answer) {
  using Open = std::string (*)(const DocumentReference&);
  struct Row {
    MailReader viewer;
    std::array<std::string_view, 4> contexts;
    Open open;
  };
  constexpr Row kRows[] = {
      {MailReader::kChromium, {"pdf:uri", "pdf:submit-form"}, chromium},
      {MailReader::kPdfium, {"pdf:uri"}, pdfium_string},
      {MailReader::kPdfjs, {"pdf:uri", "pdf:goto-remote", "pdf:launch"}, pdfjs},
      {MailReader::kPoppler, {"pdf:uri"}, poppler},
      {MailReader::kMupdf, {"pdf:uri"}, mupdf},
      {MailReader::kWord, {"ooxml:hyperlink", "ooxml:field", "rtf:hyperlink"}, word},
      {MailReader::kLibreoffice, {"ooxml:hyperlink", "ooxml:field", "rtf:hyperlink"}, libreoffice},
  };
  for (const Row& row : kRows) {
    if (row.viewer != viewer || !is_one_of(link.context, row.contexts)) continue;
    answer.is_followed = true;
    answer.url = row.open(link);
    if (!answer.url.empty()) answer.by = link.by;
  }
}

std::unique_ptr<Reader> make_viewer(MailReader viewer, message::AnalysedMessage& message) {
  return std::make_unique<Viewer>(viewer, message);
}

}  // namespace mimebase::readers
