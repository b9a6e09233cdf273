"""Makes the truth of imagenet_image_classification from ImageNet's development kit.

  ./bazelw run \\
      //tools/evaluation/tasks/imagenet_image_classification:generate_validation_labels \\
      -- --ilsvrc_devkit_dir=ILSVRC2012_devkit_t12 --validation_labels_output=truth.txt

Writes the label of each validation image, a line each: the first word of its class, as
in the label files of TensorFlow's models. Two pairs of classes share their first words
(crane, maillot), in which case the tool counts either as right; --label=wnid writes
identifiers such as n02012849 instead, for models whose label file has them.
"""

import argparse
import os
import struct
import sys
import zlib

_MATRIX, _COMPRESSED = 14, 15
_STRUCT, _CHAR = 2, 4
# Types of numbers in MATLAB's files.
_NUMBERS = {1: "b", 2: "B", 3: "h", 4: "H", 5: "i", 6: "I", 7: "f", 9: "d"}
_NUMBERS.update({12: "q", 13: "Q", 16: "B", 17: "H", 18: "I"})


class MatError(Exception):
    pass


def _elements(data):
    """Yields the type and contents of each data element of a MAT file (level 5)."""
    at = 0
    while at + 8 <= len(data):
        kind, size = struct.unpack_from("<II", data, at)
        if kind >> 16:  # up to four bytes, together with their type
            yield kind & 0xFFFF, data[at + 4 : at + 4 + (kind >> 16)]
            at += 8
            continue
        if at + 8 + size > len(data):
            raise MatError("the file ends early")
        yield kind, data[at + 8 : at + 8 + size]
        # Elements begin at multiples of eight, except compressed ones.
        at += 8 + (size if kind == _COMPRESSED else (size + 7) // 8 * 8)


def _numbers(element):
    kind, data = element
    if kind not in _NUMBERS:
        raise MatError("elements of type %d are not numbers" % kind)
    size = struct.calcsize(_NUMBERS[kind])
    return struct.unpack("<%d%s" % (len(data) // size, _NUMBERS[kind]), data)


def _matrix(data):
    """Returns the name and value of a matrix: a str, a list of numbers, or a list with
    the fields' values of each struct."""
    parts = list(_elements(data))
    if len(parts) < 3:
        return "", []
    kind = _numbers(parts[0])[0] & 0xFF
    name = bytes(parts[2][1]).decode()
    if kind == _STRUCT:
        fields = len(parts[4][1]) // _numbers(parts[3])[0]
        values = [_matrix(part)[1] for _, part in parts[5:]]
        return name, [values[i : i + fields] for i in range(0, len(values), fields)]
    if len(parts) < 4:
        return name, "" if kind == _CHAR else []
    if kind == _CHAR:
        return name, "".join(map(chr, _numbers(parts[3])))
    if kind < 6:
        raise MatError("%s is neither numbers, text nor structs" % name)
    return name, list(_numbers(parts[3]))


def read_mat(data):
    """Returns the variables of a MAT file by name."""
    if len(data) < 128 or data[126:128] != b"IM":
        raise MatError("not a little-endian MAT file of level 5")
    variables = {}
    for kind, contents in _elements(data[128:]):
        if kind == _COMPRESSED:
            ((kind, contents),) = _elements(zlib.decompress(contents))
        if kind == _MATRIX:
            name, value = _matrix(contents)
            variables[name] = value
    return variables


def labels_by_id(synsets, label):
    """`synsets`: per class its number, WordNet id, words and more."""
    position = {"words": 2, "wnid": 1}[label]
    labels = {}
    for synset in synsets:
        number, text = int(synset[0][0]), synset[position].split(",")[0]
        if number in labels:
            raise ValueError("two classes have the number %d" % number)
        # The files of labels have a line for each.
        if not text or len(text.splitlines()) > 1:
            raise ValueError("class %d has the label %r" % (number, text))
        labels[number] = text
    return labels


def class_numbers(text):
    """The numbers in the lines of a file."""
    lines = text.split()
    for line in lines:
        if not (line.isascii() and line.isdigit()):
            raise ValueError("%r is not the number of a class" % line)
    return [int(line) for line in lines]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--ilsvrc_devkit_dir", required=True)
    parser.add_argument("--validation_labels_output", required=True)
    parser.add_argument("--label", choices=["words", "wnid"], default="words")
    options = parser.parse_args()
    os.chdir(os.environ.get("BUILD_WORKING_DIRECTORY", os.getcwd()))
    data = os.path.join(options.ilsvrc_devkit_dir, "data")
    meta = os.path.join(data, "meta.mat")
    truth = os.path.join(data, "ILSVRC2012_validation_ground_truth.txt")
    try:
        with open(meta, "rb") as file:
            names = labels_by_id(read_mat(file.read())["synsets"], options.label)
    except (OSError, MatError, struct.error, zlib.error) as error:
        sys.exit("%s: %s" % (meta, error))
    except (ValueError, LookupError, TypeError, ArithmeticError, AttributeError) as e:
        sys.exit("%s: not the expected classes: %s: %s" % (meta, type(e).__name__, e))
    try:
        with open(truth, encoding="utf-8") as file:
            labels = [names[number] for number in class_numbers(file.read())]
    except (OSError, ValueError, KeyError) as error:
        sys.exit("%s: %s: %s" % (truth, type(error).__name__, error))
    try:
        with open(options.validation_labels_output, "w", encoding="utf-8") as file:
            file.writelines(label + "\n" for label in labels)
    except OSError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
