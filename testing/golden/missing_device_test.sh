#!/bin/bash
# Recorded cases that are here are not skipped in silence if the machine lacks
# what the delegate needs.
#
#   missing_device_test.sh RUNNER, which has the XNNPACK delegate
set -eu
export TFLL_XNNPACK_LIBRARY="$TEST_TMPDIR/absent.so"
cases=testing/golden/ops/ATAN2.zip

fail() {
  cat "$TEST_TMPDIR/log"
  echo "$1"
  exit 1
}
run() { "$@" --use_xnnpack=true >"$TEST_TMPDIR/log" 2>&1; }
says() {
  grep -q -e "^$1: nothing was run: XNNPACK" "$TEST_TMPDIR/log" || fail "no $1"
}

run "$1" "$cases" && fail "passes without the library"
says FAILED
run "$1" --skip_absent "$cases" && fail "passes with cases that are here"
says FAILED
run "$1" --skip_absent --least_cases=1 absent && fail "--least_cases=1 passes"
says FAILED
run "$1" --skip_absent --least_present=1 absent || fail "fails without cases"
says SKIPPED
exit 0
