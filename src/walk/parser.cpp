// Walks what GMime parsed into the entities of a Message.
#include <gmime/gmime.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

#include "walk/field_value.h"
#include "walk/message.h"
#include "walk/message_state.h"
#include "walk/transfer_encoding.h"

namespace mimebase::walk {
namespace {

// GLib's arrays count in 32 bits.
constexpr std::size_t kMaxFrameBytes = 0xFFFFFFFFU;

bool ends_with_ignoring_case(std::string_view text, std::string_view end) {
  return text.size() >= end.size() &&
         g_ascii_strncasecmp(text.data() + text.size() - end.size(), end.data(), end.size()) == 0;
}

bool is_message_type(const std::string& content_type) {
  return content_type == "message/rfc822" || content_type == "message/rfc2822" ||
         content_type == "message/global" || content_type == "message/news";
}

struct FreeOptions {
  void operator()(GMimeParserOptions* options) const { g_mime_parser_options_free(options); }
};

}  // namespace

struct Parser::State {
  State() {
    // Parameters with bytes that are no UTF-8 are windows-1252, as all header fields are.
    const char* fallback[] = {"utf-8", "windows-1252", nullptr};
    g_mime_parser_options_set_fallback_charsets(options.get(), fallback);
  }

  GPointer<GMimeParser> parser = adopt(g_mime_parser_new());
  std::unique_ptr<GMimeParserOptions, FreeOptions> options{g_mime_parser_options_new()};

  GPointer<GMimeMessage> parse_frame(Frame& frame) const;
  GPointer<GMimeMessage> parse_bytes(Frame& frame) const;
};

namespace {

// Walks the frames depth first, with a stack of its own: GMime's foreach never enters a message/rfc822, and
// recursion would let a message choose our stack's depth.
class Walker {
 public:
  Walker(const Parser::State& parser, Message::State& out, const Limits& limits);
  void walk(std::string_view bytes);

 private:
  struct Step {
    Node node;
    int parent = -1;
    int number = 1;
    int frame = 0;
  };

  void enter_frame(std::unique_ptr<Frame> frame, int parent);
  void visit(const Step& step);
  void descend(int entity, const Step& step);
  void descend_into_multipart(int entity, const Step& step);
  void descend_into_message(int entity, const Step& step);
  void enter_attached_message(int entity, const Step& step);
  void collect_fields(Entity& entity, const Node& node);
  [[nodiscard]] bool has_broken_type(const Entity& entity) const;
  [[nodiscard]] bool is_attached_message(const Entity& entity, GMimeObject* object) const;

