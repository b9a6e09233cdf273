"""Writes docs/OP_SUPPORT.md: operators, versions, kernels and tested types.

  op_support.py ROWS KNOWN_FAULTS CASES.zip... > docs/OP_SUPPORT.md

ROWS is the table of operators as kernels/op_table.bzl gives it, a line each:
name, first version, last version, folder, "fast" or "reference". The types are
those of the recorded cases, all of which are replayed by //testing/golden.
"""

import json
import os
import sys
import zipfile

HEAD = """# Operators

Made by `tools/op_support`; do not edit. Versions are the model file's. "Types" are those of the
recorded cases that `//testing/golden` replays on the reference and on the fast kernels: plain names
are unquantized; `hybrid_*` is FLOAT32 with weights of that type; `int16x8` is INT16 with INT8 weights.
Cases whose record is held to be wrong (`testing/golden/known_faults.txt`) are left out.

| operator | versions | kernel | folder | cases | types |
|---|---|---|---|---:|---|
"""


def types_of(path, faults):
  """Number of cases and their types, sorted."""
  types = set()
  count = 0
  with zipfile.ZipFile(path) as z:
    for name in z.namelist():
      if not name.endswith("/case.json"):
        continue
      case = json.loads(z.read(name))
      if case["op"] + "/" + case["name"] in faults:
        continue
      count += 1
      types.add(case["dtype"])
  return count, sorted(types)


def main():
  rows, faults_path, packed = sys.argv[1], sys.argv[2], sys.argv[3:]
  with open(faults_path) as f:
    faults = {l.split(":")[0] for l in f if l.strip() and not l.startswith("#")}
  cases = {os.path.basename(p)[:-4]: types_of(p, faults) for p in packed}
  out = HEAD
  with open(rows) as f:
    for line in sorted(f):
      name, first, last, folder, kernel = line.split()
      versions = first if first == last else first + "–" + last
      count, types = cases.get(name, (0, []))
      out += "| %s | %s | %s | `%s` | %s | %s |\n" % (
          name, versions, kernel, folder, count or "–", ", ".join(types) or "–")
  sys.stdout.buffer.write(out.encode())


if __name__ == "__main__":
  main()
