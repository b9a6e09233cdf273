"""C++ declarations of the kernels of a family, for those who call them."""

import os
import re

from delegates.gpu.kernels.translate.kernel import KernelError
from delegates.gpu.kernels.translate.kernel_file import parse_declared

PARAM_TYPES = {"int": "int32_t", "uint": "uint32_t", "float": "float"}
SHARED_BYTES = {"float": 4, "int": 4, "uint": 4, "f4": 16, "i4": 16, "u4": 16}
# Constants whose names in lower case C++ keeps for itself.
RESERVED = {"and", "or", "signed", "unsigned"}


def camel(name):
    """`name`, whose words are joined by _, in camel case."""
    return "".join(word[:1].upper() + word[1:] for word in name.lower().split("_"))


def member(constant):
    name = constant.lower()
    return name + "_" if name in RESERVED else name


class Group:
    """A kernel, or the kernels of one @each, which differ in their types."""

    def __init__(self, kernels):
        self.kernels = kernels
        self.first = kernels[0]
        self.types = [kernel.each for kernel in kernels if kernel.each]
        name = self.first.name
        self.base = name[: -len(self.types[0]) - 1] if self.types else name
        for kernel in kernels:
            if self.shape(kernel) != self.shape(self.first):
                raise KernelError("%s and %s differ" % (kernel.name, name))

    @staticmethod
    def shape(kernel):
        return (
            kernel.own("constants"),
            [(access, name) for access, _, name in kernel.own("buffers")],
            [name for _, name in kernel.own("params")],
        )

    def params(self):
        """(type, name, count): n0, n1 … are the array ns."""
        others = [kernel.own("params") for kernel in self.kernels]
        out = []
        for i, (kind, name) in enumerate(self.first.own("params")):
            kinds = {params[i][0] for params in others}
            kind = PARAM_TYPES[kind] if len(kinds) == 1 else "GpuWord"
            stem, digits = re.fullmatch(r"(.*?)(\d*)", name).groups()
            if out and digits and out[-1][:2] == (kind, stem + "s"):
                if int(digits) == out[-1][2]:
                    out[-1] = (kind, stem + "s", out[-1][2] + 1)
                    continue
            if digits == "0":
                out.append((kind, stem + "s", 1))
            else:
                out.append((kind, name, 0))
        return out


def numbers(kernel):
    """Lines for what the body has as numbers and callers must know."""
    lines = [
        "  static constexpr int k%s = %d;" % (camel(name), value)
        for name, value in kernel.facts
    ]
    for line in kernel.functions:
        found = re.fullmatch(r"#define (?!GPU_)([A-Z]\w*) (\d+)", line)
        if found:
            lines.append(
                "  static constexpr int k%s = %s;"
                % (camel(found.group(1)), found.group(2))
            )
    return lines


def shared_bytes(kernel):
    """The method that says how much shared memory a workgroup takes."""
    terms = []
    for text in kernel.shared:
        kind, size = re.fullmatch(r"(\w+) \w+\[(.*)\]", text).groups()
        for name, _ in kernel.own("constants"):
            size = re.sub(r"\b%s\b" % name, "constants." + member(name), size)
        if not re.fullmatch(r"[\w.]+( \* [\w.]+)*", size):
            raise KernelError("@shared %s: the size is no product" % text)
        terms.append("int64_t{%d} * %s" % (SHARED_BYTES[kind], size))
    if not terms:
        return []
    return [
        "  // Of a workgroup.",
        "  int64_t SharedBytes() const { return %s; }" % " + ".join(terms),
    ]


def name_method(group):
    """What returns the name of the chosen kernel."""
    lines = ["  const char* Name() const {"]
    suffixes = (
        [("dot ? ", "_dot")] if group.first.has_dot else []
    )  # of @each there is none
    if group.types:
        lines.append("    switch (type) {")
        for kernel in group.kernels:
            lines += [
                "      case k%s:" % camel(kernel.each),
                '        return "%s";' % kernel.name,
            ]
        lines += ["    }", "    return nullptr;"]
    elif suffixes:
        lines.append(
            '    return dot ? "%s_dot" : "%s";' % (group.first.name, group.first.name)
        )
    else:
        lines.append('    return "%s";' % group.first.name)
    return lines + ["  }"]


