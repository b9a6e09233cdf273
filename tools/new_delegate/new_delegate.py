"""Creates a new delegate as a copy of delegates/skeleton.

    ./bazelw run //tools/new_delegate -- acme

creates delegates/acme: a complete delegate with flags, a plugin, tests, kernel
tests and a conformance golden. docs/ADDING_A_DELEGATE.md describes the next steps.

    ./bazelw run //tools/new_delegate -- acme --workspace=DIR

creates it in another workspace that uses the project as @tensorflow_lite_lite.
"""

import argparse
import os
import re
import sys

from tools.format import format as formatting

TEMPLATE = "skeleton"
# Used in printed commands; other workspaces have no such script.
BAZEL = "./bazelw "
RESERVED = {"common", "dummy", "external", TEMPLATE}
# A namespace tflite::NAME would hide these from the code around it.
NAMESPACES = {"absl", "flatbuffers", "std", "tflite"}
KEYWORDS = set(
    """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char
    char16_t char32_t char8_t class co_await co_return co_yield compl concept const
    const_cast consteval constexpr constinit continue decltype default delete do double
    dynamic_cast else enum explicit export extern false float for friend goto if inline
    int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private
    protected public register reinterpret_cast requires return short signed sizeof static
    static_assert static_cast struct switch template this thread_local throw true try
    typedef typeid typename union unsigned using virtual void volatile wchar_t while xor
    xor_eq
    """.split()
)

NEXT = """\
Made {folder}:
{files}
Its names are in the namespace tflite::{name}.
Next:
  ./bazelw test //{folder}/...
  ./bazelw run //{folder}:benchmark_model_plus_{name}_delegate -- \\
    --graph=MODEL.tflite --use_{name}_delegate=true --explain_delegation
  docs/ADDING_A_DELEGATE.md
"""


def camel(name):
    return "".join(part.capitalize() for part in name.split("_"))


def renamed(text, name):
    """The text with the template's name replaced by the delegate's."""
    text = text.replace(TEMPLATE.upper(), name.upper())
    text = text.replace(TEMPLATE.capitalize(), camel(name))
    return text.replace(TEMPLATE, name)


def check_name(name):
    """The error in the name, or None."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        return f"'{name}' is not a name like acme or acme_npu"
    if name in RESERVED | NAMESPACES:
        return f"'{name}' is taken"
    if name in KEYWORDS:
        return f"'{name}' is a word of C++, and cannot be a namespace"
    return None


def is_namespace(root, name):
    """Whether a header of the checkout adds to the namespace tflite::NAME."""
    opening = re.compile(
        rf"^namespace tflite( {{\nnamespace |::){name}( {{|::)", re.MULTILINE
    )
    for path in formatting.sources(root):
        if path.endswith(".h"):
            with open(os.path.join(root, path), encoding="utf-8") as f:
                if opening.search(f.read()):
                    return True
    return False


def without_own_targets(build):
    """The text of a BUILD file without the targets that only this tool needs."""
    return re.sub(r"# For tools/new_delegate\.\n(?:.+\n)+\n", "", build)


def from_outside(build, name):
    """The text of a BUILD file for use in another workspace.

    Its labels name the project. Recorded results are in this checkout only.
    """
    build = re.sub(r'load\("//testing/golden:.*\n', "", build)
    build = re.sub(r"\ntfll_golden_test\(\n(?:.+\n)+", "", build)
    return re.sub(rf'"//(?!delegates/{name}[:/"])', '"@tensorflow_lite_lite//', build)


def template_files(template):
    """Sorted relative paths of the template's files."""
    return sorted(
        os.path.relpath(os.path.join(folder, file), template)
        for folder, _, files in os.walk(template)
        for file in files
    )


def scaffold(template, destination, name, elsewhere=False):
    """Copies the template's files; returns their new paths."""
    made = []
    for file in template_files(template):
        with open(os.path.join(template, file), encoding="utf-8") as f:
            text = renamed(f.read(), name)
        if os.path.basename(file) == "BUILD":
            text = without_own_targets(text)
            if elsewhere:
                text = from_outside(text, name)
        if elsewhere:
            text = text.replace(BAZEL, "bazel ")
        path = os.path.join(destination, renamed(file, name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        made.append(path)
    return made


def main(argv):
    parser = argparse.ArgumentParser(
        prog="new_delegate",
        description=__doc__.split("\n", maxsplit=1)[0],
    )
    parser.add_argument("name", help="the delegate's name, e.g. acme or acme_npu")
    parser.add_argument(
        "--root",
        # Set by `bazel run`.
        default=os.environ.get("BUILD_WORKSPACE_DIRECTORY", os.getcwd()),
        help="root of the checkout",
    )
    parser.add_argument(
        "--workspace", help="root of another workspace in which to create the delegate"
    )
    args = parser.parse_args(argv)
    problem = check_name(args.name)
    if problem:
        parser.error(problem)
    template = os.path.join(args.root, "delegates", TEMPLATE)
    if not os.path.isdir(template):
        parser.error(f"--root: there is no {template}")
    folder = os.path.join("delegates", args.name)
    workspace = args.workspace or args.root
    destination = os.path.join(workspace, folder)
    if os.path.exists(destination):
        parser.error(f"{folder} exists")
    if is_namespace(args.root, args.name):
        parser.error(f"tflite::{args.name} is a namespace of the library")
    made = scaffold(template, destination, args.name, args.workspace is not None)
    # Line lengths differ from the template's; other workspaces have other
    # formats.
    for formatter in formatting.FORMATTERS if args.workspace is None else []:
        if formatting.files_of(formatter, made) and formatting.is_usable(formatter):
            formatting.rewrite(formatter, args.root, made)
    files = "".join(f"  {os.path.relpath(p, workspace)}\n" for p in made)
    text = NEXT.format(folder=folder, name=args.name, files=files)
    print(text if args.workspace is None else text.replace(BAZEL, "bazel "), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
