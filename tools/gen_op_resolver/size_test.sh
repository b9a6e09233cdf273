#!/bin/bash
# A program with selected operators runs its model and lacks other kernels.
set -u
selected=$1
all=$2
model=$3
fail() {
  echo "FAILED: $1"
  exit 1
}
kernels() { nm -C "$1" | grep -oE ' tflite::kernels::Eval[A-Za-z0-9]+' | sort -u; }

"$selected" "$model" || fail "the model does not run with its own operators"
"$all" "$model" || fail "the model does not run with all operators"
kernels "$selected" | grep -q EvalConv2d || fail "a kernel of the model is missing"
for absent in Lstm Slice StablehloScatter TopkV2; do
  kernels "$all" | grep -q "Eval$absent" || fail "no Eval$absent in $all: wrong name?"
  kernels "$selected" | grep -q "Eval$absent" && fail "Eval$absent is linked in"
done
few=$(stat -L -c %s "$selected")
many=$(stat -L -c %s "$all")
echo "selected operators: $(kernels "$selected" | wc -l) kernels, $few bytes"
echo "all operators: $(kernels "$all" | wc -l) kernels, $many bytes"
[ $((few * 2)) -lt "$many" ] || fail "more than half of the size is left"
echo PASSED
