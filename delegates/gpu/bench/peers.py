"""The runtimes that are compared: each has run(), which returns the output."""

import ctypes
import os
import tempfile
import time

import numpy as np


class Ours:
    """This library with its GPU delegate, or without one, by the C API."""

    def __init__(self, library, plugin, content, net, backend, half=False, programs=""):
        c = ctypes.CDLL(library)
        p, i, s = ctypes.c_void_p, ctypes.c_int32, ctypes.c_size_t
        for name, result, arguments in [
            ("TfLiteModelCreate", p, [ctypes.c_char_p, s]),
            ("TfLiteInterpreterOptionsCreate", p, []),
            ("TfLiteInterpreterOptionsAddDelegate", None, [p, p]),
            ("TfLiteInterpreterOptionsDelete", None, [p]),
            ("TfLiteInterpreterCreate", p, [p, p]),
            ("TfLiteInterpreterAllocateTensors", i, [p]),
            ("TfLiteInterpreterInvoke", i, [p]),
            ("TfLiteInterpreterGetInputTensor", p, [p, i]),
            ("TfLiteInterpreterGetOutputTensor", p, [p, i]),
            ("TfLiteTensorCopyFromBuffer", i, [p, p, s]),
            ("TfLiteTensorCopyToBuffer", i, [p, p, s]),
            ("TfLiteInterpreterDelete", None, [p]),
            ("TfLiteModelDelete", None, [p]),
        ]:
            function = getattr(c, name)
            function.restype, function.argtypes = result, arguments
        self.c, self.content = c, content
        self.model = c.TfLiteModelCreate(content, len(content))
        options = c.TfLiteInterpreterOptionsCreate()
        begin = time.perf_counter()
        if backend:
            delegate = self._delegate(plugin, backend, half, programs)
            c.TfLiteInterpreterOptionsAddDelegate(options, delegate)
        opened = time.perf_counter()
        self.interpreter = c.TfLiteInterpreterCreate(self.model, options)
        ok = (
            self.interpreter
            and c.TfLiteInterpreterAllocateTensors(self.interpreter) == 0
        )
        self.open_seconds = opened - begin
        self.start_seconds = time.perf_counter() - opened
        c.TfLiteInterpreterOptionsDelete(options)
        if not ok:
            raise RuntimeError("cannot prepare the model")
        self.x = net.input_data()
        self.y = np.empty(net.shapes[net.output], np.float32)
        self.input = c.TfLiteInterpreterGetInputTensor(self.interpreter, 0)
        self.output = c.TfLiteInterpreterGetOutputTensor(self.interpreter, 0)

    def _delegate(self, plugin, backend, half, programs):
        library = ctypes.CDLL(plugin)
        create = library.tflite_plugin_create_delegate
        strings = ctypes.POINTER(ctypes.c_char_p)
        create.restype = ctypes.c_void_p
        report_type = ctypes.CFUNCTYPE(None, ctypes.c_char_p)
        create.argtypes = [strings, strings, ctypes.c_size_t, report_type]
        options = {"backend": backend}
        if half:
            options["is_precision_loss_allowed"] = "1"
        if programs:
            options["serialization_dir"] = programs
        count = len(options)
        array = ctypes.c_char_p * count
        errors = []
        delegate = create(
            array(*[k.encode() for k in options]),
            array(*[v.encode() for v in options.values()]),
            count,
            report_type(lambda text: errors.append(text)),
        )
        if not delegate:
            raise RuntimeError(b" ".join(errors).decode() or "no delegate")
        return delegate

    def run(self):
        x, y = self.x, self.y
        status = self.c.TfLiteTensorCopyFromBuffer(self.input, x.ctypes.data, x.nbytes)
        status |= self.c.TfLiteInterpreterInvoke(self.interpreter)
        status |= self.c.TfLiteTensorCopyToBuffer(self.output, y.ctypes.data, y.nbytes)
        if status != 0:
            raise RuntimeError("the model does not run")
        return y


class Ncnn:
    """ncnn on the first Vulkan device."""

    def __init__(self, net, half=False):
        import ncnn
        from ncnn_file import ncnn_files

        self.ncnn, self.net = ncnn, net
        ncnn.create_gpu_instance()
        if ncnn.get_gpu_count() == 0:
            raise RuntimeError("ncnn finds no Vulkan device")
        self.device = ncnn.get_gpu_info(0).device_name()
        text, data = ncnn_files(net)
        self.runtime = ncnn.Net()
        options = self.runtime.opt
        options.use_vulkan_compute = True
        options.use_fp16_packed = half
        options.use_fp16_storage = half
        options.use_fp16_arithmetic = half
        with tempfile.TemporaryDirectory() as folder:
            files = [os.path.join(folder, "net." + e) for e in ("param", "bin")]
            with open(files[0], "w") as file:
                file.write(text)
            with open(files[1], "wb") as file:
                file.write(data)
            if (
                self.runtime.load_param(files[0]) != 0
                or self.runtime.load_model(files[1]) != 0
            ):
                raise RuntimeError("ncnn does not take the model")
        x = net.input_data()[0]
        if x.ndim == 3:
            x = x.transpose(2, 0, 1)
        self.x = np.ascontiguousarray(x)  # ncnn holds no reference
        self.input = ncnn.Mat(self.x).clone()

    def run(self):
        extractor = self.runtime.create_extractor()
        extractor.input("v0", self.input)
        status, result = extractor.extract("v%d" % self.net.output)
        if status != 0:
            raise RuntimeError("ncnn fails")
        return np.array(result)


class LiteRt:
    """LiteRT's GPU accelerator, which takes Mesa 25 and newer only."""

    def __init__(self, content, net, half=False):
        from ai_edge_litert import compiled_model, options

        chosen = options.Options.create()
        chosen.hardware_accelerators = options.HardwareAccelerator.GPU
        chosen.gpu_options.enforce_f32 = not half
        self.model = compiled_model.CompiledModel.from_buffer(content, options=chosen)
        if not self.model.is_fully_accelerated():
            raise RuntimeError("LiteRT leaves operators to the CPU")
        self.inputs = self.model.create_input_buffers(0)
        self.outputs = self.model.create_output_buffers(0)
        self.x = net.input_data()
        self.count = int(np.prod(net.shapes[net.output]))

    def run(self):
        self.inputs[0].write(self.x)
        self.model.run_by_index(0, self.inputs, self.outputs)
        return self.outputs[0].read(self.count, np.float32)


class Tinygrad:
    """tinygrad on OpenCL, with its kernels recorded."""

    def __init__(self, net):
        os.environ["DEV"] = "CL"
        import tinygrad
        from tinygrad_net import evaluate

        weights = [
            [tinygrad.Tensor(w).realize() for w in arrays]
            for arrays in self._arrays(net)
        ]
        self.tensor, self.net = tinygrad.Tensor, net
        self.step = tinygrad.TinyJit(lambda x: evaluate(net, weights, x).realize())
        x = net.input_data()
        self.x = np.ascontiguousarray(x.transpose(0, 3, 1, 2)) if x.ndim == 4 else x
        for _ in range(3):  # it records at the second
            self.run()

    @staticmethod
    def _arrays(net):
        for layer in net.layers:
            if layer.kind == "conv":
                w, bias = layer.weights
                yield [np.ascontiguousarray(w.transpose(0, 3, 1, 2)), bias]
            elif layer.kind == "depthwise":
                yield [layer.weights[0][:, None], layer.weights[1]]
            else:
                yield layer.weights

    def run(self):
        return self.step(self.tensor(self.x).realize()).numpy()
