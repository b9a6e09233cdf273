"""Files and functions of the checkout are not too long."""

import unittest

from testing import checkout
from testing.layering import check_sizes


class SizeTest(unittest.TestCase):
    def test_sizes_in_the_checkout(self):
        count, errors = check_sizes.check_tree(checkout.root())
        print("%d files read" % count)
        self.assertGreater(count, 0, "no source files found under the checkout")
        self.assertEqual([], errors, "\n" + "\n".join(errors))


if __name__ == "__main__":
    unittest.main()
