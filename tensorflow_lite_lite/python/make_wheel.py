"""Packs the Python package into a wheel for the Python that runs this.

make_wheel.py OUT_FOLDER VERSION LICENSE [--opens=LIBRARY …] FILE …   (files of the package)

The shared libraries that the package's libraries need, or open at run time, are
copied to its folder libs/, where their RPATH finds them. The wheel therefore works on
systems without them.
"""

import base64
import hashlib
import os
import re
import subprocess
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
Requires-Python: {python}
Requires-Dist: numpy
"""

WHEEL = """\
Wheel-Version: 1.0
Generator: make_wheel.py
Root-Is-Purelib: false
Tag: {tag}
"""


# Libraries that every Linux system with Python has.
SYSTEM_LIBRARIES = re.compile(
    r"(ld-linux.*|lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+|python3.*))\.so(\..*)?"
)


def needed_libraries(path):
    """The libraries to bundle for a shared library: a map from name to path."""
    text = subprocess.run(
        ["ldd", path], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    missing = re.findall(r"(\S+) => not found", text)
    if missing:
        raise SystemExit(f"{path} needs {', '.join(missing)}, which is not installed")
    found = dict(re.findall(r"(\S+) => (/\S+)", text))
    return {
        name: os.path.realpath(at)
        for name, at in found.items()
        if not SYSTEM_LIBRARIES.fullmatch(name)
    }


def opened_library(name):
    """A library that the loader finds by name, and those to bundle with it."""
    at = subprocess.run(
        ["gcc", f"-print-file-name={name}"],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout.strip()
    if not os.path.isabs(at):
        raise SystemExit(f"{name} is not installed")
    return {name: os.path.realpath(at), **needed_libraries(at)}


def licences(libraries):
    """Copyright files of the packages that libraries come from, by name."""
    try:
        text = subprocess.run(
            ["dpkg-query", "-S", *libraries],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            check=False,
        ).stdout
    except FileNotFoundError:  # not a Debian system
        return {}
    packages = {line.split(":")[0] for line in text.splitlines()}
    files = {p: f"/usr/share/doc/{p}/copyright" for p in sorted(packages)}
    return {p: at for p, at in files.items() if os.path.exists(at)}


def read(path):
    with open(path, "rb") as f:
        return f.read()


def tag():
    python = "cp%d%d" % sys.version_info[:2]
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{python}-{python}-{platform}"


def write_wheel(out, version, tag, requires, contents):
    """Writes a wheel with files by their path in it, and adds what describes it.

    tag: as in the wheel's name. requires: the versions of Python.
    """
    info = f"{NAME}-{version}.dist-info"
    contents[f"{NAME}/_version.py"] = f'__version__ = "{version}"\n'.encode()
    contents[f"{info}/METADATA"] = METADATA.format(
        version=version, python=requires
    ).encode()
    contents[f"{info}/WHEEL"] = WHEEL.format(tag=tag).encode()
    record = ""
    for name, data in contents.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
        record += f"{name},sha256={digest.decode().rstrip('=')},{len(data)}\n"
    contents[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()

    os.makedirs(out, exist_ok=True)
    path = os.path.join(out, f"{NAME}-{version}-{tag}.whl")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in contents.items():
            # A fixed date makes builds reproducible.
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)


def main():
    out, version, license_file, *files = sys.argv[1:]
    info = f"{NAME}-{version}.dist-info"
    contents = {}
    libraries = {}
    for path in files:
        if path.startswith("--opens="):
            libraries.update(opened_library(path[len("--opens=") :]))
            continue
        contents[f"{NAME}/{os.path.basename(path)}"] = read(path)
        if path.endswith(".so"):
            libraries.update(needed_libraries(path))
    for name, path in sorted(libraries.items()):
        contents[f"{NAME}/libs/{name}"] = read(path)
    contents[f"{info}/LICENSE"] = read(license_file)
    for package, path in licences(libraries.values()).items():
        contents[f"{info}/licenses/{package}"] = read(path)
    requires = "==%d.%d.*" % sys.version_info[:2]
    write_wheel(out, version, tag(), requires, contents)


if __name__ == "__main__":
    main()