  const Parser::State& parser_;
  Message::State& out_;
  Limits limits_;
  std::vector<Step> stack_;
};

Walker::Walker(const Parser::State& parser, Message::State& out, const Limits& limits)
    : parser_(parser), out_(out), limits_(limits) {
  limits_.depth = std::min<std::uint64_t>(limits_.depth, 1000);
}

void Walker::walk(std::string_view bytes) {
  auto frame = std::make_unique<Frame>();
  frame->bytes = bytes.substr(0, kMaxFrameBytes);
  frame->raw_base = 0;
  enter_frame(std::move(frame), -1);
  while (!stack_.empty()) {
    const Step step = stack_.back();
    stack_.pop_back();
    visit(step);
  }
}

void Walker::enter_frame(std::unique_ptr<Frame> frame, int parent) {
  frame->message = parser_.parse_frame(*frame);
  Step step;
  step.parent = parent;
  step.frame = static_cast<int>(out_.frames.size());
  step.node.message = frame->message.get();
  if (step.node.message != nullptr) step.node.object = g_mime_message_get_mime_part(step.node.message);
  out_.frames.push_back(std::move(frame));
  stack_.push_back(step);
}

void Walker::visit(const Step& step) {
  const int index = static_cast<int>(out_.entities.size());
  const Entity* around = step.parent >= 0 ? &out_.entities[static_cast<std::size_t>(step.parent)] : nullptr;
  Entity entity;
  entity.parent = step.parent;
  entity.number = step.number;
  entity.frame = step.frame;
  entity.depth = around != nullptr ? around->depth + 1 : 0;
  entity.is_message_body = around == nullptr || around->kind == Kind::kMessage;
  entity.in_encrypted =
      around != nullptr && (around->in_encrypted || around->content_type == "multipart/encrypted");
  if (entity.is_message_body) {
    entity.message = static_cast<int>(out_.messages.size());
    out_.messages.push_back(step.node.message);
  } else {
    entity.message = around->message;
  }
  entity.content_type = "text/plain";
  if (step.node.object != nullptr) {
    GMimeContentType* type = g_mime_object_get_content_type(step.node.object);
    const char* media_type = type != nullptr ? g_mime_content_type_get_media_type(type) : nullptr;
    const char* subtype = type != nullptr ? g_mime_content_type_get_media_subtype(type) : nullptr;
    if (media_type != nullptr && subtype != nullptr)
      entity.content_type = lower(media_type) + '/' + lower(subtype);
  }
  if (GMIME_IS_MULTIPART(step.node.object)) entity.kind = Kind::kMultipart;
  if (GMIME_IS_MESSAGE_PART(step.node.object)) entity.kind = Kind::kMessage;
  collect_fields(entity, step.node);
  if (entity.content_type == "application/octet-stream" && has_broken_type(entity))
    entity.content_type = "text/plain";
  if (entity.kind == Kind::kLeaf && step.node.object != nullptr &&
      (is_message_type(entity.content_type) || is_attached_message(entity, step.node.object))) {
    entity.kind = Kind::kMessage;
  }
  out_.entities.push_back(std::move(entity));
  out_.nodes.push_back(step.node);
  descend(index, step);
}

void Walker::descend(int entity, const Step& step) {
  Entity& self = out_.entities[static_cast<std::size_t>(entity)];
  if (self.kind == Kind::kLeaf) return;
  if (static_cast<std::uint64_t>(self.depth) >= limits_.depth) {
    self.too_deep = true;
  } else if (self.kind == Kind::kMultipart) {
    descend_into_multipart(entity, step);
  } else if (GMIME_IS_MESSAGE_PART(step.node.object)) {
    descend_into_message(entity, step);
  } else {
    enter_attached_message(entity, step);
  }
}

void Walker::descend_into_multipart(int entity, const Step& step) {
  auto* multipart = GMIME_MULTIPART(step.node.object);
  const int count = g_mime_multipart_get_count(multipart);
  if (count <= 0) {
    const bool has_boundary =
        g_mime_object_get_content_type_parameter(step.node.object, "boundary") != nullptr;
    out_.entities[static_cast<std::size_t>(entity)].defect =
        has_boundary ? "no part: its boundary never comes" : "no boundary parameter";
  }
  for (int i = count - 1; i >= 0; --i) {
    GMimeObject* child = g_mime_multipart_get_part(multipart, i);
    if (child != nullptr) stack_.push_back({{child, nullptr}, entity, i + 1, step.frame});
  }
}

void Walker::descend_into_message(int entity, const Step& step) {
  GMimeMessage* message = g_mime_message_part_get_message(GMIME_MESSAGE_PART(step.node.object));
  GMimeObject* body = message != nullptr ? g_mime_message_get_mime_part(message) : nullptr;
  if (body != nullptr) {
    stack_.push_back({{body, message}, entity, 1, step.frame});
  } else {
    out_.entities[static_cast<std::size_t>(entity)].defect = "an empty message";
  }
}

// A message in base64 or quoted-printable (which RFC 2046 forbids and mailers do), an attached file, or a
// message deeper than GMime goes: a frame of its own.
void Walker::enter_attached_message(int entity, const Step& step) {
  const Frame& around = *out_.frames[static_cast<std::size_t>(step.frame)];
  const std::string_view raw = raw_content(around, step.node.object);
  auto frame = std::make_unique<Frame>();
  frame->bytes = decode_transfer(raw, content_encoding(step.node.object), frame->owned);
  if (frame->bytes.empty()) {
    out_.entities[static_cast<std::size_t>(entity)].defect = "an empty message";
    return;
  }
  if (frame->bytes.data() == raw.data() && around.raw_base) {
    frame->raw_base = *around.raw_base + static_cast<std::uint64_t>(raw.data() - around.bytes.data());
  }
  enter_frame(std::move(frame), entity);
}

// GMime keeps a message's Content-* fields on its MIME part and all others on the message: one heading, two
// lists. Their offsets put them in order again.
void Walker::collect_fields(Entity& entity, const Node& node) {
  entity.first_field = static_cast<std::uint32_t>(out_.fields.size());
  std::array<GMimeObject*, 2> owners = {node.message != nullptr ? GMIME_OBJECT(node.message) : nullptr,
                                        node.object};
  for (GMimeObject* owner : owners) {
    if (owner == nullptr) continue;
    GMimeHeaderList* list = g_mime_object_get_header_list(owner);
    const int count = list != nullptr ? g_mime_header_list_get_count(list) : 0;
    for (int i = 0; i < count; ++i) {
      GMimeHeader* header = g_mime_header_list_get_header_at(list, i);
      const char* name = g_mime_header_get_name(header);
      const char* value = g_mime_header_get_raw_value(header);
      if (name != nullptr && value != nullptr) {
        out_.fields.push_back({name, value, g_mime_header_get_offset(header)});
      }
    }
  }
  const auto first = out_.fields.begin() + entity.first_field;
  if (node.message != nullptr) {
    std::sort(first, out_.fields.end(), [](const Field& a, const Field& b) { return a.offset < b.offset; });
  }
  entity.field_count = static_cast<std::uint32_t>(out_.fields.end() - first);
}

// True if Content-Type is there and is no "type/subtype": that is plain text (RFC 2045 section 5.2), where
// GMime says application/octet-stream.
bool Walker::has_broken_type(const Entity& entity) const {
  for (std::uint32_t i = 0; i < entity.field_count; ++i) {
    const Field& field = out_.fields[entity.first_field + i];
    if (g_ascii_strcasecmp(field.name.data(), "Content-Type") != 0) continue;
    const std::string value = without_comments(field.raw_value);
    const std::size_t slash = value.substr(0, value.find(';')).find('/');
    return slash == std::string::npos || slash == 0 || slash + 1 >= value.size() || value[slash + 1] == ';';
  }
  return false;
}

// ".eml" or ".mht" in any case, or an encoding (RFC 2047, RFC 2231) that may hide it.
bool names_attached_message(std::string_view raw_value) {
  for (std::size_t dot = raw_value.find_first_of(".=%"); dot != std::string_view::npos;
       dot = raw_value.find_first_of(".=%", dot + 1)) {
    const std::string_view end = raw_value.substr(dot);
    if (end.starts_with("=?") || end.starts_with("%2")) return true;
    if (ends_with_ignoring_case(end.substr(0, 4), ".eml") ||
        ends_with_ignoring_case(end.substr(0, 4), ".mht")) {
      return true;
    }
  }
  return false;
}

bool Walker::is_attached_message(const Entity& entity, GMimeObject* object) const {
  // GMime's decoding of the name is not free: first a look whether there can be one of these.
  bool could_be = false;
  for (std::uint32_t i = 0; i < entity.field_count; ++i) {
    const Field& field = out_.fields[entity.first_field + i];
    if (field.name.size() < 12 || g_ascii_strncasecmp(field.name.data(), "Content-", 8) != 0) continue;
    could_be = could_be || names_attached_message(field.raw_value);
  }
  if (!could_be) return false;
  const char* name = g_mime_part_get_filename(GMIME_PART(object));
  return name != nullptr && (ends_with_ignoring_case(name, ".eml") || ends_with_ignoring_case(name, ".mht") ||
                             ends_with_ignoring_case(name, ".mhtml"));
}

// Where the first line that could be a header field starts, looking no further than 64 lines.
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

}  // namespace

GPointer<GMimeMessage> Parser::State::parse_bytes(Frame& frame) const {
  frame.view = std::make_unique<ByteView>(frame.bytes);
  const GPointer<GMimeStream> stream = adopt(g_mime_stream_mem_new());
  g_mime_stream_mem_set_byte_array(GMIME_STREAM_MEM(stream.get()), frame.view->get());
  g_mime_stream_mem_set_owner(GMIME_STREAM_MEM(stream.get()), FALSE);
  g_mime_parser_init_with_stream(parser.get(), stream.get());
  return adopt(g_mime_parser_construct_message(parser.get(), options.get()));
}

// GMime gives up on a message whose first line is no header field, or whose last one is cut in its name.
// Nothing may be lost: such a message is parsed again from its first field on, with an end put to its
// heading; and if that fails as well it has no heading, and is all body.
GPointer<GMimeMessage> Parser::State::parse_frame(Frame& frame) const {
  GPointer<GMimeMessage> message = parse_bytes(frame);
  if (message != nullptr && g_mime_message_get_mime_part(message.get()) != nullptr) return message;
  const std::size_t skip = first_field_line(frame.bytes);
  if (skip == std::string_view::npos) return nullptr;
  message.reset();
  std::string completed(frame.bytes.substr(skip));
  completed += "\n\n";
  frame.owned = std::move(completed);
  frame.bytes = frame.owned;
  if (frame.raw_base) *frame.raw_base += skip;
  message = parse_bytes(frame);
  frame.bytes.remove_suffix(2);  // the end that was put there is none of the message
  if (message != nullptr && g_mime_message_get_mime_part(message.get()) != nullptr) return message;
  return nullptr;
}

namespace {

void init_gmime_once() {
  static std::once_flag once;
  std::call_once(once, g_mime_init);
}

// GMime opens a converter for every encoded word. The C library loads a charset's module for that, which
// takes as long as parsing a message, and unloads it soon unless somebody has a converter open: so one is, of
// those that mail is full of. A run over few messages does without.
void keep_common_charsets_loaded() {
  constexpr std::array kCharsets = {
      "iso-8859-1", "iso-8859-2", "iso-8859-15", "windows-1251", "windows-1252", "koi8-r", "iso-2022-jp",
      "shift_jis",  "euc-jp",     "euc-kr",      "gbk",          "big5",         "utf-7"};
  static std::array<GIConv, kCharsets.size()> converters;  // for the rest of the process
  std::transform(kCharsets.begin(), kCharsets.end(), converters.begin(),
                 [](const char* charset) { return g_iconv_open("UTF-8", charset); });
}

}  // namespace

Parser::Parser() {
  init_gmime_once();
  state_ = std::make_unique<State>();
}
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;

Message Parser::parse(std::string_view bytes, const Limits& limits) {
  constexpr int kMany = 200;
  static std::atomic<int> parsed = 0;
  if (parsed < kMany && ++parsed == kMany) keep_common_charsets_loaded();
  auto out = std::make_unique<Message::State>();
  Walker(*state_, *out, limits).walk(bytes);
  return Message(std::move(out));
}

}  // namespace mimebase::walk
