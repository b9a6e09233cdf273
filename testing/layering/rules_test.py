"""Every C++ target of the project uses the rules of bazel/cc.bzl, which set its flags,
and a fast kernel declares the reference kernel that it calls."""

import glob
import os
import re
import unittest

from testing import checkout

# Definitions of the rules themselves, and code in the form that others write.
_FREE = (
    "bazel/",
    "third_party/",
    "examples/vendor_delegate/",
    "examples/elsewhere/",
)
_RULE = re.compile(
    r"^\s*(native\.)?(cc_(?:binary|library|test|import))\(", re.MULTILINE
)


def build_files(root):
    for folder, folders, files in os.walk(root):
        folders[:] = [f for f in folders if not f.startswith((".", "bazel-"))]
        for file in files:
            path = os.path.relpath(os.path.join(folder, file), root)
            if file == "BUILD" or file.endswith(".bzl"):
                if (
                    not path.startswith(_FREE)
                    or path == "third_party/protobuf/proto.bzl"
                ):
                    yield path


def faults(text):
    """Returns the rules that a file loads from Bazel instead of bazel/cc.bzl."""
    if "@rules_cc//" in text:
        return ["@rules_cc"]
    loaded = re.search(r'load\("//bazel:cc\.bzl",([^)]*)\)', text)
    names = re.findall(r'"(\w+)"', loaded[1]) if loaded else []
    return sorted(
        {
            prefix + rule
            for prefix, rule in _RULE.findall(text)
            if prefix or rule not in names
        }
    )


_REFERENCE_USE = re.compile(r"\bEval\w*Reference\b|_reference\w*\.h\"")


def undeclared_reference(sources, build):
    """Whether fast kernels use the reference and the BUILD file does not say so.

    GNU ld finds the function nevertheless if the library happens to come later on its
    command line; gold finds it always.
    """
    return bool(_REFERENCE_USE.search(sources)) and '":reference"' not in build


class RulesTest(unittest.TestCase):
    def test_rules_are_the_projects_own(self):
        root = checkout.root()
        count = 0
        for path in build_files(root):
            count += 1
            with open(os.path.join(root, path), encoding="utf-8") as f:
                found = faults(f.read())
            self.assertFalse(found, f'{path}: load these from "//bazel:cc.bzl"')
        self.assertGreater(count, 100)

    def test_a_rule_of_bazels_is_found(self):
        self.assertEqual(faults('cc_library(name = "a")\n'), ["cc_library"])
        self.assertEqual(
            faults(
                'load("//bazel:cc.bzl", "cc_test")\ncc_test()\n    native.cc_test()\n'
            ),
            ["native.cc_test"],
        )

    def test_fast_kernels_declare_the_reference(self):
        uses = 0
        for path in glob.glob(os.path.join(checkout.root(), "kernels", "*", "BUILD")):
            folder = os.path.dirname(path)
            sources = ""
            for source in glob.glob(os.path.join(folder, "*_cpu*")):
                with open(source, encoding="utf-8") as f:
                    sources += f.read()
            uses += bool(_REFERENCE_USE.search(sources))
            with open(path, encoding="utf-8") as f:
                self.assertFalse(
                    undeclared_reference(sources, f.read()),
                    f'{folder}: the fast kernel needs cpu_deps = [":reference"]',
                )
        self.assertGreater(uses, 10)

    def test_opencl_headers_declare_their_functions(self):
        # Types of functions that are loaded at run time come from the declarations.
        path = os.path.join(checkout.root(), "third_party", "opencl", "BUILD")
        with open(path, encoding="utf-8") as f:
            code = re.sub("#.*", "", f.read())
        self.assertIn("CL_TARGET_OPENCL_VERSION", code)
        self.assertNotIn("CL_NO_PROTOTYPES", code)

    def test_an_undeclared_reference_is_found(self):
        call = "return EvalPadReference(op, context);"
        include = '#include "kernels/pad/pad_reference.h"'
        for source in (call, include):
            self.assertTrue(undeclared_reference(source, "tfll_op()"))
            self.assertFalse(
                undeclared_reference(source, 'tfll_op(cpu_deps = [":reference"])')
            )
        self.assertFalse(undeclared_reference("EvalPadCpu()", "tfll_op()"))


if __name__ == "__main__":
    unittest.main()
