// A message in memory as JSON Lines, for C (C99) and for every language that can call C.
//
//   mimebase_rows* rows = mimebase_links(bytes, size, "rules=whatwg\nretrieval-url=http://example.org/");
//   if (mimebase_rows_error(rows) != NULL) ...
//   fwrite(mimebase_rows_text(rows), 1, mimebase_rows_size(rows), stdout);
//   mimebase_rows_free(rows);
//
// No exception leaves these functions, and none prints or keeps anything. Different threads may call them at
// once, but not for the same rows. Every function takes a null pointer for rows.
#pragma once

#include <stddef.h>

#include "mimebase/api.h"

#ifdef __cplusplus
extern "C" {
#endif

// The result of one call, which owns all that the functions below return: it is valid until
// mimebase_rows_free().
typedef struct mimebase_rows mimebase_rows;

// Analyse the `size` bytes at `message`, one message without From_ line in any state, as `mimebase links`,
// `mimebase tree` and `mimebase check` do: one JSON object per reference, entity or diagnostic. The bytes are
// needed during the call only.
//
// `options` is null or UTF-8 text that ends with a NUL, one option per line, NAME=VALUE, named as on the
// command line:
//   rules=rfc1808|draft-05|rfc3986|whatwg
//   retrieval-url=URL          RFC 1808 section 3.3
//   base-headers=NAME,...      which header fields count as bases, the innermost first
//   full=yes|no                whole data: URLs
//   limits=KEY=VALUE,...       as --limits; bytes also with K, M or G behind the number
//   source=NAME                the key `source` of the rows; empty by default
// The rows have the number 1 and the offset 0. The result is null if there is no memory for it.
MIMEBASE_API mimebase_rows* mimebase_links(const void* message, size_t size, const char* options);
MIMEBASE_API mimebase_rows* mimebase_tree(const void* message, size_t size, const char* options);
MIMEBASE_API mimebase_rows* mimebase_check(const void* message, size_t size, const char* options);

// The rows: UTF-8, one JSON object per line, each line with its LF, and a NUL behind the last one. "" for
// null and after an error. The size is in bytes, without the NUL.
MIMEBASE_API const char* mimebase_rows_text(const mimebase_rows* rows);
MIMEBASE_API size_t mimebase_rows_size(const mimebase_rows* rows);

// Why there are no rows: one sentence, UTF-8. Null if there was no error; "out of memory" for null.
MIMEBASE_API const char* mimebase_rows_error(const mimebase_rows* rows);

// What could not be read or hit a limit: one sentence each, UTF-8. Null if there is no problem of this index.
MIMEBASE_API size_t mimebase_rows_problem_count(const mimebase_rows* rows);
MIMEBASE_API const char* mimebase_rows_problem(const mimebase_rows* rows, size_t index);

// Frees the rows and everything that the functions above returned for them.
MIMEBASE_API void mimebase_rows_free(mimebase_rows* rows);

// The version of the library, "0.2.0", and that of the rows (schema_version() in version.h). Static.
MIMEBASE_API const char* mimebase_version(void);
MIMEBASE_API int mimebase_schema_version(void);

#ifdef __cplusplus
}
#endif
