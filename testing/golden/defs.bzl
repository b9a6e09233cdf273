"""Replays the recorded cases, on the CPU or through a delegate."""

load("//bazel:cc.bzl", "cc_test")

# The path, the files, flags, and the minimum number of cases, in total and per
# sample. The models are not part of the project: without them nothing is tested, but
# where they are, a listing that misses some must not pass.
_CASES = {
    "ops": ("testing/golden/ops", "//testing/golden:op_cases", [], 3380, 150),
    "models": ("../shared/goldens/models", "@shared//:model_goldens", ["--skip_absent", "--least_present=40"], 0, 0),
}
_KNOWN_FAULTS = "//testing/golden:known_faults.txt"
_ALLOWED_STEPS = "//testing/golden:allowed_steps.txt"

def tfll_golden_test(
        name,
        cases,
        args = [],
        delegate_provider = None,
        delegated_nodes = None,
        require_delegation = True,
        known_faults = None,
        size = "medium",
        sample = 0,
        tags = [],
        **kwargs):
    """Tests that results match the recorded ones, within their tolerances.

    On the CPU, integers of "ops" must equal the recorded ones, except in the cases of
    allowed_steps.txt.

    Args:
      name: of the test.
      cases: "ops" or "models".
      args: arguments of the runner; with a provider, the flags that request its
        delegate.
      delegate_provider: target of a delegate's provider.
      require_delegation: with a provider, the test also fails if no node runs on a
        delegate.
      delegated_nodes: file with the number of nodes of each operator's cases, or of each
        model, that run on the delegate. To update it, run the test, or <name>_whole if there is a
        sample, with --update_golden.
      known_faults: a file with the cases that this delegate is known to fail, one per
        line: OPERATOR/case: reason.
      size: of the test.
      sample: number of cases per operator, for delegates whose compilation is slow.
        <name>_whole then tests all cases, tagged manual_long.
      tags: of the tests.
      **kwargs: of the test.
    """
    path, data, flags, least, least_sampled = _CASES[cases]
    faults = [_KNOWN_FAULTS] + ([known_faults] if known_faults else [])
    lists = []
    more = []
    if cases == "ops" and not delegate_provider:
        # In whole networks, rounding differences accumulate.
        lists = [_ALLOWED_STEPS]
        more = ["--exact_integers", "--allowed_steps=$(location %s)" % _ALLOWED_STEPS]
    if delegate_provider:
        lists = [delegated_nodes] if delegated_nodes else []
        more = (["--require_delegation"] if require_delegation else []) + [
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
