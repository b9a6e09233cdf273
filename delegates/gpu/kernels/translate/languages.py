"""Kernels as programs in OpenCL C, and as shaders in GLSL and SPIR-V."""

import os
import subprocess
import tempfile

from delegates.gpu.kernels.translate.kernel_file import read_text

CL_TYPES = {"real": "REAL", "real4": "REAL4", "real16": "REAL16"}
GLSL_TYPES = {
    "f4": "vec4",
    "i4": "ivec4",
    "u4": "uvec4",
    "real": "REAL",
    "real4": "REAL4",
}


def to_opencl(kernel, prelude):
    """The kernel's program in OpenCL C."""
    lines = kernel.macros() + prelude
    for name, value in kernel.constants:
        lines += ["#ifndef " + name, "#define %s %d" % (name, value), "#endif"]
    functions, body = kernel.code()
    lines += functions
    arguments = []
    for mode, kind, name in kernel.buffers:
        const = "const " if mode == "read" else ""
        arguments.append(
            "global %s%s* restrict %s" % (const, CL_TYPES.get(kind, kind), name)
        )
    arguments += ["%s %s" % param for param in kernel.params]
    lines.append("ENTRY void %s(%s) {" % (kernel.entry, ", ".join(arguments)))
    lines += ["  local %s;" % text for text in kernel.shared]
    lines += body + ["}"]
    return "\n".join(lines) + "\n"


def to_glsl(kernel, prelude):
    """The kernel's shader."""
    # The version comes first.
    lines = prelude[:1] + kernel.macros() + prelude[1:]
    for i, (name, value) in enumerate(kernel.constants):
        lines.append(
            "layout(constant_id = %d) const int %s = %d;" % (i + 3, name, value)
        )
    for i, (mode, kind, name) in enumerate(kernel.buffers):
        qualifier = {"read": "readonly ", "write": "writeonly "}.get(mode, "")
        lines.append(
            "layout(std430, set = 0, binding = %d) %srestrict buffer B%d "
            "{ %s %s[]; };" % (i, qualifier, i, GLSL_TYPES.get(kind, kind), name)
        )
    if kernel.params:
        members = " ".join("%s %s;" % param for param in kernel.params)
        lines.append("layout(push_constant) uniform Params { %s };" % members)
    lines += ["shared %s;" % text for text in kernel.shared]
    functions, body = kernel.code()
    lines += functions + ["void main() {"] + body + ["}"]
    return "\n".join(lines) + "\n"


# What makes programs in a language, and the text they begin with.
PROGRAMS = {"opencl": (to_opencl, "prelude.cl"), "vulkan": (to_glsl, "prelude.glsl")}


def program(kernel, language, folder):
    """The kernel of a file in `folder`; None if it is not for the language."""
    if language not in kernel.languages:
        return None
    make, prelude = PROGRAMS[language]
    return make(kernel, read_text(folder, prelude))


def compile_glsl(glslc, name, text):
    """The words of the SPIR-V module, which spirv-val has accepted."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, name + ".comp")
        module = os.path.join(folder, name + ".spv")
        with open(source, "w") as file:
            file.write(text)
        # Not optimized: that inlines every branch a specialization constant
        # will drop, for minutes; drivers inline after they know the constants.
        subprocess.run(
            [glslc, "--target-env=vulkan1.1", "-O0", "-o", module, source], check=True
        )
        subprocess.run(["spirv-val", "--target-env", "vulkan1.1", module], check=True)
        with open(module, "rb") as file:
            data = file.read()
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]
