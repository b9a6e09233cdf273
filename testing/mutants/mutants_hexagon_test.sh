#!/bin/bash
# mutants_hexagon_test.sh program seven.txt: the program ends with 0 only if bug 7
# is enabled, and records the bugs that it reaches if none is.
set -euo pipefail

program="$1" seven="$2"
guest() { qemu-hexagon -cpu v67 "$program"; }

TFLL_MUTANT="$seven" guest
if guest; then
  echo "without a switch, bug 7 is enabled" >&2
  exit 1
fi

none="$TEST_TMPDIR/none"
export TFLL_MUTANTS_REACHED="$TEST_TMPDIR/reached"
echo -1 >"$none"
TFLL_MUTANT="$none" guest || true
[[ "$(sort "$TFLL_MUTANTS_REACHED")" == "0007 $TEST_TARGET
0008 $TEST_TARGET" ]]
