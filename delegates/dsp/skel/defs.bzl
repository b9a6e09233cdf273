"""Hexagon code, which Bazel's C++ toolchain knows nothing of."""

load("@hexagon_clang//:clang.bzl", "HEXAGON_CLANG")

# V67 with vectors of 128 bytes, without a C library. Floating point is that of the
# host's kernels: no contraction.
_COMPILE = " ".join([
    "--target=hexagon-unknown-linux-musl",
    "-mv67",
    "-mhvx",
    "-mhvx-length=128B",
    "-O2",
    "-std=c++17",
    "-Wall",
    "-Wextra",
    "-ffreestanding",
    "-fvisibility=hidden",
    "-fno-builtin",
    "-fno-exceptions",
    "-fno-rtti",
    "-fno-threadsafe-statics",
    "-ffp-contract=off",
    "-nostdlibinc",
    "-isystem delegates/dsp/skel/freestanding",
    "-I.",
])

def _is_compiled(label):
    return label.endswith(".cc")

def hexagon_program(name, srcs, link, visibility = None):
    """A genrule that makes a file of Hexagon code from C++.

    The build machine has Clang and lld of one version (//bazel:repositories.bzl).

    Args:
      name: the file, and the rule.
      srcs: sources and all headers they include; those that end in .cc are compiled.
      link: options of the linker.
      visibility: of the rule.
    """
    native.genrule(
        name = name + "_rule",
        srcs = srcs,
        outs = [name],
        cmd = HEXAGON_CLANG + " %s %s -nostdlib -fuse-ld=lld -Wl,-s -o $@ $$(for f in $(SRCS); do case $$f in *.cc) echo $$f;; esac; done)" % (_COMPILE, link),
        visibility = visibility,
    )
