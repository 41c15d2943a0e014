// Converts GMime's parse of a message to the entities of a Message.
#include "walk/parser.h"

#include <gmime/gmime.h>

#include <algorithm>
#include <atomic>
#include <initializer_list>
#include <mutex>
#include <new>
#include <string>

#include "charset/ready.h"
#include "model/message_bound.h"
#include "outlook/outlook.h"
#include "text/ascii.h"
#include "text/exception_text.h"
#include "text/strings.h"
#include "walk/cms.h"
#include "walk/field_text.h"
#include "walk/gmime_input.h"
#include "walk/heading.h"
#include "walk/http.h"
#include "walk/line_ends.h"
#include "walk/message_state.h"
#include "walk/office_name.h"
#include "walk/parameters.h"
#include "walk/watch.h"

namespace mimebase::walk {
namespace {

// GLib's arrays have 32-bit lengths.
constexpr std::size_t kMaxFrameBytes = 0xFFFFFFFFU;

bool is_message_type(std::string_view content_type) {
  return content_type == "message/rfc822" || content_type == "message/rfc2822" ||
         content_type == "message/global" || content_type == "message/news";
}

// RFC 9112 section 10.
bool is_http_type(std::string_view content_type) {
  return content_type == "message/http" || content_type == "application/http";
}

void replace_line_ends(Frame& frame) {
  frame.line_ends = line_ends_of(frame.bytes);
  if (frame.line_ends == LineEnds::kUsual) return;
  frame.owned = std::string(frame.bytes);
  replace_line_ends(frame.line_ends, frame.owned);
  frame.bytes = frame.owned;
  if (frame.line_ends == LineEnds::kDoubled && frame.defect.empty())
    frame.defect = "its lines end in CR CR LF, as programs write that convert line ends twice";
}

}  // namespace

struct Parser::State {
  State() {
    // Parameters that are not valid UTF-8 are windows-1252, as in all header fields.
    const char* fallback[] = {"utf-8", "windows-1252", nullptr};
    g_mime_parser_options_set_fallback_charsets(options.get(), fallback);
  }

  GPointer<GMimeParser> parser = adopt(g_mime_parser_new());
  std::unique_ptr<GMimeParserOptions, Releaser<g_mime_parser_options_free>> options{
      g_mime_parser_options_new()};
};

namespace {

// Walks the frames depth first. GMime's foreach never enters a message/rfc822, and recursion would let a
// message choose the depth of our stack, so the walk has its own.
class Walker {
 public:
  struct Step {
    Node node;
    int parent = -1;
    int number = 1;
    int frame = 0;
  };

  // If `careful`, GMime sees only the first Content-Type of each header.
  Walker(const Parser::State& parser, Message::State& out, const Limits& limits, bool careful);

  void enter_frame(std::unique_ptr<Frame> frame, int parent);
  // The same for a frame that begins with the start line of an HTTP message.
  void enter_http(std::unique_ptr<Frame> frame, int parent);
  // The same for a frame that is a file of Outlook.
  void enter_outlook(std::unique_ptr<Frame> frame, int parent);
  // The same for the outermost frame, if it is a record of a web archive.
  void enter_warc(std::unique_ptr<Frame> frame);
  // The same for a frame that is a document without a header.
  void enter_document(std::unique_ptr<Frame> frame, const Record& record);
  void visit(const Step& step);
  void hit(LimitHit hit);
  // The entities to visit, in reverse order.
  [[nodiscard]] std::vector<Step>& stack() { return stack_; }
  [[nodiscard]] bool has_second_type() const { return has_second_type_; }

 private:
  void read_type(int entity);
  void descend(int entity, const Step& step);
  void enter_attached_message(int entity, const Step& step);
  void collect_fields(int index);
  void append_fields_of_gmime(const Node& node, const Frame& frame);
  void find_mime_fields(const Entity& entity, MimeFields& mime);
  [[nodiscard]] Field unmasked(const Field& field, const char* raw_name, const Frame& frame) const;
  [[nodiscard]] bool has_broken_type(int entity) const;
  [[nodiscard]] bool is_attached_message(int entity) const;
  [[nodiscard]] bool is_page_of_office(int entity) const;
  [[nodiscard]] bool is_first_fragment(int entity) const;
  [[nodiscard]] std::string_view outlook_type(int entity);
  [[nodiscard]] bool names_file(int entity, std::initializer_list<std::string_view> endings) const;
  void open_cms_of(int entity);
  [[nodiscard]] bool is_document(int entity) const { return out_.document && entity == 0; }
  [[nodiscard]] std::string_view raw_content_of(int entity) const;

