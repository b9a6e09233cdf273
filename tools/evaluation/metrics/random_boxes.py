"""Random detections and truths for the tests of metrics."""

import subprocess

import numpy as np

PROGRAM = "tools/evaluation/metrics/metrics"


def random_box(random):
    low = random.random(2) * 0.7
    size = random.random(2) ** 2 * 0.9 + 0.02
    return np.concatenate([low, np.minimum(low + size, 1)])


def random_images(random, images, classes, ties):
    """Per image: predictions (class, score, box) and truths (class, box), with boxes
    (top, left, bottom, right) of FLOAT32. Many predictions are near a truth."""
    result = []
    for _ in range(images):
        truths = [
            (int(random.integers(classes)), np.float32(random_box(random)))
            for _ in range(random.integers(0, 5))
        ]
        predictions = []
        for label, box in truths * 2:
            if random.random() < 0.25:
                label = int(random.integers(classes + 1))
            moved = np.float32(box + random.normal(0, 0.02, 4))
            predictions.append((label, np.float32(random.random()), moved))
        for _ in range(random.integers(0, 4)):
            box = np.float32(random_box(random))
            label = int(random.integers(classes + 1))
            predictions.append((label, np.float32(random.random()), box))
        if ties:
            predictions = [
                (c, np.float32(np.round(s, 1)), b) for c, s, b in predictions
            ]
        result.append((predictions, truths))
    return result


def run(kind, lines):
    text = "\n".join(lines) + "\n"
    done = subprocess.run(
        [PROGRAM, kind], input=text, stdout=subprocess.PIPE, check=True, text=True
    )
    return done.stdout.splitlines()
