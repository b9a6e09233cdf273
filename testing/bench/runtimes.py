"""The runtimes of compare.py, each in a process of its own that runs this file.

The process reads commands from standard input, one per line, and answers each with a
line of JSON: {"error": …}, or for

  load         {"ms": from the model's file to the first result, "mb": growth of the
               process's peak memory from after the imports to the second result, as
               a runtime may pack weights for the second run}
  run SECONDS  {"ms": mean time of a run, of as many as fit in the seconds, less what
               a call costs that does nothing, where the runtime has one}

A runtime has `run` after load, and may have `idle`, which is called in the same way.
"""

import ctypes
import importlib
import json
import os
import sys
import time

import calls
import numpy as np
import numpy.random  # Otherwise imported by its first use, in the middle of a load.
from process_memory import reset_peak, status_kb


def _random(shape, dtype):
    """Values between -1 and 1, or of all bytes; zeros for other integers."""
    # Sizes that are left open are names in ONNX, and negative elsewhere.
    shape = [1 if isinstance(d, str) or d < 1 else int(d) for d in shape]
    random = np.random.default_rng(0)
    dtype = np.dtype(dtype)
    if dtype.kind == "f":
        return random.uniform(-1, 1, shape).astype(dtype)
    if dtype.itemsize == 1 and dtype.kind in "iu":
        return random.integers(0, 256, shape).astype(np.uint8).view(dtype)
    return np.zeros(shape, dtype)


class Ours:
    """This library, through its C interface; --library names the file."""

    module = "ours"
    suffix = ".tflite"

    def __init__(self, module, library):
        # As the imports of the other runtimes load their libraries.
        ctypes.CDLL(library)
        self._module, self._library = module, library

    def load(self, model, threads):
        self._runtime = self._module.Ours(self._library, model, threads)
        c, handle = self._runtime.c, self._runtime.interpreter
        for i in range(c.TfLiteInterpreterGetInputTensorCount(handle)):
            tensor = c.TfLiteInterpreterGetInputTensor(handle, i)
            if self._runtime.set_empty_strings(tensor):
                continue
            size = c.TfLiteTensorByteSize(tensor)
            # TfLiteType 1 is FLOAT32, 3 UINT8, 9 INT8.
            dtype = {1: np.float32, 3: np.uint8, 9: np.int8}.get(
                c.TfLiteTensorType(tensor), np.uint8
            )
            bytes_only = dtype is np.uint8 and c.TfLiteTensorType(tensor) != 3
            data = (
                bytes(size)
                if bytes_only
                else _random([size // np.dtype(dtype).itemsize], dtype).tobytes()
            )
            c.TfLiteTensorCopyFromBuffer(tensor, data, size)
        self.run, self.idle = self._runtime.invoke, self._runtime.idle

    def check(self, status):
        if status != 0:
            raise RuntimeError("the model failed")


class Other:
    """A runtime whose `run` raises an error if the model fails."""

    suffix = ".tflite"
    idle = None

    def __init__(self, module, _):
        self._module = module

    def check(self, result):
        pass


class LiteRt(Other):
    module = "ai_edge_litert.interpreter"

    def load(self, model, threads):
        self._interpreter = self._module.Interpreter(model, num_threads=threads)
        self._interpreter.allocate_tensors()
        for detail in self._interpreter.get_input_details():
            value = _random(detail["shape"], detail["dtype"])
            self._interpreter.set_tensor(detail["index"], value)
        # Below the Python class, which checks who else refers to its tensors.
        wrapper = self._interpreter._interpreter
        self.run, self.idle = wrapper.Invoke, wrapper.NumNodes


class OpenVino(Other):
    module = "openvino"

    def load(self, model, threads):
        core = self._module.Core()
        settings = {
            "INFERENCE_NUM_THREADS": threads,
            "PERFORMANCE_HINT": "LATENCY",
            "INFERENCE_PRECISION_HINT": "f32",
        }
        compiled = core.compile_model(core.read_model(model), "CPU", settings)
        request = compiled.create_infer_request()
        for i, port in enumerate(compiled.inputs):
            shape = [d.get_min_length() or 1 for d in port.partial_shape]
            value = _random(shape, port.get_element_type().to_dtype())
            request.set_input_tensor(i, self._module.Tensor(value))
        self.run = request.infer


class OnnxRuntime(Other):
    module = "onnxruntime"
    suffix = ".onnx"

    def load(self, model, threads):
        options = self._module.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        session = self._module.InferenceSession(
            model, options, providers=["CPUExecutionProvider"]
        )
        types = {"tensor(float)": np.float32, "tensor(int8)": np.int8}
        types["tensor(uint8)"] = np.uint8
        feed = {
            i.name: _random(i.shape, types.get(i.type, np.int32))
            for i in session.get_inputs()
        }
        self.run = lambda: session.run(None, feed)


class Mnn(Other):
    module = "MNN"
    suffix = ".mnn"

    def load(self, model, threads):
        interpreter = self._module.Interpreter(model)
        session = interpreter.createSession({"backend": "CPU", "numThread": threads})
        for tensor in interpreter.getSessionInputAll(session).values():
            value = _random(tensor.getShape(), np.float32)
            host = self._module.Tensor(
                tensor.getShape(),
                tensor.getDataType(),
                value,
                tensor.getDimensionType(),
            )
            tensor.copyFrom(host)
        self._interpreter = interpreter  # owns the session
        self.run = lambda: interpreter.runSession(session)


ALL = {
    "ours": Ours,
    "LiteRT": LiteRt,
    "OpenVINO": OpenVino,
    "ONNX Runtime": OnnxRuntime,
    "MNN": Mnn,
}


def _answer(runtime, command, model, threads):
    if command == "load":
        reset_peak()
        before = status_kb("VmRSS")
        begin = time.perf_counter()
        runtime.load(model, threads)
        result = runtime.run()
        ms = (time.perf_counter() - begin) * 1e3
        runtime.check(result)
        runtime.run()
        return {"ms": ms, "mb": (status_kb("VmHWM") - before) / 1024}
    runtime.check(runtime.run())  # brings the model back into the caches
    seconds = calls.seconds_of(runtime.run, float(command.split()[1]))
    return {"ms": max(0.0, seconds - calls.cost_of(runtime.idle)) * 1e3}


def main():
    name, library, model, threads = sys.argv[1:]
    # What a runtime prints must not be taken for an answer.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    kind = ALL[name]
    runtime = kind(importlib.import_module(kind.module), library)
    for line in sys.stdin:
        try:
            answer = _answer(runtime, line.strip(), model, int(threads))
        except Exception as error:  # pylint: disable=broad-except
            answer = {"error": (str(error).strip() or repr(error)).splitlines()[0]}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
