"""Writes the generated files that are checked in, for review with `git diff`.

    ./bazelw run //:update_goldens                   # after a change to operators or cases
    ./bazelw run //:update_goldens -- nodes digests  # only some

    cases    delegates/<d>/conformance.golden, the cases that a delegate leaves to the CPU
    nodes    delegates/<d>/golden_nodes.txt and golden_model_nodes.txt, how many nodes it
             takes in recorded cases
    digests  digests of what delegates compile: programs.golden, plans.golden …
    support  docs/OP_SUPPORT.md, which is made from those of `cases`

`cases` and `support` are written if nothing is named. The programs that write the
files are found by a query, so that a new delegate needs no entry here.
"""

import argparse
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

_BY_FLAG = {"cases": "--golden=", "nodes": "--delegated_nodes="}
# What tests of digests are made with (testing/digest.h).
_DIGEST = "//testing:digest"
_PAGE = "tools/op_support/OP_SUPPORT.md"
KINDS = ["cases", "nodes", "digests", "support"]


def writers(query, flag):
    """The targets that write the files of `flag`: one for each file.

    Of several tests of a file, it is one of all cases if there is one, and then the
    one with the shortest name.

    Args:
      query: tests with their attributes, as printed by `bazel query --output=xml`.
      flag: the flag that names the file, with "=".
    """
    best = {}
    for rule in ElementTree.fromstring(query).iter("rule"):
        name = rule.get("name")
        args = [
            string.get("value")
            for values in rule.findall("list[@name='args']")
            for string in values.findall("string")
        ]
        sampled = any(arg.startswith("--sample=") for arg in args)
        for arg in args:
            if arg.startswith(flag):
                file = (name.split(":")[0], arg)
                key = (sampled, len(name), name)
                best[file] = min(best.get(file, key), key)
    return sorted(name for _, _, name in best.values())


def names(query):
    """The names of the targets of a query, as printed with --output=xml."""
    return sorted(
        rule.get("name") for rule in ElementTree.fromstring(query).iter("rule")
    )


class Bazel:
    def __init__(self, root):
        self._root = root
        self.failed = []

    def query(self, text):
        command = ["./bazelw", "--no-install", "query", "--output=xml", text]
        done = subprocess.run(
            command, cwd=self._root, check=False, stdout=subprocess.PIPE
        )
        if done.returncode != 0:
            sys.exit(f"update_goldens: {' '.join(command)} failed")
        return done.stdout

    def call(self, *arguments):
        """Whether a command succeeded; the others are tried all the same."""
        command = ["./bazelw", "--no-install", *arguments]
        print("update_goldens:", " ".join(command), flush=True)
        if subprocess.run(command, cwd=self._root, check=False).returncode == 0:
            return True
        self.failed.append(" ".join(command))
        return False


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kinds", nargs="*", metavar="kind", help=", ".join(KINDS))
    kinds = parser.parse_args().kinds or ["cases", "support"]
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown:
        parser.error(f"{unknown[0]!r} is none of {', '.join(KINDS)}")
    root = os.environ.get("BUILD_WORKSPACE_DIRECTORY", os.getcwd())
    bazel = Bazel(root)

    targets = []
    for kind, flag in _BY_FLAG.items():
        if kind in kinds:
            query = bazel.query(f'attr(args, "{flag}", kind(cc_test, //...))')
            targets += writers(query, flag)
    if "digests" in kinds:
        query = f'attr(deps, "{_DIGEST}\\b", kind(cc_test, //...))'
        targets += names(bazel.query(query))
    if targets:
        bazel.call("build", *targets)
    for target in targets:
        bazel.call("run", target, "--", "--update_golden")
    if "support" in kinds and bazel.call("build", "//tools/op_support:page"):
        shutil.copyfile(
            os.path.join(root, "bazel-bin", _PAGE),
            os.path.join(root, "docs", os.path.basename(_PAGE)),
        )
    for command in bazel.failed:
        print("update_goldens: failed:", command, file=sys.stderr)
    sys.exit(1 if bazel.failed else 0)


if __name__ == "__main__":
    main()
