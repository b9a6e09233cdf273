"""The scripts that make files with the truth."""

import base64
import json
import os
import subprocess
import sys
import unittest

import generate_validation_labels
import preprocess_coco_minival

from testing import scratch_folder

# What scipy.io.savemat writes for three classes, compressed.
META_MAT = """
TUFUTEFCIDUuMCBNQVQtZmlsZSBQbGF0Zm9ybTogcG9zaXgsIENyZWF0ZWQgb246IFR1ZSBOb3YgMjQgMTM6
MTQ6MjYgMjAyNgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB
SU0PAAAATwEAAHic42NgYPjAxsAARAwcQMzEAAGsUD4zEDNCMTsQF1fmFaeWFAPlWRgEoeIdQOzpExwW5Gxk
YGgU7+kCMiDcD0LDQXl+UUoxskB6Tn4xikBeaW58ckZmTkpRah5YAIUDMyMvtSQ+IzUzPaMEqqWkKDEzLz4z
NzE9tZiBDyhowYDwDxuafxiRMAhwQsUh4IM9SL8Dkn4WLPo5kfQLQPl5BoYmJgbmZiZQcZA5HgTMEUIzB8Qv
Sc1LztBRCMnMS05UKAGRCPMsCJjHhmYeiJ+okJZZnIGpn7Rwgeg3IKCfAU0/NneTYy/Z+gOmOFBovwP56QGU
FyxMLHH4A5s5rGjmgPjJRYl5qUTqxx7/SZlFKaPxT5Z+jQYK4t/Y0MjM3MAchz/IiX9y3JGokJsILEbBZlAc
nljyAzb9TGj6BeDaZRwgtAKF+RJSTlOSLgATEE8H
"""


class ScriptTest(scratch_folder.ScratchFolderTest):
    def write(self, name, data):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as file:
            file.write(data)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def run_script(self, module, *flags):
        return subprocess.run(
            [sys.executable, module.__file__, *flags],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


class LabelsTest(ScriptTest):
    def make(self, truth, meta=None):
        kit = "kit/data/"
        self.write(kit + "meta.mat", meta or base64.b64decode(META_MAT))
        self.write(kit + "ILSVRC2012_validation_ground_truth.txt", truth)

    def run_labels(self, *flags):
        return self.run_script(
            generate_validation_labels,
            "--ilsvrc_devkit_dir=" + self.path("kit"),
            "--validation_labels_output=" + self.path("labels"),
            *flags,
        )

    def test_writes_the_first_word(self):
        self.make(b"2\n1\n517\n1\n")
        done = self.run_labels()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.read("labels"), b"crane\ntench\ncrane\ntench\n")
        done = self.run_labels("--label=wnid")
        self.assertEqual(done.returncode, 0, done.stderr)
        expected = b"n02012849\nn01440764\nn03126707\nn01440764\n"
        self.assertEqual(self.read("labels"), expected)

    def test_names_bad_files(self):
        for truth, meta, message in [
            (b"3\n", None, "ground_truth.txt: KeyError"),
            (b"one\n", None, "ground_truth.txt: ValueError"),
            (b"1\n", b"text", "meta.mat: not a little-endian MAT file"),
            (b"1\n", base64.b64decode(META_MAT)[:-40], "meta.mat: "),
        ]:
            self.make(truth, meta)
            done = self.run_labels()
            self.assertEqual(done.returncode, 1)
            self.assertIn(message, done.stderr)

    def test_refuses_odd_numbers_and_labels(self):
        for truth in [b"1_0\n", b"+1\n", b"1.0\n"]:
            self.make(truth)
            done = self.run_labels()
            self.assertEqual(done.returncode, 1, truth)
            self.assertIn("ground_truth.txt: ", done.stderr)
        for synsets, message in [
            ([[[1], "n1", "tench, a"], [[1], "n2", "crane"]], "two classes"),
            ([[[1], "n1", "ten\nch"]], "label"),
            ([[[1], "n1", ""]], "label"),
        ]:
            with self.assertRaisesRegex(ValueError, message):
                generate_validation_labels.labels_by_id(synsets, "words")

    def test_survives_any_damage(self):
        kit = base64.b64decode(META_MAT)
        for at in range(124, len(kit), 7):
            self.make(b"1\n", kit[:at] + bytes([kit[at] ^ 0xFF]) + kit[at + 1 :])
            done = self.run_labels()
            self.assertNotIn("Traceback", done.stderr)


