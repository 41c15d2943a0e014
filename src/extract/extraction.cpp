#include "extract/extraction.h"

#include <algorithm>
#include <utility>

#include "extract/clean.h"
#include "extract/mail_page.h"
#include "extract/page_text.h"
#include "extract/part_url.h"
#include "model/message_bound.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/strings.h"
#include "text/urn.h"

namespace mimebase::extraction {
namespace {

constexpr std::string_view kIndex = "index.html";
constexpr std::string_view kMessage = "message.eml";
constexpr std::string_view kFolder = "files/";
// A part that is put into several pages counts each time, and every generated page as at least this.
constexpr std::uint64_t kPageBytes = 4096;
// Creating a file takes some ten microseconds.
constexpr std::uint64_t kLeastFiles = 1000, kBytesPerFile = 256;

// Returns the relative path between two files, each in the folder or in `files/`.
std::string relative_path(std::string_view from, std::string_view to) {
  const bool is_beside = from.starts_with(kFolder);
  if (is_beside && to.starts_with(kFolder)) return std::string(to.substr(kFolder.size()));
  return is_beside ? "../" + std::string(to) : std::string(to);
}

// The files are records of a web archive, in which each has a URL.
bool is_archive(const ExtractOptions& options) {
  return options.for_archive || options.for_replay;
}

bool is_single_file(const ExtractOptions& options) {
  return options.single_file || options.one_file;
}

// Frames an XHTML page, which would otherwise be parsed as HTML in the index.
std::string framing_page(std::string_view title, std::string_view policy, std::string_view url) {
  std::string frame = "<iframe style=\"border:0;width:100%;height:90vh\" src=\"";
  return whole_page(title, policy, frame.append(url) + "\"></iframe>\n");
}

// Returns a page that redirects to another one, which cannot be the index itself.
std::string forwarding_page(std::string_view path) {
  const std::string to = escaped_html(path);
  return whole_page(path, "<meta http-equiv=\"refresh\" content=\"0; url=" + to + "\">",
                    "<p><a href=\"" + to + "\">" + to + "</a></p>\n");
}

// Removes the ends of URLs of the page that are marked by `mark`, and returns where they were.
std::vector<std::size_t> take_marks(std::string& text, std::string_view mark) {
  std::vector<std::size_t> places;
  std::size_t to = 0;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t next = std::min(text.find(mark, from), text.size());
    std::copy(text.begin() + static_cast<std::ptrdiff_t>(from),
              text.begin() + static_cast<std::ptrdiff_t>(next),
              text.begin() + static_cast<std::ptrdiff_t>(to));
    to += next - from;
    if (next < text.size()) places.push_back(to);
    from = next + mark.size();
  }
  text.resize(to);
  return places;
}

}  // namespace

Extraction::Extraction(message::AnalysedMessage& message, std::string_view bytes,
                       const ExtractOptions& options, std::uint64_t number, const PageUrl* template_of_pages,
                       FileVisitor& visitor)
    : message_(message),
      bytes_(bytes),
      options_(options),
      visitor_(visitor),
      plan_(message, options.online && !options.no_active ? Scripts::kRun : Scripts::kInert),
      rules_{options.online || (is_archive(options) && !options.no_active), options.no_active,
             !is_archive(options), is_single_file(options) && !options.for_replay,
             message.options().limits.srcdoc_levels},
      most_bytes_(extract_bound(message.options().limits, bytes.size())),
      most_files_(message_bound(message.options().limits.files, Limits().files,
                                kLeastFiles + bytes.size() / kBytesPerFile)),
      bytes_left_(most_bytes_),
      files_left_(most_files_),
      is_inside_(static_cast<std::size_t>(message.entity_count())),
      is_linked_(is_inside_.size()) {
  if (!options_.for_replay) return;
  digest_ = sha256(bytes_);
  mark_ = sha256("end of a URL in " + digest_);
  page_url_ = page_url(message_, plan_.root(), digest_, number, template_of_pages);
  locations_ = part_locations(message_, plan_, page_url_);
}

void Extraction::run() {
  if (options_.for_replay) {
    make_replayed_page();
  } else if (!options_.for_archive) {
    make_index();
  }
  if (options_.one_file) return;
  // In single-file mode, write pages first: only then are the parts known that are in none of them.
  for (const bool pages : {true, false}) {
    for (int i = 0; i < message_.entity_count(); ++i) {
      if (plan_.path(i).empty() || is_page(i) != pages) continue;
      const bool is_there = options_.for_replay    ? i == plan_.root()
                            : options_.for_archive ? plan_.has_parts(i)
                                                   : plan_.path(i) == kIndex;
      if (is_there) continue;
      const auto at = static_cast<std::size_t>(i);
      if (!is_inside_[at] || is_linked_[at]) make_file(i);
    }
  }
  if (options_.for_replay) emit_message();
}