  const Parser::State& parser_;
  Message::State& out_;
  Limits limits_;
  std::vector<Step> stack_;
  std::uint64_t decoded_bytes_ = 0;  // of all frames except the first
  std::unique_ptr<Frame> opened_;    // what is inside the CMS that is visited
  const bool careful_;
  bool has_second_type_ = false;
};

Walker::Walker(const Parser::State& parser, Message::State& out, const Limits& limits, bool careful)
    : parser_(parser), out_(out), limits_(limits), careful_(careful) {}

void Walker::hit(LimitHit hit) {
  constexpr std::ptrdiff_t kMax = 100;  // per kind, the same number as the problems reported per source
  if (hit.may_lose && hit.entity >= 0) out_.entities[static_cast<std::size_t>(hit.entity)].omitted = true;
  const bool is_repeated = hit.what == kTooManyParts &&
                           std::any_of(out_.limits_hit.begin(), out_.limits_hit.end(),
                                       [](const LimitHit& other) { return other.what == kTooManyParts; });
  if (is_repeated) return;
  const auto of_its_kind =
      std::count_if(out_.limits_hit.begin(), out_.limits_hit.end(),
                    [&](const LimitHit& other) { return other.may_lose == hit.may_lose; });
  if (of_its_kind < kMax) out_.limits_hit.push_back(std::move(hit));
}

// Returns the start of the first line that may be a header field. Examines at most 64 lines.
std::size_t first_field_line(std::string_view bytes) {
  std::size_t line = 0;
  for (int i = 0; i < 64 && line < bytes.size(); ++i) {
    std::size_t at = line;
    while (at < bytes.size() && bytes[at] > ' ' && bytes[at] < 0x7F && bytes[at] != ':') ++at;
    if (at > line && at < bytes.size() && bytes[at] == ':') return line;
    const std::size_t end = bytes.find('\n', line);
    if (end == std::string_view::npos) break;
    line = end + 1;
  }
  return std::string_view::npos;
}

// Lets GMime parse a frame, and puts its outermost entity on the stack.
void Walker::enter_frame(std::unique_ptr<Frame> entered, int parent) {
  Frame& frame = *entered;
  frame.owner = parent;
  replace_line_ends(frame);
  const auto left = [](std::uint64_t limit, std::size_t used) {
    return limit - std::min<std::uint64_t>(limit, used);
  };
  // A message may contain many small messages.
  constexpr std::size_t kSmallMessage = 8000, kSmallInside = 500;  // lines
  const Allowance allowance = {left(limits_.parts, out_.entities.size()),
                               left(limits_.fields, out_.fields.size()),
                               limits_.heading_bytes,
                               limits_.groups,
                               parent < 0 ? kSmallMessage : kSmallInside,
                               careful_};
  const auto look_at = [&](std::string_view bytes) {
    frame.view.data = reinterpret_cast<guint8*>(const_cast<char*>(bytes.data()));
    frame.view.len = static_cast<guint>(bytes.size());
  };

  // GMime rejects a message whose first line is not a header field, or whose last field is cut in its name.
  // Nothing may be lost, so such a message is parsed again from its first field on, with an end added to
  // its header. If that fails too, it has no header and is all body.
  std::vector<LimitHit> limits_hit;
  for (bool is_again = false;; is_again = true) {
    const GmimeInput input = prepare_for_gmime(frame.bytes, allowance, parser_.options.get());
    limits_hit = input.limits_hit;
    frame.bytes = frame.bytes.substr(0, input.size);
    frame.is_masked = !input.copy.empty();
    if (auto heading = careful_ || frame.is_masked ? std::nullopt : read_regular_heading(frame.bytes)) {
      frame.skeleton.emplace(frame.bytes, *heading);
      frame.heading = std::move(heading->fields);
    }
    look_at(frame.skeleton    ? frame.skeleton->bytes()
            : frame.is_masked ? std::string_view(input.copy)
                              : frame.bytes);
    const GPointer<GMimeStream> stream = adopt(g_mime_stream_mem_new());
    g_mime_stream_mem_set_byte_array(GMIME_STREAM_MEM(stream.get()), &frame.view);
    g_mime_stream_mem_set_owner(GMIME_STREAM_MEM(stream.get()), FALSE);
    g_mime_parser_init_with_stream(parser_.parser.get(), stream.get());
    frame.message = adopt(g_mime_parser_construct_message(parser_.parser.get(), parser_.options.get()));
    // GMime reads the bytes only while it parses; afterwards only offsets matter.
    look_at(frame.bytes);
    if (frame.message != nullptr && g_mime_message_get_mime_part(frame.message.get()) == nullptr)
      frame.message.reset();

    if (is_again) frame.bytes = frame.bytes.substr(0, frame.owned.size() - 2);  // without the added end
    if (is_again || frame.message != nullptr) break;
    const std::size_t skip = first_field_line(frame.bytes);
    if (skip == std::string_view::npos) break;
    frame.owned = std::string(frame.bytes.substr(skip)) + "\n\n";
    frame.bytes = frame.owned;
    if (frame.raw_base) *frame.raw_base += skip;
    frame.start += skip;
  }

  for (LimitHit& each : limits_hit) {
    each.entity = parent;
    hit(std::move(each));
  }
  Step step;
  step.parent = parent;
  step.frame = static_cast<int>(out_.frames.size());
  step.node.message = frame.message.get();
  if (step.node.message != nullptr) step.node.object = g_mime_message_get_mime_part(step.node.message);
  out_.frames.push_back(std::move(entered));
  stack_.push_back(step);
}

// The header of an HTTP message is read like that of any other. A body with codings is decoded first, since
// it may be a multipart or a message.
void Walker::enter_http(std::unique_ptr<Frame> frame, int parent) {
  const HttpMessage http = read_http(frame->bytes);
  frame->is_http = true;
  frame->defect = http.defect;
  frame->start += http.header;
  if (frame->raw_base) *frame->raw_base += http.header;
  std::string_view bytes = frame->bytes.substr(http.header, http.end - http.header);
  if (is_http_body_coded(http)) {
    const std::uint64_t left = limits_.decoded_bytes - std::min(limits_.decoded_bytes, decoded_bytes_);
    HttpBody body = decode_http_body(frame->bytes, http, left);
    decoded_bytes_ += body.bytes.size();
    if (body.is_cut) {
      hit({parent, "HTTP bodies of more than " + std::to_string(limits_.decoded_bytes) +
                       " bytes after decoding: the rest is not read"});
    }
    if (frame->defect.empty()) frame->defect = body.defect;
    frame->is_coded = body.is_encoded;
    frame->is_recoded = true;
    frame->raw_base.reset();
    frame->owned = std::string(frame->bytes.substr(http.header, http.body - http.header)) + body.bytes;
    bytes = frame->owned;
  }
  frame->bytes = bytes;
  enter_frame(std::move(frame), parent);
}

void Walker::enter_warc(std::unique_ptr<Frame> frame) {
  out_.warc = read_warc(frame->bytes);
  const std::size_t start = out_.warc->has_http ? out_.warc->block : out_.warc->header;
  frame->bytes.remove_prefix(start);
  frame->start = start;
  frame->raw_base = start;
  if (out_.warc->has_http) return enter_http(std::move(frame), -1);
  frame->is_http = true;
  enter_frame(std::move(frame), -1);
}

// A message that Outlook wrote as MIME, with the structure that it had in Outlook.
void Walker::enter_outlook(std::unique_ptr<Frame> frame, int parent) {
  const std::uint64_t depth =
      parent < 0 ? 0 : static_cast<std::uint64_t>(out_.entities[static_cast<std::size_t>(parent)].depth) + 1;
  outlook::Message message;
  try {
    const Watched watched(parent);
    if (before_document != nullptr) before_document(frame->bytes);
    message = outlook::to_mime(
        frame->bytes, {.bytes = limits_.decoded_bytes - std::min(limits_.decoded_bytes, decoded_bytes_),
                       .parts = limits_.parts,
                       .depth = limits_.depth - std::min(limits_.depth, depth)});
  } catch (const std::bad_alloc&) {
    if (parent < 0) throw;
    // The other parts may take less.
    return hit({parent, "this document is not searched: " + std::string(kOutOfMemory)});
  }
  decoded_bytes_ += message.mime.size();
  if (message.is_cut) {
    hit({parent, "a message of Outlook of more than " + std::to_string(limits_.decoded_bytes) + " bytes or " +
                     std::to_string(limits_.parts) + " parts: the rest is not read"});
  }
  if (message.too_deep)
    hit({parent, "messages in a message of Outlook are nested too deeply: some are not read"});
  frame->defect = std::move(message.damage);
  frame->is_outlook = frame->is_recoded = true;
  frame->raw_base.reset();
  frame->owned = std::move(message.mime);
  frame->bytes = frame->owned;
  enter_frame(std::move(frame), parent);
}

// Nothing of a document is a header, whatever it begins with.
void Walker::enter_document(std::unique_ptr<Frame> frame, const Record& record) {
  const std::string_view name = record.source.substr(record.source.find_last_of("/!") + 1);
  out_.document = DocumentType{std::string(record.content_type), std::string(name == "-" ? "" : name)};
  out_.frames.push_back(std::move(frame));
  stack_.push_back({});
}

// The raw content of a leaf part, or of the document that the message is.
std::string_view Walker::raw_content_of(int entity) const {
  const Frame& frame =
      *out_.frames[static_cast<std::size_t>(out_.entities[static_cast<std::size_t>(entity)].frame)];
  return is_document(entity) ? frame.bytes
                             : raw_content(frame, out_.nodes[static_cast<std::size_t>(entity)].object);
}

void Walker::visit(const Step& step) {
  const int index = static_cast<int>(out_.entities.size());
  out_.nodes.push_back(step.node);
  Entity& entity = out_.entities.emplace_back();
  const Entity* parent = step.parent >= 0 ? &out_.entities[static_cast<std::size_t>(step.parent)] : nullptr;
  entity.parent = step.parent;
  entity.number = step.number;
  entity.frame = step.frame;
  entity.depth = parent != nullptr ? parent->depth + 1 : 0;
  entity.is_message_body = parent == nullptr || parent->kind == Kind::kMessage;
  entity.in_cms = parent != nullptr && (parent->in_cms || parent->cms == CmsKind::kContent);
  entity.in_encrypted =
      parent != nullptr && (parent->in_encrypted || parent->content_type == "multipart/encrypted");
  if (parent == nullptr) {
    entity.is_beyond_readers = out_.warc.has_value() || is_document(index);
  } else {
    const bool is_closed = parent->kind == Kind::kMessage &&
                           (is_http_type(parent->content_type) || parent->content_type == "message/partial");
    entity.is_beyond_readers = parent->is_beyond_readers || is_closed || entity.in_cms;
  }
  // What is signed is a part of the message around it, with a header of its own.
  const bool is_message = entity.is_message_body && (parent == nullptr || parent->cms == CmsKind::kNone);
  if (is_message) {
    entity.message = static_cast<int>(out_.bodies.size());
    out_.bodies.push_back(index);
  } else {
    entity.message = parent->message;
  }
  if (entity.is_message_body) {
    if (parent == nullptr || parent->frame != step.frame) {
      const Frame& frame = *out_.frames[static_cast<std::size_t>(step.frame)];
      entity.is_http = frame.is_http;
      entity.is_coded = frame.is_coded;
      entity.container_defect = frame.defect;
      entity.is_beyond_readers = entity.is_beyond_readers || frame.is_outlook;
    }
  }
  GMimeObject* object = step.node.object;
  const bool is_leaf = GMIME_IS_PART(object) || is_document(index);
  collect_fields(index);
  read_type(index);
  if (GMIME_IS_MULTIPART(object)) {
    entity.kind = Kind::kMultipart;
  } else if (GMIME_IS_MESSAGE_PART(object) ||
             (is_document(index) &&
              (is_message_type(entity.content_type) || is_http_type(entity.content_type))) ||
             (object != nullptr &&
              (is_message_type(entity.content_type) || is_http_type(entity.content_type) ||
               is_first_fragment(index) || is_attached_message(index) || is_page_of_office(index)))) {
    entity.kind = Kind::kMessage;
  }
  if (is_leaf && !is_http_type(entity.content_type)) {
    entity.outlook_type = outlook_type(index);
    if (!entity.outlook_type.empty()) entity.kind = Kind::kMessage;
  }
  if (is_leaf && entity.kind == Kind::kLeaf) open_cms_of(index);
  descend(index, step);
}

void Walker::read_type(int index) {
  Entity& entity = out_.entities[static_cast<std::size_t>(index)];
  GMimeObject* object = out_.nodes[static_cast<std::size_t>(index)].object;
  entity.content_type = "text/plain";
  if (is_document(index)) entity.content_type = ascii::lowered(main_value(out_.document->content_type));
  if (object == nullptr) return;
  GMimeContentType* type = g_mime_object_get_content_type(object);
  const char* media_type = type != nullptr ? g_mime_content_type_get_media_type(type) : nullptr;
  const char* subtype = type != nullptr ? g_mime_content_type_get_media_subtype(type) : nullptr;
  if (media_type != nullptr && subtype != nullptr)
    entity.content_type = ascii::lowered(media_type) + '/' + ascii::lowered(subtype);
  if (entity.content_type == "application/octet-stream" && has_broken_type(index))
    entity.content_type = "text/plain";
}

void Walker::descend(int entity, const Step& step) {
  Entity& self = out_.entities[static_cast<std::size_t>(entity)];
  GMimeObject* object = step.node.object;
  if (self.kind == Kind::kLeaf) return;
  if (static_cast<std::uint64_t>(self.depth) >= limits_.depth) {
    self.too_deep = true;
  } else if (self.kind == Kind::kMultipart) {
    const int count = g_mime_multipart_get_count(GMIME_MULTIPART(object));
    if (count <= 0) {
      const bool has_boundary = g_mime_object_get_content_type_parameter(object, "boundary") != nullptr;
      self.defect = has_boundary ? "no parts: its boundary does not occur" : "no boundary parameter";
    }
    for (int i = count - 1; i >= 0; --i) {
      GMimeObject* child = g_mime_multipart_get_part(GMIME_MULTIPART(object), i);
      if (child != nullptr) stack_.push_back({{child, nullptr, {}}, entity, i + 1, step.frame});
    }
  } else if (GMIME_IS_MESSAGE_PART(object)) {
    GMimeMessage* message = g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));
    GMimeObject* body = message != nullptr ? g_mime_message_get_mime_part(message) : nullptr;
    if (body != nullptr) {
      stack_.push_back({{body, message, {}}, entity, 1, step.frame});
    } else {
      self.defect = "an empty message";
    }
  } else {
    enter_attached_message(entity, step);
  }
}

