"""Shared libraries that export only the functions of a delegate plugin."""

load("//bazel:cc.bzl", "cc_binary")

def test_plugin(name, srcs, deps = [], copts = []):
    """Builds <name>.so, whose undefined symbols the loading program must provide."""
    cc_binary(
        name = name + ".so",
        srcs = srcs,
        copts = copts,
        additional_linker_inputs = ["//testing/plugins:plugin.lds"],
        linkopts = [
            "-Wl,--version-script=$(location //testing/plugins:plugin.lds)",
            # Missing symbols are reported when the library is loaded, not
            # later.
            "-Wl,-z,now",
        ],
        linkshared = True,
        visibility = ["//visibility:public"],
        deps = deps,
    )
