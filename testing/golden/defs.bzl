"""Replays the recorded cases, on the CPU or through a delegate."""

# The path, the files and flags. The models are not part of the project.
_CASES = {
    "ops": ("testing/golden/ops", "//testing/golden:op_cases", []),
    "models": ("../shared/goldens/models", "@shared//:model_goldens", ["--skip_absent"]),
}
_KNOWN_FAULTS = "//testing/golden:known_faults.txt"

def tfll_golden_test(
        name,
        cases,
        args = [],
        delegate_provider = None,
        known_faults = None,
        size = "medium",
        sample = 0,
        **kwargs):
    """A test that the records come out, within their tolerances.

    Args:
      name: of the test.
      cases: "ops" or "models".
      args: of the runner; with a provider, the flags that ask for its delegate.
      delegate_provider: target of a delegate's provider. The test then fails, too,
        where no node runs on a delegate.
      known_faults: a file of cases that this delegate is known to miss, a line
        each: OPERATOR/case: why.
      size: of the test.
      sample: cases an operator, for delegates that compile long. The whole is then
        <name>_whole, tagged manual_long.
      **kwargs: of the test.
    """
    path, data, flags = _CASES[cases]
    faults = [_KNOWN_FAULTS] + ([known_faults] if known_faults else [])
    more = ["--require_delegation"] if delegate_provider else []
    for test, more_flags, tags in [
        (name, ["--sample=%d" % sample] if sample else [], []),
    ] + ([(name + "_whole", [], ["manual_long"])] if sample else []):
        native.cc_test(
            name = test,
            size = size,
            args = args + flags + more + more_flags + [
                "--known_faults=" + ",".join(["$(location %s)" % f for f in faults]),
                path,
            ],
            data = faults + [data],
            tags = tags,
            deps = ["//testing/golden:runner_main"] +
                   ([delegate_provider] if delegate_provider else []),
            **kwargs
        )
