// Chromium opening a saved page (MHTML): only parts of the archive are loaded, clicks go to the network. A
// page that is a file of its own is opened as that file, or at the URL that it was retrieved from.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "charset/label.h"
#include "charset/readable.h"
#include "find/css/finder.h"
#include "find/sinks.h"
#include "readers/choice.h"
#include "readers/content_policy.h"
#include "readers/image_choice.h"
#include "readers/page_styles.h"
#include "readers/programs.h"
#include "readers/web_engine.h"
#include "readers/written.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "url/percent.h"
#include "walk/parameters.h"

namespace mimebase::readers {
namespace chromium {
namespace {

constexpr std::string_view kMoreLoads[] = {"frame@src", "script@src"};
constexpr std::string_view kIgnored[] = {"text", "text:delimited"};
constexpr Followed kFollowed = {.more_loads = kMoreLoads, .ignored = kIgnored, .in_templates = true};

// Of several fields with one name, Chromium knows the first one, or the last one if that ends the header.
std::optional<std::string_view> field_of(const View& view, int entity, std::string_view name) {
  const auto& fields = view.walked().fields(entity);
  const bool is_last = !fields.empty() && ascii::equals_ignoring_case(fields.back().name, name);
  return view.field(entity, name, is_last ? Pick::kLast : Pick::kFirst);
}

// The media type; empty if the part has none.
std::string type_of(const View& view, int entity) {
  const auto raw = field_of(view, entity, "content-type");
  const std::string value = raw ? walk::main_value(*raw) : std::string();
  return ascii::lowered(value.substr(0, value.find_first_of(ascii::kWhiteSpace)));
}

// The URL of the file. What is read from standard input is named as if it were saved.
std::string file_url(View& view) {
  const std::string_view source = view.message().info().source;
  std::string path(source.starts_with('/') ? "" : view.message().options().source_folder + "/");
  path += source != "-" ? source : view.walked().is_document() ? "page.html" : "message.mht";
  std::string url = "file://";
  url::append_percent_encoded(path, url::PercentSet::kPath, url);
  return url;
}

// Returns true for types that can be the main document: every text that Chromium does not save instead, or
// take for a style sheet or a script. An image can be if it is the only part.
bool is_displayable(std::string_view type, bool is_alone) {
  constexpr std::string_view kOtherTexts[] = {"text/css",
                                              "text/calendar",
                                              "text/x-calendar",
                                              "text/x-vcalendar",
                                              "text/vcalendar",
                                              "text/vcard",
                                              "text/x-vcard",
                                              "text/directory",
                                              "text/ldif",
                                              "text/qif",
                                              "text/x-qif",
                                              "text/x-csv",
                                              "text/x-vcf",
                                              "text/rtf",
                                              "text/comma-separated-values",
                                              "text/csv",
                                              "text/tab-separated-values",
                                              "text/tsv",
                                              "text/ofx",
                                              "text/vnd.sun.j2me.app-descriptor",
                                              "text/x-ms-iqy",
                                              "text/x-ms-odc"};
  if (type.starts_with("text/")) return !is_one_of(type, kOtherTexts) && !contains(type, "script");
  return is_one_of(type, {"application/xhtml+xml", "application/xml", "image/svg+xml", "application/json",
                          "message/rfc822", "multipart/related"}) ||
         (is_alone && type.starts_with("image/"));
}

// False if blanks follow the delimiter before a part of a multipart.
bool has_exact_delimiter(const View& view, int part) {
  const int parent = view.message().entity(part).parent;
  return delimiter_before(view, part).ends_with("--" + std::string(view.walked().boundary(parent)));
}

// By entity: which are parts of the archive. A parent precedes its children. A multipart/alternative belongs
// to the archive around it. Every other composite is one opaque part.
struct ArchiveParts {
  std::vector<bool> is_open;  // an alternative, or the archive itself
  std::vector<bool> is_part;
};
ArchiveParts parts_of_archive(const View& view) {
  const std::vector<bool> none(static_cast<std::size_t>(view.entity_count()));
  ArchiveParts parts = {none, none};
  auto& [is_open, is_part] = parts;
  for (int i = 0; i < view.entity_count(); ++i) {
    const walk::Entity& entity = view.message().entity(i);
    const auto at = static_cast<std::size_t>(i);
    const bool is_inside =
        i == 0 || (is_open[static_cast<std::size_t>(entity.parent)] && has_exact_delimiter(view, i));
    const bool is_flattened =
        i == 0 || (view.is_type(i, "multipart/alternative") &&
                   contains(*field_of(view, i, "content-type"), "multipart/alternative"));
    is_open[at] = is_inside && entity.kind == walk::Kind::kMultipart && is_flattened;
    is_part[at] = is_inside && !is_open[at];
  }
  return parts;
}

// Drops each line break of a fold and one blank; further blanks stay. Drops tabs.
std::string unfolded(std::string_view raw) {
  std::string value;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const char c = raw[i];
    if (c == '\r' || c == '\t') continue;
    if (c == '\n') {
      if (i + 1 < raw.size() && ascii::is_blank(raw[i + 1])) ++i;
      continue;
    }
    value += c;
  }
  return std::string(ascii::trimmed(value));
}

// The last delimiter must close the multipart exactly, without trailing blanks. What precedes the first exact
// one is no part. A part after any other inexact delimiter belongs to the part before, which cannot be base64
// then.
bool has_exact_delimiters(const View& view, int multipart) {
  const walk::Message& walked = view.walked();
  const std::string_view rest = walked.after_parts(multipart);
  const std::string closing = "\n--" + std::string(walked.boundary(multipart)) + "--";
  const std::size_t close = rest.find(closing);
  if (close == rest.npos) return false;
  const std::string_view after = rest.substr(close + closing.size());
  if (!after.empty() && after.front() != '\r' && after.front() != '\n') return false;
  int before = -1;
  for (int i = multipart + 1; i < view.tree().end(multipart); i = view.tree().end(i)) {
    const bool is_exact = has_exact_delimiter(view, i);
    if (before >= 0 && !is_exact && walked.transfer_encoding(before) == walk::TransferEncoding::kBase64)
      return false;
    if (before >= 0 || is_exact) before = i;
  }
  return true;
}

// A message that is no multipart must have a transfer encoding that Chromium knows and whose end it finds.
bool has_known_encoding(const View& view) {
  const auto encoding = field_of(view, 0, "content-transfer-encoding");
  return encoding &&
         is_one_of(ascii::lowered(ascii::trimmed(*encoding)), {"7bit", "8bit", "quoted-printable", "base64"});
}

// An alternative that belongs to the archive must be closed, and another part must follow it.
bool continues_after(const View& view, int alternative) {
  return has_exact_delimiters(view, alternative) &&
         view.tree().end(alternative) < view.tree().end(view.message().entity(alternative).parent);
}

// Base64 with other characters keeps the archive from opening: blanks too, and "=" before its end.
bool has_sound_content(const View& view, int part) {
  if (view.walked().transfer_encoding(part) != walk::TransferEncoding::kBase64) return true;
  const std::string_view raw = view.walked().raw_content(part);
  const std::size_t end = raw.find_last_not_of("=\r\n") + 1;  // npos + 1 is 0
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const char c = raw[i];
    const bool ends_line = c == '\n' || (c == '\r' && (i + 1 == raw.size() || raw[i + 1] == '\n'));
    if (!ascii::is_alnum(c) && c != '+' && c != '/' && !ends_line && (c != '=' || i < end)) return false;
  }
  return true;
}

bool opens(const View& view, const std::vector<bool>& is_open, const std::vector<bool>& is_part) {
  const walk::Kind kind = view.message().entity(0).kind;
  if (kind == walk::Kind::kLeaf && !has_known_encoding(view)) return false;
  if (kind == walk::Kind::kMultipart && !has_exact_delimiters(view, 0)) return false;
  for (int i = 0; i < view.entity_count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (i > 0 && is_open[at] && !continues_after(view, i)) return false;
    if (is_part[at] && !has_sound_content(view, i)) return false;
  }
  return true;
}

bool is_encoded(const View& view, int entity) {
  using walk::TransferEncoding;
  const TransferEncoding encoding = view.walked().transfer_encoding(entity);
  return encoding == TransferEncoding::kBase64 || encoding == TransferEncoding::kQuotedPrintable;
}

bool loads_document(std::string_view context) {
  return is_one_of(context,
                   {"iframe@src", "frame@src", "object@data", "embed@src", "link@href", "css:import"});
}

// An archive may not open files, scripts or data, not even the file that it is in.
bool is_blocked(std::string_view url) {
  return url.starts_with("file:") || starts_with_one_of(url, kEngineBlocked);
}

// The content as written begins as that of a PNG, GIF or JPEG, with or without base64.
bool begins_as_image(std::string_view raw) {
  return starts_with_one_of(raw, {"iVBORw0KG", "R0lGOD", "/9j/", "\x89PNG", "GIF8", "\xFF\xD8\xFF"});
}

// The same for a font: TrueType, OpenType, a collection, or one of WOFF. Its type does not count.
bool begins_as_font(std::string_view raw) {
  constexpr std::string_view kTrueType("\0\1\0\0", 4);
  return starts_with_one_of(
      raw, {"AAEAA", "T1RUT", "dHRjZ", "d09G", "dHJ1Z", kTrueType, "OTTO", "ttcf", "wOF", "true"});
}

// The type of a part that an `object` or `embed` shows, if it has a `type`: images alone as images,
// everything else in a frame. Without one, an `embed` that is no name takes a text.
bool is_embedded(View& view, int part, const Seen& seen) {
  const std::string type = essence_of(View::attribute(view.tag(seen), "type").value_or(""));
  const std::string own = type_of(view, part);
  if (!type.empty()) {
    if (seen.context == "embed@src" && type != "image/svg+xml" && is_image_type(type))
      return own.starts_with("image/") || begins_as_image(view.walked().raw_content(part));
    return is_image_type(type) ||
           starts_with_one_of(type, {"text/", "video/", "audio/", "application/xhtml+xml", "application/xml",
                                     "application/json"});
  }
  const bool has_no_name =
      seen.context == "embed@src" && ascii::starts_with_ignoring_case(seen.value, "cid:");
  return !has_no_name || own.starts_with("text/") || own == "application/xhtml+xml";
}

// What has neither the type nor the first bytes of an image is none.
bool is_loaded_by(View& view, int part, const Seen& seen, bool is_font) {
  const std::string_view raw = view.walked().raw_content(part);
  if (is_font) return begins_as_font(raw);
  if (is_one_of(seen.context, {"object@data", "embed@src"})) return is_embedded(view, part, seen);
  if (loads_document(seen.context) || seen.context == "script@src") return true;
  const std::string type = type_of(view, part);
  const bool is_media = is_one_of(seen.context, {"video@src", "audio@src", "source@src"});
  return type.starts_with("image/") || begins_as_image(raw) ||
         (is_media && starts_with_one_of(type, {"audio/", "video/"}));
}

// True if the part's lines are read one by one, without their ends. A line that is not UTF-8 is converted to
// it from Latin-1.
bool is_read_by_line(const View& view) {
  const auto raw = field_of(view, view.entity(), "content-transfer-encoding");
  return raw && is_one_of(ascii::lowered(ascii::trimmed(*raw)), {"7bit", "8bit"});
}

// The name or value before the line break in the tag is joined with what follows.
bool is_joined(std::string_view before, std::string_view after) {
  return !before.empty() && !after.empty() && !contains(" \t\"'=/", before.back()) &&
         !contains(" \t\r\n=/>", after.front());
}

// True if the tag's name or the value before the attribute goes on with the attribute's name, because lines
// are read without their ends.
bool is_lost(View& view, const Seen& seen) {
  const std::size_t at = seen.context.find('@');
  if (at == seen.context.npos || !is_read_by_line(view)) return false;
  const std::string_view tag = view.tag(seen);
  const std::size_t name_end = tag.find_first_of(" \t\r\n/>");
  if (name_end == tag.npos) return false;
  const auto joins = [tag](std::size_t end) {
    const std::size_t next = tag.find_first_not_of("\r\n", end);
    return next != tag.npos && next > end && is_joined(tag.substr(0, end), tag.substr(next));
  };
  if (joins(name_end)) return true;
  const std::size_t name =
      ascii::find_ignoring_case(tag, "\n" + std::string(seen.context.substr(at + 1)) + "=");
  return name < tag.size() && joins(tag.find_last_not_of("\r\n", name) + 1);
}

// True within MathML, whose elements are no links, as far as the text before the tag shows. Some elements of
// HTML end it, and its texts contain HTML.
bool is_in_math(View& view, const Seen& seen) {
  constexpr std::string_view kEnding[] = {
      "b",    "big",  "blockquote", "body", "br",    "center", "code", "dd", "div", "dl",     "dt",
      "em",   "font", "embed",      "h1",   "h2",    "h3",     "h4",   "h5", "h6",  "head",   "hr",
      "i",    "img",  "li",         "menu", "meta",  "nobr",   "ol",   "p",  "pre", "ruby",   "s",
      "span", "sub",  "small",      "sup",  "table", "strong", "tt",   "u",  "ul",  "strike", "var"};
  if (!view.is_within(seen, "math")) return false;
  for (const std::string_view text : {"mi", "mn", "mo", "ms", "mtext"}) {
    if (view.is_within(seen, text)) return false;
  }
  std::string_view inside = view.before_tag(seen);
  if (!contains(inside, "<math")) view.note_beyond_window();
  inside.remove_prefix(inside.rfind("<math") + 1);
  for (std::size_t at = 0; (at = inside.find('<', at)) != inside.npos;) {
    const std::string_view rest = inside.substr(++at);
    if (is_one_of(ascii::lowered(rest.substr(0, rest.find_first_of(" \t\r\n\f/>"))), kEnding)) return false;
  }
  return true;
}

// What a `link` loads by itself. An icon is loaded for the page, from its head alone.
bool is_loading_link(View& view, const Seen& seen, bool is_main) {
  const std::string_view tag = view.tag(seen);
  if (tag.empty()) return false;
  const std::string_view rel = View::attribute(tag, "rel").value_or("");
  if (has_word(rel, "stylesheet")) return is_applied_sheet(tag);
  const std::string as = ascii::lowered(View::attribute(tag, "as").value_or(""));
  if (has_word(rel, "preload") && is_one_of(as, {"image", "style", "script", "font"})) return true;
  return is_main && has_word(rel, "icon") && !view.is_within(seen, "body");
}

// True in a template that is no shadow root. In the pages of an archive, Chromium writes `shadowmode`.
bool is_in_inert_template(View& view, const Seen& seen) {
  if (seen.reference.found.hidden != find::Hidden::kTemplate) return false;
  const char* const attribute = view.walked().is_document() ? "shadowrootmode" : "shadowmode";
  const std::string_view mode = View::attribute(view.tag_around(seen, "template"), attribute).value_or("");
  return !ascii::is_one_of_ignoring_case(mode, {"open", "closed"});
}

// Of several images in an `image-set()`, those for other screens are not loaded.
bool is_chosen_in_set(View& view, const Seen& seen) {
  if (seen.context != "css:image-set") return true;
  const std::string_view text = view.text();
  const std::size_t end = std::min<std::size_t>(seen.reference.origin.text.end, text.size());
  std::string_view after = text.substr(end, view.window());
  after.remove_prefix(std::min(after.find_first_not_of("\"' \t\r\n)"), after.size()));
  after = ascii::trimmed(after.substr(0, after.find_first_of(",);}")));
  const std::string_view before = ascii::trimmed(written_before(view, seen), "\"' \t\r\n");
  const bool is_first = ascii::ends_with_ignoring_case(before, "image-set(") ||
                        ascii::ends_with_ignoring_case(before, "image-set(url(");
  return is_first || !(after.ends_with('x') || after.ends_with("dppx")) || after.starts_with("1x");
}

bool is_looked_at(View& view, const Seen& seen) {
  if (seen.context == "a@href" && is_in_math(view, seen)) return false;
  // Only SVG has such links.
  if (seen.context == "a@xlink:href" && !view.in_svg(seen)) return false;
  if (is_beside_srcdoc(view, seen) || !is_used_medium(view, seen)) return false;
  return is_chosen_image(view, seen) && is_chosen_in_set(view, seen) && !is_lost(view, seen);
}

// The sheets that a style sheet imports, as written.
std::vector<std::string> imports_of(const charset::Readable& sheet) {
  struct Imports final : find::SilentSink {
    void found(const find::Found& found) override {
      if (found.context == "css:import" && styles.imports_at(found.span.start))
        references.emplace_back(found.reference);
    }
    PageStyles styles;
    std::vector<std::string> references;
  } imports;
  imports.styles.read_sheet(sheet.bytes);
  find::find_in_css({sheet.bytes, sheet.charset}, imports);
  return std::move(imports.references);
}

class Chromium final : public Reader {
 public:
  explicit Chromium(message::AnalysedMessage& message)
      : Reader(message, kFollowed), loaded_(static_cast<std::size_t>(entity_count())) {
    walked().is_document() ? show_page() : show_archive();
  }

