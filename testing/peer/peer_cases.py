"""Random models of quantized operators and their inputs."""

import numpy as np
from one_operator import Tensor, build

BYTES = ("int8", "uint8")
INTEGERS = ("int8", "uint8", "int16")


class Draw:
    """Random parts of a case."""

    def __init__(self, seed):
        self.r = np.random.default_rng(seed)

    def pick(self, *values):
        return values[self.r.integers(len(values))]

    def extent(self, low, high):
        return int(self.r.integers(low, high + 1))

    def shape(self, rank, low=1, high=6):
        return tuple(self.extent(low, high) for _ in range(rank))

    def scale(self, low=0.002, high=0.2):
        return float(np.float32(np.exp(self.r.uniform(np.log(low), np.log(high)))))

    def values(self, dtype, shape):
        dtype = np.dtype(dtype)
        if dtype.kind == "f":
            return self.r.uniform(-2, 2, shape).astype(dtype)
        info = np.iinfo(dtype)
        return self.r.integers(info.min, info.max + 1, shape).astype(dtype)

    def tensor(self, dtype, shape, scale=None, zero_point=None, constant=False):
        """A quantized tensor; INT16 is symmetric."""
        info = np.iinfo(dtype)
        if scale is None:
            scale = self.scale() / (1 if info.bits == 8 else 100)
        if zero_point is None:
            zero_point = (
                0 if info.bits > 8 else int(self.r.integers(info.min, info.max + 1))
            )
        data = self.values(dtype, shape) if constant else None
        return Tensor(dtype, shape, scale, zero_point, data=data)

    def like(self, tensor, shape=None):
        return Tensor(
            tensor.dtype,
            tensor.shape if shape is None else shape,
            tensor.scale,
            tensor.zero_point,
        )


class Case:
    """A model and its inputs."""

    def __init__(self, draw, op, inputs, outputs, options=None, version=1, feeds=None):
        self.text = "%s %s -> %s %s" % (
            op,
            [t and (t.dtype.name, t.shape, t.scale, t.zero_point) for t in inputs],
            [(t.dtype.name, t.scale, t.zero_point) for t in outputs],
            options or "",
        )
        self.model = build(op, inputs, outputs, options, version)
        fed = [t for t in inputs if t is not None and t.data is None]
        self.inputs = feeds or [draw.values(t.dtype, t.shape) for t in fed]


def _every_code(dtype):
    info = np.iinfo(dtype)
    return np.arange(info.min, info.max + 1).astype(dtype)


def unary(op, options=None, fixed_output=None, positive=False):
    """Inputs with each code of the type once; `positive`: only codes of
    positive numbers."""

    def make(draw, dtype):
        codes = _every_code(dtype)
        x = draw.tensor(dtype, codes.shape, draw.scale())
        if np.dtype(dtype).itemsize == 2:
            x.scale /= 256
        y = draw.tensor(dtype, codes.shape)
        fixed = fixed_output and fixed_output(dtype, x)
        if fixed:
            y.scale, y.zero_point = fixed
        if positive:
            codes = codes[codes > x.zero_point]
            x.shape = y.shape = codes.shape
        chosen = options(draw) if options else {}
        return Case(draw, op, [x], [y], chosen, feeds=[codes])

    return make


def _probabilities(dtype, _):
    return {
        "int8": (1 / 256, -128),
        "uint8": (1 / 256, 0),
        "int16": (1 / 32768, 0),
    }[np.dtype(dtype).name]


def _signed_ones(dtype, _):
    return {
        "int8": (1 / 128, 0),
        "uint8": (1 / 128, 128),
        "int16": (1 / 32768, 0),
    }[np.dtype(dtype).name]


