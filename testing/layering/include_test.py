"""Every #include of the checkout follows the table of layers."""

import os
import unittest

from testing import checkout
from testing.layering import check_includes


class IncludeTest(unittest.TestCase):
    def test_includes_follow_the_table(self):
        root = checkout.root()
        with open(
            os.path.join(root, "docs", "ARCHITECTURE.md"), encoding="utf-8"
        ) as file:
            rows = check_includes.parse_table(file.read())
        count, errors = check_includes.check_tree(root, rows)
        print("%d files read" % count)
        self.assertGreater(count, 0, "no source files found under the checkout")
        self.assertEqual([], errors, "\n" + "\n".join(errors))


if __name__ == "__main__":
    unittest.main()
