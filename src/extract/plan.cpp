#include "extract/plan.h"

#include <algorithm>
#include <tuple>

#include "message/content.h"
#include "model/layer_kinds.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "walk/field_text.h"

namespace mimebase::extraction {
namespace {

// Returns a media type that is safe in URLs and headers. Anything else becomes application/octet-stream.
std::string checked_type(std::string_view type) {
  const bool is_one =
      type.size() <= 100 && std::ranges::count(type, '/') == 1 && !type.starts_with('/') &&
      !type.ends_with('/') &&
      std::ranges::all_of(type, [](char c) { return ascii::is_alnum(c) || contains("/+-._", c); });
  return is_one ? std::string(type) : "application/octet-stream";
}

}  // namespace

PageKind kind_of(const find::Finder* finder) {
  if (finder == nullptr) return PageKind::kBytes;
  const std::string_view type = finder->media_type;
  if (type == "text/html") return PageKind::kHtml;
  if (type == "text/css") return PageKind::kCss;
  return type.ends_with("xml") ? PageKind::kXml : PageKind::kBytes;
}

Plan::Plan(const message::AnalysedMessage& message, Scripts scripts) : message_(message) {
  for (int i = 0; i < message_.entity_count(); ++i) parts_.push_back(describe(i));
  find_documents();
  root_ = document_in(0);
  name_files(scripts);
  sort_rest();
}

bool Plan::has_content(int entity) const {
  const walk::Entity& self = message_.entity(entity);
  return self.kind == walk::Kind::kLeaf || (self.kind == walk::Kind::kMultipart && !self.defect.empty());
}

bool Plan::has_parts(int entity) const {
  return entity + 1 < message_.entity_count() && message_.entity(entity + 1).parent == entity;
}

// An outermost attached message already contains the nested ones.
bool Plan::is_message(int entity) const {
  return message_.entity(entity).kind == walk::Kind::kMessage &&
         (message_.entity(entity).message == 0 || !has_parts(entity));
}

Plan::Part Plan::describe(int entity) const {
  Part part;
  const walk::Entity& self = message_.entity(entity);
  part.is_beside = is_beside(entity);
  if (!has_content(entity)) {
    const bool is_mail =
        !is_one_of(self.content_type, {"message/http", "application/http", "message/partial"});
    part.media_type = !is_message(entity) ? "" : is_mail ? "message/rfc822" : self.content_type;
    part.is_attachment = is_message(entity);
    return part;
  }
  const find::Finder* finder = message::finder_of(message_.walked(), entity);
  const std::string_view guessed = message::guessed_type(message_.walked(), entity);
  part.kind = kind_of(finder);
  part.media_type = self.kind != walk::Kind::kLeaf ? "text/plain"
                    : guessed.empty()              ? checked_type(self.content_type)
                                                   : std::string(guessed);
  part.is_attachment = message_.walked().details(entity).disposition == "attachment";
  // HTML for AMP and for watches is an alternative that browsers do not show.
  const bool is_page =
      part.kind == PageKind::kHtml && !is_one_of(part.media_type, {"text/x-amp-html", "text/watch-html"});
  const bool is_document = is_page || part.media_type == "application/xhtml+xml";
  part.is_document = is_document && guessed.empty() && !part.is_attachment;
  return part;
}

bool Plan::is_beside(int entity) const {
  const int parent = message_.entity(entity).parent;
  if (parent < 0) return false;
  const std::string_view type = message_.entity(parent).content_type;
  return at(parent).is_beside || type == "multipart/related" || type == "multipart/alternative";
}

// Returns the part that the `start` parameter names (RFC 2387 section 3.2), or -1.
int Plan::start_of(int related) const {
  const auto start = message_.walked().parameter(related, "start");
  const auto id = start ? walk::bracketed_id(*start) : std::nullopt;
  for (int i = related + 1, end = end_of(related); id && i < end; i = end_of(i)) {
    if (message_.walked().content_id(i) == id) return i;
  }
  return -1;
}

// Builds a sorted list, because many references may ask for the document in a multipart.
void Plan::find_documents() {
  const auto before = [](const Document& a, const Document& b) {
    return std::tie(a.message, a.at) < std::tie(b.message, b.at);
  };
  std::vector<Document> pages;
  for (int i = 0; i < message_.entity_count(); ++i) {
    if (at(i).kind == PageKind::kHtml || at(i).kind == PageKind::kXml)
      pages.push_back({message_.entity(i).message, i, i});
  }
  std::ranges::stable_sort(pages, before);
  for (int i = 0; i < message_.entity_count(); ++i) {
    const int message = message_.entity(i).message;
    if (at(i).is_document) documents_.push_back({message, i, i});
    if (message_.entity(i).content_type != "multipart/related") continue;
    const int start = start_of(i);
    const auto page = std::ranges::lower_bound(pages, Document{message, start}, before);
    const bool is_in_start =
        start >= 0 && page != pages.end() && page->message == message && page->at < end_of(start);
    if (is_in_start) documents_.push_back({message, i, page->at});
  }
  std::ranges::stable_sort(documents_, before);
}

// Returns the first document of the entity's message within the entity, or the root of its multipart/related.
int Plan::document_in(int entity) const {
  int first = entity;
  while (first + 1 < message_.entity_count() && message_.entity(first).kind == walk::Kind::kMessage) ++first;
  const int message = message_.entity(first).message;
  const auto found =
      std::ranges::lower_bound(documents_, std::tie(message, first), {},
                               [](const Document& one) { return std::tie(one.message, one.at); });
  const bool is_inside = found != documents_.end() && found->message == message && found->at < end_of(entity);
  return is_inside ? found->shown : -1;
}

int Plan::shown_for(int entity) const {
  if (has_content(entity)) return entity;
  const int document = document_in(entity);
  if (document >= 0) return document;
  return is_message(entity) ? entity : -1;
}

// Returns the best name in the part's header.
std::string Plan::preferred_name(int entity) const {
  const walk::Message& walked = message_.walked();
  if (auto name = walked.parameter(entity, "filename")) return *name;
  if (auto name = walked.parameter(entity, "name")) return *name;
  for (const base::Declared& declared : message_.layers().declared(entity)) {
    if (!base::kind_of(declared.by).is_location) continue;
    std::string_view path = declared.reference;
    path = path.substr(0, path.find_first_of("?#"));
    std::string name = ascii::percent_decoded(path.substr(std::min(path.rfind('/') + 1, path.size())));
    if (!name.empty()) return name;
  }
  if (auto id = walked.content_id(entity)) return id->substr(0, id->find('@'));
  return {};
}

void Plan::name_files(Scripts scripts) {
  UniqueNames names;
  for (int i = 0; i < message_.entity_count(); ++i) {
    if (!has_content(i) && !is_message(i)) continue;
    Part& part = parts_[static_cast<std::size_t>(i)];
    part.title = preferred_name(i);
    if (i == root_ && part.kind == PageKind::kHtml) {
      part.path = "index.html";
      continue;
    }
    const std::string preferred =
        part.title.empty() ? "part-" + message_.walked().part_name(i) + '.' : part.title;
    part.path = "files/" + names.take(safe_name(preferred, part.media_type, scripts));
  }
}

// Assigns the other parts: shown, attached, or parts of the root's multipart.
void Plan::sort_rest() {
  for (int i = 0; i < message_.entity_count(); ++i) {
    const Part& part = at(i);
    if (part.path.empty() || i == root_ || message_.entity(i).message != 0) continue;
    if (part.is_attachment) {
      attachments_.push_back(i);
    } else if (root_ >= 0) {
      if (!part.is_beside) attachments_.push_back(i);
    } else {
      const find::Finder* finder = message::finder_of(message_.walked(), i);
      const bool is_text = finder != nullptr && finder->media_type == "text/plain";
      (is_text || part.media_type.starts_with("image/") ? shown_ : attachments_).push_back(i);
    }
  }
}

}  // namespace mimebase::extraction
