// What every public header needs: the export mark of the shared library.
#pragma once

#if defined(__GNUC__)
#define MIMEBASE_API __attribute__((visibility("default")))
#else
#define MIMEBASE_API
#endif
