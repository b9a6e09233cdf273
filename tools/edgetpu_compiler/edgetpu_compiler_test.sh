#!/bin/bash
# The program: names of files, messages, and a compiled model in benchmark_model.
set -euo pipefail
compiler="$1" model="$2" benchmark="$3" chip="$4"

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
# As a pipeline on two devices, and on one that both share: the results of the whole.
once=(--num_runs=5 --min_secs=0 --warmup_min_secs=0 --fingerprint=true)
whole="$("$benchmark" --graph="$model" "${once[@]}" 2>&1 | grep Fingerprint)"
for devices in :0,:1 :0; do
  text="$(TFLL_EDGETPU_DEVICES=usb,usb "$benchmark" "${once[@]}" --use_edgetpu=true \
    --edgetpu_device="$devices" --explain_delegation \
    --graph="$out/digits_int8_segment_0_of_2_edgetpu.tflite" \
    --pipeline="$out/digits_int8_segment_1_of_2_edgetpu.tflite" 2>&1)"
  expect "$text" "$whole"
  [[ $(grep -c "edgetpu-custom-op" <<<"$text") -ge 2 ]] || fail "not on devices: $text"
  if grep -q "run on the CPU:" <<<"$text"; then fail "on the CPU: $text"; fi
done
"$compiler" -o "$out" --num_segments 99 "$model" 2>"$TEST_TMPDIR/errors" &&
  fail "99 segments"
expect "$(cat "$TEST_TMPDIR/errors")" "too few operations for 99 segments"

for option in --num_segments=0 --num_segments=-2 --num_segments=1001 \
  --num_segments=2x --num_segments= --timeout_sec=0 --delegate_search_step=x; do
  "$compiler" -o "$TEST_TMPDIR" "$option" "$model" 2>"$TEST_TMPDIR/errors" &&
    fail "accepted $option"
  expect "$(cat "$TEST_TMPDIR/errors")" "${option%%=*}: '${option#*=}' is no number from"
done
"$compiler" -o "$TEST_TMPDIR" -n 2 -i serving_default "$model" \
  2>"$TEST_TMPDIR/errors" && fail "segments with intermediate tensors"
expect "$(cat "$TEST_TMPDIR/errors")" "and end at intermediate tensors"

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

# Another target: docs/EDGETPU.md, "Your own chip".
whole="$("$benchmark" --graph="$model" "${once[@]}" 2>&1 | grep Fingerprint)"
for target in "$chip" plain_64x64_weight_stationary plain_64x64_output_stationary; do
  "$compiler" -o "$TEST_TMPDIR/chip" --target "$target" "$model" 2>/dev/null &&
    fail "wrote into a folder that does not exist"
  mkdir -p "$TEST_TMPDIR/chip"
  text="$("$compiler" -o "$TEST_TMPDIR/chip" --target "$target" --report_json "$model")"
  name="$(sed -n 's/^name = //p' "$target" 2>/dev/null || echo "$target")"
  expect "$text" "Target: $name"
  compiled="$TEST_TMPDIR/chip/digits_int8_edgetpu.tflite"
  expect "$(cat "${compiled%.tflite}.json")" "\"target\": \"$name\""
  expect "$("$compiler" --show_executables "$compiled")" "name = $name"
  # On a device of that target, by a flag or by the environment; else on the CPU.
  text="$("$benchmark" --graph="$compiled" "${once[@]}" --use_edgetpu=true \
    --edgetpu_target="$target" --edgetpu_report_json="$TEST_TMPDIR/report.json" 2>&1)"
  expect "$text" "$whole"
  if grep -q "run on the CPU:" <<<"$text"; then fail "on the CPU: $text"; fi
  expect "$(cat "$TEST_TMPDIR/report.json")" "\"target\": \"$name\""
  text="$(TFLL_EDGETPU_TARGET="$target" "$benchmark" --graph="$compiled" \
    "${once[@]}" --use_edgetpu=true 2>&1)"
  expect "$text" "$whole"
  if grep -q "run on the CPU:" <<<"$text"; then fail "on the CPU: $text"; fi
  text="$("$benchmark" --graph="$compiled" "${once[@]}" --use_edgetpu=true 2>&1)"
  expect "$text" "$whole"
  expect "$text" "is for target '$name', the device is 'tiles_4x4'"
  # The delegate compiles for it as well.
  text="$("$benchmark" --graph="$model" "${once[@]}" --use_edgetpu=true \
    --edgetpu_target="$target" --edgetpu_report_json="$TEST_TMPDIR/report.json" 2>&1)"
  expect "$text" "$whole"
  expect "$(cat "$TEST_TMPDIR/report.json")" "\"target\": \"$name\""
  expect "$(cat "$TEST_TMPDIR/report.json")" "\"utilisation\": 0."
  rm -r "$TEST_TMPDIR/chip"
done
expect "$("$compiler" --help)" "--target TARGET"
expect "$("$benchmark" --help 2>&1)" "--edgetpu_report_json="
sed 's/^tile_rows = .*/tile_rows = 77/' "$chip" >"$TEST_TMPDIR/bad.target"
"$compiler" -o "$out" --target "$TEST_TMPDIR/bad.target" "$model" \
  2>"$TEST_TMPDIR/errors" && fail "compiled for a faulty target"
expect "$(cat "$TEST_TMPDIR/errors")" "bad.target': target, line 4: tile_rows is '77'"
text="$("$benchmark" --graph="$model" "${once[@]}" --use_edgetpu=true \
  --edgetpu_target="$TEST_TMPDIR/bad.target" 2>&1)" && fail "ran on a faulty target"
expect "$text" "bad.target': target, line 4: tile_rows is '77'"
text="$("$benchmark" --graph="$model" "${once[@]}" --use_edgetpu=true \
  --edgetpu_report_json=/nowhere/report.json 2>&1)" && fail "reported to nowhere"
expect "$text" "report '/nowhere/report.json' cannot be written"
"$compiler" --show_executables "$model" 2>"$TEST_TMPDIR/errors" &&
  fail "showed a model that is not compiled"
expect "$(cat "$TEST_TMPDIR/errors")" "it has no executable"
expect "$("$compiler" --show_code "$out/again_edgetpu.tflite")" ": multiply"
echo PASSED
