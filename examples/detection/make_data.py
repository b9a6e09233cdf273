"""Draws the images of this folder, trains its models, and writes both.

  python3 -m venv venv && venv/bin/pip install -r requirements.txt
  venv/bin/python make_data.py OUT

Detection: images of one to four circles, squares and triangles with known boxes,
and a small SSD (shapes_float.tflite, shapes_int8.tflite) that ends in
TFLite_Detection_PostProcess. Classification: scikit-learn's handwritten digits (UCI
"Optical Recognition of Handwritten Digits", CC BY 4.0), enlarged and colored, and a
small network (digits_rgb_float.tflite, digits_rgb_int8.tflite).

Writes, for each of the two, images/*.jpg, labels.txt and the truth in the formats of
the evaluation tools: shapes/ground_truth.pbtxt and shapes/instances.json;
digits/truth.txt. The same seed gives the same images.
"""

import io
import json
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np  # pylint: disable=wrong-import-position
from PIL import Image, ImageDraw
from sklearn import datasets
from sklearn import model_selection
import tensorflow as tf
from tensorflow.lite.tools import flatbuffer_utils

SEED = 7
SHAPES = ["circle", "square", "triangle"]
WIDTH, HEIGHT = 128, 96
SIDE = 64  # of the detector's input
TRAIN_SHAPES, TEST_SHAPES = 2500, 40
SHAPE_EPOCHS = 32
DIGIT_SIDE = 24  # of the classifier's input
TEST_DIGITS = 100
DIGIT_EPOCHS = 30
QUALITY = 85

layers = tf.keras.layers


def overlap(a, b):
    """Intersection over union of arrays of boxes (top, left, bottom, right)."""
    a, b = a[:, None], b[None]
    sides = np.minimum(a[..., 2:], b[..., 2:]) - np.maximum(a[..., :2], b[..., :2])
    shared = np.prod(np.maximum(sides, 0), -1)
    area = lambda x: np.prod(x[..., 2:] - x[..., :2], -1)
    return shared / (area(a) + area(b) - shared)


# Images of shapes.


def draw_shape(draw, shape, box, color):
    top, left, bottom, right = box
    if shape == 0:
        draw.ellipse((left, top, right, bottom), fill=color)
    elif shape == 1:
        draw.rectangle((left, top, right, bottom), fill=color)
    else:
        middle = (left + right) / 2
        draw.polygon([(middle, top), (right, bottom), (left, bottom)], fill=color)


def draw_shapes(random):
    """An image, and its objects: (shape, box in pixels)."""
    ground = random.integers(0, 256, 3)
    noise = random.normal(0, 8, (HEIGHT, WIDTH, 3))
    pixels = np.clip(ground + noise, 0, 255).astype(np.uint8)
    image = Image.fromarray(pixels)
    draw = ImageDraw.Draw(image)
    objects = []
    for _ in range(random.integers(1, 5)):
        size = int(random.integers(16, 52))
        left = int(random.integers(0, WIDTH - size))
        top = int(random.integers(0, HEIGHT - size))
        box = (top, left, top + size, left + size)
        boxes = np.array([o[1] for o in objects] + [box], np.float32)
        if objects and overlap(boxes[-1:], boxes[:-1]).max() > 0.05:
            continue
        color = random.integers(0, 256, 3)
        if np.abs(color - ground).max() < 60:
            color = (ground + 128) % 256
        shape = int(random.integers(0, len(SHAPES)))
        draw_shape(draw, shape, box, tuple(int(c) for c in color))
        objects.append((shape, box))
    return image, objects


def as_jpeg(image):
    data = io.BytesIO()
    image.save(data, "JPEG", quality=QUALITY)
    return data.getvalue()


def resize(pixels, height, width):
    """The evaluation tools' bilinear interpolation."""

    def axis(size, out):
        at = np.arange(out, dtype=np.float32) * np.float32(size / out)
        low = np.floor(at).astype(int)
        high = np.minimum(np.ceil(at).astype(int), size - 1)
        return low, high, at - low

    pixels = pixels.astype(np.float32)
    low, high, weight = axis(pixels.shape[0], height)
    weight = weight[:, None, None]
    rows = pixels[low] * (1 - weight) + pixels[high] * weight
    low, high, weight = axis(pixels.shape[1], width)
    weight = weight[None, :, None]
    return rows[:, low] * (1 - weight) + rows[:, high] * weight


