"""Tests of the GPU delegate, and how much of the conformance suite they run."""

load("//bazel:defs.bzl", "tfll_test")

# Cases per operator.
SAMPLE = 3

# For PoCL and lavapipe, the drivers on a machine without a GPU: without optimization, they
# compile kernels in a fraction of the time. The tests with a driver's optimization are
# //delegates/gpu:conformance_vulkan and, tagged, :conformance_optimized.
UNOPTIMIZED = {
    "POCL_EXTRA_BUILD_FLAGS": "-cl-opt-disable",
    "GALLIVM_PERF": "nopt",
}

def gpu_test(name, deps, **kwargs):
    """A tfll_test of <name>.cc that runs on the machine's drivers, which compile kernels."""
    tfll_test(
        name = name,
        size = "medium",
        env = UNOPTIMIZED,
        deps = deps + [
            "//delegates/gpu/tests:skip",
            "//third_party/gtest",
        ],
        **kwargs
    )
