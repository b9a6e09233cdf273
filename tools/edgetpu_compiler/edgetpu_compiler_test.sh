#!/bin/bash
# The program: names of files, messages, and a compiled model in benchmark_model.
set -euo pipefail
compiler="$1" model="$2" benchmark="$3"

fail() {
  echo "FAILED: $*" >&2
  exit 1
}
expect() { grep -qF -- "$2" <<<"$1" || fail "no '$2' in: $1"; }

out="$TEST_TMPDIR/out"
mkdir -p "$out"
text="$("$compiler" --out_dir "$out" --show_operations --search_delegate \
  --delegate_search_step 30 --timeout_sec 180 "$model")"
expect "$text" "Model compiled successfully in"
expect "$text" "Number of Edge TPU subgraphs: 1"
expect "$text" "Mapped to Edge TPU"
expect "$(cat "$out/digits_int8_edgetpu.log")" "Mapped to Edge TPU"
compiled="$out/digits_int8_edgetpu.tflite"
[[ -s $compiled ]] || fail "no $compiled"

text="$("$benchmark" --graph="$compiled" --use_edgetpu=true --num_runs=2 \
  --min_secs=0 --warmup_min_secs=0 --explain_delegation 2>&1)"
expect "$text" "edgetpu-custom-op"
if grep -q "run on the CPU:" <<<"$text"; then fail "on the CPU: $text"; fi
text="$(TFLL_EDGETPU_DEVICES=none "$benchmark" --graph="$compiled" \
  --use_edgetpu=true --num_runs=2 --min_secs=0 --warmup_min_secs=0 2>&1)"
expect "$text" "run on the CPU: there is no device"

expect "$("$compiler" --version)" "Edge TPU Compiler version"
expect "$("$compiler" --help)" "--intermediate_tensors"
"$compiler" -o "$out" "$compiled" 2>"$TEST_TMPDIR/errors" && fail "compiled twice"
expect "$(cat "$TEST_TMPDIR/errors")" "the model is compiled already"
"$compiler" -o "$out" /dev/null 2>/dev/null && fail "read /dev/null"

text="$("$compiler" -o "$out" --num_segments 2 "$model")"
expect "$text" "Models compiled successfully in"
expect "$text" "Estimated time between results"
for segment in 0 1; do
  [[ -s $out/digits_int8_segment_${segment}_of_2_edgetpu.tflite ]] ||
    fail "no segment $segment"
done
"$compiler" -o "$out" --num_segments 99 "$model" 2>"$TEST_TMPDIR/errors" &&
  fail "99 segments"
expect "$(cat "$TEST_TMPDIR/errors")" "too few operations for 99 segments"

cp "$model" "$out/again.tflite"
text="$("$compiler" -o "$out" "$model" "$out/again.tflite")"
expect "$text" "Models compiled successfully in"
expect "$text" "On-chip memory used for caching model parameters"
[[ -s $out/again_edgetpu.tflite ]] || fail "no second model"

mkdir -p "$TEST_TMPDIR/twin" "$TEST_TMPDIR/twins"
cp "$model" "$TEST_TMPDIR/twin/digits_int8.tflite"
"$compiler" -o "$TEST_TMPDIR/twins" "$model" "$TEST_TMPDIR/twin/digits_int8.tflite" \
  2>"$TEST_TMPDIR/errors" && fail "overwrote a result"
expect "$(cat "$TEST_TMPDIR/errors")" "would both be compiled to"
[[ -z "$(ls "$TEST_TMPDIR/twins")" ]] || fail "compiled one of two"
"$compiler" 2>/dev/null && fail "compiled nothing"
echo PASSED
