#!/bin/bash
# Started by `bazel run`, tools find relative paths in the folder where they were called.
set -u
gen_op_resolver=$1
edgetpu_compiler=$2
plugin_check=$3
merge=$4
callers=$TEST_TMPDIR/callers
mkdir "$callers"
cp "$5" "$callers/model.tflite"
echo nonsense >"$callers/state"
export BUILD_WORKING_DIRECTORY=$callers
log=$TEST_TMPDIR/log
fail() {
  echo "FAILED: $1"
  cat "$log"
  exit 1
}

"$gen_op_resolver" --input_models=model.tflite --output_registration=out.cc \
  >"$log" 2>&1 || fail gen_op_resolver
[[ -s $callers/out.cc ]] || fail 'gen_op_resolver wrote elsewhere'
"$edgetpu_compiler" model.tflite >"$log" 2>&1 || fail edgetpu_compiler
[[ -s $callers/model_edgetpu.tflite ]] || fail 'edgetpu_compiler wrote elsewhere'
"$plugin_check" model_edgetpu.tflite >"$log" 2>&1
grep -q 'compiled node 0 runs' "$log" || fail plugin_check
# Both files are refused: one is no state, the other is not there.
"$merge" state >"$log" 2>&1 && fail 'merge takes nonsense'
read_it=$(cat "$log")
"$merge" absent >"$log" 2>&1 && fail 'merge takes what is absent'
[[ ${read_it//state/absent} != "$(cat "$log")" ]] || fail 'merge did not find the file'
echo PASSED
