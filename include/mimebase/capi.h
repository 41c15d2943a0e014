// Analyses a message in memory and returns JSON Lines; for C (C99) and every language that can call C.
//
//   mimebase_rows* rows = mimebase_links(bytes, size, "rules=whatwg\nretrieval-url=http://example.org/");
//   if (mimebase_rows_error(rows) != NULL) ...
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

// Analyses the `size` bytes at `message`, which are one message without a From_ line, in any state. Returns
// one JSON object per reference, as `mimebase links` does. The bytes are needed during the call only.
//
// `options` is null or NUL-terminated UTF-8 text with one option per line, NAME=VALUE, named as on the
// command line:
//   rules=rfc1808|draft-05|rfc3986|whatwg
//   retrieval-url=URL          RFC 1808 section 3.3
//   base-headers=NAME,...      header fields that count as bases, innermost first
//   domains=DOMAIN,...         domains whose look-alikes are reported, for mimebase_check()
//   full=yes|no                do not cut off data: URLs
//   defanged=yes|no            also find defanged URLs in text ("hxxp://a[.]example")
//   limits=KEY=VALUE,...       as --limits; byte counts may end in K, M or G
//   source=NAME                value of the key `source` in the rows; empty by default
// The rows have the number 1 and the offset 0. The result is null if memory runs out.
MIMEBASE_API mimebase_rows* mimebase_links(const void* message, size_t size, const char* options);
// The same with one JSON object per entity, as `mimebase tree` does.
MIMEBASE_API mimebase_rows* mimebase_tree(const void* message, size_t size, const char* options);
// The same with one JSON object per diagnostic, as `mimebase check` does.
MIMEBASE_API mimebase_rows* mimebase_check(const void* message, size_t size, const char* options);

// The rows as UTF-8: one JSON object per line, an LF after each line, and a NUL at the end. The text is ""
// for null and after an error.
MIMEBASE_API const char* mimebase_rows_text(const mimebase_rows* rows);
// The size of the rows in bytes, without the NUL. 0 for null and after an error.
MIMEBASE_API size_t mimebase_rows_size(const mimebase_rows* rows);

// Why there are no rows: one sentence in UTF-8. Null if there was no error; "out of memory" for null.
MIMEBASE_API const char* mimebase_rows_error(const mimebase_rows* rows);

// The number of problems: content that could not be read, and limits that were hit. 0 for null.
MIMEBASE_API size_t mimebase_rows_problem_count(const mimebase_rows* rows);
// The problem at `index`: one sentence in UTF-8. Null if `index` is out of range.
MIMEBASE_API const char* mimebase_rows_problem(const mimebase_rows* rows, size_t index);

// Frees the rows and everything that the functions above returned for them.
MIMEBASE_API void mimebase_rows_free(mimebase_rows* rows);

// The version of the library, "0.2.0". The string is static.
MIMEBASE_API const char* mimebase_version(void);
// The version of the rows: schema_version() in version.h.
MIMEBASE_API int mimebase_schema_version(void);

#ifdef __cplusplus
}
#endif