 private:
  void show_archive() {
    const auto [is_open, is_part] = parts_of_archive(*this);
    const bool is_alone = std::count(is_part.begin(), is_part.end(), true) == 1;
    bool has_main = !opens(*this, is_open, is_part);
    if (has_main) return;
    for (int i = 0; i < entity_count(); ++i) {
      if (!is_part[static_cast<std::size_t>(i)]) continue;
      if (!has_main && is_displayable(type_of(*this, i), is_alone)) {
        show_main(i);
        has_main = true;
      } else {
        add_labels(i);
      }
    }
    labels_.finish();
  }

  // A document that is shown.
  struct Loaded {
    bool is_main = false;                             // of the archive
    std::string url;                                  // by which the part was loaded
    std::string base;                                 // that applies to bases in it
    std::shared_ptr<const ContentPolicies> policies;  // of the document that a style sheet is for
  };
  Loaded& loaded(int entity) { return loaded_[static_cast<std::size_t>(entity)]; }

  // The URL that an entity's Content-Location gives it; empty if it is not absolute by itself.
  std::string location_of(int entity) {
    std::string url;
    if (const auto raw = field_of(*this, entity, "content-location"))
      resolve_with_blanks({}, unfolded(*raw), url);
    return url;
  }

  // The document that the message is.
  void show_page() {
    const std::string_view retrieved = message().layers().base_for(-1).url;
    const std::string url = retrieved.empty() ? file_url(*this) : std::string(retrieved);
    opens_document_ = true;
    show(0, is_leaf(0) && is_displayable(message().entity(0).content_type, true));
    loaded(0) = {true, url, url, nullptr};
  }

