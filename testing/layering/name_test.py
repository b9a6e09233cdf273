"""Names are in their folder's namespace, and types are defined there only once."""

import unittest

from testing import checkout
from testing.layering import check_names


class NameTest(unittest.TestCase):
    def test_names_of_the_checkout(self):
        count, errors = check_names.check_tree(checkout.root())
        print("%d files read" % count)
        self.assertGreater(count, 0, "no source files found under the checkout")
        self.assertEqual([], errors, "\n" + "\n".join(errors))


if __name__ == "__main__":
    unittest.main()
