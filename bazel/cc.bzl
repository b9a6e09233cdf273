"""cc_library, cc_binary and cc_test with the project's compiler options.

Every package must load these instead of Bazel's (//testing/layering:rules_test).
"""

load("//bazel:copts.bzl", "test_copts", "tfll_copts")

def cc_library(copts = [], linkstatic = True, **kwargs):
    """A cc_library, of which no shared library is linked beside the archive."""
    native.cc_library(
        copts = tfll_copts(kwargs.get("srcs", [])) + copts,
        linkstatic = linkstatic,
        **kwargs
    )

def cc_binary(copts = [], **kwargs):
    native.cc_binary(copts = tfll_copts(kwargs.get("srcs", [])) + copts, **kwargs)

def cc_test(copts = [], linkstatic = True, **kwargs):
    """A cc_test, linked statically because its libraries cannot be shared libraries."""
    native.cc_test(
        copts = tfll_copts(kwargs.get("srcs", [])) + test_copts() + copts,
        linkstatic = linkstatic,
        **kwargs
    )
