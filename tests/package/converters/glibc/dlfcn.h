/* Without it, the sources of glibc's converters call each other directly, as they can in one program. */
