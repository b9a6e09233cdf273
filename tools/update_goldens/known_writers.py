"""Which files of a checkout are goldens, and whether update_goldens writes them."""

import os
import re

# Programs with the flag --update_golden, whose tests update_goldens.py finds.
FLAG_IN = {
    "testing/conformance/main.cc",  # cases
    "testing/digest.h",  # digests
    "testing/golden/runner.cc",  # nodes
}
# Goldens that no such test writes: the outputs of programs, and a template's list.
OTHERS = {
    "delegates/gpu/self_check/case_problems.golden",
    "delegates/gpu/self_check/recorded.golden",
    "tools/new_delegate/acme_conformance.golden",
}
_FLAG = re.compile(r'"(--)?update_golden[="]')
_DIGEST = '#include "testing/digest.h"'


def _files(root):
    for folder, folders, files in os.walk(root):
        folders[:] = [
            f for f in folders if not f.startswith((".", "bazel-")) and f != "shared"
        ]
        for file in files:
            path = os.path.join(folder, file)
            if os.path.isfile(path):
                yield os.path.relpath(path, root)


def unknown(root):
    """What update_goldens would miss: one line each.

    That is another program with the flag --update_golden, and a .golden file that is
    neither a delegate's conformance.golden, nor named in a test of digests, nor in
    OTHERS.
    """
    goldens, texts = [], []
    errors = [f"{p}: no such file" for p in sorted(OTHERS | FLAG_IN)]
    for path in _files(root):
        errors = [e for e in errors if e != f"{path}: no such file"]
        if path.endswith(".golden"):
            goldens.append(path)
        if not path.endswith((".cc", ".h")):
            continue
        with open(os.path.join(root, path), encoding="utf-8") as f:
            text = f.read()
        if _DIGEST in text:
            texts.append(text)
        if _FLAG.search(text) and path not in FLAG_IN:
            errors.append(f"{path}: a writer of goldens that update_goldens misses")
    for path in goldens:
        if (
            os.path.basename(path) != "conformance.golden"
            and path not in OTHERS
            and not any(f'"{path}"' in text for text in texts)
        ):
            errors.append(f"{path}: update_goldens does not write it")
    return errors
