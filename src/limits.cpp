#include "mimebase/limits.h"

#include <array>

namespace mimebase {
inline namespace v0_2 {
namespace {

// The man page contains these; `meson compile -C build describe` updates it.
constexpr std::array kKeys = {
    LimitKey{"message", &Limits::message_bytes, "BYTES", "of a message",
             "Only the beginning of a longer message is read. A message is held in memory as a whole, and "
             "mail servers accept at most a few tens of megabytes."},
    LimitKey{"depth", &Limits::depth, "N", "nesting levels of parts",
             "The MIME parser calls itself for each level; values above 1000 count as 1000. Mail that was "
             "forwarded for years has about ten."},
    LimitKey{"ratio", &Limits::ratio, "N", "times the compressed size",
             "Maximum decompression ratio of a container, enforced after 64 MB of output. An mbox that "
             "repeats one short message reaches a few hundred."},
    LimitKey{"base", &Limits::base_bytes, "BYTES", "of a base",
             "A longer base is skipped, because every row that it applies to repeats it. Web servers accept "
             "no longer URL."},
    LimitKey{"bases", &Limits::bases, "N", "bases per header or chain",
             "Fields in one header that declare a base, and candidates in one chain, which is reported for "
             "each part. One is usual."},
    LimitKey{"envelope", &Limits::envelope_bytes, "BYTES", "of a Message-ID, From or Subject in rows",
             "A longer value is cut off, because every row repeats it. RFC 5322 limits lines to 998 bytes."},
    LimitKey{"rows", &Limits::row_bytes, "BYTES", "of text in the rows of a message",
             "The limit is this value plus 32 times the size of the message. A row repeats what is known "
             "about its message, and is about twenty times as long as the link that it describes."},
    LimitKey{"decoded", &Limits::decoded_bytes, "BYTES", "of encoded messages inside a message",
             "The total of all messages inside a message that are encoded or attached as files; at most 16 "
             "MB plus 8 times the size of the message, and more in proportion if this limit is raised. Each "
             "is parsed again, with the messages inside it."},
    LimitKey{"parts", &Limits::parts, "N", "parts per message",
             "Each takes a kilobyte of memory. A digest of a month has a few thousand."},
    LimitKey{
        "fields", &Limits::fields, "N", "header fields per message",
        "The total of all headers, five for each part that a message may have. Each is looked up by name."},
    LimitKey{"heading", &Limits::heading_bytes, "BYTES", "of a header",
             "The MIME parser keeps a second copy. Mail servers set far lower limits."},
    LimitKey{"field", &Limits::field_bytes, "BYTES", "of a header field",
             "Only the beginning of a longer value is read. A value is unfolded and decoded as a whole. Ten "
             "thousand recipients take half of this."},
    LimitKey{
        "edits", &Limits::edit_bytes, "BYTES", "of edits per message",
        "The total of what rewriting inserts into a message, plus 56 bytes per edit; at most 256 KB plus 12 "
        "times the size of the message, and more in proportion if this limit is raised. Edits are held until "
        "all are known, and are read again. A message of a hundred thousand links stays below."},
    LimitKey{"srcdoc", &Limits::srcdoc_levels, "N", "nesting levels of srcdoc",
             "Documents nested by srcdoc, and pages nested by --single-file. Each is decoded from the "
             "enclosing one; values above 64 count as 64. One level is already rare."},
    LimitKey{"xml-depth", &Limits::xml_depth, "N", "nesting levels of XML elements",
             "Each open element takes memory. After a deeper element, the rest is read as HTML. XML parsers "
             "stop at 256."},
    LimitKey{"xml-entities", &Limits::xml_entity_bytes, "BYTES", "of text that XML entities expand to",
             "A few lines can expand to gigabytes. Documents in mail declare a few words."},
    LimitKey{"xml-entity-depth", &Limits::xml_entity_levels, "N", "nesting levels of XML entities",
             "The reader calls itself for each level; values above 100 count as 100. Two are usual if there "
             "are any."},
    LimitKey{"xml-bases", &Limits::xml_base_bytes, "BYTES", "of bases in one XML document",
             "The total of all bases that xml:base declares, each with its enclosing bases, because all of "
             "them may have to be held. A feed has a short one per entry."},
    LimitKey{"references", &Limits::references, "N", "references per message",
             "Each is resolved, matched with the parts and reported. The longest digests and newsletters "
             "have a few thousand."},
    LimitKey{"url", &Limits::url_bytes, "BYTES", "of a reference",
             "A longer reference is skipped, because it is copied several times. data: URLs are exempt, "
             "because they are content rather than addresses. Browsers accept no longer URL."},
    LimitKey{"attribute", &Limits::attribute_bytes, "BYTES", "of an attribute",
             "A longer attribute of HTML or XML is not searched, because it is decoded as a whole, with a "
             "map of its offsets. An image in a data: URL has a few megabytes."},
    LimitKey{"css-depth", &Limits::css_depth, "N", "nesting levels of CSS",
             "Deeper blocks and functions are not searched for URLs, because open functions take memory. "
             "Style sheets have about five levels."},
    LimitKey{"style-rules", &Limits::style_rules, "N", "style rules per document",
             "Rules that are kept to detect what they hide; each takes a few hundred bytes. Documents have a "
             "few hundred."},
    LimitKey{
        "html-steps", &Limits::html_steps, "N", "steps per byte of HTML",
        "Steps along the open elements, to distinguish SVG and MathML from HTML and to detect what styles "
        "hide. Without a limit, endless nesting would take quadratic time. Documents take one or two."},
    LimitKey{"twins", &Limits::same_message_ids, "N", "messages with the same Message-ID",
             "Messages inside a message that have the Message-ID of a mid: URL. Each is searched for the "
             "part, once per reference. A bounce has two."},
    LimitKey{"groups", &Limits::groups, "N", "groups in the addresses of a field",
             "Checked in fields of 2 KB or more. The MIME parser calls itself for each group; values above "
             "1000 count as 1000. One is usual."},
    LimitKey{
        "digests", &Limits::digests, "N", "digests and signatures per message",
        "Fields that state the length or digest of a content, signatures, and signed fields that a rewrite "
        "looks at. Each is compared with every edit. Mail with five signatures has about a hundred."},
    LimitKey{"entries", &Limits::entries, "N", "entries per container",
             "Includes those of nested containers. An empty entry can take four bytes when compressed. The "
             "largest mail archives have a few million."},
    LimitKey{"folders", &Limits::folders, "N", "nesting levels of folders",
             "Every row contains the whole path. Systems accept about 4096 bytes per path."},
    LimitKey{"extract", &Limits::extract_bytes, "BYTES", "of files per message",
             "The total of all files that a message is extracted into; at most 16 MB plus 8 times the size "
             "of the message, and more in proportion if this limit is raised. A part can be embedded in "
             "every part that names it."},
    LimitKey{"files", &Limits::files, "N", "files per message",
             "Files that a message is extracted into; at most 1000 plus one per 256 bytes of the message, "
             "and more in proportion if this limit is raised. A file costs the system more than its bytes. A "
             "digest of a month has a few thousand parts."},
    LimitKey{"spool", &Limits::spool_bytes, "BYTES", "of a zip file in a pipe",
             "It is kept in a temporary file, because its directory is at the end. To read a larger one, "
             "pass it as a file."},
    LimitKey{"cpu", &Limits::cpu_seconds, "SECONDS", "seconds of processor time per message",
             "If a message takes longer, its process is ended, the message is reported, and the next one is "
             "read. Real messages take milliseconds."},
    LimitKey{"wall", &Limits::wall_seconds, "SECONDS", "seconds of waiting per message",
             "A process that reads messages is ended if a message takes longer than this, or a batch of "
             "messages 20 times as long, although there is something to read and its results are waited for. "
             "The messages are reported. Each takes milliseconds, even on a busy machine, so this happens "
             "only to processes that were stopped or are controlled by an attacker. If cpu is raised, raise "
             "this limit as well."},
    LimitKey{
        "memory", &Limits::memory_bytes, "BYTES", "of memory per process",
        "Address space that a process which reads messages may use in addition to what it starts with. A "
        "message that needs more is reported. The longest message that is read takes three quarters of it."},
};

}  // namespace

std::span<const LimitKey> limit_keys() {
  return kKeys;
}

}  // namespace v0_2
}  // namespace mimebase