// The page of a message in a replayed archive. XHTML has no place for the list of attachments.
void Extraction::make_replayed_page() {
  const int root = plan_.root();
  if (root < 0) return emit(kIndex, "text/html", mail_page(), -1);
  std::string page = page_of(root, {kIndex});
  if (plan_.kind(root) == PageKind::kHtml) page += attachments();
  emit(kIndex, plan_.media_type(root), page, root);
}

// The message is the last file, so what follows knows that all files are there.
void Extraction::emit_message() {
  const bool is_document = message_.walked().is_document();
  const std::string_view type = is_document ? plan_.media_type(0) : "message/rfc822";
  visitor_.file({.message = &message_.info(),
                 .path = kMessage,
                 .media_type = type.empty() ? "application/octet-stream" : type,
                 .charset = {},
                 .bytes = bytes_,
                 .part = {},
                 .url = "urn:sha256:" + digest_});
}

void Extraction::make_index() {
  const int root = plan_.root();
  if (root < 0) return emit(kIndex, "text/html", mail_page(), -1);
  if (plan_.path(root) != kIndex && !options_.one_file)
    return emit(kIndex, "text/html", forwarding_page(plan_.path(root)), -1);
  if (plan_.path(root) == kIndex)
    return emit(kIndex, "text/html", page_of(root, {kIndex}) + attachments(), root);
  const std::string url = data_url(root, {kIndex}).value_or("");
  const std::string policy = rules_.online ? std::string() : policy_tag({});
  const std::string_view title = message_.info().subject.value_or(plan_.title(root));
  emit(kIndex, "text/html", framing_page(title, policy, url) + attachments(), root);
}

void Extraction::make_file(int entity) {
  if (is_limit_told_) return;
  const std::string& path = plan_.path(entity);
  std::string buffer;
  const std::string_view bytes = plan_.is_message(entity) ? raw_message(entity)
                                 : is_page(entity)        ? buffer = page_of(entity, {path})
                                                          : message_.walked().content(entity, buffer);
  emit(path, plan_.media_type(entity), bytes, entity);
}

void Extraction::emit(std::string_view path, std::string_view media_type, std::string_view bytes,
                      int entity) {
  if (!take_file(entity) || !take_bytes(bytes.size(), entity)) return;
  const std::string part = entity < 0 ? std::string() : message_.walked().part_name(entity);
  std::string url = entity < 0 && !options_.for_replay ? std::string() : url_of(entity);
  if (!options_.for_replay)
    return visitor_.file({&message_.info(), path, media_type, charset_of(entity), bytes, part, url});
  const bool is_the_page = path == kIndex;
  const bool is_marked = !take_marks(url, mark_).empty();
  std::string written(is_the_page || is_page(entity) ? bytes : std::string_view());
  const std::vector<std::size_t> ends = take_marks(written, mark_);
  visitor_.file({&message_.info(), path, media_type, charset_of(entity), ends.empty() ? bytes : written, part,
                 url, is_the_page ? page_text(message_, plan_) : std::string(), is_marked, ends});
}

// Returns the charset if it is a token that can be written to a header.
std::string Extraction::charset_of(int entity) {
  if (entity < 0 || is_page(entity)) return "utf-8";
  std::string label = ascii::lowered(message_.walked().details(entity).charset.value_or(""));
  const bool is_token = label.size() <= 40 && std::ranges::all_of(label, [](char c) {
                          return ascii::is_alnum(c) || contains("-_.:+", c);
                        });
  return is_token ? label : std::string();
}

bool Extraction::take_bytes(std::uint64_t bytes, int entity) {
  const bool has_room = bytes <= bytes_left_;
  if (has_room) bytes_left_ -= bytes;
  if (!has_room) report_limit(entity, "longer than " + std::to_string(most_bytes_) + " bytes in total");
  return has_room;
}

bool Extraction::take_file(int entity) {
  const bool has_room = files_left_ > 0;
  if (has_room) --files_left_;
  if (!has_room) report_limit(entity, "more than " + std::to_string(most_files_));
  return has_room;
}

void Extraction::report_limit(int entity, std::string_view what) {
  if (std::exchange(is_limit_told_, true)) return;
  visitor_.problem(message_.info(), entity < 0 ? std::string() : message_.walked().part_name(entity),
                   "the files of the message are " + std::string(what) + ": the rest is skipped");
}

// ---- Pages ----

std::string Extraction::page_of(int entity, const Place& place) {
  around_.push_back(entity);
  Page page = take_apart(message_, entity, plan_, rules_, visitor_);
  std::string made = put_together(
      std::move(page), [&](const PartReference& reference) { return name_part(reference, place); });
  around_.pop_back();
  return made;
}

