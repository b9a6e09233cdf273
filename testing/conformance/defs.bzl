"""Conformance tests: every operator's cases, run on one delegate."""

load("//bazel:defs.bzl", "tfll_forbid")

def case_tables(ops):
    """The targets of the cases of all operators in //kernels:op_table.bzl."""
    folders = {op.folder: None for op in ops}
    return ["//kernels/%s:cases" % folder for folder in folders]

def tfll_conformance_test(
        name,
        flags,
        delegate_provider = None,
        golden = None,
        first_of_golden = True,
        size = "medium",
        shard_count = 1,
        **kwargs):
    """A test that a delegate takes all cases but those it lists, and gets them right.

    To write the list anew, run the test with --update_golden; to measure, with
    --benchmark.

    Args:
      name: of the test.
      flags: those of the provider that ask for its delegate, or --cpu.
      delegate_provider: target of the delegate's provider.
      golden: the file of the cases that the delegate leaves to the CPU.
      first_of_golden: False for further tests of one folder with the same file.
      size: of the test.
      shard_count: of the test.
      **kwargs: of the test.
    """
    if (delegate_provider == None) != ("--cpu" in flags):
        fail("%s: name the delegate's provider, or --cpu" % name)
    deps = [delegate_provider] if delegate_provider else []
    tfll_forbid(name, deps, [
        "//tensorflow_lite_lite/core",
        "//kernels/register",
        "//testing",
        "//examples",
    ])
    if golden and first_of_golden:
        native.exports_files([golden], visibility = ["//tools/op_support:__pkg__"])
    native.cc_test(
        name = name,
        size = size,
        args = flags + ["--random_cases=20"] + (["--golden=$(location %s)" % golden] if golden else []),
        data = [golden] if golden else [],
        shard_count = shard_count,
        deps = deps + [
            "//testing/conformance:all_cases",
            "//testing/conformance:main",
        ],
        **kwargs
    )
