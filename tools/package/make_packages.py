"""Makes the packages of the project for one target from its programs and libraries.

make_packages.py OUT_FOLDER VERSION ARCHITECTURE READELF [KIND:DESTINATION=FILE ...]

KIND is lib, dev, tools or python; DESTINATION is a path below the prefix, or, of
python, in the Python package. OUT_FOLDER gets

    tensorflow_lite_lite-VERSION-linux-ARCHITECTURE.tar.gz   everything, relocatable
    libtensorflowlite-c0_VERSION_ARCHITECTURE.deb            lib: the C library
    libtensorflowlite-c-dev_VERSION_ARCHITECTURE.deb         dev: headers, .pc, CMake
    tensorflow-lite-lite-tools_VERSION_ARCHITECTURE.deb      tools
    tensorflow_lite_lite-VERSION-py3-none-PLATFORM.whl       python, with the C library

ARCHITECTURE is Debian's name: amd64, arm64 or armhf. The same files give the same
packages, byte for byte.
"""

import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

import make_wheel

TRIPLES = {
    "amd64": "x86_64-linux-gnu",
    "arm64": "aarch64-linux-gnu",
    "armhf": "arm-linux-gnueabihf",
}

# The processors in names of wheels.
WHEELS = {"amd64": "x86_64", "arm64": "aarch64", "armhf": "armv7l"}

# Debian's packages of the libraries that programs need.
PACKAGES = {
    "ld-linux-x86-64.so.2": "libc6",
    "ld-linux-aarch64.so.1": "libc6",
    "ld-linux-armhf.so.3": "libc6",
    "libc.so.6": "libc6",
    "libdl.so.2": "libc6",
    "libm.so.6": "libc6",
    "libpthread.so.0": "libc6",
    "libgcc_s.so.1": "libgcc-s1",
    "libstdc++.so.6": "libstdc++6",
    "libprotobuf.so.32": "libprotobuf32",
}

PKG_CONFIG = """\
prefix=${{pcfiledir}}/{up}
libdir={libdir}
includedir=${{prefix}}/include

Name: tensorflowlite_c
Description: Runs .tflite models: the C API of TensorFlow Lite
Version: {version}
Libs: -L${{libdir}} -ltensorflowlite_c
Cflags: -I${{includedir}}
"""

CMAKE = """\
# Defines the target tensorflowlite_c::tensorflowlite_c.
if(NOT TARGET tensorflowlite_c::tensorflowlite_c)
  get_filename_component(_tflc_lib "${{CMAKE_CURRENT_LIST_DIR}}/../.." ABSOLUTE)
  get_filename_component(_tflc_root "${{_tflc_lib}}/{up}" ABSOLUTE)
  add_library(tensorflowlite_c::tensorflowlite_c SHARED IMPORTED)
  set_target_properties(tensorflowlite_c::tensorflowlite_c PROPERTIES
    IMPORTED_LOCATION "${{_tflc_lib}}/libtensorflowlite_c.so.{version}"
    IMPORTED_SONAME "libtensorflowlite_c.so.0"
    INTERFACE_INCLUDE_DIRECTORIES "${{_tflc_root}}/include")
  unset(_tflc_lib)
  unset(_tflc_root)
endif()
"""

CMAKE_VERSION = """\
set(PACKAGE_VERSION "{version}")
if(PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
"""

NAMES = {
    "lib": "libtensorflowlite-c0",
    "dev": "libtensorflowlite-c-dev",
    "tools": "tensorflow-lite-lite-tools",
}

CONTROL = """\
Package: {package}
Source: tensorflow-lite-lite
Version: {version}
Architecture: {architecture}
{multi_arch}Section: {section}
Priority: optional
Maintainer: The tensorflow_lite_lite project
{depends}{more}Installed-Size: {size}
Description: {description}
 Runs .tflite models on the CPU and on accelerators, with the interfaces of
 TensorFlow Lite.
"""

# Section, description, and lines of its own.
CONTROLS = {
    "lib": ("libs", "C library that runs .tflite models", "Recommends: libxnnpack0\n"),
    "dev": (
        "libdevel",
        "headers of the C library that runs .tflite models",
        # It has headers under the same paths.
        "Conflicts: libtensorflow-lite-dev\n",
    ),
    "tools": (
        "utils",
        "programs that run and inspect .tflite models",
        # What the GPU plugin loads.
        "Recommends: libvulkan1, ocl-icd-libopencl1\n",
    ),
}


class Tree:
    """The files of one kind below a prefix."""

    def __init__(self, root):
        self.root = root

    def place(self, destination, source=None, text=None, link=None):
        path = self.root / destination
        path.parent.mkdir(parents=True, exist_ok=True)
        if link is not None:
            path.symlink_to(link)
            return
        if text is not None:
            path.write_text(text, encoding="utf-8")
        else:
            shutil.copyfile(source, path)
        program = destination.startswith("bin/") or ".so" in path.name
        path.chmod(0o755 if program else 0o644)


def place_library(lib, dev, libdir, up, version):
    """The links of the C library and the files by which others find it."""
    name = "libtensorflowlite_c.so"
    lib.place(f"{libdir}/{name}.0", link=f"{name}.{version}")
    dev.place(f"{libdir}/{name}", link=f"{name}.0")
    dev.place(
        f"{libdir}/pkgconfig/tensorflowlite_c.pc",
        # From the folder of the .pc file up to the prefix.
        text=PKG_CONFIG.format(
            up=f"../{up}", libdir="${pcfiledir}/..", version=version
        ),
    )
    cmake = f"{libdir}/cmake/tensorflowlite_c/tensorflowlite_c-config"
    dev.place(f"{cmake}.cmake", text=CMAKE.format(up=up, version=version))
    dev.place(f"{cmake}-version.cmake", text=CMAKE_VERSION.format(version=version))