def binary(op, options=None, comparison=False):
    def make(draw, dtype):
        shape = draw.shape(draw.pick(1, 2, 3, 4))
        other = tuple(draw.pick(n, 1) for n in shape) if draw.pick(0, 1) else shape
        a, b = draw.tensor(dtype, shape), draw.tensor(dtype, other)
        if comparison:
            y = Tensor("bool", shape)
        else:
            y = draw.tensor(dtype, shape)
        if op in ("MAXIMUM", "MINIMUM"):
            b.scale, b.zero_point = y.scale, y.zero_point = a.scale, a.zero_point
        return Case(draw, op, [a, b], [y], options(draw) if options else {}, version=2)

    return make


def prelu(draw, dtype):
    shape = draw.shape(4)
    x = draw.tensor(dtype, shape)
    alpha = draw.tensor(dtype, (1, 1, shape[3]), constant=True)
    return Case(draw, "PRELU", [x, alpha], [draw.tensor(dtype, shape)])


def reduce(op):
    def make(draw, dtype):
        shape = draw.shape(draw.pick(2, 3, 4))
        axes = sorted(
            draw.r.choice(len(shape), draw.extent(0, len(shape)), replace=False)
        )
        keep = bool(draw.pick(0, 1))
        out = [
            1 if i in axes else n for i, n in enumerate(shape) if keep or i not in axes
        ]
        x = draw.tensor(dtype, shape)
        y = (
            draw.like(x, out)
            if op in ("REDUCE_MAX", "REDUCE_MIN")
            else draw.tensor(dtype, out)
        )
        index = Tensor("int32", [len(axes)], data=np.array(axes, np.int32))
        return Case(draw, op, [x, index], [y], {"keepDims": keep}, version=2)

    return make


def resize(op):
    def make(draw, dtype):
        shape = draw.shape(4)
        size = [draw.extent(1, 12), draw.extent(1, 12)]
        x = draw.tensor(dtype, shape)
        y = draw.like(x, (shape[0], *size, shape[3]))
        corners, half = draw.pick((False, False), (True, False), (False, True))
        n = Tensor("int32", [2], data=np.array(size, np.int32))
        options = {"alignCorners": corners, "halfPixelCenters": half}
        return Case(draw, op, [x, n], [y], options, version=3)

    return make


def _activation(draw):
    return draw.pick(0, 0, 1, 3)  # NONE, RELU, RELU6


def _bias(draw, x_scale, w_scale, units, dtype):
    scales = np.atleast_1d(np.float32(x_scale) * np.array(w_scale, np.float32))
    data = draw.r.integers(-3000, 3000, units)
    return Tensor(dtype, [units], list(map(float, scales)), 0, 0, data)


def _weights(draw, x, shape, axis, per_channel):
    """Returns 8-bit weights, symmetric unless UINT8."""
    if x.dtype == np.uint8:
        return draw.tensor("uint8", shape, constant=True)
    count = shape[axis] if per_channel else 1
    scales = [draw.scale() for _ in range(count)]
    data = draw.r.integers(-127, 128, shape).astype(np.int8)
    return Tensor("int8", shape, scales, 0, axis if per_channel else 0, data)


def _weighted(op, draw, dtype, x, w, y_shape, channels, options, version):
    bias_type = "int64" if dtype == "int16" else "int32"
    # A scale that uses the output's range.
    count = np.prod(w.shape) / channels
    mean_scale = float(np.mean(w.scale))
    spread = x.scale * mean_scale * np.sqrt(count) * 75
    spread *= 75 if np.dtype(dtype).itemsize == 1 else 20000
    y_scale = spread * draw.scale(0.5, 2) / np.iinfo(dtype).max
    y = draw.tensor(dtype, y_shape, y_scale)
    bias = _bias(draw, x.scale, w.scale, channels, bias_type)
    return Case(draw, op, [x, w, bias], [y], options, version)


def fully_connected(draw, dtype):
    rows, depth, units = draw.extent(1, 5), draw.extent(1, 40), draw.extent(1, 12)
    x = draw.tensor(dtype, (rows, depth))
    w = _weights(draw, x, (units, depth), 0, draw.pick(False, True))
    options = {"fusedActivationFunction": _activation(draw)}
    return _weighted(
        "FULLY_CONNECTED", draw, dtype, x, w, (rows, units), units, options, 4
    )


