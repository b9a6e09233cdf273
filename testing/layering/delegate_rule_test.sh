#!/bin/bash
# What tfll_delegate lets a back-end depend on, and which packages it has. Each
# argument is <expected>=<decided>=<dependency or package>, worked out when the
# package was loaded.
set -u
failed=0
for argument in "$@"; do
  IFS='=' read -r expected decided subject <<<"$argument"
  if [ "$expected" != "$decided" ]; then
    echo "FAILED: $subject is $decided, expected $expected"
    failed=1
  fi
done
[ $# -ge 26 ] || {
  echo "FAILED: only $# cases"
  failed=1
}
exit $failed
