"""This library in Python without its Python package: its C interface, by ctypes."""

import ctypes
import functools
import time

_STRING = 5  # TfLiteType


class Ours:
    """A model on this library, through its C interface."""

    def __init__(self, library, model, threads):
        c = ctypes.CDLL(library)
        p, i, s = ctypes.c_void_p, ctypes.c_int32, ctypes.c_size_t
        for name, result, arguments in [
            ("TfLiteModelCreateFromFile", p, [ctypes.c_char_p]),
            ("TfLiteInterpreterOptionsCreate", p, []),
            ("TfLiteInterpreterOptionsSetNumThreads", None, [p, i]),
            ("TfLiteInterpreterOptionsDelete", None, [p]),
            ("TfLiteInterpreterCreate", p, [p, p]),
            ("TfLiteInterpreterAllocateTensors", i, [p]),
            ("TfLiteInterpreterInvoke", i, [p]),
            ("TfLiteInterpreterGetInputTensorCount", i, [p]),
            ("TfLiteInterpreterGetInputTensor", p, [p, i]),
            ("TfLiteTensorType", i, [p]),
            ("TfLiteTensorByteSize", s, [p]),
            ("TfLiteTensorNumDims", i, [p]),
            ("TfLiteTensorDim", i, [p, i]),
            ("TfLiteTensorRealloc", i, [s, p]),
            ("TfLiteTensorCopyFromBuffer", i, [p, ctypes.c_char_p, s]),
            ("TfLiteInterpreterDelete", None, [p]),
            ("TfLiteModelDelete", None, [p]),
        ]:
            function = getattr(c, name)
            function.restype, function.argtypes = result, arguments
        self.c = c
        options = c.TfLiteInterpreterOptionsCreate()
        c.TfLiteInterpreterOptionsSetNumThreads(options, threads)
        begin = time.perf_counter()
        self.model = c.TfLiteModelCreateFromFile(model.encode())
        self.interpreter = c.TfLiteInterpreterCreate(self.model, options)
        ok = (
            self.interpreter
            and c.TfLiteInterpreterAllocateTensors(self.interpreter) == 0
        )
        self.start = time.perf_counter() - begin
        c.TfLiteInterpreterOptionsDelete(options)
        if not ok:
            raise RuntimeError("cannot prepare " + model)

        # Without an attribute and a conversion that others would not need.
        handle = ctypes.c_void_p(self.interpreter)
        self.invoke = functools.partial(c.TfLiteInterpreterInvoke, handle)
        # Called like it, and does next to nothing.
        self.idle = functools.partial(c.TfLiteInterpreterGetInputTensorCount, handle)

    def set_inputs(self, data):
        for k in range(self.c.TfLiteInterpreterGetInputTensorCount(self.interpreter)):
            tensor = self.c.TfLiteInterpreterGetInputTensor(self.interpreter, k)
            n = self.c.TfLiteTensorByteSize(tensor)
            if len(data) < n or self.c.TfLiteTensorCopyFromBuffer(tensor, data[:n], n):
                return
            data = data[n:]

    def set_empty_strings(self, tensor):
        """Gives a tensor of strings as many as it has elements; False for others."""
        if self.c.TfLiteTensorType(tensor) != _STRING:
            return False
        count = 1
        for d in range(self.c.TfLiteTensorNumDims(tensor)):
            count *= self.c.TfLiteTensorDim(tensor, d)
        # Their number, where each begins and the last one ends.
        header = [count] + [4 * (count + 2)] * (count + 1)
        data = b"".join(n.to_bytes(4, "little") for n in header)
        self.c.TfLiteTensorRealloc(len(data), tensor)
        self.c.TfLiteTensorCopyFromBuffer(tensor, data, len(data))
        return True

    def close(self):
        self.c.TfLiteInterpreterDelete(self.interpreter)
        self.c.TfLiteModelDelete(self.model)
