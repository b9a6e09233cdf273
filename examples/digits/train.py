"""Trains the demo's network and writes the files that the demo ships with.

  python3 -m venv venv && venv/bin/pip install -r requirements.txt
  venv/bin/python train.py OUT

The data are scikit-learn's handwritten digits: 1,797 images of 8x8 pixels with
values 0 to 16 (UCI "Optical Recognition of Handwritten Digits", CC BY 4.0). A
fifth is held out for testing; the demo classifies that part.

Writes digits_float.tflite, digits_int8.tflite (weights per channel, INT8 input and
output), test_images.bin (one byte per pixel, 64 bytes per image) and
test_labels.bin (one byte per image).
"""

import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np  # pylint: disable=wrong-import-position
from sklearn import datasets
from sklearn import model_selection
import tensorflow as tf

SEED = 7
EPOCHS = 60


def load():
    digits = datasets.load_digits()
    images = (digits.images / 16.0).astype(np.float32)[..., np.newaxis]
    return model_selection.train_test_split(
        images, digits.target, test_size=0.2, random_state=SEED, stratify=digits.target
    )


def build(batch):
    layers = tf.keras.layers
    relu6 = lambda: layers.ReLU(6.0)
    inputs = tf.keras.Input((8, 8, 1), batch_size=batch)
    x = layers.Conv2D(16, 3, padding="same")(inputs)
    x = relu6()(x)
    x = layers.DepthwiseConv2D(3, padding="same")(x)
    x = relu6()(x)
    y = layers.Conv2D(16, 1)(x)
    x = layers.Add()([x, y])
    x = layers.MaxPool2D(2)(x)
    x = layers.Conv2D(32, 3, padding="same")(x)
    x = relu6()(x)
    x = layers.Flatten()(x)
    x = layers.Dense(32, activation="relu")(x)
    outputs = layers.Dense(10, activation="softmax")(x)
    return tf.keras.Model(inputs, outputs)


def train(x, y):
    tf.keras.utils.set_random_seed(SEED)
    trained = build(None)
    trained.compile(optimizer="adam", loss="sparse_categorical_crossentropy")
    trained.fit(x, y, batch_size=32, epochs=EPOCHS, verbose=0)
    # The shipped network takes one image at a time.
    model = build(1)
    model.set_weights(trained.get_weights())
    return model


def convert(model, calibration=None):
    converter = tf.lite.TFLiteConverter.from_keras_model(model)
    if calibration is not None:
        converter.optimizations = [tf.lite.Optimize.DEFAULT]
        converter.representative_dataset = lambda: (
            [image[np.newaxis]] for image in calibration
        )
        converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
        converter.inference_input_type = tf.int8
        converter.inference_output_type = tf.int8
    return converter.convert()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    out = sys.argv[1]
    x_train, x_test, y_train, y_test = load()
    model = train(x_train, y_train)
    files = {
        "digits_float.tflite": convert(model),
        "digits_int8.tflite": convert(model, x_train[:200]),
        "test_images.bin": np.rint(x_test * 16).astype(np.uint8).tobytes(),
        "test_labels.bin": y_test.astype(np.uint8).tobytes(),
    }
    for name, data in files.items():
        with open(os.path.join(out, name), "wb") as f:
            f.write(data)
        print(name, len(data), "bytes")
    predicted = np.concatenate([model(i[np.newaxis]).numpy() for i in x_test])
    print("accuracy on", len(y_test), "images:", np.mean(predicted.argmax(1) == y_test))


if __name__ == "__main__":
    main()
