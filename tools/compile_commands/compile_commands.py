"""Writes compile_commands.json, which editors (clangd) and clang-tidy read.

    ./bazelw run //:compile_commands                  # of the whole checkout
    ./bazelw run //:compile_commands -- //kernels/...

Queries Bazel for the compile command of each source; nothing is compiled. Generated
headers are found once their targets have been built.
"""

import argparse
import json
import os
import subprocess
import sys

# Prefixes of paths relative to the folder in which Bazel creates its symlinks.
_EXTERNAL = "external/"
_GLUED = ("-I", "-iquote", "-isystem")
# Flags that Clang's tools do not accept.
_OF_GCC_ALONE = ("-fno-canonical-system-headers",)


def bazel(root, *arguments):
    command = ["./bazelw", "--no-install", *arguments]
    done = subprocess.run(command, cwd=root, check=False, stdout=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(f"compile_commands: {' '.join(command)} failed")
    return done.stdout


def absolute(argument, output_base):
    """The argument, with paths of external repositories resolved."""
    for prefix in ("", *_GLUED):
        if argument.startswith(prefix + _EXTERNAL):
            return f"{prefix}{output_base}/{argument[len(prefix):]}"
    return argument


def entries(actions, root, output_base):
    """One entry per source file, from the first of its targets."""
    found = {}
    for action in actions:
        arguments = action["arguments"]
        if "-c" not in arguments:
            continue
        source = arguments[arguments.index("-c") + 1]
        if source not in found:
            found[source] = {
                "directory": root,
                "file": absolute(source, output_base),
                "arguments": [
                    absolute(argument, output_base)
                    for argument in arguments
                    if argument not in _OF_GCC_ALONE
                ],
            }
    return [found[source] for source in sorted(found)]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("targets", nargs="*", default=["//..."])
    targets = parser.parse_args().targets
    root = os.environ.get("BUILD_WORKSPACE_DIRECTORY", os.getcwd())

    query = f'mnemonic("CppCompile", {" + ".join(targets)})'
    answer = json.loads(bazel(root, "aquery", "--output=jsonproto", query))
    base = bazel(root, "info", "output_base").decode().strip()
    found = entries(answer.get("actions", []), root, base)
    path = os.path.join(root, "compile_commands.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(found, file, indent=1)
    print(f"{path}: {len(found)} sources")


if __name__ == "__main__":
    main()
