#!/bin/bash
# The demo writes both pages, with and without a delegate.
set -u
fail() {
  echo "FAILED: $1"
  cat "$TEST_TMPDIR/log"
  exit 1
}
export BUILD_WORKING_DIRECTORY=$TEST_TMPDIR
for flags in "" --use_xnnpack=true; do
  rm -f "$TEST_TMPDIR"/*.html
  # shellcheck disable=SC2086
  examples/detection/demo $flags >"$TEST_TMPDIR/log" 2>&1 || fail "exit status"
  for page in shapes digits; do
    grep -q 'data:image/jpeg;base64' "$TEST_TMPDIR/$page.html" || fail "no image on $page"
    grep -q '<svg' "$TEST_TMPDIR/$page.html" || fail "no confusion picture on $page"
  done
  grep -q 'class="box true"' "$TEST_TMPDIR/shapes.html" || fail "no boxes"
  [ -z "$flags" ] || grep -q 'CPU Overall mAP' "$TEST_TMPDIR/shapes.html" || fail "no CPU"
done
echo PASSED
