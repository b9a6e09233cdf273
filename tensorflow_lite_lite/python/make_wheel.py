"""Packs the Python package into a wheel for the Python that runs this.

make_wheel.py OUT_FOLDER VERSION LICENSE FILE …   (files of the package)
"""

import base64
import hashlib
import os
import sys
import sysconfig
import zipfile

NAME = "tensorflow_lite_lite"

METADATA = """\
Metadata-Version: 2.1
Name: tensorflow-lite-lite
Version: {version}
Summary: Runs .tflite models on the CPU and on accelerators
License: Apache-2.0
Requires-Python: =={python}.*
Requires-Dist: numpy
"""

WHEEL = """\
Wheel-Version: 1.0
Generator: make_wheel.py
Root-Is-Purelib: false
Tag: {tag}
"""


def tag():
    python = "cp%d%d" % sys.version_info[:2]
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{python}-{python}-{platform}"


def main():
    out, version, license_file, *files = sys.argv[1:]
    info = f"{NAME}-{version}.dist-info"
    contents = {}
    for path in files:
        with open(path, "rb") as f:
            contents[f"{NAME}/{os.path.basename(path)}"] = f.read()
    with open(license_file, "rb") as f:
        contents[f"{info}/LICENSE"] = f.read()
    contents[f"{info}/METADATA"] = METADATA.format(
        version=version, python="%d.%d" % sys.version_info[:2]
    ).encode()
    contents[f"{info}/WHEEL"] = WHEEL.format(tag=tag()).encode()
    record = ""
    for name, data in contents.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
        record += f"{name},sha256={digest.decode().rstrip('=')},{len(data)}\n"
    contents[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()

    os.makedirs(out, exist_ok=True)
    path = os.path.join(out, f"{NAME}-{version}-{tag()}.whl")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in contents.items():
            # A fixed date, so that the same files give the same wheel.
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)


if __name__ == "__main__":
    main()
