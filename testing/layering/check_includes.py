"""Checks #include lines against the table of layers in docs/ARCHITECTURE.md.

The table is under the heading "Layers". Its first column defines a layer by one or
more patterns in backquotes; its last column lists what files of that layer may
include. A pattern is a path from the root, in which "*" matches within one
component. A pattern of a folder includes everything in it; one with "*" and without
"/" matches files in any folder. Patterns after the word "not" are exceptions. A file
belongs to the row with the most specific pattern, and may always include its own
folder.
"""

import collections
import fnmatch
import os
import re

_INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
_QUOTED = re.compile(r"`([^`]+)`")
_SOURCE = (".h", ".cc", ".c", ".inc", ".cpp", ".hpp")

# The top folders of layers; other quoted includes are those of system packages.
# Any other folder is a package that a user has added to the checkout.
_ROOTS = (
    "tensorflow_lite_lite",
    "kernels",
    "delegates",
    "testing",
    "tools",
    "examples",
    "demo",
)
# Folders in which files may include each other by name alone, as guides for
# delegates do.
_BY_NAME = ("delegates", "examples")
_COMPAT_ROOTS = ("tensorflow/", "tflite/", "third_party/tensorflow/")
_COMPAT = "tensorflow_lite_lite/compat"

Row = collections.namedtuple("Row", "patterns allowed denied")


def _is_file_name(pattern):
    return "*" in pattern and "/" not in pattern


def _covers(pattern, path):
    """Whether `pattern` matches `path` or a folder that contains it."""
    if _is_file_name(pattern):
        return fnmatch.fnmatchcase(os.path.basename(path), pattern)
    wanted = pattern.rstrip("/").split("/")
    parts = path.split("/")
    return len(wanted) <= len(parts) and all(
        fnmatch.fnmatchcase(part, want) for part, want in zip(parts, wanted)
    )


def _rank(pattern):
    """File names before paths, longer paths first, then fewer wildcards."""
    return (_is_file_name(pattern), pattern.count("/"), len(pattern.replace("*", "")))


def parse_table(text):
    """Returns the rows of the table under the heading "Layers"."""
    section = re.split(r"^## Layers\s*$", text, flags=re.MULTILINE)
    if len(section) != 2:
        raise ValueError('the document needs one heading "## Layers"')
    section = re.split(r"^## ", section[1], flags=re.MULTILINE)[0]
    rows = []
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|") or len(cells) < 2:
            continue
        patterns = _QUOTED.findall(cells[0])
        if not patterns:
            continue  # header and separator of the table
        granted, _, refused = cells[-1].partition(" not ")
        rows.append(Row(patterns, _QUOTED.findall(granted), _QUOTED.findall(refused)))
    if not rows:
        raise ValueError('no table of layers under the heading "## Layers"')
    return rows


def row_of(rows, path):
    """Returns the row that `path` belongs to and its pattern, or (None, None)."""
    found = [
        (_rank(pattern), pattern, row)
        for row in rows
        for pattern in row.patterns
        if _covers(pattern, path)
    ]
    if not found:
        return None, None
    _, pattern, row = max(found, key=lambda entry: entry[0])
    return row, pattern


def check_include(rows, source, included):
    """Returns why `source` may not include `included`, or None if it may."""
    if included.startswith(_COMPAT_ROOTS):
        included = _COMPAT + "/" + included
    elif included.split("/")[0] not in _ROOTS:
        return None
    row, _ = row_of(rows, source)
    if row is None:
        return "its folder has no row in the table of layers"
    # "Its own folder" is the folder that the row's pattern matched.
    if os.path.dirname(source) == os.path.dirname(included):
        return None
    for pattern in row.patterns:
        if _covers(pattern, source) and not _is_file_name(pattern):
            own = "/".join(source.split("/")[: pattern.count("/") + 1])
            if _covers(own, included):
                return None
    if any(_covers(pattern, included) for pattern in row.denied):
        return "the table of layers takes it away"
    if any(_covers(pattern, included) for pattern in row.allowed):
        return None
    return "the table of layers does not grant it"


def sources(root):
    """Returns the paths of all C and C++ files of the layers, relative to `root`."""
    for folder, subfolders, files in os.walk(root):
        subfolders[:] = sorted(
            name
            for name in subfolders
            if not name.startswith(".") and (folder != root or name in _ROOTS)
        )
        for name in sorted(files):
            if name.endswith(_SOURCE):
                yield os.path.relpath(os.path.join(folder, name), root)


def check_tree(root, rows):
    """Returns (number of files read, list of errors) for the checkout `root`."""
    errors = []
    count = 0
    for source in sources(root):
        count += 1
        with open(os.path.join(root, source), encoding="utf-8") as file:
            text = file.read()
        if row_of(rows, source)[0] is None:
            errors.append("%s: its folder has no row in the table of layers" % source)
            continue
        for match in _INCLUDE.finditer(text):
            included = match.group(1)
            line = text.count("\n", 0, match.start(1)) + 1
            where = '%s:%d: "%s": ' % (source, line, included)
            beside = os.path.join(root, os.path.dirname(source), included)
            if (
                source.split("/")[0] in _BY_NAME
                and "/" not in included
                and os.path.exists(beside)
            ):
                continue
            if ".." in included.split("/") or (
                os.path.dirname(source)
                and os.path.exists(beside)
                and not os.path.exists(os.path.join(root, included))
            ):
                errors.append(where + "name it by its path from the root")
                continue
            why = check_include(rows, source, included)
            if why:
                errors.append(where + why)
    return count, errors
