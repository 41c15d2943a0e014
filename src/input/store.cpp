// Opens the content of a source through its containers.
#include "input/store.h"

#include <algorithm>
#include <utility>

#include "input/document_type.h"
#include "input/file.h"
#include "input/records.h"
#include "input/warc.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::input {
namespace {

constexpr std::uint64_t kMaxContainers = 16;  // each is a nested call, with buffers of its own

// Reads the head of a source. Returns false if nothing can be read.
bool fill_head(const Context& context, ByteSource& bytes) {
  const std::size_t before = context.problems().size();
  while (!bytes.at_end() && bytes.held().size() < kHead) bytes.read_more();
  return !bytes.held().empty() || context.problems().size() == before;
}

// A media type in lower case, without parameters.
std::string bare_type(std::string_view content_type) {
  return std::string(ascii::lowered(ascii::trimmed(content_type.substr(0, content_type.find(';')))));
}

// Whether documents of this type are written by `rewrite`, or taken apart by `extract`.
bool is_taken(InputUse use, std::string_view content_type) {
  const std::string type = bare_type(content_type);
  if (use == InputUse::kExtracting) return type == "text/html" || type == "application/xhtml+xml";
  const bool is_xml = type.ends_with("/xml") || type.ends_with("+xml");
  const bool is_text = type.starts_with("text/") && type != "text/rtf";
  return is_xml || is_text || is_one_of(type, {"application/ld+json", "application/ics"});
}

// Returns why a source cannot be used so; empty if it can. It decides what a command takes.
std::string why_unusable(InputUse use, const Beginning& beginning) {
  if (use == InputUse::kReading) return {};
  const bool is_rewriting = use == InputUse::kRewriting;
  const std::string done = is_rewriting ? "rewritten" : "extracted";
  if (beginning.content == ContentKind::kWarc) return "is a WARC file, whose records cannot be " + done;
  if (beginning.content != ContentKind::kDocument || is_taken(use, beginning.content_type)) return {};
  return "is a document of type " + std::string(beginning.content_type) +
         ", and documents of this type are never " + done +
         (is_rewriting ? " (those of HTML, XML, CSS and text are)" : " (those of HTML are)");
}

// Returns whether a source is read. Fails if it cannot be used, but should be. In a folder, other documents
// are read nevertheless to be rewritten, which copies them, and skipped to be extracted.
Result<bool> is_usable(const Beginning& beginning, const Item& item, const Context& context) {
  const InputUse use = context.options.use;
  const std::string why = why_unusable(use, beginning);
  if (why.empty()) return true;
  const bool is_named = item.role == Role::kNamed || context.options.kind == InputKind::kWarc;
  if (is_named) return context.error(item.source, why, Error::Code::kUsage);
  const bool is_document = beginning.content == ContentKind::kDocument;
  if (is_document && use == InputUse::kRewriting) return true;
  if (is_document && item.role == Role::kAny) return false;
  return context.error(item.source, why);
}

bool is_clearly_mail(std::string_view head, const Beginning& beginning) {
  const std::string_view text = head.substr(std::min(head.size(), beginning.lead));
  return beginning.content == ContentKind::kMbox || beginning.content == ContentKind::kWarc ||
         beginning.is_outlook || text.starts_with(">From ") || has_well_known_field(text);
}

// Returns false if only a part of a source is wanted. With `as_in_folder`, a message or a container that
// cannot be divided is in the range in which it starts.
bool is_whole(const Options& options) {
  return !options.range || (options.as_in_folder && options.range->start == 0);
}

std::unique_ptr<Store> make_records(Context& context, Item item, const Beginning& beginning,
                                    std::unique_ptr<ByteSource> bytes) {
  if (beginning.content == ContentKind::kMbox)
    return std::make_unique<Mbox>(context, std::move(item), beginning, std::move(bytes));
  if (beginning.content == ContentKind::kWarc)
    return std::make_unique<Warc>(context, std::move(item), beginning, std::move(bytes));
  return std::make_unique<OneMessage>(context, std::move(item), beginning, std::move(bytes));
}

// In a folder, an mbox may be empty, as a mail program leaves it.
bool may_be_empty(const Item& item) {
  return item.role == Role::kMail && is_named_like_mbox(item.source);
}

// Whether a source may be a document by the options.
bool reads_documents(const Options& options) {
  return options.kind == InputKind::kAuto || options.kind == InputKind::kDocument;
}

// Makes a document of a source that is one, and is not mail or must not be.
void judge_document(std::string_view head, const Item& item, const Options& options, Beginning& beginning) {
  if (!reads_documents(options)) return;
  const bool may_be_mail = options.kind == InputKind::kAuto;
  const bool is_mail = beginning.content == ContentKind::kMbox || beginning.content == ContentKind::kWarc ||
                       beginning.is_outlook || is_named_like_mail(item.source);
  if (may_be_mail && is_mail) return;
  if (!may_be_mail) beginning = Beginning();
  DocumentType type{options.content_type, true};
  if (type.media_type.empty()) type = document_type(head, item.source);
  if (type.media_type.empty() || (type.media_type == kUnknownCompound && item.role == Role::kAny)) return;
  if (beginning.content == ContentKind::kMessage && !type.by_bytes && is_clearly_mail(head, beginning))
    return;
  beginning = Beginning{.content = ContentKind::kDocument, .content_type = type.media_type};
}

// Why a source cannot be read that is not what the options allow.
std::string describe_refusal(const Options& options) {
  if (!reads_documents(options)) return "is neither a message nor an mbox nor a WARC file";
  const std::string_view what =
      options.kind == InputKind::kAuto ? "is neither mail nor a known document" : "is no known document";
  return std::string(what) + " (--content-type TYPE reads it as a document of that type, such as text/plain)";
}

// The media type of the document that a zip file is; empty if it is an archive.
std::string_view type_of_zip(const Context& context, const Item& item, ByteSource& bytes) {
  const std::string& given = context.options.content_type;
  if (!given.empty()) return is_package_type(bare_type(given)) ? std::string_view(given) : std::string_view();
  return package_type(bytes, item.source);
}

}  // namespace

