"""Checks compare.py with this library alone, and its arithmetic."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import calls
import compare
import ours

_LIBRARY = "tensorflow_lite_lite/c_api/libtensorflowlite_c.so"
_MODEL = "examples/digits/digits_int8.tflite"


class CompareTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def _run(self, *arguments):
        return subprocess.run(
            [sys.executable, compare.__file__, _LIBRARY, self.folder]
            + ["--runtimes=LiteRT", "--rounds=2", "--seconds=0.001", *arguments],
            capture_output=True,
            text=True,
            check=False,
        )

    def _row(self, output, name):
        """The cells of a network's row, by column."""
        lines = [line.strip("| ").split(" | ") for line in output.splitlines()]
        header = next(line for line in lines if line[0] == "network")
        cells = next(line for line in lines if line[0] == name)
        return dict(zip(header, cells))

    def test_prints_a_row_for_each_network_and_number_of_threads(self):
        os.makedirs(os.path.join(self.folder, "inner"))
        shutil.copy(_MODEL, os.path.join(self.folder, "outer.tflite"))
        shutil.copy(_MODEL, os.path.join(self.folder, "inner", "model.tflite"))
        done = self._run("--markdown", "--threads=1")
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ("inner", "outer"):
            row = self._row(done.stdout, name)
            self.assertGreater(float(row["ours"]), 0)
            self.assertGreater(float(row["start"]), 0)
        self.assertEqual(done.stdout.count("| outer | 1 |"), 1)
        self.assertNotIn("errors:", done.stdout)

    def test_a_damaged_model_is_an_error_of_its_row(self):
        shutil.copy(_MODEL, os.path.join(self.folder, "good.tflite"))
        with open(os.path.join(self.folder, "bad.tflite"), "wb") as file:
            file.write(b"no model")
        done = self._run("--markdown", "--threads=1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self._row(done.stdout, "bad")["ours"], "–")
        self.assertGreater(float(self._row(done.stdout, "good")["ours"]), 0)
        self.assertIn("bad, ours: cannot prepare", done.stdout)

    def test_a_load_imports_nothing(self):
        """What other runtimes load with their imports is no part of a start."""
        program = (
            "import sys, ours, runtimes\n"
            "library, model = sys.argv[1:]\n"
            "runtime = runtimes.Ours(ours, library)\n"
            "maps = open('/proc/self/maps').read()\n"
            "assert 'libtensorflowlite_c' in maps\n"
            "before = set(sys.modules)\n"
            "runtime.load(model, 1)\n"
            "runtime.run()\n"
            "print(sorted(set(sys.modules) - before))\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", program, _LIBRARY, _MODEL],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        self.assertEqual(done.stdout, "[]\n", done.stderr)

    def test_calls_are_timed_without_what_they_cost_from_python(self):
        now = [0.0]

        def call():
            now[0] += 0.25

        self.assertEqual(calls.seconds_of(call, 2, lambda: now[0]), 0.25)
        self.assertEqual(now[0], 2)
        self.assertEqual(calls.cost_of(call, lambda: now[0]), 0.25)
        self.assertEqual(calls.cost_of(None), 0)

    def test_a_string_is_given_for_each_element(self):
        library = unittest.mock.Mock()
        library.TfLiteTensorType.return_value = 5
        library.TfLiteTensorNumDims.return_value = 2
        library.TfLiteTensorDim.side_effect = lambda tensor, d: [1, 2][d]
        runtime = ours.Ours.__new__(ours.Ours)
        runtime.c = library
        self.assertTrue(runtime.set_empty_strings("tensor"))
        header = b"".join(bytes([n, 0, 0, 0]) for n in (2, 16, 16, 16))
        library.TfLiteTensorRealloc.assert_called_once_with(16, "tensor")
        library.TfLiteTensorCopyFromBuffer.assert_called_once_with("tensor", header, 16)
        library.TfLiteTensorType.return_value = 1
        self.assertFalse(runtime.set_empty_strings("tensor"))

    def test_wrong_arguments(self):
        self.assertIn("no .tflite files", self._run().stderr)
        done = self._run("--runtimes=Turbo")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("unknown runtimes: Turbo", done.stderr)

    def test_the_ratio_is_that_of_the_best_other_runtime(self):
        figures = {
            "ours": {"ms": 2.0},
            "LiteRT": {"ms": 5.0},
            "OpenVINO": {"ms": 3.0},
            "MNN": {"error": "unknown operator"},
        }
        self.assertEqual(compare.ratio(figures, "ms"), 1.5)
        self.assertIsNone(compare.ratio({"ours": {"ms": 2.0}}, "ms"))
        self.assertEqual(compare.kind_of("resnet50_int8"), "int8")
        self.assertEqual(compare.kind_of("vww_uint8"), "uint8")


if __name__ == "__main__":
    unittest.main()
