// Marks the symbols that the shared library exports, and those that it keeps private.
//
//   MIMEBASE_API int exported();  // a program that links with the library can call it
#pragma once

#if defined(__GNUC__)
#define MIMEBASE_API __attribute__((visibility("default")))
#define MIMEBASE_LOCAL __attribute__((visibility("hidden")))
#else
#define MIMEBASE_API
#define MIMEBASE_LOCAL
#endif
