#!/bin/bash
# The output and files of inference_diff, and its errors.
set -u
program=$1
model=$2
out=$TEST_TMPDIR/metrics.pb
fail() {
  echo "FAILED: $1"
  cat "$TEST_TMPDIR/log"
  exit 1
}
run() { "$program" "$@" >"$TEST_TMPDIR/log" 2>&1; }
has() { grep -qE -- "$1" "$TEST_TMPDIR/log" || fail "no line '$1'"; }

run --model_file="$model" --num_runs=3 --output_file_path="$out" --use_xnnpack=false ||
  fail "exit status"
has '^INFO: Num evaluation runs: 3$'
has '^INFO: Reference run latency: avg=[0-9.e+]+\(us\), std_dev=[0-9]+\(us\)$'
has '^INFO: Test run latency: avg=[0-9.e+]+\(us\), std_dev=[0-9]+\(us\)$'
# Without a delegate both use the same kernels.
has '^INFO: OutputDiff\[0\]: avg_error=0, std_dev=0$'
has '^INFO: avg_error is the mean absolute difference of stored values: one is one step'
[ -s "$out" ] || fail "no metrics were written"

run && fail "a run without a model succeeded"
has 'model_file'
run --model_file="$model" --delegate=abacus && fail "an unknown delegate was taken"
has 'abacus'
run --model_file="$model" --num_runs=0 && fail "no runs were taken"
has 'num_runs'
run --model_file="$model" --num_runs=1 --use_nnapi=false --num_interpreter_thread=2 ||
  fail "an unknown flag ended the run"
has '^WARN: Unconsumed cmdline flags: --use_nnapi=false --num_interpreter_thread=2$'
has 'did you mean --num_interpreter_threads\?'
run --model_file="$model" --num_runs=1 --output_file_path=/nowhere/file &&
  fail "a file that cannot be written was taken"
has 'cannot write /nowhere/file'
for part in first again; do
  run --model_file="$model" --num_runs=2 --shard_index=1 --num_shards=2147483647 \
    --state_file="$TEST_TMPDIR/state" || fail "one of many shards, $part"
  has '^INFO: Num evaluation runs: 1$'
done
run --model_file=/nonexistent.tflite && fail "a missing model was taken"
has '/nonexistent.tflite'
run --help || fail "--help has another exit status"
has 'num_interpreter_threads'
echo PASSED
