"""Uses the packages as applications do."""

import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import unittest

from tools.package import exported

PACKAGES, MODEL = pathlib.Path(sys.argv[1]), os.path.abspath(sys.argv[2])
HERE = pathlib.Path(__file__).parent
NAMES = (
    "libtensorflowlite-c0",
    "libtensorflowlite-c-dev",
    "tensorflow-lite-lite-tools",
)


def output(*command, **environment):
    return subprocess.run(
        command,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", **environment},
    ).stdout


class PackageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        root = pathlib.Path(cls.folder.name)
        (archive,) = PACKAGES.glob("*.tar.gz")
        with tarfile.open(archive) as tar:
            tar.extractall(root)
        # Another folder than it was made in, with a blank.
        cls.prefix = root / "moved here"
        (root / archive.name[: -len(".tar.gz")]).rename(cls.prefix)
        cls.library = cls.prefix / "lib" / "libtensorflowlite_c.so"
        for name in NAMES:
            (deb,) = PACKAGES.glob(name + "_*.deb")
            subprocess.run(["dpkg-deb", "-x", deb, root / "debs"], check=True)
            cls.root = root

    def check_program(self, prefix_flags, libdir, name):
        program = str(self.root / name)
        source = str(HERE / "use_library.c")
        subprocess.run(["gcc", source, "-o", program, *prefix_flags], check=True)
        printed = output(program, MODEL, LD_LIBRARY_PATH=str(libdir))
        self.assertRegex(printed, r"^\d+\.\d+\.\d+ 10 [0-9a-f]{20}\n$")
        needed = output("readelf", "--dynamic", program)
        self.assertIn("[libtensorflowlite_c.so.0]", needed)

    def test_programs_find_the_unpacked_tarball(self):
        lib = self.prefix / "lib"
        flags = output(
            "pkg-config", "--cflags", "--libs", "tensorflowlite_c",
            PKG_CONFIG_LIBDIR=str(lib / "pkgconfig"),
        )  # fmt: skip
        # pkg-config quotes blanks as a shell does.
        flags = [f.replace("\0", " ") for f in flags.replace("\\ ", "\0").split()]
        self.check_program(flags, lib, "of_tarball")

    def test_programs_find_the_installed_packages(self):
        (pc,) = self.root.glob("debs/usr/lib/*/pkgconfig/tensorflowlite_c.pc")
        flags = output(
            "pkg-config", "--cflags", "--libs", "tensorflowlite_c",
            PKG_CONFIG_LIBDIR=str(pc.parent),
        )  # fmt: skip
        self.check_program(flags.split(), pc.parents[1], "of_debs")

    def test_tools_run(self):
        printed = output(
            str(self.prefix / "bin" / "benchmark_model"),
            "--graph=" + MODEL,
            "--num_runs=1",
            "--min_secs=0",
            "--fingerprint=true",
        )
        self.assertRegex(printed, r"Fingerprint of output 0 '.*': [0-9a-f]{16}\n")

    def test_exported_functions_are_the_recorded_ones(self):
        self.assertEqual(exported.functions(self.library), exported.recorded())

    def test_control_files(self):
        for name in NAMES:
            (deb,) = PACKAGES.glob(name + "_*.deb")
            fields = output("dpkg-deb", "--field", deb)
            self.assertIn(f"Package: {name}\n", fields)
            for depends in re.findall(r"^Depends: (.*)$", fields, re.MULTILINE):
                self.assertNotIn("libtensorflow-lite", depends)
            files = output("dpkg-deb", "--contents", deb)
            self.assertIn(f"./usr/share/doc/{name}/copyright", files)
            for line in files.splitlines():
                self.assertEqual(line.split()[1], "root/root", line)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
