"""Finds passages of lines that stand in two places of the checkout.

Blank lines, comments and includes are passed over, and white space at the ends of
lines does not count. Tests may repeat lines, as what they expect is written out. The
headers of the C interface declare structs field by field in more than one version.
"""

import collections
import os
import re

from testing.layering import check_includes

# A passage of this length or more must not occur twice.
MIN_LINES = 20

_KINDS = (".kernel", ".py", ".bzl", ".proto", ".sh", ".S")
_PASSED_OVER = re.compile(r"//|#(?!\s*(define|if|elif|else|endif))|import |from |\Z")
_EXEMPT = re.compile(
    r"(^|/)(testing|tests|kernel_tests)/|_(test|cases|bench)\.[a-z]+$"
    r"|^tensorflow_lite_lite/c/"
)

# Line numbers count from 1; `lines` are those that count.
Repeat = collections.namedtuple("Repeat", "path line other other_line lines")


def lines_of(text):
    """Returns the lines that count, as (number, line)."""
    stripped = enumerate((line.strip() for line in text.split("\n")), 1)
    return [(n, line) for n, line in stripped if not _PASSED_OVER.match(line)]


def find(texts):
    """Returns the repeated passages of files.

    Args:
      texts: the files' texts, by path.
    """
    files = {path: lines_of(text) for path, text in texts.items()}
    places = collections.defaultdict(list)
    for path, lines in sorted(files.items()):
        for first in range(len(lines) - MIN_LINES + 1):
            window = tuple(line for _, line in lines[first : first + MIN_LINES])
            places[window].append((path, first))
    repeats = []
    for found in places.values():
        for i, one in enumerate(found):
            repeats += [
                _whole(files, one, other)
                for other in found[i + 1 :]
                if _begins(files, one, other)
            ]
    return repeats


def _begins(files, one, other):
    """Whether two equal windows are the first ones of a passage."""
    (path, first), (other_path, other_first) = one, other
    if path == other_path and other_first - first < MIN_LINES:
        return False  # they overlap
    if first == 0 or other_first == 0:
        return True
    return files[path][first - 1][1] != files[other_path][other_first - 1][1]


def _whole(files, one, other):
    (path, first), (other_path, other_first) = one, other
    lines, other_lines = files[path][first:], files[other_path][other_first:]
    count = 0
    for (_, line), (_, other_line) in zip(lines, other_lines):
        if line != other_line:
            break
        count += 1
    return Repeat(path, lines[0][0], other_path, other_lines[0][0], count)


def sources(root):
    """Yields the paths of all files that are checked, relative to `root`."""
    yield from check_includes.sources(root)
    for folder, subfolders, files in os.walk(root):
        subfolders[:] = sorted(
            name
            for name in subfolders
            if not name.startswith(".")
            and not os.path.islink(os.path.join(folder, name))
        )
        for name in sorted(files):
            if name.endswith(_KINDS) or name == "BUILD":
                yield os.path.relpath(os.path.join(folder, name), root)


def check_tree(root):
    """Returns the number of files read, and errors."""
    texts = {}
    for path in sources(root):
        if not _EXEMPT.search(path):
            with open(os.path.join(root, path), encoding="utf-8") as file:
                texts[path] = file.read()
    return len(texts), [
        "%s:%d and %s:%d have %d lines in common" % repeat for repeat in find(texts)
    ]
