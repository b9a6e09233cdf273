"""Writes C++ with the bytes of files as functions that return them.

    embed.py --header HEADER --namespace NAMESPACE --out OUT FUNCTION=FILE...
"""

import argparse

_LINE = 32  # bytes a line


def literal(data):
    """The bytes as adjoining string literals, a line each."""
    lines = []
    for i in range(0, len(data), _LINE):
        line = "".join("\\%03o" % byte for byte in data[i : i + _LINE])
        lines.append('    "%s"' % line)
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--header", required=True)
    parser.add_argument("--namespace", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    parts = ['#include "%s"\n\nnamespace %s {\n' % (args.header, args.namespace)]
    for entry in args.files:
        function, path = entry.split("=", 1)
        with open(path, "rb") as file:
            data = file.read()
        parts.append(
            "absl::Span<const unsigned char> %s() {\n"
            "  static const char kBytes[] =\n%s;\n"
            "  return {reinterpret_cast<const unsigned char*>(kBytes),"
            " sizeof(kBytes) - 1};\n}\n" % (function, literal(data))
        )
    parts.append("}  // namespace %s\n" % args.namespace)
    with open(args.out, "w") as file:
        file.write("\n".join(parts))


if __name__ == "__main__":
    main()