// A message in base64 or quoted-printable (forbidden by RFC 2046, but used by mailers), an attached file, an
// HTTP message, a fragment, or a message nested deeper than GMime descends is parsed as a frame of its own.
void Walker::enter_attached_message(int entity, const Step& step) {
  Entity& self = out_.entities[static_cast<std::size_t>(entity)];
  if (opened_ != nullptr) return enter_frame(std::move(opened_), entity);
  const Frame& parent = *out_.frames[static_cast<std::size_t>(step.frame)];
  const std::string_view raw = raw_content_of(entity);
  auto frame = std::make_unique<Frame>();
  // Decoded content is at most a byte or two longer than its encoded form.
  if (decoded_bytes_ + raw.size() > limits_.decoded_bytes) {
    hit({entity, "nested messages of more than " + std::to_string(limits_.decoded_bytes) +
                     " bytes: this one is not read"});
    return;
  }
  frame->bytes = decode_transfer(raw, out_.read_encoding(entity), frame->owned);
  if (frame->bytes.empty()) {
    self.defect = "an empty message";
    return;
  }
  decoded_bytes_ += raw.size();
  if (frame->bytes.data() == raw.data() && parent.raw_base) {
    frame->raw_base = *parent.raw_base + static_cast<std::uint64_t>(raw.data() - parent.bytes.data());
  }
  if (is_http_type(out_.entities[static_cast<std::size_t>(entity)].content_type))
    return enter_http(std::move(frame), entity);
  if (!self.outlook_type.empty()) return enter_outlook(std::move(frame), entity);
  enter_frame(std::move(frame), entity);
}

