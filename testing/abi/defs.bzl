"""Tests of headers against the recorded binary interface."""

load("//bazel:cc.bzl", "cc_library", "cc_test")

def abi_test(name, group, hdrs, deps):
    """Compares the headers with their part of c_abi.json, in C11, C++17 and C++20.

    Args:
      name: of the test.
      group: the part of c_abi.json; gen_abi_test.py defines the groups.
      hdrs: the headers that declare the group, as users include them.
      deps: the libraries that provide the headers.
    """
    native.genrule(
        name = name + "_gen",
        testonly = True,
        srcs = ["//testing/abi:c_abi.json"],
        outs = [name + ".cc", name + "_c11.c"],
        cmd = "$(execpath //testing/abi:gen_abi_test) $(SRCS) %s %s $(OUTS)" %
              (group, ",".join(hdrs)),
        tools = ["//testing/abi:gen_abi_test"],
    )

    # Contains only assertions, so compiling it is the test.
    cc_library(
        name = name + "_c11",
        testonly = True,
        srcs = [name + "_c11.c"],
        copts = ["-std=c11"],
        deps = deps,
    )
    cc_library(
        name = name + "_cpp20",
        testonly = True,
        srcs = [name + ".cc"],
        copts = ["-std=c++20"],
        alwayslink = True,
        deps = deps + ["//third_party/gtest"],
    )
    cc_test(
        name = name,
        size = "small",
        srcs = [name + ".cc"],
        deps = deps + [
            ":%s_c11" % name,
            "//third_party/gtest:gtest_main",
        ],
    )
    cc_test(
        name = name + "_cpp20_test",
        size = "small",
        deps = [
            ":%s_cpp20" % name,
            "//third_party/gtest:gtest_main",
        ],
    )
