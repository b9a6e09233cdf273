"""The project's kernel tests of operators, on any delegate."""

load("//bazel:cc.bzl", "cc_test")
load("//bazel:defs.bzl", "tfll_library")
load("//bazel:labels.bzl", "ours_all")

def operator_test_library(name):
    """Defines <name>_cases, the tests of <name>.cc as a library for several programs."""
    tfll_library(
        name = name + "_cases",
        testonly = True,
        srcs = [name + ".cc"],
        copts = ["-std=c++20"],
        deps = ["//tensorflow_lite_lite/compat:kernel_test"],
        # The tests register themselves, so nothing refers to their symbols.
        alwayslink = True,
    )

def tfll_operator_test(name, flags, delegate_provider = None, least_delegated = 1, size = "small", **kwargs):
    """Runs the project's kernel tests of operators on a delegate.

    The tests are models in TensorFlow Lite's form, with operators that delegates
    often support. Nodes that the delegate does not take run on the CPU.

    Args:
      name: of the test.
      flags: the provider's flags that request its delegate, or
        --external_delegate_path=$(rootpath ...) with the plugin in `data`.
      delegate_provider: target of the delegate's provider; none for a plugin.
      least_delegated: the test fails if the delegate runs nodes of fewer models.
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
