"""Kernels of the GPU delegate, from kernel files."""

load("//bazel:cc.bzl", "cc_library")

def _stem(src):
    return src[:-len(".kernel")]

def _table(src):
    """The name of a file's table of kernels, unique in the library."""
    return _stem(src).split("/")[-1]

def gpu_kernel_declarations(name, srcs, deps, visibility, includes = []):
    """A library of a header for each file, <file>_kernels.h, that declares its kernels.

    Args:
      name: of the library.
      srcs: kernel files.
      deps: the library with kernel_call.h.
      visibility: of the library.
      includes: files beside those in srcs that they include.
    """
    outs = []
    for src in srcs:
        outs.append(_stem(src) + "_kernels.h")
        native.genrule(
            name = name + "_" + _table(src),
            srcs = [src] + includes,
            outs = [outs[-1]],
            cmd = "$(execpath //delegates/gpu/kernels/translate) --kernel $(location %s) --declare --out $@" % src,
            tools = ["//delegates/gpu/kernels/translate"],
        )
    cc_library(
        name = name,
        hdrs = outs,
        visibility = visibility,
        deps = deps,
    )

def gpu_kernel_library(name, srcs, function, deps, visibility, includes = [], **kwargs):
    """A library with a function that returns all kernels of the files.

    The build machine has the tools glslc and spirv-val.

    Args:
      name: of the library.
      srcs: kernel files; see translate/kernel_file.py.
      function: returns a const GpuKernelLibrary&; declare it yourself.
      deps: the library with GpuKernelLibrary.
      visibility: of the library.
      includes: files beside those in srcs that they include.
      **kwargs: as in cc_library.
    """
    outs = []
    for src in srcs:
        outs.append(_stem(src) + "_kernels.cc")
        native.genrule(
            name = name + "_" + _table(src),
            srcs = [src] + includes,
            outs = [outs[-1]],
            cmd = "$(execpath //delegates/gpu/kernels/translate) --kernel $(location %s) --glslc glslc --out $@" % src,
            tools = ["//delegates/gpu/kernels/translate"],
        )
    tables = ",".join([_table(src) for src in srcs])
    native.genrule(
        name = name + "_table",
        outs = [name + "_table.cc"],
        cmd = "$(execpath //delegates/gpu/kernels/translate) --library %s --function %s --out $@" % (tables, function),
        tools = ["//delegates/gpu/kernels/translate"],
    )
    cc_library(
        name = name,
        srcs = outs + [name + "_table.cc"],
        hdrs = [name + ".h"],
        visibility = visibility,
        deps = deps,
        **kwargs
    )
