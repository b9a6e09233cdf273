"""Creates the delegate that docs/ADDING_A_DELEGATE.md describes.

scaffold_of_docs.py DOCUMENT OUT_FOLDER FILE …   (files of delegates/skeleton)

A code block of the document whose first line is `// delegates/acme/<file>` replaces
that file. Any other block replaces the lines of the scaffold from the one that equals
its first line to the next one that equals its last line.
"""

import os
import re
import sys

import new_delegate

NAME = "acme"


def insert(block, files):
    """Inserts a block of the document into `files`, a map from name to text."""
    match = re.match(rf"// delegates/{NAME}/(\S+)\n", block)
    if match:
        if match[1] not in files:
            sys.exit(f"the scaffold has no file {match[1]}")
        files[match[1]] = block
        return
    lines = block.splitlines(keepends=True)
    for name, text in files.items():
        begin = text.find("\n" + lines[0]) + 1
        end = text.find("\n" + lines[-1], begin) + 1
        if begin > 0 and end > 0:
            files[name] = text[:begin] + block + text[end + len(lines[-1]) :]
            return
    sys.exit(f"the scaffold has no place for the block that begins with {lines[0]}")


def main():
    document, out, *paths = sys.argv[1:]
    files = {}
    for path in paths:
        name = path.partition(new_delegate.TEMPLATE + "/")[2]
        # A BUILD file would make the folder a package.
        name = re.sub(r"\bBUILD$", "BUILD.scaffold", name)
        with open(path, encoding="utf-8") as f:
            files[new_delegate.renamed(name, NAME)] = new_delegate.renamed(
                f.read(), NAME
            )
    with open(document, encoding="utf-8") as f:
        blocks = re.findall(r"^```c\+\+\n(.*?)^```$", f.read(), re.M | re.S)
    for block in blocks:
        insert(block, files)
    for name, text in files.items():
        path = os.path.join(out, "delegates", NAME, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)


if __name__ == "__main__":
    main()
