"""Programs of other targets, built and run within a build for this machine.

arm_test     a test that a program succeeds
arm_program  a program that tests run
"""

# The repositories of the targets' sysroots.
_SYSROOTS = {
    "aarch64": "sysroot_arm64",
    "armhf": "sysroot_armhf",
}

def _transition_impl(settings, attr):
    # What --config=linux_<target> sets in .bazelrc. Options of the build, such as
    # those of sanitizers, are not for these programs, and the toolchain's "fastbuild"
    # is quick to compile; files that need optimization have it in their rules.
    return {
        "//command_line_option:compilation_mode": "fastbuild",
        "//command_line_option:copt": [],
        "//command_line_option:cpu": attr.target,
        "//command_line_option:crosstool_top": "//bazel/arm:" + attr.target,
        "//command_line_option:cxxopt": ["-std=c++17"],
        "//command_line_option:linkopt": [],
        "//command_line_option:platforms": ["//bazel/arm:linux_" + attr.target],
    }

_arm_transition = transition(
    implementation = _transition_impl,
    inputs = [],
    outputs = [
        "//command_line_option:compilation_mode",
        "//command_line_option:copt",
        "//command_line_option:cpu",
        "//command_line_option:crosstool_top",
        "//command_line_option:cxxopt",
        "//command_line_option:linkopt",
        "//command_line_option:platforms",
    ],
)

_SCRIPT = """\
#!/bin/bash
{set_cpu}exec {runner} {program} {args} "$@"
"""

def _arm_run_impl(ctx):
    program = ctx.attr.program[0][DefaultInfo]
    runner = ctx.attr.runner[DefaultInfo]
    script = ctx.actions.declare_file(ctx.label.name)

    # A name of its own: a test may run the same program of several targets.
    executable = ctx.actions.declare_file(ctx.label.name + ".program")
    ctx.actions.symlink(output = executable, target_file = program.files_to_run.executable)
    ctx.actions.write(script, _SCRIPT.format(
        args = " ".join([
            "'%s'" % ctx.expand_location(arg, ctx.attr.data)
            for arg in ctx.attr.arguments
        ]),
        program = executable.short_path,
        runner = runner.files_to_run.executable.short_path,
        set_cpu = "export QEMU_CPU=%s\n" % ctx.attr.processor if ctx.attr.processor else "",
    ), is_executable = True)
    runfiles = ctx.runfiles(ctx.files.data + [executable])
    for each in [program, runner] + [d[DefaultInfo] for d in ctx.attr.data]:
        runfiles = runfiles.merge(each.default_runfiles)
    return [DefaultInfo(executable = script, runfiles = runfiles)]

_ATTRS = {
    "arguments": attr.string_list(),
    "data": attr.label_list(allow_files = True),
    "processor": attr.string(),
    "program": attr.label(cfg = _arm_transition, mandatory = True),
    "runner": attr.label(mandatory = True),
    "target": attr.string(mandatory = True),
    "_allowlist_function_transition": attr.label(
        default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
    ),
}

_arm_test = rule(
    implementation = _arm_run_impl,
    attrs = _ATTRS,
    test = True,
)

_arm_program = rule(
    implementation = _arm_run_impl,
    attrs = _ATTRS,
    executable = True,
)

def arm_program(name, program, target, **kwargs):
    """A script that runs a program of a target; QEMU_CPU selects the processor.

    Args:
      name: of the script.
      program: target of the program.
      target: aarch64 or armhf.
      **kwargs: as in any rule.
    """
    _arm_program(
        name = name,
        testonly = True,
        program = program,
        runner = "@%s//:run_emulated" % _SYSROOTS[target],
        target = target,
        **kwargs
    )

def arm_test(name, program, processors, args = [], data = [], tags = [], **kwargs):
    """Tests that a program, such as a cc_test, succeeds on other targets.

    Args:
      name: a suite of the tests <name>_<target>_<processor>.
      program: target of the program; it is built for each target.
      processors: for each target, aarch64 and armhf, models of qemu's -cpu; "" is its
        default.
      args: of the program; $(location) finds what is in data.
      data: files that the program reads.
      tags: of the tests.
      **kwargs: as in any test.
    """
    tests = []
    for target, models in processors.items():
        for model in models:
            test = "_".join([name, target] + ([model.split(",")[0]] if model else []))
            tests.append(test)
            _arm_test(
                name = test,
                arguments = args,
                data = data,
                processor = model,
                program = program,
                runner = "@%s//:run_emulated" % _SYSROOTS[target],
                tags = tags + ["arm"],
                target = target,
                **kwargs
            )
    # With the tests' tags, filters leave the suite out as well.
    native.test_suite(name = name, tags = tags, tests = tests)
