#!/bin/bash
# Writes a header with the digest of a text and of files:
#   HEADER NAMESPACE CONSTANT TEXT FILES...
set -euo pipefail
header="$1" namespace="$2" constant="$3" text="$4"
shift 4
files="$(sha256sum -- "$@" | cut -c1-64)"
digest="$(printf '%s\n%s' "$files" "$text" | sha256sum | cut -c1-64)"
cat >"$header" <<END
#pragma once
namespace $namespace {
constexpr char $constant[] = "$digest";
}
END
