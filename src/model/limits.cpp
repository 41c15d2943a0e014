#include "mimebase/limits.h"

#include <array>

namespace mimebase {
inline namespace v0_2 {
namespace {

// The man page contains these; `meson compile -C build describe` updates it.
constexpr std::array kKeys = {
    LimitKey{"message", &Limits::message_bytes, "BYTES", "of a message",
             "Only the beginning of a longer message is read. A message is held in memory as a whole, and "
             "mail servers accept messages of at most a few tens of megabytes."},
    LimitKey{
        "depth", &Limits::depth, "N", "nesting levels of parts",
        "The MIME parser needs stack space for each level, so values above 1000 have the effect of 1000. A "
        "message that was forwarded for years has about ten levels."},
    LimitKey{"ratio", &Limits::ratio, "N", "times the compressed size",
             "The limit is the maximum decompression ratio of a container, and is enforced after the first "
             "64 MB of decompressed data. A container with an mbox that repeats one short message reaches a "
             "ratio of a few hundred."},
    LimitKey{"base", &Limits::base_bytes, "BYTES", "of a base",
             "A longer base is skipped, because a base is repeated in every row to which it applies. Web "
             "servers reject longer URLs."},
    LimitKey{"bases", &Limits::bases, "N", "bases per header or chain",
             "The limit applies to the fields in one header that declare a base, and to the candidates in "
             "one chain, which is reported for each part. A header usually has one such field."},
    LimitKey{"envelope", &Limits::envelope_bytes, "BYTES", "of a Message-ID, From or Subject in rows",
             "A longer value is cut off, because every row of the message repeats the value. RFC 5322 limits "
             "a line of a header to 998 bytes."},
    LimitKey{"rows", &Limits::row_bytes, "BYTES", "of text in the rows of a message",
             "The effective limit is this value plus 32 times the size of the message. A row repeats data "
             "about its message, and is about twenty times as long as the link that the row describes."},
    LimitKey{"decoded", &Limits::decoded_bytes, "BYTES", "of encoded messages inside a message",
             "The limit applies to the total size of all messages inside a message that are encoded or "
             "attached as files. Their total size is also limited to 16 MB plus 8 times the size of the "
             "message; this second bound grows in proportion if the limit is raised above its default. Each "
             "of these messages is parsed again, with the messages inside it."},
    LimitKey{
        "parts", &Limits::parts, "N", "parts per message",
        "Each part takes a kilobyte of memory. A mailing list digest of one month has a few thousand parts."},
    LimitKey{"fields", &Limits::fields, "N", "header fields per message",
             "The limit counts the fields of all headers of a message together. The default allows five "
             "fields per part, for the maximum number of parts. Each field is looked up by name."},
    LimitKey{"heading", &Limits::heading_bytes, "BYTES", "of a header",
             "The MIME parser keeps a second copy of every header in memory. Mail servers set far lower "
             "limits for a header."},
    LimitKey{"field", &Limits::field_bytes, "BYTES", "of a header field",
             "Only the beginning of a longer value is read, because a value is unfolded and decoded as a "
             "whole. A To field with ten thousand recipients takes about half of this limit."},
    LimitKey{"edits", &Limits::edit_bytes, "BYTES", "of edits per message",
             "The limit applies to the total size of the text that `rewrite` inserts into a message, plus 56 "
             "bytes per edit. This total is also limited to 256 KB plus 12 times the size of the message, or "
             "more if --template makes more of short URLs; this second bound grows in proportion if the "
             "limit is raised above its default. Edits are held "
             "in memory until all of them are known, and the edited content is then read again. The edits of "
             "a message with a hundred thousand links stay below this limit."},
    LimitKey{
        "srcdoc", &Limits::srcdoc_levels, "N", "nesting levels of srcdoc",
        "The limit applies to documents that are nested in srcdoc attributes and data: URLs, and to pages "
        "that --single-file embeds in each other. Each document is decoded from the document that encloses "
        "it, so values above 64 have the effect of 64. Even a single level is rare in mail."},
    LimitKey{"xml-depth", &Limits::xml_depth, "N", "nesting levels of XML elements",
             "Each open element takes memory. If elements are nested deeper, the rest of the document is "
             "read as HTML. Other XML parsers stop at 256 levels."},
    LimitKey{"xml-entities", &Limits::xml_entity_bytes, "BYTES", "of text that XML entities expand to",
             "A few lines of XML can declare entities that expand to gigabytes of text. The entities of "
             "documents in mail expand to a few words."},
    LimitKey{
        "xml-entity-depth", &Limits::xml_entity_levels, "N", "nesting levels of XML entities",
        "The XML parser of mimebase needs stack space for each level, so values above 100 have the effect of "
        "100. Documents that use nested entities usually have two levels."},
    LimitKey{
        "xml-bases", &Limits::xml_base_bytes, "BYTES", "of bases in one XML document",
        "The limit applies to the total length of all bases that xml:base declares in a document. The "
        "length of each base includes that of the bases that enclose it, because all of them may have "
        "to be held in memory. A feed usually declares one short base per entry. In JSON-LD, the limit "
        "applies to the bases in definitions of terms, once in each scope where a term is used, and each "
        "takes 256 bytes more."},
    LimitKey{
        "document-bytes", &Limits::document_bytes, "BYTES", "of a document after decompression",
        "The limit applies to everything that is decompressed in one part that is a PDF, an Office file or "
        "another document, with the documents inside it. A few kilobytes can expand to gigabytes. "
        "Documents in mail expand to a few megabytes."},
    LimitKey{
        "document-objects", &Limits::document_objects, "N", "objects per document",
        "The limit applies to the objects of a PDF, and to the files of which an Office document or a "
        "book consists. A book of a thousand pages has some ten thousand objects. The numbers, names, "
        "strings and other values of a PDF, each of which takes 250 bytes of memory, are limited to three "
        "for ten of these objects, plus nine for ten bytes of the document; this second bound grows in "
        "proportion if the limit is raised above its default."},
    LimitKey{
        "document-depth", &Limits::document_depth, "N", "nesting levels of documents",
        "Documents can be embedded in documents: a table in a text, and any file in a PDF. The innermost "
        "is held in memory with all that enclose it, so values above 16 have the effect of 16."},
    LimitKey{
        "document-steps", &Limits::document_steps, "N", "steps of work on a document",
        "Many places of a document can share one object, file or string. Each place takes as many steps "
        "as the shared bytes, values or glyphs that are read again for it, and each comparison takes a "
        "step. Each glyph that a PDF shows takes a step as well. Beyond half of the limit, the texts under "
        "the links of a PDF may be missing, and beyond three quarters the text of its pages is not "
        "searched. Without this limit, a document of a few kilobytes could take minutes. Documents in mail "
        "take a few hundred thousand steps."},
    LimitKey{"references", &Limits::references, "N", "references per message",
             "Each reference is resolved, compared with the parts of the message, and reported. The longest "
             "digests and newsletters have a few thousand references."},
    LimitKey{
        "url", &Limits::url_bytes, "BYTES", "of a reference",
        "A longer reference is skipped, because each reference is copied several times. The limit does not "
        "apply to data: URLs, because they contain data instead of an address. Browsers reject longer URLs."},
    LimitKey{
        "attribute", &Limits::attribute_bytes, "BYTES", "of an attribute",
        "A longer attribute of HTML or XML is not searched, because an attribute is decoded as a whole, with "
        "a map of its offsets. An attribute that contains an image as a data: URL has a few megabytes."},
    LimitKey{"names", &Limits::name_bytes, "BYTES", "of a name in a context",
             "A longer name of an element, attribute or property is cut off in contexts, because every "
             "reference of an element repeats its name. The longest names of HTML have about 25 bytes."},
    LimitKey{"css-depth", &Limits::css_depth, "N", "nesting levels of CSS",
             "Blocks and functions that are nested deeper are not searched for URLs, because every open "
             "function takes memory. Style sheets usually have about five levels."},
    LimitKey{"style-rules", &Limits::style_rules, "N", "style rules per document",
             "The limit applies to the style rules that are kept in memory to detect which content they "
             "hide. Each rule takes a few hundred bytes. A document usually has a few hundred rules."},
    LimitKey{"html-steps", &Limits::html_steps, "N", "steps per byte of HTML",
             "A step visits one open element, either to distinguish SVG and MathML from HTML or to detect "
             "what styles hide. Without this limit, a document with very deep nesting would take quadratic "
             "time. Ordinary documents take one or two steps per byte."},
    LimitKey{"twins", &Limits::same_message_ids, "N", "messages with the same Message-ID",
             "The limit applies to the messages inside a message that have the Message-ID in a mid: URL. "
             "Each of these messages is searched for the part that the URL names, once per reference. A "
             "bounce contains two such messages."},
    LimitKey{
        "check-steps", &Limits::check_steps, "N", "steps of the checks per message",
        "The checks keep each host and domain of a message, and look each host up in the domains of "
        "`--domains`, which takes a hundred steps, compare domains that have nearly the same letters, which "
        "takes fifty steps per pair, and put the characters of a label into the order in which they are "
        "displayed, which takes a step per pair of marks on one "
        "letter, or of brackets. The checks of mail with a thousand domains take a few hundred thousand "
        "steps."},
    LimitKey{
        "reader-bytes", &Limits::reader_bytes, "BYTES", "of text around a reference that readers look at",
        "What a mail program opens may depend on what is around a reference: its tag, the style rule and "
        "the element. If that begins or ends farther away, the answer for a program may be wrong. Tags "
        "usually have fewer than 200 bytes."},
    LimitKey{
        "groups", &Limits::groups, "N", "groups in the addresses of a field",
        "The limit is checked in fields of 2 KB or more. The MIME parser needs stack space for each group, "
        "so values above 1000 have the effect of 1000. A field usually has at most one group."},
    LimitKey{
        "digests", &Limits::digests, "N", "digests and signatures per message",
        "The limit counts three things together: fields that state the length or digest of content "
        "(Content-Length, Content-MD5), signatures, and the header fields that signatures cover. `rewrite` "
        "compares each of them with every edit. Mail with five signatures has about a hundred of them."},
    LimitKey{"entries", &Limits::entries, "N", "entries per container",
             "The limit includes the entries of nested containers. A compressed empty entry can take as "
             "little as four bytes, so a small container can have millions of entries. The largest mail "
             "archives have a few million."},
    LimitKey{
        "folders", &Limits::folders, "N", "nesting levels of folders",
        "Every row contains the whole path of its file. Operating systems accept paths of about 4096 bytes."},
    LimitKey{
        "containers", &Limits::containers, "N", "nesting levels of containers",
        "A container, such as a zip file, inside another container is read, but not a container in that. "
        "Each level takes a few megabytes of memory, so values above 16 have the effect of 16."},
    LimitKey{"extract", &Limits::extract_bytes, "BYTES", "of files per message",
             "The limit applies to the total size of all files that a message is extracted into. This total "
             "is also limited to 16 MB plus 8 times the size of the message; this second bound grows in "
             "proportion if the limit is raised above its default. With --single-file, a part can be "
             "embedded again in every part that names it, so the files can be much larger than the message."},
    LimitKey{"files", &Limits::files, "N", "files per message",
             "The limit applies to the number of files that a message is extracted into. This number is also "
             "limited to 1000 plus one per 256 bytes of the message; this second bound grows in proportion "
             "if the limit is raised above its default. To create a file costs the system more than to write "
             "its bytes. A mailing list digest of one month has a few thousand parts."},
    LimitKey{"spool", &Limits::spool_bytes, "BYTES", "of a zip file in a pipe",
             "A zip file from a pipe is copied to a temporary file, because the directory of a zip file is "
             "at its end. To read a larger zip file, store it as a file and give the name of that file."},
    LimitKey{"cpu", &Limits::cpu_seconds, "SECONDS", "seconds of processor time per message",
             "If a message takes longer, the process that reads it is ended, the message is reported, and "
             "the next message is read. A document in a message may take half of this time. If it takes "
             "longer, or ends its process in another way, it is reported, and the message is read again "
             "without it. All documents of a message share three quarters of the time, in which each process "
             "that they end counts as a fortieth or more; then the rest of the message is read without "
             "documents. With each document of a run that takes too long, later ones get less: half of the "
             "time is divided by 2, 3, 4 and so on, down to a hundredth. Real messages take milliseconds."},
    LimitKey{"wall", &Limits::wall_seconds, "SECONDS", "seconds of waiting per message",
             "A process that reads messages is ended if one message takes longer than this limit, or a batch "
             "of messages takes longer than 20 times this limit. The time counts only while the process has "
             "something to read and the main process waits for its results. The messages are reported. A "
             "message takes milliseconds, even on a busy machine, so the limit is hit only by processes that "
             "were stopped or are controlled by an attacker. If you raise `cpu`, raise this limit as well."},
    LimitKey{
        "memory", &Limits::memory_bytes, "BYTES", "of memory per process",
        "The limit applies to the address space that a process which reads messages may use in addition to "
        "the address space that it starts with. A message that needs more is reported. With the default "
        "limits, a message as long as `--limits message` allows takes three quarters of this memory."},
};

}  // namespace

std::span<const LimitKey> limit_keys() {
  return kKeys;
}

}  // namespace v0_2
}  // namespace mimebase
