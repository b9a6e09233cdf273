"""The Python package runs delegates of every kind of plugin."""

import unittest

import numpy as np

import tensorflow_lite_lite as tfl

_MODEL = "testing/c_api/testdata/add_resized/model.tflite"


def plugin(name):
    return f"testing/plugins/{name}.so"


class PluginsTest(unittest.TestCase):
    def run_with(self, delegate):
        interpreter = tfl.Interpreter(
            model_path=_MODEL, experimental_delegates=[delegate]
        )
        interpreter.allocate_tensors()
        for i, detail in enumerate(interpreter.get_input_details()):
            values = np.arange(1, 4, dtype=np.float32) * 10.0**i
            interpreter.set_tensor(detail["index"], values.reshape(detail["shape"]))
        interpreter.invoke()
        output = interpreter.get_output_details()[0]["index"]
        return interpreter.get_tensor(output).ravel().tolist()

    def test_runs_each_kind(self):
        # opaque_add uses the opaque API of the package's native module.
        for name in (
            "classic_add",
            "short_registration_add",
            "opaque_add",
            "opaque_add_over_shim",
            "simple_opaque_add_over_shim",
        ):
            with self.subTest(name):
                delegate = tfl.load_delegate(plugin(name), {"bias": 100})
                self.assertEqual([111, 122, 133], self.run_with(delegate))

    def test_shares_a_delegate_and_outlives_it(self):
        delegate = tfl.load_delegate(plugin("opaque_add"))
        self.assertEqual([1011, 1022, 1033], self.run_with(delegate))
        self.assertEqual([1011, 1022, 1033], self.run_with(delegate))
        del delegate
        again = tfl.load_delegate(plugin("opaque_add"), {"bias": 0})
        self.assertEqual([11, 22, 33], self.run_with(again))

    def test_delegates_are_applied_in_order(self):
        # The first one takes the addition; the second finds none left.
        delegates = [
            tfl.load_delegate(plugin("classic_add"), {"bias": bias}) for bias in (1, 2)
        ]
        interpreter = tfl.Interpreter(
            model_path=_MODEL, experimental_delegates=delegates
        )
        interpreter.allocate_tensors()
        for detail in interpreter.get_input_details():
            interpreter.set_tensor(
                detail["index"], np.zeros(detail["shape"], np.float32)
            )
        interpreter.invoke()
        output = interpreter.get_output_details()[0]["index"]
        self.assertEqual([1, 1, 1], interpreter.get_tensor(output).ravel().tolist())
        names = [op["op_name"] for op in interpreter._get_ops_details()]
        self.assertEqual(["ADD", "DELEGATE"], names)

    def test_delegate_that_fails_leaves_the_cpu(self):
        for place in ("prepare", "init", "kernel_prepare"):
            with self.subTest(place):
                delegate = tfl.load_delegate(plugin("classic_add"), {"fail_at": place})
                with self.assertWarnsRegex(
                    RuntimeWarning, "(?s)run on the CPU: .*fail"
                ):
                    interpreter = tfl.Interpreter(
                        model_path=_MODEL, experimental_delegates=[delegate]
                    )
                interpreter.allocate_tensors()
                interpreter.invoke()

    def test_delegation_can_be_required(self):
        for place in ("prepare", "init", "kernel_prepare", "invoke"):
            with self.subTest(place):
                delegate = tfl.load_delegate(plugin("classic_add"), {"fail_at": place})
                with self.assertRaises(RuntimeError):
                    interpreter = tfl.Interpreter(
                        model_path=_MODEL,
                        experimental_delegates=[delegate],
                        require_delegation=True,
                    )
                    interpreter.allocate_tensors()
                    interpreter.invoke()

    def test_shows_what_a_plugin_reports(self):
        for name in ("classic_add", "opaque_add"):
            with self.subTest(name):
                with self.assertRaisesRegex(ValueError, "no device: 2"):
                    tfl.load_delegate(plugin(name), {"fail": "no device: 2"})

    def test_says_what_is_wrong_with_a_library(self):
        for name, error, message in (
            ("lacking_symbols", OSError, "no_host_has_this|nor_this"),
            ("lacking_destroy", AttributeError, "tflite_plugin_destroy_delegate"),
            ("lacking_prepare", ValueError, "without a Prepare function"),
            ("absent", OSError, "absent.so"),
        ):
            with self.subTest(name):
                with self.assertRaisesRegex(error, message):
                    tfl.load_delegate(plugin(name))

    def test_runs_a_stable_delegate(self):
        delegate = tfl.load_delegate(plugin("stable_add"))
        self.assertEqual([1011, 1022, 1033], self.run_with(delegate))
        with self.assertRaisesRegex(ValueError, 'no options; "bias" was given'):
            tfl.load_delegate(plugin("stable_add"), {"bias": 1})

    def test_names_the_delegate_of_a_node(self):
        interpreter = tfl.Interpreter(
            model_path=_MODEL,
            experimental_delegates=[tfl.load_delegate(plugin("classic_add"))],
        )
        details = interpreter._get_ops_details()
        self.assertNotIn("delegate_name", details[0])
        self.assertEqual("DELEGATE", details[1]["op_name"])
        self.assertTrue(details[1]["delegate_name"])


if __name__ == "__main__":
    unittest.main()
