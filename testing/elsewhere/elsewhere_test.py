"""Tests examples/elsewhere, another workspace, without the project's .bazelrc.

All targets are analysed, but only a delegate's plugin is built and loaded; building
everything takes long and is done by whole_test.
"""

import ctypes
import os
import re
import shlex
import shutil
import unittest

from testing.elsewhere import workspace

OUTSIDE = "@tensorflow_lite_lite//"


def commands(aquery):
    """Returns the compiler arguments of the project's sources in aquery's output."""
    for line in re.findall(r"Command Line: \(exec (.*)\)", aquery.replace("\\\n", " ")):
        arguments = shlex.split(line)
        if "-c" in arguments:
            source = arguments[arguments.index("-c") + 1]
            if "external/tensorflow_lite_lite/" in source:
                yield source, arguments


class ElsewhereTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.workspace = workspace.Workspace()

    @classmethod
    def tearDownClass(cls):
        cls.workspace.close()

    def test_everything_is_analysed(self):
        self.workspace.bazel("build", "--nobuild", "//...")

    def test_flags_that_decide_results_are_in_the_rules(self):
        # A program over the C API is the workspace's own, by its own rule.
        targets = "//... except //:run_model_in_c"
        found = list(
            commands(
                self.workspace.bazel(
                    "aquery", f'mnemonic("CppCompile", deps({targets}))'
                )
            )
        )
        self.assertGreater(len(found), 500)
        for source, arguments in found:
            self.assertIn("-ffp-contract=off", arguments, source)
            if not source.endswith(".c"):
                # The last option takes effect.
                standard = [a for a in arguments if a.startswith("-std=")][-1]
                self.assertIn(standard, ("-std=c++17", "-std=c++20"), source)

    def test_layers_hold_for_delegates(self):
        with self.assertRaisesRegex(AssertionError, "must not depend on"):
            folder = os.path.join(self.workspace.folder, "delegates/bad")
            os.makedirs(folder)
            with open(os.path.join(folder, "BUILD"), "w", encoding="utf-8") as f:
                f.write(
                    f'load("{OUTSIDE}bazel:defs.bzl", "tfll_delegate")\n'
                    'tfll_delegate(name = "bad",'
                    f' deps = ["{OUTSIDE}tensorflow_lite_lite/core:framework"])\n'
                )
            try:
                self.workspace.bazel("query", "//delegates/bad:all")
            finally:
                shutil.rmtree(folder)

    def test_a_delegates_plugin_is_built(self):
        target = "delegates/acme/acme_external_delegate.so"
        self.workspace.bazel("build", "//" + target.replace("/acme_", ":acme_"))
        plugin = ctypes.CDLL(os.path.join(self.workspace.folder, "bazel-bin", target))
        self.assertTrue(plugin.tflite_plugin_create_delegate)


if __name__ == "__main__":
    unittest.main()