  // A composite as main document is read as one HTML document without decoding: everything in it is shown
  // that can be read as it is.
  void show_main(int main) {
    const std::string location = location_of(main), archive = file_url(*this);
    for (int i = main; i < tree().end(main); ++i) {
      show(i, is_leaf(i) && (i == main ? is_readable_page(i) : !is_encoded(*this, i)));
      loaded(i) = {true, location.empty() ? archive : location, archive, nullptr};
    }
  }

  // False for a page that is shown without links: as text, because its last type says so, or in UTF-16
  // without a byte order mark, which the header's charset does not tell.
  bool is_readable_page(int main) {
    if (is_type(main, "text/html") && type_of(*this, main) == "text/plain") return false;
    return !is_wide(*this, main) || starts_with_one_of(content(main).decoded(), {"\xFF\xFE", "\xFE\xFF"});
  }

  // The URLs by which a part is found. Local files and data: URLs are read directly.
  void add_labels(int entity) {
    const std::string url = location_of(entity);
    if (!url.empty() && !starts_with_one_of(url, {"file:", "data:"})) labels_.add(url, entity);
    const std::string_view id = ascii::trimmed(field_of(*this, entity, "content-id").value_or(""));
    if (id.size() <= 2 || !id.starts_with('<') || !id.ends_with('>')) return;
    std::string cid;
    if (resolve({}, "cid:" + std::string(id.substr(1, id.size() - 2)), cid)) labels_.add(cid, entity);
  }

