"""Tools load plugins by flag, for all plugin interfaces."""

import subprocess
import sys
import unittest

_MODEL = "testing/c_api/testdata/add_resized/model.tflite"
_SIGNATURES = "testing/c_api/testdata/add_two_signatures/model.tflite"


def plugin(name):
    return "testing/plugins/%s.so" % name


class BenchmarkModelTest(unittest.TestCase):
    program = None

    def run_with(self, *flags, model=_MODEL):
        return subprocess.run(
            [
                self.program,
                "--graph=" + model,
                "--num_runs=1",
                "--min_secs=0",
                "--warmup_runs=0",
            ]
            + list(flags),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    def test_runs_each_kind(self):
        # opaque_add uses the opaque API of the program, which links it in.
        for name in (
            "classic_add",
            "short_registration_add",
            "opaque_add",
            "opaque_add_over_shim",
            "stable_add",
        ):
            with self.subTest(name):
                run = self.run_with("--external_delegate_path=" + plugin(name))
                self.assertEqual(0, run.returncode, run.stdout)
                self.assertIn("External delegate path: [%s]" % plugin(name), run.stdout)
                self.assertIn(
                    "Explicitly applied EXTERNAL delegate, and the model graph will be "
                    "completely executed by the delegate.",
                    run.stdout,
                )

    def test_hands_on_options(self):
        run = self.run_with(
            "--external_delegate_path=" + plugin("classic_add"),
            r"--external_delegate_options=list:;url:a://b:1\;2;c:",
        )
        self.assertIn("list=\nurl=a://b:1;2\nc=\n", run.stdout)

    def test_hands_on_flags_for_all_delegates(self):
        run = self.run_with(
            "--external_delegate_path=" + plugin("classic_add"),
            "--external_delegate_options=list:;max_delegated_partitions:1",
            "--max_delegated_partitions=2",
            "--min_nodes_per_partition=3",
            "--first_delegate_node_index=4",
            "--last_delegate_node_index=5",
            "--delegate_allow_nodes=ADD",
            "--delegate_deny_nodes=#7",
            "--delegate_partition_order=size",
        )
        # The plugin's own option takes precedence over the flag.
        self.assertIn(
            "list=\nmax_delegated_partitions=1\n"
            "allow_nodes=ADD\ndeny_nodes=#7\npartition_order=size\n"
            "min_nodes_per_partition=3\n"
            "first_delegate_node_index=4\nlast_delegate_node_index=5\n",
            run.stdout,
        )
        run = self.run_with(
            "--external_delegate_path=" + plugin("classic_add"),
            "--external_delegate_options=list:",
        )
        self.assertIn("made no delegate: list=\n", run.stdout)
        self.assertNotIn("nodes", run.stdout)

    def test_plugins_may_refuse_flags_for_all_delegates(self):
        for name, options in (("classic_add", "strict:"), ("stable_add", "")):
            with self.subTest(name):
                run = self.run_with(
                    "--external_delegate_path=" + plugin(name),
                    "--external_delegate_options=" + options,
                    "--max_delegated_partitions=2",
                    "--first_delegate_node_index=0",
                )
                self.assertEqual(0, run.returncode, run.stdout)
                self.assertRegex(
                    run.stdout,
                    f"WARN: .*{name}.so does not take --max_delegated_partitions, "
                    "--first_delegate_node_index, which has no effect: .*",
                )
                self.assertIn("completely executed by the delegate", run.stdout)
        run = self.run_with(
            "--external_delegate_path=" + plugin("classic_add"),
            "--external_delegate_options=strict:",
            "--delegate_deny_nodes=#0",
        )
        self.assertNotEqual(0, run.returncode)
        self.assertIn("there is no option deny_nodes", run.stdout)

    def test_ends_where_the_delegate_cannot_be_had(self):
        cases = {
            ("not_a_library", ""): "is not an ELF file",
            ("absent", ""): "absent.so",
            ("lacking_symbols", ""): "no_host_has_this",
            ("classic_add", "fail:no such device"): "no such device",
            ("classic_add", "verbose"): 'option "verbose" is not of the form',
        }
        for (name, options), message in cases.items():
            with self.subTest(name + options):
                run = self.run_with(
                    "--external_delegate_path=" + plugin(name),
                    "--external_delegate_options=" + options,
                )
                self.assertNotEqual(0, run.returncode)
                self.assertIn(message, run.stdout)
                self.assertIn("Failed to apply EXTERNAL delegate.", run.stdout)

    def test_goes_on_on_the_cpu(self):
        flags = ["--external_delegate_path=" + plugin("classic_add")]
        for place in ("prepare", "init", "kernel_prepare"):
            with self.subTest(place):
                failing = flags + ["--external_delegate_options=fail_at:" + place]
                run = self.run_with(*failing)
                self.assertEqual(0, run.returncode, run.stdout)
                self.assertIn("WARN: Failed to apply EXTERNAL delegate.", run.stdout)
                self.assertIn("Inference (avg)", run.stdout)
                run = self.run_with("--require_delegation", *failing)
                self.assertNotEqual(0, run.returncode)
                self.assertIn("Failed to apply EXTERNAL delegate.", run.stdout)

    def test_runs_before_and_after_a_failure_are_apart(self):
        flags = [
            "--external_delegate_path=" + plugin("classic_add"),
            "--external_delegate_options=fail_at:invoke",
            "--num_runs=3",
        ]
        run = self.run_with(*flags)
        self.assertEqual(0, run.returncode, run.stdout)
        self.assertIn("A delegate failed in this run", run.stdout)
        self.assertIn("In 1 runs a delegate failed", run.stdout)
        self.assertRegex(run.stdout, "count=3 ")
        run = self.run_with("--require_delegation", *flags)
        self.assertNotEqual(0, run.returncode)

    def test_lines_are_about_the_graph_that_runs(self):
        # The graph of "plus" has one addition, that of "times" has none.
        for key, line in (
            ("plus", "will be completely executed by the delegate."),
            ("times", "will not be executed by the delegate."),
        ):
            with self.subTest(key):
                run = self.run_with(
                    "--external_delegate_path=" + plugin("classic_add"),
                    "--signature_to_run_for=" + key,
                    model=_SIGNATURES,
                )
                self.assertEqual(0, run.returncode, run.stdout)
                self.assertIn(line, run.stdout)


class InferenceDiffTest(unittest.TestCase):
    program = None

    def test_sees_what_a_plugin_adds(self):
        for bias in (0, 2000):
            with self.subTest(bias):
                run = subprocess.run(
                    [
                        self.program,
                        "--model_file=" + _MODEL,
                        "--num_runs=2",
                        "--external_delegate_path=" + plugin("opaque_add"),
                        "--external_delegate_options=bias:%d" % bias,
                    ],
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    text=True,
                    check=False,
                )
                self.assertEqual(0, run.returncode, run.stdout)
                self.assertRegex(run.stdout, r"OutputDiff\[0\]: avg_error=%d," % bias)

    def test_goes_on_on_the_cpu(self):
        for place in ("prepare", "invoke"):
            for required in (False, True):
                with self.subTest("%s, %s" % (place, required)):
                    run = subprocess.run(
                        [
                            self.program,
                            "--model_file=" + _MODEL,
                            "--num_runs=2",
                            "--external_delegate_path=" + plugin("classic_add"),
                            "--external_delegate_options=fail_at:" + place,
                            "--require_delegation=" + str(required).lower(),
                        ],
                        stdout=subprocess.PIPE,
                        stderr=subprocess.STDOUT,
                        text=True,
                        check=False,
                    )
                    self.assertEqual(required, run.returncode != 0, run.stdout)
                    if not required:
                        self.assertIn("OutputDiff[0]: avg_error=0,", run.stdout)

    def test_ends_where_the_delegate_cannot_be_had(self):
        run = subprocess.run(
            [
                self.program,
                "--model_file=" + _MODEL,
                "--num_runs=2",
                "--external_delegate_path=" + plugin("absent"),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        self.assertNotEqual(0, run.returncode)
        self.assertIn("absent.so", run.stdout)


if __name__ == "__main__":
    BenchmarkModelTest.program, InferenceDiffTest.program = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
