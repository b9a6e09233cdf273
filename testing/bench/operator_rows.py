"""The models of testing/bench:operators: one operator each.

The table has shapes that occur in the networks of testing/golden and of
docs/PERFORMANCE.md. drawn() gives the same operators other, random shapes; cut()
takes the operators of a model one by one.
"""

import copy

import numpy as np
from ai_edge_litert import schema_py_generated as schema
import flatbuffers
from one_operator import Tensor, build


class Row:
    """A model of one operator. `text` names operator, type and shapes."""

    def __init__(self, text, model):
        self.text, self.model = text, model


def _tensor(dtype, shape, data=None, scale=None, axis=0):
    """Integers of 8 and 16 bits are quantized; `scale` may be one per channel."""
    if np.dtype(dtype).name not in ("int8", "uint8", "int16"):
        return Tensor(dtype, shape, data=data)
    zero_point = 0 if dtype != "uint8" else 128
    return Tensor(
        dtype, shape, 0.05 if scale is None else scale, zero_point, axis, data
    )


def _axes(values):
    return Tensor("int32", (len(values),), data=np.array(values, np.int32))


def _row(op, dtype, x, note, inputs, outputs, options=None):
    text = "%s %s %s%s" % (op, dtype, "x".join(map(str, x)), note and " " + note)
    return Row(text, build(op, inputs, outputs, options))


def unary(op, options=None, out_scale=None):
    def make(dtype, x):
        out = _tensor(dtype, x, scale=out_scale)
        if op == "SOFTMAX" and dtype == "int8":
            out = Tensor(dtype, x, 1 / 256, -128)
        return _row(op, dtype, x, "", [_tensor(dtype, x)], [out], options)

    return make


def binary(op):
    def make(dtype, x, y=None):
        y = x if y is None else y
        out = np.broadcast_shapes(x, y)
        note = "" if x == y else "and " + "x".join(map(str, y))
        # An order is taken of what is quantized alike.
        scales = (0.05,) * 3 if op == "MAXIMUM" else (0.04, 0.05, 0.07)
        inputs = [
            _tensor(dtype, x, scale=scales[0]),
            _tensor(dtype, y, scale=scales[1]),
        ]
        return _row(op, dtype, x, note, inputs, [_tensor(dtype, out, scale=scales[2])])

    return make


def reduce(op):
    def make(dtype, x, axes):
        kept = [n for i, n in enumerate(x) if i not in axes]
        scale = 0.05 if op.startswith("REDUCE") else 0.04
        return _row(
            op,
            dtype,
            x,
            "over " + ",".join(map(str, axes)),
            [_tensor(dtype, x), _axes(axes)],
            [_tensor(dtype, kept, scale=scale)],
            {"keepDims": False},
        )

    return make