  // A relative <base href> of the main document is resolved against the file, one of a frame against the
  // frame's URL.
  void enter_content() override {
    const Loaded& own = loaded(entity());
    base_ = own_url_ = own.url;
    styles_.reset();
    policies_ = own.policies;
    if (!policies_) {
      auto policies = std::make_shared<ContentPolicies>();
      // A policy of a real site has up to some thousand bytes.
      if (!policies->read(text(), 4 * window())) note_beyond_window();
      policies_ = std::move(policies);
    }
    const auto& declared = html_base(entity());
    if (!declared || declared->reference.empty()) return;
    std::string base = base_of_engine(*this, declared->reference, own.base, own.url);
    const bool is_allowed = policies_->allows(PolicyUse::kBase, base, declared->span.start);
    base_ = is_allowed ? std::move(base) : own.base;
  }

  // The styles of the current content, which are read when somebody asks for them first.
  const PageStyles& styles() {
    if (!styles_) {
      styles_.emplace();
      is_type(entity(), "text/css") ? styles_->read_sheet(text()) : styles_->read_html(text());
    }
    return *styles_;
  }

  // What styles load by this reference, or hide of it.
  StyleUse style_use_of(const Seen& seen) {
    if (seen.in_srcdoc || seen.is_in_text()) return StyleUse::kImage;
    if (seen.context == "css:import")
      return styles().imports_at(seen.start()) ? StyleUse::kImage : StyleUse::kNothing;
    if (seen.is_css()) return styles().use_at(seen.start());
    const bool is_background = seen.context.ends_with("@background");
    if (!is_background && !is_one_of(seen.context, {"object@data", "embed@src"})) return StyleUse::kImage;
    const std::string_view own = tag(seen);
    if (own.empty()) return StyleUse::kImage;
    const auto at = static_cast<std::size_t>(own.data() - text().data());
    const bool is_shown = is_background ? styles().shows_attribute(at) : !styles().has_no_box(at);
    return is_shown ? StyleUse::kImage : StyleUse::kNothing;
  }

