"""Makes the images and the truth of coco_object_detection from a COCO data set.

  ./bazelw run //tools/evaluation/tasks/coco_object_detection:preprocess_coco_minival -- \\
      --images_folder=val2014 --instances_file=instances_val2014.json \\
      --allowlist_file=minival_allowlist.txt --output_folder=minival

Copies the chosen images to <output_folder>/images and writes
<output_folder>/ground_truth.pb, a serialized ObjectDetectionGroundTruth. Images without
annotations are left out. Annotations with an edge outside of the image are left out, and
those of crowds, which are no objects to find: --keep_crowd keeps them.
"""

import argparse
import collections
import json
import os
import shutil
import struct
import sys

_VARINT, _BYTES, _FLOAT = 0, 2, 5


def _varint(value):
    data = bytearray()
    while value >= 0x80:
        data.append(value & 0x7F | 0x80)
        value >>= 7
    data.append(value)
    return bytes(data)


def _field(number, kind, value):
    """A field in protocol buffers' encoding."""
    tag = _varint(number << 3 | kind)
    if kind == _VARINT:
        return tag + _varint(value)
    if kind == _FLOAT:
        return tag + struct.pack("<f", value)
    return tag + _varint(len(value)) + value


def _integer(entry, name, least, most):
    value = entry[name]
    # Programs also write integers as 3.0.
    if not least <= value <= most or value != int(value):
        raise ValueError("%s is %s" % (name, value))
    return int(value)


def _object(annotation, width, height):
    """An ObjectInstance; None if it does not lie within the image."""
    x, y, w, h = annotation["bbox"]
    # Boxes without an area are allowed: COCO has some.
    if w < 0 or h < 0:
        raise ValueError("a box of %s by %s pixels" % (w, h))
    top, bottom, left, right = y / height, (y + h) / height, x / width, (x + w) / width
    if min(top, left) < 0 or max(bottom, right) > 1:
        return None
    edges = enumerate([top, bottom, left, right], 1)
    box = b"".join(_field(number, _FLOAT, edge) for number, edge in edges)
    category = _integer(annotation, "category_id", 0, 2**31 - 1)
    return _field(1, _VARINT, category) + _field(2, _BYTES, box)


def read_allowlist(path):
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file]
    for line in lines:
        if line and not (line.isascii() and line.isdigit()):
            sys.exit("%s: %r is not the id of an image" % (path, line))
    return {int(line) for line in lines if line}


def _refuse_constant(name):
    raise ValueError("%s is not a number of JSON" % name)


def choose_images(instances, allowed, num_images, keep_crowd):
    """Returns the entries of chosen images, in the file's order, and annotations by
    image. `allowed`: image ids, or None for all."""
    annotations = {}
    for annotation in instances["annotations"]:
        annotations.setdefault(annotation["image_id"], []).append(annotation)
    ids = [i["id"] for i in instances["images"] if i["id"] in annotations]
    if allowed is not None:
        ids = [i for i in ids if i in allowed]
    if num_images > 0:
        ids = sorted(ids)[:num_images]
    ids = set(ids)
    images = [i for i in instances["images"] if i["id"] in ids]
    for id, count in collections.Counter(i["id"] for i in images).items():
        if count > 1:
            raise ValueError("two images have the id %s" % id)
    if not keep_crowd:
        for image in images:
            here = annotations[image["id"]]
            annotations[image["id"]] = [a for a in here if not a.get("iscrowd")]
    return images, annotations


def ground_truth(images, annotations):
    """The serialized message."""
    message = b""
    for image in images:
        result = b""
        size = [_integer(image, name, 1, 2**31 - 1) for name in ("width", "height")]
        for annotation in annotations[image["id"]]:
            instance = _object(annotation, *size)
            if instance is not None:
                result += _field(1, _BYTES, instance)
        name = os.path.basename(image["file_name"])
        result += _field(2, _BYTES, name.encode())
        result += _field(3, _VARINT, _integer(image, "id", 0, 2**63 - 1))
        message += _field(1, _BYTES, result)
    return message


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--images_folder", required=True)
    parser.add_argument("--instances_file", required=True, help="COCO's JSON")
    parser.add_argument("--output_folder", required=True)
    parser.add_argument("--allowlist_file", help="an image id per line")
    parser.add_argument("--num_images", type=int, default=0, help="0: all")
    parser.add_argument("--keep_crowd", action="store_true")
    options = parser.parse_args()
    os.chdir(os.environ.get("BUILD_WORKING_DIRECTORY", os.getcwd()))
    try:
        with open(options.instances_file, encoding="utf-8") as file:
            instances = json.load(file, parse_constant=_refuse_constant)
        allowed = None
        if options.allowlist_file:
            allowed = read_allowlist(options.allowlist_file)
        images, annotations = choose_images(
            instances, allowed, options.num_images, options.keep_crowd
        )
        if not images:
            sys.exit("%s: no images are chosen" % options.instances_file)
        names = [os.path.basename(image["file_name"]) for image in images]
        if len(set(names)) < len(names):
            raise ValueError("two images have the same name")
        truth = ground_truth(images, annotations)
        folder = os.path.join(options.output_folder, "images")
        os.makedirs(folder, exist_ok=True)
        for image in images:
            source = os.path.join(options.images_folder, image["file_name"])
            shutil.copy(source, folder)
        with open(os.path.join(options.output_folder, "ground_truth.pb"), "wb") as file:
            file.write(truth)
    except (OSError, ValueError, LookupError, TypeError, ArithmeticError) as error:
        sys.exit("%s: %s: %s" % (options.instances_file, type(error).__name__, error))
    print(len(images), "images")


if __name__ == "__main__":
    main()
