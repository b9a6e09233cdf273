"""Networks in ncnn's form: a text of layers and a file of weights."""

import struct

import numpy as np

ACTIVATIONS = {"": "", "relu": " 9=1", "relu6": " 9=3 -23310=2,0.0,6.0"}
SIMPLE = {"sigmoid": "Sigmoid", "swish": "Swish", "gelu": "GELU"}


class NotInNcnn(Exception):
    """The network has a layer that is not written here."""


def _window(layer):
    """Of Convolution and its like."""
    before, after = layer.pads
    return "1=%d 3=%d 4=%d 15=%d 14=%d 16=%d" % (
        layer.kernel,
        layer.stride,
        before,
        after,
        before,
        after,
    )


def _plane(shape):
    """NHWC as ncnn's width, height, channels; [1, rows, depth] as two."""
    if len(shape) == 4:
        return "0=%d 1=%d 2=%d" % (shape[2], shape[1], shape[3])
    return " ".join("%d=%d" % (i, d) for i, d in enumerate(shape[:0:-1]))


class _Writer:
    def __init__(self, net):
        self.net = net
        self.lines = []
        self.blobs = 0
        self.data = []
        # Each use of a value is a blob of its own.
        self.uses = {v: [] for v in range(len(net.shapes))}

    def layer(self, kind, inputs, outputs, parameters=""):
        names = " ".join(inputs + outputs)
        self.lines.append(
            "%s l%d %d %d %s %s"
            % (kind, len(self.lines), len(inputs), len(outputs), names, parameters)
        )
        self.blobs += len(outputs)

    def publish(self, value):
        """Splits a value among those who use it."""
        count = sum(layer.inputs.count(value) for layer in self.net.layers)
        if count > 1:
            parts = ["v%d_%d" % (value, i) for i in range(count)]
            self.layer("Split", ["v%d" % value], parts)
            self.uses[value] = parts
        else:
            self.uses[value] = ["v%d" % value]

    def weights(self, values, tagged=False):
        if tagged:
            self.data.append(struct.pack("<I", 0))
        self.data.append(np.ascontiguousarray(values, "<f4").tobytes())

    def add(self, layer):
        inputs = [self.uses[v].pop(0) for v in layer.inputs]
        outputs = ["v%d" % layer.output]
        shape = self.net.shapes[layer.output]
        activation = ACTIVATIONS[layer.activation]
        kind = layer.kind
        if kind in ("conv", "depthwise"):
            w, bias = layer.weights
            parameters = "0=%d %s 5=1 6=%d" % (shape[3], _window(layer), w.size)
            if kind == "conv":
                w = w.transpose(0, 3, 1, 2)
            else:
                parameters += " 7=%d" % shape[3]
            name = "Convolution" if kind == "conv" else "ConvolutionDepthWise"
            self.layer(name, inputs, outputs, parameters + activation)
            self.weights(w, tagged=True)
            self.weights(bias)
        elif kind == "dense":
            w, bias = layer.weights
            self.layer(
                "InnerProduct", inputs, outputs, "0=%d 1=1 2=%d" % (len(bias), w.size)
            )
            self.weights(w, tagged=True)
            self.weights(bias)
        elif kind == "max_pool":
            self.layer(
                "Pooling",
                inputs,
                outputs,
                "0=0 5=1 1=%d 2=%d 3=%d 14=%d 13=%d 15=%d"
                % (
                    layer.kernel,
                    layer.stride,
                    layer.pads[0],
                    layer.pads[1],
                    layer.pads[0],
                    layer.pads[1],
                ),
            )
        elif kind == "mean":
            # Its result has one dimension, which products would take for another.
            middle = ["m%d" % layer.output]
            self.layer("Pooling", inputs, middle, "0=1 4=1")
            self.layer("Reshape", middle, outputs, "0=1 1=1 2=%d" % shape[3])
        elif kind in ("add", "mul"):
            self.binary(layer, inputs, outputs)
        elif kind == "softmax":
            axis = len(shape) - 2
            self.layer("Softmax", inputs, outputs, "0=%d 1=1" % axis)
        elif kind in SIMPLE:
            # GELU without its approximation.
            self.layer(SIMPLE[kind], inputs, outputs)
        elif kind == "reshape" and len(shape) == 2:
            self.layer("Reshape", inputs, outputs, "0=-1")
        else:
            raise NotInNcnn(kind)

    def binary(self, layer, inputs, outputs):
        code = {"add": 0, "mul": 2}[layer.kind]
        if layer.activation:
            middle = ["m%d" % layer.output]
            self.layer("BinaryOp", inputs, middle, "0=%d" % code)
            self.layer("ReLU", middle, outputs)
        else:
            self.layer("BinaryOp", inputs, outputs, "0=%d" % code)


def ncnn_files(net):
    """(text of layers, weights); the blobs are "v0" and "out"."""
    writer = _Writer(net)
    writer.layer("Input", [], ["v0"], _plane(net.shapes[0]))
    writer.publish(0)
    for layer in net.layers:
        writer.add(layer)
        if layer.output != net.output:
            writer.publish(layer.output)
    head = "7767517\n%d %d\n" % (len(writer.lines), writer.blobs)
    return head + "\n".join(writer.lines) + "\n", b"".join(writer.data)
