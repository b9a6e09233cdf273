"""Finds what the checkout's Markdown files refer to and what is not there."""

import glob
import os
import re

_LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"`([^`\n]+)`")
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_BLOCK = re.compile(r"^```[\w+]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_LABEL = re.compile(r"(?<![\w@./])//([a-z0-9_/]+)(?=[:\s]|$)")
_PATH = re.compile(r"[a-z_.]+(/[\w.-]+)+/?")
# The first line of a code block that quotes a file.
_QUOTED = re.compile(r"(?://|#) ((?:examples|testing|tools)/[\w./]+)\n")
# Represents omitted lines.
_OMITTED = re.compile(r"^ *(?://|#) \.\.\.\n", re.MULTILINE)
# Of what a reader makes: the delegate of the tutorial, an operator's folder.
_EXAMPLES = ("acme", "my_delegate", "<")
# Where relative paths begin, beside the file's own folder.
_ROOTS = ("", "tensorflow_lite_lite", "delegates/gpu")


def anchors(text):
    """What GitHub makes of the headings."""
    headings = re.findall(r"^#+ (.*)$", _FENCE.sub("", text), re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in headings
    }


def _missing_link(root, folder, text, target):
    path, _, anchor = target.partition("#")
    if re.match(r"[a-z]+:", target):
        return None
    found = os.path.normpath(os.path.join(root, folder, path))
    if path and not os.path.exists(found):
        return target
    if anchor:
        if path:
            with open(found, encoding="utf-8") as file:
                text = file.read()
        if anchor not in anchors(text):
            return target
    return None


def _missing_code(root, folder, code):
    """Paths and labels of the sources; None where it is neither, or is there."""
    if any(example in code for example in _EXAMPLES):
        return None
    for package in _LABEL.findall(code):
        package = package.rstrip("/")
        if not os.path.isdir(os.path.join(root, package)):
            return "//" + package
    if not _PATH.fullmatch(code):
        return None
    # Beside the checkout is what not everybody has.
    if os.path.normpath(os.path.join(folder, code)).startswith(".."):
        return None
    first = code.split("/")[0]
    starts = [
        r for r in (folder, *_ROOTS) if os.path.isdir(os.path.join(root, r, first))
    ]
    for start in starts:
        # A path without its ending means the header and the source.
        if glob.glob(os.path.join(root, start, code.rstrip("/")) + "*"):
            return None
    return code if starts else None


def misquoted(root, text):
    """The first lines of the passages that the quoted files do not contain.

    A code block that starts with `// examples/…` quotes that file; a line `// ...`
    stands for omitted lines.
    """
    found = []
    for block in _BLOCK.findall(text):
        quoted = _QUOTED.match(block)
        if not quoted:
            continue
        with open(os.path.join(root, quoted[1]), encoding="utf-8") as file:
            source = file.read()
        for passage in _OMITTED.split(block[quoted.end() :]):
            if passage.strip("\n") not in source:
                found.append(passage.strip("\n").split("\n")[0])
    return found


def missing(root, path, text):
    """The references of the Markdown file `path` that lead nowhere."""
    folder = os.path.dirname(path)
    found = [_missing_link(root, folder, text, t) for t in _LINK.findall(text)]
    for code in _CODE.findall(_FENCE.sub("", text)):
        found.append(_missing_code(root, folder, code))
    for fence in _FENCE.findall(text):
        for package in _LABEL.findall(fence):
            found.append(_missing_code(root, folder, "//" + package))
    return [reference for reference in found if reference]
