#!/bin/bash
# The tools run the vendor's delegate, linked in and as a plugin, and report it.
set -u
here=examples/vendor_delegate
model=$here/add_sub_mul.tflite
log=$TEST_TMPDIR/log
fail() {
  echo "FAILED: $1"
  cat "$log"
  exit 1
}
run() { "$@" >"$log" 2>&1 || fail "exit status of $*"; }
has() { grep -qF -- "$1" "$log" || fail "no line '$1'"; }
hasnt() { ! grep -qF -- "$1" "$log" || fail "a line '$1'"; }
short=(--graph="$model" --num_runs=2 --min_secs=0 --warmup_runs=1
  --warmup_min_secs=0)
partially='delegate, and the model graph will be partially executed by the delegate w/ 1 delegate kernels.'

run $here/benchmark_model_plus_my_delegate "${short[@]}"
hasnt 'Explicitly applied'
has 'Inference timings in us'

run $here/benchmark_model_plus_my_delegate "${short[@]}" --use_my_delegate=true
has 'Use my delegate : [1]'
has "Explicitly applied MyDelegate $partially"
has 'Inference timings in us'

run tools/benchmark/benchmark_model "${short[@]}" \
  --external_delegate_path="$PWD/$here/my_external_delegate.so"
has 'MyDelegate: additions only: [0].'
has "Explicitly applied EXTERNAL $partially"

run tools/benchmark/benchmark_model "${short[@]}" \
  --external_delegate_path="$PWD/$here/my_external_delegate.so" \
  --external_delegate_options='additions_only:1'
has 'MyDelegate: additions only: [1].'
has "Explicitly applied EXTERNAL $partially"

if tools/benchmark/benchmark_model "${short[@]}" \
  --external_delegate_path="$PWD/$here/my_external_delegate.so" \
  --external_delegate_options='nonsense:1' >"$log" 2>&1; then
  fail 'a bad option was taken'
fi
has 'MyDelegate: a bad option'

run $here/inference_diff_plus_my_delegate --model_file="$model" --num_runs=2 \
  --use_my_delegate=true
has "Explicitly applied MyDelegate $partially"
has 'OutputDiff[0]: avg_error='

run tools/evaluation/tasks/inference_diff/run_eval --model_file="$model" \
  --num_runs=2 --external_delegate_path="$PWD/$here/my_external_delegate.so"
has "Explicitly applied EXTERNAL $partially"
has 'OutputDiff[0]: avg_error='

# The vendor's own evaluation runs its delegate too.
data=examples/detection
run $here/my_task_plus_my_delegate --model_file=$data/digits_rgb_float.tflite \
  --images=$data/digits/images --truth=$data/digits/truth.txt \
  --labels=$data/digits/labels.txt --first=20 --use_my_delegate=true
has 'MyDelegate'
grep -qE '^INFO: My accuracy on 20 images: (0\.[89]|1)' "$log" || fail 'no accuracy'

# The demo's network has one ADD.
run $here/demo_plus_my_delegate --output="$TEST_TMPDIR/report.html"
grep -q '^float32 *MyDelegate delegate *1 of 10 ' "$log" || fail 'no row'
grep -qF 'MyDelegate (1 nodes)' "$TEST_TMPDIR/report.html" || fail 'no node'

# The demo has the delegate's flags, which select what is measured.
run $here/demo_plus_my_delegate --use_my_delegate
grep -q '^float32 *MyDelegate delegate *1 of 10 ' "$log" || fail 'no row'
hasnt XNNPACK
run $here/demo_plus_my_delegate --help
has '--use_my_delegate=false'
has '--external_delegate_path=...'
$here/demo_plus_my_delegate --use_my_deleagte >"$log" 2>&1 &&
  fail 'an unknown flag was taken'
has 'did you mean --use_my_delegate?'
# Paths are relative to the folder in which `bazel run` was called.
BUILD_WORKING_DIRECTORY="$TEST_TMPDIR" run $here/demo_plus_my_delegate \
  --use_my_delegate --output=relative.html
[ -s "$TEST_TMPDIR/relative.html" ] || fail 'no report'
cp $model "$TEST_TMPDIR/relative.tflite"
BUILD_WORKING_DIRECTORY="$TEST_TMPDIR" run \
  $here/benchmark_model_plus_my_delegate "${short[@]}" --graph=relative.tflite
has 'Inference timings in us'
BUILD_WORKING_DIRECTORY="$TEST_TMPDIR" run \
  $here/inference_diff_plus_my_delegate --model_file=relative.tflite --num_runs=1
has 'OutputDiff[0]: avg_error='

run examples/digits/demo \
  --external_delegate_path="$PWD/$here/my_external_delegate.so"
grep -q '^float32 *external delegate *1 of 10 ' "$log" || fail 'no row'
grep -q '^int8 *external delegate *0 of 10 ' "$log" || fail 'no row'
echo PASSED
