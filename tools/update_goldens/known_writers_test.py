"""update_goldens misses no golden of the checkout."""

import os
import tempfile
import unittest

from testing import checkout
from tools.update_goldens import known_writers


class KnownWritersTest(unittest.TestCase):
    def test_of_the_checkout(self):
        self.assertEqual([], known_writers.unknown(checkout.root()))

    def test_finds_what_is_missed(self):
        digest = '#include "testing/digest.h"\n"d/plans.golden"\n'
        files = {
            "d/plans_test.cc": digest,
            "d/plans.golden": "",
            "d/conformance.golden": "",
            "d/lost.golden": "",
            "d/other_test.cc": 'strcmp(argv[1], "--update_golden")',
        }
        files.update({path: "" for path in known_writers.FLAG_IN})
        files.update({path: "" for path in known_writers.OTHERS})
        with tempfile.TemporaryDirectory() as root:
            for path, text in files.items():
                path = os.path.join(root, path)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8") as f:
                    f.write(text)
            errors = known_writers.unknown(root)
            self.assertEqual(2, len(errors), errors)
            self.assertTrue(errors[0].startswith("d/other_test.cc: "), errors)
            self.assertTrue(errors[1].startswith("d/lost.golden: "), errors)
            os.remove(os.path.join(root, "testing/digest.h"))
            self.assertIn("testing/digest.h: no such file", known_writers.unknown(root))


if __name__ == "__main__":
    unittest.main()
