#!/bin/bash
# The tools run a model with operators from a library and show them in profiles.
set -u
model=testing/c_api/testdata/atan/model.tflite
library=examples/custom_op_atan/atan_custom_ops.so
log=$TEST_TMPDIR/log
fail() {
  echo "FAILED: $1"
  cat "$log"
  exit 1
}
run() { "$@" >"$log" 2>&1 || fail "exit status of $*"; }
refuses() { ! "$@" >"$log" 2>&1 || fail "exit status of $*"; }
has() { grep -qE -- "$1" "$log" || fail "no line like '$1'"; }
benchmark=(tools/benchmark/benchmark_model --graph="$model" --num_runs=2
  --min_secs=0 --warmup_min_secs=0)
diff=(tools/evaluation/tasks/inference_diff/run_eval --model_file="$model"
  --num_runs=2)

run "${benchmark[@]}" --custom_op_library="$library" --enable_op_profiling=true
has '^[[:space:]]+Atan([[:space:]]+[0-9.]+%?)+[[:space:]]+\[.*\]:[0-9]+$'
has 'Inference timings in us'

refuses "${benchmark[@]}"
has 'Encountered unresolved custom op: Atan\.'
has '--custom_op_library'

refuses "${benchmark[@]}" --custom_op_library=absent.so
has '--custom_op_library.*absent\.so'

run "${diff[@]}" --custom_op_library="$library"
has 'OutputDiff\[0\]: avg_error=0, std_dev=0'

refuses "${diff[@]}" --custom_op_library=absent.so
has 'absent\.so'
echo PASSED
