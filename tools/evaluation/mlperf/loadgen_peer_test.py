"""Runs LoadGen over the backend library, if this machine's Python has it."""

import contextlib
import io
import os
import tempfile
import unittest

import numpy as np

import run_loadgen
from testing import peer_main

_DIGITS = "examples/digits/"


class LoadGenTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def _run(self, *arguments):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            run_loadgen.main(
                [
                    "--model_file=" + _DIGITS + "digits_float.tflite",
                    "--output_dir=" + os.path.join(self.folder, "logs"),
                    *arguments,
                ]
            )
        return output.getvalue()

    def _write_digits(self, count):
        """Writes images of digits as samples; returns them and their classes."""
        images = np.fromfile(_DIGITS + "test_images.bin", np.uint8).reshape(-1, 64)
        labels = np.fromfile(_DIGITS + "test_labels.bin", np.uint8)[:count]
        samples = (images[:count] / 16).astype(np.float32)
        folder = os.path.join(self.folder, "samples")
        os.makedirs(folder)
        for i, sample in enumerate(samples):
            sample.tofile(os.path.join(folder, "%04d.bin" % i))
        with open(os.path.join(self.folder, "labels"), "w", encoding="utf-8") as file:
            file.write("\n".join(map(str, labels)))
        return samples, labels

    def _accuracy_flags(self):
        return (
            "--mode=AccuracyOnly",
            "--samples=" + os.path.join(self.folder, "samples"),
            "--labels=" + os.path.join(self.folder, "labels"),
        )

    def test_accuracy_is_that_of_the_model(self):
        samples, labels = self._write_digits(120)
        backend = run_loadgen.Backend(_DIGITS + "digits_float.tflite")
        classes = [backend.run(s.view(np.uint8))[0].argmax() for s in samples]
        backend.close()
        expected = np.mean(np.array(classes) == labels)
        self.assertGreater(expected, 0.9)
        for scenario in ("SingleStream", "Offline"):
            text = self._run("--scenario=" + scenario, *self._accuracy_flags())
            line = f"Accuracy: {100 * expected:.2f}% of 120 samples"
            self.assertIn(line, text)

    def test_each_sample_has_its_own_label(self):
        samples, _ = self._write_digits(20)
        backend = run_loadgen.Backend(_DIGITS + "digits_float.tflite")
        labels = [backend.run(s.view(np.uint8))[0].argmax() for s in samples]
        backend.close()
        for wrong in range(3):
            with open(os.path.join(self.folder, "labels"), "w", encoding="utf-8") as f:
                f.write("\n".join(str(label) for label in labels))
            text = self._run(*self._accuracy_flags())
            self.assertIn(f"Accuracy: {100 - 5 * wrong}.00% of 20 samples", text)
            labels[7 * wrong] = (labels[7 * wrong] + 1) % 10

    def test_each_scenario_reports_its_figures(self):
        for scenario, key in (
            ("SingleStream", "result_90.00_percentile_latency_ns"),
            ("MultiStream", "result_99.00_percentile_latency_ns"),
            ("Offline", "result_samples_per_second"),
        ):
            text = self._run("--scenario=" + scenario)
            self.assertIn(f"{scenario} (unofficial)", text)
            self.assertIn("Result is: ", text)
            self.assertRegex(text, key + ": [1-9]")

    def test_another_delegate(self):
        text = self._run("--delegate=XNNPACK", "--set=num_threads=2")
        self.assertIn("CPU (XNNPACK)", text)

    def test_errors_name_what_is_wrong(self):
        self._write_digits(3)
        with open(os.path.join(self.folder, "samples", "9"), "wb") as file:
            file.write(b"short")
        for arguments, part in (
            (self._accuracy_flags(), "9 has 5 bytes; the inputs have 256"),
            (("--delegate=NPU",), "cannot run on NPU"),
            (("--model_file=missing.tflite",), "missing.tflite"),
        ):
            with self.assertRaises(SystemExit) as raised:
                self._run(*arguments)
            self.assertIn(part, str(raised.exception))

    def test_refuses_numbers_that_loadgen_cannot_use(self):
        for flag in (
            "--samples_per_query=0",
            "--num_random_samples=0",
            "--min_query_count=-1",
            "--min_duration_ms=-1",
            "--seed=-1",
        ):
            errors = io.StringIO()
            with self.assertRaises(SystemExit), contextlib.redirect_stderr(errors):
                self._run(flag)
            self.assertIn(flag + ": at least", errors.getvalue())


if __name__ == "__main__":
    PEER = peer_main.load("mlperf_loadgen")
    peer_main.main("" if PEER else "mlcommons-loadgen is not installed")
