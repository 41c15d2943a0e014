// What every public header needs: what the shared library exports, and what of that it does not.
#pragma once

#if defined(__GNUC__)
#define MIMEBASE_API __attribute__((visibility("default")))
#define MIMEBASE_LOCAL __attribute__((visibility("hidden")))
#else
#define MIMEBASE_API
#define MIMEBASE_LOCAL
#endif