def annotation(image, label, box, crowd=0):
    return {"image_id": image, "category_id": label, "bbox": box, "iscrowd": crowd}


INSTANCES = {
    "images": [
        {"id": i, "file_name": "%d.jpg" % i, "width": 40, "height": 20}
        for i in (5, 3, 9, 7)
    ],
    "annotations": [
        annotation(3, 90, [4, 5, 10, 10]),
        annotation(3, 1, [35, 5, 10, 10]),
        annotation(5, 2, [0, 0, 40, 20]),
        annotation(5, 2, [0, 0, 20, 20], crowd=1),
        annotation(9, 4, [1, 1, 1, 1], crowd=1),
    ],
}


class CocoTest(ScriptTest):
    def run_coco(self, *flags, instances=None):
        if instances is None:
            # Neither on the first line only, nor without true and null.
            instances = {"info": {"a": True, "b": None}, **INSTANCES}
        text = json.dumps(instances, indent=1)
        self.write("instances.json", text.encode())
        for i in (5, 3, 9, 7):
            self.write("all/%d.jpg" % i, b"image %d" % i)
        return self.run_script(
            preprocess_coco_minival,
            "--images_folder=" + self.path("all"),
            "--instances_file=" + self.path("instances.json"),
            "--output_folder=" + self.path("out"),
            *flags,
        )

    def truth(self):
        """Decoded by protoc, which has its own parser."""
        root = "tools/evaluation/proto/evaluation_stages.proto"
        message = "tflite.evaluation.ObjectDetectionGroundTruth"
        with open(self.path("out/ground_truth.pb"), "rb") as file:
            text = subprocess.run(
                ["protoc", "--decode=" + message, root],
                stdin=file,
                stdout=subprocess.PIPE,
                check=True,
                text=True,
            ).stdout
        return text.split()

    def values(self, name):
        words = self.truth()
        return [words[i + 1] for i, word in enumerate(words) if word == name + ":"]

    def test_writes_images_and_truth(self):
        done = self.run_coco()
        self.assertEqual(done.returncode, 0, done.stderr)
        names = ["3.jpg", "5.jpg", "9.jpg"]
        self.assertEqual(sorted(os.listdir(self.path("out/images"))), names)
        self.assertEqual(self.read("out/images/3.jpg"), b"image 3")
        # In the order of the file; the second object leaves its image.
        self.assertEqual(self.values("image_id"), ["5", "3", "9"])
        self.assertEqual(self.values("image_name"), ['"5.jpg"', '"3.jpg"', '"9.jpg"'])
        self.assertEqual(self.values("class_id"), ["2", "90"])
        self.assertEqual(self.values("normalized_top"), ["0", "0.25"])
        self.assertEqual(self.values("normalized_bottom"), ["1", "0.75"])
        self.assertEqual(self.values("normalized_left"), ["0", "0.1"])
        self.assertEqual(self.values("normalized_right"), ["1", "0.35"])

    def test_chooses_images(self):
        self.assertEqual(self.run_coco("--keep_crowd").returncode, 0)
        self.assertEqual(self.values("class_id"), ["2", "2", "90", "4"])
        self.assertEqual(self.run_coco("--num_images=2").returncode, 0)
        self.assertEqual(self.values("image_id"), ["5", "3"])
        self.write("allow", b"9\n7\n5\n")
        allow = "--allowlist_file=" + self.path("allow")
        self.assertEqual(self.run_coco(allow).returncode, 0)
        self.assertEqual(self.values("image_id"), ["5", "9"])
        self.write("allow", b"five\n")
        done = self.run_coco(allow)
        self.assertEqual(done.returncode, 1)
        self.assertIn(self.path("allow"), done.stderr)
        # No image rather than all.
        self.write("allow", b"\n")
        done = self.run_coco(allow)
        self.assertEqual(done.returncode, 1)
        self.assertIn("no images are chosen", done.stderr)

    def test_names_images_without_their_folder(self):
        # As the evaluation does, which looks into one folder.
        self.write("all/part/5.jpg", b"image")
        image = {"id": 1, "file_name": "part/5.jpg", "width": 4, "height": 2}
        one = {"images": [image], "annotations": [annotation(1, 1, [0, 0, 1, 1])]}
        done = self.run_coco(instances=one)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.values("image_name"), ['"5.jpg"'])
        self.assertEqual(self.read("out/images/5.jpg"), b"image")
        one["images"].append({**image, "id": 2, "file_name": "5.jpg"})
        one["annotations"].append(annotation(2, 1, [0, 0, 1, 1]))
        done = self.run_coco(instances=one)
        self.assertEqual(done.returncode, 1)
        self.assertIn("two images have the same name", done.stderr)

    def test_names_odd_numbers(self):
        image = {"id": 1, "file_name": "5.jpg", "width": 4, "height": 2}
        box = [0, 0, 1, 1]
        for images, annotations, message in [
            ([image], [annotation(1, 1, [3, 1, -1, 1])], "a box of -1 by 1"),
            ([image], [annotation(1, 1, [1, 1, 1, -0.5])], "a box of 1 by -0.5"),
            ([image], [annotation(1, 1, [0, 0, float("nan"), 1])], "NaN"),
            ([image], [annotation(1, 1, [0, 0, 1, float("inf")])], "Infinity"),
            ([image], [annotation(1, 1, [0, 0, 1, 1, 1])], "unpack"),
            ([image], [annotation(1, 2**31, box)], "category_id"),
            ([image], [annotation(1, -1, box)], "category_id"),
            ([image], [annotation(1, 1.5, box)], "category_id"),
            ([{**image, "width": -4}], [annotation(1, 1, box)], "width"),
            ([{**image, "id": -1}], [annotation(-1, 1, box)], "id"),
            ([image, image], [annotation(1, 1, box)], "two images have the id 1"),
        ]:
            instances = {"images": images, "annotations": annotations}
            done = self.run_coco(instances=instances)
            self.assertEqual(done.returncode, 1, message)
            self.assertIn(self.path("instances.json") + ": ", done.stderr)
            self.assertIn(message, done.stderr)
            self.assertNotIn("Traceback", done.stderr)
        # A box without an area, as COCO has them.
        flat = [annotation(1, 1, [1, 1, 0, 1])]
        done = self.run_coco(instances={"images": [image], "annotations": flat})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.values("normalized_right"), ["0.25"])
        self.write("allow", b"1_0\n")
        done = self.run_coco("--allowlist_file=" + self.path("allow"))
        self.assertEqual(done.returncode, 1)
        self.assertIn(self.path("allow"), done.stderr)

    def test_names_bad_instances(self):
        bad = {
            "images": [{"id": 1, "file_name": "5.jpg", "width": 0, "height": 2}],
            "annotations": [annotation(1, 1, [0, 0, 1, 1])],
        }
        short = {**bad, "annotations": [annotation(1, 1, [0])]}
        for instances in [[], {}, {"images": 3, "annotations": []}, bad, short]:
            done = self.run_coco(instances=instances)
            self.assertEqual(done.returncode, 1)
            self.assertIn(self.path("instances.json") + ": ", done.stderr)
            self.assertNotIn("Traceback", done.stderr)


if __name__ == "__main__":
    unittest.main()