std::string Extraction::mail_page() {
  const Place place{kIndex};
  const auto path_to = [&](int entity) { return path_from(place, entity); };
  const auto image_at = [&](int entity) {
    return rules_.single_file ? data_url(entity, place) : path_from(place, entity);
  };
  const std::string body = mail_body(message_, plan_, path_to, image_at, visitor_) + attachments();
  const Policy policy{.files = !rules_.single_file};
  const bool has_policy = !rules_.online && rules_.with_policy;
  return whole_page(message_.info().subject.value_or(""), has_policy ? policy_tag(policy) : "", body);
}

// Returns a list of attachments, as links to files or as downloads.
std::string Extraction::attachments() {
  const Place place{kIndex};
  return attachment_list(plan_, options_.one_file, [&](int entity) {
    return options_.one_file ? data_url(entity, place) : path_from(place, entity);
  });
}

std::optional<std::string> Extraction::name_part(const PartReference& reference, const Place& place) {
  if (is_archive(options_)) return url_of(reference.target);
  if (rules_.single_file && reference.load != Load::kNone) return data_url(reference.target, place);
  return path_from(place, reference.target);
}

// A page in a data: URL has no location to which a path could be relative.
std::optional<std::string> Extraction::path_from(const Place& place, int target) {
  if (options_.for_replay) return url_of(target);
  if (!place.is_file || options_.one_file || plan_.path(target).empty()) return std::nullopt;
  is_linked_[static_cast<std::size_t>(target)] = true;
  return relative_path(place.path, plan_.path(target));
}

// Returns nothing for a page that would contain itself, directly or through others.
std::optional<std::string> Extraction::data_url(int target, const Place& place) {
  const bool is_cycle = std::ranges::find(around_, target) != around_.end();
  if (is_cycle || is_limit_told_) return std::nullopt;
  if (const std::uint64_t most = message_.options().limits.srcdoc_levels;
      around_.size() > std::min(most, kMaxSrcdocLevels)) {
    if (!std::exchange(is_depth_told_, true))
      visitor_.problem(
          message_.info(), message_.walked().part_name(target),
          "pages in one file are nested deeper than " + std::to_string(most) + " levels: it is not embedded");
    return std::nullopt;
  }
  // Reading counts even if the part is not used.
  const std::uint64_t read = (is_page(target) ? kPageBytes : 0) +
                             (plan_.is_message(target) ? 0 : message_.walked().raw_content(target).size());
  if (!take_bytes(read, target)) return std::nullopt;
  const std::string content = content_of(target, {place.path, false});
  // Counted again with the page that contains it, because each level of nesting costs.
  const std::uint64_t size = (content.size() + 2) / 3 * 4;
  if (size > read && !take_bytes(size - read, target)) return std::nullopt;
  is_inside_[static_cast<std::size_t>(target)] = true;
  // Browsers would render text/xsl as a page, but it was not searched as one.
  const std::string_view type = plan_.media_type(target);
  std::string url = "data:" + std::string(type == "text/xsl" ? "text/plain" : type);
  url += is_page(target) ? ";charset=utf-8;base64," : ";base64,";
  url += base64(content);
  return url;
}

std::string Extraction::content_of(int entity, const Place& place) {
  if (plan_.is_message(entity)) return std::string(raw_message(entity));
  if (is_page(entity)) return page_of(entity, place);
  std::string buffer;
  return std::string(message_.walked().content(entity, buffer));
}

// Returns the bytes of an attached message without its transfer encoding.
std::string_view Extraction::raw_message(int entity) {
  const walk::Message& walked = message_.walked();
  const int inner = entity + 1;
  if (plan_.has_parts(entity) && message_.entity(inner).frame != message_.entity(entity).frame)
    return walked.frame_bytes(message_.entity(inner).frame);
  const auto body = walked.details(entity).body;
  return body ? bytes_.substr(std::min(body->start, bytes_.size()), body->end - body->start)
              : std::string_view();
}

std::string Extraction::url_of(int entity) {
  if (options_.for_replay) return replayed_url(entity);
  if (digest_.empty()) digest_ = sha256(bytes_);
  return part_url(message_, entity, digest_);
}

// A URL that begins with that of the page ends in a mark of letters and digits, which every quoting leaves as
// it is, until emit() removes it. No message can contain it, since it is made of a digest of the message.
std::string Extraction::replayed_url(int entity) {
  if (entity < 0 || entity == plan_.root()) return page_url_ + mark_;
  const std::string& location = locations_[static_cast<std::size_t>(entity)];
  if (!location.empty()) return location;
  return page_url_ + (page_url_.ends_with('/') ? "" : "/") + message_.walked().part_name(entity) + mark_;
}

}  // namespace mimebase::extraction