  // A policy forbids what follows it, and images and frames before it, which load later.
  bool is_allowed(const Seen& seen, const std::string& url, bool is_font) {
    if (!policies_->is_declared()) return true;
    // Nothing is loaded ahead in a document with a policy, and scripts do not run.
    if (seen.context == "script@src") return false;
    constexpr std::size_t kAnywhere = std::string_view::npos;
    const bool is_early = is_one_of(seen.context, {"link@href", "css:import"});
    const bool is_sheet_part = is_type(entity(), "text/css");
    const std::size_t at = is_early && !is_sheet_part && !seen.in_srcdoc ? seen.start() : kAnywhere;
    const bool is_in_element = seen.is_css() && !is_sheet_part && !seen.in_style_attribute();
    if (is_in_element &&
        !policies_->allows(PolicyUse::kStyleElement, {}, seen.in_srcdoc ? kAnywhere : seen.start()))
      return false;
    if (seen.in_style_attribute() && !policies_->allows(PolicyUse::kStyleAttribute, {}, kAnywhere))
      return false;
    const bool is_icon = seen.context == "link@href" &&
                         !has_word(View::attribute(tag(seen), "rel").value_or(""), "stylesheet");
    return policies_->allows(is_icon ? PolicyUse::kImage : policy_use_of(seen, is_font), url,
                             is_icon ? kAnywhere : at);
  }

