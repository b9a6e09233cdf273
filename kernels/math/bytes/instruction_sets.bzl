"""Rows of bytes for each instruction set."""

load("//bazel:cc.bzl", "cc_library")

_AVX2 = [
    "-mavx2",
    "-mfma",
]

_AVX512 = _AVX2 + [
    "-mavx512f",
    "-mavx512bw",
    "-mavx512dq",
]

def byte_rows_by_instruction_set(deps):
    """Compiles avx2.cc and avx512.cc of a folder, each with its instruction set.

    Makes :avx2 and :avx512. Code that detects the processor chooses at run time.

    Args:
      deps: headers that both include.
    """
    for name, options in [("avx2", _AVX2), ("avx512", _AVX512)]:
        cc_library(
            name = name,
            srcs = [name + ".cc"],
            # GCC's own AVX-512 headers leave ignored operands uninitialized.
            copts = ["-O3", "-Wno-uninitialized"] + select({
                "//kernels/math/bytes:x86_64": options,
                "//conditions:default": [],
            }),
            deps = deps,
        )
