"""Tests that check_constraints.py finds constraints without a test."""

import os
import tempfile
import unittest

from testing.layering import check_constraints

_HEADER = """
// Constraints:
//   C1 one input (see C9 elsewhere)
//   C2 no stride is zero
//      C10 is the next
struct A {};
"""

_TESTS = """
TEST(ABind, RejectsTwoInputs_C1) {}
TEST_P(ABind, RejectsZero_C2_C10) {}
TEST(ABind, TakesC3) {}
"""


class CheckConstraintsTest(unittest.TestCase):
    def test_reads_numbers_at_the_start_of_a_line_of_comment(self):
        self.assertEqual({"C1", "C2", "C10"}, check_constraints.declared(_HEADER))

    def test_reads_endings_of_names_of_tests(self):
        self.assertEqual({"C1", "C2", "C10"}, check_constraints.broken(_TESTS))

    def test_names_header_and_constraint(self):
        with tempfile.TemporaryDirectory() as root:
            for path, text in (
                ("kernels/a/a.h", _HEADER),
                ("kernels/a/a_test.cc", "TEST(A, B_C1) {}\n"),
                ("kernels/b/b.h", "//   C1 a number\n"),
                ("kernels/b/b_other_test.cc", "TEST(A, B_C1) {}\n"),
                ("kernels/BUILD", ""),
            ):
                os.makedirs(os.path.join(root, os.path.dirname(path)), exist_ok=True)
                with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                    file.write(text)
            count, errors = check_constraints.check_tree(root)
        self.assertEqual(4, count)
        self.assertEqual(
            [
                "kernels/a/a.h: no test of kernels/a is named …_C2",
                "kernels/a/a.h: no test of kernels/a is named …_C10",
            ],
            errors,
        )


if __name__ == "__main__":
    unittest.main()
