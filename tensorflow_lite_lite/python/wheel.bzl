"""The Python package as a wheel."""

def _wheel_impl(ctx):
    folder = ctx.actions.declare_directory(ctx.label.name)
    ctx.actions.run_shell(
        inputs = ctx.files.srcs + [ctx.file.license, ctx.file._script],
        outputs = [folder],
        # The interpreter of the Python rules, for which the native module is
        # built.
        command = "/usr/bin/python3 \"$@\"",
        arguments = [
            ctx.file._script.path,
            folder.path,
            ctx.attr.version,
            ctx.file.license.path,
        ] + ["--opens=" + name for name in ctx.attr.opens] + [f.path for f in ctx.files.srcs],
        mnemonic = "Wheel",
        progress_message = "Packing the Python wheel",
    )
    return [DefaultInfo(
        files = depset([folder]),
        runfiles = ctx.runfiles(files = [folder]),
    )]

# Makes a folder that contains the wheel of `srcs`.
wheel = rule(
    implementation = _wheel_impl,
    attrs = {
        "opens": attr.string_list(
            doc = "System libraries that the package's libraries open at run time.",
        ),
        "license": attr.label(allow_single_file = True, mandatory = True),
        "srcs": attr.label_list(allow_files = True, mandatory = True),
        "version": attr.string(mandatory = True),
        "_script": attr.label(
            allow_single_file = True,
            default = "//tensorflow_lite_lite/python:make_wheel.py",
        ),
    },
)
