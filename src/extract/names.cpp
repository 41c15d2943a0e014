#include "extract/names.h"

#include <algorithm>
#include <iterator>

#include "text/ascii.h"

namespace mimebase::extraction {
namespace {

constexpr std::size_t kMaxStemBytes = 40;
constexpr std::size_t kMaxEndingBytes = 8;

// The first row of a media type has its preferred extension; the other rows have accepted ones.
struct Ending {
  std::string_view media_type, ending;
};
constexpr Ending kEndings[] = {
    {"text/html", "html"},
    {"text/html", "htm"},
    {"text/watch-html", "html"},
    {"text/x-amp-html", "html"},
    {"application/xhtml+xml", "xhtml"},
    {"application/xhtml+xml", "xht"},
    {"image/svg+xml", "svg"},
    {"text/xml", "xml"},
    {"application/xml", "xml"},
    {"text/xsl", "txt"},
    {"application/xslt+xml", "xslt"},
    {"application/rss+xml", "rss"},
    {"application/atom+xml", "atom"},
    {"text/css", "css"},
    {"text/plain", "txt"},
    {"text/plain", "asc"},
    {"text/plain", "log"},
    {"text/plain", "diff"},
    {"text/plain", "patch"},
    {"text/csv", "csv"},
    {"text/tab-separated-values", "tsv"},
    {"text/markdown", "md"},
    {"text/json", "json"},
    {"text/calendar", "ics"},
    {"text/vcard", "vcf"},
    {"text/x-vcard", "vcf"},
    {"text/directory", "vcf"},
    {"text/rtf", "rtf"},
    {"text/enriched", "txt"},
    {"text/javascript", "js"},
    {"application/javascript", "js"},
    {"application/x-javascript", "js"},
    {"application/json", "json"},
    {"application/pdf", "pdf"},
    {"application/rtf", "rtf"},
    {"application/msword", "doc"},
    {"application/vnd.ms-excel", "xls"},
    {"application/vnd.ms-powerpoint", "ppt"},
    {"application/vnd.oasis.opendocument.text", "odt"},
    {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"},
    {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"},
    {"application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx"},
    {"application/zip", "zip"},
    {"application/gzip", "gz"},
    {"application/x-gzip", "gz"},
    {"application/pgp-signature", "asc"},
    {"application/pgp-keys", "asc"},
    {"application/pkcs7-signature", "p7s"},
    {"application/x-pkcs7-signature", "p7s"},
    {"application/pkcs7-mime", "p7m"},
    {"application/x-pkcs7-mime", "p7m"},
    {"application/ms-tnef", "tnef"},
    {"application/x-shockwave-flash", "swf"},
    {"application/wasm", "wasm"},
    {"application/font-woff", "woff"},
    {"application/x-font-woff", "woff"},
    {"application/x-font-ttf", "ttf"},
    {"application/vnd.ms-fontobject", "eot"},
    {"font/woff", "woff"},
    {"font/woff2", "woff2"},
    {"font/ttf", "ttf"},
    {"font/otf", "otf"},
    {"image/png", "png"},
    {"image/x-png", "png"},
    {"image/apng", "apng"},
    {"image/jpeg", "jpg"},
    {"image/jpeg", "jpeg"},
    {"image/jpeg", "jfif"},
    {"image/jpg", "jpg"},
    {"image/pjpeg", "jpg"},
    {"image/gif", "gif"},
    {"image/webp", "webp"},
    {"image/avif", "avif"},
    {"image/bmp", "bmp"},
    {"image/x-ms-bmp", "bmp"},
    {"image/tiff", "tif"},
    {"image/tiff", "tiff"},
    {"image/x-icon", "ico"},
    {"image/vnd.microsoft.icon", "ico"},
    {"image/x-wmf", "wmf"},
    {"image/x-emf", "emf"},
    {"audio/mpeg", "mp3"},
    {"audio/ogg", "ogg"},
    {"audio/wav", "wav"},
    {"audio/x-wav", "wav"},
    {"audio/midi", "mid"},
    {"audio/mp4", "m4a"},
    {"video/mp4", "mp4"},
    {"video/mpeg", "mpg"},
    {"video/mpeg", "mpeg"},
    {"video/webm", "webm"},
    {"video/quicktime", "mov"},
    {"video/x-msvideo", "avi"},
    {"message/rfc822", "eml"},
    {"message/http", "http"},
    {"application/http", "http"},
    {"message/partial", "txt"},
    {"message/delivery-status", "txt"},
    {"message/disposition-notification", "txt"},
    {"text/rfc822-headers", "txt"},
};

// Extensions that give a file a meaning whatever its contents. Such a file gets another extension unless its
// type has this one, and was thus searched as that type.
struct Meaning {
  std::string_view why;
  std::string_view endings;  // separated by spaces, in lower case
};
constexpr Meaning kMeanings[] = {
    {"browsers draw it as a page",
     "html htm ehtml shtml shtm stm xhtml xhtm xht svg svgz xml xsl xslt xbl xul mml mathml mht mhtml eml"},
    {"browsers draw it as XML",
     "1km apxml atom atomcat atomsvc bmml ccxml cdxml cellml cml csl dae davmount dbk dia docbook emma ent "
     "fb2 fdt fo gml gpx grxml hal ink inkml jnlp kml lasxml lostxml lrf lxf mads mei meta4 metalink mets "
     "mods moml mpd mrcx mrss musd mxml ncx nfo nzb odd opf opml osm owl owx plist provx pskcxml rdf rdfs "
     "rfcxml rif rng rss rsd sbml senmlx shape shf smi smil sml sru srx ssml stpx sxml tei ttml ttx twig "
     "uoml vxml wadl wif wml wsdl x3d x3dz xaml xav xbel xdf xdm xdp xel xer xhvml xlf xliff xmi xmls xns "
     "xop xpl xsd xsf xslfo xsm xspf xvm xvml yin zaz zmm"},
    {"Windows runs it",
     "ax appx bat cmd com cpl dll drv efi exe gadget msc msi msix msp mst mui ocx pif scr sys tsp vxd wll "
     "xll"},
    {"Windows Script Host or PowerShell runs it",
     "bas bgi cjs csh js jse ksh mjs msh msh1 msh1xml msh2 msh2xml mshxml ps1 ps1xml ps2 ps2xml psc1 psc2 "
     "psd1 "
     "psdm1 psm1 pssc sct vb vbe vbs wsb wsc wsf wsh"},
    {"Windows opens it in a program that does what it says",
     "ade adp chm crx diagcab diagcfg diagpkg grp hlp hpj hta htc htt ica inf ins iqy isp its job maf mag "
     "mam maq mar mas mat mau mav maw mda mde mdt mdw msstyles oqy osd osdx prf rdg rdp reg rgs rqy shb shs "
     "slk theme vsix vsto"},
    {"a link, or a list of searches: Windows may look at where it leads as soon as the folder is shown",
     "appref desklink library lnk mapimail partial pnag scf search settings url website xnk"},
    {"Windows reads it with the folder that it is in", "cpi db ini"},
    {"Windows and macOS show it as a disk", "dmg img iso udf vhd vhdx vmdk"},
    {"Linux runs it, or what it names",
     "appimage bash deb desktop elf fish flatpak ko kdelnk rpm run sh snap zsh"},
    {"macOS runs it, or what it names",
     "action afploc app bundle command dylib fileloc ftploc inetloc kext mailloc mpkg osax pkg plugin "
     "prefpane scpt scptd term terminal tool webloc wflow workflow"},
    {"another program runs it",
     "air apk awk class ear elc gd ipa ipynb jar lua nse oxt pl plx pm py pyc pyd pyo pyw pyz pyzw rb rbw "
     "tcl tk udeb war xap xpi"},
    {"a web server runs it, or is configured by it",
     "asa asax ascx ashx asmx asp aspq aspx axd cer cfc cfm cfml cgi conf config cshtml fcgi htaccess "
     "htgroup htpasswd idc inc jhtml jsp jspf jspx jsw nsf phar php php3 php4 php5 php6 php7 php8 phps pht "
     "phtm phtml rem soap svc vbhtml xoml"},
};

// Names that Windows treats as devices, with any extension.
constexpr std::string_view kDevices[] = {"con", "prn", "aux", "nul", "clock", "conin", "conout"};
constexpr std::string_view kNumberedDevices[] = {"com", "lpt"};

bool is_device(std::string_view stem) {
  const std::string name = ascii::lowered(stem.substr(0, stem.find('.')));
  if (std::ranges::find(kDevices, name) != std::end(kDevices)) return true;
  return name.size() == 4 && ascii::is_digit(name[3]) &&
         std::ranges::find(kNumberedDevices, std::string_view(name).substr(0, 3)) !=
             std::end(kNumberedDevices);
}

bool is_plain_ending(std::string_view ending) {
  return !ending.empty() && ending.size() <= kMaxEndingBytes &&
         std::ranges::all_of(ending, [](char c) { return ascii::is_alnum(c); }) &&
         std::ranges::any_of(ending, [](char c) { return ascii::is_letter(c); });
}

bool means_something(std::string_view ending) {
  return std::ranges::any_of(kMeanings, [ending](const Meaning& row) {
    for (std::string_view rest = row.endings; !rest.empty();) {
      const std::string_view one = rest.substr(0, rest.find(' '));
      if (one == ending) return true;
      rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    }
    return false;
  });
}

// Returns the extension, in lower case, for a file of this type: `written` if it is one of the type's own.
std::string choose_ending(std::string_view written, std::string_view media_type) {
  const std::string ending = ascii::lowered(written);
  const std::string_view usual = extension_of(media_type);
  const bool is_its_own = std::ranges::any_of(
      kEndings, [&](const Ending& row) { return row.media_type == media_type && row.ending == ending; });
  if (is_its_own) return ending;
  if (!usual.empty()) return std::string(usual);
  if (media_type.ends_with("+xml")) return "xml";
  if (media_type.starts_with("text/")) return "txt";
  return ending.empty() || means_something(ending) ? "bin" : ending;
}

// Replaces each run of characters other than letters, digits and "-_." with "-", and strips marks from the
// ends.
std::string clean_stem(std::string_view stem) {
  std::string out;
  for (const char c : stem) {
    const bool is_mark = c == '.' || c == '_' || c == '-';
    if (ascii::is_alnum(c)) {
      out += c;
    } else if (!out.empty() && ascii::is_alnum(out.back())) {
      out += is_mark ? c : '-';
    } else if (!out.empty() && !is_mark) {
      out.back() = '-';
    }
    if (out.size() == kMaxStemBytes) break;
  }
  while (!out.empty() && !ascii::is_alnum(out.back())) out.pop_back();
  if (out.empty()) return "part";
  return is_device(out) ? "file-" + out : out;
}

}  // namespace

std::string_view extension_of(std::string_view media_type) {
  const auto* row = std::ranges::find(kEndings, media_type, &Ending::media_type);
  return row != std::end(kEndings) ? row->ending : std::string_view();
}

bool is_drawn_safely(std::string_view path) {
  const std::string_view ending = path.substr(std::min(path.rfind('.') + 1, path.size()));
  static constexpr std::string_view kKinds[] = {"application/pdf", "audio/", "image/", "text/", "video/"};
  return std::ranges::any_of(kEndings, [ending](const Ending& row) {
    return row.ending == ending && std::ranges::any_of(kKinds, [&row](std::string_view kind) {
             return row.media_type.starts_with(kind);
           });
  });
}

std::string safe_name(std::string_view preferred, std::string_view media_type, Scripts scripts) {
  while (!preferred.empty() && (preferred.back() == '/' || preferred.back() == '\\'))
    preferred.remove_suffix(1);
  preferred = preferred.substr(std::min(preferred.find_last_of("/\\") + 1, preferred.size()));
  std::string_view ending;
  if (const std::size_t dot = preferred.rfind('.'); dot != std::string_view::npos) {
    const std::string_view last = preferred.substr(dot + 1);
    if (is_plain_ending(last)) {
      ending = last;
      preferred = preferred.substr(0, dot);
    }
  }
  std::string chosen = choose_ending(ending, media_type);
  if (chosen == "js" && scripts == Scripts::kInert) chosen = "bin";
  return clean_stem(preferred) + '.' + chosen;
}

std::string UniqueNames::take(const std::string& name) {
  const std::string key = ascii::lowered(name);
  const auto [known, is_new] = taken_.try_emplace(key, 1);
  if (is_new) return name;
  const std::size_t dot = std::min(name.rfind('.'), name.size());
  for (;;) {
    const std::string number = '-' + std::to_string(++taken_[key]);
    std::string other = name.substr(0, dot) + number + name.substr(dot);
    if (taken_.try_emplace(ascii::lowered(other), 1).second) return other;
  }
}

}  // namespace mimebase::extraction
