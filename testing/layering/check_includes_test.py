"""Tests check_includes.py on a small table and small trees."""

import os
import tempfile
import unittest

from testing.layering import check_includes

_DOCUMENT = """
# Title

## Layers

| folder | what | may include |
|---|---|---|
| `tensorflow_lite_lite/base` | base | nothing |
| `kernels/*` | operators | `tensorflow_lite_lite/base`, `kernels/math` |
| `*_test.*` | their tests | `tensorflow_lite_lite`, `kernels`, `testing` |
| `delegates/*` | back-ends | `kernels/*/*.h`, not `kernels/*/*_cpu.h` |
| `testing`, `examples` | the rest | `tensorflow_lite_lite`, `kernels` |

## Something else

| `kernels/*` | no layer | `delegates` |
"""


class CheckIncludesTest(unittest.TestCase):
    def setUp(self):
        self.rows = check_includes.parse_table(_DOCUMENT)

    def granted(self, source, included):
        return check_includes.check_include(self.rows, source, included) is None

    def test_reads_only_its_own_section(self):
        self.assertEqual(5, len(self.rows))

    def test_grants_what_the_row_lists(self):
        self.assertTrue(
            self.granted("kernels/a/a.cc", "tensorflow_lite_lite/base/status.h")
        )
        self.assertTrue(self.granted("kernels/a/a.cc", "kernels/math/padding.h"))

    def test_grants_the_own_folder(self):
        self.assertTrue(self.granted("kernels/a/a.cc", "kernels/a/a.h"))
        self.assertTrue(self.granted("kernels/a/x/a.cc", "kernels/a/a.h"))

    def test_refuses_what_the_row_does_not_list(self):
        self.assertFalse(self.granted("kernels/a/a.cc", "kernels/b/b.h"))
        self.assertFalse(self.granted("kernels/a/a.cc", "delegates/gpu/gpu.h"))
        self.assertFalse(
            self.granted("tensorflow_lite_lite/base/a.cc", "kernels/a/a.h")
        )

    def test_the_most_specific_row_decides(self):
        self.assertTrue(self.granted("kernels/a/a_test.cc", "testing/x.h"))
        self.assertTrue(self.granted("kernels/a/b/a_test.cc", "testing/x.h"))
        self.assertFalse(self.granted("kernels/a/a.cc", "testing/x.h"))

    def test_takes_away_what_follows_not(self):
        self.assertTrue(self.granted("delegates/gpu/a.cc", "kernels/a/a.h"))
        self.assertFalse(self.granted("delegates/gpu/a.cc", "kernels/a/a_cpu.h"))

    def test_refuses_a_folder_without_row(self):
        self.assertFalse(self.granted("tools/a.cc", "kernels/a/a.h"))

    def test_refuses_compat_paths_unless_granted(self):
        self.assertFalse(self.granted("kernels/a/a.cc", "tensorflow/lite/x.h"))
        self.assertTrue(self.granted("examples/a.cc", "tflite/x.h"))

    def test_leaves_system_headers_alone(self):
        self.assertTrue(self.granted("kernels/a/a.cc", "absl/status/status.h"))

    def test_reports_file_and_line(self):
        with tempfile.TemporaryDirectory() as root:
            for path, text in (
                ("kernels/a/a.h", ""),
                ("kernels/a/a.cc", '// x\n#include "kernels/b/b.h"\n'),
                ("kernels/a/b.cc", '#include "a.h"\n#include "../a/a.h"\n'),
                ("kernels/a/c.cc", '#  include "kernels/a/a.h"\n'),
                ("tools/t.cc", ""),
                ("delegates/a/a.h", ""),
                ("delegates/a/a.cc", '#include "a.h"\n#include "../a/a.h"\n'),
                ("my_delegate/a.cc", '#include "kernels/a/a_cpu.h"\n'),
                ("third_party/x/x.cc", '#include "kernels/a/a.h"\n'),
                ("bazel-out/x.cc", '#include "kernels/a/a.h"\n'),
            ):
                os.makedirs(os.path.join(root, os.path.dirname(path)), exist_ok=True)
                with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                    file.write(text)
            count, errors = check_includes.check_tree(root, self.rows)
        self.assertEqual(7, count)
        self.assertEqual(
            [
                'delegates/a/a.cc:2: "../a/a.h": name it by its path from the root',
                'kernels/a/a.cc:2: "kernels/b/b.h": the table of layers does not grant it',
                'kernels/a/b.cc:1: "a.h": name it by its path from the root',
                'kernels/a/b.cc:2: "../a/a.h": name it by its path from the root',
                "tools/t.cc: its folder has no row in the table of layers",
            ],
            errors,
        )

    def test_a_document_without_table_is_an_error(self):
        with self.assertRaises(ValueError):
            check_includes.parse_table("# Title\n")
        with self.assertRaises(ValueError):
            check_includes.parse_table("## Layers\n\nno table\n")


if __name__ == "__main__":
    unittest.main()
