"""The excuses of equivalent.txt are for lines that the sources have."""

import collections
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

    def test_no_edit_is_excused_twice(self):
        keys = collections.Counter(key for key, _ in mutants.lines_of_excuses())
        self.assertEqual([], [key for key, count in keys.items() if count > 1])


if __name__ == "__main__":
    unittest.main()
