"""Makes the full-size networks that compare.py measures.

  make_networks.py FOLDER [--filter=TEXT]

Keras networks with random weights, and a transformer of 4 layers of 256 channels for
128 tokens, converted to <name>_<kind>.tflite: float32; int8 (activations and
weights); dynamic (weights only). Speed does not depend on the weights. Needs
TensorFlow of PyPI, which downloads nothing for them.

Runtimes that do not read .tflite files have the same network in their own format
beside it: .onnx where tf2onnx is installed, .mnn where MNN's converter is.
"""

import argparse
import os
import shutil
import subprocess
import sys

import numpy as np
import tensorflow as tf

_SAMPLES = 8  # from which the ranges of INT8 activations are calibrated


def _application(name, side, **options):
    def make():
        network = getattr(tf.keras.applications, name)
        return network(weights=None, input_shape=(side, side, 3), **options)

    return make


def _transformer():
    """Layers of attention with 4 heads and of a perceptron of 1024 channels."""
    tokens, channels, heads = 128, 256, 4
    x = entry = tf.keras.Input((tokens, channels), batch_size=1)
    for _ in range(4):
        y = tf.keras.layers.LayerNormalization()(x)
        y = tf.keras.layers.MultiHeadAttention(heads, channels // heads)(y, y)
        x = x + y
        y = tf.keras.layers.LayerNormalization()(x)
        y = tf.keras.layers.Dense(4 * channels, activation="gelu")(y)
        x = x + tf.keras.layers.Dense(channels)(y)
    return tf.keras.Model(entry, x)


_NETWORKS = {
    "mobilenet_v1": _application("MobileNet", 224),
    "mobilenet_v2": _application("MobileNetV2", 224),
    "mobilenet_v3": _application("MobileNetV3Large", 224),
    "efficientnet_b0": _application("EfficientNetB0", 224),
    "resnet50": _application("ResNet50", 224),
    "inception_v3": _application("InceptionV3", 299),
    "transformer": _transformer,
}
_KINDS = ["float32", "int8", "dynamic"]


def convert(model, kind):
    """Returns the bytes of the model as a .tflite file of that kind."""
    shape = (1, *model.inputs[0].shape[1:])
    converter = tf.lite.TFLiteConverter.from_keras_model(model)
    if kind != "float32":
        converter.optimizations = [tf.lite.Optimize.DEFAULT]
    if kind == "int8":
        random = np.random.default_rng(0)
        samples = random.normal(size=(_SAMPLES, *shape)).astype(np.float32)
        converter.representative_dataset = lambda: ([s] for s in samples)
        converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
        converter.inference_input_type = tf.int8
        converter.inference_output_type = tf.int8
    return converter.convert()


def _write_for_others(path):
    """Converts a .tflite file for the other runtimes whose converters are here."""
    stem = path[: -len(".tflite")]
    attempts = []
    try:
        import tf2onnx  # pylint: disable=unused-import

        module = [sys.executable, "-m", "tf2onnx.convert"]
        attempts.append(module + ["--tflite", path, "--output", stem + ".onnx"])
    except ImportError:
        pass
    here = os.path.dirname(sys.executable)
    mnn = shutil.which("mnnconvert", path=here + os.pathsep + os.environ["PATH"])
    if mnn:
        arguments = ["-f", "TFLITE", "--modelFile", path, "--MNNModel", stem + ".mnn"]
        attempts.append([mnn, *arguments, "--bizCode", "compare"])
    for attempt in attempts:
        done = subprocess.run(attempt, capture_output=True, text=True)
        if done.returncode != 0:
            lines = (done.stderr or done.stdout).strip().splitlines()
            print(f"  {os.path.basename(attempt[0])}: {lines[-1] if lines else ''}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder")
    parser.add_argument("--filter", default="", help="part of the name")
    args = parser.parse_args()
    os.makedirs(args.folder, exist_ok=True)
    for name, make in _NETWORKS.items():
        model = None
        for kind in _KINDS:
            path = os.path.join(args.folder, f"{name}_{kind}.tflite")
            if args.filter not in os.path.basename(path) or os.path.exists(path):
                continue
            print(path, flush=True)
            if model is None:
                tf.keras.utils.set_random_seed(0)
                model = make()
            data = convert(model, kind)
            # Renamed when complete, so that a partial file is never used.
            with open(path + ".part", "wb") as file:
                file.write(data)
            os.rename(path + ".part", path)
            _write_for_others(path)


if __name__ == "__main__":
    main()
