#include "message/content.h"

#include <algorithm>
#include <new>

#include "find/text/finder.h"
#include "message/embedded_mail.h"
#include "model/media_types.h"
#include "text/ascii.h"
#include "text/exception_text.h"
#include "text/strings.h"
#include "walk/field_text.h"
#include "walk/office_name.h"
#include "walk/parameters.h"
#include "walk/watch.h"

namespace mimebase::message {
using ascii::equals_ignoring_case;

std::string file_name_of(const walk::Message& message, int entity) {
  std::optional<std::string> name = message.parameter(entity, "filename");
  if (!name) name = message.parameter(entity, "name");
  return std::move(name).value_or("");
}

namespace {

// The type of text that is called a document of Office, which Office opens as what it is: pages and tables of
// web sites, and lists of values. Empty for other contents.
std::string_view type_under_office_name(const walk::Message& message, int entity) {
  const std::string& declared = message.entities()[static_cast<std::size_t>(entity)].content_type;
  if (!declared.starts_with("application/") || !walk::is_office_name(declared, file_name_of(message, entity)))
    return {};
  std::string buffer;
  std::string_view start = message.content_start(entity, 1024, buffer);
  if (start.starts_with("\xFF\xFE") || start.starts_with("\xFE\xFF"))
    return contains(start, '<') ? "text/html" : "text/plain";
  start.remove_prefix(std::min(start.find_first_not_of("\xEF\xBB\xBF \t\r\n"), start.size()));
  const bool is_text = std::ranges::none_of(
      start, [](char c) { return static_cast<unsigned char>(c) < 0x20 && !contains("\t\n\r\f\v\x1A", c); });
  if (!is_text || start.empty() || starts_with_one_of(start, {"%PDF-", "{\\rt"})) return {};
  const bool is_html =
      !start.starts_with("<?xml") || ascii::find_ignoring_case(start, "<html", 0) != kNotFound;
  if (start.starts_with('<')) return is_html ? "text/html" : "application/xml";
  return "text/plain";
}

// `may_be_document` is false if document_format() has found none.
std::string_view guess_type(const walk::Message& message, int i, bool may_be_document) {
  const walk::Entity& self = message.entities()[static_cast<std::size_t>(i)];
  if (self.kind == walk::Kind::kMultipart) return {};
  if (!self.outlook_type.empty()) {
    constexpr std::string_view kDeclared[] = {"application/ms-tnef", "application/vnd.ms-tnef",
                                              "application/vnd.ms-outlook"};
    return is_one_of(self.content_type, kDeclared) ? std::string_view() : self.outlook_type;
  }
  if (self.cms == walk::CmsKind::kContent)
    return walk::is_cms_type(self.content_type) ? std::string_view() : "application/pkcs7-mime";
  if (self.kind == walk::Kind::kMessage) {
    const bool is_declared =
        self.content_type.starts_with("message/") || self.content_type == "application/http";
    return is_declared ? std::string_view() : "message/rfc822";
  }
  if (self.is_http && !message.has_type(i)) return sniffed_type(message.raw_content(i));
  if (const std::string_view type = type_under_office_name(message, i); !type.empty())
    return may_be_document && document_format(message, i) != documents::Format::kNone ? std::string_view()
                                                                                      : type;
  if (self.content_type != "application/octet-stream" &&
      (self.content_type != "text/plain" || message.has_type(i)))
    return {};
  const std::string_view type = type_by_name(file_name_of(message, i));
  return type != self.content_type ? type : std::string_view();
}

}  // namespace

std::string_view guessed_type(const walk::Message& message, int i) {
  return guess_type(message, i, true);
}

namespace {

// The type of a record overrides the first bytes if it is one that finders read. XML may also be a document
// of Office or a shortcut.
bool overrides(std::string_view type, documents::Format format) {
  const find::Finder* finder = find::finder_for(type);
  if (finder == nullptr) return type.starts_with("text/");
  const bool may_be_xml = format == documents::Format::kOfficeXml || format == documents::Format::kShortcut;
  return finder->root_base == nullptr || !may_be_xml;
}

}  // namespace

ContentKind kind_of_content(const walk::Message& message, int i) {
  const walk::Entity& self = message.entities()[static_cast<std::size_t>(i)];
  if (self.kind != walk::Kind::kLeaf) return {self.defect.empty() ? nullptr : find::finder_for("text/plain")};
  if (self.in_encrypted || self.is_coded) return {};
  if (const documents::Format format = document_format(message, i); format != documents::Format::kNone)
    return {nullptr, format};
  const find::Finder* finder = find::finder_for(self.content_type);
  std::string_view type = self.content_type;
  if (finder == nullptr || type == "text/plain") {
    if (const std::string_view guessed = guess_type(message, i, false); !guessed.empty()) {
      type = guessed;
      finder = find::finder_for(type);
    }
  }
  if (finder == nullptr && type.starts_with("text/")) finder = find::finder_for("text/plain");
  return {finder};
}

const find::Finder* finder_of(const walk::Message& message, int i) {
  return kind_of_content(message, i).finder;
}

documents::Format document_format(const walk::Message& message, int i) {
  using documents::Format;
  const walk::Entity& self = message.entities()[static_cast<std::size_t>(i)];
  if (self.kind != walk::Kind::kLeaf || self.in_encrypted || self.is_coded) return Format::kNone;
  // Nearly all parts are text and images that begin like no document.
  std::string buffer;
  const bool is_application = self.content_type.starts_with("application/");
  if (!is_application && !documents::may_begin_with(message.content_start(i, 64, buffer)))
    return Format::kNone;
  const std::string_view start = message.content_start(i, 2048, buffer);
  const Format format = documents::format_of(start, self.content_type, file_name_of(message, i));
  const bool is_overridden = i == 0 && message.is_document() && overrides(self.content_type, format);
  return is_overridden ? Format::kNone : format;
}

namespace {

// Text in format=flowed with delsp=yes (RFC 3676), in which a URL may continue on the next line.
bool joins_lines(const walk::Message& message, int entity) {
  const auto delsp = message.parameter(entity, "delsp");
  const auto format = delsp ? message.parameter(entity, "format") : std::nullopt;
  return format && equals_ignoring_case(*delsp, "yes") && equals_ignoring_case(*format, "flowed");
}

}  // namespace

bool is_in_web_archive(const walk::Message& message, int entity) {
  const auto has_field = [&](int of, std::string_view lower_name) {
    return std::ranges::any_of(message.fields(of), [&](const walk::Field& field) {
      return equals_ignoring_case(field.name, lower_name);
    });
  };
  const bool has_location = has_field(entity, "content-location");
  for (int at = entity; at >= 0; at = message.entities()[static_cast<std::size_t>(at)].parent) {
    const walk::Entity& around = message.entities()[static_cast<std::size_t>(at)];
    if (at != entity && has_location && around.content_type == "multipart/related") return true;
    if (around.is_message_body) return has_field(at, "snapshot-content-location");
  }
  return false;
}

void find_in(const walk::Message& message, int entity, const find::Finder& finder,
             const find::Content& content, find::Sink& sink) {
  if (finder.media_type == "text/plain" && joins_lines(message, entity))
    return find::find_in_flowed_text(content, true, sink);
  if (finder.media_type != "text/html") return finder.find(content, sink);
  finder.find({content.bytes, content.charset, content.limits, is_in_web_archive(message, entity)}, sink);
}

find::Quoting quoting_of(std::string_view written, std::string_view reference,
                         std::initializer_list<find::Quoting> possible) {
  for (const find::Quoting quoting : possible) {
    if (find::read_quoted(quoting, written) == reference) return quoting;
  }
  return find::Quoting::kOpaque;
}

void find_in_external_body(const walk::Message& message, int entity, const walk::Field& content_type,
                           find::Sink& sink) {
  const auto access = message.parameter(entity, "access-type");
  if (!access || !equals_ignoring_case(*access, "url")) return;
  std::string unfolded;
  const std::string_view value = walk::unfold(content_type.raw_value, unfolded);
  const auto parameter = walk::read_parameter(value, "url");
  if (!parameter) return;
  find::Found found;
  found.context = "param:url";
  found.span = {parameter->start, parameter->end};
  // Long URLs are broken into pieces by white space, which is not part of the URL (RFC 2017 section 3.1).
  const walk::DecodedValue decoded(parameter->value);
  const std::string url =
      without_bytes(decoded.has_words() ? decoded.text() : parameter->value, ascii::kCWhiteSpace);
  if (url.empty()) return;
  found.reference = url;
  // A value in several sections of RFC 2231 cannot be rewritten as one.
  const std::string_view written = value.substr(parameter->start, parameter->end - parameter->start);
  found.quoting = quoting_of(written, url, {find::Quoting::kParameter, find::Quoting::kExtended});
  sink.found(found);
}

void Content::read(const walk::Message& message, int entity, const ContentKind& kind, const Limits& limits,
                   const std::vector<BaseBy>& headers) {
  if (entity == entity_) return;
  clear();
  declared_base_.reset();
  saved_from_.reset();
  finder_ = kind.finder;
  if (finder_ != nullptr) {
    decoded_ = message.content(entity, decoded_buffer_);
    readable_ = charset::make_readable(message.charset(entity), finder_->media_type, decoded_, converted_);
    const find::Content readable{readable_.bytes, readable_.charset};
    if (finder_->declared_base != nullptr)
      declared_base_ = finder_->declared_base(readable, declaration_buffer_);
    if (finder_->saved_from != nullptr) saved_from_ = finder_->saved_from(readable, saved_from_buffer_);
    for (auto* const declaration : {&declared_base_, &saved_from_}) {
      if (*declaration) (*declaration)->span = readable_.map.to_input((*declaration)->span);
    }
  }
  if (message.entities()[static_cast<std::size_t>(entity)].is_skipped) {
    unread_because_ = walk::skip_reason(entity);
  } else if (kind.format != documents::Format::kNone) {
    open_document(message, entity, kind.format, limits, headers);
  }
  entity_ = entity;
}

void Content::open_document(const walk::Message& message, int entity, documents::Format format,
                            const Limits& limits, const std::vector<BaseBy>& headers) {
  const walk::Watched watched(entity);
  unread_because_ = walk::skip_reason(entity);
  if (!unread_because_.empty()) return;
  try {
    decoded_ = message.content(entity, decoded_buffer_);
    reading_.emplace(limits, decoded_.size());
    reading_->find_in_mail = [&headers](std::string_view bytes, documents::Reading& reading,
                                        find::Sink& sink) {
      find_in_embedded_mail(bytes, headers, reading, sink);
    };
    if (walk::before_document != nullptr) walk::before_document(decoded_);
    document_ = documents::open(format, decoded_, *reading_);
    if (document_ != nullptr) document_bases_ = document_->bases();
  } catch (const std::bad_alloc&) {  // the other parts may take less
    document_.reset();
    unread_because_ = kOutOfMemory;
  }
  for (const documents::DeclaredBase& base : document_bases_)
    document_declarations_.push_back({base.by, base.reference, {}});
}

std::string_view Content::query_encoding() const {
  if (finder_ == nullptr) return {};
  const std::string_view type = finder_->media_type;
  const bool is_html = type == "text/html" || type == "application/xhtml+xml";
  return is_html ? std::string_view(readable_.label) : std::string_view();
}

}  // namespace mimebase::message
