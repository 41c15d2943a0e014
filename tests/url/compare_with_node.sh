#!/bin/sh
# Runs compare_with_node.mjs if node is installed: compare_with_node.sh PROGRAM
# Exit status 77 means skipped.
here=${0%/*}
if ! command -v node > /dev/null; then
  echo 'SKIPPED: no node: 100000 comparisons missed'
  exit 77
fi
root=${MIMEBASE_SOURCE_ROOT:-$here/../..}
exec node "$here/compare_with_node.mjs" "$1" "${MIMEBASE_CORPORA:-$root/../shared/corpora}"
