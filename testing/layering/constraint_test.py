"""Every numbered constraint in an operator's header has a test that violates it."""

import unittest

from testing import checkout
from testing.layering import check_constraints


class ConstraintTest(unittest.TestCase):
    def test_each_constraint_is_tested(self):
        root = checkout.root()
        count, errors = check_constraints.check_tree(root)
        print("%d constraints" % count)
        self.assertGreater(count, 0, "no constraints found under the checkout")
        self.assertEqual([], errors, "\n" + "\n".join(errors))


if __name__ == "__main__":
    unittest.main()
