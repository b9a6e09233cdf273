"""No long passage stands in two places of the checkout."""

import unittest

from testing import checkout
from testing.layering import check_repeats


class RepeatTest(unittest.TestCase):
    def test_repeats_in_the_checkout(self):
        count, errors = check_repeats.check_tree(checkout.root())
        print("%d files read" % count)
        self.assertGreater(count, 0, "no source files found under the checkout")
        self.assertEqual([], errors, "\n" + "\n".join(errors))


if __name__ == "__main__":
    unittest.main()
