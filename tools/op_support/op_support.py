"""Writes docs/OP_SUPPORT.md: operators, versions, kernels, types, delegates.

  op_support.py --rows=FILE --known_faults=FILE --cases=FILE
      [--delegate=NAME:FILE]... RECORDED.zip... > docs/OP_SUPPORT.md

--rows is the table of operators as kernels/op_table.bzl gives it, a line each:
name, first version, last version, folder, "fast" or "reference". --cases is
what the conformance program prints for --list_cases; a delegate's FILE is its
conformance.golden. The types of the recorded cases are those that
//testing/golden replays.
"""

import argparse
import collections
import json
import os
import sys
import zipfile

HEAD = """# Operators

Made by `tools/op_support`; do not edit. Versions are the model file's. "Recorded" are the cases and
types that `//testing/golden` replays on the reference and on the fast kernels: plain names are
unquantized; `hybrid_*` is FLOAT32 with weights of that type; `int16x8` is INT16 with INT8 weights.
Cases whose record is held to be wrong (`testing/golden/known_faults.txt`) are left out.

"Conformance" counts the cases of `kernels/*/*_cases.cc`. A delegate's column lists the types whose
cases it takes whole, by its `conformance.golden`; "2/5" behind one means that it takes 2 of 5 cases
and leaves the others to the CPU.

"""


def recorded_types(path, faults):
    """The number of recorded cases in a packed file, and their sorted types."""
    types = set()
    count = 0
    with zipfile.ZipFile(path) as z:
        for name in z.namelist():
            if not name.endswith("/case.json"):
                continue
            case = json.loads(z.read(name))
            if case["op"] + "/" + case["name"] in faults:
                continue
            count += 1
            types.add(case["dtype"])
    return count, sorted(types)


def read_rows(path):
    """The lines of a file, without comments and empty lines."""
    with open(path) as f:
        return [l.rstrip("\n") for l in f if l.strip() and not l.startswith("#")]


def read_cases(path):
    """Maps an operator's name in lower case to its (type, full name) pairs."""
    cases = collections.defaultdict(list)
    for line in read_rows(path):
        operator, kind, name = line.split("\t")
        cases[operator].append((kind, name))
    return cases


def taken(cases, refused):
    """The types of an operator's cases that a delegate takes, as text."""
    counts = collections.OrderedDict()
    for kind, name in sorted(cases):
        whole = name.split("/")[0] + "/*"
        rows = {name, whole, whole + "/" + kind}
        count = counts.setdefault(kind, [0, 0])
        count[0] += not rows & refused
        count[1] += 1
    texts = []
    for kind, (some, all_) in counts.items():
        if some == all_:
            texts.append(kind)
        elif some:
            texts.append("%s %d/%d" % (kind, some, all_))
    return ", ".join(texts) or "–"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", required=True)
    parser.add_argument("--known_faults", required=True)
    parser.add_argument("--cases", required=True)
    parser.add_argument("--delegate", action="append", default=[])
    parser.add_argument("recorded", nargs="*")
    args = parser.parse_args()
    faults = {l.split(":")[0] for l in read_rows(args.known_faults)}
    recorded = {
        os.path.basename(p)[:-4]: recorded_types(p, faults) for p in args.recorded
    }
    cases = read_cases(args.cases)
    delegates = []
    for item in args.delegate:
        name, path = item.split(":", 1)
        delegates.append((name, {l.split(": ")[0] for l in read_rows(path)}))
    columns = [
        "operator",
        "versions",
        "kernel",
        "folder",
        "recorded",
        "types",
        "conformance",
    ] + [name for name, _ in delegates]
    out = HEAD + "| " + " | ".join(columns) + " |\n"
    out += "|---|---|---|---|---:|---|---:|" + "---|" * len(delegates) + "\n"
    for line in sorted(read_rows(args.rows)):
        name, first, last, folder, kernel = line.split()
        versions = first if first == last else first + "–" + last
        count, types = recorded.get(name, (0, []))
        own = cases.get(name.lower(), [])
        cells = [
            name,
            versions,
            kernel,
            "`%s`" % folder,
            str(count or "–"),
            ", ".join(types) or "–",
            str(len(own) or "–"),
        ]
        cells += [taken(own, refused) for _, refused in delegates]
        out += "| " + " | ".join(cells) + " |\n"
    sys.stdout.buffer.write(out.encode())


if __name__ == "__main__":
    main()