  bool is_before_base(const Seen& seen) {
    const auto& declared = html_base(entity());
    return declared && seen.reference.origin.span.start < declared->span.start;
  }

  // A srcdoc inherits the base of the document around it, unless it declares its own.
  std::string_view base_for(const Seen& seen) {
    if (const auto own = srcdoc_base(seen)) return *own;
    if (seen.context == "css:import" && is_type(entity(), "text/css")) return loaded(entity()).base;
    // Styles are read before a later base is known. Elements load later.
    const bool is_early = seen.is_css() || seen.context == "link@href";
    return is_early && is_before_base(seen) ? own_url_ : base_;
  }

  // The charset of the current document. That of the main document's header does not count.
  std::string charset_of_document(bool is_utf8) {
    const bool is_main = loaded(entity()).is_main;
    std::string named = is_main && !opens_document_ ? std::string() : walked().charset(entity());
    if (!named.empty()) return named;
    std::string declared = charset::declared_charset(text(), "text/html");
    if (!declared.empty()) return declared;
    return is_main && is_utf8 ? "utf-8" : "windows-1252";
  }

  // The reference as Chromium reads it in its own choice of a charset, in which it also encodes queries.
  std::string read_again(const Seen& seen) {
    const auto raw = written_in_charset(*this, seen);
    if (!raw) return std::string(seen.value);
    std::string written(*raw);
    const bool by_line = is_read_by_line(*this);
    if (by_line && !charset::is_utf8(written)) {
      std::string converted;
      charset::Charset("iso-8859-1").append_utf8(written, converted);
      written = std::move(converted);
    }
    const std::string label = charset_of_document(by_line || charset::is_utf8(text()));
    query_encoding_ = charset::output_encoding(label);
    return decoded_attribute(written, charset::Charset(label));
  }

