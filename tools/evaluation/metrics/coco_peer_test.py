"""Compares the strict COCO metrics with those of pycocotools, if it is installed."""

import contextlib
import io
import unittest

import numpy as np

import random_boxes
from testing import peer_main

PEER = peer_main.load("pycocotools")
if PEER:
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval


def random_coco(random, ties):
    """Annotations and results in COCO's format, with crowds and areas that are not
    those of the boxes; some images without anything."""
    images = random_boxes.random_images(random, 30, 4, ties)
    annotations, results = [], []
    for i, (predictions, truths) in enumerate(images):
        scale = np.array([480, 640], float) * random.choice([0.1, 0.4, 1])

        def bbox(box):
            top, left = (box[:2] * scale).tolist()
            height, width = (np.maximum(box[2:] - box[:2], 0) * scale).tolist()
            return [left, top, width, height]

        for label, box in truths:
            area = bbox(box)[2] * bbox(box)[3] * random.uniform(0.6, 1)
            annotations.append(
                {
                    "id": len(annotations) + 1,
                    "image_id": i + 1,
                    "category_id": label + 1,
                    "bbox": bbox(box),
                    "area": area,
                    "iscrowd": int(random.random() < 0.15),
                }
            )
        for label, score, box in predictions * (12 if i == 0 else 1):
            results.append(
                {
                    "image_id": i + 1,
                    "category_id": label + 1,
                    "bbox": bbox(box),
                    "score": float(score),
                }
            )
    dataset = {
        "info": {},
        "images": [
            {"id": i + 1, "width": 640, "height": 480, "file_name": "%d.jpg" % i}
            for i in range(len(images))
        ],
        "annotations": annotations,
        "categories": [{"id": i, "name": str(i)} for i in range(1, 6)],
    }
    return dataset, results


def peer_metrics(dataset, results):
    with contextlib.redirect_stdout(io.StringIO()) as text:
        truth = COCO()
        truth.dataset = dataset
        truth.createIndex()
        evaluation = COCOeval(truth, truth.loadRes(results), "bbox")
        evaluation.evaluate()
        evaluation.accumulate()
        text.truncate(0)
        text.seek(0)
        evaluation.summarize()
    return evaluation.stats, text.getvalue().splitlines()


def as_lines(dataset, results):
    lines = []
    for image in dataset["images"]:
        lines.append("image %d" % image["id"])
        for r in results:
            if r["image_id"] == image["id"]:
                numbers = " ".join("%.17g" % v for v in [r["score"], *r["bbox"]])
                lines.append("p %d %s" % (r["category_id"], numbers))
        for a in dataset["annotations"]:
            if a["image_id"] == image["id"]:
                numbers = " ".join("%.17g" % v for v in [*a["bbox"], a["area"]])
                lines.append(
                    "t %d %d %s %d" % (a["id"], a["category_id"], numbers, a["iscrowd"])
                )
    return lines


class CocoPeerTest(unittest.TestCase):
    def test_equals_pycocotools(self):
        for seed in range(20):
            random = np.random.default_rng(seed)
            dataset, results = random_coco(random, ties=seed % 2 == 1)
            expected, text = peer_metrics(dataset, results)
            found = random_boxes.run("coco", as_lines(dataset, results))
            np.testing.assert_allclose(
                [float(x) for x in found[:12]], expected, rtol=0, atol=1e-12
            )
            self.assertEqual(found[12:], text)


if __name__ == "__main__":
    peer_main.main("" if PEER else "pycocotools is not installed")
