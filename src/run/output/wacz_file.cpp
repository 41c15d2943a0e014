#include "run/output/wacz_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "mimebase/version.h"
#include "output/gzip.h"
#include "text/ascii.h"
#include "text/urn.h"
#include "write/column_writers.h"

namespace mimebase::run {
namespace {

constexpr std::string_view kArchive = "data.warc.gz", kCompressedIndex = "index.cdx.gz";
// From so many lines on, readers look up a compressed part of the index instead of reading all of it.
constexpr std::size_t kLinesPerMember = 3000;

std::string quoted(std::string_view text) {
  write::JsonWriter json;
  return std::string(json.alone(text));
}

// "2026-11-28T20:15:22Z" as "20261128201522".
std::string digits_of(std::string_view date) {
  std::string digits;
  std::ranges::copy_if(date, std::back_inserter(digits), ascii::is_digit);
  return digits;
}

std::string_view without_port(std::string_view authority, std::string_view& port) {
  const std::size_t colon = authority.rfind(':');
  if (colon == std::string_view::npos || authority.ends_with(']')) return authority;
  port = authority.substr(colon);
  return authority.substr(0, colon);
}

}  // namespace

std::string index_key(std::string_view url) {
  if (!url.starts_with("http:") && !url.starts_with("https:")) return std::string(url);
  const std::string lower = ascii::lowered(url);
  std::string_view rest = std::string_view(lower).substr(lower.find(':') + 1);
  rest.remove_prefix(std::min(rest.find_first_not_of('/'), rest.size()));
  std::string_view authority = rest.substr(0, rest.find_first_of("/?"));
  rest.remove_prefix(authority.size());
  authority.remove_prefix(authority.rfind('@') + 1);
  if (authority.starts_with("www")) {
    const std::size_t dot = authority.find_first_not_of("0123456789", 3);
    if (dot != std::string_view::npos && authority[dot] == '.') authority.remove_prefix(dot + 1);
  }
  std::string_view port;
  authority = without_port(authority, port);
  std::string key;
  for (std::string_view host = authority; !host.empty();) {
    const std::size_t dot = host.rfind('.');
    const std::size_t label = dot == std::string_view::npos ? 0 : dot + 1;
    key.append(key.empty() ? "" : ",").append(host.substr(label));
    host = host.substr(0, label == 0 ? 0 : dot);
  }
  const std::size_t query = std::min(rest.find('?'), rest.size());
  key.append(port).append(")").append(rest.substr(0, query));
  if (query + 1 >= rest.size()) return key;
  std::vector<std::string_view> values;
  for (std::string_view left = rest.substr(query + 1);;) {
    const std::size_t end = std::min(left.find('&'), left.size());
    values.push_back(left.substr(0, end));
    if (end == left.size()) break;
    left.remove_prefix(end + 1);
  }
  std::ranges::sort(values);
  for (std::size_t i = 0; i < values.size(); ++i) key.append(i == 0 ? "?" : "&").append(values[i]);
  return key;
}

Result<void> WaczFile::begin(std::string path) {
  Result<void> begun = zip_.begin(path);
  resources_.push_back({std::move(path), {}, 0});
  return begun;
}

Result<void> WaczFile::put(std::string_view bytes) {
  digest_.add(bytes);
  resources_.back().bytes += bytes.size();
  return zip_.add(bytes);
}

Result<void> WaczFile::end() {
  resources_.back().digest = "sha256:" + digest_.hex();
  return zip_.end();
}

Result<void> WaczFile::put_file(std::string path, std::string_view bytes) {
  if (Result<void> begun = begin(std::move(path)); !begun) return begun;
  if (Result<void> added = put(bytes); !added) return added;
  return end();
}

Result<void> WaczFile::put_record(const Result<std::string>& record) {
  return record ? put(*record) : Result<void>(record.error());
}

Result<void> WaczFile::add(const ExtractedPiece& file, std::string_view date) {
  if (records_.is_empty()) {
    if (Result<void> begun = begin("archive/" + std::string(kArchive)); !begun) return begun;
    if (Result<void> added = put_record(records_.begin(date)); !added) return added;
  }
  const std::string digest = sha256(file.bytes);
  const std::uint64_t offset = resources_.back().bytes;
  if (Result<void> added = put_record(records_.resource(file, date, digest, std::to_string(file.number)));
      !added)
    return added;
  // Readers expect numbers as texts.
  return index_.add(
      fmt::format("{} {} {{\"url\": {}, \"mime\": \"{}\", \"status\": \"200\", \"digest\": "
                  "\"sha256:{}\", \"length\": \"{}\", \"offset\": \"{}\", \"filename\": \"{}\"}}\n",
                  index_key(file.url), digits_of(date), quoted(file.url), file.media_type, digest,
                  resources_.back().bytes - offset, offset, kArchive));
}

Result<void> WaczFile::add(const Page& page) {
  if (++page_count_ == 1) {
    first_url_ = page.url;
    first_date_ = page.date;
  }
  last_date_ = std::max(last_date_, std::string(page.date));
  return pages_.add(
      fmt::format("{{\"id\": \"{}\", \"url\": {}, \"ts\": \"{}\", \"title\": {}, \"text\": {}}}\n",
                  sha256(page.url), quoted(page.url), page.date, quoted(page.title), quoted(page.text)));
}

Result<void> WaczFile::finish() {
  if (records_.is_empty()) {  // no message had a file
    if (Result<void> begun = begin("archive/" + std::string(kArchive)); !begun) return begun;
  }
  if (Result<void> ended = end(); !ended) return ended;
  if (Result<void> put = put_index(); !put) return put;
  if (Result<void> put = put_pages(); !put) return put;
  const std::string package = data_package();
  if (Result<void> put = put_file("datapackage.json", package); !put) return put;
  const std::string digest = fmt::format("{{\n  \"path\": \"datapackage.json\",\n  \"hash\": \"{}\"\n}}\n",
                                         resources_.back().digest);
  if (Result<void> put = put_file("datapackage-digest.json", digest); !put) return put;
  return zip_.finish();
}

Result<void> WaczFile::put_index() {
  Result<std::vector<std::string_view>> lines = index_.all();
  if (!lines) return lines.error();
  std::ranges::sort(*lines);
  if (lines->size() >= kLinesPerMember) return put_compressed_index(*lines);
  if (Result<void> begun = begin("indexes/index.cdx"); !begun) return begun;
  for (const std::string_view line : *lines) {
    if (Result<void> added = put(line); !added) return added;
  }
  return end();
}

Result<void> WaczFile::put_compressed_index(const std::vector<std::string_view>& lines) {
  std::string members =
      fmt::format("!meta 0 {{\"format\": \"cdxj-gzip-1.0\", \"filename\": \"{}\"}}\n", kCompressedIndex);
  if (Result<void> begun = begin("indexes/" + std::string(kCompressedIndex)); !begun) return begun;
  for (std::size_t first = 0; first < lines.size(); first += kLinesPerMember) {
    const std::size_t last = std::min(first + kLinesPerMember, lines.size());
    output::Gzip gzip;
    std::string member;
    for (std::size_t i = first; i < last; ++i) {
      const Result<std::string_view> compressed = gzip.add(lines[i], i + 1 == last);
      if (!compressed) return compressed.error();
      member += *compressed;
    }
    members += fmt::format(
        "{} {{\"offset\": {}, \"length\": {}, \"digest\": \"sha256:{}\", \"filename\": \"{}\"}}\n",
        lines[first].substr(0, lines[first].find(' ')), resources_.back().bytes, member.size(),
        sha256(member), kCompressedIndex);
    if (Result<void> added = put(member); !added) return added;
  }
  if (Result<void> ended = end(); !ended) return ended;
  return put_file("indexes/index.idx", members);
}

Result<void> WaczFile::put_pages() {
  const Result<std::vector<std::string_view>> rows = pages_.all();
  if (!rows) return rows.error();
  if (Result<void> begun = begin("pages/pages.jsonl"); !begun) return begun;
  // Readers take the first line for this description, whatever it is.
  if (Result<void> added =
          put("{\"format\": \"json-pages-1.0\", \"id\": \"pages\", \"title\": \"All Pages\", "
              "\"hasText\": true}\n");
      !added)
    return added;
  for (const std::string_view row : *rows) {
    if (Result<void> added = put(row); !added) return added;
  }
  return end();
}

// The date is that of the last message, so that a second run gives the same bytes.
std::string WaczFile::data_package() const {
  std::string json = fmt::format(
      "{{\n  \"profile\": \"data-package\",\n  \"wacz_version\": \"1.1.1\",\n  \"software\": \"mimebase "
      "{}\",\n"
      "  \"created\": \"{}\",\n  \"title\": {},\n",
      MIMEBASE_VERSION, last_date_.empty() ? "1970-01-01T00:00:00Z" : last_date_, quoted(title_));
  if (page_count_ > 0)
    json +=
        fmt::format("  \"mainPageUrl\": {},\n  \"mainPageDate\": \"{}\",\n", quoted(first_url_), first_date_);
  json += "  \"resources\": [\n";
  for (const Resource& resource : resources_) {
    json += fmt::format("    {{\"name\": \"{}\", \"path\": \"{}\", \"hash\": \"{}\", \"bytes\": {}}}{}\n",
                        resource.path.substr(resource.path.find('/') + 1), resource.path, resource.digest,
                        resource.bytes, &resource == &resources_.back() ? "" : ",");
  }
  return json + "  ]\n}\n";
}

}  // namespace mimebase::run
