#!/bin/bash
# A delegate that takes none of the nodes fails unless --least_run=0.
#
#   least_run_test.sh PROGRAM
set -eu
unset XML_OUTPUT_FILE TESTBRIDGE_TEST_ONLY

run() { "$@" --use_mirror_delegate=true --graphs=0 >"$TEST_TMPDIR/log" 2>&1; }
fail() {
  cat "$TEST_TMPDIR/log"
  echo "$1"
  exit 1
}

none="--delegate_deny_nodes=ABS,NEG,ZEROS_LIKE,RELU,RELU6"
run "$1" || fail "the delegate that takes all fails"
run "$1" $none && fail "a delegate that takes none passes"
grep -q -e "--least_run: 0 tests" "$TEST_TMPDIR/log" || fail "why is not said"
run "$1" $none --least_run=0 || fail "--least_run=0 fails"
run "$1" $none --gtest_filter='Partition*' || fail "a filter fails"
run "$1" --least_run=1000 && fail "too few tests pass"
exit 0
