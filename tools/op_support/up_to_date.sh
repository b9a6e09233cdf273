#!/bin/bash
# Fails if the page in docs/ differs from op_support.py's output for the current
# table.
set -eu
if ! diff -u "$1" "$2"; then
  echo "docs/OP_SUPPORT.md is out of date:" \
    "./bazelw run //:update_goldens -- support"
  exit 1
fi
