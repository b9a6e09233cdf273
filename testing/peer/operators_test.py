"""Tests that quantized operators give the same bits as in LiteRT.

  operators_test.py WHEEL_FOLDER [COUNT]

Runs COUNT random models of each operator and type with both kernel sets of both
libraries. A result must equal that of either kernel set of LiteRT, because these
sometimes round differently, or that of its optimized set if _OPTIMIZED has the
operator. docs/DIFFERENCES.md lists the operators not tested here.
"""

import glob
import os
import sys
import tempfile
import unittest
import zipfile

from testing import peer_main

litert = peer_main.load("ai_edge_litert.interpreter")
if litert is not None:
    import numpy as np
    import peer_cases

_COUNT = 10

# Operators and types whose results are those of LiteRT's optimized kernels.
_OPTIMIZED = {
    ("FULLY_CONNECTED", "int8"),
    ("FULLY_CONNECTED", "uint8"),
    ("FULLY_CONNECTED_TIES", "int8"),
    ("FULLY_CONNECTED_TIES", "uint8"),
    ("LSTM", "uint8"),
}


def _ours():
    folder = tempfile.mkdtemp(dir=os.environ.get("TEST_TMPDIR"))
    (wheel,) = glob.glob(os.path.join(sys.argv[1], "*.whl"))
    zipfile.ZipFile(wheel).extractall(folder)
    sys.path.insert(0, folder)
    import tensorflow_lite_lite  # pylint: disable=import-outside-toplevel

    return tensorflow_lite_lite


def _kernel_sets(module):
    types = module.OpResolverType
    return types.BUILTIN_WITHOUT_DEFAULT_DELEGATES, types.BUILTIN_REF


def _run(module, kernels, case):
    interpreter = module.Interpreter(
        model_content=case.model, experimental_op_resolver_type=kernels
    )
    interpreter.allocate_tensors()
    for detail, value in zip(interpreter.get_input_details(), case.inputs):
        interpreter.set_tensor(detail["index"], value)
    interpreter.invoke()
    return interpreter.get_tensor(interpreter.get_output_details()[0]["index"])


class OperatorsTest(unittest.TestCase):
    def setUp(self):
        self.ours = OperatorsTest.ours

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.ours = _ours()

    def test_operators(self):
        for family, (dtypes, _) in peer_cases.FAMILIES.items():
            for dtype in dtypes:
                with self.subTest(family + " " + dtype):
                    self.compare(family, dtype)

    def compare(self, family, dtype):
        elements = differing = 0
        worst = ""
        for case in peer_cases.cases(family, dtype, _COUNT):
            sets = _kernel_sets(litert)
            if (family, dtype) in _OPTIMIZED:
                sets = sets[:1]
            theirs = [_run(litert, k, case) for k in sets]
            for kernels in _kernel_sets(self.ours):
                got = _run(self.ours, kernels, case)
                wrong = min(np.count_nonzero(got != t) for t in theirs)
                elements += got.size
                differing += wrong
                if wrong:
                    worst = case.text
        self.assertEqual(differing, 0, "of %d elements, last in %s" % (elements, worst))


if __name__ == "__main__":
    if len(sys.argv) > 2:
        _COUNT = int(sys.argv[2])
    peer_main.main("" if litert else "LiteRT is not installed", sys.argv[:1])
