"""Compares average precision with an implementation in numpy that was written
from its definition."""

import unittest

import numpy as np

import random_boxes

THRESHOLDS = [np.float32(0.5) + np.float32(i) * np.float32(0.05) for i in range(10)]


def iou(a, b):
    a, b = a.astype(float), b.astype(float)
    sides = np.maximum(np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2]), 0)
    areas = [np.prod(np.maximum(x[2:] - x[:2], 0)) for x in (a, b)]
    union = sum(areas) - np.prod(sides)
    return np.prod(sides) / union if union > 0 else 0.0


def average_precision(images, label, threshold):
    """None if the class does not occur."""
    truths = [[b for c, b in t if c == label] for _, t in images]
    count = sum(len(t) for t in truths)
    found = [
        (score, image, box)
        for image, (predictions, _) in enumerate(images)
        for c, score, box in predictions
        if c == label
    ]
    if not count:
        return 0.0 if found else None
    order = np.argsort([-float(score) for score, _, _ in found], kind="stable")
    right = []
    for i in order:
        _, image, box = found[i]
        overlaps = [iou(box, b) for b in truths[image]]
        best = int(np.argmax(overlaps)) if overlaps else -1
        right.append(best >= 0 and overlaps[best] >= threshold)
        if right[-1]:
            del truths[image][best]
    correct = np.cumsum(right)
    precision = correct / np.arange(1, len(right) + 1)
    at_levels = [
        max([p for p, c in zip(precision, correct) if c * 100 >= level * count] or [0])
        for level in range(101)
    ]
    return float(np.mean(at_levels))


def tflite_metrics(images):
    labels = {c for p, t in images for c, *_ in p + t}
    table = [
        [average_precision(images, label, t) for label in sorted(labels)]
        for t in THRESHOLDS
    ]
    return [np.mean(table)] + [np.mean(row) for row in table]


def as_lines(images):
    lines = []
    for predictions, truths in images:
        lines.append("image")
        number = lambda values: " ".join("%.9g" % v for v in values)
        lines += ["p %d %s" % (c, number([s, *b])) for c, s, b in predictions]
        lines += ["t %d %s" % (c, number(b)) for c, b in truths]
    return lines


class MetricsTest(unittest.TestCase):
    def test_equals_numpy(self):
        for seed in range(12):
            random = np.random.default_rng(seed)
            images = random_boxes.random_images(random, 25, 3, ties=seed % 2 == 1)
            found = random_boxes.run("tflite", as_lines(images))
            expected = tflite_metrics(images)
            np.testing.assert_allclose(
                [float(x) for x in found], expected, rtol=0, atol=1e-12
            )
            self.assertGreater(expected[0], 0.05)

    def test_no_objects(self):
        self.assertEqual(float(random_boxes.run("tflite", ["image"])[0]), 0)

    # One class found perfectly, another one only predicted: the latter counts.
    ONE_OF_TWO = [
        "image",
        "p 1 0.9 0.1 0.1 0.5 0.5",
        "p 2 0.8 0.1 0.1 0.5 0.5",
        "t 1 0.1 0.1 0.5 0.5",
    ]

    def test_predicted_classes_count(self):
        self.assertEqual(float(random_boxes.run("tflite", self.ONE_OF_TWO)[0]), 0.5)
        lines = [
            "image 1",
            "p 1 0.9 10 10 40 40",
            "p 2 0.8 10 10 40 40",
            "t 1 1 10 10 40 40 1600 0",
        ]
        self.assertAlmostEqual(
            float(random_boxes.run("coco", lines)[0]), 1, delta=1e-12
        )

    def test_a_truth_with_id_0_is_never_found(self):
        lines = ["image 1", "p 1 0.9 10 10 40 40", "t 0 1 10 10 40 40 1600 0"]
        self.assertEqual(float(random_boxes.run("coco", lines)[0]), 0)


if __name__ == "__main__":
    unittest.main()
