#include "documents/office/ole_object.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "binary/compound_file.h"
#include "binary/cursor.h"
#include "binary/strings.h"
#include "charset/charset.h"
#include "documents/office/compound_streams.h"
#include "documents/reporting.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

using namespace std::string_view_literals;

// Class identifiers as they are stored: a URL moniker (MS-OSHARED section 2.3.7.6), and a file moniker
// (section 2.3.7.8).
constexpr std::string_view kUrlMoniker = "\xE0\xC9\xEA\x79\xF9\xBA\xCE\x11\x8C\x82\x00\xAA\x00\x4B\xA9\x0B"sv;
constexpr std::string_view kFileMoniker = "\x03\x03\0\0\0\0\0\0\xC0\0\0\0\0\0\0\x46"sv;

// The path of a file moniker, behind its class identifier.
std::string file_of_moniker(binary::Cursor& fields, Reading& reading, find::Sink& sink) {
  constexpr std::string_view kUp = "..\\";
  const std::uint32_t folders_up = fields.u16();
  const std::string_view ansi = fields.counted_string();
  fields.take(2 + 2 + 16 + 4);
  std::string_view utf16;
  if (fields.u32() > 6) {
    const std::uint32_t size = fields.u32();
    fields.u16();
    utf16 = fields.take(size);
  }
  // The class identifier alone, which other structures have too.
  if (fields.is_cut()) return {};
  const std::string path = utf16.empty() ? binary::from_ansi(ansi) : binary::from_utf16(utf16);
  if (path.empty() || is_url_or_path(path) || folders_up == 0) return path;
  // A number of two bytes, which stands for 200,000 characters that are compared, resolved and written.
  constexpr std::uint64_t kStepsPerFolder = 24;
  if (!reading.charge_steps(kStepsPerFolder * folders_up, sink)) return path;
  std::string whole;
  for (std::uint32_t i = 0; i < folders_up; ++i) whole += kUp;
  return whole + path.substr(path.starts_with('\\') ? 1 : 0);
}

// The URL of a URL moniker, behind its class identifier. One that is cut off has a wrong length, or is none.
std::string url_of_moniker(binary::Cursor& fields) {
  std::string url = binary::from_utf16(fields.take(fields.u32()));
  return fields.is_cut() && !is_url_or_path(url) ? std::string() : url;
}

}  // namespace

std::string take_moniker(binary::Cursor& fields, Reading& reading, find::Sink& sink) {
  const std::string_view class_id = fields.take(kUrlMoniker.size());
  if (class_id == kUrlMoniker) return url_of_moniker(fields);
  return class_id == kFileMoniker ? file_of_moniker(fields, reading, sink) : std::string();
}

// A moniker may claim to be so long that it hides the next one. It ends where that begins, so that no bytes
// are read twice.
void for_each_moniker(std::string_view bytes, Reading& reading, find::Sink& sink,
                      const std::function<void(std::string_view)>& use) {
  std::set<std::string> known;
  std::size_t url = bytes.find(kUrlMoniker), file = bytes.find(kFileMoniker);
  while (url != kNotFound || file != kNotFound) {
    const std::size_t at = std::min(url, file);
    if (at == url) {
      url = bytes.find(kUrlMoniker, at + kUrlMoniker.size());
    } else {
      file = bytes.find(kFileMoniker, at + kFileMoniker.size());
    }
    binary::Cursor fields(bytes.substr(at, std::min(url, file) - at));
    std::string reference = take_moniker(fields, reading, sink);
    if (reference.empty()) continue;
    const auto [position, is_new] = known.insert(std::move(reference));
    if (is_new) use(*position);
  }
}

