"""Builds all of examples/elsewhere and runs its tests and its application."""

import os
import unittest

from testing import checkout
from testing.elsewhere import workspace


class WholeTest(unittest.TestCase):
    def setUp(self):
        self.workspace = workspace.Workspace()

    def tearDown(self):
        self.workspace.close()

    def test_everything_is_built_and_run(self):
        self.workspace.bazel("test", "--test_output=errors", "//...")
        model = os.path.join(checkout.root(), "examples/digits/digits_float.tflite")
        out = self.workspace.bazel("run", "//:run_model", "--", model)
        self.assertRegex(out, r": \d+ bytes")
        out = self.workspace.bazel("run", "//:run_model_in_c", "--", model)
        self.assertRegex(out, r": FLOAT32\[1,10\]")


if __name__ == "__main__":
    unittest.main()
