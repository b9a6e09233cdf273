"""Networks as lists of layers with random weights, for every runtime alike."""

import dataclasses

import numpy as np


@dataclasses.dataclass
class Layer:
    """A layer; values are numbered in the order in which they are made.

    kind        inputs and result         weights
    conv        NHWC                      [out, height, width, in], bias
    depthwise   NHWC                      [channels, height, width], bias
    dense       [..., in] to [..., out]   [out, in], bias
    mean        NHWC to [1, 1, 1, C]
    max_pool    NHWC
    add, mul    two; mul's second may be [1, 1, 1, C]
    softmax, sigmoid, swish, gelu
    reshape, transpose, matmul (attributes: order, transposed)
    normalize   over the last dimension   gamma, beta
    """

    kind: str
    inputs: list
    output: int
    weights: list
    kernel: int = 1
    stride: int = 1
    activation: str = ""  # relu, relu6
    pads: tuple = (0, 0)  # rows above and below, columns likewise
    order: tuple = ()
    transposed: bool = False


class Net:
    """Builds a network; value 0 is its input, the last its output."""

    def __init__(self, name, shape):
        self.name = name
        self.shapes = [tuple(shape)]
        self.layers = []
        self.multiply_adds = 0
        self._random = np.random.default_rng(2718)

    @property
    def output(self):
        return self.layers[-1].output

    def input_data(self):
        shape = self.shapes[0]
        return np.random.default_rng(31).uniform(-1, 1, shape).astype(np.float32)

    def bytes_moved(self, element):
        """What each layer reads and writes, weights among it, were none fused;
        elements have `element` bytes."""
        count = sum(w.size for layer in self.layers for w in layer.weights)
        for layer in self.layers:
            if layer.kind != "reshape":
                values = layer.inputs + [layer.output]
                count += sum(int(np.prod(self.shapes[v])) for v in values)
        return element * count

    def _weights(self, shape, depth, gain=1.0):
        scale = gain / np.sqrt(depth)
        return self._random.normal(0, scale, shape).astype(np.float32)

    def _add(self, kind, inputs, shape, weights=(), **attributes):
        self.shapes.append(tuple(shape))
        self.layers.append(
            Layer(kind, list(inputs), len(self.shapes) - 1, list(weights), **attributes)
        )
        return self.layers[-1].output

    @staticmethod
    def _same(size, kernel, stride):
        out = -(-size // stride)
        pads = max(0, (out - 1) * stride + kernel - size)
        if pads // 2 * 2 != pads:
            return out, (pads // 2, pads // 2 + 1)
        return out, (pads // 2, pads // 2)

    def conv(self, x, channels, kernel=1, stride=1, activation="", gain=1.2):
        _, height, width, depth = self.shapes[x]
        out, pads = self._same(height, kernel, stride)
        assert height == width
        taps = kernel * kernel * depth
        self.multiply_adds += out * out * channels * taps
        return self._add(
            "conv",
            [x],
            (1, out, out, channels),
            [
                self._weights((channels, kernel, kernel, depth), taps, gain),
                self._weights((channels,), 100),
            ],
            kernel=kernel,
            stride=stride,
            activation=activation,
            pads=pads,
        )

    def depthwise(self, x, kernel, stride=1, activation=""):
        _, height, width, channels = self.shapes[x]
        out, pads = self._same(height, kernel, stride)
        assert height == width
        self.multiply_adds += out * out * channels * kernel * kernel
        return self._add(
            "depthwise",
            [x],
            (1, out, out, channels),
            [
                self._weights((channels, kernel, kernel), kernel * kernel, 1.4),
                self._weights((channels,), 100),
            ],
            kernel=kernel,
            stride=stride,
            activation=activation,
            pads=pads,
        )

    def dense(self, x, units, gain=1.0):
        *rows, depth = self.shapes[x]
        self.multiply_adds += int(np.prod(rows)) * depth * units
        return self._add(
            "dense",
            [x],
            (*rows, units),
            [self._weights((units, depth), depth, gain), self._weights((units,), 100)],
        )

    def max_pool(self, x, kernel, stride):
        _, size, _, channels = self.shapes[x]
        out, pads = self._same(size, kernel, stride)
        return self._add(
            "max_pool",
            [x],
            (1, out, out, channels),
            kernel=kernel,
            stride=stride,
            pads=pads,
        )

    def mean(self, x):
        return self._add("mean", [x], (1, 1, 1, self.shapes[x][-1]))

    def add(self, x, y, activation=""):
        return self._add("add", [x, y], self.shapes[x], activation=activation)

    def mul(self, x, y):
        return self._add("mul", [x, y], self.shapes[x])

    def unary(self, kind, x):
        return self._add(kind, [x], self.shapes[x])

    def reshape(self, x, shape):
        return self._add("reshape", [x], shape)

    def transpose(self, x, order):
        shape = [self.shapes[x][d] for d in order]
        return self._add("transpose", [x], shape, order=tuple(order))

    def matmul(self, x, y, transposed=False):
        """[..., m, k] by [..., k, n], or by [..., n, k] where transposed."""
        columns = self.shapes[y][-2 if transposed else -1]
        shape = (*self.shapes[x][:-1], columns)
        self.multiply_adds += int(np.prod(shape)) * self.shapes[x][-1]
        return self._add("matmul", [x, y], shape, transposed=transposed)

    def normalize(self, x):
        depth = self.shapes[x][-1]
        gamma = 1 + self._weights((depth,), 100)
        return self._add(
            "normalize", [x], self.shapes[x], [gamma, self._weights((depth,), 100)]
        )


def classify(net, x):
    x = net.reshape(net.mean(x), (1, net.shapes[x][-1]))
    net.unary("softmax", net.dense(x, 1000, gain=3.0))
    return net


def mobilenet_v1():
    net = Net("mobilenet_v1", (1, 224, 224, 3))
    x = net.conv(0, 32, 3, 2, "relu6")
    for channels, stride in (
        [(64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2)]
        + [(512, 1)] * 5
        + [(1024, 2), (1024, 1)]
    ):
        x = net.depthwise(x, 3, stride, "relu6")
        x = net.conv(x, channels, activation="relu6")
    return classify(net, x)


def mobilenet_v2():
    net = Net("mobilenet_v2", (1, 224, 224, 3))
    x = net.conv(0, 32, 3, 2, "relu6")
    for expand, channels, repeat, stride in [
        (1, 16, 1, 1),
        (6, 24, 2, 2),
        (6, 32, 3, 2),
        (6, 64, 4, 2),
        (6, 96, 3, 1),
        (6, 160, 3, 2),
        (6, 320, 1, 1),
    ]:
        for k in range(repeat):
            before, depth = x, net.shapes[x][-1]
            if expand != 1:
                x = net.conv(x, depth * expand, activation="relu6")
            x = net.depthwise(x, 3, stride if k == 0 else 1, "relu6")
            x = net.conv(x, channels, gain=0.8)
            if k > 0:
                x = net.add(before, x)
    return classify(net, net.conv(x, 1280, activation="relu6"))


def resnet_50():
    net = Net("resnet_50", (1, 224, 224, 3))
    x = net.max_pool(net.conv(0, 64, 7, 2, "relu"), 3, 2)
    for width, repeat, stride in [(64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2)]:
        for k in range(repeat):
            step = stride if k == 0 else 1
            y = net.conv(x, width, activation="relu")
            y = net.conv(y, width, 3, step, "relu")
            y = net.conv(y, 4 * width, gain=0.4)
            x = net.add(x if k > 0 else net.conv(x, 4 * width, 1, step), y, "relu")
    return classify(net, x)


def efficientnet_b0():
    net = Net("efficientnet_b0", (1, 224, 224, 3))
    x = net.unary("swish", net.conv(0, 32, 3, 2))
    for expand, channels, repeat, stride, kernel in [
        (1, 16, 1, 1, 3),
        (6, 24, 2, 2, 3),
        (6, 40, 2, 2, 5),
        (6, 80, 3, 2, 3),
        (6, 112, 3, 1, 5),
        (6, 192, 4, 2, 5),
        (6, 320, 1, 1, 3),
    ]:
        for k in range(repeat):
            before, depth = x, net.shapes[x][-1]
            if expand != 1:
                x = net.unary("swish", net.conv(x, depth * expand))
            x = net.depthwise(x, kernel, stride if k == 0 else 1)
            x = net.unary("swish", x)
            s = net.unary("swish", net.conv(net.mean(x), depth // 4))
            s = net.unary("sigmoid", net.conv(s, net.shapes[x][-1]))
            x = net.conv(net.mul(x, s), channels)
            if k > 0:
                x = net.add(before, x)
    return classify(net, net.unary("swish", net.conv(x, 1280)))


def transformer_block(rows=128, depth=512, heads=8):
    """Self-attention and two dense layers, each after a normalization."""
    net = Net("transformer_block", (1, rows, depth))

    def split(x, order):
        x = net.reshape(x, (1, rows, heads, depth // heads))
        return net.transpose(x, order)

    x = net.normalize(0)
    q = split(net.dense(x, depth, gain=0.35), (0, 2, 1, 3))
    k = split(net.dense(x, depth, gain=0.35), (0, 2, 1, 3))
    v = split(net.dense(x, depth), (0, 2, 1, 3))
    scores = net.unary("softmax", net.matmul(q, k, transposed=True))
    x = net.transpose(net.matmul(scores, v), (0, 2, 1, 3))
    x = net.dense(net.reshape(x, (1, rows, depth)), depth)
    before = net.add(0, x)
    x = net.unary("gelu", net.dense(net.normalize(before), 4 * depth))
    net.add(before, net.dense(x, depth))
    return net


MODELS = {
    make.__name__: make
    for make in (
        mobilenet_v1,
        mobilenet_v2,
        resnet_50,
        efficientnet_b0,
        transformer_block,
    )
}
