#!/bin/bash
# Writes a header with the digest of files: HEADER NAMESPACE CONSTANT FILES...
set -euo pipefail
header="$1" namespace="$2" constant="$3"
shift 3
digest="$(sha256sum -- "$@" | cut -c1-64 | sha256sum | cut -c1-64)"
cat >"$header" <<END
#pragma once
namespace $namespace {
constexpr char $constant[] = "$digest";
}
END
