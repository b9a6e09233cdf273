#!/bin/bash
# The page in docs/ is the one that op_support.py makes of today's table.
set -eu
if ! diff -u "$1" "$2"; then
  echo "docs/OP_SUPPORT.md is out of date:" \
    "./bazelw build //tools/op_support:page && cp bazel-bin/tools/op_support/OP_SUPPORT.md docs/"
  exit 1
fi
