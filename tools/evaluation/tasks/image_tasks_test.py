"""Both tasks on images, run as programs on the shipped sets: output, files, shards,
resumption after a kill, and bad input."""

import csv
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import unittest

import numpy as np

from testing import scratch_folder

CLASSIFY = "tools/evaluation/tasks/imagenet_image_classification/run_eval"
DETECT = "tools/evaluation/tasks/coco_object_detection/run_eval"
MERGE = "tools/evaluation/merge"
DATA = "examples/detection"
DIGITS = [
    "--model_file=%s/digits_rgb_float.tflite" % DATA,
    "--ground_truth_images_path=%s/digits/images" % DATA,
    "--ground_truth_labels=%s/digits/truth.txt" % DATA,
    "--model_output_labels=%s/digits/labels.txt" % DATA,
]
SHAPES = [
    "--model_file=%s/shapes_float.tflite" % DATA,
    "--ground_truth_images_path=%s/shapes/images" % DATA,
    "--ground_truth_proto=%s/shapes/ground_truth.pbtxt" % DATA,
    "--model_output_labels=%s/shapes/labels.txt" % DATA,
]
# COCO's annotations, with images of two folders.
TWICE = json.dumps(
    {
        "images": [
            {"id": i, "file_name": "%d/1.jpg" % i, "width": 1, "height": 1}
            for i in (1, 2)
        ],
        "annotations": [],
    }
)
STRICT = ["--strict_coco", "--instances_file=%s/shapes/instances.json" % DATA]


def without(flags, *names):
    return [f for f in flags if not f.startswith(tuple("--%s=" % n for n in names))]


class TaskTest(scratch_folder.ScratchFolderTest):
    def call(self, *command):
        return subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def succeed(self, *command):
        done = self.call(*command)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        return done.stdout

    def fail_with(self, message, *command):
        done = self.call(*command)
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertIn(message, done.stderr)

    def metrics(self, name="metrics.json"):
        with open(self.path(name), encoding="utf-8") as file:
            return json.load(file)

    def table(self, name="images.csv"):
        with open(self.path(name), encoding="utf-8") as file:
            return list(csv.DictReader(file))


