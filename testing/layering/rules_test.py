"""Every C++ target of the project uses the rules of bazel/cc.bzl, which set its flags."""

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


if __name__ == "__main__":
    unittest.main()
