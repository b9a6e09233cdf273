"""source_digest: what changes whenever a library is compiled from other sources."""

_Sources = provider(
    doc = "The sources of a library and of those that it depends on.",
    fields = {"files": "depset of files"},
)

def _sources_impl(target, ctx):
    direct = []
    for kind in ["srcs", "hdrs", "textual_hdrs"]:
        direct += getattr(ctx.rule.files, kind, [])
    return [_Sources(files = depset(direct, transitive = [
        dep[_Sources].files
        for dep in getattr(ctx.rule.attr, "deps", [])
    ]))]

_sources = aspect(implementation = _sources_impl, attr_aspects = ["deps"])

def _path_of(file):
    return file.short_path

def _source_digest_impl(ctx):
    files = depset(transitive = [dep[_Sources].files for dep in ctx.attr.deps])
    files = sorted(files.to_list(), key = _path_of)
    args = ctx.actions.args()
    args.add_all([ctx.outputs.out.path, ctx.attr.namespace, ctx.attr.constant])
    args.add_all(files)
    ctx.actions.run(
        executable = ctx.file._program,
        arguments = [args],
        inputs = files,
        outputs = [ctx.outputs.out],
        mnemonic = "SourceDigest",
    )
    listed = ctx.actions.declare_file(ctx.label.name + ".txt")
    ctx.actions.write(listed, "\n".join([f.short_path for f in files]) + "\n")
    return [
        DefaultInfo(files = depset([ctx.outputs.out])),
        OutputGroupInfo(sources = depset([listed])),
    ]

# A header, `out`, that defines the text `constant` in `namespace`: 64 digits, the
# SHA-256 digest of the sources that `deps` and all that they depend on are compiled
# from, in the order of their paths. System libraries have no sources here. The output
# group `sources`, `<name>.txt`, lists them.
source_digest = rule(
    implementation = _source_digest_impl,
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
