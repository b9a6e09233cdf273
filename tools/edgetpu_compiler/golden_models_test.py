"""Every recorded model that can be compiled gives the results of its source on the
device: in the Python package, and in benchmark_model, on a device and without one."""

import os
import pathlib
import re
import subprocess
import unittest

import numpy as np

import tensorflow_lite_lite as tfl

_MODELS = pathlib.Path("../shared/goldens/models")
_COMPILER = "tools/edgetpu_compiler/edgetpu_compiler"
_BENCHMARK = "delegates/edgetpu/benchmark_model_plus_edgetpu_delegate"
_PLUGIN = "delegates/edgetpu/edgetpu_external_delegate.so"


def printed(*command, **environment):
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    return done.returncode, done.stdout


def results_in_python(path, delegates, seed):
    interpreter = tfl.Interpreter(model_path=path, experimental_delegates=delegates)
    interpreter.allocate_tensors()
    random = np.random.default_rng(seed)
    for detail in interpreter.get_input_details():
        kind, shape = np.dtype(detail["dtype"]), detail["shape"]
        if kind.kind == "f":
            values = random.random(shape)
        else:
            limits = np.iinfo(kind)
            values = random.integers(limits.min, limits.max, shape, endpoint=True)
        interpreter.set_tensor(detail["index"], values.astype(kind))
    interpreter.invoke()
    outputs = [
        interpreter.get_tensor(detail["index"])
        for detail in interpreter.get_output_details()
    ]
    operators = [op["op_name"] for op in interpreter._get_ops_details()]
    return [(o.shape, o.tobytes()) for o in outputs], operators


class GoldenModelsTest(unittest.TestCase):
    def fingerprints(self, path, *flags, **environment):
        code, text = printed(
            _BENCHMARK,
            f"--graph={path}",
            "--num_runs=1",
            "--min_secs=0",
            "--warmup_min_secs=0",
            "--fingerprint=true",
            *flags,
            **environment,
        )
        self.assertEqual(code, 0, text)
        found = re.findall(r"^Fingerprint of output .*: ([0-9a-f]+)$", text, re.M)
        self.assertTrue(found, text)
        return found, text

    def check(self, source, compiled):
        delegate = tfl.load_delegate(_PLUGIN)
        for seed in (1, 2):
            expected, _ = results_in_python(source, [], seed)
            found, operators = results_in_python(compiled, [delegate], seed)
            self.assertEqual(found, expected)
            self.assertIn("DELEGATE", operators)
        expected, _ = self.fingerprints(source)
        found, text = self.fingerprints(compiled, "--use_edgetpu=true")
        self.assertEqual(found, expected)
        self.assertNotIn("run on the CPU:", text)
        found, text = self.fingerprints(
            compiled, "--use_edgetpu=true", TFLL_EDGETPU_DEVICES="none"
        )
        self.assertEqual(found, expected)
        self.assertIn("run on the CPU: there is no device", text)

    def test_all(self):
        if not _MODELS.is_dir():
            self.skipTest("the models are not there")
        folder = os.environ["TEST_TMPDIR"]
        compiled = os.path.join(folder, "model_edgetpu.tflite")
        models = 0
        for source in sorted(_MODELS.glob("*/model.tflite")):
            code, text = printed(_COMPILER, "-o", folder, str(source))
            if code != 0:
                self.assertRegex(text, "no operation can be mapped|has no operators")
                continue
            models += 1
            with self.subTest(source.parent.name):
                self.check(str(source), compiled)
        # All that have an INT8 or UINT8 operator of the device's.
        self.assertGreaterEqual(models, 18)


if __name__ == "__main__":
    unittest.main()
