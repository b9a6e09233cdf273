"""Networks as .tflite files."""

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

CODES = {
    "conv": "CONV_2D",
    "depthwise": "DEPTHWISE_CONV_2D",
    "dense": "FULLY_CONNECTED",
    "mean": "MEAN",
    "max_pool": "MAX_POOL_2D",
    "add": "ADD",
    "mul": "MUL",
    "softmax": "SOFTMAX",
    "sigmoid": "LOGISTIC",
    "gelu": "GELU",
    "reshape": "RESHAPE",
    "transpose": "TRANSPOSE",
    "matmul": "BATCH_MATMUL",
}
ACTIVATIONS = {"": 0, "relu": 1, "relu6": 3}


class _File:
    """The parts of a model that grow as operators are added."""

    def __init__(self, net):
        self.model = schema.ModelT()
        self.model.version = 3
        self.model.operatorCodes = []
        self.model.buffers = [schema.BufferT()]
        self.graph = schema.SubGraphT()
        self.graph.tensors, self.graph.operators = [], []
        for shape in net.shapes:
            self.tensor(shape)
        self.graph.inputs, self.graph.outputs = [0], [net.output]
        self.model.subgraphs = [self.graph]
        self.codes = {}

    def tensor(self, shape, data=None):
        """Its number; without data it is a value, else a constant."""
        tensor = schema.TensorT()
        tensor.shape = list(shape)
        tensor.name = "t%d" % len(self.graph.tensors)
        tensor.type = schema.TensorType.FLOAT32
        tensor.buffer = 0
        if data is not None:
            if data.dtype == np.int32:
                tensor.type = schema.TensorType.INT32
            buffer = schema.BufferT()
            buffer.data = np.frombuffer(data.tobytes(), np.uint8)
            tensor.buffer = len(self.model.buffers)
            self.model.buffers.append(buffer)
        self.graph.tensors.append(tensor)
        return len(self.graph.tensors) - 1

    def constant(self, data):
        return self.tensor(data.shape, data)

    def numbers(self, values):
        return self.constant(np.array(values, np.int32))

    def operator(self, code, inputs, output, options=None):
        if code not in self.codes:
            number = getattr(schema.BuiltinOperator, code)
            row = schema.OperatorCodeT()
            row.builtinCode = number
            row.deprecatedBuiltinCode = min(number, 127)
            row.version = 1
            self.codes[code] = len(self.model.operatorCodes)
            self.model.operatorCodes.append(row)
        operator = schema.OperatorT()
        operator.opcodeIndex = self.codes[code]
        operator.inputs, operator.outputs = inputs, [output]
        if options is not None:
            name = type(options).__name__[:-1]
            operator.builtinOptionsType = getattr(schema.BuiltinOptions, name)
            operator.builtinOptions = options
        self.graph.operators.append(operator)

    def bytes(self):
        builder = flatbuffers.Builder(1 << 20)
        builder.Finish(self.model.Pack(builder), b"TFL3")
        return bytes(builder.Output())


def _options(layer):
    """The options of operators that have some."""
    names = {
        "conv": "Conv2D",
        "depthwise": "DepthwiseConv2D",
        "dense": "FullyConnected",
        "mean": "Reducer",
        "max_pool": "Pool2D",
        "add": "Add",
        "mul": "Mul",
        "softmax": "Softmax",
        "matmul": "BatchMatMul",
    }
    if layer.kind not in names:
        return None
    options = getattr(schema, names[layer.kind] + "OptionsT")()
    fields = {
        "strideH": layer.stride,
        "strideW": layer.stride,
        "filterHeight": layer.kernel,
        "filterWidth": layer.kernel,
        "depthMultiplier": 1,
        "fusedActivationFunction": ACTIVATIONS[layer.activation],
        "keepDims": True,
        "keepNumDims": True,
        "beta": 1.0,
        "adjY": layer.transposed,
    }
    for field, value in fields.items():
        if hasattr(options, field):
            setattr(options, field, value)
    return options


def _normalize(file, shape, layer):
    """Of mean, squared difference and so on, as converters write it."""
    rows = (*shape[:-1], 1)
    axis = file.numbers([len(shape) - 1])
    mean, variance, rsqrt = (file.tensor(rows) for _ in range(3))
    squares, centred, scaled, factored = (file.tensor(shape) for _ in range(4))
    mean_options = schema.ReducerOptionsT()
    mean_options.keepDims = True
    x = layer.inputs[0]
    gamma, beta = map(file.constant, layer.weights)
    file.operator("MEAN", [x, axis], mean, mean_options)
    file.operator("SQUARED_DIFFERENCE", [x, mean], squares)
    file.operator("MEAN", [squares, axis], variance, mean_options)
    shifted = file.tensor(rows)
    epsilon = file.constant(np.array([1e-5], np.float32))
    file.operator("ADD", [variance, epsilon], shifted, schema.AddOptionsT())
    file.operator("RSQRT", [shifted], rsqrt)
    file.operator("SUB", [x, mean], centred, schema.SubOptionsT())
    file.operator("MUL", [centred, rsqrt], scaled, schema.MulOptionsT())
    file.operator("MUL", [scaled, gamma], factored, schema.MulOptionsT())
    file.operator("ADD", [factored, beta], layer.output, schema.AddOptionsT())


def tflite_bytes(net):
    """The content of the network's file."""
    file = _File(net)
    for layer in net.layers:
        inputs, weights = list(layer.inputs), layer.weights
        shape = net.shapes[layer.output]
        if layer.kind == "normalize":
            _normalize(file, shape, layer)
            continue
        if layer.kind == "swish":
            sigmoid = file.tensor(shape)
            file.operator("LOGISTIC", inputs, sigmoid)
            file.operator("MUL", inputs + [sigmoid], layer.output, schema.MulOptionsT())
            continue
        if layer.kind == "depthwise":
            taps = np.ascontiguousarray(weights[0].transpose(1, 2, 0))[None]
            weights = [taps, weights[1]]
        inputs += [file.constant(w) for w in weights]
        if layer.kind == "mean":
            inputs.append(file.numbers([1, 2]))
        if layer.kind == "reshape":
            inputs.append(file.numbers(shape))
        if layer.kind == "transpose":
            inputs.append(file.numbers(layer.order))
        file.operator(CODES[layer.kind], inputs, layer.output, _options(layer))
    return file.bytes()