Result<std::optional<Beginning>> judge(std::string_view head, const Item& item, const Context& context) {
  const InputKind kind = context.options.kind;
  Beginning beginning = recognize(head, item.source);
  if (beginning.content == ContentKind::kNothing && head.size() < kHead) {
    if (item.role == Role::kAny || may_be_empty(item)) return std::optional<Beginning>();
    return context.error(item.source, "is empty");
  }
  // Such files begin with what looks like a header, or contain mail that would be lost in silence.
  if (kind != InputKind::kMessage && kind != InputKind::kDocument) {
    if (const std::string what = describe_unread_format(head); !what.empty())
      return context.error(item.source, what);
  }
  if (item.role == Role::kNamed && (kind == InputKind::kMaildir || kind == InputKind::kMh)) {
    return context.error(item.source, kind == InputKind::kMh ? "is not a folder, so it is not an MH folder"
                                                             : "is not a folder, so it is not a Maildir");
  }
  judge_document(head, item, context.options, beginning);
  if (kind == InputKind::kWarc) {
    if (beginning.content != ContentKind::kWarc) beginning = Beginning{.content = ContentKind::kWarc};
  } else if (kind == InputKind::kMbox) {
    beginning.content = ContentKind::kMbox;
  } else if (kind != InputKind::kAuto && kind != InputKind::kDocument) {
    beginning.content = ContentKind::kMessage;
  }
  const Result<bool> usable = is_usable(beginning, item, context);
  if (!usable) return usable.error();
  if (!*usable) return std::optional<Beginning>();
  if (item.role == Role::kNamed && kind == InputKind::kAuto && head.starts_with("SQLite format 3"))
    return context.error(item.source, "is a database: `mimebase report` reads those that mimebase made");
  bool is_mail = beginning.content == ContentKind::kMessage || beginning.content == ContentKind::kMbox ||
                 beginning.content == ContentKind::kWarc;
  const bool is_document = beginning.content == ContentKind::kDocument;
  if (!is_mail && !is_document && kind != InputKind::kDocument && context.options.any_is_message &&
      item.role == Role::kNamed) {
    beginning = Beginning{.content = ContentKind::kMessage};
    is_mail = true;
  }
  const bool may_be_other = kind == InputKind::kDocument
                                ? item.role != Role::kNamed
                                : kind == InputKind::kAuto && item.role == Role::kAny;
  if (may_be_other && !is_document && !(is_mail && is_clearly_mail(head, beginning)))
    return std::optional<Beginning>();
  if (!is_mail && !is_document) return context.error(item.source, describe_refusal(context.options));
  if ((beginning.content == ContentKind::kMessage || is_document) && !is_whole(context.options)) {
    return context.error(item.source,
                         std::string(is_document ? "is a document" : "is a single message") +
                             "; byte ranges need an mbox or a WARC file",
                         Error::Code::kUsage);
  }
  return std::optional(beginning);
}

