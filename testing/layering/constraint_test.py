"""Every constraint that an operator's header numbers has a test that breaks it."""

import os
import unittest

from testing.layering import check_constraints


class ConstraintTest(unittest.TestCase):
    def test_each_constraint_is_tested(self):
        # The declared file is a link into the checkout: from it the rest is found.
        marker = os.path.join(
            os.environ["TEST_SRCDIR"], os.environ["TEST_WORKSPACE"], "WORKSPACE"
        )
        root = os.path.dirname(os.path.realpath(marker))
        count, errors = check_constraints.check_tree(root)
        print("%d constraints" % count)
        self.assertGreater(count, 0, "no constraints found under the checkout")
        self.assertEqual([], errors, "\n" + "\n".join(errors))


if __name__ == "__main__":
    unittest.main()
