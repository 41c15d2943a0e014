// What hostile mail may cost: one struct of bounds for all stations, and the table that names them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "mimebase/api.h"

namespace mimebase {
inline namespace v0_2 {

// What is beyond a limit is left out. If references may be missing, Reader::problems() or Visitor::problem()
// reports that, and `check` as `limit-hit`; if not, `check` alone reports it, as `field-cut`.
struct Limits {
  std::uint64_t message_bytes = std::uint64_t{256} << 20;  // of a longer message its beginning is read
  std::uint64_t depth = 1000;  // levels of entities; more than 1,000 count as 1,000: GMime stops at 1,024
  // What is decompressed may be so many times as large as it was; behind the first 64 MB, as little as half a
  // page of NULs can be.
  std::uint64_t ratio = 1000;
  std::uint64_t base_bytes = 8192;  // of a base: every row under it repeats it; a longer one is passed over
  std::uint64_t bases = 100;        // fields that declare one in one heading, and candidates of one chain
  std::uint64_t envelope_bytes = 4096;  // of each of Message-ID, From, Subject in rows, which all repeat them
  // Of text in the rows of a message: so many, and 32 times as many as the message has.
  std::uint64_t row_bytes = std::uint64_t{16} << 20;
  // Of all messages inside a message that are read as such once more: decoded ones, and attached files. At
  // most 16 MB and 8 times the message's size.
  std::uint64_t decoded_bytes = std::uint64_t{128} << 20;
  std::uint64_t parts = 50'000;                          // entities of a message; each takes a kilobyte
  std::uint64_t fields = 250'000;                        // header fields of a message, in all its headings
  std::uint64_t heading_bytes = std::uint64_t{8} << 20;  // of one heading
  std::uint64_t field_bytes = std::uint64_t{1} << 20;    // of one field's value: its beginning is read
  // Of all that rewriting puts into a message. At most 256 KB and 12 times the message's size.
  std::uint64_t edit_bytes = std::uint64_t{16} << 20;
  // Of documents in a `srcdoc`, or of pages in one file, in one another; more than 64 count as 64.
  std::uint64_t srcdoc_levels = 8;
  std::uint64_t xml_depth = 4096;  // of elements; what is deeper is read as HTML, as what is no XML is
  std::uint64_t xml_entity_bytes = std::uint64_t{1} << 20;  // that the entities of a document expand to
  std::uint64_t xml_entity_levels = 10;                     // of entities in each other; at most 100
  std::uint64_t xml_base_bytes = std::uint64_t{64} << 20;   // of all bases by xml:base, each in all it rules
  std::uint64_t references = 1'000'000;                     // of a message; each is a row
  // Of one reference. A data: URL is no address but a content, and is bounded as an attribute is.
  std::uint64_t url_bytes = std::uint64_t{2} << 20;
  std::uint64_t attribute_bytes = std::uint64_t{64} << 20;  // of an attribute's value, in HTML and XML
  std::uint64_t css_depth = 1000;                           // of blocks and functions of CSS in each other
  std::uint64_t style_rules = 10'000;                       // of a document that are asked what they hide
  // Along the open elements of HTML, for each byte of a document and of 42,000 more.
  std::uint64_t html_steps = 24;
  std::uint64_t twins = 64;      // messages in a message that bear one Message-ID, of which mid: may be
  std::uint64_t groups = 1000;   // in the addresses of a field; at most 1,000: GMime calls itself for each
  std::uint64_t digests = 1000;  // fields and signatures that a rewrite looks at, each over its content
  std::uint64_t entries = 10'000'000;  // of a container, with those of the containers in it
  std::uint64_t folders = 1000;        // in each other; every row holds the whole path
  // Of all files that a message is made into: at most 16 MB and 8 times the message's size; and how many they
  // are: at most 1,000 and one for each 256 bytes of the message.
  std::uint64_t extract_bytes = std::uint64_t{1} << 30;
  std::uint64_t files = 10'000;
  // A zip in a pipe or in another container has to be kept in a temporary file: its directory is at its end.
  std::uint64_t spool_bytes = std::uint64_t{4} << 30;
  // Of processor time that one message may take; of time in which a process makes no progress; and of memory
  // beyond what a process has before it reads anything. All three limit isolated processes only
  // (RunOptions::isolation).
  std::uint64_t cpu_seconds = 20;
  std::uint64_t wall_seconds = 300;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
};

// A row for each member of Limits: a new limit is a member and a row.
struct LimitKey {
  std::string_view name;  // as in "--limits depth=10"
  std::uint64_t Limits::*value;
  std::string_view unit;  // "N" or "BYTES"
  std::string_view what;  // a few words: what is counted
  std::string_view why;   // sentences: what is done with more, what it would cost, and what honest mail has
};
[[nodiscard]] MIMEBASE_API std::span<const LimitKey> limit_keys();

}  // namespace v0_2
}  // namespace mimebase