  // Chromium escapes blanks in hosts, where the URL Standard has no URL.
  void resolve_with_blanks(std::string_view base, std::string_view value, std::string& url) {
    constexpr std::string_view kBlank = "x-blank-x";
    if (resolve(base, value, url)) return;
    value = ascii::trimmed(value);
    if (value.find(' ') < value.find("//") || contains(value, kBlank)) return;
    if (resolve(replaced(base, "%20", kBlank), replaced(value, " ", kBlank), url))
      url = replaced(url, kBlank, "%20");
  }

  // True for what loads only once the whole document has been read.
  bool is_late(const Seen& seen) {
    if (is_one_of(seen.context, {"object@data", "embed@src", "audio@src", "video@src", "source@src"}))
      return true;
    const std::string_view own = tag(seen);
    // In a picture, the image says how the sources load.
    const std::string_view image =
        seen.context == "source@srcset" ? text().substr(seen.start(), window()) : own;
    const std::size_t at = seen.context == "source@srcset" ? ascii::find_ignoring_case(image, "<img") : 0;
    return is_one_of(seen.context, {"img@src", "img@srcset", "source@srcset"}) && at < image.size() &&
           ascii::equals_ignoring_case(attribute(image.substr(at), "loading").value_or(""), "lazy");
  }

  // The part that the reference loads; -1 if it loads none. An element before a late base first asks for the
  // part without it.
  int loaded_part(const Seen& seen, std::string_view value, std::string& url, bool is_font) {
    for (const bool is_early : {false, true}) {
      if (is_early && (!is_before_base(seen) || is_late(seen) || !resolve(own_url_, value, url))) return -1;
      if (policies_->upgrades() && url.starts_with("http:")) url.insert(4, "s");
      const auto parts = labels_.bearers(url);
      if (!parts.empty() && is_loaded_by(*this, parts.back(), seen, is_font) &&
          is_allowed(seen, url, is_font))
        return parts.back();
    }
    return -1;
  }

