"""Replays the recorded cases, on the CPU or through a delegate."""

load("//bazel:cc.bzl", "cc_test")

# The path, the files, flags, and the least number of cases of the whole and of
# each one of a sample. The models are not part of the project.
_CASES = {
    "ops": ("testing/golden/ops", "//testing/golden:op_cases", [], 3380, 150),
    "models": ("../shared/goldens/models", "@shared//:model_goldens", ["--skip_absent"], 0, 0),
}
_KNOWN_FAULTS = "//testing/golden:known_faults.txt"
_ALLOWED_STEPS = "//testing/golden:allowed_steps.txt"

def tfll_golden_test(
        name,
        cases,
        args = [],
        delegate_provider = None,
        delegated_nodes = None,
        known_faults = None,
        size = "medium",
        sample = 0,
        tags = [],
        **kwargs):
    """A test that the records come out, within their tolerances.

    On the CPU, integers of "ops" have to be the recorded ones but in the cases of
    allowed_steps.txt.

    Args:
      name: of the test.
      cases: "ops" or "models".
      args: of the runner; with a provider, the flags that ask for its delegate.
      delegate_provider: target of a delegate's provider. The test then fails, too,
        where no node runs on a delegate.
      delegated_nodes: file of how many nodes of each operator's cases run on the
        delegate. Written by running the test, or <name>_whole where there is a
        sample, with --update_golden.
      known_faults: a file of cases that this delegate is known to miss, a line
        each: OPERATOR/case: why.
      size: of the test.
      sample: cases an operator, for delegates that compile long. The whole is then
        <name>_whole, tagged manual_long.
      tags: of the tests.
      **kwargs: of the test.
    """
    path, data, flags, least, least_sampled = _CASES[cases]
    faults = [_KNOWN_FAULTS] + ([known_faults] if known_faults else [])
    lists = []
    more = []
    if cases == "ops" and not delegate_provider:
        # Roundings of a whole network add up.
        lists = [_ALLOWED_STEPS]
        more = ["--exact_integers", "--allowed_steps=$(location %s)" % _ALLOWED_STEPS]
    if delegate_provider:
        lists = [delegated_nodes] if delegated_nodes else []
        more = ["--require_delegation"] + [
            "--delegated_nodes=$(location %s)" % f
            for f in lists
        ]
    for test, more_flags, more_tags in [
        (name, ["--sample=%d" % sample, "--least_cases=%d" % (least_sampled * sample)], []),
        (name + "_whole", ["--least_cases=%d" % least], ["manual_long"]),
    ] if sample else [(name, ["--least_cases=%d" % least], [])]:
        cc_test(
            name = test,
            size = size,
            args = args + flags + more + more_flags + [
                "--known_faults=" + ",".join(["$(location %s)" % f for f in faults]),
                path,
            ],
            data = faults + lists + [data],
            tags = tags + more_tags,
            deps = ["//testing/golden:runner_main"] +
                   ([delegate_provider] if delegate_provider else []),
            **kwargs
        )
