"""Resolvers with only the operators that given models need."""

load("//bazel:cc.bzl", "cc_library")
load("//bazel:labels.bzl", "ours")

def tfll_custom_resolver(name, models = [], ops = [], namespace = "", visibility = None, deps = []):
    """A library with RegisterSelectedOps() for the operators of `models`.

    Include "<package>/<name>.h". A program that uses no other resolver links
    only the kernels of these operators.

    Args:
      name: of the library.
      models: .tflite files, as labels.
      ops: additional operators: "NAME", "NAME:version" or
        "NAME:first-last".
      namespace: of the function; none by default.
      visibility: of the library.
      deps: libraries that define Register_<NAME>() of custom operators.
    """
    tool = ours("//tools/gen_op_resolver")
    native.genrule(
        name = name + "_generated",
        srcs = models,
        outs = [name + ".cc", name + ".h"],
        cmd = ("models='%s'; $(execpath %s) --input_models=$${models// /,} --ops=%s " +
               "--namespace=%s --output_registration=$(execpath %s.cc) " +
               "--output_header=$(execpath %s.h)") % (
            " ".join(["$(execpaths %s)" % m for m in models]),
            tool,
            ",".join(ops),
            namespace,
            name,
            name,
        ),
        tools = [tool],
    )
    cc_library(
        name = name,
        srcs = [name + ".cc"],
        hdrs = [name + ".h"],
        # Drops the table of all operators if nothing refers to it.
        linkopts = ["-Wl,--gc-sections"],
        visibility = visibility,
        deps = deps + [ours("//tensorflow_lite_lite/compat:framework")],
    )
