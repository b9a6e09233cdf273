"""C++ toolchains of Debian's cross compilers."""

load(
    "@bazel_tools//tools/cpp:cc_toolchain_config_lib.bzl",
    "feature",
    "flag_group",
    "flag_set",
    "tool_path",
    "with_feature_set",
)
load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "ACTION_NAMES")

_COMPILE = [
    ACTION_NAMES.assemble,
    ACTION_NAMES.c_compile,
    ACTION_NAMES.cpp_compile,
    ACTION_NAMES.cpp_header_parsing,
    ACTION_NAMES.linkstamp_compile,
    ACTION_NAMES.preprocess_assemble,
]
_LINK = [
    ACTION_NAMES.cpp_link_dynamic_library,
    ACTION_NAMES.cpp_link_executable,
    ACTION_NAMES.cpp_link_nodeps_dynamic_library,
]

def _flags(actions, flags, modes = None):
    return flag_set(
        actions = actions,
        flag_groups = [flag_group(flags = flags)],
        with_features = [with_feature_set(features = [m]) for m in modes or []],
    )

# The names of tools after the triple.
_TOOLS = {
    "ar": "ar",
    "cpp": "cpp",
    "dwp": "dwp",
    "gcc": "gcc",
    "gcov": "gcov",
    "ld": "ld",
    "nm": "nm",
    "objcopy": "objcopy",
    "objdump": "objdump",
    "strip": "strip",
}

def _default_flags(baseline):
    return feature(
        name = "default_flags",
        enabled = True,
        flag_sets = [
            _flags(_COMPILE, baseline + [
                "-fno-canonical-system-headers",
                "-Wno-psabi",
                "-Wno-builtin-macro-redefined",
                "-D__DATE__=\"redacted\"",
                "-D__TIME__=\"redacted\"",
                "-D__TIMESTAMP__=\"redacted\"",
            ]),
            _flags(_COMPILE, [
                "-g0",
                "-O2",
                "-DNDEBUG",
                "-ffunction-sections",
                "-fdata-sections",
            ], ["opt"]),
            # For tests that are only to be right (arm_test): quicker to compile.
            _flags(_COMPILE, ["-g0", "-O1"], ["fastbuild"]),
            _flags(_COMPILE, ["-g"], ["dbg"]),
            _flags(_LINK, ["-lstdc++", "-lm", "-Wl,-z,relro,-z,now"]),
            _flags(_LINK, ["-Wl,--gc-sections"], ["opt"]),
        ],
    )

def _config_impl(ctx):
    triple = ctx.attr.triple
    return cc_common.create_cc_toolchain_config_info(
        ctx = ctx,
        toolchain_identifier = triple,
        host_system_name = "local",
        target_system_name = triple,
        target_cpu = ctx.attr.cpu,
        target_libc = "glibc",
        compiler = "gcc",
        abi_version = triple,
        abi_libc_version = "glibc",
        # Relative, so that all checkouts share the cache.
        builtin_sysroot = "external/%s/root" % ctx.attr.sysroot,
        cxx_builtin_include_directories = [
            # Whatever the compiler's version.
            "/usr/lib/gcc-cross/%s" % triple,
            "/usr/%s/include" % triple,
            "%sysroot%/usr/include",
        ],
        tool_paths = [
            tool_path(name = name, path = "/usr/bin/%s-%s" % (triple, tool))
            for name, tool in _TOOLS.items()
        ],
        features = [_default_flags(ctx.attr.baseline)] + [
            feature(name = name)
            for name in ["opt", "dbg", "fastbuild"]
        ] + [
            feature(name = name, enabled = True)
            for name in ["supports_pic", "supports_dynamic_linker"]
        ],
    )

_cc_toolchain_config = rule(
    implementation = _config_impl,
    attrs = {
        "triple": attr.string(mandatory = True),
        "cpu": attr.string(mandatory = True),
        "sysroot": attr.string(mandatory = True),
        "baseline": attr.string_list(),
    },
    provides = [CcToolchainConfigInfo],
)

def arm_toolchain(name, triple, sysroot, constraints, baseline = []):
    """Defines the toolchain of a target.

    :<name>            the cc_toolchain_suite, for --crosstool_top
    :linux_<name>      the platform
    :<name>_toolchain  for register_toolchains

    One suite per target: a suite fetches the sysroots of all its members.

    Args:
      name: what --cpu says: aarch64 or armhf.
      triple: the prefix of the compiler's programs.
      sysroot: the repository of the sysroot.
      constraints: the constraint values of the target.
      baseline: compiler options that select the least processor that programs run on.
    """
    _cc_toolchain_config(
        name = name + "_config",
        baseline = baseline,
        cpu = name,
        sysroot = sysroot,
        triple = triple,
    )
    versions = ["@%s//:versions.txt" % sysroot]
    native.cc_toolchain(
        name = name + "_compiler",
        all_files = ":%s_files" % name,
        ar_files = ":%s_files" % name,
        as_files = ":%s_files" % name,
        compiler_files = ":%s_files" % name,
        dwp_files = ":%s_files" % name,
        linker_files = ":%s_files" % name,
        objcopy_files = ":%s_files" % name,
        strip_files = ":%s_files" % name,
        supports_param_files = True,
        toolchain_config = ":%s_config" % name,
        toolchain_identifier = triple,
    )
    native.filegroup(
        name = name + "_files",
        srcs = versions,
    )
    native.cc_toolchain_suite(
        name = name,
        # It has no toolchain for the host, so //... leaves it out.
        tags = ["manual"],
        toolchains = {
            name: ":%s_compiler" % name,
            name + "|gcc": ":%s_compiler" % name,
        },
    )
    native.platform(
        name = "linux_" + name,
        constraint_values = constraints,
    )
    native.toolchain(
        name = name + "_toolchain",
        exec_compatible_with = ["@platforms//os:linux"],
        target_compatible_with = constraints,
        toolchain = ":%s_compiler" % name,
        toolchain_type = "@bazel_tools//tools/cpp:toolchain_type",
    )
