"""Compiled models give the Python package the results of their sources."""

import os
import subprocess
import unittest

import numpy as np

import tensorflow_lite_lite as tfl

_SOURCE = "examples/digits/digits_int8.tflite"
_PLUGIN = "delegates/edgetpu/edgetpu_external_delegate.so"


def run(interpreter):
    interpreter.allocate_tensors()
    random = np.random.default_rng(1)
    for detail in interpreter.get_input_details():
        values = random.integers(-128, 128, detail["shape"])
        interpreter.set_tensor(detail["index"], values.astype(detail["dtype"]))
    interpreter.invoke()
    return [
        interpreter.get_tensor(detail["index"]).tolist()
        for detail in interpreter.get_output_details()
    ]


class CompiledModelTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = os.environ["TEST_TMPDIR"]
        subprocess.run(
            ["tools/edgetpu_compiler/edgetpu_compiler", "-o", folder, _SOURCE],
            check=True,
        )
        cls.compiled = os.path.join(folder, "digits_int8_edgetpu.tflite")
        cls.expected = run(tfl.Interpreter(model_path=_SOURCE))

    def interpreter(self):
        return tfl.Interpreter(
            model_path=self.compiled,
            experimental_delegates=[tfl.load_delegate(_PLUGIN, {"device": "usb"})],
        )

    def test_runs_on_the_device(self):
        interpreter = self.interpreter()
        self.assertEqual(self.expected, run(interpreter))
        names = [op["op_name"] for op in interpreter._get_ops_details()]
        self.assertIn("DELEGATE", names)

    def test_stays_usable_after_another_shape(self):
        interpreter = self.interpreter()
        detail = interpreter.get_input_details()[0]
        shape = detail["shape"].tolist()
        interpreter.resize_tensor_input(detail["index"], [2] + shape[1:])
        with self.assertRaisesRegex(RuntimeError, "was compiled for"):
            interpreter.allocate_tensors()
        interpreter.resize_tensor_input(detail["index"], shape)
        self.assertEqual(self.expected, run(interpreter))

    def test_needs_the_delegate(self):
        with self.assertRaisesRegex(RuntimeError, "edgetpu-custom-op"):
            run(tfl.Interpreter(model_path=self.compiled))

    def test_devices_that_do_not_exist(self):
        for device, message in (("tpu", "is none of"), (":7", "there is no device")):
            with self.assertRaisesRegex(ValueError, message):
                tfl.load_delegate(_PLUGIN, {"device": device})


if __name__ == "__main__":
    unittest.main()
