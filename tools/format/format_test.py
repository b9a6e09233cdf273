"""The checkout is formatted, and format.py detects unformatted files."""

import os
import subprocess
import tempfile
import unittest

from testing import checkout
from tools.format import format as formatting


class FormatTest(unittest.TestCase):
    def _formatter_of(self, suffix):
        formatter = next(f for f in formatting.FORMATTERS if suffix in f.suffixes)
        program = formatter.check[0]
        if not formatting.is_usable(formatter):
            self.skipTest("%s is not installed in the version of Debian 12" % program)
        return formatter

    def _check(self, suffix, good, bad):
        """The files of the checkout are formatted; of two examples, one is not."""
        formatter = self._formatter_of(suffix)
        root = checkout.root()
        paths = formatting.sources(root)
        self.assertGreater(len(formatting.files_of(formatter, paths)), 5)
        self.assertEqual(
            [],
            formatting.unformatted(formatter, root, paths),
            "run ./bazelw run //tools/format",
        )
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("good", good), ("bad", bad)):
                with open(os.path.join(folder, name + suffix), "w") as file:
                    file.write(text)
            self.assertEqual(
                ["bad" + suffix],
                formatting.unformatted(formatter, folder, formatting.sources(folder)),
            )

    def test_cpp(self):
        self._check(".cc", "int a;\n", "int   a;\n")

    def test_python(self):
        self._check(".py", "a = 1\n", "a  =  1\n")

    def test_shell(self):
        self._check(".sh", "if a; then\n  b\nfi\n", "if a; then\n    b\nfi\n")

    def test_text(self):
        root = checkout.root()
        paths = formatting.sources(root)
        self.assertIn("bazelw", paths)
        found = formatting.blemishes(root, paths)
        self.assertEqual([], found, "\n" + "\n".join(found))

    def test_what_git_ignores_is_left_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.check_call(["git", "init", "-q", folder])
            os.mkdir(os.path.join(folder, "env"))
            for name, text in ((".gitignore", "env\n"), ("env/a.py", ""), ("b.py", "")):
                with open(os.path.join(folder, name), "w") as file:
                    file.write(text)
            self.assertEqual([".gitignore", "b.py"], formatting.sources(folder))

    def test_blemishes_are_found(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (
                ("blank.md", "a \n"),
                ("end.md", "a"),
                ("ends.md", "a\n\n"),
                ("good.md", "a\n"),
                ("long.h", "// " + "a" * 78 + "\n"),
                ("tab.bzl", "\ta\n"),
            ):
                with open(os.path.join(folder, name), "w") as file:
                    file.write(text)
            self.assertEqual(
                [
                    "blank.md:1: trailing blanks",
                    "end.md: does not end with one newline",
                    "ends.md: does not end with one newline",
                    "long.h:1: over 80 columns",
                    "tab.bzl:1: a tab",
                ],
                formatting.blemishes(folder, formatting.sources(folder)),
            )


if __name__ == "__main__":
    unittest.main()
