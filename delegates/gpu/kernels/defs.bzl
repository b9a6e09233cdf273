"""Kernels of the GPU delegate, from kernel files."""

load("//bazel:cc.bzl", "cc_library")

def gpu_kernel_declarations(name, srcs, deps, visibility):
    """A library of a header for each file, FAMILY_kernels.h, that declares its kernels.

    Args:
      name: of the library.
      srcs: kernel files.
      deps: the library with kernel_call.h.
      visibility: of the library.
    """
    outs = []
    for src in srcs:
        family = src[:-len(".kernel")]
        outs.append(family + "_kernels.h")
        native.genrule(
            name = name + "_" + family,
            srcs = [src],
            outs = [family + "_kernels.h"],
            cmd = "$(execpath //delegates/gpu/kernels/translate) --kernel $(location %s) --declare --out $@" % src,
            tools = ["//delegates/gpu/kernels/translate"],
        )
    cc_library(
        name = name,
        hdrs = outs,
        visibility = visibility,
        deps = deps,
    )

def gpu_kernel_library(name, srcs, function, deps, visibility, **kwargs):
    """A library with a function that returns all kernels of the files.

    The build machine has the tools glslc and spirv-val.

    Args:
      name: of the library.
      srcs: kernel files, a family each; see translate/kernel_file.py.
      function: returns a const GpuKernelLibrary&; declare it yourself.
      deps: the library with GpuKernelLibrary.
      visibility: of the library.
      **kwargs: as in cc_library.
    """
    outs = []
    for src in srcs:
        family = src[:-len(".kernel")]
        outs.append(family + "_kernels.cc")
        native.genrule(
            name = name + "_" + family,
            srcs = [src],
            outs = [family + "_kernels.cc"],
            cmd = "$(execpath //delegates/gpu/kernels/translate) --kernel $(location %s) --glslc glslc --out $@" % src,
            tools = ["//delegates/gpu/kernels/translate"],
        )
    families = ",".join([src[:-len(".kernel")] for src in srcs])
    native.genrule(
        name = name + "_table",
        outs = [name + "_table.cc"],
        cmd = "$(execpath //delegates/gpu/kernels/translate) --library %s --function %s --out $@" % (families, function),
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
