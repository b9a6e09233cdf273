#!/bin/bash
# digest.sh: every byte of every file counts, their order, and the text.
set -euo pipefail
digest="$PWD/$1"
cd "$TEST_TMPDIR"
printf 'ab' >one.cc
printf 'c' >two.cc

text="-O2"
of() {
  "$digest" out.h name kDigest "$text" "$@"
  grep -oE '"[0-9a-f]{64}"' out.h || {
    echo "FAILED: no digest in $(cat out.h)" >&2
    exit 1
  }
}
differs() {
  [[ $1 != "$before" ]] || {
    echo "FAILED: the same digest with $2" >&2
    exit 1
  }
}

before="$(of one.cc two.cc)"
[[ $(of one.cc two.cc) == "$before" ]] || {
  echo "FAILED: another digest of the same files" >&2
  exit 1
}
text="-O3"
differs "$(of one.cc two.cc)" "other options"
text="-O2"
differs "$(of two.cc one.cc)" "another order"
differs "$(of one.cc)" "a file less"
printf 'a' >one.cc
printf 'bc' >two.cc
differs "$(of one.cc two.cc)" "a byte moved to the next file"
printf 'ab' >one.cc
printf 'd' >two.cc
differs "$(of one.cc two.cc)" "another byte"
if "$digest" out.h name kDigest "$text" one.cc missing.cc 2>/dev/null; then
  echo "FAILED: the digest of a file that does not exist" >&2
  exit 1
fi
echo PASSED
