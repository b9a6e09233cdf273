"""The libraries that users install elsewhere need the C library, and nothing else."""

import os
import platform
import re
import subprocess
import sys
import unittest

from testing.portability import elf

LIBRARIES = {
    "delegates/dsp/dsp_external_delegate.so": "tflite_plugin_",
    "delegates/dummy/dummy_external_delegate.so": "tflite_plugin_",
    "delegates/edgetpu/edgetpu_external_delegate.so": "tflite_plugin_",
    "delegates/gpu/gpu_external_delegate.so": "tflite_plugin_",
    "delegates/skeleton/skeleton_external_delegate.so": "tflite_plugin_",
    "delegates/xnnpack/xnnpack_external_delegate.so": "tflite_plugin_",
    "tensorflow_lite_lite/c_api/libtensorflowlite_c.so": "TfLite|VERS_1.0|TFL_",
    "tensorflow_lite_lite/python/_interpreter_wrapper.so": "TfLite|TFL_|PyInit_",
}

# Parts of the C library, and the unwinder, which the C library loads itself.
C_LIBRARY = re.compile(r"lib(c|m|dl|rt|pthread|gcc_s)\.so\.\d+|ld-linux.*\.so\.\d+")
# The version of RHEL 9; Ubuntu 22.04 and Debian 12 have later ones.
GLIBC = (2, 34)
# Headers of later versions refer to functions that are new in them.
DEBIAN_12 = (2, 36)
BUILT_WITH = tuple(int(n) for n in platform.libc_ver()[1].split("."))

ABSENT = "/nonexistent/libXNNPACK.so"
LOAD = """
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
if hasattr(library, "TfLiteVersion"):
    library.TfLiteVersion.restype = ctypes.c_char_p
    assert library.TfLiteVersion()
else:
    assert library.tflite_plugin_create_delegate
    report = ctypes.CFUNCTYPE(None, ctypes.c_char_p)(lambda m: print(m.decode()))
    create = library.tflite_plugin_create_delegate
    create.restype = ctypes.c_void_p
    delegate = create(None, None, ctypes.c_size_t(0), report)
    print("made" if delegate else "none")
    if delegate:
        library.tflite_plugin_destroy_delegate(ctypes.c_void_p(delegate))
"""

STAYS = """
import _ctypes, os, sys
_ctypes.dlclose(_ctypes.dlopen(sys.argv[1], os.RTLD_NOW))
_ctypes.dlopen(sys.argv[1], os.RTLD_NOW | os.RTLD_NOLOAD)
print("there")
"""


class SelfContainedTest(unittest.TestCase):
    def test_libraries_that_are_needed(self):
        for path in LIBRARIES:
            others = {n for n in elf.needed(path) if not C_LIBRARY.fullmatch(n)}
            self.assertEqual(others, set(), path)

    def test_versions_that_are_needed(self):
        for path in LIBRARIES:
            versions = elf.versions(path)
            if BUILT_WITH <= DEBIAN_12:
                self.assertLessEqual(max(versions["GLIBC"]), GLIBC, path)
            # GCC: the unwinder's own.
            self.assertEqual(set(versions) - {"GLIBC", "GCC"}, set(), path)

    def test_nothing_of_the_cpp_library_is_exported(self):
        for path, expected in LIBRARIES.items():
            names = elf.exported(path)
            self.assertTrue(names, path)
            others = [n for n in names if not re.match(expected, n)]
            self.assertEqual(others, [], path)

    def load(self, path, **environment):
        return self.run_python(LOAD, path, **environment)

    def run_python(self, script, path, **environment):
        return subprocess.run(
            [sys.executable, "-c", script, os.path.abspath(path)],
            check=True,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, **environment},
        ).stdout

    def test_each_loads_without_xnnpack(self):
        for path in LIBRARIES:
            if "PyInit_" not in LIBRARIES[path]:
                self.load(path, TFLL_XNNPACK_LIBRARY=ABSENT)

    def test_each_stays_loaded(self):
        # Unloaded, each would leave the C++ library's memory behind: 72 KiB.
        for path in LIBRARIES:
            if "PyInit_" not in LIBRARIES[path]:
                self.assertEqual(self.run_python(STAYS, path), "there\n", path)

    def test_the_xnnpack_plugin_says_what_it_misses(self):
        plugin = "delegates/xnnpack/xnnpack_external_delegate.so"
        self.assertEqual(self.load(plugin), "made\n")
        out = self.load(plugin, TFLL_XNNPACK_LIBRARY=ABSENT)
        self.assertRegex(out, f"{ABSENT}.*\nnone\n")


if __name__ == "__main__":
    unittest.main()
