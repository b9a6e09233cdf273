"""Finds constraints of operators that no test violates.

A header of kernels/<folder> numbers its constraints, "//   C3 text"; the name of a
test that violates one ends in its number: TEST(Pool2dBind, RejectsZeroStride_C3).
"""

import os
import re

_CONSTRAINT = re.compile(r"^//\s+(C\d+)\s", re.M)
_TEST = re.compile(r"\bTEST(?:_F|_P)?\(\s*\w+,\s*(\w+)\)")
_BROKEN = re.compile(r"_(C\d+)(?=_|$)")


def declared(header):
    """Returns the numbers of the constraints in the text of a header."""
    return set(_CONSTRAINT.findall(header))


def broken(tests):
    """Returns the constraints that the tests in this text violate."""
    found = set()
    for name in _TEST.findall(tests):
        found.update(_BROKEN.findall(name))
    return found


def _read(folder, names):
    texts = []
    for name in names:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            texts.append(file.read())
    return texts


def check_tree(root):
    """Returns the number of constraints under root/kernels, and errors for
    those without a test."""
    count, errors = 0, []
    kernels = os.path.join(root, "kernels")
    for name in sorted(os.listdir(kernels)):
        folder = os.path.join(kernels, name)
        if not os.path.isdir(folder):
            continue
        files = sorted(os.listdir(folder))
        tested = broken(
            "\n".join(_read(folder, [f for f in files if f.endswith("_test.cc")]))
        )
        headers = [f for f in files if f.endswith(".h")]
        for header, text in zip(headers, _read(folder, headers)):
            constraints = declared(text)
            count += len(constraints)
            errors += [
                "kernels/%s/%s: no test of kernels/%s is named …_%s"
                % (name, header, name, c)
                for c in sorted(constraints - tested, key=lambda c: int(c[1:]))
            ]
    return count, errors
