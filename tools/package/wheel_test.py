"""The wheel over the C library passes the tests of the Python package.

Run with the wheel in PYTHONPATH. Of those tests, it leaves out what the C library has
no functions for, and checks that this is an error.
"""

import ctypes
import importlib.util
import sys
import unittest

import numpy as np

PATH = "tensorflow_lite_lite/python/interpreter_test.py"

# Tests of what only the native module has, and why.
NOT_THERE = {
    "LoadingTest.test_the_wheel_brings_what_it_opens_at_run_time": "no bundled XNNPACK",
    "TensorTest.test_set_invoke_get": "reference kernels",
    "TensorTest.test_intermediate_tensors_can_be_kept": "preserve_all_tensors",
    "TensorTest.test_operators_are_listed": "nodes",
    "SignatureTest.test_subgraphs_are_counted": "subgraphs",
    "CustomOpTest.test_library": "custom operators",
    "CustomOpTest.test_registerers": "custom operators",
}


def load():
    spec = importlib.util.spec_from_file_location("interpreter_test", PATH)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def tests_of(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from tests_of(test)
        else:
            yield test


TESTS = load()


class MissingTest(unittest.TestCase):
    def test_what_is_not_there_is_an_error(self):
        for arguments in [
            {"experimental_preserve_all_tensors": True},
            {"experimental_op_resolver_type": TESTS.tfl.OpResolverType.BUILTIN_REF},
        ]:
            with self.assertRaisesRegex(ValueError, "not in this wheel"):
                TESTS.tfl.Interpreter(model_path=TESTS.FLOAT, **arguments)
        with self.assertRaisesRegex(AttributeError, "not in this wheel"):
            TESTS.allocated().num_subgraphs()

    def test_operators_with_and_without_default_delegates_are_the_same(self):
        types = TESTS.tfl.OpResolverType
        auto, builtin = (
            TESTS.run_on_ramp(TESTS.allocated(experimental_op_resolver_type=t), 0, 1)[1]
            for t in (types.AUTO, types.BUILTIN)
        )
        self.assertGreater(auto.max() - auto.min(), 0)
        self.assertEqual(auto.tolist(), builtin.tolist())

    def test_a_damaged_string_is_empty(self):
        interpreter = TESTS.allocated(TESTS.STRINGS)
        entry = interpreter.get_input_details()[0]
        value = np.full(entry["shape"], b"text", object)
        self.assertGreater(value.size, 1)
        interpreter.set_tensor(entry["index"], value)
        tensor = interpreter._interpreter._tensor(entry["index"], 0)
        # The count, then the offsets of the strings and of their end.
        header = ctypes.cast(
            TESTS.tfl._interpreter_wrapper.c.TfLiteTensorData(tensor),
            ctypes.POINTER(ctypes.c_int32),
        )
        header[1 + value.size] = 2**30
        read = interpreter.get_tensor(entry["index"]).ravel().tolist()
        self.assertEqual([b"text"] * (value.size - 1) + [b""], read)

    def test_signatures_are_counted_from_1(self):
        interpreter = TESTS.tfl.Interpreter(model_path=TESTS.SIGNATURES)
        for index in (-1, 3):
            with self.assertRaisesRegex(ValueError, "Invalid signature index"):
                interpreter.get_tensor(0, index)

    def test_an_error_is_not_told_again_by_the_next_one(self):
        def text_of_a_resize(interpreter):
            index = interpreter.get_input_details()[0]["index"]
            with self.assertRaises(RuntimeError) as caught:
                interpreter.resize_tensor_input(index, [-1])
            return str(caught.exception)

        first, second = (
            TESTS.tfl.Interpreter(model_path=TESTS.SIGNATURES) for _ in range(2)
        )
        expected = text_of_a_resize(first)
        self.assertTrue(expected)
        for index, signature in ((99, 0), (99, 1), (-1, 1), (0, 3)):
            with self.assertRaises(ValueError):
                second.get_tensor(index, signature)
        self.assertEqual(expected, text_of_a_resize(second))

    def test_the_list_is_true(self):
        self.assertLessEqual(set(NOT_THERE), set(LISTED))


LISTED = {
    ".".join(test.id().split(".")[-2:]): test
    for test in tests_of(unittest.defaultTestLoader.loadTestsFromModule(TESTS))
}

if __name__ == "__main__":
    chosen = unittest.defaultTestLoader.loadTestsFromTestCase(MissingTest)
    chosen.addTests(t for name, t in LISTED.items() if name not in NOT_THERE)
    result = unittest.TextTestRunner(verbosity=2).run(chosen)
    sys.exit(not result.wasSuccessful())
