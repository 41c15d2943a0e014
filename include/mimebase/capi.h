// Analyses a message, a document or a URL and returns JSON Lines; for C (C99) and every language that can
// call C.
//
//   mimebase_rows* rows = mimebase_links(bytes, size, "rules=whatwg\nretrieval-url=http://example.org/");
//   if (mimebase_rows_error(rows) != NULL) fputs(mimebase_rows_error(rows), stderr);
//   fwrite(mimebase_rows_text(rows), 1, mimebase_rows_size(rows), stdout);
//   mimebase_rows_free(rows);
//
// These functions throw no exceptions, print nothing, and keep no reference to their arguments. Several
// threads may call them at the same time, but not for the same rows. Every function accepts a null pointer
// for rows.
#pragma once

#include <stddef.h>

#include "mimebase/api.h"

#ifdef __cplusplus
extern "C" {
#endif

// The result of one call. It owns everything that the functions below return, and is valid until
// mimebase_rows_free().
typedef struct mimebase_rows mimebase_rows;

// Analyses the `size` bytes at `message`: one message, without the From_ line of an mbox. It may be
// malformed. The bytes are needed during the call only. Returns one JSON object per reference, like the
// command `mimebase links`.
//
// `options` is null or NUL-terminated UTF-8 text. Each line is one option, NAME=VALUE. The names are those of
// the command line:
//   rules=rfc1808|draft-05|rfc3986|whatwg
//   retrieval-url=URL          RFC 1808 section 3.3
//   base-headers=NAME,...      header fields that can declare a base, precedence first
//   domains=DOMAIN,...         domains whose look-alikes mimebase_check() reports
//   full=yes|no                do not cut off data: URLs
//   defanged=yes|no            also find defanged URLs in text ("hxxp://a[.]example")
//   template=T                 what the OwnTemplate T wraps is unwrapped, with the name "own"
//   part=GLOB,...              report only parts and headers whose name matches
//   attachments=yes|no         report only attachments
//   as=READER                  add the keys `reader`, `opens` and `opens_by` for this mail reader
//   fields=NAME,...            add the key `fields` with these header fields
//   limits=KEY=VALUE,...       as for --limits; numbers of bytes may end in K, M or G
//   source=NAME                value of the key `source` in the rows; empty by default
//   content-type=TYPE          the bytes are not a message but a document of this type, such as
//                              "text/html; charset=utf-8" or "application/pdf", which is part "1"
// In every row, `message` is 1 and `offset` is 0. Returns null if memory runs out.
MIMEBASE_API mimebase_rows* mimebase_links(const void* message, size_t size, const char* options);
// Like mimebase_links(), but returns one JSON object per entity, as `mimebase tree` does.
MIMEBASE_API mimebase_rows* mimebase_tree(const void* message, size_t size, const char* options);
// Like mimebase_links(), but returns one JSON object per diagnostic, as `mimebase check` does.
MIMEBASE_API mimebase_rows* mimebase_check(const void* message, size_t size, const char* options);

// Finds and resolves the references in the `size` bytes at `content`: one document that is not mail, without
// transfer encoding. `media_type` is a value of Content-Type, such as "text/html; charset=utf-8" or
// "application/pdf". The rows are those of mimebase_links() with the option content-type. If documents of
// this type are not searched, mimebase_rows_error() says so.
MIMEBASE_API mimebase_rows* mimebase_find(const void* content, size_t size, const char* media_type,
                                          const char* options);
// Resolves `reference` against `base`; an empty base means "no base" (RFC 1808 section 3.4). Both are
// NUL-terminated and have the bytes as written. `rules` is the name of a rule set ("rfc3986"); null means
// RFC 1808. Returns one JSON object, like `mimebase resolve --format jsonl`. If the rules give no URL, its
// key `resolved` is null, and mimebase_rows_problem() gives the reason.
MIMEBASE_API mimebase_rows* mimebase_resolve(const char* base, const char* reference, const char* rules);
// Unwraps `url`, which is NUL-terminated. Returns one JSON object, like `mimebase unwrap --format jsonl`.
MIMEBASE_API mimebase_rows* mimebase_unwrap(const char* url);

// Returns the rows as UTF-8: one JSON object per line, an LF after each line, and a NUL at the end. Returns
// "" if `rows` is null, or if there was an error.
MIMEBASE_API const char* mimebase_rows_text(const mimebase_rows* rows);
// Returns the size of the rows in bytes, without the NUL. Returns 0 if `rows` is null, or if there was an
// error.
MIMEBASE_API size_t mimebase_rows_size(const mimebase_rows* rows);

// Returns the reason why there are no rows: one sentence in UTF-8. Returns null if there was no error, and
// "out of memory" if `rows` is null.
MIMEBASE_API const char* mimebase_rows_error(const mimebase_rows* rows);

// Returns the number of problems: content that could not be read, and limits that were hit. Returns 0 if
// `rows` is null.
MIMEBASE_API size_t mimebase_rows_problem_count(const mimebase_rows* rows);
// Returns the problem at `index`, which starts at 0: one sentence in UTF-8. Returns null if `index` is out of
// range.
MIMEBASE_API const char* mimebase_rows_problem(const mimebase_rows* rows, size_t index);

// Frees the rows and everything that the functions above returned for them.
MIMEBASE_API void mimebase_rows_free(mimebase_rows* rows);

// The version of the library, "0.2.0". The string is static.
MIMEBASE_API const char* mimebase_version(void);
// The version number of the rows, like schema_version() in version.h.
MIMEBASE_API int mimebase_schema_version(void);

#ifdef __cplusplus
}
#endif