void Walker::collect_fields(int index) {
  Entity& entity = out_.entities[static_cast<std::size_t>(index)];
  Node& node = out_.nodes[static_cast<std::size_t>(index)];
  entity.first_field = static_cast<std::uint32_t>(out_.fields.size());
  const Frame& frame = *out_.frames[static_cast<std::size_t>(entity.frame)];
  if (!frame.heading.empty() && node.message == frame.message.get()) {
    out_.fields.insert(out_.fields.end(), frame.heading.begin(), frame.heading.end());
  } else {
    append_fields_of_gmime(node, frame);
  }
  const auto first = out_.fields.begin() + entity.first_field;
  bool is_cut = false;
  std::for_each(first, out_.fields.end(), [&](Field& field) {
    is_cut = is_cut || field.raw_value.size() > limits_.field_bytes;
    field.raw_value = field.raw_value.substr(0, limits_.field_bytes);
  });
  if (is_cut) {
    hit({entity.parent, "a header field of more than " + std::to_string(limits_.field_bytes) +
                            " bytes: the rest of it is not read"});
  }
  entity.field_count = static_cast<std::uint32_t>(out_.fields.end() - first);
  find_mime_fields(entity, node.mime);
}

// GMime stores a message's Content-* fields with its MIME part and all others with the message. Sorting
// by offset merges the two lists into one header.
void Walker::append_fields_of_gmime(const Node& node, const Frame& frame) {
  const auto first = static_cast<std::ptrdiff_t>(out_.fields.size());
  for (GMimeObject* owner : {node.message != nullptr ? GMIME_OBJECT(node.message) : nullptr, node.object}) {
    if (owner == nullptr) continue;
    GMimeHeaderList* list = g_mime_object_get_header_list(owner);
    const int count = list != nullptr ? g_mime_header_list_get_count(list) : 0;
    for (int i = 0; i < count; ++i) {
      GMimeHeader* header = g_mime_header_list_get_header_at(list, i);
      const char* name = g_mime_header_get_name(header);
      const char* value = g_mime_header_get_raw_value(header);
      if (name == nullptr || value == nullptr) continue;
      Field field{name, value, frame.place_of(g_mime_header_get_offset(header))};
      if (frame.is_masked) field = unmasked(field, g_mime_header_get_raw_name(header), frame);
      out_.fields.push_back(field);
    }
  }
  if (node.message == nullptr) return;
  std::sort(out_.fields.begin() + first, out_.fields.end(),
            [](const Field& a, const Field& b) { return a.offset < b.offset; });
}

