"""tfll_packages: the tarball, the Debian packages and the wheel of one build."""

def _virtual_path(file):
    """The path by which a header is included."""
    _, virtual, rest = file.path.partition("/_virtual_includes/")
    return rest.partition("/")[2] if virtual else file.short_path

def _tfll_packages_impl(ctx):
    out = ctx.actions.declare_directory(ctx.label.name)
    places = [("lib", "lib/libtensorflowlite_c.so." + ctx.attr.version, ctx.file.library)]
    places += [("tools", "bin/" + f.basename, f) for f in ctx.files.programs]
    places += [("tools", "lib/" + f.basename, f) for f in ctx.files.plugins]
    headers = {}
    for target in ctx.attr.headers:
        for header in target[CcInfo].compilation_context.headers.to_list():
            headers[_virtual_path(header)] = header
    places += [("dev", "include/" + path, f) for path, f in headers.items()]

    places += [("python", f.basename, f) for f in ctx.files.python]

    # make_packages.py gives each .deb its copy.
    places.append(("lib", "share/doc/tensorflow_lite_lite/copyright", ctx.file.license))
    ctx.actions.run(
        executable = ctx.executable._make,
        arguments = [out.path, ctx.attr.version, ctx.attr.architecture, ctx.attr.readelf] + [
            "%s:%s=%s" % (kind, destination, file.path)
            for kind, destination, file in places
        ],
        inputs = [file for _, _, file in places],
        outputs = [out],
        mnemonic = "Package",
    )
    return [DefaultInfo(files = depset([out]), runfiles = ctx.runfiles([out]))]

# A folder with a tarball, Debian packages and a wheel (make_packages.py).
tfll_packages = rule(
    implementation = _tfll_packages_impl,
    attrs = {
        "architecture": attr.string(mandatory = True),
        "headers": attr.label_list(providers = [CcInfo]),
        "library": attr.label(allow_single_file = True, mandatory = True),
        "license": attr.label(allow_single_file = True, mandatory = True),
        "plugins": attr.label_list(allow_files = True),
        "python": attr.label_list(allow_files = True),
        "programs": attr.label_list(allow_files = True),
        "readelf": attr.string(default = "readelf"),
        "version": attr.string(mandatory = True),
        "_make": attr.label(
            cfg = "host",
            default = "//tools/package:make_packages",
            executable = True,
        ),
    },
)
