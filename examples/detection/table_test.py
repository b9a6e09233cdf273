"""The table in docs/EVALUATION.md is what its command prints, but for speeds."""

import re
import unittest

from examples.detection import table


# Integers, and kernels of this project: the same on each machine. The last bits of the
# others depend on the version of the library or driver and on the processor.
EXACT = ("none", "DSP", "Edge TPU")


class TableTest(unittest.TestCase):
    def check(self, cells, documented):
        self.assertEqual(cells[:2], documented[:2])
        self.assertEqual(cells[5], documented[5], cells)
        if cells[1] in EXACT:
            self.assertEqual(cells[2:5], documented[2:5], cells)
            return
        for a, b in zip(cells[2:4], documented[2:4]):
            self.assertAlmostEqual(float(a.split()[1]), float(b.split()[1]), delta=0.01)
        found, images, told = (
            int(re.match(pattern, text).group(1))
            for pattern, text in (
                (r"(\d+) of", cells[4]),
                (r"\d+ of (\d+)", cells[4]),
                (r"(\d+) of", documented[4]),
            )
        )
        self.assertLessEqual(abs(found - told), images // 40, cells)

    def test_document_has_the_results_of_today(self):
        with open("docs/EVALUATION.md", encoding="utf-8") as file:
            text = file.read()
        errors = []
        found = table.rows(lambda cells, error: error and errors.append(error))
        self.assertEqual(errors, [])
        documented = table.read(text)
        self.assertEqual(len(found), 20)
        self.assertEqual(len(documented), 20)
        for cells, known in zip(found, documented):
            self.check(cells, known)
        # Where a delegate is to show what it costs, it runs the model.
        for cells in found:
            if cells[1] not in EXACT or (cells[1] != "none" and "int8" in cells[0]):
                self.assertRegex(cells[5], "^[1-9]", cells)
            self.assertGreater(float(cells[6]), 0)

    def test_replaces_the_table_only(self):
        text = "a\n%s| x |\n%sb\n" % (table._BEGIN, table._END)
        cells = [str(i) for i in range(len(table.COLUMNS))]
        text = table.replace(text, [cells])
        self.assertEqual(table.read(text), [cells])
        self.assertTrue(text.startswith("a\n<!--"))
        self.assertTrue(text.endswith("<!-- end -->\nb\n"))
        self.assertEqual(table.replace(text, [cells]), text)


if __name__ == "__main__":
    unittest.main()
