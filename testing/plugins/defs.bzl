"""Shared libraries that export the functions of a delegate plugin alone."""

load("//bazel:cc.bzl", "cc_binary")

def test_plugin(name, srcs, deps = [], copts = []):
    """<name>.so, whose undefined symbols are left to the program that loads it."""
    cc_binary(
        name = name + ".so",
        srcs = srcs,
        copts = copts,
        additional_linker_inputs = ["//testing/plugins:plugin.lds"],
        linkopts = [
            "-Wl,--version-script=$(location //testing/plugins:plugin.lds)",
            # What is needed shows when the library is loaded, not later.
            "-Wl,-z,now",
        ],
        linkshared = True,
        visibility = ["//visibility:public"],
        deps = deps,
    )