def normalized(jpeg, side, crop=1.0):
    pixels = np.asarray(Image.open(io.BytesIO(jpeg)).convert("RGB"))
    if crop < 1:
        size = round(crop * min(pixels.shape[:2]))
        top, left = ((n - size + 1) // 2 for n in pixels.shape[:2])
        pixels = pixels[top : top + size, left : left + size]
    return (resize(pixels, side, side) - 127.5) / 127.5


# The detector.

# Feature maps: cells per side, and the sizes of their anchors.
MAPS = [(8, [0.2, 0.32]), (4, [0.42, 0.55])]
SCALES = {"y": 10.0, "x": 10.0, "h": 5.0, "w": 5.0}


def make_anchors():
    """Boxes as (y, x, h, w) of their centers; higher than wide in the input."""
    anchors = []
    for cells, sizes in MAPS:
        for y in range(cells):
            for x in range(cells):
                for size in sizes:
                    height = size * WIDTH / HEIGHT
                    anchors.append(((y + 0.5) / cells, (x + 0.5) / cells, height, size))
    return np.array(anchors, np.float32)


def corners(boxes):
    return np.concatenate(
        [boxes[:, :2] - boxes[:, 2:] / 2, boxes[:, :2] + boxes[:, 2:] / 2], 1
    )


def targets(objects, anchors):
    """Per anchor: the class (0: background) and the encoded box."""
    truth = np.array([box for _, box in objects], np.float32)
    truth /= np.array([HEIGHT, WIDTH, HEIGHT, WIDTH], np.float32)
    found = overlap(corners(anchors), truth)
    best = found.argmax(1)
    taken = found.max(1) >= 0.45
    for t in range(len(objects)):
        anchor = found[:, t].argmax()
        best[anchor], taken[anchor] = t, True
    matched = truth[best]
    size = matched[:, 2:] - matched[:, :2]
    center = matched[:, :2] + size / 2
    boxes = np.concatenate(
        [
            (center - anchors[:, :2]) / anchors[:, 2:] * SCALES["y"],
            np.log(size / anchors[:, 2:]) * SCALES["h"],
        ],
        1,
    )
    classes = np.array([shape + 1 for shape, _ in objects])[best] * taken
    return classes.astype(np.int32), boxes.astype(np.float32)


def conv(x, channels, stride):
    x = layers.Conv2D(channels, 3, stride, padding="same", use_bias=False)(x)
    x = layers.BatchNormalization()(x)
    return layers.ReLU(6.0)(x)


def build_detector(batch):
    inputs = tf.keras.Input((SIDE, SIDE, 3), batch_size=batch)
    x = conv(inputs, 12, 2)
    x = conv(x, 24, 2)
    x = conv(x, 32, 1)
    x = conv(x, 40, 2)
    features = [conv(x, 40, 1)]
    features.append(conv(conv(features[0], 48, 2), 48, 1))
    boxes, classes = [], []
    for feature, (cells, sizes) in zip(features, MAPS):
        count = cells * cells * len(sizes)
        box = layers.Conv2D(4 * len(sizes), 3, padding="same")(feature)
        boxes.append(layers.Reshape((count, 4))(box))
        names = len(SHAPES) + 1
        score = layers.Conv2D(names * len(sizes), 3, padding="same")(feature)
        classes.append(layers.Reshape((count, names))(score))
    return tf.keras.Model(
        inputs,
        [
            layers.Concatenate(1)(boxes),
            layers.Softmax()(layers.Concatenate(1)(classes)),
        ],
    )


def detector_loss(boxes, classes, true_boxes, true_classes):
    one_hot = tf.one_hot(true_classes, len(SHAPES) + 1)
    object_here = tf.cast(true_classes > 0, tf.float32)
    cross = -tf.reduce_sum(one_hot * tf.math.log(classes + 1e-7), -1)
    # As many as three anchors of the background per object, the worst ones.
    background = tf.sort(cross * (1 - object_here), direction="DESCENDING")
    count = tf.reduce_sum(object_here, 1, keepdims=True)
    rank = tf.cast(tf.range(tf.shape(cross)[1]), tf.float32)[None]
    hard = tf.reduce_sum(background * tf.cast(rank < 3 * count, tf.float32))
    error = tf.abs(boxes - true_boxes)
    smooth = tf.where(error < 1, 0.5 * error * error, error - 0.5)
    place = tf.reduce_sum(smooth, -1) * object_here
    total = tf.reduce_sum(cross * object_here) + hard + tf.reduce_sum(place)
    return total / tf.reduce_sum(object_here)


def train_detector(images, classes, boxes):
    model = build_detector(None)
    steps = SHAPE_EPOCHS * (len(images) // 32)
    rate = tf.keras.optimizers.schedules.CosineDecay(3e-3, steps)
    optimizer = tf.keras.optimizers.Adam(rate)

    @tf.function
    def step(x, c, b):
        with tf.GradientTape() as tape:
            found_boxes, found_classes = model(x, training=True)
            loss = detector_loss(found_boxes, found_classes, b, c)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return loss

    data = tf.data.Dataset.from_tensor_slices((images, classes, boxes))
    data = data.shuffle(len(images), seed=SEED).batch(32, drop_remainder=True)
    for epoch in range(SHAPE_EPOCHS):
        loss = np.mean([step(*batch) for batch in data])
        print("epoch", epoch, "loss", loss, flush=True)
    shipped = build_detector(1)
    shipped.set_weights(model.get_weights())
    return shipped


def with_postprocess(model, anchors):
    """The detector as a function that ends in TFLite_Detection_PostProcess."""
    options = {
        "max_detections": "i: 10",
        "max_classes_per_detection": "i: 1",
        "use_regular_nms": "b: false",
        "nms_score_threshold": "f: 0.05",
        "nms_iou_threshold": "f: 0.5",
        "num_classes": "i: %d" % len(SHAPES),
    }
    options.update({k + "_scale": "f: %f" % v for k, v in SCALES.items()})
    signature = 'name: "TFLite_Detection_PostProcess" ' + " ".join(
        'attr { key: "%s" value { %s } }' % item for item in options.items()
    )

    # The converter replaces the function by the operator; it never runs.
    @tf.function(experimental_implements=signature)
    def postprocess(boxes, classes, anchors):  # pylint: disable=unused-argument
        return (
            tf.zeros((1, 10, 4), name="boxes"),
            tf.zeros((1, 10), name="classes"),
            tf.zeros((1, 10), name="scores"),
            tf.zeros((1,), name="count"),
        )

    # Constants: the quantizer cannot run models with variables.
    weights = [v.numpy() for v in model.trainable_variables]
    others = [v.numpy() for v in model.non_trainable_variables]

    @tf.function(input_signature=[tf.TensorSpec((1, SIDE, SIDE, 3), tf.float32)])
    def detect(image):
        found, _ = model.stateless_call(weights, others, image, training=False)
        boxes, classes = found
        boxes, classes, scores, count = postprocess(boxes, classes, anchors)
        return boxes, classes, scores, count

    return detect.get_concrete_function()


def convert(converter, calibration):
    converter.allow_custom_ops = True
    if calibration is not None:
        converter.optimizations = [tf.lite.Optimize.DEFAULT]
        converter.representative_dataset = lambda: (
            [image[np.newaxis].astype(np.float32)] for image in calibration
        )
        converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
        converter.inference_input_type = tf.int8
    return converter.convert()


def in_order(model):
    """The same model, with the outputs of its last operator in their order."""
    model = flatbuffer_utils.convert_bytearray_to_object(bytearray(model))
    graph = model.subgraphs[0]
    graph.outputs = graph.operators[-1].outputs
    return flatbuffer_utils.convert_object_to_bytearray(model)


def make_detection(out):
    random = np.random.default_rng(SEED)
    anchors = make_anchors()
    drawn = [draw_shapes(random) for _ in range(TEST_SHAPES + TRAIN_SHAPES)]
    write_shapes(os.path.join(out, "shapes"), drawn[:TEST_SHAPES])
    drawn = drawn[TEST_SHAPES:]
    images = np.stack([normalized(as_jpeg(i), SIDE) for i, _ in drawn])
    images = images.astype(np.float32)
    truth = [targets(objects, anchors) for _, objects in drawn]
    classes, boxes = (np.stack(part) for part in zip(*truth))
    model = train_detector(images, classes, boxes)
    function = with_postprocess(model, anchors)
    for name, calibration in [("float", None), ("int8", images[:200])]:
        converter = tf.lite.TFLiteConverter.from_concrete_functions([function], model)
        data = in_order(convert(converter, calibration))
        write(out, "shapes_%s.tflite" % name, data)


def write(folder, name, data):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)
    print(name, len(data), "bytes")


def write_lines(folder, name, lines):
    write(folder, name, "".join(line + "\n" for line in lines).encode())


def write_shapes(folder, drawn):
    text, images, annotations = [], [], []
    for i, (image, objects) in enumerate(drawn):
        name = "shapes_%02d.jpg" % i
        write(os.path.join(folder, "images"), name, as_jpeg(image))
        images.append(
            {"id": i + 1, "file_name": name, "width": WIDTH, "height": HEIGHT}
        )
        text.append("detection_results {")
        text.append('  image_name: "%s"\n  image_id: %d' % (name, i + 1))
        for shape, (top, left, bottom, right) in objects:
            edges = "top", top / HEIGHT, "bottom", bottom / HEIGHT
            edges += "left", left / WIDTH, "right", right / WIDTH
            text.append(
                "  objects {\n    class_id: %d\n    bounding_box {\n" % (shape + 1)
                + "".join(
                    "      normalized_%s: %.9g\n" % edges[k : k + 2]
                    for k in range(0, 8, 2)
                )
                + "    }\n  }"
            )
            width, height = right - left, bottom - top
            annotations.append(
                {
                    "id": len(annotations) + 1,
                    "image_id": i + 1,
                    "category_id": shape + 1,
                    "bbox": [left, top, width, height],
                    "area": width * height,
                    "iscrowd": 0,
                }
            )
        text.append("}")
    write_lines(folder, "ground_truth.pbtxt", text)
    write_lines(folder, "labels.txt", ["background"] + SHAPES)
    categories = [{"id": i + 1, "name": name} for i, name in enumerate(SHAPES)]
    instances = {
        "images": images,
        "annotations": annotations,
        "categories": categories,
    }
    write_lines(folder, "instances.json", [json.dumps(instances)])


# The classifier.


def draw_digit(pixels, random):
    """A digit of 8x8 pixels as a color image of 40x40."""
    ink = Image.fromarray((pixels * 255 / 16).astype(np.uint8))
    ink = np.asarray(ink.resize((32, 32), Image.BICUBIC), np.float32) / 255
    ink = np.pad(ink, 4)[..., None]
    dark, light = random.integers(0, 100, 3), random.integers(156, 256, 3)
    return Image.fromarray((dark * (1 - ink) + light * ink).astype(np.uint8))


def build_classifier(batch):
    inputs = tf.keras.Input((DIGIT_SIDE, DIGIT_SIDE, 3), batch_size=batch)
    x = conv(inputs, 12, 2)
    x = conv(x, 24, 2)
    x = conv(x, 32, 2)
    x = layers.Flatten()(x)
    return tf.keras.Model(inputs, layers.Dense(10, activation="softmax")(x))


def make_classification(out):
    random = np.random.default_rng(SEED)
    tf.keras.utils.set_random_seed(SEED)
    digits = datasets.load_digits()
    x_train, x_test, y_train, y_test = model_selection.train_test_split(
        digits.images,
        digits.target,
        test_size=0.2,
        random_state=SEED,
        stratify=digits.target,
    )
    folder = os.path.join(out, "digits")
    for i, pixels in enumerate(x_test[:TEST_DIGITS]):
        name = "digit_%03d.jpg" % i
        jpeg = as_jpeg(draw_digit(pixels, random))
        write(os.path.join(folder, "images"), name, jpeg)
    names = "zero one two three four five six seven eight nine".split()
    write_lines(folder, "labels.txt", names)
    write_lines(folder, "truth.txt", [names[y] for y in y_test[:TEST_DIGITS]])
    images = np.stack(
        [normalized(as_jpeg(draw_digit(p, random)), DIGIT_SIDE, 0.875) for p in x_train]
    ).astype(np.float32)
    trained = build_classifier(None)
    trained.compile(optimizer="adam", loss="sparse_categorical_crossentropy")
    trained.fit(images, y_train, batch_size=32, epochs=DIGIT_EPOCHS, verbose=0)
    model = build_classifier(1)
    model.set_weights(trained.get_weights())
    for name, calibration in [("float", None), ("int8", images[:200])]:
        converter = tf.lite.TFLiteConverter.from_keras_model(model)
        write(out, "digits_rgb_%s.tflite" % name, convert(converter, calibration))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    tf.keras.utils.set_random_seed(SEED)
    make_classification(sys.argv[1])
    make_detection(sys.argv[1])


if __name__ == "__main__":
    main()
