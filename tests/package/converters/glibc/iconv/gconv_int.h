/* What the sources of glibc's converters need of its internal header. */
#include <gconv.h>
#include <stdlib.h>
#include <string.h>

#define attribute_hidden __attribute__((visibility("hidden")))

int __gconv_transliterate(struct __gconv_step*, struct __gconv_step_data*, const unsigned char*,
                          const unsigned char**, const unsigned char*, unsigned char**,
                          size_t*) attribute_hidden;
