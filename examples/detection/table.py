"""Evaluates the detector and the classifier of this folder on each delegate, beside the
CPU, and prints a table in Markdown.

  ./bazelw run //examples/detection:table
  ./bazelw run //examples/detection:table -- --write=docs/EVALUATION.md

The second command replaces the table in that file, between its two marks. Everything
but the images per second is the same on each machine with the same GPU driver. One
image is decoded and run at a time.
"""

import argparse
import csv
import json
import os
import statistics
import subprocess
import sys
import tempfile

_DATA = "examples/detection"
_TASKS = "tools/evaluation/tasks"
_DELEGATES = {
    "none": [],
    "XNNPACK": ["--use_xnnpack=true"],
    "GPU": ["--use_gpu=true"],
    "DSP": ["--use_hexagon=true"],
    "Edge TPU": ["--use_edgetpu=true"],
}
_BEGIN, _END = "<!-- table of //examples/detection:table -->\n", "<!-- end -->\n"
COLUMNS = (
    "model",
    "delegate",
    "result",
    "the CPU's",
    "CPU disagrees",
    "nodes delegated",
    "images/s",
)


def _detection(kind):
    return [
        _TASKS + "/coco_object_detection/run_eval",
        "--model_file=%s/shapes_%s.tflite" % (_DATA, kind),
        "--ground_truth_images_path=%s/shapes/images" % _DATA,
        "--ground_truth_proto=%s/shapes/ground_truth.pbtxt" % _DATA,
        "--model_output_labels=%s/shapes/labels.txt" % _DATA,
    ]


def _classification(kind):
    return [
        _TASKS + "/imagenet_image_classification/run_eval",
        "--model_file=%s/digits_rgb_%s.tflite" % (_DATA, kind),
        "--ground_truth_images_path=%s/digits/images" % _DATA,
        "--ground_truth_labels=%s/digits/truth.txt" % _DATA,
        "--model_output_labels=%s/digits/labels.txt" % _DATA,
    ]


def _result(accuracy):
    if "topk_accuracies" in accuracy:
        return "top-1 %.2f" % accuracy["topk_accuracies"][0]
    return "mAP %.4f" % accuracy["overall_mean_average_precision"]


def _images_per_second(path):
    """Of the median image: the first run of a delegate takes longer."""
    with open(path, encoding="utf-8") as file:
        times = [
            int(row["preprocessing_us"]) + int(row["inference_us"])
            for row in csv.DictReader(file)
        ]
    rate = 1e6 / statistics.median(times)
    return "%.0f" % float("%.2g" % rate) if rate > 10 else "%.2g" % rate


def _evaluate(command, flags):
    """Returns the metrics and the images per second; raises RuntimeError."""
    with tempfile.TemporaryDirectory() as folder:
        metrics = os.path.join(folder, "metrics.json")
        images = os.path.join(folder, "images.csv")
        done = subprocess.run(
            [
                *command,
                # Where the default delegate would run, the CPU's kernels are to.
                *([] if "--use_xnnpack=true" in flags else ["--use_xnnpack=false"]),
                *flags,
                "--require_delegation=true",
                "--compare_with_cpu",
                "--num_eval_threads=1",
                "--num_interpreters=1",
                "--metrics_json=" + metrics,
                "--per_image_csv=" + images,
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip())
        with open(metrics, encoding="utf-8") as file:
            return json.load(file), _images_per_second(images)


def row(model, command, delegate):
    """Returns the cells of one run, and its error or None."""
    try:
        metrics, rate = _evaluate(command, _DELEGATES[delegate])
    except RuntimeError as error:
        return [model, delegate] + ["–"] * (len(COLUMNS) - 2), str(error)
    cells = [
        model,
        delegate,
        _result(metrics["accuracy"]),
        _result(metrics["cpu"]),
        "%d of %d images" % (metrics["num_disagreements"], metrics["num_images"]),
        "%d of %d" % (metrics["delegated_nodes"], metrics["model_nodes"])
        if "model_nodes" in metrics
        else "",
        rate,
    ]
    return cells, None


def rows(progress=lambda cells, error: None):
    """Returns the cells of all rows."""
    table = []
    for model, command in (
        ("shapes, float", _detection("float")),
        ("shapes, int8", _detection("int8")),
        ("digits, float", _classification("float")),
        ("digits, int8", _classification("int8")),
    ):
        for delegate in _DELEGATES:
            cells, error = row(model, command, delegate)
            progress(cells, error)
            table.append(cells)
    return table


def as_markdown(table):
    """Returns the table of these rows."""
    lines = ["| %s |" % " | ".join(cells) for cells in [COLUMNS, *table]]
    lines.insert(1, "|" + "---|" * len(COLUMNS))
    return "\n".join(lines) + "\n"


def read(text):
    """Returns the rows of the table in a document."""
    begin = text.index(_BEGIN) + len(_BEGIN)
    lines = text[begin : text.index(_END, begin)].splitlines()[2:]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]


def replace(text, table):
    """Returns the document with another table."""
    begin = text.index(_BEGIN) + len(_BEGIN)
    return text[:begin] + as_markdown(table) + text[text.index(_END, begin) :]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", metavar="FILE", help="replace the table in it")
    options = parser.parse_args()
    # Started by Bazel, relative paths are those of the caller's folder; the tools
    # would enter it, too.
    folder = os.environ.pop("BUILD_WORKING_DIRECTORY", os.getcwd())
    failures = []

    def progress(cells, error):
        print("%s on %s: %s" % (cells[0], cells[1], cells[2]), file=sys.stderr)
        if error is not None:
            failures.append("%s on %s: %s" % (cells[0], cells[1], error))

    table = rows(progress)
    if options.write and not failures:
        path = os.path.join(folder, options.write)
        with open(path, encoding="utf-8") as file:
            text = replace(file.read(), table)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    print(as_markdown(table), end="")
    if failures:
        sys.exit("error: " + "\nerror: ".join(failures))


if __name__ == "__main__":
    main()