// Returns the original of a field that was masked for GMime; both have the same length. GMime reports a
// wrong offset for a first field that is preceded by lines that are not fields.
Field Walker::unmasked(const Field& field, const char* raw_name, const Frame& frame) const {
  const std::string_view bytes = frame.bytes;
  const std::size_t size = raw_name != nullptr ? std::string_view(raw_name).size() : field.name.size();
  auto at = static_cast<std::size_t>(std::max<std::int64_t>(field.offset, 0));
  const auto is_here = [&] { return bytes.find_first_of(":\n", at) == at + size && bytes[at + size] == ':'; };
  while (at < bytes.size() && !is_here()) at = std::min(bytes.find('\n', at), bytes.size() - 1) + 1;
  if (at + size >= bytes.size()) return field;
  return {bytes.substr(at, field.name.size()), bytes.substr(at + size + 1, field.raw_value.size()),
          static_cast<std::int64_t>(at)};
}

void Walker::find_mime_fields(const Entity& entity, MimeFields& mime) {
  for (std::uint32_t i = 0; i < entity.field_count; ++i) {
    const Field& field = out_.fields[entity.first_field + i];
    if (field.name.size() < 10 || (field.name[0] | 0x20) != 'c') continue;
    const auto place = static_cast<std::int32_t>(i);
    if (ascii::equals_ignoring_case(field.name, "Content-Type")) {
      has_second_type_ = has_second_type_ || mime.type >= 0;
      if (mime.type < 0) mime.type = place;
    } else if (ascii::equals_ignoring_case(field.name, "Content-Disposition")) {
      mime.disposition = place;
    } else if (mime.encoding < 0 && ascii::equals_ignoring_case(field.name, "Content-Transfer-Encoding")) {
      mime.encoding = place;
    } else if (mime.id < 0 && ascii::equals_ignoring_case(field.name, "Content-ID")) {
      mime.id = place;
    }
  }
}

