// A map from old URLs to new ones, for links to what has moved. It has one line per URL, or per beginning of
// URLs, and finds the line for a URL in logarithmic time.
//
//   auto map = mimebase::UrlMap::parse("http://old.example/list/\thttps://new.example/\n");
//   if (map) map->mapped("HTTP://OLD.example/list/7#x");  // "https://new.example/7#x"
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "mimebase/api.h"
#include "mimebase/result.h"

namespace mimebase {
inline namespace v0_2 {

// A map of URLs. Copies share their memory, which never changes. All functions may be called by several
// threads.
class MIMEBASE_API UrlMap {
 public:
  // A map without lines.
  UrlMap();
  UrlMap(const UrlMap&);
  UrlMap& operator=(const UrlMap&);
  ~UrlMap();

  // Parses lines `OLD<TAB>NEW`, which end in LF or CRLF. Empty lines and lines that begin with "#" are
  // ignored, and so is a byte order mark at the start.
  //
  // Both are absolute URLs of any scheme, without controls. An OLD that ends in "/" or "?", or in "*", which
  // is not part of it, stands for all URLs that begin with it; any other OLD, and `=OLD` whatever its end,
  // for one URL. NEW has no white space, "<", ">" or '"'.
  //
  // Fails with kUsage, naming the line, if a line is none of this, or if two lines have the same OLD after
  // normalisation.
  [[nodiscard]] static Result<UrlMap> parse(std::string_view text);

  // Returns what becomes of an absolute URL: NEW, and behind it the rest of a URL that begins with OLD.
  // Returns nothing if no line fits.
  //
  // OLD and the URL are compared in the normal form of RFC 3986 section 6.2: case of scheme and host,
  // internationalized hosts, default ports, dot segments, needless percent-encoding. The rest is taken from
  // that form. If OLD has no fragment, that of the URL is not compared, and is appended to a NEW without one.
  // The longest OLD applies; of OLDs with the same length `=OLD`, then one that stands for one URL.
  [[nodiscard]] std::optional<std::string> mapped(std::string_view absolute_url) const;

  // The number of lines that map something.
  [[nodiscard]] std::size_t size() const;
  // The length of the longest NEW in bytes.
  [[nodiscard]] std::size_t longest_new() const;

 private:
  class MIMEBASE_LOCAL Table;
  std::shared_ptr<const Table> table_;
};

}  // namespace v0_2
}  // namespace mimebase