def reset(info):
    info.uid = info.gid = info.mtime = 0
    info.uname = info.gname = "root"
    return info


def pack(folder, name, out):
    """A .tar.gz of everything in `folder`, below `name`."""
    with open(out, "wb") as raw, gzip.GzipFile(
        filename="", fileobj=raw, mode="wb", compresslevel=6, mtime=0
    ) as zipped, tarfile.open(fileobj=zipped, mode="w") as tar:
        tar.add(folder, name, recursive=False, filter=reset)
        for path in sorted(folder.rglob("*")):
            tar.add(
                path,
                f"{name}/{path.relative_to(folder)}",
                recursive=False,
                filter=reset,
            )


def needs(readelf, root):
    """What the programs below `root` need: libraries, and the version of glibc."""
    libraries, glibc = set(), (0,)
    for path in root.rglob("*"):
        if path.is_symlink() or not path.is_file():
            continue
        with open(path, "rb") as file:
            if file.read(4) != b"\x7fELF":
                continue
        text = subprocess.run(
            [readelf, "--wide", "--dynamic", "--version-info", path],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
            env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"},
        ).stdout
        libraries.update(re.findall(r"\(NEEDED\).*\[(.*)\]", text))
        for number in re.findall(r"Name: GLIBC_([0-9.]+)", text):
            glibc = max(glibc, tuple(map(int, number.split("."))))
    return libraries, ".".join(map(str, glibc))


def depends_on(readelf, root):
    """Debian's packages that the programs below `root` need, as in Depends."""
    libraries, version = needs(readelf, root)
    unknown = sorted(
        n for n in libraries if n not in PACKAGES and not n.startswith("libtensorflow")
    )
    if unknown:
        raise SystemExit(f"no package is known that has {', '.join(unknown)}")
    packages = sorted({PACKAGES[n] for n in libraries if n in PACKAGES})
    return [f"libc6 (>= {version})" if p == "libc6" else p for p in packages]


def make_deb(kind, root, out, version, architecture, readelf):
    depends = depends_on(readelf, root)
    if kind == "dev":
        depends.append(f"{NAMES['lib']} (= {version})")
    section, description, more = CONTROLS[kind]
    files = [p for p in root.rglob("*") if p.is_file() and not p.is_symlink()]
    control = root / "DEBIAN"
    control.mkdir()
    (control / "control").write_text(
        CONTROL.format(
            package=NAMES[kind],
            version=version,
            architecture=architecture,
            multi_arch="" if kind == "tools" else "Multi-Arch: same\n",
            section=section,
            depends=f"Depends: {', '.join(depends)}\n" if depends else "",
            more=more,
            size=sum(p.stat().st_size + 1023 for p in files) // 1024,
            description=description,
        ),
        encoding="utf-8",
    )
    if kind == "lib":
        (control / "shlibs").write_text(
            f"libtensorflowlite_c 0 {NAMES['lib']} (>= {version})\n", encoding="utf-8"
        )
        (control / "triggers").write_text(
            "activate-noawait ldconfig\n", encoding="utf-8"
        )
    for path in [root, *root.rglob("*")]:
        if path.is_dir():
            path.chmod(0o755)
    deb = out / f"{NAMES[kind]}_{version}_{architecture}.deb"
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zgzip", "--build", root, deb],
        check=True,
        stdout=subprocess.DEVNULL,
        env={"SOURCE_DATE_EPOCH": "0", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
    )


def make_py3_wheel(sources, lib, licence, out, version, architecture, readelf):
    """A wheel for any Python 3: the package over the C library, which is in it."""
    (library,) = lib.root.rglob(f"*.so.{version}")
    name = make_wheel.NAME
    contents = {
        f"{name}/{destination}": pathlib.Path(source).read_bytes()
        for destination, source in sources.items()
    }
    contents[f"{name}/libtensorflowlite_c.so.0"] = library.read_bytes()
    contents[f"{name}-{version}.dist-info/LICENSE"] = licence.read_bytes()
    _, glibc = needs(readelf, lib.root)
    platform = f"manylinux_{glibc.replace('.', '_')}_{WHEELS[architecture]}"
    make_wheel.write_wheel(out, version, f"py3-none-{platform}", ">=3.8", contents)


def main(out, version, architecture, readelf, *files):
    out = pathlib.Path(out)
    work = out / "work"
    tar_name = f"tensorflow_lite_lite-{version}-linux-{architecture}"
    whole = Tree(work / tar_name)
    # Debian's libraries are in a folder for each architecture.
    libdir = f"lib/{TRIPLES[architecture]}"
    debs = {kind: Tree(work / kind / "usr") for kind in NAMES}
    python = {}
    for item in files:
        kind, _, rest = item.partition(":")
        destination, _, source = rest.partition("=")
        if kind == "python":
            python[destination] = source
            continue
        whole.place(destination, source)
        debs[kind].place(re.sub("^lib/", libdir + "/", destination), source)
    place_library(whole, whole, "lib", "..", version)
    place_library(debs["lib"], debs["dev"], libdir, "../..", version)
    licence = whole.root / "share/doc/tensorflow_lite_lite/copyright"
    for kind, tree in debs.items():
        tree.place(f"share/doc/{NAMES[kind]}/copyright", licence)
    make_py3_wheel(python, debs["lib"], licence, out, version, architecture, readelf)
    pack(whole.root, tar_name, out / f"{tar_name}.tar.gz")
    for kind, tree in debs.items():
        make_deb(kind, tree.root.parent, out, version, architecture, readelf)
    shutil.rmtree(work)


if __name__ == "__main__":
    os.umask(0o022)
    main(*sys.argv[1:])
