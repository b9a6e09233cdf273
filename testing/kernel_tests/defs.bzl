"""The project's kernel tests of operators, on any delegate."""

load("//bazel:cc.bzl", "cc_test")
load("//bazel:defs.bzl", "tfll_library")
load("//bazel:labels.bzl", "ours_all")

def operator_test_library(name):
    """The tests of <name>.cc as the library <name>_cases, which several programs link."""
    tfll_library(
        name = name + "_cases",
        testonly = True,
        srcs = [name + ".cc"],
        copts = ["-std=c++20"],
        deps = ["//tensorflow_lite_lite/compat:kernel_test"],
        # GoogleTest finds them when they are linked in.
        alwayslink = True,
    )

def tfll_operator_test(name, flags, delegate_provider = None, least_delegated = 1, size = "small", **kwargs):
    """The project's kernel tests of operators on a delegate.

    They are models in TensorFlow Lite's form, of operators that delegates often
    take; what the delegate leaves runs on the CPU.

    Args:
      name: of the test.
      flags: those of the provider that ask for its delegate, or
        --external_delegate_path=$(rootpath ...) with the plugin in `data`.
      delegate_provider: target of the delegate's provider; none for a plugin.
      least_delegated: the test fails where the delegate runs nodes of fewer models.
      size: of the test.
      **kwargs: as in cc_test.
    """
    cc_test(
        name = name,
        size = size,
        args = flags + [
            "--require_delegation=true",
            "--least_delegated_models=%d" % least_delegated,
        ],
        deps = ([delegate_provider] if delegate_provider else []) + ours_all([
            "//testing/kernel_tests:operator_tests",
            "//testing/kernel_tests:test_main",
        ]),
        **kwargs
    )