// True if there is a Content-Type that is not of the form "type/subtype". Such an entity is plain text
// (RFC 2045 section 5.2), but GMime reports application/octet-stream.
bool Walker::has_broken_type(int entity) const {
  const Field* type = out_.field(entity, &MimeFields::type);
  if (type == nullptr) return false;
  const std::string value = without_comments(type->raw_value);
  const std::size_t slash = value.substr(0, value.find(';')).find('/');
  return slash == std::string::npos || slash == 0 || slash + 1 >= value.size() || value[slash + 1] == ';';
}

// True if the value contains ".eml", ".mht" or ".p7m" in any case, or may hide it by escapes, RFC 2231 or
// encoded words.
bool may_name_message(std::string_view raw_value) {
  for (std::size_t at = raw_value.find_first_of(".=*\\"); at != std::string_view::npos;
       at = raw_value.find_first_of(".=*\\", at + 1)) {
    if (raw_value[at] == '*' || raw_value[at] == '\\') return true;
    const std::string_view here = raw_value.substr(at, 4);
    if (here.starts_with("=?") || ascii::ends_with_ignoring_case(here, ".eml") ||
        ascii::ends_with_ignoring_case(here, ".mht") || ascii::ends_with_ignoring_case(here, ".p7m"))
      return true;
  }
  return false;
}

