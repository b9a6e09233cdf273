"""Networks as expressions of tinygrad; images are NCHW."""


def _activate(layer, x):
    if layer.activation == "relu6":
        return x.clip(0, 6)
    return x.relu() if layer.activation else x


def _window(layer):
    return dict(stride=layer.stride, padding=[*layer.pads, *layer.pads])


def _normalize(x, gamma, beta):
    return x.layernorm(eps=1e-5) * gamma + beta


_SIMPLE = {
    "softmax": lambda x: x.softmax(),
    "sigmoid": lambda x: x.sigmoid(),
    "swish": lambda x: x.silu(),
    "gelu": lambda x: 0.5 * x * (1 + (x * 0.5**0.5).erf()),
    "mean": lambda x: x.mean((2, 3), keepdim=True),
}


def evaluate(net, weights, x):
    """The output for an input; `weights` by layer, those of images OIHW."""
    values = [x] + [None] * (len(net.shapes) - 1)
    for layer, w in zip(net.layers, weights):
        inputs = [values[v] for v in layer.inputs]
        kind, shape = layer.kind, net.shapes[layer.output]
        if kind in ("conv", "depthwise"):
            groups = shape[3] if kind == "depthwise" else 1
            y = inputs[0].conv2d(w[0], w[1], groups=groups, **_window(layer))
        elif kind == "dense":
            y = inputs[0].linear(w[0].transpose(), w[1])
        elif kind == "max_pool":
            y = inputs[0].max_pool2d(layer.kernel, **_window(layer))
        elif kind == "normalize":
            y = _normalize(inputs[0], *w)
        elif kind == "add":
            y = inputs[0] + inputs[1]
        elif kind == "mul":
            y = inputs[0] * inputs[1]
        elif kind == "matmul":
            second = inputs[1].transpose(-1, -2) if layer.transposed else inputs[1]
            y = inputs[0] @ second
        elif kind == "reshape":
            y = inputs[0].reshape(shape)
        elif kind == "transpose":
            y = inputs[0].permute(layer.order)
        else:
            y = _SIMPLE[kind](inputs[0])
        values[layer.output] = _activate(layer, y)
    return values[net.output]
