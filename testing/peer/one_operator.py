"""Models of one operator, as bytes of a .tflite file.

Needs ai_edge_litert, for its schema.
"""

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

# Operators whose options are not named after them.
_OPTIONS = {
    "AVERAGE_POOL_2D": "Pool2DOptions",
    "BATCH_MATMUL": "BatchMatMulOptions",
    "CONV_2D": "Conv2DOptions",
    "DEPTHWISE_CONV_2D": "DepthwiseConv2DOptions",
    "L2_NORMALIZATION": "L2NormOptions",
    "LSTM": "LSTMOptions",
    "MAXIMUM": "MaximumMinimumOptions",
    "MAX_POOL_2D": "Pool2DOptions",
    "MEAN": "ReducerOptions",
    "MINIMUM": "MaximumMinimumOptions",
    "PADV2": "PadV2Options",
    "MULTINOMIAL": "RandomOptions",
    "RANDOM_STANDARD_NORMAL": "RandomOptions",
    "RANDOM_UNIFORM": "RandomOptions",
    "REDUCE_ALL": "ReducerOptions",
    "REDUCE_ANY": "ReducerOptions",
    "REDUCE_MAX": "ReducerOptions",
    "REDUCE_MIN": "ReducerOptions",
    "REDUCE_PROD": "ReducerOptions",
    "RNN": "RNNOptions",
    "SUM": "ReducerOptions",
    "SVDF": "SVDFOptions",
    "TOPK_V2": "TopKV2Options",
}


class Tensor:
    """A tensor of a model.

    scale, zero_point: numbers, or lists with one per slice of dimension `axis`.
    data: makes it a constant.
    is_variable: makes it a state that an operator reads and writes.
    """

    is_variable = False

    def __init__(self, dtype, shape, scale=None, zero_point=0, axis=0, data=None):
        self.dtype = np.dtype(dtype)
        self.shape = tuple(shape)
        self.scale, self.zero_point, self.axis = scale, zero_point, axis
        self.data = data

    def pack(self, buffer):
        t = schema.TensorT()
        t.name = "t%d" % buffer
        t.shape = np.array(self.shape, np.int32)
        t.type = getattr(schema.TensorType, self.dtype.name.upper())
        t.buffer = buffer
        t.isVariable = self.is_variable
        if self.scale is not None:
            q = t.quantization = schema.QuantizationParametersT()
            q.scale = np.atleast_1d(np.array(self.scale, np.float32))
            zero_points = np.atleast_1d(np.array(self.zero_point, np.int64))
            q.zeroPoint = np.broadcast_to(zero_points, q.scale.shape)
            q.quantizedDimension = self.axis
        return t


def _camel(op):
    return "".join(word.capitalize() for word in op.split("_"))


def build(op, inputs, outputs, options=None, version=1):
    """Returns a model with one operator; inputs that are None are omitted."""
    model = schema.ModelT()
    model.version = 3
    model.buffers = [schema.BufferT()]
    graph = schema.SubGraphT()
    graph.tensors = []
    indices = {}
    for tensor in [*inputs, *outputs]:
        if tensor is None or id(tensor) in indices:
            continue
        indices[id(tensor)] = len(graph.tensors)
        buffer = schema.BufferT()
        if tensor.data is not None:
            data = np.ascontiguousarray(tensor.data, tensor.dtype)
            buffer.data = np.frombuffer(data.tobytes(), np.uint8)
        model.buffers.append(buffer)
        graph.tensors.append(tensor.pack(len(model.buffers) - 1))
    node = schema.OperatorT()
    node.opcodeIndex = 0
    node.inputs = [-1 if t is None else indices[id(t)] for t in inputs]
    node.outputs = [indices[id(t)] for t in outputs]
    name = _OPTIONS.get(op, _camel(op) + "Options")
    if not hasattr(schema.BuiltinOptions, name):
        assert not options, op
    else:
        node.builtinOptionsType = getattr(schema.BuiltinOptions, name)
        node.builtinOptions = getattr(schema, name + "T")()
        for key, value in (options or {}).items():
            assert hasattr(node.builtinOptions, key), key
            setattr(node.builtinOptions, key, value)
    graph.operators = [node]
    graph.inputs = [
        indices[id(t)]
        for t in inputs
        if t is not None and t.data is None and not t.is_variable
    ]
    graph.outputs = node.outputs
    code = schema.OperatorCodeT()
    code.builtinCode = getattr(schema.BuiltinOperator, op)
    code.deprecatedBuiltinCode = min(code.builtinCode, 127)
    code.version = version
    model.operatorCodes = [code]
    model.subgraphs = [graph]
    builder = flatbuffers.Builder(1024)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())