class ClassificationTest(TaskTest):
    def test_prints_and_writes(self):
        text = self.succeed(
            CLASSIFY,
            *DIGITS,
            "--output_file_path=" + self.path("metrics.pb"),
            "--metrics_json=" + self.path("metrics.json"),
            "--per_image_csv=" + self.path("images.csv"),
            "--report_html=" + self.path("report.html"),
        )
        self.assertIn("INFO: Num evaluation runs: 100\n", text)
        number = r"[0-9.e+]+"
        for what in ["Preprocessing", "Inference"]:
            line = r"^INFO: %s latency: avg=%s\(us\), std_dev=\d+\(us\)$"
            self.assertRegex(text, re.compile(line % (what, number), re.MULTILINE))
        printed = re.findall(r"^INFO: Top-(\d+) Accuracy: (\S+)$", text, re.MULTILINE)
        self.assertEqual([int(k) for k, _ in printed], list(range(1, 11)))
        self.assertGreater(os.path.getsize(self.path("metrics.pb")), 50)

        with open(DATA + "/digits/truth.txt", encoding="utf-8") as file:
            truth = file.read().split()
        rows = self.table()
        self.assertEqual([row["true_label"] for row in rows], truth)
        best = np.array([row["best_label"] for row in rows])
        accuracies = self.metrics()["accuracy"]["topk_accuracies"]
        self.assertAlmostEqual(
            accuracies[0], np.mean(best == np.array(truth)), delta=1e-12
        )
        ranks = np.array([int(row["rank"]) for row in rows])
        for k in range(1, 11):
            expected = np.mean((ranks >= 1) & (ranks <= k))
            self.assertAlmostEqual(accuracies[k - 1], expected, delta=1e-12)
            self.assertAlmostEqual(float(printed[k - 1][1]), expected, delta=1e-6)
        # The model has learned its task.
        self.assertGreater(accuracies[0], 0.9)
        self.assertEqual(accuracies[9], 1)
        with open(self.path("report.html"), encoding="utf-8") as file:
            page = file.read()
        wrong = min(50, sum(ranks != 1))
        self.assertEqual(page.count("data:image/jpeg;base64,/9j/"), wrong)

    def test_prints_the_percentage_for_scripts(self):
        os.mkdir(self.path("images"))
        for i in range(200):
            source = os.path.abspath(DATA + "/digits/images/digit_%03d.jpg" % (i // 2))
            os.symlink(source, self.path("images/%03d.jpg" % i))
        with open(DATA + "/digits/truth.txt", encoding="utf-8") as file:
            truth = file.read().split()
        with open(self.path("truth"), "w", encoding="utf-8") as file:
            file.writelines(2 * (label + "\n") for label in truth)
        done = self.call(
            CLASSIFY,
            *without(DIGITS, "ground_truth_images_path", "ground_truth_labels"),
            "--ground_truth_images_path=" + self.path("images"),
            "--ground_truth_labels=" + self.path("truth"),
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        printed = re.findall(r"^INFO: Evaluated: (\d+)%$", done.stdout, re.MULTILINE)
        self.assertEqual([int(p) for p in printed], list(range(1, 101)))
        self.assertNotIn("\x1b", done.stdout)

    def test_quantized_models_and_threads(self):
        model = "--model_file=%s/digits_rgb_int8.tflite" % DATA
        results = []
        for threads, interpreters in [(1, 1), (3, 1), (4, 3)]:
            self.succeed(
                CLASSIFY,
                *without(DIGITS, "model_file"),
                model,
                "--num_eval_threads=%d" % threads,
                "--num_interpreters=%d" % interpreters,
                "--metrics_json=" + self.path("metrics.json"),
            )
            results.append(self.metrics())
        self.assertGreater(results[0]["accuracy"]["topk_accuracies"][0], 0.85)
        self.assertEqual(results[1], results[0])
        self.assertEqual(results[2], results[0])

    def test_denylist_and_head(self):
        with open(self.path("deny"), "w", encoding="utf-8") as file:
            file.write("1\n3\n")
        csv_flag = "--per_image_csv=" + self.path("images.csv")
        deny = "--denylist_file_path=" + self.path("deny")
        self.succeed(CLASSIFY, *DIGITS, deny, "--num_images=3", csv_flag)
        names = [os.path.basename(row["image"]) for row in self.table()]
        self.assertEqual(names, ["digit_001.jpg", "digit_003.jpg", "digit_004.jpg"])
        for lines in ["1\n1\n", "0\n", "101\n", "x\n"]:
            with open(self.path("deny"), "w", encoding="utf-8") as file:
                file.write(lines)
            self.fail_with(self.path("deny"), CLASSIFY, *DIGITS, deny)

    def test_compares_with_the_cpu(self):
        model = "--model_file=%s/digits_rgb_int8.tflite" % DATA
        text = self.succeed(
            CLASSIFY,
            *without(DIGITS, "model_file"),
            model,
            "--num_images=20",
            "--use_hexagon=true",
            "--compare_with_cpu",
        )
        self.assertIn("Explicitly applied", text)
        self.assertIn("INFO: CPU Top-1 Accuracy: ", text)
        self.assertIn("INFO: Images on which the CPU disagrees: ", text)

    def test_tells_if_the_delegate_runs_nothing(self):
        line = "INFO: No part of the model runs on the delegate"
        json_flag = "--metrics_json=" + self.path("metrics.json")
        head = "--num_images=5"
        # The DSP has no floating-point operators.
        text = self.succeed(CLASSIFY, *DIGITS, head, json_flag, "--use_hexagon=true")
        self.assertIn(line, text)
        self.assertEqual(self.metrics()["delegate_kernels"], 0)
        model = "--model_file=%s/digits_rgb_int8.tflite" % DATA
        flags = [*without(DIGITS, "model_file"), model, head, json_flag]
        text = self.succeed(CLASSIFY, *flags, "--use_hexagon=true")
        self.assertNotIn(line, text)
        self.assertGreater(self.metrics()["delegate_kernels"], 0)
        text = self.succeed(CLASSIFY, *flags)
        self.assertNotIn(line, text)
        self.assertNotIn("delegate_kernels", self.metrics())

    def test_bad_flags(self):
        flags = [CLASSIFY, *DIGITS]
        self.fail_with("unknown delegate abacus", *flags, "--delegate=abacus")
        done = self.call(*flags, "--metrics_json=/none/metrics.json")
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write /none/metrics.json", done.stderr)
        # Not only after the run.
        self.assertNotIn("Accuracy", done.stdout)
        self.fail_with("--shard_index=2", *flags, "--shard_index=2", "--num_shards=2")
        self.fail_with("needs a --state_file", *flags, "--num_shards=2")
        self.fail_with(
            "cannot read the folder /none",
            CLASSIFY,
            *without(DIGITS, "ground_truth_images_path"),
            "--ground_truth_images_path=/none",
        )
        self.fail_with("model_file", CLASSIFY)
        self.fail_with(
            "cannot read /none.tflite",
            CLASSIFY,
            *without(DIGITS, "model_file"),
            "--model_file=/none.tflite",
        )
        self.fail_with(
            "outputs; one is read",
            CLASSIFY,
            *without(DIGITS, "model_file"),
            "--model_file=%s/shapes_float.tflite" % DATA,
        )

    def test_label_files_of_another_length(self):
        with open(self.path("labels"), "w", encoding="utf-8") as file:
            file.write("one\ntwo\n")
        for name, message in [
            ("ground_truth_labels", "2 labels for the 100 images"),
            ("model_output_labels", "labels has 2 labels"),
        ]:
            flags = without(DIGITS, name)
            labels = "--%s=%s" % (name, self.path("labels"))
            self.fail_with(message, CLASSIFY, *flags, labels)

    def test_labels_that_the_model_lacks(self):
        with open(DATA + "/digits/truth.txt", encoding="utf-8") as file:
            lines = file.read().splitlines()
        truth = "--ground_truth_labels=" + self.path("truth")
        flags = [CLASSIFY, *without(DIGITS, "ground_truth_labels"), truth]

        def write(*labels):
            with open(self.path("truth"), "w", encoding="utf-8") as file:
                file.writelines(label + "\n" for label in labels)

        write(*lines[:3], "", *lines[4:])
        self.fail_with("truth: line 4 is empty", *flags)
        write(*["?" + line for line in lines])
        self.fail_with("100 labels of " + self.path("truth"), *flags)
        write(*lines[:3], "crane", *lines[4:])
        self.assertIn("the first in line 4: crane", self.succeed(*flags))

    def bad_images(self):
        """A folder of five images, the third truncated, and their labels."""
        os.mkdir(self.path("images"))
        source = DATA + "/digits/images/digit_%03d.jpg"
        for i in range(5):
            shutil.copy(source % i, self.path("images/%d.jpg" % i))
        with open(self.path("images/2.jpg"), "rb") as file:
            data = file.read()
        with open(self.path("images/2.jpg"), "wb") as file:
            file.write(data[:-100])
        # Not counted.
        with open(self.path("images/README"), "w", encoding="utf-8") as file:
            file.write("five images")
        with open(DATA + "/digits/truth.txt", encoding="utf-8") as file:
            truth = file.read().split()[:5]
        # Line ends of another system.
        with open(self.path("truth"), "w", encoding="utf-8") as file:
            file.write("\r\n".join(truth))
        return [
            *without(DIGITS, "ground_truth_images_path", "ground_truth_labels"),
            "--ground_truth_images_path=" + self.path("images"),
            "--ground_truth_labels=" + self.path("truth"),
        ]

    def test_bad_images(self):
        flags = self.bad_images()
        self.fail_with("2.jpg: the file ends early", CLASSIFY, *flags)
        text = self.succeed(
            CLASSIFY,
            *flags,
            "--skip_bad",
            "--per_image_csv=" + self.path("images.csv"),
        )
        self.assertIn("INFO: Num evaluation runs: 4\n", text)
        self.assertIn("INFO: Skipped images: 1\n", text)
        state = "--state_file=" + self.path("state")
        self.succeed(CLASSIFY, *flags, "--skip_bad", state)
        # What was left out then is not left out silently now.
        self.fail_with("2.jpg: the file ends early", CLASSIFY, *flags, state)
        self.succeed(CLASSIFY, *flags, "--skip_bad", state)
        errors = [row["error"] for row in self.table()]
        self.assertEqual([bool(e) for e in errors], [False, False, True, False, False])

    def test_missing_images(self):
        flags = self.bad_images()
        os.remove(self.path("images/2.jpg"))
        os.symlink("/none", self.path("images/2.jpg"))
        self.fail_with("cannot read %s/2.jpg" % self.path("images"), CLASSIFY, *flags)
        for i in range(5):
            os.remove(self.path("images/%d.jpg" % i))
            with open(self.path("images/%d.jpg" % i), "wb"):
                pass
        # There is no accuracy without images.
        self.fail_with(".jpg: Empty input file", CLASSIFY, *flags)
        self.fail_with(
            "all 5 images were skipped, the first: ", CLASSIFY, *flags, "--skip_bad"
        )

    def test_results_that_are_no_numbers(self):
        with open(DATA + "/digits_rgb_float.tflite", "rb") as file:
            model = bytearray(file.read())
        # Weights, in the middle of the file.
        at = len(model) // 8 * 4
        model[at : at + 64] = np.full(16, np.nan, np.float32).tobytes()
        with open(self.path("nan.tflite"), "wb") as file:
            file.write(model)
        self.fail_with(
            ".jpg: the model has returned NaN for class 0",
            CLASSIFY,
            *without(DIGITS, "model_file"),
            "--model_file=" + self.path("nan.tflite"),
            # XNNPACK makes numbers of NaN.
            "--use_xnnpack=false",
        )


class DetectionTest(TaskTest):
    def test_prints_and_writes(self):
        text = self.succeed(
            DETECT,
            *SHAPES,
            *STRICT,
            "--debug_mode",
            "--metrics_json=" + self.path("metrics.json"),
            "--coco_results_file=" + self.path("results.json"),
            "--report_html=" + self.path("report.html"),
        )
        printed = re.findall(
            r"^INFO: Average Precision \[IOU Threshold=(\S+)\]: (\S+)$",
            text,
            re.MULTILINE,
        )
        self.assertEqual(len(printed), 10)
        self.assertEqual(printed[0][0], "0.5")
        accuracy = self.metrics()["accuracy"]
        overall = float(re.search(r"INFO: Overall mAP: (\S+)", text).group(1))
        self.assertAlmostEqual(
            overall, accuracy["overall_mean_average_precision"], delta=1e-6
        )
        self.assertGreater(float(printed[0][1]), 0.7)
        # Every class is true somewhere, there are no crowds and few detections: both
        # definitions agree, but pycocotools rounds recalls down at some levels, each
        # of which counts for 1 / 101 of a class.
        self.assertAlmostEqual(accuracy["coco"][0], overall, delta=0.01)
        self.assertIn("Average Precision  (AP) @[ IoU=0.50:0.95 | area=   all", text)

        images = re.findall(r"^Image: (\S+)$", text, re.MULTILINE)
        self.assertEqual(images, ["shapes_%02d.jpg" % i for i in range(40)])
        self.assertEqual(text.count("\n" + "=" * 54 + "\n"), 40)
        with open(self.path("results.json"), encoding="utf-8") as file:
            results = json.load(file)
        self.assertEqual(len(results), text.count("Object ["))
        first = re.search(r"Score: (\S+)\n  Class-ID: (\d+)", text)
        self.assertEqual(results[0]["category_id"], int(first.group(2)))
        self.assertAlmostEqual(results[0]["score"], float(first.group(1)), delta=1e-5)

    def test_without_truth(self):
        text = self.succeed(DETECT, *without(SHAPES, "ground_truth_proto"))
        self.assertIn("WARN: Without --ground_truth_proto", text)
        self.assertIn("INFO: Overall mAP: 0\n", text)

    def test_bad_truth(self):
        flags = without(SHAPES, "ground_truth_proto")
        for text, message in [
            ("detection_results {", "line 1"),
            ("\x0a\x05abc", "neither"),
            (
                'detection_results { image_name: "a" objects { class_id: 4 } }',
                "class 4",
            ),
            ('detection_results { image_name: "a" }' * 2, "lists a twice"),
            ("", "lists no images"),
            ('detection_results { image_name: "a.jpg" }', "lists none of the images"),
            (
                'detection_results { image_name: "shapes_00.jpg" objects { bounding_box'
                " { normalized_top: nan } } }",
                "truth: line 1: shapes_00.jpg has a box that is none: an edge at nan",
            ),
        ]:
            with open(self.path("truth"), "w", encoding="utf-8") as file:
                file.write(text)
            truth = "--ground_truth_proto=" + self.path("truth")
            self.fail_with(message, DETECT, *flags, truth)
        with open(self.path("truth"), "w", encoding="utf-8") as file:
            file.write('detection_results { image_name: "shapes_00.jpg" }')
        truth = "--ground_truth_proto=" + self.path("truth")
        text = self.succeed(DETECT, *flags, truth)
        self.assertIn("does not list 39 of the images", text)
        self.fail_with("--instances_file", DETECT, *SHAPES, "--strict_coco")
        for text, message in [
            ("{", "is not JSON"),
            ("{}", "is not an annotation file"),
            (TWICE, "instances: two images have the name 1.jpg"),
        ]:
            with open(self.path("instances"), "w", encoding="utf-8") as file:
                file.write(text)
            instances = "--instances_file=" + self.path("instances")
            self.fail_with(message, DETECT, *SHAPES, "--strict_coco", instances)
        self.fail_with(
            "has 1 outputs",
            DETECT,
            *without(SHAPES, "model_file"),
            "--model_file=%s/digits_rgb_float.tflite" % DATA,
        )


class ShardTest(TaskTest):
    def shards(self, count, *flags):
        paths = []
        for i in range(count):
            paths.append(self.path("state_%d_%d" % (count, i)))
            self.succeed(
                DETECT,
                *SHAPES,
                *STRICT,
                *flags,
                "--shard_index=%d" % i,
                "--num_shards=%d" % count,
                "--state_file=" + paths[-1],
            )
        return paths

    def test_any_number_in_any_order(self):
        json_flag = "--metrics_json=" + self.path("metrics.json")
        self.succeed(DETECT, *SHAPES, *STRICT, json_flag)
        expected = self.metrics()
        random = np.random.default_rng(3)
        # The last has shards without images.
        for count in [1, 7, 64]:
            paths = self.shards(count)
            for _ in range(2):
                random.shuffle(paths)
                self.succeed(MERGE, *paths, json_flag)
                self.assertEqual(self.metrics(), expected)
        self.fail_with("images are missing", MERGE, *paths[:60])
        text = self.succeed(MERGE, "--allow_missing", *paths[:60])
        self.assertIn("of 40 images are missing", text)
        self.fail_with("occurs in", MERGE, *paths, paths[0])

    def test_other_runs_are_refused(self):
        (state,) = self.shards(1)
        flags = [*SHAPES, *STRICT, "--state_file=" + state]
        self.assertIn("after 40 images", self.succeed(DETECT, *flags))
        self.fail_with("use_xnnpack", DETECT, *flags, "--use_xnnpack=true")
        other = "--model_file=%s/shapes_int8.tflite" % DATA
        self.fail_with("model: ", DETECT, *without(flags, "model_file"), other)

    def test_nothing_is_lost_when_killed(self):
        expected_flag = "--metrics_json=" + self.path("expected.json")
        self.succeed(DETECT, *SHAPES, expected_flag)
        state = self.path("state")
        command = [DETECT, *SHAPES, "--state_file=" + state, "--num_eval_threads=1"]
        self.succeed(*command)
        whole = os.path.getsize(state)
        os.remove(state)

        # The kernel kills the task within the write that exceeds the size.
        def limit(size):
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        # Records have times, so that the whole size varies a little.
        for size in range(100, whole * 3 // 4, 509):
            done = subprocess.run(
                command,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                preexec_fn=lambda: limit(size),
                check=False,
            )
            self.assertEqual(done.returncode, -signal.SIGXFSZ)
            self.assertEqual(os.path.getsize(state), size)
        continuing = re.search(r"after (\d+) images", self.succeed(*command))
        self.assertGreaterEqual(int(continuing[1]), 20)  # of 40
        self.succeed(MERGE, state, "--metrics_json=" + self.path("metrics.json"))
        self.assertEqual(self.metrics(), self.metrics("expected.json"))


class DifferenceTest(TaskTest):
    def test_shards(self):
        flags = [
            "tools/evaluation/tasks/inference_diff/run_eval",
            "--model_file=%s/digits_rgb_int8.tflite" % DATA,
            "--num_runs=20",
            "--use_xnnpack=true",
        ]
        json_flag = "--metrics_json=" + self.path("metrics.json")
        text = self.succeed(*flags, json_flag)
        self.assertIn("INFO: Num evaluation runs: 20\n", text)
        expected = self.metrics()
        # The kernels differ by a step now and then.
        self.assertGreater(expected["output_errors"][0]["max"], 0)
        for count in [1, 7, 64]:
            paths = [self.path("diff_%d_%d" % (count, i)) for i in range(count)]
            for i, path in enumerate(paths):
                shard = ["--shard_index=%d" % i, "--num_shards=%d" % count]
                self.succeed(*flags, *shard, "--state_file=" + path)
            self.succeed(MERGE, *reversed(paths), json_flag)
            self.assertEqual(self.metrics(), expected)
        self.fail_with("no images", MERGE, *paths, "--report_html=" + self.path("x"))


if __name__ == "__main__":
    unittest.main()
