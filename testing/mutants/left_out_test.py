"""Tests which edits are left out, and which bugs where the copy does not build."""

import unittest

from testing.mutants import mutants

_INLINED = """
In function '__m256i _mm512_extracti64x4_epi64(__m512i, int)',
    inlined from 'StoreRows()' at kernels/gemm/x86/rows.h:126:28,
    inlined from 'Results()' at kernels/gemm/x86/results.cc:143:17:
include/avx512fintrin.h:6012:10: error: the last argument must be an immediate
"""


def _bug(number, path, line, state="drawn"):
    return {"number": number, "path": path, "line": line, "state": state}


class ErrorsTest(unittest.TestCase):
    def test_named_line(self):
        bugs = [
            _bug(1, "kernels/a.cc", 7),
            _bug(2, "kernels/a.cc", 8),
            _bug(3, "kernels/b.cc", 7),
        ]
        text = "kernels/b.cc:8:1: note: here\nkernels/a.cc:7:3: error: what\n"
        self.assertEqual(mutants.at_fault(bugs, text), bugs[:1])

    def test_argument_below_the_named_line(self):
        bugs = [
            _bug(1, "kernels/gemm/x86/rows.h", 130),
            _bug(2, "kernels/gemm/x86/rows.h", 127),
            _bug(3, "kernels/gemm/x86/rows.h", 126, "does not build"),
        ]
        self.assertEqual(mutants.at_fault(bugs, _INLINED), bugs[1:2])

    def test_none(self):
        bugs = [_bug(1, "kernels/gemm/x86/rows.h", 125)]
        self.assertEqual(mutants.at_fault(bugs, _INLINED), [])


class ForeignTest(unittest.TestCase):
    def test_calls_of_rows_for_other_processors(self):
        missing = ["neon", "amx"]
        for line in ("table.Add(RowsNeon());", "if (Amx() != nullptr) Use(GemmAmx());"):
            self.assertTrue(mutants.calls_foreign(line, missing), line)
            self.assertFalse(mutants.calls_foreign(line, ["avx512f"]), line)
        for line in (
            "table.Add(RowsAvx2());",
            "const int neon = f(3);",
            "RowsNeon(3);",
        ):
            self.assertFalse(mutants.calls_foreign(line, missing), line)


if __name__ == "__main__":
    unittest.main()
