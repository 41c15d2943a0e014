// The floor of the benchmark: what GMime alone takes to do the part of the work that is GMime's. It
// parses an mbox with GMime's own mbox parser, walks all parts, those of nested messages too, and decodes
// the text parts.
//
//   gmime_floor [--stream mmap|file] [--sink null|memory] [--parse-only] MBOX
//
// The defaults are the fastest of these. Measured on 300 MB of real mail (31,628 messages, 97,949 parts, 101
// MB of decoded text) in user and system seconds: 1.47 as it is, of which 1.43 for parsing; 1.53 with memory
// instead of null, 1.66 with file instead of mmap. g_mime_stream_mem_new_with_buffer() would copy the mbox.
#include <fcntl.h>
#include <gmime/gmime.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

namespace {

struct Options {
  bool mapped = true;
  bool sink_is_null = true;
  bool decode = true;
  const char* path = nullptr;
};

struct Counts {
  std::uint64_t messages = 0;
  std::uint64_t parts = 0;
  std::uint64_t text_parts = 0;
  std::uint64_t decoded_bytes = 0;
};

bool is_text(GMimeObject* part) {
  GMimeContentType* type = g_mime_object_get_content_type(part);
  return type != nullptr && g_mime_content_type_is_type(type, "text", "*") != FALSE;
}

void decode(GMimePart* part, GMimeStream* sink, Counts& counts) {
  GMimeDataWrapper* content = g_mime_part_get_content(part);
  if (content == nullptr) return;
  ++counts.text_parts;
  const ssize_t written = g_mime_data_wrapper_write_to_stream(content, sink);
  if (written > 0) counts.decoded_bytes += static_cast<std::uint64_t>(written);
  g_mime_stream_reset(sink);
}

// All parts below `message`; nothing in GMime's own walk enters nested messages.
void walk(GMimeMessage* message, const Options& options, GMimeStream* sink, Counts& counts,
          std::vector<GMimeObject*>& stack) {
  stack.push_back(g_mime_message_get_mime_part(message));
  while (!stack.empty()) {
    GMimeObject* part = stack.back();
    stack.pop_back();
    if (part == nullptr) continue;
    ++counts.parts;
    if (GMIME_IS_MULTIPART(part)) {
      auto* multipart = GMIME_MULTIPART(part);
      for (int i = g_mime_multipart_get_count(multipart); i > 0; --i) {
        stack.push_back(g_mime_multipart_get_part(multipart, i - 1));
      }
    } else if (GMIME_IS_MESSAGE_PART(part)) {
      GMimeMessage* nested = g_mime_message_part_get_message(GMIME_MESSAGE_PART(part));
      if (nested != nullptr) stack.push_back(g_mime_message_get_mime_part(nested));
    } else if (GMIME_IS_PART(part) && options.decode && is_text(part)) {
      decode(GMIME_PART(part), sink, counts);
    }
  }
}

GMimeStream* open_stream(const Options& options) {
  if (!options.mapped) return g_mime_stream_fs_open(options.path, O_RDONLY, 0, nullptr);
  const int descriptor = open(options.path, O_RDONLY);
  return descriptor < 0 ? nullptr : g_mime_stream_mmap_new(descriptor, PROT_READ, MAP_PRIVATE);
}

Counts run(GMimeStream* stream, const Options& options) {
  Counts counts;
  GMimeParser* parser = g_mime_parser_new_with_stream(stream);
  g_mime_parser_set_format(parser, GMIME_FORMAT_MBOX);
  g_mime_parser_set_persist_stream(parser, TRUE);
  GMimeStream* sink = options.sink_is_null ? g_mime_stream_null_new() : g_mime_stream_mem_new();
  std::vector<GMimeObject*> stack;
  while (g_mime_parser_eos(parser) == FALSE) {
    GMimeMessage* message = g_mime_parser_construct_message(parser, nullptr);
    if (message == nullptr) break;
    ++counts.messages;
    walk(message, options, sink, counts, stack);
    g_object_unref(message);
  }
  g_object_unref(sink);
  g_object_unref(parser);
  return counts;
}

bool read_options(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const std::string_view value = i + 1 < argc ? argv[i + 1] : "";
    if (word == "--parse-only") {
      options.decode = false;
    } else if (word == "--stream" && (value == "mmap" || value == "file")) {
      options.mapped = value == "mmap";
      ++i;
    } else if (word == "--sink" && (value == "null" || value == "memory")) {
      options.sink_is_null = value == "null";
      ++i;
    } else if (word.substr(0, 2) != "--" && options.path == nullptr) {
      options.path = argv[i];
    } else {
      return false;
    }
  }
  return options.path != nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!read_options(argc, argv, options)) {
    std::fprintf(stderr,
                 "usage: gmime_floor [--stream mmap|file] [--sink null|memory] [--parse-only] MBOX\n");
    return 2;
  }
  g_mime_init();
  GMimeStream* stream = open_stream(options);
  if (stream == nullptr) {
    std::fprintf(stderr, "gmime_floor: cannot open %s\n", options.path);
    return 1;
  }
  const Counts counts = run(stream, options);
  g_object_unref(stream);
  std::printf("messages %llu parts %llu text-parts %llu decoded-bytes %llu\n",
              static_cast<unsigned long long>(counts.messages), static_cast<unsigned long long>(counts.parts),
              static_cast<unsigned long long>(counts.text_parts),
              static_cast<unsigned long long>(counts.decoded_bytes));
  return 0;
}
