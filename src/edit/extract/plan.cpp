#include "edit/extract/plan.h"

#include <algorithm>

#include "ascii.h"
#include "edit/extract/names.h"
#include "layer_kinds.h"
#include "message/content.h"
#include "walk/field_text.h"

namespace mimebase::edit {
namespace {

PageKind kind_of(const find::Finder* finder) {
  if (finder == nullptr) return PageKind::kBytes;
  const std::string_view type = finder->media_type;
  if (type == "text/html") return PageKind::kHtml;
  if (type == "text/css") return PageKind::kCss;
  return type.ends_with("xml") ? PageKind::kXml : PageKind::kBytes;
}

// A media type as it may stand in a URL or a heading; whatever else is called one, is bytes.
std::string checked_type(std::string_view type) {
  const bool is_one =
      type.size() <= 100 && std::ranges::count(type, '/') == 1 && !type.starts_with('/') &&
      !type.ends_with('/') && std::ranges::all_of(type, [](char c) {
        return ascii::is_alnum(c) || std::string_view("/+-._").find(c) != std::string_view::npos;
      });
  return is_one ? std::string(type) : "application/octet-stream";
}

}  // namespace

Plan::Plan(const message::AnalysedMessage& message) : message_(message) {
  for (int i = 0; i < message_.entity_count(); ++i) parts_.push_back(describe(i));
  root_ = document_in(0);
  name_files();
  sort_rest();
}

bool Plan::has_content(int entity) const {
  const walk::Entity& self = message_.entity(entity);
  return self.kind == walk::Kind::kLeaf || (self.kind == walk::Kind::kMultipart && !self.defect.empty());
}

bool Plan::has_parts(int entity) const {
  return entity + 1 < message_.entity_count() && message_.entity(entity + 1).parent == entity;
}

// Of those that are nested in each other the outermost has the others in it.
bool Plan::is_message(int entity) const {
  return message_.entity(entity).kind == walk::Kind::kMessage &&
         (message_.entity(entity).message == 0 || !has_parts(entity));
}

Plan::Part Plan::describe(int entity) const {
  Part part;
  const walk::Entity& self = message_.entity(entity);
  if (!has_content(entity)) {
    part.media_type = is_message(entity) ? "message/rfc822" : "";
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
  const bool is_document = part.kind == PageKind::kHtml || part.media_type == "application/xhtml+xml";
  part.is_document = is_document && guessed.empty() && !part.is_attachment;
  return part;
}

// The first entity that is neither this one nor in it.
int Plan::behind(int entity) const {
  const int depth = message_.entity(entity).depth;
  int i = entity + 1;
  while (i < message_.entity_count() && message_.entity(i).depth > depth) ++i;
  return i;
}

bool Plan::is_inside(int entity, std::string_view content_type) const {
  for (int i = message_.entity(entity).parent; i >= 0; i = message_.entity(i).parent) {
    if (message_.entity(i).content_type == content_type) return true;
  }
  return false;
}

// The part that `start` names (RFC 2387 section 3.2); -1: none.
int Plan::start_of(int related) const {
  const auto start = message_.walked().parameter(related, "start");
  const auto id = start ? walk::bracketed_id(*start) : std::nullopt;
  for (int i = related + 1, end = behind(related); id && i < end; ++i) {
    if (message_.entity(i).parent == related && message_.walked().content_id(i) == id) return i;
  }
  return -1;
}

// The first document of an entity's message in it, or what its multipart/related start with.
int Plan::document_in(int entity) const {
  int first = entity;
  while (first + 1 < message_.entity_count() && message_.entity(first).kind == walk::Kind::kMessage) ++first;
  const int message = message_.entity(first).message;
  const int end = behind(entity);
  for (int i = first; i < end; ++i) {
    if (message_.entity(i).message != message) continue;
    if (at(i).is_document) return i;
    if (message_.entity(i).content_type != "multipart/related") continue;
    const int start = start_of(i);
    for (int j = start; start >= 0 && j < behind(start); ++j) {
      const bool is_page = at(j).kind == PageKind::kHtml || at(j).kind == PageKind::kXml;
      if (is_page && message_.entity(j).message == message) return j;
    }
  }
  return -1;
}

int Plan::shown_for(int entity) const {
  if (has_content(entity)) return entity;
  const int document = document_in(entity);
  if (document >= 0) return document;
  return is_message(entity) ? entity : -1;
}

// What its heading calls it, from the clearest to the least.
std::string Plan::wished_name(int entity) const {
  const walk::Message& walked = message_.walked();
  if (auto name = walked.parameter(entity, "filename")) return *name;
  if (auto name = walked.parameter(entity, "name")) return *name;
  for (const base::Declared& declared : message_.layers().declared(entity)) {
    if (!base::kind_of(declared.by).is_location) continue;
    std::string_view path = declared.reference;
    path = path.substr(0, path.find_first_of("?#"));
    std::string name;
    ascii::append_percent_decoded(path.substr(std::min(path.rfind('/') + 1, path.size())), name);
    if (!name.empty()) return name;
  }
  if (auto id = walked.content_id(entity)) return id->substr(0, id->find('@'));
  return {};
}

void Plan::name_files() {
  UniqueNames names;
  for (int i = 0; i < message_.entity_count(); ++i) {
    if (!has_content(i) && !is_message(i)) continue;
    Part& part = parts_[static_cast<std::size_t>(i)];
    part.title = wished_name(i);
    if (i == root_ && part.kind == PageKind::kHtml) {
      part.path = "index.html";
      continue;
    }
    const std::string wished =
        part.title.empty() ? "part-" + message_.walked().part_name(i) + '.' : part.title;
    part.path = "files/" + names.take(safe_name(wished, part.media_type));
  }
}

// What is not the root: shown with it, kept beside it, or a part of what is.
void Plan::sort_rest() {
  for (int i = 0; i < message_.entity_count(); ++i) {
    const Part& part = at(i);
    if (part.path.empty() || i == root_ || message_.entity(i).message != 0) continue;
    if (part.is_attachment) {
      attachments_.push_back(i);
    } else if (root_ >= 0) {
      if (!is_inside(i, "multipart/related") && !is_inside(i, "multipart/alternative"))
        attachments_.push_back(i);
    } else {
      const find::Finder* finder = message::finder_of(message_.walked(), i);
      const bool is_text = finder != nullptr && finder->media_type == "text/plain";
      (is_text || part.media_type.starts_with("image/") ? shown_ : attachments_).push_back(i);
    }
  }
}

}  // namespace mimebase::edit
