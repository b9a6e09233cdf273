#!/bin/bash
# The flags of the program, which are upstream's, and its errors.
set -u
tool=$1
model=$2
out=$TEST_TMPDIR/out.cc
log=$TEST_TMPDIR/log
fail() {
  echo "FAILED: $1"
  cat "$log"
  exit 1
}
refuses() {
  local words=$1
  shift
  "$tool" "$@" >"$log" 2>&1 && fail "took $*"
  grep -qF -- "$words" "$log" || fail "no word of '$words' for $*"
}

"$tool" --input_models="$model" --output_registration="$out" \
  --tflite_path=third_party/tensorflow/lite --namespace=mine \
  --for_micro=false >"$log" 2>&1 || fail 'upstream flags'
for line in '#include "third_party/tensorflow/lite/mutable_op_resolver.h"' \
  'namespace mine {' \
  'void RegisterSelectedOps(::tflite::MutableOpResolver* resolver) {' \
  'BuiltinOperator_SOFTMAX'; do
  grep -qF -- "$line" "$out" || {
    cat "$out"
    fail "no '$line'"
  }
done

"$tool" --ops=ADD,MyOp:2-3 --output_registration="$out" >"$log" 2>&1 ||
  fail 'a list'
grep -qF 'Register_MY_OP(), 2, 3)' "$out" || fail 'versions of the list'

echo nonsense >"$TEST_TMPDIR/bad.tflite"
refuses "$TEST_TMPDIR/bad.tflite" --input_models="$model,$TEST_TMPDIR/bad.tflite" \
  --output_registration="$out"
refuses absent.tflite --input_models=absent.tflite --output_registration="$out"
refuses 'no operators' --output_registration="$out"
refuses 'output_registration' --input_models="$model"
refuses '/absent/out.cc' --input_models="$model" --output_registration=/absent/out.cc
refuses 'for_micro' --input_models="$model" --output_registration="$out" --for_micro=true
refuses '--nonsense' --nonsense=1
echo PASSED
