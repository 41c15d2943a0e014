/* The sources of glibc's converters include it, and need nothing of it. */
