"""Compiler options of all C and C++ sources of the project, in any workspace.

The rules set them instead of .bazelrc, because another workspace that builds the
project has a .bazelrc of its own. Users choose the flags that do not change results,
such as warnings and optimization levels.
"""

load("//bazel:labels.bzl", "ours")

# Sources and headers are C++17. A target's own options follow and take precedence.
CXX_COPTS = ["-std=c++17"]

# Sums must be the same on every target: kernels use fused multiply-add explicitly.
_COPTS = ["-ffp-contract=off"]

def _target_copts():
    # File systems number the entries of a folder with 64 bits: without it, a program
    # with 32 bits finds no files in it.
    return select({
        ours("//bazel:armv7"): ["-D_FILE_OFFSET_BITS=64"],
        "//conditions:default": [],
    })

def tfll_copts(srcs):
    """Returns the options of a target with these sources; C sources are not C++17."""
    if type(srcs) == "list" and [f for f in srcs if str(f).endswith(".c")]:
        return _COPTS + _target_copts()
    return CXX_COPTS + _COPTS + _target_copts()

def test_copts():
    """Returns the options of a test's own sources; what they test is compiled as ever.

    A test's source takes longer to compile than to run, and nearly a third less with
    -Og than with -O2. A test with long loops of its own has copts = ["-O2"].
    """
    return select({
        ours("//bazel:optimized"): ["-Og"],
        "//conditions:default": [],
    })
