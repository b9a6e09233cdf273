"""The excuses of equivalent.txt are for lines that the sources have."""

import os
import unittest

from testing import checkout
from testing.mutants import mutants


class EquivalentTest(unittest.TestCase):
    def test_lines_are_there(self):
        excuses = mutants.excuses()
        self.assertGreater(len(excuses), 20)
        gone = []
        for path, line, kind in excuses:
            source = os.path.join(checkout.root(), path)
            lines = []
            if os.path.exists(source):
                with open(source, encoding="utf-8") as file:
                    lines = [text.strip() for text in file]
            if line not in lines:
                gone.append(f"{path}: {line} ({kind})")
        self.assertEqual([], gone, "remove:\n" + "\n".join(gone))


if __name__ == "__main__":
    unittest.main()
