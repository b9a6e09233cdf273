#!/bin/bash
# Evaluates the detector and the classifier of this folder, and writes a page of
# each with the worst images: shapes.html and digits.html in the caller's folder.
#
#   ./bazelw run //examples/detection:demo                       the CPU
#   ./bazelw run //examples/detection:demo -- --use_hexagon=true
#
# With a delegate, the int8 models run on it and on the CPU, and the pages begin with
# the images on which the two disagree.
set -euo pipefail
out=${BUILD_WORKING_DIRECTORY:-$PWD}
# Started from the runfiles, the tools would enter the caller's folder.
unset BUILD_WORKING_DIRECTORY
here=examples/detection
tasks=tools/evaluation/tasks
kind=float
more=()
if (($#)); then
  kind=int8
  more=(--compare_with_cpu)
fi

"$tasks/coco_object_detection/run_eval" \
  --model_file="$here/shapes_$kind.tflite" \
  --ground_truth_images_path="$here/shapes/images" \
  --ground_truth_proto="$here/shapes/ground_truth.pbtxt" \
  --model_output_labels="$here/shapes/labels.txt" \
  --strict_coco --instances_file="$here/shapes/instances.json" \
  --report_html="$out/shapes.html" "${more[@]}" "$@"
"$tasks/imagenet_image_classification/run_eval" \
  --model_file="$here/digits_rgb_$kind.tflite" \
  --ground_truth_images_path="$here/digits/images" \
  --ground_truth_labels="$here/digits/truth.txt" \
  --model_output_labels="$here/digits/labels.txt" \
  --report_html="$out/digits.html" "${more[@]}" "$@"
echo "Open $out/shapes.html and $out/digits.html"
