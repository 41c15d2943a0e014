// Limits on what hostile mail may cost: one struct for all stations, and the table that names its members.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "mimebase/api.h"

namespace mimebase {
inline namespace v0_2 {

// Content beyond a limit is skipped. If references may be missing, Reader::problems() or Visitor::problem()
// reports this, and `check` reports `limit-hit`. Otherwise only `check` reports it, as `field-cut`.
//
// Some limits have a cap that depends on the message's size, such as "16 MB plus 8 times the message's size".
// The lower value applies. Raising such a limit above its default raises its cap in proportion.
struct Limits {
  std::uint64_t message_bytes = std::uint64_t{256} << 20;  // only the beginning of a longer message is read
  std::uint64_t depth = 1000;  // levels of entities; at most 1,000, because GMime stops at 1,024
  // Maximum decompression ratio, enforced after 64 MB of output.
  std::uint64_t ratio = 1000;
  // Length of a base, which every row under it repeats. A longer one is skipped.
  std::uint64_t base_bytes = 8192;
  std::uint64_t bases = 100;  // base fields in one header, and candidates of one chain
  // Length of a Message-ID, From or Subject in rows, which all repeat them.
  std::uint64_t envelope_bytes = 4096;
  // Text in the rows of a message: this many bytes plus 32 times the message's size.
  std::uint64_t row_bytes = std::uint64_t{16} << 20;
  // Total size of the nested messages that are decoded and parsed again: encoded ones, and attached files.
  // The cap is 16 MB plus 8 times the message's size.
  std::uint64_t decoded_bytes = std::uint64_t{128} << 20;
  std::uint64_t parts = 50'000;                          // entities of a message; each takes a kilobyte
  std::uint64_t fields = 250'000;                        // header fields of a message, in all its headers
  std::uint64_t heading_bytes = std::uint64_t{8} << 20;  // size of one header
  // Length of a field's value. Only the beginning of a longer value is read.
  std::uint64_t field_bytes = std::uint64_t{1} << 20;
  // Total size of the edits that rewriting makes in a message. The cap is 256 KB plus 12 times the message's
  // size.
  std::uint64_t edit_bytes = std::uint64_t{16} << 20;
  // Nesting of documents by `srcdoc`, or of pages that are embedded in a single file. Values above 64 count
  // as 64.
  std::uint64_t srcdoc_levels = 8;
  std::uint64_t xml_depth = 4096;  // nesting of elements; deeper content is read as HTML, as malformed XML is
  std::uint64_t xml_entity_bytes = std::uint64_t{1} << 20;  // expanded size of a document's entities
  std::uint64_t xml_entity_levels = 10;                     // nesting of entities; at most 100
  // Total length of an XML document's bases. For each xml:base, those of its ancestors are counted again.
  std::uint64_t xml_base_bytes = std::uint64_t{64} << 20;
  std::uint64_t references = 1'000'000;  // per message; each is a row
  // Length of one reference. A data: URL contains data, and `attribute_bytes` limits it instead.
  std::uint64_t url_bytes = std::uint64_t{2} << 20;
  std::uint64_t attribute_bytes = std::uint64_t{64} << 20;  // length of an attribute's value, in HTML and XML
  std::uint64_t css_depth = 1000;                           // nesting of CSS blocks and functions
  std::uint64_t style_rules = 10'000;  // rules per document that are evaluated to find hidden content
  // Open elements that are visited while an HTML document is read: at most this many times its size plus
  // 42,000 bytes.
  std::uint64_t html_steps = 24;
  // Messages inside one message with the same Message-ID, which a mid: URL may refer to.
  std::uint64_t same_message_ids = 64;
  // Groups in a field's addresses. At most 1,000, because GMime recurses for each.
  std::uint64_t groups = 1000;
  // Fields and signatures that a rewrite checks against its edits.
  std::uint64_t digests = 1000;
  std::uint64_t entries = 10'000'000;  // entries of a container, including nested containers
  std::uint64_t folders = 1000;        // nesting; every row repeats the whole path
  // Total size and number of the files that a message is extracted into. The caps are 16 MB plus 8 times the
  // message's size, and 1,000 files plus one per 256 bytes of the message.
  std::uint64_t extract_bytes = std::uint64_t{1} << 30;
  std::uint64_t files = 10'000;
  // Size of a zip in a pipe or in another container. It is kept in a temporary file, because a zip's
  // directory is at its end.
  std::uint64_t spool_bytes = std::uint64_t{4} << 30;
  // Processor time per message; time per message in which its results are waited for; address space beyond
  // that which a process has before it reads anything. These three apply to isolated processes only
  // (RunOptions::isolation).
  std::uint64_t cpu_seconds = 20;
  std::uint64_t wall_seconds = 300;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
};

// Describes a member of Limits. To add a limit, add a member and a row.
struct LimitKey {
  std::string_view name;  // as in "--limits depth=10"
  std::uint64_t Limits::*value;
  std::string_view unit;  // "N" or "BYTES"
  std::string_view what;  // a few words that say what is counted
  std::string_view why;   // sentences: what happens beyond the limit, what that would cost, and which values
                          // honest mail has
};
// The table, with one row per member of Limits.
[[nodiscard]] MIMEBASE_API std::span<const LimitKey> limit_keys();

}  // namespace v0_2
}  // namespace mimebase
