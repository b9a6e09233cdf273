"""Installs the packages on a system with only what they name, and uses them.

installed_test.py PACKAGES MODEL DEMO MAKE_SYSROOT BASELINE_TEST

Of this machine's architecture: in a root folder made by debootstrap, where apt
installs them; it needs root. Of others: unpacked over a sysroot with the packages
that their control files name, and run by qemu's user mode emulation. Both download
packages of the system's release. Programs for Arm are also disassembled by
BASELINE_TEST.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from tools.package import exported

PACKAGES = pathlib.Path(sys.argv[1])
MODEL, DEMO, MAKE_SYSROOT, BASELINE_TEST = map(os.path.abspath, sys.argv[2:6])
HERE = pathlib.Path(__file__).parent

# Debian's architecture: the triple, and the emulator of the least processor.
TARGETS = {
    "amd64": ("x86_64-linux-gnu", None),
    "arm64": ("aarch64-linux-gnu", ["qemu-aarch64", "-cpu", "cortex-a53"]),
    "armhf": ("arm-linux-gnueabihf", ["qemu-arm", "-cpu", "cortex-a7"]),
}
# The targets of BASELINE_TEST, and the files of packages that have no kernels.
BASELINES = {"arm64": "aarch64", "armhf": "armhf"}
WITHOUT_KERNELS = {"gen_op_resolver", "gpu_external_delegate.so"}
# What the C program and the Python script need in addition.
COMPILER = ["gcc", "libc6-dev", "pkgconf"]
PYTHON = ["python3", "python3-numpy"]


def output(*command, fails=False, **environment):
    done = subprocess.run(
        [str(c) for c in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env={
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "LC_ALL": "C",
            **{name: str(value) for name, value in environment.items()},
        },
    )
    if bool(done.returncode) != fails:
        raise AssertionError(
            f"{command} returned {done.returncode}:\n{done.stdout[-8000:]}"
        )
    return done.stdout


def named_packages(deb):
    """What the Depends of a package name, but for the project's own."""
    depends = output("dpkg-deb", "--field", deb, "Depends")
    names = [re.sub(r" *\(.*", "", d).strip() for d in depends.split(",")]
    return [n for n in names if n and not n.startswith("libtensorflowlite")]


class InstalledRoot:
    """A root folder made by debootstrap; programs run in it by chroot."""

    def __init__(self, folder, debs, wheel):
        if os.geteuid() != 0:
            raise AssertionError("debootstrap and chroot need root")
        self.root = folder / "root"
        codename = output("sh", "-c", ". /etc/os-release && echo $VERSION_CODENAME")
        # What it mounts disappears with the name space.
        debootstrap = ["unshare", "--mount", "debootstrap", "--variant=minbase"]
        output(*debootstrap, codename.strip(), self.root)
        for file in [*debs, wheel, MODEL, DEMO, *HERE.glob("use_*")]:
            shutil.copy(file, self.root / "tmp")
        # What the control files name, and no more.
        self.run(
            "apt-get", "install", "--yes", "--no-install-recommends",
            *[f"/tmp/{deb.name}" for deb in debs], *COMPILER, *PYTHON,
            DEBIAN_FRONTEND="noninteractive",
        )  # fmt: skip
        self.run("python3", "-m", "zipfile", "-e", f"/tmp/{wheel.name}", "/tmp/site")

    def run(self, *command, **environment):
        return output("chroot", self.root, *command, **environment)

    def tool(self, name, *arguments, **options):
        return self.run(name, *arguments, **options)

    def demo(self):
        return self.run("/tmp/demo")

    def c_program(self):
        self.run(
            "sh", "-c",
            "gcc /tmp/use_library.c -o /tmp/use_library "
            "$(pkg-config --cflags --libs tensorflowlite_c)",
        )  # fmt: skip
        return self.run("/tmp/use_library", self.model)

    def python(self):
        return self.run(
            "python3", "/tmp/use_package.py", self.model, PYTHONPATH="/tmp/site"
        )

    model = "/tmp/" + os.path.basename(MODEL)


