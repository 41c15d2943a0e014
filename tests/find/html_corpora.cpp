#include "html_corpora.h"

#include <gmime/gmime.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "support.h"

namespace mimebase::find::test {
namespace {

struct Unref {
  void operator()(gpointer object) const { g_object_unref(object); }
};
template <typename T>
using Owned = std::unique_ptr<T, Unref>;

constexpr int kMaxDepth = 50;

std::string decoded_content(GMimePart* part) {
  GMimeDataWrapper* content = g_mime_part_get_content(part);
  if (content == nullptr) return {};
  const Owned<GMimeStream> stream(g_mime_stream_mem_new());
  g_mime_data_wrapper_write_to_stream(content, stream.get());
  const GByteArray* bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream.get()));
  return {reinterpret_cast<const char*>(bytes->data), bytes->len};
}

bool is_html(GMimeObject* object) {
  GMimeContentType* type = g_mime_object_get_content_type(object);
  return type != nullptr && (g_mime_content_type_is_type(type, "text", "html") ||
                             g_mime_content_type_is_type(type, "application", "xhtml+xml"));
}

void collect_parts(GMimeObject* object, int depth, std::vector<std::string>& parts) {
  if (object == nullptr || depth > kMaxDepth) return;
  if (GMIME_IS_MULTIPART(object)) {
    auto* multipart = GMIME_MULTIPART(object);
    for (int i = 0; i < g_mime_multipart_get_count(multipart); ++i) {
      collect_parts(g_mime_multipart_get_part(multipart, i), depth + 1, parts);
    }
  } else if (GMIME_IS_MESSAGE_PART(object)) {
    GMimeMessage* message = g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));
    if (message != nullptr) collect_parts(g_mime_message_get_mime_part(message), depth + 1, parts);
  } else if (GMIME_IS_PART(object) && is_html(object)) {
    parts.push_back(decoded_content(GMIME_PART(object)));
  }
}

std::vector<std::string> parts_of(const std::string& bytes, CorpusCounts& counts) {
  const Owned<GMimeStream> stream(g_mime_stream_mem_new_with_buffer(bytes.data(), bytes.size()));
  const Owned<GMimeParser> parser(g_mime_parser_new_with_stream(stream.get()));
  const bool mbox = bytes.starts_with("From ");
  g_mime_parser_set_format(parser.get(), mbox ? GMIME_FORMAT_MBOX : GMIME_FORMAT_MESSAGE);
  std::vector<std::string> parts;
  do {
    const Owned<GMimeMessage> message(g_mime_parser_construct_message(parser.get(), nullptr));
    if (message == nullptr) break;
    ++counts.messages;
    collect_parts(g_mime_message_get_mime_part(message.get()), 0, parts);
  } while (mbox && !g_mime_parser_eos(parser.get()));
  return parts;
}

}  // namespace

CorpusCounts for_each_html_part(const std::function<void(const std::string&, std::string_view)>& visit) {
  g_mime_init();
  std::vector<std::filesystem::path> files;
  for (const char* folder : {"mail", "mhtml"}) {
    const auto root = mimebase::test::corpora() / folder;
    if (!std::filesystem::exists(root)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  CorpusCounts counts;
  for (const auto& file : files) {
    ++counts.files;
    int number = 0;
    for (const std::string& part : parts_of(mimebase::test::read_file(file), counts)) {
      ++counts.parts;
      counts.bytes += part.size();
      visit(file.filename().string() + "#" + std::to_string(++number), part);
    }
  }
  return counts;
}

}  // namespace mimebase::find::test
