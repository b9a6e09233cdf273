"""The sysroots of Arm targets: packages of the system's release, unpacked."""

_BUILD = """\
package(default_visibility = ["//visibility:public"])

# The packages in root/ and their versions. Actions have this file as an input instead
# of the thousands in root/, which they read outside of the sandbox.
exports_files(["versions.txt"])

# Runs programs of {architecture}, and others as they are: for --run_under.
sh_binary(
    name = "run_emulated",
    srcs = ["run_emulated.sh"],
    data = ["versions.txt"],
)
"""

def _arm_sysroot_impl(ctx):
    ctx.report_progress("downloading packages of " + ctx.attr.architecture)
    result = ctx.execute([
        ctx.path(ctx.attr._make),
        ctx.attr.architecture,
        ctx.path(ctx.attr._packages),
        ctx.path("."),
    ], timeout = 1800)
    if result.return_code:
        fail(result.stderr)
    notes = ctx.read("notes.txt")
    if notes:
        # buildifier: disable=print
        print("The sysroot for %s lacks lists of packages:\n%s" % (ctx.attr.architecture, notes))
    ctx.symlink(ctx.path(ctx.attr._run), "run_emulated.sh")

    # No label reaches into the packages' own files.
    ctx.file("BUILD", _BUILD.format(architecture = ctx.attr.architecture))
    ctx.file("WORKSPACE", "workspace(name = \"%s\")\n" % ctx.name)

# root/ with the packages of sysroot_packages.txt for a Debian architecture, and
# versions.txt with their versions. It is fetched when the first target of a build
# needs it; `bazel sync --only=sysroot_arm64` fetches newer versions.
arm_sysroot = repository_rule(
    implementation = _arm_sysroot_impl,
    attrs = {
        "architecture": attr.string(mandatory = True),
        "_make": attr.label(default = "//bazel/arm:make_sysroot.sh"),
        "_packages": attr.label(default = "//bazel/arm:sysroot_packages.txt"),
        "_run": attr.label(default = "//bazel/arm:run_emulated.sh"),
    },
)
