"""What the documents name is there."""

import os
import tempfile
import unittest

from docs import references
from testing import checkout
from tools.format import format as formatting


class ReferencesTest(unittest.TestCase):
    def test_documents_name_what_exists(self):
        root = checkout.root()
        documents = [p for p in formatting.sources(root) if p.endswith(".md")]
        self.assertGreater(len(documents), 10)
        for path in documents:
            with open(os.path.join(root, path), encoding="utf-8") as file:
                text = file.read()
            self.assertEqual([], references.missing(root, path, text), path)
            self.assertEqual([], references.misquoted(root, text), path)

    def test_what_does_not_exist_is_found(self):
        with tempfile.TemporaryDirectory() as root:
            os.makedirs(os.path.join(root, "core/memory"))
            open(os.path.join(root, "core/memory/arena.h"), "w").close()
            text = (
                "# One head\n[a](core) [b](none.md) [c](#one-head) [d](#two)\n"
                "`../none/beside` `core/memory/arena` `core/memory/none` `//core:x` `//none:x`\n"
                "```\n./bazelw run //absent -- x\n```\n"
            )
            self.assertEqual(
                ["none.md", "#two", "core/memory/none", "//none", "//absent"],
                references.missing(root, "README.md", text),
            )

    def test_quotes_are_compared_with_the_files(self):
        with tempfile.TemporaryDirectory() as root:
            os.makedirs(os.path.join(root, "examples"))
            with open(os.path.join(root, "examples/a.c"), "w", encoding="utf-8") as f:
                f.write("int a;\nint b;\nint c;\nint d;\n")
            quote = "```c\n// examples/a.c\nint a;\n// ...\nint c;\nint d;\n```\n"
            self.assertEqual([], references.misquoted(root, quote))
            self.assertEqual(
                ["int c;"],
                references.misquoted(root, quote.replace("int d", "int e")),
            )


if __name__ == "__main__":
    unittest.main()
