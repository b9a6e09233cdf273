"""Writes files as C++ arrays: embed.py OUT.cc OUT.h FILE..."""

import os
import sys


def main():
    source, header, paths = sys.argv[1], sys.argv[2], sys.argv[3:]
    with open(source, "w") as cc, open(header, "w") as h:
        h.write('#include <cstddef>\nextern "C" {\n')
        cc.write('#include <cstddef>\nextern "C" {\n')
        for path in paths:
            with open(path, "rb") as f:
                data = f.read()
            name = "k_" + os.path.basename(path).replace(".", "_")
            h.write("extern const unsigned char %s[];\n" % name)
            h.write("extern const size_t %s_size;\n" % name)
            # A model's tables are aligned relative to the start of its file.
            cc.write("extern const unsigned char %s[];\n" % name)
            cc.write("extern const size_t %s_size;\n" % name)
            cc.write(
                "alignas(64) const unsigned char %s[] = {%s};\n"
                % (name, ",".join(map(str, data)))
            )
            cc.write("const size_t %s_size = %d;\n" % (name, len(data)))
        h.write("}\n")
        cc.write("}\n")


if __name__ == "__main__":
    main()
