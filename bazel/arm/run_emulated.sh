#!/bin/bash
# Runs a program with its arguments: one for Arm by qemu's user mode emulation with
# the sysroot beside this script, anything else directly.
#
# QEMU_CPU selects the processor, as qemu's -cpu does.
set -euo pipefail

here="$(dirname -- "${BASH_SOURCE[0]}")"
versions="$(readlink -f -- "$here/versions.txt")"
[[ -e $versions ]] ||
  versions="$(readlink -f -- "${RUNFILES_DIR:-$0.runfiles}"/*/versions.txt)"
root="$(dirname -- "$versions")/root"

# Bytes 0 to 3 of an ELF file are its mark; bytes 18 and 19 name the machine.
machine="$(od -An -v -tx1 -N20 -- "$1" | tr -d ' \n')"
case "$machine" in
  7f454c46*b700) exec qemu-aarch64 -L "$root" "$@" ;;
  7f454c46*2800) exec qemu-arm -L "$root" "$@" ;;
  *) exec "$@" ;;
esac
