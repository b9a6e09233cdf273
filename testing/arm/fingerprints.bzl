"""fingerprints_test: the same integers on every target and processor."""

# Without vectors above SSE4.2, with AVX2, and whatever this machine has.
_X86_64 = [
    "native",
    "Nehalem",
    "Haswell",
]

# That integers are exactly the recorded ones is tested on this machine
# (tfll_golden_test); here they need only be the same everywhere.
_FAULTS = "//testing/golden:known_faults.txt"

def fingerprints_test(
        name,
        program,
        processors,
        args,
        least,
        least_cases,
        least_models,
        size = "medium",
        tags = []):
    """Runs the golden runner on targets and processors and compares its fingerprints.

    Args:
      name: of the test.
      program: <program>_x86_64 is the runner for this machine; <program>_aarch64 and
        <program>_armhf are the scripts that run those for Arm.
      processors: for each target, aarch64 and armhf, models of qemu's -cpu.
      args: of the runner.
      least: number of fingerprints; with fewer the test fails.
      least_cases: of cases that are compared with their record.
      least_models: of models with fingerprints, where recorded models are at hand.
      size: of the test.
      tags: of the test.
    """
    programs = {"x86_64": _X86_64}
    programs.update(processors)
    native.py_test(
        name = name,
        size = size,
        srcs = ["fingerprints_test.py"],
        args = [
            "--least=%d" % least,
            "--least_models=%d" % least_models,
        ] + [
            "--%s=%s" % (target, ":".join(["$(rootpath :%s_%s)" % (program, target)] + models))
            for target, models in programs.items()
        ] + [
            "--",
            "--fingerprints",
            "--skip_absent",
            "--least_cases=%d" % least_cases,
            "--known_faults=$(rootpath %s)" % _FAULTS,
        ] + args,
        data = [
            _FAULTS,
            "//testing/golden:op_cases",
            "@shared//:model_goldens",
        ] + [":%s_%s" % (program, target) for target in programs],
        main = "fingerprints_test.py",
        tags = tags + [
            "arm",
            "host_only",
        ],
    )
