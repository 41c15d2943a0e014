#include "documents/ole_object.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "charset/charset.h"
#include "documents/binary_fields.h"
#include "documents/reporting.h"
#include "outlook/compound_file.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

using namespace std::string_view_literals;

// Class identifiers as they are stored: a URL moniker (MS-OSHARED section 2.3.7.6), and a file moniker
// (section 2.3.7.8).
constexpr std::string_view kUrlMoniker = "\xE0\xC9\xEA\x79\xF9\xBA\xCE\x11\x8C\x82\x00\xAA\x00\x4B\xA9\x0B"sv;
constexpr std::string_view kFileMoniker = "\x03\x03\0\0\0\0\0\0\xC0\0\0\0\0\0\0\x46"sv;

// Longer strings are no URLs and no paths.
constexpr std::size_t kMostBytes = 65'536;

// The path of a file moniker, behind its class identifier.
std::string file_of_moniker(Fields& fields) {
  const std::uint32_t folders_up = fields.number(2);
  const std::string_view ansi = fields.counted_string();
  fields.take(2 + 2 + 16 + 4);
  std::string_view utf16;
  if (fields.number(4) > 6) {
    const std::uint32_t size = fields.number(4);
    fields.number(2);
    utf16 = fields.take(size);
  }
  // What is cut off is no moniker. It is not decoded, because the next one is searched for inside it.
  if (fields.is_cut_off()) return {};
  const std::string path =
      utf16.empty() ? from_ansi(ansi.substr(0, kMostBytes)) : from_utf16(utf16.substr(0, kMostBytes));
  constexpr std::uint32_t kMostUp = 32;
  std::string up;
  if (path.empty() || is_url_or_path(path)) return path;
  for (std::uint32_t i = 0; i < std::min(folders_up, kMostUp); ++i) up += "..\\";
  return up + path.substr(!up.empty() && path.starts_with('\\') ? 1 : 0);
}

// The URL of a URL moniker, behind its class identifier.
std::string url_of_moniker(Fields& fields) {
  const std::string_view utf16 = fields.take(fields.number(4));
  return fields.is_cut_off() ? std::string() : from_utf16(utf16.substr(0, kMostBytes));
}

}  // namespace

std::string take_moniker(Fields& fields) {
  const std::string_view class_id = fields.take(kUrlMoniker.size());
  if (class_id == kUrlMoniker) return url_of_moniker(fields);
  return class_id == kFileMoniker ? file_of_moniker(fields) : std::string();
}

void for_each_moniker(std::string_view bytes, const std::function<void(std::string_view)>& use) {
  constexpr std::size_t kMost = 1000;
  std::set<std::string> known;
  const auto add = [&](std::string reference) {
    if (reference.empty() || known.size() >= kMost) return;
    const auto [position, is_new] = known.insert(std::move(reference));
    if (is_new) use(*position);
  };
  // A moniker is searched for behind the end of the last one, so that no bytes are read twice.
  const auto add_all = [&](std::string_view class_id, auto read) {
    std::string_view rest = bytes;
    for (std::size_t at = rest.find(class_id); at != kNotFound; at = rest.find(class_id)) {
      Fields fields(rest.substr(at + class_id.size()));
      add(read(fields));
      rest = fields.is_cut_off() ? rest.substr(at + class_id.size()) : fields.rest();
      if (known.size() >= kMost) return;
    }
  };
  add_all(kUrlMoniker, url_of_moniker);
  add_all(kFileMoniker, file_of_moniker);
}

namespace {

// A file in the format of the Object Packager, behind a number of its size in a compound file.
void find_in_package(std::string_view bytes, std::string_view context, std::string_view where,
                     Reading& reading, find::Sink& sink) {
  constexpr std::uint32_t kLinked = 1;
  Fields fields(bytes);
  if (fields.number(2) != 2) return;
  const std::string_view label = fields.nul_terminated();
  const std::string_view path = fields.nul_terminated();
  fields.number(2);
  const std::uint32_t kind = fields.number(2);
  if (fields.is_cut_off()) return;
  if (kind == kLinked) return report(context, where, from_ansi(path), sink);
  fields.counted_string();  // where the file was copied from
  const std::string_view file = fields.take(fields.number(4));
  if (!file.empty()) find_in_embedded(file, from_ansi(label), where, reading, sink);
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
    for_each_moniker(stream, [&](std::string_view reference) { report(context, where, reference, sink); });
  } else {
    find_in_embedded(stream, {}, where, reading, sink);
  }
}

void find_in_compound_file(std::string_view bytes, std::string_view context, std::string_view where,
                           Reading& reading, find::Sink& sink) {
  outlook::CompoundFile file(bytes);
  std::string buffer;
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
    if (!is_ole_object_stream(name)) continue;
    const std::string_view stream = file.read(entry, reading.bytes_left, buffer);
    if (!reading.charge_bytes(stream.size(), sink)) return;
    find_in_ole_object_stream(name, stream, context, where, reading, sink);
  }
  if (file.is_damaged()) reading.damaged("an object in it is damaged");
}

void find_in_ole_object(std::string_view bytes, std::string_view context, std::string_view where,
                        Reading& reading, find::Sink& sink) {
  constexpr std::uint32_t kLinkedObject = 1;
  constexpr std::uint32_t kEmbeddedObject = 2;
  Fields fields(bytes);
  fields.number(4);  // a version, which writers and readers ignore
  const std::uint32_t kind = fields.number(4);
  const std::string_view class_name = fields.counted_string();
  const std::string_view topic = fields.counted_string();
  fields.counted_string();  // the item: a place in the file
  if (kind == kLinkedObject && !topic.empty()) {
    report(context, where, from_ansi(topic), sink);
  } else if (kind == kEmbeddedObject) {
    const std::string_view data = fields.take(fields.number(4));
    if (ascii::equals_ignoring_case(class_name, "Package")) {
      find_in_package(data, context, where, reading, sink);
    } else if (is_office97(data)) {
      // Its hyperlinks have monikers too, which are none of the object.
      return find_in_embedded(data, {}, where, reading, sink);
    } else if (outlook::begins_compound_file(data)) {
      find_in_compound_file(data, context, where, reading, sink);
    } else if (!data.empty()) {
      find_in_embedded(data, {}, where, reading, sink);
    }
  }
  for_each_moniker(bytes, [&](std::string_view reference) { report(context, where, reference, sink); });
}

}  // namespace mimebase::documents