def call_method(group):
    """What makes the call."""
    kernel = group.first
    constants = [
        '{"%s", constants.%s, %d}' % (name, member(name), value)
        for name, value in kernel.own("constants")
    ]
    operands = [
        "{%s, %s}" % (name, "false" if access == "read" else "true")
        for access, _, name in kernel.own("buffers")
    ]
    params = []
    for _, name, count in group.params():
        params += ["%s[%d]" % (name, i) for i in range(count)] or [name]
    call = "    GpuCall call = MakeGpuCall(Name(), {%s}, {%s}, {%s}" % (
        ", ".join(constants),
        ", ".join(operands),
        ", ".join(params),
    )
    if kernel.post_kind:
        written = [i for i, b in enumerate(kernel.own("buffers")) if b[0] != "read"]
        if len(written) != 1:
            raise KernelError("%s: @post is for one result" % kernel.name)
        call += ", %d" % written[0]
        fours = [k.each for k in group.kernels if k.each and k.post_kind == "f4"]
        if fours:
            call += ", type == k%s ? 4 : 1" % camel(fours[0])
        elif kernel.post_kind == "f4":
            call += ", 4"
    lines = ["  GpuCall Call() const {", call + ");"]
    if kernel.workgroup:
        lines.append(
            "    call.spec.workgroup = {%s};" % ", ".join(map(str, kernel.workgroup))
        )
    lines += ["    return call;", "  }"]
    if constants:
        choices = [
            'GpuConstantOf(spec, "%s", %d)' % constant
            for constant in kernel.own("constants")
        ]
        lines += [
            "  // As a variant has them.",
            "  void SetConstants(const GpuKernelSpec& spec) {",
            "    constants = {%s};" % ", ".join(choices),
            "  }",
        ]
    return lines


def struct(group):
    """Lines of the declaration."""
    kernel = group.first
    name = camel(group.base) + "Kernel"
    lines = ["// " + ", ".join(k.name for k in group.kernels), "struct %s {" % name]
    if group.types:
        lines += [
            "  enum Type { %s };" % ", ".join("k" + camel(t) for t in group.types),
            "  explicit %s(Type type) : type(type) {}" % name,
            "  Type type;",
        ]
    if kernel.has_dot:
        lines.append("  bool dot = false;  // see GpuCaps::int8_dot")
    if kernel.own("constants"):
        lines.append("  struct Constants {")
        lines += [
            "    int32_t %s = %d;" % (member(constant), value)
            for constant, value in kernel.own("constants")
        ]
        lines.append("  };")
        lines.append("  Constants constants;")
    lines += numbers(kernel)
    for modes, what in ((("read",), "read"), (("write", "update"), "written")):
        names = [b[2] for b in kernel.own("buffers") if b[0] in modes]
        if names:
            lines.append("  // Operands that are %s." % what)
            lines += ["  GpuValueId %s = kNoGpuValue;" % n for n in names]
    if group.params():
        lines.append("  // Params.")
    for kind, param, count in group.params():
        kind = kind if kind == "GpuWord" else "GpuParam<%s>" % kind
        array = "[%d]" % count if count else ""
        lines.append("  %s %s%s;" % (kind, param, array))
    lines.append("")
    lines += name_method(group) + call_method(group) + shared_bytes(kernel)
    return lines + ["};", ""]


def declarations(path):
    """The C++ header that declares the kernels of a file."""
    groups = {}
    for kernel in parse_declared(path):
        groups.setdefault(kernel.block, []).append(kernel)
    family = os.path.splitext(os.path.basename(path))[0]
    guard = "DELEGATES_GPU_KERNELS_%s_KERNELS_H_" % family.upper()
    lines = [
        "// What calls of the kernels of %s.kernel are made of." % family,
        "#ifndef " + guard,
        "#define " + guard,
        "",
        "#include <cstdint>",
        "",
        '#include "delegates/gpu/kernels/kernel_call.h"',
        "",
        "namespace tflite::gpu {",
        "",
    ]
    for kernels in groups.values():
        lines += struct(Group(kernels))
    return "\n".join(lines + ["}  // namespace tflite::gpu", "", "#endif", ""])
