"""Tests of the GPU delegate, and how much of the conformance suite they run."""

load("//bazel:defs.bzl", "tfll_test")

# Cases per operator.
SAMPLE = 3

# For PoCL, a driver for OpenCL: without optimization, it compiles kernels in a quarter of
# the time. The tests of a driver's optimization are //delegates/gpu:conformance and the
# recorded cases.
UNOPTIMIZED = {"POCL_EXTRA_BUILD_FLAGS": "-cl-opt-disable"}

def gpu_test(name, deps, **kwargs):
    """A tfll_test of <name>.cc that runs on the machine's drivers, which compile kernels."""
    tfll_test(
        name = name,
        size = "medium",
        deps = deps + ["//third_party/gtest"],
        **kwargs
    )
