"""Models that compute with integers have the same results on every processor.

  fingerprints_test.py --least=N --least_models=N
      --x86_64=PROGRAM:PROCESSOR[:PROCESSOR...]
      --aarch64=SCRIPT:PROCESSOR[...] --armhf=SCRIPT:PROCESSOR[...]
      -- RUNNER_ARGUMENT...

PROGRAM is the golden runner for this machine, a SCRIPT runs that for Arm; PROCESSOR is
a model of qemu's -cpu, or "native" for this machine's own. Each runs with the runner's
arguments, compares its results with the recorded ones and prints their hashes, which
must be those that the first one prints.
"""

import argparse
import collections
import os
import subprocess
import sys
import unittest

MODELS = "../shared/goldens/models"
TARGETS = ("x86_64", "aarch64", "armhf")


def parse(arguments):
    own, runners = arguments, []
    if "--" in arguments:
        split = arguments.index("--")
        own, runners = arguments[:split], arguments[split + 1 :]
    parser = argparse.ArgumentParser()
    parser.add_argument("--least", type=int, required=True)
    parser.add_argument("--least_models", type=int, required=True)
    for target in TARGETS:
        parser.add_argument("--" + target, required=True)
    return parser.parse_args(own), runners


OPTIONS, RUNNER_ARGUMENTS = parse(sys.argv[1:])


def fingerprints_of(printed):
    """The hashes, step by step, of each output: {("OPERATOR/case", "0"): [hash, ...]}."""
    found = collections.defaultdict(list)
    for line in printed.splitlines():
        if line.startswith("fingerprint "):
            _, case, output, value = line.split()
            found[case, output].append(value)
    return dict(found)


def run(target, program, processor):
    command, environment = [program], dict(os.environ)
    if target != "x86_64":
        environment["QEMU_CPU"] = processor
    elif processor != "native":
        command = ["qemu-x86_64", "-cpu", processor, program]
    # Separate pipes: a message may come between two parts of a line.
    return subprocess.run(
        command + RUNNER_ARGUMENTS,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment,
        check=False,
    )


class FingerprintsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = {}
        for target in TARGETS:
            program, *processors = getattr(OPTIONS, target).split(":")
            for processor in processors:
                cls.runs[f"{target} {processor}"] = run(target, program, processor)
        cls.found = {
            name: fingerprints_of(done.stdout) for name, done in cls.runs.items()
        }

    def test_results_are_the_recorded_ones(self):
        for name, done in self.runs.items():
            with self.subTest(name):
                lines = done.stdout.splitlines()
                said = [l for l in lines if not l.startswith("fingerprint ")]
                told = "\n".join(said[-100:] + [done.stderr[-4000:]])
                self.assertEqual(done.returncode, 0, told)

    def test_enough_is_compared(self):
        for name, found in self.found.items():
            with self.subTest(name):
                self.assertGreaterEqual(
                    sum(len(hashes) for hashes in found.values()), OPTIONS.least
                )
                # They are not part of the project.
                if os.path.isdir(MODELS):
                    models = {case for case, _ in found if case.startswith("MODEL/")}
                    self.assertGreaterEqual(len(models), OPTIONS.least_models)

    def test_fingerprints_are_the_same(self):
        (first, expected), *others = self.found.items()
        self.assertGreaterEqual(len(others), 4)
        for name, found in others:
            with self.subTest(name):
                different = [
                    f"{case} output {output}: {name} {found.get((case, output))}, "
                    f"{first} {expected.get((case, output))}"
                    for case, output in sorted(expected.keys() | found.keys())
                    if found.get((case, output)) != expected.get((case, output))
                ]
                self.assertEqual(different, [])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
