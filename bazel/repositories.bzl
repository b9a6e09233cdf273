"""Repository rules for folders of the machine; they download nothing, except for the
sysroots of other targets, from the system's own package archives (//bazel/arm).

A workspace that uses the project calls tfll_repositories(), as does the WORKSPACE of
this project.
"""

load("//bazel/arm:sysroot.bzl", "arm_sysroot")

def _link_children(ctx, folder):
    for child in folder.readdir():
        ctx.symlink(child, child.basename)

def _system_repository_impl(ctx):
    folder = ctx.path(ctx.attr.path)
    if folder.exists:
        _link_children(ctx, folder)
    else:
        ctx.file("BUILD", "")
    if not (folder.exists and folder.get_child("WORKSPACE").exists):
        ctx.file("WORKSPACE", "workspace(name = \"%s\")\n" % ctx.name)

# The folder `path` of the system as a repository, empty if the folder does not
# exist.
system_repository = repository_rule(
    implementation = _system_repository_impl,
    attrs = {"path": attr.string(mandatory = True)},
    local = True,
)

_SHARED_BUILD = """\
package(default_visibility = ["//visibility:public"])

# One folder a model: the model, its inputs and its recorded outputs.
filegroup(
    name = "model_goldens",
    srcs = glob(["goldens/models/**"], allow_empty = True),
)

filegroup(
    name = "op_goldens",
    srcs = glob(["goldens/ops/**"], allow_empty = True),
)
"""

def _shared_data_impl(ctx):
    checkout = ctx.path(Label("//:WORKSPACE")).realpath.dirname

    # Linked even if the target is missing, so that the glob detects it later.
    ctx.symlink(checkout.dirname.get_child("shared").get_child("goldens"), "goldens")
    ctx.file("BUILD", _SHARED_BUILD)
    ctx.file("WORKSPACE", "workspace(name = \"%s\")\n" % ctx.name)

# The folder `../shared` beside the checkout. If it does not exist, its file groups
# are empty, and tests that need the data are skipped with a message.
shared_data = repository_rule(
    implementation = _shared_data_impl,
    local = True,
)

_PYTHON_BUILD = """\
package(default_visibility = ["//visibility:public"])

cc_library(
    name = "headers",
    hdrs = glob(["include/**/*.h"], allow_empty = True),
    includes = ["include"],
)
"""

def _python_headers_impl(ctx):
    # The interpreter that the Python rules run, which may differ from that in PATH.
    result = ctx.execute([
        "/usr/bin/python3",
        "-c",
        "import sysconfig; print(sysconfig.get_path('include'))",
    ])
    folder = result.stdout.strip()
    if result.return_code == 0 and ctx.path(folder).exists:
        ctx.symlink(folder, "include")
    ctx.file("BUILD", _PYTHON_BUILD)
    ctx.file("WORKSPACE", "workspace(name = \"%s\")\n" % ctx.name)

# Headers for extension modules of /usr/bin/python3.
python_headers = repository_rule(
    implementation = _python_headers_impl,
    local = True,
)

def _absl_libraries_impl(ctx):
    known = ctx.execute(["gcc", "-print-file-name=libabsl_base.so"]).stdout.strip()
    names = []
    if known.startswith("/"):
        for library in ctx.path(known).dirname.readdir():
            name = library.basename
            if name.startswith("libabsl_") and name.endswith(".so"):
                names.append(name[len("lib"):-len(".so")])
    ctx.file("libraries.bzl", "LIBRARIES = %r\n" % sorted(names))
    ctx.file("BUILD", "")
    ctx.file("WORKSPACE", "workspace(name = \"%s\")\n" % ctx.name)

# @absl_libraries//:libraries.bzl defines LIBRARIES: the names of Abseil's libraries
# on this system, in the form that the linker expects.
absl_libraries = repository_rule(
    implementation = _absl_libraries_impl,
    local = True,
)

# Optional XNNPACK functions that this project can use; not all releases have them.
# Searching the header is sufficient, because it is installed with its library.
_XNNPACK_NAMES = [
    "xnn_create_runtime_v3",
    "xnn_create_weights_cache",
    "xnn_create_weights_cache_with_size",
    "xnn_define_concatenate2",
    "xnn_define_concatenate3",
    "xnn_define_concatenate4",
    "xnn_define_depth_to_space",
    "xnn_define_depth_to_space_2d",
    "xnn_define_even_split2",
    "xnn_define_even_split3",
    "xnn_define_even_split4",
    "xnn_define_static_transpose",
    "xnn_define_tanh",
    "xnn_get_external_value_shape",
]

def _soname(ctx, library):
    """Returns the name that linked programs need at run time, or `library` if unknown."""
    file = ctx.execute(["gcc", "-print-file-name=" + library]).stdout.strip()
    for line in ctx.execute(["objdump", "-p", file]).stdout.splitlines():
        if line.strip().startswith("SONAME"):
            return line.strip()[len("SONAME"):].strip()
    return library

def _xnnpack_features_impl(ctx):
    header = ctx.path("/usr/include/xnnpack.h")
    text = ctx.read(header) if header.exists else ""
    lines = ["#ifndef XNNPACK_FEATURES_H_", "#define XNNPACK_FEATURES_H_"]
    for name in _XNNPACK_NAMES:
        lines.append("#define TFLL_HAS_%s %d" % (name, 1 if name + "(" in text else 0))
    soname = _soname(ctx, "libXNNPACK.so")
    lines.append("#define TFLL_XNNPACK_SONAME \"%s\"" % soname)
    ctx.file("soname.bzl", "XNNPACK_SONAME = \"%s\"\n" % soname)
    ctx.file("xnnpack_features.h", "\n".join(lines + ["#endif", ""]))
    ctx.file("BUILD", """\
cc_library(
    name = "features",
    hdrs = ["xnnpack_features.h"],
    includes = ["."],
    visibility = ["//visibility:public"],
)
""")
    ctx.file("WORKSPACE", "workspace(name = \"%s\")\n" % ctx.name)

