"""Packs recorded operator cases, one zip file per operator.

  pack.py GOLDENS/ops OUT [OPERATOR ...]

A zip file contains <case>/{model.tflite,inputs.bin,outputs.bin,case.json}. The same
cases always result in the same bytes.
"""

import os
import sys
import zipfile

FILES = ("case.json", "inputs.bin", "model.tflite", "outputs.bin")


def pack(folder, out):
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as z:
        for case in sorted(os.listdir(folder)):
            for name in FILES:
                path = os.path.join(folder, case, name)
                if not os.path.exists(path):
                    continue
                info = zipfile.ZipInfo(case + "/" + name, (1980, 1, 1, 0, 0, 0))
                info.compress_type = zipfile.ZIP_DEFLATED
                with open(path, "rb") as f:
                    z.writestr(info, f.read())


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    source, out = sys.argv[1:3]
    os.makedirs(out, exist_ok=True)
    for op in sys.argv[3:] or sorted(os.listdir(source)):
        folder = os.path.join(source, op)
        if os.path.isdir(folder):
            pack(folder, os.path.join(out, op + ".zip"))


if __name__ == "__main__":
    main()