namespace {

void report_monikers(std::string_view bytes, std::string_view context, std::string_view where,
                     Reading& reading, find::Sink& sink) {
  bool is_within = true;
  for_each_moniker(bytes, reading, sink, [&](std::string_view reference) {
    is_within = is_within && reading.charge_objects(1, sink);
    if (is_within) report({context, where, reference}, sink);
  });
}

// A file in the format of the Object Packager, behind a number of its size in a compound file.
void find_in_package(std::string_view bytes, std::string_view context, std::string_view where,
                     Reading& reading, find::Sink& sink) {
  constexpr std::uint32_t kLinked = 1;
  binary::Cursor fields(bytes);
  if (fields.u16() != 2) return;
  const std::string_view label = fields.nul_terminated();
  const std::string_view path = fields.nul_terminated();
  fields.u16();
  const std::uint32_t kind = fields.u16();
  if (fields.is_cut()) return;
  if (kind == kLinked) return report({context, where, binary::from_ansi(path)}, sink);
  fields.counted_string();  // where the file was copied from
  const std::string_view file = fields.take(fields.u32());
  if (!file.empty()) find_in_embedded(file, binary::from_ansi(label), where, reading, sink);
}

}  // namespace

constexpr std::string_view kPackageStream = "\1Ole10Native", kDocumentStream = "Package",
                           kLinkStream = "\1Ole";

bool is_ole_object_stream(std::string_view name) {
  return is_one_of(name, {kPackageStream, kDocumentStream, kLinkStream});
}

void find_in_ole_object_stream(std::string_view name, std::string_view stream, std::string_view context,
                               std::string_view where, Reading& reading, find::Sink& sink) {
  if (name == kPackageStream) {
    find_in_package(stream.substr(std::min<std::size_t>(4, stream.size())), context, where, reading, sink);
  } else if (name == kLinkStream) {
    report_monikers(stream, context, where, reading, sink);
  } else {
    find_in_embedded(stream, {}, where, reading, sink);
  }
}

void find_in_compound_file(std::string_view bytes, std::string_view context, std::string_view where,
                           Reading& reading, find::Sink& sink) {
  CompoundStreams streams(bytes, reading);
  binary::CompoundFile& file = streams.file();
  std::string buffer;
  ObjectStreams searched;
  std::vector<int> next = {file.first_child(file.root())};
  while (!next.empty()) {
    const int entry = next.back();
    next.pop_back();
    if (entry < 0) continue;
    if (!reading.charge_objects(1, sink)) return;
    next.push_back(file.next(entry));
    if (file.is_storage(entry)) {
      next.push_back(file.first_child(entry));
      continue;
    }
    const std::string name = file.name(entry);
    if (!is_ole_object_stream(name) || !searched.emplace(name, file.place(entry)).second) continue;
    const std::string_view stream = streams.read(entry, buffer, sink);
    find_in_ole_object_stream(name, stream, context, where, reading, sink);
  }
  if (file.is_damaged()) reading.damaged("an object in it is damaged");
}

void find_in_ole_object(std::string_view bytes, std::string_view context, std::string_view where,
                        Reading& reading, find::Sink& sink) {
  constexpr std::uint32_t kLinkedObject = 1;
  constexpr std::uint32_t kEmbeddedObject = 2;
  binary::Cursor fields(bytes);
  fields.u32();  // a version, which writers and readers ignore
  const std::uint32_t kind = fields.u32();
  const std::string_view class_name = fields.counted_string();
  const std::string_view topic = fields.counted_string();
  fields.counted_string();  // the item: a place in the file
  if (kind == kLinkedObject && !topic.empty()) {
    report({context, where, binary::from_ansi(topic)}, sink);
  } else if (kind == kEmbeddedObject) {
    const std::string_view data = fields.take(fields.u32());
    if (ascii::equals_ignoring_case(class_name, "Package")) {
      find_in_package(data, context, where, reading, sink);
    } else if (is_office97(data)) {
      // Its hyperlinks have monikers too, which are none of the object.
      return static_cast<void>(find_in_embedded(data, {}, where, reading, sink));
    } else if (binary::begins_compound_file(data)) {
      find_in_compound_file(data, context, where, reading, sink);
    } else if (!data.empty()) {
      find_in_embedded(data, {}, where, reading, sink);
    }
  }
  report_monikers(bytes, context, where, reading, sink);
}

}  // namespace mimebase::documents