# xnnpack_features.h defines TFLL_HAS_<function>, 1 or 0, for the system's XNNPACK, and
# TFLL_XNNPACK_SONAME, the name of the library that belongs to its header; soname.bzl
# also has this name.
xnnpack_features = repository_rule(
    implementation = _xnnpack_features_impl,
    local = True,
)

# Versions of Clang with the Hexagon target, in order of preference: that of Debian 12,
# with which the figures of the documents were measured, and that of Debian 13.
_HEXAGON_CLANGS = ["clang-16", "clang-19"]

def _hexagon_clang_impl(ctx):
    names = [name for name in _HEXAGON_CLANGS if ctx.which(name)] + _HEXAGON_CLANGS
    ctx.file("clang.bzl", "HEXAGON_CLANG = \"%s\"\n" % names[0])
    ctx.file("BUILD", "")
    ctx.file("WORKSPACE", "workspace(name = \"%s\")\n" % ctx.name)

# @hexagon_clang//:clang.bzl defines HEXAGON_CLANG: the compiler of Hexagon code that
# this system has.
hexagon_clang = repository_rule(
    implementation = _hexagon_clang_impl,
    environ = ["PATH"],
    local = True,
)

_EIGEN_BUILD = """\
package(default_visibility = ["//visibility:public"])

cc_library(
    name = "eigen",
    hdrs = glob(["include/Eigen/**", "include/unsupported/Eigen/**"], allow_empty = True),
    includes = ["include"],
)
"""

def _eigen_headers_impl(ctx):
    folder = ctx.path("/usr/include/eigen3")
    if folder.exists:
        ctx.symlink(folder, "include")
    ctx.file("BUILD", _EIGEN_BUILD)
    ctx.file("WORKSPACE", "workspace(name = \"%s\")\n" % ctx.name)

# Eigen's headers under the path that programs include: "Eigen/Core".
eigen_headers = repository_rule(
    implementation = _eigen_headers_impl,
    local = True,
)

def _tree_repository_impl(ctx):
    folder = ctx.path(Label("//:WORKSPACE")).realpath.dirname
    for part in ctx.attr.folder.split("/"):
        folder = folder.get_child(part)
    _link_children(ctx, folder)

# A folder of the project as a repository. local_repository is not suitable: it needs
# a path, which other workspaces do not know.
_tree_repository = repository_rule(
    implementation = _tree_repository_impl,
    attrs = {"folder": attr.string(mandatory = True)},
    local = True,
)

# Debian's packages of rules that Bazel itself needs. A missing one becomes an empty
# repository; Bazel 4 does not need the last two.
_SYSTEM_RULES = {
    "rules_java": "/usr/share/bazel/rules/java",
    "rules_proto": "/usr/share/bazel/rules/proto",
    "bazel_skylib": "/usr/share/bazel/tools/skylib",
    "rules_python": "/usr/share/bazel/rules/python",
    "rules_license": "/usr/share/bazel/rules/license",
}

def tfll_repositories(system_rules = True):
    """Defines all repositories of the project that the workspace does not define yet.

    Each is a folder of the project or of a system package
    (third_party/packages.txt), or the sysroot of another target.

    Args:
      system_rules: also use the system's packages of Bazel's own rules (rules_cc,
        rules_java, rules_python etc.), so that their remote defaults are never
        fetched. False if the workspace or Bazel provides them.
    """
    present = native.existing_rules().keys()
    folders = {"org_tensorflow": "third_party/org_tensorflow"}
    paths = {}
    if system_rules:
        folders["rules_cc"] = "third_party/rules_cc"
        folders["remote_coverage_tools"] = "third_party/coverage_tools"
        paths = _SYSTEM_RULES
    for name, folder in folders.items():
        if name not in present:
            _tree_repository(name = name, folder = folder)
    for name, path in paths.items():
        if name not in present:
            system_repository(name = name, path = path)
    for name, rule in {
        # The list of Abseil's libraries, which differs between releases.
        "absl_libraries": absl_libraries,
        "eigen_headers": eigen_headers,
        # The compiler of Hexagon code; //delegates/dsp/skel uses it.
        "hexagon_clang": hexagon_clang,
        # Python.h of the system's interpreter; //third_party/pybind11 uses it.
        "python_headers": python_headers,
        # Which functions the system's XNNPACK has; //third_party/xnnpack uses it.
        "xnnpack_features": xnnpack_features,
        # Recorded test data beside the checkout, if present.
        "shared": shared_data,
    }.items():
        if name not in present:
            rule(name = name)

    # Fetched by the first build that needs one.
    for name, architecture in {
        "sysroot_arm64": "arm64",
        "sysroot_armhf": "armhf",
    }.items():
        if name not in present:
            arm_sysroot(name = name, architecture = architecture)
    native.register_toolchains(
        "@tensorflow_lite_lite//bazel/arm:aarch64_toolchain",
        "@tensorflow_lite_lite//bazel/arm:armhf_toolchain",
        "@tensorflow_lite_lite//bazel/python:toolchain",
    )
