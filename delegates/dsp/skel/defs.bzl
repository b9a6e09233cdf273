"""Hexagon code, which Bazel's C++ toolchain knows nothing of."""

load("@hexagon_clang//:clang.bzl", "HEXAGON_CLANG")

# V67 with vectors of 128 bytes, without a C library. Floating point is that of the
# host's kernels: no contraction. Objects are linked into programs and into a shared
# library, so their code is position-independent.
_COMPILE = [
    "--target=hexagon-unknown-linux-musl",
    "-mv67",
    "-mhvx",
    "-mhvx-length=128B",
    "-O2",
    "-fpic",
    "-std=c++17",
    "-Wall",
    "-Wextra",
    "-ffreestanding",
    "-fvisibility=hidden",
    "-fno-builtin",
    "-fno-exceptions",
    "-fno-rtti",
    "-fno-threadsafe-statics",
    "-ffp-contract=off",
    "-nostdlibinc",
    "-isystem",
    "delegates/dsp/skel/freestanding",
    "-I.",
]

_Objects = provider(
    doc = "Object files of Hexagon code.",
    fields = ["files"],
)

def _run_clang(ctx, name, inputs, output, arguments):
    # A shell, as Clang is found by the PATH.
    ctx.actions.run_shell(
        inputs = inputs,
        outputs = [output],
        command = HEXAGON_CLANG + ' "$@"',
        arguments = arguments,
        mnemonic = name,
        progress_message = name + " " + output.short_path,
        use_default_shell_env = True,
    )

def _objects_impl(ctx):
    headers = [f for f in ctx.files.srcs if f.extension != "cc"]
    objects = []
    for source in ctx.files.srcs:
        if source.extension != "cc":
            continue
        path = ctx.label.name + "/" + source.short_path[:-len("cc")] + "o"
        object = ctx.actions.declare_file(path)
        _run_clang(
            ctx,
            "HexagonCompile",
            headers + [source],
            object,
            _COMPILE + ["-c", source.path, "-o", object.path],
        )
        objects.append(object)
    return [_Objects(files = objects)]

hexagon_objects = rule(
    doc = "Compiles each C++ source for Hexagon in an action of its own.",
    implementation = _objects_impl,
    attrs = {
        "srcs": attr.label_list(
            doc = "Sources (.cc) and all headers that they include.",
            allow_files = True,
        ),
    },
)

def _program_impl(ctx):
    objects = [f for dep in ctx.attr.deps for f in dep[_Objects].files]
    program = ctx.outputs.out
    _run_clang(
        ctx,
        "HexagonLink",
        objects,
        program,
        [
            "--target=hexagon-unknown-linux-musl",
            "-nostdlib",
            "-fuse-ld=lld",
            "-Wl,-s",
        ] + ctx.attr.linkopts + ["-o", program.path] +
        [f.path for f in objects],
    )
    return [DefaultInfo(files = depset([program]))]

_program = rule(
    implementation = _program_impl,
    attrs = {
        "deps": attr.label_list(providers = [_Objects]),
        "linkopts": attr.string_list(),
        "out": attr.output(),
    },
)

def hexagon_program(name, deps, linkopts, visibility = None):
    """Links a file of Hexagon code.

    The build machine has Clang and lld of one version (//bazel:repositories.bzl).

    Args:
      name: the file.
      deps: targets of hexagon_objects.
      linkopts: options of the linker.
      visibility: of the file.
    """
    _program(
        name = name + "_rule",
        out = name,
        deps = deps,
        linkopts = linkopts,
        visibility = visibility,
    )
