"""Formats the sources of the checkout, or lists those that are not formatted.

    ./bazelw run //tools/format             # rewrites unformatted files
    ./bazelw run //tools/format -- --check  # lists them and exits with 1

C, C++ and protocol buffers are formatted by clang-format, Python by black and
shell scripts by shfmt, in the versions of Debian 12: others format differently.
Every text file must have no tabs, no trailing blanks and one newline at its end,
and comments of C and C++ end within 80 columns; these are reported, not rewritten.
"""

import argparse
import collections
import os
import re
import subprocess
import sys

# version: the version that the program must report. suffixes, names: the files
# it formats. check: prints the files that would change, which `reported`
# extracts. rewrite: changes them in place.
Formatter = collections.namedtuple(
    "Formatter", "version suffixes names check reported rewrite"
)

FORMATTERS = [
    Formatter(
        version=r"clang-format version 14\.",
        suffixes=(".h", ".cc", ".c", ".inc", ".proto"),
        names=(),
        check=["clang-format", "--dry-run"],
        reported=r"^(\S[^:\n]*):\d+:\d+: warning: ",
        rewrite=["clang-format", "-i"],
    ),
    Formatter(
        version=r"black, 23\.",
        suffixes=(".py",),
        names=(),
        check=["black", "--check"],
        reported=r"^would reformat (.*)$",
        rewrite=["black", "--quiet"],
    ),
    Formatter(
        version=r"^v?3\.",
        suffixes=(".sh",),
        names=("bazelw", ".ci/run"),
        check=["shfmt", "-i", "2", "-ci", "-l"],
        reported=r"^(.+)$",
        rewrite=["shfmt", "-i", "2", "-ci", "-w"],
    ),
]

_TEXT = (
    *(suffix for formatter in FORMATTERS for suffix in formatter.suffixes),
    *(".bzl", ".cl", ".glsl", ".golden", ".kernel", ".lds", ".md", ".txt"),
)
_TEXT_NAMES = (
    *(name for formatter in FORMATTERS for name in formatter.names),
    *("BUILD", "WORKSPACE", ".bazelrc"),
)

_COLUMNS = 80
_FILES_PER_CALL = 100


def sources(root):
    """Sorted paths, relative to `root`, of the files of the checkout."""
    command = ["git", "-C", root, "ls-files", "-z"]
    command += ["--cached", "--others", "--exclude-standard"]
    try:
        listing = subprocess.check_output(command, stderr=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError):
        return _walk(root)
    names = os.fsdecode(listing).split("\0")
    paths = {name: os.path.join(root, name) for name in names if name}
    return sorted(n for n, p in paths.items() if _is_own_file(p))


def _is_own_file(path):
    return os.path.isfile(path) and not os.path.islink(path)


def _walk(root):
    """The same for a copy without git's data."""
    found = []
    for folder, subfolders, files in os.walk(root):
        at_root = folder == root
        subfolders[:] = [
            name
            for name in subfolders
            if not (name.startswith(".") and name != ".ci")
            and name != "__pycache__"
            and not (at_root and name.startswith("bazel-"))
        ]
        for name in files:
            path = os.path.join(folder, name)
            if not os.path.islink(path):
                found.append(os.path.relpath(path, root))
    return sorted(found)


def is_usable(formatter):
    """Whether the program is installed in the required version."""
    command = [formatter.check[0], "--version"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return re.search(formatter.version, said.stdout) is not None


def files_of(formatter, paths):
    return [
        path
        for path in paths
        if path.endswith(formatter.suffixes) or path in formatter.names
    ]


def _run(command, root, paths):
    """The output of the command for the files, split to stay below system limits."""
    printed = []
    for start in range(0, len(paths), _FILES_PER_CALL):
        done = subprocess.run(
            command + paths[start : start + _FILES_PER_CALL],
            cwd=root,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        printed.append(done.stdout)
        # A program that fails on a file must not count as one without findings.
        if re.search(r"^(error|fatal)\b|: error:", done.stdout, re.MULTILINE):
            raise ValueError(done.stdout)
    return "".join(printed)


def unformatted(formatter, root, paths):
    """The files that the program would change."""
    printed = _run(formatter.check, root, files_of(formatter, paths))
    found = re.findall(formatter.reported, printed, re.MULTILINE)
    return sorted({os.path.relpath(os.path.join(root, path), root) for path in found})


def rewrite(formatter, root, paths):
    """Formats the files in place."""
    _run(formatter.rewrite, root, files_of(formatter, paths))


def blemishes(root, paths):
    """Checks that no formatter does: tabs, blanks, ends of files, long comments."""
    found = []
    for path in paths:
        name = os.path.basename(path)
        if not (path.endswith(_TEXT) or name in _TEXT_NAMES or path in _TEXT_NAMES):
            continue
        with open(os.path.join(root, path), encoding="utf-8") as file:
            text = file.read()
        for number, line in enumerate(text.split("\n"), 1):
            if "\t" in line:
                found.append("%s:%d: a tab" % (path, number))
            if line != line.rstrip():
                found.append("%s:%d: trailing blanks" % (path, number))
            if len(line) > _COLUMNS and path.endswith(FORMATTERS[0].suffixes):
                if line.lstrip().startswith("//"):
                    found.append("%s:%d: over %d columns" % (path, number, _COLUMNS))
        if text and (not text.endswith("\n") or text.endswith("\n\n")):
            found.append("%s: does not end with one newline" % path)
    return found


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--check", action="store_true", help="change nothing; exit with 1 on a finding"
    )
    root = os.environ.get("BUILD_WORKSPACE_DIRECTORY", os.getcwd())
    check = parser.parse_args().check
    paths = sources(root)
    findings = []
    for formatter in FORMATTERS:
        program = formatter.check[0]
        if not is_usable(formatter):
            findings.append("%s: not installed in the version of Debian 12" % program)
            continue
        changed = unformatted(formatter, root, paths)
        if check:
            findings += [
                "%s: not formatted by %s" % (path, program) for path in changed
            ]
        elif changed:
            rewrite(formatter, root, changed)
            print("%s: %d files rewritten" % (program, len(changed)))
    findings += blemishes(root, paths)
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
