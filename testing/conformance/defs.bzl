"""Conformance tests: every operator's cases, run on one delegate."""

load("//bazel:cc.bzl", "cc_test")
load("//bazel:defs.bzl", "tfll_forbid")
load("//bazel:labels.bzl", "ours", "ours_all")

def case_tables(ops):
    """Returns the targets with the cases of all operators in //kernels:op_table.bzl."""
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
        sample = 0,
        sample_with = None,
        least_cases = 0,
        tags = [],
        **kwargs):
    """Tests that a delegate takes all cases except those in a list, with correct results.

    To update the list, run the test with --update_golden; to measure times, with
    --benchmark.

    Args:
      name: of the test.
      flags: the provider's flags that request its delegate, or --cpu.
      delegate_provider: target of the delegate's provider.
      golden: the file with the cases that the delegate leaves to the CPU.
      first_of_golden: False for further tests in a folder that use the same file.
      size: of the test.
      shard_count: of the test.
      sample: number of cases per operator, for delegates whose compilation is slow.
        <name>_whole then tests all cases, tagged manual_long.
      sample_with: a file with the names of cases that every sample includes.
      least_cases: the test fails if there are fewer cases, or if the machine lacks
        what the delegate needs.
      tags: of the test.
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
        native.exports_files([golden], visibility = [ours("//tools/op_support:__pkg__")])
    data = [f for f in [golden, sample_with] if f]
    flags = flags + (["--least_cases=%d" % least_cases] if least_cases else [])
    sample_flags = (["--sample=%d" % sample] if sample else []) + (
        ["--sample_with=$(location %s)" % sample_with] if sample_with else []
    )
    for test, more_flags, more_tags in [
        (name, sample_flags, []),
    ] + ([(name + "_whole", [], ["manual_long"])] if sample else []):
        cc_test(
            name = test,
            size = size,
            args = flags + ["--random_cases=20"] + more_flags + (["--golden=$(location %s)" % golden] if golden else []),
            data = data,
            shard_count = shard_count,
            tags = tags + more_tags,
            deps = deps + ours_all([
                "//testing/conformance:all_cases",
                "//testing/conformance:main",
            ]),
            **kwargs
        )
