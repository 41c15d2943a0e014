#include "mimebase/limits.h"

#include <array>

namespace mimebase {
inline namespace v0_2 {
namespace {

// The man page is generated from this table by `meson compile -C build describe`.
constexpr std::array kKeys = {
    LimitKey{
        "message", &Limits::message_bytes, "BYTES", "of a message",
        "Of a longer one its beginning is read. All of it is held in memory, and no mail server takes more "
        "than some tens of megabytes."},
    LimitKey{
        "depth", &Limits::depth, "N", "levels of parts",
        "Each is a call within a call of the MIME parser; no more than 1000. Mail that was forwarded for "
        "years has some ten."},
    LimitKey{
        "ratio", &Limits::ratio, "N", "of decompression",
        "Times its size that a container may hold, beyond 64 MB. An mbox of the same short message reaches "
        "some hundred."},
    LimitKey{
        "base", &Limits::base_bytes, "BYTES", "of a base",
        "A longer one is passed over: every row under it repeats it. Web servers take no longer address."},
    LimitKey{
        "bases", &Limits::bases, "N", "bases of a heading or chain",
        "Fields of one heading that declare a base, and candidates of one chain, which is told of each part. "
        "One is usual."},
    LimitKey{"envelope", &Limits::envelope_bytes, "BYTES", "of a Subject in rows",
             "Of a Message-ID, From or Subject, which every row repeats: a longer one is cut. RFC 5322 has "
             "lines of 998."},
    LimitKey{
        "rows", &Limits::row_bytes, "BYTES", "of text in a message's rows",
        "So many and 32 times the message's own size. A row repeats what is said of its message, and is some "
        "twenty times as long as the link that it tells of."},
    LimitKey{"decoded", &Limits::decoded_bytes, "BYTES", "of messages in a message",
             "Of all messages inside a message that are encoded, or attached as files, and at most 16 MB and "
             "8 times its own size (a higher limit raises that as well). Each is parsed once more, and those "
             "in it again."},
    LimitKey{"parts", &Limits::parts, "N", "parts of a message",
             "Each takes a kilobyte of memory. A digest of a month has some thousands."},
    LimitKey{"fields", &Limits::fields, "N", "header fields of a message",
             "In all its headings, five for each part that it may have. Each is looked at by name."},
    LimitKey{"heading", &Limits::heading_bytes, "BYTES", "of a heading",
             "The MIME parser holds it a second time. Mail servers bound it far below."},
    LimitKey{
        "field", &Limits::field_bytes, "BYTES", "of a header field",
        "Of a longer value its beginning is read: it is unfolded and decoded as one. Ten thousand recipients "
        "take half of it."},
    LimitKey{"edits", &Limits::edit_bytes, "BYTES", "of a message's edits",
             "That rewriting puts into a message, with 56 for each edit, and at most 256 KB and 12 times its "
             "own size (a higher limit raises that as well). They are held until all is known, and read "
             "again. A message of a hundred thousand links stays below."},
    LimitKey{
        "srcdoc", &Limits::srcdoc_levels, "N", "levels of srcdoc",
        "Documents in one another by srcdoc, or pages in one file by --single-file: each is decoded from the "
        "one around it. No more than 64. One is rare."},
    LimitKey{
        "xml-depth", &Limits::xml_depth, "N", "levels of XML elements",
        "Each open element takes memory; behind a deeper one the rest is read as HTML. XML parsers stop at "
        "256."},
    LimitKey{"xml-entities", &Limits::xml_entity_bytes, "BYTES", "of XML entities' text",
             "That the entities of a document expand to: a few lines can make gigabytes. Documents in mail "
             "declare "
             "some words."},
    LimitKey{"xml-entity-depth", &Limits::xml_entity_levels, "N", "levels of XML entities",
             "Each is a call within a call; no more than 100. Two are usual where any are."},
    LimitKey{
        "xml-bases", &Limits::xml_base_bytes, "BYTES", "of bases in one XML document",
        "Of all bases by xml:base, each with those around it: so much may have to be held. A feed has one an "
        "entry, of some bytes."},
    LimitKey{
        "references", &Limits::references, "N", "of a message",
        "Each is resolved, matched with the parts and told. The longest digests and newsletters have some "
        "thousands."},
    LimitKey{
        "url", &Limits::url_bytes, "BYTES", "of a reference",
        "A longer one is left out, unless it is a data: URL, which is no address but a content. It is copied "
        "some times on its way to a row. Browsers take no longer one."},
    LimitKey{"attribute", &Limits::attribute_bytes, "BYTES", "of an attribute",
             "A longer one, in HTML or XML, is not searched: it is decoded as one, with a map of where it "
             "stands. An "
             "image in a data: URL has some megabytes."},
    LimitKey{
        "css-depth", &Limits::css_depth, "N", "levels of CSS",
        "Blocks and functions in one another: what is deeper is not searched for URLs. Open functions take "
        "memory. Style sheets have some five."},
    LimitKey{
        "style-rules", &Limits::style_rules, "N", "of styles that hide",
        "Rules of a document that are kept, to tell what they hide: each takes some hundred bytes. Documents "
        "have some hundreds."},
    LimitKey{"html-steps", &Limits::html_steps, "N", "a byte of HTML",
             "Steps along the open elements, by which SVG and MathML are told from HTML, and what styles "
             "hide: where "
             "elements are nested without end they would grow with the square. Documents take one or two."},
    LimitKey{
        "twins", &Limits::twins, "N", "messages of one Message-ID",
        "Messages in a message that bear the Message-ID of a mid: URL: each is asked for its parts, at every "
        "such reference. A bounce has two."},
    LimitKey{
        "groups", &Limits::groups, "N", "in the addresses of a field",
        "Of a field of 2 KB and more. Each is a call within a call of the MIME parser; no more than 1000. "
        "Nobody writes more than one."},
    LimitKey{
        "digests", &Limits::digests, "N", "that a rewrite looks at",
        "Fields that tell a content's length or digest, signatures, and fields that these sign: each is held "
        "against every edit. Mail that five servers signed has some hundred."},
    LimitKey{
        "entries", &Limits::entries, "N", "of a container",
        "With those of the containers in it: empty ones take four bytes each when compressed. The largest "
        "archives of mail have some millions."},
    LimitKey{"folders", &Limits::folders, "N", "in each other",
             "Every row holds the whole path, of which systems allow some 4096 bytes at once."},
    LimitKey{"extract", &Limits::extract_bytes, "BYTES", "of a message's files",
             "Of all files that a message is extracted into, and at most 16 MB and 8 times its own size (a "
             "higher limit raises that as well). A part that others name may stand in each of them."},
    LimitKey{"files", &Limits::files, "N", "files of a message",
             "That a message is extracted into, and at most 1000 and one for each 256 bytes of it (a higher "
             "limit raises that as well). Each costs the system more than its bytes. A digest of a month has "
             "some thousands of parts."},
    LimitKey{"spool", &Limits::spool_bytes, "BYTES", "of a zip in a pipe",
             "It is kept in a temporary file, as the directory at its end counts. Larger ones are read from "
             "files."},
    LimitKey{"cpu", &Limits::cpu_seconds, "SECONDS", "of processor time for a message",
             "Of a process that reads messages: behind it the message is named, and the next is read. Real "
             "messages take milliseconds."},
    LimitKey{"wall", &Limits::wall_seconds, "SECONDS", "without progress of a process",
             "A process that reads messages is ended when it neither sends anything nor goes on to the next "
             "message for so long, though there is something to read; the message is named. Only processes "
             "that were stopped, or that an attacker controls, do that."},
    LimitKey{
        "memory", &Limits::memory_bytes, "BYTES", "of memory for a process",
        "Addresses that a process which reads messages may have beside those it begins with: what needs more "
        "is named. The longest message that is read takes three quarters of it."},
};

}  // namespace

std::span<const LimitKey> limit_keys() {
  return kKeys;
}

}  // namespace v0_2
}  // namespace mimebase
