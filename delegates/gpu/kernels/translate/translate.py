"""Makes C++ tables of OpenCL C and SPIR-V out of kernel files."""

import argparse
import os
import subprocess
import sys

from delegates.gpu.kernels.translate.declarations import declarations
from delegates.gpu.kernels.translate.kernel import KernelError, LANGUAGES
from delegates.gpu.kernels.translate.kernel_file import parse
from delegates.gpu.kernels.translate.languages import program
from delegates.gpu.kernels.translate.tables import family_table, library_table


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kernel", help="a kernel file")
    parser.add_argument("--glslc", help="compiler of SPIR-V; none: no SPIR-V")
    parser.add_argument("--library", help="families, separated by commas")
    parser.add_argument("--function", help="that returns the library")
    parser.add_argument(
        "--text", choices=LANGUAGES, help="print the kernels in this language instead"
    )
    parser.add_argument(
        "--declare", action="store_true", help="make the kernels' C++ header instead"
    )
    parser.add_argument("--out", default="/dev/stdout")
    args = parser.parse_args()
    try:
        if args.library:
            text = library_table(args.library.split(","), args.function)
        elif args.declare:
            text = declarations(args.kernel)
        elif args.text:
            folder = os.path.dirname(args.kernel)
            programs = [
                program(kernel, args.text, folder) for kernel in parse(args.kernel)
            ]
            text = "\n".join(p for p in programs if p)
        else:
            text = family_table(args.kernel, args.glslc)
    except (KernelError, subprocess.CalledProcessError) as error:
        sys.exit("%s: %s" % (args.kernel, error))
    with open(args.out, "w") as file:
        file.write(text)


if __name__ == "__main__":
    main()
