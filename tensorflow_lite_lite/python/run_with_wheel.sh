#!/bin/bash
# run_with_wheel.sh FOLDER_OF_THE_WHEEL TEST.py
set -eu
/usr/bin/python3 -m zipfile -e "$1"/*.whl "$TEST_TMPDIR/site"
PYTHONPATH="$TEST_TMPDIR/site" PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$2" -v
