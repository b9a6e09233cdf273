#!/bin/bash
# Fails if the page in docs/ differs from op_support.py's output for the current
# table.
set -eu
if ! diff -u "$1" "$2"; then
  echo "docs/OP_SUPPORT.md is out of date:" \
    "./bazelw build //tools/op_support:page && cp bazel-bin/tools/op_support/OP_SUPPORT.md docs/"
  exit 1
fi
