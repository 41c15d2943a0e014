#!/bin/sh
# Run by `meson install`: the loader's cache learns of a library that was put into one of its folders.
set -eu
library_folder=$1
[ -z "${DESTDIR:-}" ] && [ "$(id -u)" = 0 ] || exit 0
PATH=$PATH:/usr/sbin:/sbin
command -v ldconfig >/dev/null || exit 0
# Without -N and -X it would write; the folders that it looks into are lines that end in a colon or a remark.
ldconfig -N -X -v 2>/dev/null | grep -q "^$library_folder:" || exit 0
ldconfig
