// Limits on the time and memory that hostile mail may cost. One struct has the limits of all steps, from
// reading to writing. A table names its members.
//
//   mimebase::Limits limits;
//   limits.message_bytes = std::uint64_t{1} << 20;
//   for (const mimebase::LimitKey& key : mimebase::limit_keys())
//     std::cout << key.name << '=' << limits.*key.value << '\n';
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "mimebase/api.h"

namespace mimebase {
inline namespace v0_2 {

// Content beyond a limit is skipped. If references may be missing, Reader::problems() or Visitor::problem()
// reports this, and `check` reports `limit-hit`. If no reference can be missing because of the limit, only
// `check` reports that the limit was hit, as `field-cut`.
//
// Some limits have a cap that depends on the message's size, such as "16 MB plus 8 times the message's size".
// The lower of limit and cap applies. Raising such a limit above its default raises its cap in proportion.
struct Limits {
  std::uint64_t message_bytes = std::uint64_t{256} << 20;  // only the beginning of a longer message is read
  std::uint64_t depth = 1000;  // nesting levels of MIME entities; at most 1,000, because GMime stops at 1,024
  // Maximum decompression ratio of a container. It is enforced after the first 64 MB of decompressed data.
  std::uint64_t ratio = 1000;
  // Length of a base. A longer base is skipped, because a base is repeated in every row to which it applies.
  std::uint64_t base_bytes = 8192;
  // Maximum number of fields in one header that declare a base. The same number limits the candidates for the
  // base of one entity (Entity::chain).
  std::uint64_t bases = 100;
  // Length of a Message-ID, From or Subject in rows. A longer value is cut off, because every row of the
  // message repeats the value.
  std::uint64_t envelope_bytes = 4096;
  // Total length of the text in the rows of one message. The limit is this many bytes plus 32 times the
  // message's size.
  std::uint64_t row_bytes = std::uint64_t{16} << 20;
  // Total size of the nested messages that are encoded or attached as files. Each of these messages is
  // decoded and parsed again. The cap is 16 MB plus 8 times the message's size.
  std::uint64_t decoded_bytes = std::uint64_t{128} << 20;
  std::uint64_t parts = 50'000;    // entities of a message; each entity takes a kilobyte
  std::uint64_t fields = 250'000;  // header fields of a message, in all of its headers
  std::uint64_t heading_bytes = std::uint64_t{8} << 20;  // size of one header
  // Length of a field's value. Only the beginning of a longer value is read.
  std::uint64_t field_bytes = std::uint64_t{1} << 20;
  // Total size of the edits that a rewrite makes in one message. The cap is 256 KB plus 12 times the
  // message's size, or more if a long RewriteOptions::own_template makes more of short URLs.
  std::uint64_t edit_bytes = std::uint64_t{16} << 20;
  // Nesting levels of HTML documents in `srcdoc` attributes, and, when extracted, in data: URLs and in pages
  // that ExtractOptions::single_file embeds in each other. Values above 64 have the effect of 64.
  std::uint64_t srcdoc_levels = 8;
  std::uint64_t xml_depth = 4096;  // nesting levels of XML elements; deeper content is read as HTML
  std::uint64_t xml_entity_bytes = std::uint64_t{1} << 20;  // expanded size of a document's XML entities
  std::uint64_t xml_entity_levels = 10;                     // nesting levels of XML entities; at most 100
  // Total length of the bases that an XML document declares. Each xml:base adds its own length and that of
  // the bases that enclose it.
  std::uint64_t xml_base_bytes = std::uint64_t{64} << 20;
  // Bounds for the documents in one part, such as a PDF with the files attached to it: bytes after
  // decompression, objects or entries, and levels of documents inside documents. 16 levels are the most.
  std::uint64_t document_bytes = std::uint64_t{256} << 20;
  std::uint64_t document_objects = 1'000'000;
  std::uint64_t document_depth = 4;
  // Work on documents in one part that their size does not bound: a step is a byte, value or glyph that is
  // read again for each place that shares it, or a comparison.
  std::uint64_t document_steps = 50'000'000;
  std::uint64_t references = 1'000'000;  // references of a message; each is a row
  // Length of one reference, except for data: URLs, which `attribute_bytes` limits.
  std::uint64_t url_bytes = std::uint64_t{2} << 20;
  std::uint64_t attribute_bytes = std::uint64_t{64} << 20;  // length of an attribute's value, in HTML and XML
  // Length of a name of an element, attribute or property in a context. A longer name is cut off, because
  // every reference of the element repeats it.
  std::uint64_t name_bytes = 64;
  std::uint64_t css_depth = 1000;      // nesting levels of CSS blocks and functions
  std::uint64_t style_rules = 10'000;  // rules per document that are evaluated to find hidden content
  // Steps per byte of an HTML document. A step visits one open element. The total number of steps is at most
  // this value times the sum of the document's size and 42,000 bytes.
  std::uint64_t html_steps = 24;
  // Work of `check` on one message that its size does not bound: a step is a comparison of two domains, or of
  // two characters that are put into another order.
  std::uint64_t check_steps = 20'000'000;
  // Length of the text on either side of a reference that the rules of readers look at.
  std::uint64_t reader_bytes = 1000;
  // Number of nested messages with the same Message-ID. A mid: URL with this Message-ID is looked up in each
  // of these messages.
  std::uint64_t same_message_ids = 64;
  // Groups of addresses in one field (RFC 5322 section 3.4). Values above 1,000 have the effect of 1,000,
  // because GMime needs stack space for each group.
  std::uint64_t groups = 1000;
  // Number of three things together: fields that state a length or a digest (Content-Length, Content-MD5),
  // signatures, and the header fields that signatures cover. A rewrite compares each of them with each edit.
  std::uint64_t digests = 1000;
  std::uint64_t entries = 10'000'000;  // entries of a container, including nested containers
  std::uint64_t folders = 1000;        // nesting levels of folders; every row repeats the whole path
  // Nesting levels of containers: 2 reads a message in a zip file in a tar file. Values above 16 have the
  // effect of 16.
  std::uint64_t containers = 2;
  // Total size and number of the files that a message is extracted into. The caps are 16 MB plus 8 times the
  // message's size, and 1,000 files plus one per 256 bytes of the message.
  std::uint64_t extract_bytes = std::uint64_t{1} << 30;
  std::uint64_t files = 10'000;
  // Size of a zip file in a pipe or in another container. Such a file is copied to a temporary file, because
  // the directory of a zip file is at its end.
  std::uint64_t spool_bytes = std::uint64_t{4} << 30;
  // The last three limits apply to isolated processes only (RunOptions::isolation): the processor time per
  // message (of which documents in it get a part), the time to wait for the results of a message, and the
  // address space that a process may use in addition to what it has before it reads anything.
  std::uint64_t cpu_seconds = 20;
  std::uint64_t wall_seconds = 300;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
};

// Describes a member of Limits. To add a limit, add a member to Limits and a row to the table.
struct LimitKey {
  std::string_view name;  // as in "--limits depth=10"
  std::uint64_t Limits::*value;
  std::string_view unit;  // "N" or "BYTES"
  std::string_view what;  // a few words that name what is counted
  // Sentences: what happens beyond the limit, what it would cost without the limit, and the values of honest
  // mail.
  std::string_view why;
};
// The table, with one row per member of Limits.
[[nodiscard]] MIMEBASE_API std::span<const LimitKey> limit_keys();

}  // namespace v0_2
}  // namespace mimebase