class EmulatedRoot:
    """Packages over a sysroot with what they name; programs run by qemu."""

    def __init__(self, folder, debs, wheel, architecture):
        self.folder = folder
        self.triple, self.emulator = TARGETS[architecture]
        names = sorted({n for deb in debs for n in named_packages(deb)})
        self.root = self.make(architecture, "root", names)
        for deb in debs:
            output("sh", "-c", "dpkg-deb --fsys-tarfile \"$1\" | "
                   "tar -x --keep-directory-symlink -C \"$2\"",
                   "sh", deb, self.root)  # fmt: skip
        self.python_root = self.make(architecture, "python", PYTHON)
        output("python3", "-m", "zipfile", "-e", wheel, folder / "site")

    def make(self, architecture, name, packages):
        folder = self.folder / name
        folder.mkdir()
        names = self.folder / f"{name}.txt"
        names.write_text("\n".join(packages) + "\n", encoding="utf-8")
        output(MAKE_SYSROOT, architecture, names, folder)
        return folder / "root"

    def run(self, root, *command, **environment):
        return output(*self.emulator, "-L", root, *command, **environment)

    def tool(self, name, *arguments, **options):
        return self.run(self.root, self.root / "usr/bin" / name, *arguments, **options)

    def demo(self):
        return self.run(self.root, DEMO)

    def c_program(self):
        program = self.folder / "use_library"
        flags = output(
            "pkg-config", "--cflags", "--libs", "tensorflowlite_c",
            PKG_CONFIG_LIBDIR=self.root / "usr/lib" / self.triple / "pkgconfig",
        )  # fmt: skip
        source = HERE / "use_library.c"
        output(self.triple + "-gcc", source, "-o", program, *flags.split())
        return self.run(self.root, program, self.model)

    def python(self):
        # Links to these folders are made when their packages are configured.
        lib = self.python_root / "usr/lib" / self.triple
        (python,) = (self.python_root / "usr/bin").glob("python3.[0-9]*[0-9]")
        return self.run(
            self.python_root, python, HERE / "use_package.py", self.model,
            PYTHONPATH=self.folder / "site",
            LD_LIBRARY_PATH=f"{lib}/blas:{lib}/lapack",
        )  # fmt: skip

    model = MODEL


class InstalledTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        debs = sorted(PACKAGES.glob("*.deb"))
        (wheel,) = PACKAGES.glob("*.whl")
        architecture = cls.architecture = debs[0].stem.split("_")[-1]
        arguments = [pathlib.Path(folder.name), debs, wheel]
        _, emulator = TARGETS[architecture]
        cls.system = (
            EmulatedRoot(*arguments, architecture)
            if emulator
            else InstalledRoot(*arguments)
        )

    def test_benchmark_model(self):
        printed = self.system.tool(
            "benchmark_model", "--graph=" + self.system.model, "--num_runs=1",
            "--min_secs=0", "--fingerprint=true",
        )  # fmt: skip
        self.assertRegex(printed, r"Fingerprint of output 0 '.*': [0-9a-f]{16}\n")

    def test_gen_op_resolver(self):
        printed = self.system.tool("gen_op_resolver", "--help")
        self.assertIn("--input_models", printed)

    def test_plugin_check(self):
        (plugin,) = self.system.root.glob("usr/lib/*/gpu_external_delegate.so")
        inside = "/" + str(plugin.relative_to(self.system.root))
        printed = self.system.tool("plugin_check", inside, fails=True)
        self.assertIn("missing symbols: none\nkind: plugin\n", printed)
        # They are recommended only.
        (tools,) = PACKAGES.glob("tensorflow-lite-lite-tools_*.deb")
        recommended = output("dpkg-deb", "--field", tools, "Recommends")
        self.assertEqual(recommended, "libvulkan1, ocl-icd-libopencl1\n")
        self.assertIn("libvulkan.so.1: cannot open", printed)
        self.assertIn("libOpenCL.so.1 is not installed", printed)

    def test_demo(self):
        self.assertRegex(self.system.demo(), r"\d+ ?%|accuracy|correct")

    def test_exported_functions_are_the_recorded_ones(self):
        (library,) = self.system.root.glob("usr/lib/*/libtensorflowlite_c.so.*.*")
        self.assertEqual(exported.functions(library), exported.recorded())

    def test_programs_run_on_the_least_processor(self):
        target = BASELINES.get(self.architecture)
        if target is None:
            self.skipTest("only programs for Arm are disassembled")
        for name in [
            "bin/benchmark_model",
            "bin/gen_op_resolver",
            "bin/plugin_check",
            "lib/*/gpu_external_delegate.so",
            "lib/*/libtensorflowlite_c.so.*.*",
        ]:
            with self.subTest(name):
                (file,) = self.system.root.glob("usr/" + name)
                more = ["--without_rows"] if file.name in WITHOUT_KERNELS else []
                output("python3", BASELINE_TEST, target, file, *more)

    def test_c_program_and_python_script_compute_the_same(self):
        _, size, from_c = self.system.c_program().split()
        self.assertEqual(size, "10")
        version, size, from_python = self.system.python().split()
        self.assertRegex(version, r"^\d+\.\d+\.\d+$")
        self.assertEqual((size, from_python), ("10", from_c))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
