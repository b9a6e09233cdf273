"""source_digest: what changes when a library is compiled from other sources or otherwise."""

_Sources = provider(
    doc = "What a library and those that it depends on are compiled from.",
    fields = {
        "files": "depset of files",
        "options": "depset of texts: a target with its compiler options",
    },
)

def _sources_impl(target, ctx):
    direct = []
    for kind in ["srcs", "hdrs", "textual_hdrs"]:
        direct += getattr(ctx.rule.files, kind, [])
    options = []
    for kind in ["copts", "defines", "local_defines"]:
        options += getattr(ctx.rule.attr, kind, [])
    deps = [dep[_Sources] for dep in getattr(ctx.rule.attr, "deps", [])]
    line = "//%s:%s %s" % (target.label.package, target.label.name, " ".join(options))
    return [_Sources(
        files = depset(direct, transitive = [dep.files for dep in deps]),
        options = depset([line], transitive = [dep.options for dep in deps]),
    )]

_sources = aspect(implementation = _sources_impl, attr_aspects = ["deps"])

def _path_of(file):
    return file.short_path

def _source_digest_impl(ctx):
    files = depset(transitive = [dep[_Sources].files for dep in ctx.attr.deps])
    files = sorted(files.to_list(), key = _path_of)
    options = depset(transitive = [dep[_Sources].options for dep in ctx.attr.deps])
    cpp = ctx.fragments.cpp
    options = [" ".join(
        ["all", ctx.var["TARGET_CPU"], ctx.var["COMPILATION_MODE"]] +
        cpp.copts + cpp.cxxopts,
    )] + sorted(options.to_list())
    args = ctx.actions.args()
    args.add_all([ctx.outputs.out.path, ctx.attr.namespace, ctx.attr.constant])
    args.add("\n".join(options))
    args.add_all(files)
    ctx.actions.run(
        executable = ctx.file._program,
        arguments = [args],
        inputs = files,
        outputs = [ctx.outputs.out],
        mnemonic = "SourceDigest",
    )
    listed = ctx.actions.declare_file(ctx.label.name + ".txt")
    ctx.actions.write(listed, "\n".join([f.short_path for f in files] + options) + "\n")
    return [
        DefaultInfo(files = depset([ctx.outputs.out])),
        OutputGroupInfo(sources = depset([listed])),
    ]

# A header, `out`, that defines the text `constant` in `namespace`: 64 digits, the
# SHA-256 digest of the sources that `deps` and all that they depend on are compiled
# from, in the order of their paths, and of the compiler options: those of each target,
# of the command line and of .bazelrc. System libraries have no sources here, and which
# compiler it is does not count. The output group `sources`, `<name>.txt`, lists both.
source_digest = rule(
    implementation = _source_digest_impl,
    fragments = ["cpp"],
    attrs = {
        "constant": attr.string(mandatory = True),
        "deps": attr.label_list(aspects = [_sources]),
        "namespace": attr.string(mandatory = True),
        "out": attr.output(mandatory = True),
        "_program": attr.label(
            default = Label("//bazel:digest.sh"),
            allow_single_file = True,
        ),
    },
)
