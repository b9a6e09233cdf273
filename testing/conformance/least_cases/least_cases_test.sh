#!/bin/bash
# With --least_cases, too few cases and a missing device are failures.
#
#   least_cases_test.sh PROGRAM, which has the mirror delegate and XNNPACK
set -eu
unset XML_OUTPUT_FILE TESTBRIDGE_TEST_ONLY

run() { "$@" >"$TEST_TMPDIR/log" 2>&1; }
fail() {
  cat "$TEST_TMPDIR/log"
  echo "$1"
  exit 1
}
says() { grep -q -e "$1" "$TEST_TMPDIR/log" || fail "does not say: $1"; }

mirror=--use_mirror_delegate=true
run "$1" $mirror --least_cases=10 || fail "enough cases fail"
run "$1" $mirror --least_cases=1000000 && fail "too few cases pass"
says "--least_cases: [1-9][0-9]* are too few"
run "$1" $mirror --least_cases=1000000 --filter=AVERAGE || fail "a filter fails"

export TFLL_XNNPACK_LIBRARY="$TEST_TMPDIR/absent.so"
run "$1" --use_xnnpack=true --least_cases=1 && fail "a missing library passes"
says "not run: XNNPACK: "
says "FAILED"
run "$1" --use_xnnpack=true || fail "fails although no case is demanded"
says "SKIPPED"
exit 0
