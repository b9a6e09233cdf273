"""The Python package as its users see it."""

import ctypes
import importlib.metadata
import os
import shutil
import tempfile
import threading
import unittest
import weakref

import numpy as np

import tensorflow_lite_lite
from tensorflow_lite_lite import interpreter as tfl

FLOAT = "examples/digits/digits_float.tflite"
INT8 = "examples/digits/digits_int8.tflite"
ADD = "testing/c_api/testdata/add_resized/model.tflite"
STRINGS = "tensorflow_lite_lite/python/testdata/expand_dims_strings.tflite"
RESOURCE = "tensorflow_lite_lite/python/testdata/resource.tflite"
CONSTANT_STRINGS = "tensorflow_lite_lite/python/testdata/constant_strings.tflite"
ATAN = "testing/c_api/testdata/atan/model.tflite"
SIGNATURES = "testing/c_api/testdata/add_two_signatures/model.tflite"
ATAN_OPS = "examples/custom_op_atan/atan_custom_ops.so"


def allocated(path=FLOAT, **kwargs):
    interpreter = tfl.Interpreter(model_path=path, **kwargs)
    interpreter.allocate_tensors()
    return interpreter


def run_on_ramp(interpreter, first, last):
    """Runs on numbers from `first` to `last`; returns the first output."""
    entry = interpreter.get_input_details()[0]
    x = np.linspace(first, last, entry["shape"].prod(), dtype=np.float32)
    x = x.reshape(entry["shape"])
    interpreter.set_tensor(entry["index"], x)
    interpreter.invoke()
    output = interpreter.get_output_details()[0]["index"]
    return x, interpreter.get_tensor(output)


class IdleDelegate:
    """A delegate that takes no node."""

    class _Delegate(ctypes.Structure):
        _fields_ = [
            ("data", ctypes.c_void_p),
            ("prepare", ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 2)),
            ("others", ctypes.c_void_p * 3),
            ("flags", ctypes.c_int64),
            ("opaque", ctypes.c_void_p),
        ]

    def __init__(self):
        prepare = type(self)._Delegate._fields_[1][1](lambda context, delegate: 0)
        self._delegate = self._Delegate(prepare=prepare)

    def _get_native_delegate_pointer(self):
        return ctypes.addressof(self._delegate)


