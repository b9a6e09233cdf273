"""Tests check_repeats.py on small files."""

import os
import tempfile
import unittest

from testing.layering import check_repeats


def _lines(first, count):
    return "".join("f(%d);\n" % i for i in range(first, first + count))


class FindTest(unittest.TestCase):
    def test_passages_of_the_least_length(self):
        texts = {"a.cc": _lines(0, 30), "b.cc": "g();\n" + _lines(10, 20)}
        self.assertEqual([("a.cc", 11, "b.cc", 2, 20)], check_repeats.find(texts))

    def test_longer_passages_are_reported_once(self):
        texts = {"a.cc": _lines(0, 40), "b.cc": _lines(5, 33) + "g();\n"}
        self.assertEqual([("a.cc", 6, "b.cc", 1, 33)], check_repeats.find(texts))

    def test_shorter_passages(self):
        texts = {"a.cc": _lines(0, 19), "b.cc": _lines(0, 19)}
        self.assertEqual([], check_repeats.find(texts))

    def test_one_file(self):
        text = _lines(0, 20) + "g();\n" + _lines(0, 20)
        self.assertEqual(
            [("a.cc", 1, "a.cc", 22, 20)], check_repeats.find({"a.cc": text})
        )
        # A run of one line only equals itself a line further down.
        self.assertEqual([], check_repeats.find({"a.cc": "f();\n" * 39}))

    def test_comments_and_space_hide_nothing(self):
        other = _lines(0, 20).replace("f(7)", "// A comment.\n\n    f(7)")
        self.assertEqual(
            [("a.cc", 1, "b.cc", 1, 20)],
            check_repeats.find({"a.cc": _lines(0, 20), "b.cc": other}),
        )

    def test_includes_are_no_passage(self):
        text = "".join('#include "a/%d.h"\n' % i for i in range(30))
        self.assertEqual([], check_repeats.find({"a.cc": text, "b.cc": text}))


class CheckTreeTest(unittest.TestCase):
    def test_exempt_files(self):
        with tempfile.TemporaryDirectory() as root:
            for path in (
                "kernels/a/a.cc",
                "kernels/b/b.kernel",
                "kernels/c/c_test.cc",
                "kernels/d/d_cases.cc",
                "testing/e.cc",
                "tensorflow_lite_lite/c/f.h",
            ):
                os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
                with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                    file.write(_lines(0, 20))
            self.assertEqual(
                (
                    2,
                    [
                        "kernels/a/a.cc:1 and kernels/b/b.kernel:1"
                        " have 20 lines in common"
                    ],
                ),
                check_repeats.check_tree(root),
            )


if __name__ == "__main__":
    unittest.main()