bool Walker::is_attached_message(int entity) const {
  return names_file(entity, {".eml", ".mht", ".mhtml"});
}

// True if the file name of Content-Disposition, or else of Content-Type, has one of these endings.
bool Walker::names_file(int entity, std::initializer_list<std::string_view> endings) const {
  for (const auto& [which, parameter] :
       {std::pair(&MimeFields::disposition, "filename"), std::pair(&MimeFields::type, "name")}) {
    const Field* field = out_.field(entity, which);
    if (field == nullptr || !may_name_message(field->raw_value)) continue;
    const auto name = read_parameter(field->raw_value, parameter);
    if (!name) continue;
    return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) {
      return ascii::ends_with_ignoring_case(name->value, ending);
    });
  }
  return false;
}

// True for a web page in one file that is called a document of Office: Word and Excel save such pages as .doc
// and .xls, and open them.
bool Walker::is_page_of_office(int entity) const {
  const Entity& self = out_.entities[static_cast<std::size_t>(entity)];
  if (!self.content_type.starts_with("application/")) return false;
  std::string name;
  for (const auto& [which, parameter] :
       {std::pair(&MimeFields::disposition, "filename"), std::pair(&MimeFields::type, "name")}) {
    const Field* field = out_.field(entity, which);
    const auto value = field != nullptr ? read_parameter(field->raw_value, parameter) : std::nullopt;
    if (value && name.empty()) name = value->value;
  }
  if (!is_office_name(self.content_type, name) && self.content_type != "application/x-mimearchive")
    return false;
  const Frame& frame = *out_.frames[static_cast<std::size_t>(self.frame)];
  const std::string_view raw = raw_content(frame, out_.nodes[static_cast<std::size_t>(entity)].object);
  std::string buffer;
  return begins_like_mime(decode_start(raw, out_.read_encoding(entity), 1500, buffer));
}

// Opens S/MIME whose content needs no key (RFC 8551 section 3.2). Its type is that of the CMS, whatever the
// parameter smime-type says.
void Walker::open_cms_of(int index) {
  Entity& entity = out_.entities[static_cast<std::size_t>(index)];
  const bool is_named = entity.content_type.starts_with("application/") && names_file(index, {".p7m"});
  if (!is_cms_type(entity.content_type) && !is_named) return;
  const std::string_view raw = raw_content_of(index);
  const std::uint64_t left = limits_.decoded_bytes - std::min(limits_.decoded_bytes, decoded_bytes_);
  auto frame = std::make_unique<Frame>();
  OpenedCms opened;
  if (raw.size() <= left) {
    frame->bytes = decode_transfer(raw, out_.read_encoding(index), frame->owned);
    opened = open_cms(frame->bytes, left - raw.size());
  }
  decoded_bytes_ += std::min<std::uint64_t>(raw.size(), left) + opened.owned.size();
  if (raw.size() > left || opened.is_cut) {
    hit({index, "signed content of more than " + std::to_string(limits_.decoded_bytes) +
                    " bytes: the rest is not read"});
  }
  entity.cms = opened.kind;
  if (opened.kind != CmsKind::kContent) return;
  entity.kind = Kind::kMessage;
  frame->bytes = opened.content();
  if (opened.is_owned) {
    frame->owned = std::move(opened.owned);
    frame->bytes = std::string_view(frame->owned).substr(opened.start, opened.size);
  }
  if (opened.is_damaged) frame->defect = "the signed content ends too early";
  frame->is_recoded = true;
  opened_ = std::move(frame);
}