class LoadingTest(unittest.TestCase):
    def test_the_wheel_brings_what_it_opens_at_run_time(self):
        package = os.path.dirname(tensorflow_lite_lite.__file__)
        libraries = os.listdir(os.path.join(package, "libs"))
        for name in ("libXNNPACK.so", "libpthreadpool.so"):
            self.assertTrue([lib for lib in libraries if lib.startswith(name)], name)

    def test_path_and_content_are_the_same_model(self):
        with open(FLOAT, "rb") as f:
            content = f.read()
        a = tfl.Interpreter(model_path=FLOAT)
        b = tfl.Interpreter(model_content=content)
        self.assertEqual(
            a.get_input_details()[0]["name"], b.get_input_details()[0]["name"]
        )

    def test_messages(self):
        for message, arguments in [
            ("Could not open 'x'", {"model_path": "x"}),
            # A message that is cut within a character.
            ("Could not open 'éé", {"model_path": "é" * 2000}),
            ("null byte", {"model_path": FLOAT + "\0"}),
            ("not a valid Flatbuffer buffer", {"model_content": b"123"}),
            ("`model_path` or `model_content` must be specified.", {}),
            ("num_threads should >= 1", {"model_path": FLOAT, "num_threads": 0}),
            (
                "type of num_threads should be int",
                {"model_path": FLOAT, "num_threads": "2"},
            ),
        ]:
            with self.subTest(message):
                with self.assertRaises(ValueError) as raised:
                    tfl.Interpreter(**arguments)
                self.assertIn(message, str(raised.exception))

    def test_files_need_no_text_as_name(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.fsdecode(os.path.join(os.fsencode(folder), b"\xff.tflite"))
            with self.assertRaisesRegex(ValueError, "Could not open '.*xff.tflite"):
                tfl.Interpreter(model_path=path)
            shutil.copy(ADD, path)
            tfl.Interpreter(model_path=path).allocate_tensors()

    def test_package_offers_the_classes(self):
        self.assertIs(tensorflow_lite_lite.Interpreter, tfl.Interpreter)

    def test_package_has_a_version(self):
        self.assertEqual(
            tensorflow_lite_lite.__version__,
            importlib.metadata.version("tensorflow-lite-lite"),
        )


class TensorTest(unittest.TestCase):
    def test_details(self):
        details = allocated(INT8).get_input_details()[0]
        self.assertEqual(
            set(details),
            {
                "name",
                "index",
                "shape",
                "shape_signature",
                "dtype",
                "quantization",
                "quantization_parameters",
                "sparsity_parameters",
            },
        )
        self.assertIs(details["dtype"], np.int8)
        self.assertEqual(details["shape"].dtype, np.int32)
        scale, zero_point = details["quantization"]
        parameters = details["quantization_parameters"]
        self.assertEqual(np.float32(scale), parameters["scales"][0])
        self.assertEqual(zero_point, parameters["zero_points"][0])

    def test_set_invoke_get(self):
        results = []
        for resolver in tfl.OpResolverType:
            interpreter = allocated(experimental_op_resolver_type=resolver)
            results.append(run_on_ramp(interpreter, 0, 1)[1])
        self.assertGreater(np.ptp(results[0]), 0)
        for result in results:
            np.testing.assert_allclose(result, results[0], atol=1e-5)

    def test_wrong_arrays(self):
        interpreter = allocated()
        entry = interpreter.get_input_details()[0]
        index, shape = entry["index"], tuple(entry["shape"])
        for message, value in [
            ("Dimension mismatch. Got 1 but expected 4", np.zeros(3, np.float32)),
            (
                "Got 9 but expected 8 for dimension 1",
                np.zeros((1, 9) + shape[2:], np.float32),
            ),
            ("Got value of type FLOAT64 but expected type FLOAT32", np.zeros(shape)),
        ]:
            with self.subTest(message):
                with self.assertRaises(ValueError) as raised:
                    interpreter.set_tensor(index, value)
                self.assertIn("Cannot set tensor: ", str(raised.exception))
                self.assertIn(message, str(raised.exception))
        with self.assertRaisesRegex(ValueError, "Invalid tensor index 9999 exceeds"):
            interpreter.get_tensor(9999)

    def test_arrays_in_other_byte_order_and_with_gaps(self):
        interpreter = allocated()
        expected = run_on_ramp(interpreter, 0, 1)[1]
        entry = interpreter.get_input_details()[0]
        x = np.linspace(0, 1, entry["shape"].prod(), dtype=np.float32)
        x = x.reshape(entry["shape"])
        for value in (x.astype(">f4"), x.astype("<f4"), np.repeat(x, 2, 1)[:, ::2]):
            interpreter.set_tensor(entry["index"], np.zeros_like(x))
            interpreter.set_tensor(entry["index"], value)
            np.testing.assert_array_equal(interpreter.get_tensor(entry["index"]), x)
            interpreter.invoke()
            output = interpreter.get_output_details()[0]["index"]
            np.testing.assert_array_equal(interpreter.get_tensor(output), expected)

    def test_numbers_of_more_than_32_bits(self):
        interpreter = allocated(ADD)
        index = interpreter.get_input_details()[0]["index"]
        shape = interpreter.get_input_details()[0]["shape"].tolist()
        value = interpreter.get_tensor(index)
        for number in (2**31, 2**32, 2**64, -(2**32)):
            for name, call in [
                ("get_tensor", lambda n: interpreter.get_tensor(n + index)),
                ("subgraph", lambda n: interpreter.get_tensor(index, n)),
                ("set_tensor", lambda n: interpreter.set_tensor(n + index, value)),
                ("tensor", lambda n: interpreter.tensor(n + index)()),
                (
                    "resize",
                    lambda n: interpreter.resize_tensor_input(index, [n + 1, 3]),
                ),
                (
                    "input",
                    lambda n: interpreter.resize_tensor_input(n + index, [1, 3]),
                ),
                (
                    "num_threads",
                    lambda n: tfl.Interpreter(model_path=ADD, num_threads=abs(n) + 1),
                ),
            ]:
                with self.subTest(name, number=number):
                    with self.assertRaises((OverflowError, TypeError, ValueError)):
                        call(number)
        self.assertEqual(shape, interpreter.get_input_details()[0]["shape"].tolist())

    def test_before_allocation(self):
        interpreter = tfl.Interpreter(model_path=FLOAT)
        index = interpreter.get_input_details()[0]["index"]
        with self.assertRaisesRegex(RuntimeError, "Invoke called on model"):
            interpreter.invoke()
        with self.assertRaisesRegex(ValueError, "Tensor data is null"):
            interpreter.get_tensor(index)

    def test_view_shares_memory_and_forbids_running(self):
        interpreter = allocated()
        index = interpreter.get_input_details()[0]["index"]
        view = interpreter.tensor(index)
        view()[...] = 0.25
        self.assertTrue((interpreter.get_tensor(index) == 0.25).all())
        held = view()
        with self.assertRaisesRegex(RuntimeError, "reference to internal data"):
            interpreter.invoke()
        del held
        interpreter.invoke()

    def test_errors_that_are_kept_do_not_forbid_running(self):
        interpreter = tfl.Interpreter(model_path=ADD)
        kept = []
        for call in (
            interpreter.invoke,
            lambda: interpreter.set_tensor(0, np.zeros(1, np.int8)),
            lambda: interpreter.get_tensor(9999),
            lambda: interpreter._get_tensor_details(9999),
        ):
            try:
                call()
            except (RuntimeError, ValueError) as error:
                # Unlike assertRaises(), with its frames and their variables.
                kept.append(error)
        self.assertEqual(len(kept), 4)
        interpreter.allocate_tensors()
        interpreter.invoke()

    def test_resize(self):
        interpreter = tfl.Interpreter(model_path=ADD)
        for entry in interpreter.get_input_details():
            interpreter.resize_tensor_input(entry["index"], [3, 5])
        interpreter.allocate_tensors()
        interpreter.invoke()
        np.testing.assert_array_equal(
            interpreter.get_output_details()[0]["shape"], [3, 5]
        )

    def test_strings(self):
        interpreter = tfl.Interpreter(model_path=STRINGS)
        entry = interpreter.get_input_details()[0]
        self.assertIs(entry["dtype"], np.bytes_)
        shape = tuple(entry["shape"])
        texts = [b"a\0", "b", b""] * 100
        value = np.array(texts[: np.prod(shape)], dtype=object).reshape(shape)
        interpreter.allocate_tensors()
        interpreter.set_tensor(entry["index"], value)
        interpreter.invoke()
        out = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
        self.assertEqual(
            out.ravel().tolist(),
            [s.encode() if isinstance(s, str) else s for s in value.ravel()],
        )

    def test_resources_have_no_value(self):
        interpreter = allocated(RESOURCE)
        entry = interpreter.get_input_details()[0]
        self.assertIs(entry["dtype"], np.object_)
        for call in (
            lambda: interpreter.get_tensor(entry["index"]),
            interpreter.tensor(entry["index"]),
        ):
            with self.assertRaisesRegex(TypeError, "RESOURCE.* no value in Python"):
                call()
        with self.assertRaisesRegex(ValueError, "Got value .* expected type RESOURCE"):
            interpreter.set_tensor(entry["index"], np.zeros(entry["shape"], object))
        interpreter.invoke()

    def test_constants_are_not_set(self):
        interpreter = allocated(CONSTANT_STRINGS)
        entry = interpreter.get_input_details()[0]
        before = interpreter.get_tensor(entry["index"])
        with self.assertRaisesRegex(ValueError, "is a constant of the model"):
            interpreter.set_tensor(entry["index"], np.array([b"x", b"y"], object))
        interpreter.invoke()
        np.testing.assert_array_equal(interpreter.get_tensor(entry["index"]), before)

    def test_strict_resize_changes_open_dimensions_alone(self):
        interpreter = tfl.Interpreter(model_path=FLOAT)
        entry = interpreter.get_input_details()[0]
        shape = list(entry["shape"])
        interpreter.resize_tensor_input(entry["index"], shape, strict=True)
        with self.assertRaisesRegex(RuntimeError, "cannot be resized"):
            interpreter.resize_tensor_input(
                entry["index"], [shape[0] + 1] + shape[1:], strict=True
            )

    def test_intermediate_tensors_can_be_kept(self):
        interpreter = allocated(experimental_preserve_all_tensors=True)
        entry = interpreter.get_input_details()[0]
        interpreter.set_tensor(entry["index"], np.ones(entry["shape"], np.float32))
        interpreter.invoke()
        first = interpreter._get_op_details(0)["outputs"][0]
        kept = interpreter.get_tensor(first)
        self.assertGreater(np.ptp(kept), 0)
        interpreter.invoke()
        np.testing.assert_array_equal(interpreter.get_tensor(first), kept)

    def test_threads_give_the_same_result(self):
        results = []
        for num_threads in (1, 2):
            interpreter = allocated(num_threads=num_threads)
            results.append(run_on_ramp(interpreter, 0, 1)[1])
        np.testing.assert_allclose(results[0], results[1], atol=1e-6)

    def test_operators_are_listed(self):
        operators = allocated()._get_ops_details()
        self.assertEqual(operators[0]["op_name"], "CONV_2D")
        self.assertEqual(
            set(operators[0]),
            {"index", "op_name", "inputs", "outputs", "operand_types", "result_types"},
        )
        self.assertEqual(operators[0]["result_types"], [np.float32])


class SignatureTest(unittest.TestCase):
    def setUp(self):
        self.interpreter = tfl.Interpreter(model_path=SIGNATURES)

    def test_list(self):
        self.assertEqual(
            self.interpreter.get_signature_list(),
            {
                "plus": {"inputs": ["a", "b"], "outputs": ["sum"]},
                "times": {"inputs": ["a"], "outputs": ["double", "less_one"]},
            },
        )

    def test_subgraphs_are_counted(self):
        self.assertEqual(self.interpreter.num_subgraphs(), 2)

    def test_runs_by_name(self):
        plus = self.interpreter.get_signature_runner("plus")
        a = np.array([[1, 2], [3, 4]], np.float32)
        np.testing.assert_array_equal(plus(a=a, b=10 * a)["sum"], 11 * a)
        times = self.interpreter.get_signature_runner("times")
        result = times(a=a)
        np.testing.assert_array_equal(result["double"], 2 * a)
        np.testing.assert_array_equal(result["less_one"], 2 * a - 1)
        self.assertEqual(set(plus.get_input_details()), {"a", "b"})
        self.assertEqual(set(times.get_output_details()), {"double", "less_one"})

    def test_names_need_not_be_utf8(self):
        with open(SIGNATURES, "rb") as file:
            content = file.read()
        for old, new in (
            (b"plus", b"pl\xffs"),
            (b"less_one", b"less\xffone"),
            (b"t0", b"t\xff"),
        ):
            self.assertIn(old, content)
            content = content.replace(old, new)
        interpreter = tfl.Interpreter(model_content=content)
        self.assertEqual(set(interpreter.get_signature_list()), {"pl\\xffs", "times"})
        a = np.array([3], np.float32)
        plus = interpreter.get_signature_runner("pl\\xffs")
        np.testing.assert_array_equal(plus(a=a, b=a)["sum"], 2 * a)
        times = interpreter.get_signature_runner("times")
        self.assertEqual(set(times(a=a)), {"double", "less\\xffone"})
        entry = interpreter.get_input_details()[0]
        self.assertEqual(entry["name"], "t\\xff")
        with self.assertRaisesRegex(ValueError, r"Cannot set .*, name: t\\xff "):
            interpreter.set_tensor(entry["index"], a.astype(np.int8))

    def test_runner_leaves_the_interpreter_usable(self):
        plus = self.interpreter.get_signature_runner("plus")
        self.interpreter.allocate_tensors()
        view = self.interpreter.tensor(0)()
        a = np.zeros((2, 2), np.float32)
        with self.assertRaisesRegex(RuntimeError, "reference to internal data"):
            plus(a=a, b=a)
        del view
        plus(a=a, b=a)

    def test_tensors_of_another_subgraph(self):
        times = self.interpreter.get_signature_runner("times")
        a = np.array([3], np.float32)
        times(a=a)
        native = self.interpreter._interpreter
        graph = native.GetSubgraphIndexFromSignature("times")
        outputs = native.GetSignatureDefs()["times"]["outputs"]
        for name, value in (("double", 2 * a), ("less_one", 2 * a - 1)):
            found = self.interpreter.get_tensor(outputs[name], graph)
            np.testing.assert_array_equal(found, value)
        for index in range(native.NumTensors(graph)):
            self.interpreter.get_tensor(index, graph)
        with self.assertRaises((RuntimeError, ValueError)) as caught:
            self.interpreter.resize_tensor_input(99, [1])
        self.assertNotIn("There is no tensor", str(caught.exception))

    def test_messages(self):
        plus = self.interpreter.get_signature_runner("plus")
        a = np.zeros((2, 2), np.float32)
        for message, call in [
            ("model has 2 Signatures", self.interpreter.get_signature_runner),
            (
                'Invalid signature_key provided: "minus".',
                lambda: self.interpreter.get_signature_runner("minus"),
            ),
            ("expected 2 vs provided 1", lambda: plus(a=a)),
            (r"Invalid Input name \(c\) for SignatureDef", lambda: plus(a=a, c=a)),
        ]:
            with self.subTest(message):
                with self.assertRaisesRegex(ValueError, message):
                    call()


class ThreadTest(unittest.TestCase):
    def test_other_threads_run_during_invoke(self):
        interpreter = tfl.Interpreter(model_path=ADD)
        for entry in interpreter.get_input_details():
            interpreter.resize_tensor_input(entry["index"], [10000000])
        interpreter.allocate_tensors()
        counted = [0]
        stop = threading.Event()

        def count():
            while not stop.is_set():
                counted[0] += 1

        thread = threading.Thread(target=count)
        thread.start()
        # A busy machine may not schedule the thread during one short invoke.
        during = 0
        for _ in range(20):
            before = counted[0]
            interpreter.invoke()
            during += counted[0] - before
        stop.set()
        thread.join()
        # If the lock were held, it could run only between two statements.
        self.assertGreater(during, 20)


class DelegateTest(unittest.TestCase):
    def test_an_array_of_a_tensor_keeps_the_delegates(self):
        delegate = IdleDelegate()
        kept = weakref.ref(delegate)
        interpreter = allocated(experimental_delegates=[delegate])
        index = interpreter.get_input_details()[0]["index"]
        view = interpreter.tensor(index)()
        del interpreter, delegate
        self.assertIsNotNone(kept())
        del view
        self.assertIsNone(kept())

    def test_messages(self):
        # As in ai_edge_litert.
        with self.assertRaisesRegex(OSError, "/nonexistent.so.*No such file"):
            tfl.load_delegate("/nonexistent.so")
        with self.assertRaisesRegex(AttributeError, "tflite_plugin_create_delegate"):
            tfl.load_delegate("libc.so.6")


class CustomOpTest(unittest.TestCase):
    def test_unresolved(self):
        interpreter = tfl.Interpreter(model_path=ATAN)
        with self.assertRaisesRegex(
            RuntimeError,
            "^Encountered unresolved custom op: Atan.\nSee instructions: "
            "https://www.tensorflow.org/lite/guide/ops_custom Node number . "
            r"\(Atan\) failed to prepare.",
        ):
            interpreter.allocate_tensors()

    def test_library(self):
        interpreter = tfl.InterpreterWithCustomOps(
            model_path=ATAN, custom_op_registerers=[ATAN_OPS]
        )
        interpreter.allocate_tensors()
        x, y = run_on_ramp(interpreter, -2, 2)
        # The model's own offset.
        np.testing.assert_allclose(y, np.arctan(x + 0.99), atol=1e-2)

    def test_registerers(self):
        addresses = []
        tfl.InterpreterWithCustomOps(
            model_path=FLOAT,
            custom_op_registerers=[
                "tensorflow_lite_lite/custom_ops/two_ops.so",
                addresses.append,
            ],
        )
        self.assertEqual(len(addresses), 1)
        self.assertNotEqual(addresses[0], 0)
        with self.assertRaisesRegex(ValueError, "no_such_function"):
            tfl.InterpreterWithCustomOps(
                model_path=FLOAT, custom_op_registerers=["no_such_function"]
            )
        with self.assertRaisesRegex(ValueError, "/nonexistent.so"):
            tfl.InterpreterWithCustomOps(
                model_path=FLOAT, custom_op_registerers=["/nonexistent.so"]
            )


if __name__ == "__main__":
    unittest.main()
