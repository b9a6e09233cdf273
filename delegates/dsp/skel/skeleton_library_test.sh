#!/bin/bash
# The skeleton library exports its one entry and needs FastRPC's functions alone; vector
# kernels that it lacks are weak.
set -euo pipefail

symbols="$(readelf -W --dyn-syms "$1")"
fail() {
  printf '%s\n%s\n' "$1" "$symbols"
  exit 1
}

grep -q 'FUNC *GLOBAL DEFAULT *[0-9]* tflite_dsp_skel_handle_invoke$' <<<"$symbols" ||
  fail 'the entry is missing'
undefined="$(awk '$5 == "GLOBAL" && $7 == "UND" { print $8 }' <<<"$symbols" | sort | xargs)"
[[ $undefined == 'HAP_mmap HAP_munmap' ]] || fail "it asks for $undefined"
