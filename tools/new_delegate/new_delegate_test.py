"""Tests the files of the scaffold; BUILD compiles and runs one."""

import contextlib
import io
import os
import shutil
import subprocess
import tempfile
import unittest

from tools.format import format as formatting
from tools.new_delegate import new_delegate

TEMPLATE = "delegates/skeleton"


class NewDelegateTest(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp()
        shutil.copytree(TEMPLATE, os.path.join(self.root, TEMPLATE))
        shutil.copy(".clang-format", self.root)

    def tearDown(self):
        shutil.rmtree(self.root)

    def run_tool(self, *args):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            new_delegate.main(["--root", self.root, *args])
        return out.getvalue()

    def refuse(self, *args):
        with contextlib.redirect_stderr(io.StringIO()) as err:
            with self.assertRaises(SystemExit):
                self.run_tool(*args)
        return err.getvalue()

    def test_no_trace_of_the_template_is_left(self):
        out = self.run_tool("acme_npu")
        folder = os.path.join(self.root, "delegates/acme_npu")
        files = new_delegate.template_files(folder)
        self.assertEqual(len(files), len(new_delegate.template_files(TEMPLATE)))
        for file in files:
            self.assertIn(f"delegates/acme_npu/{file}\n", out)
            self.assertNotIn("skeleton", file)
            with open(os.path.join(folder, file), encoding="utf-8") as f:
                text = f.read()
            self.assertNotIn("skeleton", text.lower(), file)
            self.assertNotIn("new_delegate", text, file)
        for file in [
            "BUILD",
            "README.md",
            "conformance.golden",
            "golden_nodes.txt",
            "acme_npu_delegate.h",
            "acme_npu_lowering.cc",
            "acme_npu_program.cc",
            "acme_npu_provider.cc",
            "acme_npu_external.cc",
            "acme_npu_delegate_test.cc",
            "kernel_tests/BUILD",
            "kernel_tests/acme_npu_kernel_test.cc",
        ]:
            self.assertIn(file, files)

    def test_labels_elsewhere_are_those_of_the_project(self):
        workspace = os.path.join(self.root, "workspace")
        out = self.run_tool("acme", "--workspace", workspace)
        self.assertIn("delegates/acme/BUILD\n", out)
        self.assertIn("  bazel test //delegates/acme/...\n", out)
        with open(os.path.join(workspace, "delegates/acme/README.md")) as f:
            self.assertNotIn("bazelw", f.read())
        builds = {}
        for package in ["acme", "acme/kernel_tests"]:
            path = os.path.join(workspace, "delegates", package, "BUILD")
            with open(path, encoding="utf-8") as f:
                builds[package] = f.read()
            self.assertIn(
                'load("@tensorflow_lite_lite//bazel:defs.bzl", ', builds[package]
            )
        self.assertNotIn('"//', builds["acme"])
        self.assertNotIn("golden_test", builds["acme"])
        self.assertIn("conformance_test", builds["acme"])
        # The delegate's own labels are in that workspace.
        own = '"//delegates/acme:acme_provider"'
        self.assertIn(own, builds["acme/kernel_tests"])
        self.assertNotIn('"//', builds["acme/kernel_tests"].replace(own, ""))

    def test_recorded_results_run_on_the_delegate(self):
        self.run_tool("acme")
        path = os.path.join(self.root, "delegates/acme/BUILD")
        with open(path, encoding="utf-8") as f:
            build = f.read()
        for cases in ["ops", "models"]:
            self.assertIn(f'    name = "golden_{cases}_test",\n', build)
        self.assertEqual(build.count('delegate_provider = ":acme_provider"'), 4)

    def test_names_are_in_each_style(self):
        self.run_tool("acme_npu")
        path = os.path.join(self.root, "delegates/acme_npu/acme_npu_delegate.h")
        with open(path, encoding="utf-8") as f:
            text = f.read()
        self.assertIn("#ifndef DELEGATES_ACME_NPU_ACME_NPU_DELEGATE_H_", text)
        self.assertIn("AcmeNpuDelegateCreate(", text)
        self.assertIn("namespace tflite::acme_npu {", text)

    def test_files_are_formatted(self):
        cpp = formatting.FORMATTERS[0]
        if not formatting.is_usable(cpp):
            self.skipTest("clang-format is not installed in the version of Debian 12")
        self.run_tool("an_accelerator_with_a_long_name")
        paths = formatting.sources(self.root)
        self.assertGreater(len(formatting.files_of(cpp, paths)), 10)
        self.assertEqual([], formatting.unformatted(cpp, self.root, paths))

    def test_the_kernel_test_runs_on_the_delegate(self):
        here = "tools/new_delegate/"

        def run(*flags):
            return subprocess.run(
                [here + "acme_kernel_test", "--require_delegation=true", *flags],
                capture_output=True,
                text=True,
                check=False,
            )

        for flag in [
            "--use_acme_delegate=true",
            f"--external_delegate_path={here}acme_external_delegate.so",
        ]:
            done = run(flag)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        # It must not pass on the CPU, nor with a delegate that takes nothing.
        for flags in [[], ["--use_acme_delegate=true", "--delegate_deny_nodes=ADD"]]:
            done = run(*flags)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("CountNumberOfDelegatedPartitions", done.stdout)

    def test_refuses(self):
        for name in ["Acme", "9acme", "acme-npu", "acme_", "../acme", ""]:
            self.assertIn("is not a name", self.refuse(name))
        for name in ["common", "dummy", "external", "skeleton", "std", "tflite"]:
            self.assertIn("is taken", self.refuse(name))
        for name in ["new", "static_cast", "xor"]:
            self.assertIn("is a word of C++", self.refuse(name))
        with open(os.path.join(self.root, "names.h"), "w", encoding="utf-8") as f:
            f.write("namespace tflite {\nnamespace ops {\nnamespace tflite::core {\n")
        for name in ["core", "ops"]:
            self.assertIn("is a namespace of the library", self.refuse(name))
        self.run_tool("acme")
        self.assertIn("delegates/acme exists", self.refuse("acme"))
        self.assertIn("there is no", self.refuse("acme", "--root", "/nonexistent"))


if __name__ == "__main__":
    unittest.main()