// The media type of a content that is a file of Outlook, whatever it declares; else empty. Nearly all
// contents begin otherwise.
std::string_view Walker::outlook_type(int entity) {
  const std::string_view raw = raw_content_of(entity);
  const TransferEncoding encoding = out_.read_encoding(entity);
  std::string buffer;
  if (!outlook::begins_like_outlook(decode_start(raw, encoding, outlook::kMagicBytes, buffer))) return {};
  out_.entities[static_cast<std::size_t>(entity)].is_skipped = !skip_reason(entity).empty();
  if (out_.entities[static_cast<std::size_t>(entity)].is_skipped) return {};
  const Watched watched(entity);
  return outlook::media_type(outlook::format_of(decode_transfer(raw, encoding, buffer)));
}

// True for the first fragment of a message (RFC 2046 section 5.2.2): it begins with the inner header.
bool Walker::is_first_fragment(int entity) const {
  if (out_.entities[static_cast<std::size_t>(entity)].content_type != "message/partial") return false;
  const Field* type = out_.field(entity, &MimeFields::type);
  if (type == nullptr) return false;
  const auto number = read_parameter(type->raw_value, "number");
  return !number || ascii::trimmed(number->value) == "1";
}

}  // namespace

Parser::Parser() {
  static std::once_flag once;
  std::call_once(once, g_mime_init);
  state_ = std::make_unique<State>();
}
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;

Message Parser::parse(std::string_view bytes, const Limits& limits) {
  Record record;
  record.bytes = bytes;
  return parse(record, limits);
}

Message Parser::parse(const Record& record, const Limits& limits) {
  const std::string_view bytes = record.bytes;

  // GMime opens a converter for every encoded word. For that, the C library loads a module of the
  // charset, which takes as long as parsing a message, and unloads it soon unless another converter is
  // open. Therefore converters of the charsets common in mail are kept open. Runs over few messages do
  // without.
  constexpr int kMany = 200;
  static std::atomic<int> parsed = 0;
  if (parsed < kMany && ++parsed == kMany) charset::load_common();

  // Nested messages that are decoded and parsed again add up to the length of the message times their
  // levels.
  constexpr std::uint64_t kLeastDecoded = std::uint64_t{16} << 20, kDecodedPerByte = 8;
  Limits bounded = limits;
  bounded.depth = std::min<std::uint64_t>(limits.depth, 1000);
  bounded.groups = std::min(limits.groups, kMaxGroups);
  bounded.decoded_bytes = message_bound(limits.decoded_bytes, Limits().decoded_bytes,
                                        kLeastDecoded + kDecodedPerByte * bytes.size());

  // GMime reads the last of several Content-Type fields. If a second one is found, everything is parsed
  // again from a copy in which all but the first are hidden.
  for (bool careful = false;; careful = true) {
    auto out = std::make_unique<Message::State>();
    Walker walker(*state_, *out, bounded, careful);
    if (bytes.size() > kMaxFrameBytes) walker.hit({-1, "longer than 4 GiB: the rest is not read"});
    auto frame = std::make_unique<Frame>();
    frame->bytes = bytes.substr(0, kMaxFrameBytes);
    frame->raw_base = 0;
    if (record.kind == RecordKind::kWarc) {
      walker.enter_warc(std::move(frame));
    } else if (record.kind == RecordKind::kDocument) {
      walker.enter_document(std::move(frame), record);
    } else if (outlook::begins_like_outlook(bytes)) {
      walker.enter_outlook(std::move(frame), -1);
    } else {
      walker.enter_frame(std::move(frame), -1);
    }
    std::vector<Walker::Step>& stack = walker.stack();
    while (!stack.empty() && (careful || !walker.has_second_type())) {
      const Walker::Step step = stack.back();
      stack.pop_back();
      if (out->entities.size() >= std::max<std::uint64_t>(bounded.parts, 1)) {
        walker.hit({step.parent, std::string(kTooManyParts)});
        break;
      }
      walker.visit(step);
    }
    if (careful || !walker.has_second_type()) return Message(std::move(out));
  }
}

}  // namespace mimebase::walk
