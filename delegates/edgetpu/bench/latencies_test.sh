#!/bin/bash
# Compares what the program prints with a file: PROGRAM GOLDEN. If it was changed
# on purpose:
#   ./bazelw run //delegates/edgetpu/bench:latencies -- layers SqueezeNet |
#     sed 's/ *$//' > delegates/edgetpu/bench/latencies.txt
set -euo pipefail

diff "$2" <("$1" layers SqueezeNet | sed 's/ *$//')
for wrong in "layers" "fits" "layers SqueezeNet more"; do
  # shellcheck disable=SC2086
  if printed="$("$1" $wrong 2>&1)"; then
    echo "accepted: $wrong" >&2
    exit 1
  fi
  [[ "$printed" == Usage:* ]]
done

if printed="$("$1" layers Nothing 2>&1)"; then
  echo "accepted: layers Nothing" >&2
  exit 1
fi
[[ "$printed" == "there is no network 'Nothing'" ]]

# Of a network with a remark, whose estimate is not near.
printed="$("$1" layers "MobileNet v2 SSD")"
[[ "$printed" == *" shown "*"; without the boxes' selection on the CPU"* ]]
[[ "${printed##*$'\n'}" == "off by more than 15 %: MobileNet v2 SSD, 0."* ]]
