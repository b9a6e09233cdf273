#!/bin/bash
# What tfll_delegate lets a back-end depend on. Each argument is
# <expected>=<decided>=<dependency>, worked out when the package was loaded.
set -u
failed=0
for argument in "$@"; do
  IFS='=' read -r expected decided dependency <<<"$argument"
  if [ "$expected" != "$decided" ]; then
    echo "FAILED: $dependency is $decided, expected $expected"
    failed=1
  fi
done
[ $# -ge 10 ] || {
  echo "FAILED: only $# cases"
  failed=1
}
exit $failed