  // The part's URL is the reference by which it was found. A style sheet that was found by "cid:" has the
  // base of its document, but not for what it imports.
  void load(int part, const std::string& url, std::string_view context) {
    if (shows(part) || !loads_document(context)) return;
    show(part);
    const bool is_sheet = is_type(part, "text/css");
    loaded(part).url = is_sheet && url.starts_with("cid:") ? base_ : url;
    loaded(part).base = url;
    if (!is_sheet) return;
    loaded(part).policies = policies_;
    load_imports(part);
  }

  // Shows the sheets that a sheet imports, because they may be parts before it.
  void load_imports(int part) {
    std::vector<int> sheets = {part};
    while (!sheets.empty()) {
      const Loaded from = loaded(sheets.back());
      const std::vector<std::string> imports = imports_of(readable(sheets.back()));
      sheets.pop_back();
      for (const std::string& reference : imports) {
        std::string url;
        if (!resolve(from.base, reference, url)) continue;
        const auto parts = labels_.bearers(url);
        if (parts.empty() || shows(parts.back())) continue;
        show(parts.back());
        loaded(parts.back()) = {false, url, url, from.policies};
        if (is_type(parts.back(), "text/css")) sheets.push_back(parts.back());
      }
    }
  }

  void open(const Seen& seen, Answer& answer) override {
    answer.is_followed = !is_in_inert_template(*this, seen);
    if (!answer.is_followed || !is_looked_at(*this, seen)) return;
    if (seen.context == "link@href" && !is_loading_link(*this, seen, loaded(entity()).is_main)) return;
    const StyleUse use = style_use_of(seen);
    if (use == StyleUse::kNothing) return;
    const std::string value = read_again(seen);
    resolve_with_blanks(base_for(seen), value, answer.url);
    escape_bars(answer.url);
    if (seen.is_load()) {
      if (value.starts_with('#')) {
        answer.url.clear();  // the document itself
        return;
      }
      if (opens_document_) return load_from_network(seen, use == StyleUse::kFont, answer);
      std::string url = answer.url;
      answer.part = loaded_part(seen, value, url, use == StyleUse::kFont);
      if (answer.part >= 0) {
        load(answer.part, url, seen.context);
        answer.url.clear();
        return;
      }
      answer.by = OpensBy::kNone;  // an archive loads nothing but its parts
      // What names a part is nothing that Chromium could load from elsewhere: a broken image.
      if (starts_with_one_of(answer.url, {"cid:", "mid:"})) answer.url.clear();
    }
    const bool is_of_file =
        opens_document_ && own_url_.starts_with("file:") && answer.url.starts_with("file:");
    if (!is_of_file && is_blocked(answer.url)) answer.url.clear();
  }

  // A page that is no archive loads what its policy allows. Pages from the network load no files.
  void load_from_network(const Seen& seen, bool is_font, Answer& answer) {
    if (policies_->upgrades() && answer.url.starts_with("http:")) answer.url.insert(4, "s");
    const bool is_file = answer.url.starts_with("file:") && !own_url_.starts_with("file:");
    const bool is_part = starts_with_one_of(answer.url, {"cid:", "mid:"});
    if (!is_file && !is_part && is_allowed(seen, answer.url, is_font)) return;
    answer.by = OpensBy::kNone;
    answer.url.clear();
  }

  // pdfium, with Chromium's own script.
  [[nodiscard]] MailReader viewer_of(std::string_view /*context*/) const override {
    return MailReader::kChromium;
  }

  std::vector<Loaded> loaded_;                       // by entity
  std::optional<PageStyles> styles_;                 // of the current content, once they are read
  std::shared_ptr<const ContentPolicies> policies_;  // of the current document
  match::Labels labels_;
};

}  // namespace
}  // namespace chromium

std::unique_ptr<Reader> make_chromium(message::AnalysedMessage& message) {
  return std::make_unique<chromium::Chromium>(message);
}

}  // namespace mimebase::readers