def pool(op):
    def make(dtype, x, window, stride):
        out = (x[0], -(-x[1] // stride), -(-x[2] // stride), x[3])
        options = {
            "padding": 0,
            "filterHeight": window,
            "filterWidth": window,
            "strideH": stride,
            "strideW": stride,
        }
        note = "window %d stride %d" % (window, stride)
        return _row(
            op, dtype, x, note, [_tensor(dtype, x)], [_tensor(dtype, out)], options
        )

    return make


def _weighted(op, dtype, x, out, w_shape, axis, channels, options, note, scale=0.5):
    r = np.random.default_rng(1)
    floats = dtype == "float32"
    if floats:
        w = Tensor(dtype, w_shape, data=r.uniform(-1, 1, w_shape))
        bias = Tensor(dtype, (channels,), data=r.uniform(-1, 1, channels))
    else:
        scales = [0.01 + 0.0001 * i for i in range(channels)]
        w = Tensor(
            dtype,
            w_shape,
            scales if dtype == "int8" else 0.01,
            0 if dtype == "int8" else 128,
            axis,
            r.integers(-127, 128, w_shape) + (0 if dtype == "int8" else 128),
        )
        bias_scale = [0.05 * s for s in scales] if dtype == "int8" else 0.05 * 0.01
        bias = Tensor(
            "int32", (channels,), bias_scale, data=r.integers(-999, 999, channels)
        )
    out = _tensor(dtype, out, scale=scale)
    return _row(op, dtype, x, note, [_tensor(dtype, x), w, bias], [out], options)


def conv_2d(dtype, x, window, stride, channels):
    out = (x[0], -(-x[1] // stride), -(-x[2] // stride), channels)
    options = {"padding": 0, "strideH": stride, "strideW": stride}
    options.update({"dilationHFactor": 1, "dilationWFactor": 1})
    shape = (channels, window, window, x[3])
    note = "window %d stride %d to %d" % (window, stride, channels)
    return _weighted("CONV_2D", dtype, x, out, shape, 0, channels, options, note)


def depthwise(dtype, x, window, stride, dilation=1, scale=0.5):
    """`scale`: of the results. With 0.0005, factors of sums are 1 to 2."""
    out = (x[0], -(-x[1] // stride), -(-x[2] // stride), x[3])
    options = {"padding": 0, "strideH": stride, "strideW": stride, "depthMultiplier": 1}
    options.update({"dilationHFactor": dilation, "dilationWFactor": dilation})
    shape = (1, window, window, x[3])
    note = "window %d stride %d" % (window, stride)
    note += (" dilation %d" % dilation) * (dilation > 1)
    note += (" scale %g" % scale) * (scale != 0.5)
    return _weighted(
        "DEPTHWISE_CONV_2D", dtype, x, out, shape, 3, x[3], options, note, scale
    )


def fully_connected(dtype, x, units):
    note = "to %d" % units
    return _weighted(
        "FULLY_CONNECTED", dtype, x, (x[0], units), (units, x[1]), 0, units, {}, note
    )


def batch_matmul(dtype, x, y, adj_y=False):
    columns = y[-2] if adj_y else y[-1]
    out = tuple(x[:-1]) + (columns,)
    note = "by %s%s" % ("x".join(map(str, y)), " transposed" * adj_y)
    options = {"adjX": False, "adjY": adj_y}
    inputs = [_tensor(dtype, x), _tensor(dtype, y)]
    return _row("BATCH_MATMUL", dtype, x, note, inputs, [_tensor(dtype, out)], options)


def transpose(dtype, x, order):
    out = tuple(x[i] for i in order)
    note = "to " + "".join(map(str, order))
    return _row(
        "TRANSPOSE",
        dtype,
        x,
        note,
        [_tensor(dtype, x), _axes(order)],
        [_tensor(dtype, out)],
    )


def resize(op):
    def make(dtype, x, size):
        out = (x[0], size, size, x[3])
        options = {"alignCorners": False, "halfPixelCenters": True}
        return _row(
            op, dtype, x, "to %d" % size, [_tensor(dtype, x), _axes([size, size])],
            [_tensor(dtype, out)], options,
        )  # fmt: skip

    return make


def pad(dtype, x, by):
    pads = np.array([[0, 0]] + [[by, by]] * (len(x) - 2) + [[0, 0]], np.int32)
    out = tuple(n + int(p.sum()) for n, p in zip(x, pads))
    inputs = [_tensor(dtype, x), Tensor("int32", pads.shape, data=pads)]
    return _row("PAD", dtype, x, "by %d" % by, inputs, [_tensor(dtype, out)])


def gather(dtype, x, count):
    index = np.random.default_rng(1).integers(0, x[0], count).astype(np.int32)
    out = (count,) + tuple(x[1:])
    inputs = [_tensor(dtype, x), Tensor("int32", (count,), data=index)]
    return _row(
        "GATHER", dtype, x, "of %d" % count, inputs, [_tensor(dtype, out)], {"axis": 0}
    )


def cumsum(dtype, x, axis):
    inputs = [_tensor(dtype, x), Tensor("int32", (), data=np.array(axis, np.int32))]
    return _row("CUMSUM", dtype, x, "along %d" % axis, inputs, [_tensor(dtype, x)])


def topk(dtype, x, k):
    out = tuple(x[:-1]) + (k,)
    inputs = [_tensor(dtype, x), Tensor("int32", (), data=np.array(k, np.int32))]
    outputs = [_tensor(dtype, out), Tensor("int32", out)]
    return _row("TOPK_V2", dtype, x, "k %d" % k, inputs, outputs)


def one_hot(dtype, x, depth):
    def scalar(kind, value):
        return Tensor(kind, (), data=np.array(value, kind))

    index = np.random.default_rng(1).integers(0, depth, x).astype(np.int32)
    inputs = [Tensor("int32", x, data=index), scalar("int32", depth)]
    inputs += [scalar(dtype, 1), scalar(dtype, 0)]
    return _row(
        "ONE_HOT",
        dtype,
        x,
        "of %d" % depth,
        inputs,
        [_tensor(dtype, tuple(x) + (depth,))],
    )


def recurrent(op, hybrid):
    def make(dtype, x, units, rank=1):
        r = np.random.default_rng(1)
        batch, depth = x
        filters = units * rank

        def weights(shape):
            if hybrid:
                return Tensor("int8", shape, 0.01, data=r.integers(-127, 128, shape))
            return Tensor("float32", shape, data=r.uniform(-0.1, 0.1, shape))

        def floats(shape):
            return Tensor("float32", shape, data=r.uniform(-0.1, 0.1, shape))

        if op == "RNN":
            state = Tensor("float32", (batch, units))
            inputs = [
                Tensor("float32", x),
                weights((units, depth)),
                weights((units, units)),
            ]
            inputs += [floats((units,)), state]
        else:
            memory = 10
            state = Tensor("float32", (batch, memory * filters))
            time = weights((filters, memory))
            inputs = [Tensor("float32", x), weights((filters, depth)), time]
            inputs += [floats((units,)), state]
        state.is_variable = True
        options = {"fusedActivationFunction": 1}
        if op == "SVDF":
            options["rank"] = rank
        note = "to %d%s" % (units, " int8 weights" if hybrid else "")
        outputs = [Tensor("float32", (batch, units))]
        return _row(op, dtype, x, note, inputs, outputs, options)

    return make


# Operator, then (type, shape, ...) of each row.
TABLE = [
    (reduce("REDUCE_ANY"), [("bool", (1, 128, 256), (2,)), ("bool", (64, 64, 64), (2,))]),
    (reduce("REDUCE_ALL"), [("bool", (1, 128, 256), (2,))]),
    (reduce("MEAN"), [("float32", (8, 32, 32, 64), (0, 2)), ("int8", (1, 7, 7, 1280), (1, 2)),
                      ("float32", (1, 7, 7, 1280), (1, 2)), ("float32", (1, 128, 256), (2,)),
                      ("int8", (8, 32, 32, 64), (0, 2))]),
    (reduce("SUM"), [("float32", (8, 32, 32, 64), (0, 2)), ("float32", (8, 32, 32, 64), (0, 1, 2, 3)),
                     ("int32", (1, 128, 256), (2,))]),
    (reduce("REDUCE_MAX"), [("int32", (8, 32, 32, 64), (3,)), ("int8", (8, 32, 32, 64), (3,)),
                            ("int8", (8, 32, 32, 64), (1, 2)), ("float32", (1, 128, 256), (2,)),
                            ("int64", (1, 128, 256), (2,)), ("uint8", (1, 128, 256), (2,))]),
    (reduce("REDUCE_MIN"), [("float32", (1, 128, 256), (2,)), ("float32", (8, 32, 32, 64), (1, 2)),
                            ("int32", (1, 128, 256), (2,))]),
    (reduce("REDUCE_PROD"), [("float32", (1, 128, 256), (2,))]),
    (pool("MAX_POOL_2D"), [("int8", (1, 112, 112, 64), 3, 2), ("int8", (1, 56, 56, 16), 2, 2),
                           ("uint8", (1, 28, 28, 192), 3, 1), ("float32", (1, 112, 112, 64), 3, 2)]),
    (pool("AVERAGE_POOL_2D"), [("int8", (1, 28, 28, 192), 3, 1), ("int8", (1, 7, 7, 1024), 7, 7),
                               ("uint8", (1, 56, 56, 16), 2, 2)]),
    (binary("ADD"), [("int8", (1, 8, 8, 64)), ("int8", (1, 56, 56, 64)), ("uint8", (1, 28, 28, 32)),
                     ("int8", (1, 28, 28, 64), (64,)), ("float32", (1, 28, 28, 64))]),
    (binary("SUB"), [("int8", (1, 28, 28, 32))]),
    (binary("MUL"), [("int8", (1, 8, 8, 64)), ("int8", (1, 56, 56, 64)), ("uint8", (1, 28, 28, 32)),
                     ("int8", (1, 28, 28, 64), (1, 1, 1, 64))]),
    (binary("MAXIMUM"), [("int8", (1, 28, 28, 32))]),
    (transpose, [("float32", (1, 64, 64, 96), (0, 3, 1, 2)), ("float32", (8, 16, 128, 64), (0, 2, 1, 3)),
                 ("float32", (16, 32, 16, 64), (0, 3, 1, 2)), ("int8", (1, 64, 64, 96), (0, 3, 1, 2)),
                 ("float32", (4, 32, 3, 512), (0, 3, 1, 2))]),
    (resize("RESIZE_BILINEAR"), [("int8", (1, 16, 16, 64), 32), ("int8", (1, 33, 33, 21), 257),
                                 ("float32", (1, 16, 16, 64), 32), ("uint8", (1, 16, 16, 64), 32),
                                 ("float32", (1, 33, 33, 21), 257), ("float32", (1, 64, 64, 3), 224)]),
    (resize("RESIZE_NEAREST_NEIGHBOR"), [("int8", (1, 16, 16, 64), 32)]),
    (unary("SOFTMAX", {"beta": 1.0}), [("float32", (8, 128, 128)), ("float32", (1, 1001)),
                                      ("int8", (8, 128, 128)), ("float32", (512, 21))]),
    (unary("GELU", {"approximate": False}), [("float32", (128, 1024))]),
    (unary("GELU", {"approximate": True}), [("float32", (128, 1024))]),
    (unary("TANH"), [("float32", (128, 1024))]),
    (unary("LOGISTIC"), [("float32", (128, 1024))]),
    (unary("ELU"), [("float32", (128, 1024))]),
    (unary("SIN"), [("float32", (128, 1024))]),
    (unary("COS"), [("float32", (128, 1024))]),
    (unary("LOG"), [("float32", (128, 1024))]),
    (unary("EXP"), [("float32", (128, 1024))]),
    (unary("L2_NORMALIZATION"), [("float32", (128, 512)), ("float32", (1, 56, 56, 64))]),
    (recurrent("RNN", False), [("float32", (1, 256), 256), ("float32", (8, 256), 512)]),
    (recurrent("RNN", True), [("float32", (1, 256), 256), ("float32", (8, 256), 512)]),
    (recurrent("SVDF", False), [("float32", (1, 256), 256), ("float32", (8, 256), 128, 2)]),
    (recurrent("SVDF", True), [("float32", (1, 256), 256)]),
    (pad, [("float32", (1, 56, 56, 64), 1), ("int8", (1, 56, 56, 64), 1)]),
    (gather, [("float32", (10000, 128), 512), ("int8", (10000, 128), 512)]),
    (cumsum, [("float32", (64, 64, 64), 1), ("float32", (64, 64, 64), 2)]),
    (topk, [("float32", (64, 1000), 10), ("float32", (1, 100000), 100)]),
    (one_hot, [("float32", (128,), 1000)]),
    (conv_2d, [("int8", (1, 56, 56, 8), 1, 1, 48), ("int8", (1, 56, 56, 16), 1, 1, 96),
               ("int8", (1, 14, 14, 96), 1, 1, 576), ("int8", (1, 224, 224, 3), 3, 2, 32),
               ("int8", (1, 32, 32, 16), 3, 1, 16), ("int8", (1, 49, 10, 1), 3, 2, 64),
               ("uint8", (1, 128, 128, 3), 3, 2, 8), ("int8", (1, 1, 1, 1024), 1, 1, 1001),
               ("float32", (1, 56, 56, 16), 1, 1, 96), ("float32", (1, 56, 56, 64), 3, 1, 64)]),
    (fully_connected, [("float32", (512, 4096), 1024), ("float32", (128, 2048), 512),
                       ("float32", (1, 1024), 1000)]),
    (batch_matmul, [("float32", (8, 128, 64), (8, 64, 128)), ("float32", (8, 128, 128), (8, 128, 64)),
                    ("float32", (8, 128, 64), (8, 128, 64), True), ("float32", (8, 1, 64), (8, 512, 64), True),
                    ("float32", (8, 1, 512), (8, 512, 64))]),
    (depthwise, [("int8", (1, 112, 112, 8), 3, 1), ("int8", (1, 112, 112, 32), 3, 1),
                 ("int8", (1, 112, 112, 16), 3, 2), ("int8", (1, 14, 14, 576), 3, 1),
                 ("uint8", (1, 64, 64, 16), 3, 2), ("float32", (1, 112, 112, 32), 3, 1),
                 ("int8", (1, 48, 48, 144), 3, 1, 1, 0.0005), ("uint8", (1, 112, 112, 32), 3, 1, 1, 0.0005),
                 ("uint8", (1, 33, 33, 480), 3, 1, 2), ("int8", (1, 33, 33, 480), 3, 1, 4),
                 ("float32", (1, 33, 33, 480), 3, 1, 2), ("float32", (1, 33, 33, 256), 3, 1, 12)]),
]  # fmt: skip


def table():
    """The rows of the table."""
    return [make(*arguments) for make, rows in TABLE for arguments in rows]


def drawn(count, seed):
    """`count` rows of the table with other extents, from half to twice as many.

    Extents of 1, depths of 3 and the rest of a row stay.
    """
    r = np.random.default_rng(seed)
    flat = [(make, arguments) for make, rows in TABLE for arguments in rows]
    found = []
    while len(found) < count:
        make, arguments = flat[r.integers(len(flat))]
        dtype, shape = arguments[:2]
        if len(arguments) > 2 and make.__qualname__.startswith("binary"):
            continue
        if make is batch_matmul:
            continue
        other = tuple(n if n <= 3 else int(n * 2 ** r.uniform(-1, 1)) for n in shape)
        found.append(make(dtype, other, *arguments[2:]))
    return found


def cut(data):
    """One row for every operator of a model that differs from the ones before.

    Shapes are those that the file states, batches of open size included. Left out are
    operators with other graphs, tensors of unknown shape, strings and variables.
    """
    model = schema.ModelT.InitFromPackedBuf(data)
    found = {}
    for graph in model.subgraphs:
        for node in graph.operators:
            row = _cut_node(model, graph, node)
            if row is not None:
                found.setdefault(row.text, row)
    return list(found.values())


def _names(enumeration):
    return {v: k for k, v in vars(enumeration).items() if isinstance(v, int)}


# The tensors that the quantization of another one names.
_DETAILS = ("scales", "zeroPoints")


def _named_by_details(tensor):
    details = tensor.quantization and tensor.quantization.details
    found = [getattr(details, name, -1) for name in _DETAILS]
    return [i for i in found if i >= 0]


def _rename_details(tensor, place):
    if not _named_by_details(tensor):
        return
    tensor.quantization = copy.copy(tensor.quantization)
    details = tensor.quantization.details = copy.copy(tensor.quantization.details)
    for name in _DETAILS:
        index = getattr(details, name)
        setattr(details, name, place[index] if index >= 0 else index)


def _has_shape(tensor):
    """Whether all of its extents are known, but for that of a batch."""
    if tensor.shape is None or np.any(np.array(tensor.shape) < 0):
        return False
    signature = tensor.shapeSignature
    return signature is None or list(signature)[1:] == list(tensor.shape)[1:]


def _cut_node(model, graph, node):
    code = model.operatorCodes[node.opcodeIndex]
    if node.inputs is None or node.outputs is None:
        return None
    used = [i for i in [*node.inputs, *node.outputs] if i >= 0]
    used += [i for t in used for i in _named_by_details(graph.tensors[t])]
    tensors = {i: graph.tensors[i] for i in used}
    for tensor in tensors.values():
        if not _has_shape(tensor) or tensor.isVariable:
            return None
        if tensor.type in (schema.TensorType.STRING, schema.TensorType.RESOURCE):
            return None
    op = _names(schema.BuiltinOperator)[
        max(code.builtinCode, code.deprecatedBuiltinCode)
    ]
    if op in ("IF", "WHILE", "CALL_ONCE", "STABLEHLO_COMPOSITE", "CUSTOM"):
        return None
    one = schema.ModelT()
    one.version, one.operatorCodes = 3, [code]
    place = {i: k for k, i in enumerate(tensors)}
    one.buffers = [schema.BufferT()]
    part = schema.SubGraphT()
    part.tensors = []
    fed = []
    for i, tensor in tensors.items():
        tensor = copy.copy(tensor)
        tensor.shapeSignature = None
        _rename_details(tensor, place)
        buffer = model.buffers[tensor.buffer]
        if buffer.data is None and i in node.inputs:
            fed.append(place[i])
        one.buffers.append(buffer)
        tensor.buffer = len(one.buffers) - 1
        part.tensors.append(tensor)
    node = copy.copy(node)
    node.opcodeIndex, node.intermediates = 0, None
    node.inputs = [place[i] if i >= 0 else -1 for i in node.inputs]
    node.outputs = [place[i] for i in node.outputs]
    part.operators, part.inputs, part.outputs = [node], fed, node.outputs
    one.subgraphs = [part]
    if not fed:
        return None
    builder = flatbuffers.Builder(1024)
    builder.Finish(one.Pack(builder), b"TFL3")
    kinds = _names(schema.TensorType)
    shapes = ["x".join(map(str, part.tensors[i].shape)) for i in part.inputs]
    for i in node.inputs:
        if i >= 0 and i not in fed and len(part.tensors[i].shape) > 1:
            shapes.append("x".join(map(str, part.tensors[i].shape)))
    text = "%s %s %s" % (op, kinds[part.tensors[fed[0]].type].lower(), " ".join(shapes))
    return Row(text, bytes(builder.Output()))
