/* Included first by the sources of glibc's converters: glibc's own names of functions that its users know by
 * others. */
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#define __mempcpy mempcpy
#define __rawmemchr rawmemchr
#define __strcasecmp strcasecmp
