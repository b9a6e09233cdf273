"""The package and other copies of XNNPACK in the process do not see each other."""

import ctypes
import unittest

import numpy as np

# Opened as PyTorch and others open their libraries, before the package.
_OTHER = ctypes.CDLL("delegates/xnnpack/other_copy.so", mode=ctypes.RTLD_GLOBAL)

import tensorflow_lite_lite as tfl  # pylint: disable=wrong-import-position

_MODEL = "testing/c_api/testdata/add_resized/model.tflite"
_PLUGIN = "delegates/xnnpack/xnnpack_external_delegate.so"


class OtherCopiesTest(unittest.TestCase):
    def run_with(self, delegates):
        interpreter = tfl.Interpreter(
            model_path=_MODEL, num_threads=2, experimental_delegates=delegates
        )
        interpreter.allocate_tensors()
        for i, detail in enumerate(interpreter.get_input_details()):
            values = np.arange(1, 4, dtype=np.float32) * 10.0**i
            interpreter.set_tensor(detail["index"], values.reshape(detail["shape"]))
        interpreter.invoke()
        output = interpreter.get_output_details()[0]["index"]
        self.assertEqual([11, 22, 33], interpreter.get_tensor(output).ravel().tolist())
        return [op["op_name"] for op in interpreter._get_ops_details()]

    def calls(self):
        return ctypes.c_int.in_dll(_OTHER, "other_copy_calls").value

    def test_are_apart(self):
        # The plugin, because the default delegate leaves floats to the kernels.
        self.run_with(None)
        names = self.run_with([tfl.load_delegate(_PLUGIN)])
        self.assertIn("DELEGATE", names)
        self.assertEqual(0, self.calls())
        everywhere = ctypes.CDLL(None)
        self.assertTrue(hasattr(everywhere, "xnn_initialize"))
        everywhere.xnn_initialize()
        self.assertEqual(1, self.calls())
        # What the other copy lacks.
        for name in ("cpuinfo_get_cores", "pthreadpool_parallelize_6d"):
            self.assertFalse(hasattr(everywhere, name), name)
        self.assertFalse(hasattr(everywhere, "xnn_define_clamp"))


if __name__ == "__main__":
    unittest.main()
