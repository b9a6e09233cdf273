#!/bin/bash
# The tools apply the dummy delegate, linked in or as a plugin, and report it.
set -u
model=examples/digits/digits_float.tflite
plugin=$PWD/delegates/dummy/dummy_external_delegate.so
log=$TEST_TMPDIR/log
fail() {
  echo "FAILED: $1"
  cat "$log"
  exit 1
}
has() { grep -qE -- "$1" "$log" || fail "no line '$1'"; }
hasnt() { ! grep -qE -- "$1" "$log" || fail "a line '$1'"; }
benchmark() {
  delegates/dummy/benchmark_model_plus_dummy_delegate --graph=$model \
    --num_runs=2 --min_secs=0 --warmup_runs=1 --warmup_min_secs=0 "$@" \
    >"$log" 2>&1
}
conv=3

benchmark --use_dummy_delegate=true || fail "exit status"
has 'Use dummy test delegate: \[1\]'
has 'Though DummyDelegate delegate is explicitly applied, the model graph will not be executed by the delegate.'

benchmark --use_dummy_delegate=true --dummy_allowed_builtin_code=$conv ||
  fail "exit status"
has 'Explicitly applied DummyDelegate delegate, and the model graph will be partially executed by the delegate w/ [0-9]+ delegate kernels.'
has 'Inference timings in us'

benchmark --use_dummy_delegate=true --dummy_allowed_builtin_code=$conv \
  --max_delegated_partitions=1 || fail "exit status"
has 'partially executed by the delegate w/ 1 delegate kernels.'

benchmark --use_dummy_delegate=true --dummy_allowed_builtin_code=$conv \
  --delegate_deny_nodes=CONV_2D || fail "exit status"
has 'Nodes that are not delegated: \[CONV_2D\]'
has 'the model graph will not be executed by the delegate.'

benchmark --use_dummy_delegate=true --delegate_deny_nodes='#x' \
  --require_delegation=true &&
  fail "a list that cannot be read was taken"
has "'#x'"

# The partition fails, its nodes run on the CPU.
benchmark --use_dummy_delegate=true --dummy_allowed_builtin_code=$conv \
  --dummy_error_during_invoke=true || fail "exit status"
has 'fails in Invoke, as requested'
has 'Inference timings in us'

# The failed run is excluded from the measured times and the profile.
profile=$TEST_TMPDIR/profile
profiled() {
  benchmark --use_dummy_delegate=true --dummy_allowed_builtin_code=$conv \
    --num_runs=3 --warmup_runs=0 --enable_op_profiling=true \
    --op_profiling_output_file="$profile" "$@" || fail "exit status"
}
profiled
hasnt 'A delegate failed: the profile'
grep -q 'DummyDelegate' "$profile" || fail 'no row of the delegate'
profiled --dummy_error_during_invoke=true
has 'count=3 '
has 'A delegate failed: the profile covers only the runs after that'
for line in 'A delegate failed: the profile' 'CONV_2D' \
  'Timings .microseconds.: count=3 '; do
  grep -q "$line" "$profile" || fail "no line '$line' in the profile"
done
grep -q 'DummyDelegate' "$profile" && fail 'the failed run is in the profile'

benchmark --external_delegate_path="$plugin" \
  --external_delegate_options="allowed_builtin_code:$conv;max_delegated_partitions:1" ||
  fail "exit status"
has 'Explicitly applied EXTERNAL delegate, and the model graph will be partially executed by the delegate w/ 1 delegate kernels.'

benchmark --external_delegate_path="$plugin" \
  --external_delegate_options='no_such_option:1' && fail "a bad option was taken"
has "no option 'no_such_option'"

delegates/dummy/inference_diff_plus_dummy_delegate --model_file=$model \
  --num_runs=2 --use_dummy_delegate=true \
  --dummy_allowed_builtin_code=$conv >"$log" 2>&1 || fail "exit status"
has 'OutputDiff\[0\]: avg_error='
hasnt 'OutputDiff\[0\]: avg_error=0,'

# The tasks on images report on how many of them the delegate failed.
data=examples/detection
delegates/dummy/imagenet_image_classification_plus_dummy_delegate \
  --model_file=$data/digits_rgb_float.tflite \
  --ground_truth_images_path=$data/digits/images \
  --ground_truth_labels=$data/digits/truth.txt \
  --model_output_labels=$data/digits/labels.txt --num_images=5 \
  --use_dummy_delegate=true --dummy_allowed_builtin_code=$conv \
  --dummy_error_during_invoke=true >"$log" 2>&1 || fail "exit status"
has 'Top-1 Accuracy: '
has 'Results of the CPU, because a delegate failed: 5$'
delegates/dummy/coco_object_detection_plus_dummy_delegate \
  --model_file=$data/shapes_float.tflite \
  --ground_truth_images_path=$data/shapes/images \
  --ground_truth_proto=$data/shapes/ground_truth.pbtxt \
  --model_output_labels=$data/shapes/labels.txt --compare_with_cpu \
  --use_dummy_delegate=true --dummy_allowed_builtin_code=$conv >"$log" 2>&1 ||
  fail "exit status"
has 'Explicitly applied'
has 'Images on which the CPU disagrees: [1-9]'

# Kernel tests count the models in which the delegate ran nodes.
kernel_test() {
  testing/kernel_tests/elementwise_test --use_dummy_delegate=true \
    --dummy_allowed_builtin_code="$zeros_like" "$@" >"$log" 2>&1
}
zeros_like=93
kernel_test --least_delegated_models=1 || fail "exit status"
kernel_test --least_delegated_models=2 && fail "one model was taken for two"
has 'ran nodes: --least_delegated_models'
kernel_test --least_delegated_models=1 --dummy_error_during_invoke=true &&
  fail "a model that went back to the CPU was counted"
has 'fails in Invoke, as requested'
has 'ran nodes: --least_delegated_models'

# A delegate whose results are all wrong takes a few lines per conformance case.
delegates/dummy/conformance --use_dummy_delegate=true \
  --dummy_allowed_builtin_code=0 --filter=add/ >"$log" 2>&1 &&
  fail "wrong results passed"
failures=$(grep -c 'elements differ, worst at' "$log")
[ "$failures" -ge 20 ] || fail "$failures failures"
# Some releases of GoogleTest separate failures by empty lines.
[ "$(grep -c . "$log")" -le $((5 * failures + 20)) ] || fail "too many lines"
echo PASSED
