#!/bin/bash
# Runs a Hexagon program: PROGRAM [ARGUMENT ...].
set -euo pipefail

command -v qemu-hexagon >/dev/null || {
  echo 'qemu-hexagon is missing: third_party/packages.txt names its package' >&2
  exit 1
}
exec qemu-hexagon -cpu v67 "$@"