void skip(std::string_view head, const Item& item, Context& context) {
  const bool is_empty = head.find_first_not_of(" \t\r\n") == head.npos;
  is_empty&& may_be_empty(item) ? context.leave_bytes() : context.skip_file();
}

Result<std::unique_ptr<Store>> open_store(Context& context, Item item, std::unique_ptr<ByteSource> bytes) {
  while (true) {
    if (!fill_head(context, *bytes)) return context.pop_problem();
    const std::string_view head = bytes->held().substr(0, kHead);
    const ContainerKind kind = container_kind(head);
    if (kind == ContainerKind::kNone) {
      const Result<std::optional<Beginning>> beginning = judge(head, item, context);
      if (!beginning) return beginning.error();
      if (!*beginning) {
        skip(head, item, context);
        return std::unique_ptr<Store>();
      }
      return make_records(context, std::move(item), **beginning, std::move(bytes));
    }
    if (kind == ContainerKind::kZip && reads_documents(context.options)) {
      if (!bytes->has_random_access()) bytes = spool(context, *bytes, item.source);
      if (!bytes) return std::unique_ptr<Store>();
      if (const std::string_view type = type_of_zip(context, item, *bytes); !type.empty()) {
        const Beginning document{.content = ContentKind::kDocument, .content_type = type};
        const Result<bool> usable = is_usable(document, item, context);
        if (!usable) return usable.error();
        if (!*usable) context.skip_file();
        if (!*usable) return std::unique_ptr<Store>();
        return make_records(context, std::move(item), document, std::move(bytes));
      }
    }
    context.leave_bytes();
    if (!is_whole(context.options) || context.options.first_message != 1) {
      return context.error(
          item.source,
          "is a container; byte ranges and message numbers need one uncompressed mbox or WARC file",
          Error::Code::kUsage);
    }
    const bool is_new = !item.is_stream || (kind != ContainerKind::kTar && kind != ContainerKind::kZip);
    const std::uint64_t most = std::min(context.options.limits.containers, kMaxContainers);
    if (is_new && ++item.depth > most) {
      return context.error(item.source,
                           "is nested deeper than " + std::to_string(most) + " containers: it is not read",
                           Error::Code::kLimit);
    }
    if (kind == ContainerKind::kZip && !bytes->has_random_access()) {
      // The directory at the end is authoritative.
      bytes = spool(context, *bytes, item.source);
      if (!bytes) return std::unique_ptr<Store>();
    }
    if (kind == ContainerKind::kGzip) {
      bytes = open_gzip(context, item, std::move(bytes));
    } else if (kind == ContainerKind::kZstd && reads_zstd_frames()) {
      bytes = open_zstd(context, item, std::move(bytes));
    } else {
      return open_archive(context, std::move(item), std::move(bytes));
    }
  }
}

}  // namespace mimebase::input
