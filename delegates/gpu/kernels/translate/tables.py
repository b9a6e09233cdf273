"""C++ files with the kernels of a family, and with those of all families."""

import os

from delegates.gpu.kernels.translate.kernel_file import parse
from delegates.gpu.kernels.translate.languages import compile_glsl, program


def fnv1a(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % (1 << 64)
    return value


def table_entry(kernel, opencl, spirv):
    """(definitions, the initializer of a GpuKernelText)."""
    name = kernel.name
    before = []
    if kernel.constants:
        rows = ", ".join('{"%s", %d}' % c for c in kernel.constants)
        before.append(
            "constexpr GpuKernelText::Constant k_%s_constants[] = "
            "{%s};" % (name, rows)
        )
    if spirv:
        words = ", ".join("0x%x" % word for word in spirv)
        before.append("constexpr uint32_t k_%s_spirv[] = {%s};" % (name, words))
    if opencl:
        # A literal has at most 64 KiB in portable C++; lines are joined.
        literal = "\n".join(
            '"%s\\n"' % line.replace("\\", "\\\\").replace('"', '\\"')
            for line in opencl.splitlines()
        )
        before.append("constexpr char k_%s_opencl[] =\n%s;" % (name, literal))
    digest = fnv1a(
        repr(
            (name, opencl, spirv, kernel.constants, kernel.buffers, kernel.params)
        ).encode()
    )
    return before, '{"%s", %s, %s, %s, %d, %d, 0x%x, %s, 0x%xull}' % (
        name,
        "k_%s_opencl" % name if opencl else "nullptr",
        "k_%s_spirv" % name if spirv else "{}",
        "k_%s_constants" % name if kernel.constants else "{}",
        len(kernel.buffers),
        len(kernel.params),
        kernel.real_bits(),
        "true" if kernel.dot else "false",
        digest,
    )


def family_table(path, glslc):
    """The C++ file with the kernels of `path`."""
    folder = os.path.dirname(path)
    definitions, entries = [], []
    for kernel in parse(path):
        opencl = program(kernel, "opencl", folder)
        shader = program(kernel, "vulkan", folder) if glslc else None
        spirv = compile_glsl(glslc, kernel.name, shader) if shader else None
        before, entry = table_entry(kernel, opencl, spirv)
        definitions += before
        entries.append(entry)
    family = os.path.splitext(os.path.basename(path))[0]
    return "\n".join(
        [
            '#include "delegates/gpu/device/kernel_library.h"',
            "",
            "namespace tflite::gpu {",
            "namespace {",
        ]
        + definitions
        + [
            "}  // namespace",
            "extern const GpuKernelText k_%s[];" % family,
            "const GpuKernelText k_%s[] = {" % family,
        ]
        + ["    %s," % entry for entry in entries]
        + [
            "};",
            "extern const int k_%s_count;" % family,
            "const int k_%s_count = %d;" % (family, len(entries)),
            "}  // namespace tflite::gpu",
            "",
        ]
    )


def library_table(families, function):
    """The C++ file that puts the tables of the families together."""
    lines = [
        "#include <vector>",
        "",
        '#include "delegates/gpu/device/kernel_library.h"',
        "",
        "namespace tflite::gpu {",
    ]
    for family in families:
        lines += [
            "extern const GpuKernelText k_%s[];" % family,
            "extern const int k_%s_count;" % family,
        ]
    lines += [
        "",
        "const GpuKernelLibrary& %s() {" % function,
        "  static const auto* const kAll = [] {",
        "    auto* all = new std::vector<GpuKernelText>;",
    ]
    for family in families:
        lines.append(
            "    all->insert(all->end(), k_%s, "
            "k_%s + k_%s_count);" % (family, family, family)
        )
    lines += [
        "    return all;",
        "  }();",
        "  static const GpuKernelLibrary kLibrary(*kAll);",
        "  return kLibrary;",
        "}",
        "",
        "}  // namespace tflite::gpu",
        "",
    ]
    return "\n".join(lines)