def fully_connected_ties(draw, dtype):
    """Sums rescaled by 1/16 to 1/300, of which many are ties."""
    rows, depth, units = draw.pick(1, 17, 64), draw.extent(1, 200), 40
    x = draw.tensor(dtype, (rows, depth), 0.05)
    w = _weights(draw, x, (units, depth), 0, draw.pick(False, True))
    y_scale = x.scale * float(np.mean(w.scale)) * draw.scale(16, 300)
    y = draw.tensor(dtype, (rows, units), y_scale)
    bias = _bias(draw, x.scale, w.scale, units, "int32")
    case = Case(draw, "FULLY_CONNECTED", [x, w, bias], [y], {}, version=4)
    # Near the middle of their range, for sums within the output's.
    middle = x.zero_point + draw.r.normal(0, 8, x.shape)
    info = np.iinfo(dtype)
    case.inputs = [np.clip(middle, info.min, info.max).astype(dtype)]
    return case


def conv_2d(draw, dtype):
    batch, height, width, depth = draw.shape(4, 1, 8)
    units, kernel = draw.extent(1, 9), draw.shape(2, 1, 3)
    stride = draw.pick(1, 2)
    x = draw.tensor(dtype, (batch, height, width, depth))
    w = _weights(draw, x, (units, *kernel, depth), 0, draw.pick(False, True))
    y = (batch, -(-height // stride), -(-width // stride), units)
    options = {
        "fusedActivationFunction": _activation(draw),
        "strideH": stride,
        "strideW": stride,
        "dilationHFactor": 1,
        "dilationWFactor": 1,
    }
    return _weighted("CONV_2D", draw, dtype, x, w, y, units, options, 3)


def depthwise(draw, dtype):
    batch, height, width, depth = draw.shape(4, 1, 8)
    times, kernel = draw.pick(1, 1, 2), draw.shape(2, 1, 3)
    dilation = draw.pick(1, 1, 2)
    x = draw.tensor(dtype, (batch, height, width, depth))
    w = _weights(draw, x, (1, *kernel, depth * times), 3, draw.pick(False, True))
    y = (batch, height, width, depth * times)
    options = {
        "fusedActivationFunction": _activation(draw),
        "strideH": 1,
        "strideW": 1,
        "depthMultiplier": times,
        "dilationHFactor": dilation,
        "dilationWFactor": dilation,
    }
    return _weighted(
        "DEPTHWISE_CONV_2D", draw, dtype, x, w, y, depth * times, options, 3
    )


def transpose_conv(draw, dtype):
    batch, height, width, depth = draw.shape(4, 1, 6)
    units, kernel, stride = draw.extent(1, 6), draw.shape(2, 2, 3), draw.pick(1, 2)
    x = draw.tensor(dtype, (batch, height, width, depth))
    w = _weights(draw, x, (units, *kernel, depth), 0, draw.pick(False, True))
    y_shape = (batch, height * stride, width * stride, units)
    size = Tensor("int32", [4], data=np.array(y_shape, np.int32))
    options = {"strideH": stride, "strideW": stride}
    y_scale = x.scale * float(np.mean(w.scale)) * 75 * 8
    y = draw.tensor(dtype, y_shape, y_scale)
    inputs = [size, w, x]
    if draw.pick(0, 1):
        bias_type = "int64" if dtype == "int16" else "int32"
        inputs.append(_bias(draw, x.scale, w.scale, units, bias_type))
    return Case(draw, "TRANSPOSE_CONV", inputs, [y], options, 3)


def lstm(draw, dtype):
    """The basic kernel, whose units are fixed."""
    batch, inputs, cells = draw.extent(1, 4), draw.extent(1, 40), draw.extent(1, 20)
    data = (1 / 128, 128)
    x, h = (Tensor(dtype, (batch, n), *data) for n in (inputs, cells))
    w_scale = draw.scale(0.001, 0.02)
    w = draw.tensor(dtype, (4 * cells, inputs + cells), w_scale, constant=True)
    bias = _bias(draw, x.scale, w_scale, 4 * cells, "int32")
    state = Tensor("int16", (batch, cells), 1 / 2048)
    outputs = [
        Tensor(dtype, (batch, cells), *data),
        Tensor("int16", (batch, cells), 1 / 2048),
        Tensor(dtype, (batch, inputs + cells), *data),
        Tensor("int16", (batch, 4 * cells), 1 / 4096),
    ]
    options = {"fusedActivationFunction": 4, "kernelType": 1}  # TANH, basic
    return Case(draw, "LSTM", [x, h, w, bias, state], outputs, options, version=2)


def batch_matmul(draw, dtype):
    batch, rows, depth, columns = draw.shape(4, 1, 9)
    adj_x, adj_y = bool(draw.pick(0, 1)), bool(draw.pick(0, 1))
    broadcast = draw.pick(0, 1)
    x = draw.tensor(dtype, (batch, depth, rows) if adj_x else (batch, rows, depth))
    y = draw.tensor(
        dtype,
        (1 if broadcast else batch,)
        + ((columns, depth) if adj_y else (depth, columns)),
    )
    wide = np.iinfo(dtype).max
    out_scale = x.scale * y.scale * np.sqrt(depth) * wide / 3
    z = draw.tensor(dtype, (batch, rows, columns), out_scale)
    return Case(
        draw, "BATCH_MATMUL", [x, y], [z], {"adjX": adj_x, "adjY": adj_y}, version=4
    )


def pool(op):
    def make(draw, dtype):
        batch, height, width, depth = draw.shape(4, 3, 9)
        kernel, stride = draw.shape(2, 1, 3), draw.pick(1, 2)
        x = draw.tensor(dtype, (batch, height, width, depth))
        y = draw.like(x, (batch, -(-height // stride), -(-width // stride), depth))
        options = {
            "filterHeight": kernel[0],
            "filterWidth": kernel[1],
            "strideH": stride,
            "strideW": stride,
            "fusedActivationFunction": _activation(draw),
        }
        return Case(draw, op, [x], [y], options, version=3 if dtype == "int16" else 2)

    return make


def softmax(draw, dtype):
    shape = draw.shape(draw.pick(2, 3, 4), 1, 20)
    x = draw.tensor(dtype, shape)
    y = Tensor(dtype, shape, *_probabilities(dtype, x))
    return Case(draw, "SOFTMAX", [x], [y], {"beta": draw.pick(1.0, 0.5, 2.0)}, 2)


def log_softmax(draw, dtype):
    shape = draw.shape(2, 1, 20)
    x = draw.tensor(dtype, shape)
    y = Tensor(dtype, shape, 16 / 256, 127 if dtype == "int8" else 255)
    return Case(draw, "LOG_SOFTMAX", [x], [y], {}, 2)


def l2_normalization(draw, dtype):
    shape = draw.shape(4, 1, 9)
    x = draw.tensor(dtype, shape)
    y = Tensor(dtype, shape, *_signed_ones(dtype, x))
    return Case(draw, "L2_NORMALIZATION", [x], [y], {}, 2)


def concatenation(draw, dtype):
    shape = draw.shape(4)
    xs = [draw.tensor(dtype, shape) for _ in range(draw.extent(2, 4))]
    y = draw.tensor(dtype, (*shape[:3], shape[3] * len(xs)))
    if dtype != "uint8":
        for x in xs:
            x.scale, x.zero_point = y.scale, y.zero_point
    return Case(draw, "CONCATENATION", xs, [y], {"axis": 3}, 2)


def requantize(draw, dtype):
    codes = _every_code(dtype)
    y = draw.tensor("int8" if dtype == "int16" else draw.pick(*INTEGERS), codes.shape)
    return Case(
        draw, "QUANTIZE", [draw.tensor(dtype, codes.shape)], [y], {}, 3, [codes]
    )


def quantize(draw, dtype):
    shape = (500,)
    y = draw.tensor(dtype, shape)
    return Case(draw, "QUANTIZE", [Tensor("float32", shape)], [y], {}, 3)


def dequantize(draw, dtype):
    codes = _every_code(dtype)
    x = draw.tensor(dtype, codes.shape)
    y = Tensor("float32", codes.shape)
    return Case(draw, "DEQUANTIZE", [x], [y], {}, 3, [codes])


def _gelu(draw):
    return {"approximate": bool(draw.pick(0, 1))}


def _alpha(draw):
    return {"alpha": float(draw.pick(0.01, 0.1, 0.25, 0.9))}


def _fused(draw):
    return {"fusedActivationFunction": _activation(draw)}


# Family: (types, function that creates a case).
FAMILIES = {
    **{op: (INTEGERS, unary(op)) for op in ("RELU", "RELU6")},
    **{op: (("int8", "int16"), unary(op)) for op in ("ABS", "EXP")},
    "LOG": (("int8",), unary("LOG", positive=True)),
    "RSQRT": (("int8",), unary("RSQRT", positive=True)),
    **{op: (BYTES, unary(op)) for op in ("RELU_0_TO_1", "RELU_N1_TO_1")},
    "HARD_SWISH": (BYTES, unary("HARD_SWISH")),
    "GELU": (BYTES, unary("GELU", _gelu)),
    "LEAKY_RELU": (INTEGERS, unary("LEAKY_RELU", _alpha)),
    "LOGISTIC": (BYTES, unary("LOGISTIC", None, _probabilities)),
    "TANH": (BYTES, unary("TANH", None, _signed_ones)),
    "PRELU": (BYTES, prelu),
    **{op: (INTEGERS, binary(op, _fused)) for op in ("ADD", "SUB", "MUL")},
    "SQUARED_DIFFERENCE": (("int8",), binary("SQUARED_DIFFERENCE")),
    **{op: (BYTES, binary(op)) for op in ("MAXIMUM", "MINIMUM")},
    **{
        op: (BYTES, binary(op, comparison=True))
        for op in (
            "EQUAL",
            "NOT_EQUAL",
            "LESS",
            "LESS_EQUAL",
            "GREATER",
            "GREATER_EQUAL",
        )
    },
    **{
        op: (INTEGERS, reduce(op)) for op in ("SUM", "MEAN", "REDUCE_MAX", "REDUCE_MIN")
    },
    "RESIZE_BILINEAR": (INTEGERS, resize("RESIZE_BILINEAR")),
    "RESIZE_NEAREST_NEIGHBOR": (INTEGERS, resize("RESIZE_NEAREST_NEIGHBOR")),
    "FULLY_CONNECTED": (INTEGERS, fully_connected),
    "FULLY_CONNECTED_TIES": (BYTES, fully_connected_ties),
    "CONV_2D": (INTEGERS, conv_2d),
    "DEPTHWISE_CONV_2D": (INTEGERS, depthwise),
    "TRANSPOSE_CONV": (INTEGERS, transpose_conv),
    "LSTM": (("uint8",), lstm),
    "BATCH_MATMUL": (("int8", "int16"), batch_matmul),
    "AVERAGE_POOL_2D": (INTEGERS, pool("AVERAGE_POOL_2D")),
    "MAX_POOL_2D": (INTEGERS, pool("MAX_POOL_2D")),
    "SOFTMAX": (INTEGERS, softmax),
    "LOG_SOFTMAX": (BYTES, log_softmax),
    "L2_NORMALIZATION": (BYTES, l2_normalization),
    "CONCATENATION": (INTEGERS, concatenation),
    "REQUANTIZE": (INTEGERS, requantize),
    "QUANTIZE": (INTEGERS, quantize),
    "DEQUANTIZE": (INTEGERS, dequantize),
}


def cases(family, dtype, count):
    make = FAMILIES[family][1]
    for k in range(count):
        seed = [ord(c) for c in family + dtype] + [k]
        yield make(Draw(seed), dtype)
