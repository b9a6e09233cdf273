#!/bin/bash
# run_model MODEL PLUGIN: the program of docs/C_API.md, on the CPU, on a
# delegate, and with what it cannot use.
set -u
run_model=$1 model=$2 plugin=$3
log=$TEST_TMPDIR/log

fail() {
  echo "FAIL: $1"
  cat "$log"
  exit 1
}

"$run_model" "$model" >"$log" 2>&1 || fail 'does not run'
grep -Eq 'FLOAT32\[1,10\]( [0-9.e-]+){10}$' "$log" || fail 'no output'
cp "$log" "$TEST_TMPDIR/on_cpu"

"$run_model" "$model" "$plugin" memory_bytes 1000 >"$log" 2>&1 ||
  fail 'does not run with a plugin'
grep -q 'FLOAT32\[1,10\]' "$log" || fail 'no output with a plugin'

"$run_model" "$model" "$plugin" size 1 >"$log" 2>&1 && fail 'takes an unknown option'
grep -q "no option 'size'" "$log" || fail 'does not say why the plugin is not used'

"$run_model" /nonexistent >"$log" 2>&1 && fail 'takes an absent model'
grep -q '^/nonexistent: ' "$log" || fail 'does not name the file'
echo PASS
