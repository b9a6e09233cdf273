"""Makes C++ of rows of //kernels:op_table.bzl."""

_PREFIX = "// Made from kernels/op_table.bzl.\n"

def _rows_impl(ctx):
    ctx.actions.write(ctx.outputs.out, ctx.attr.prefix + ctx.attr.content)
    return [DefaultInfo(files = depset([ctx.outputs.out]))]

_rows = rule(
    implementation = _rows_impl,
    attrs = {
        "content": attr.string(),
        "out": attr.output(),
        "prefix": attr.string(default = _PREFIX),
    },
)

def _unique(values):
    return {v: True for v in values}.keys()

def op_headers(name, ops):
    """`<name>.inc`: an #include of every header that `ops` stand in."""
    _rows(
        name = name,
        out = name + ".inc",
        content = "".join([
            "#include \"kernels/%s.h\"\n" % path
            for path in _unique([o.folder + "/" + o.header for o in ops])
        ]),
    )

# Of TfLiteRegistration::inplace_operator.
_IN_PLACE = {
    None: "kTfLiteInplaceOpNone",
    "keeps": "kTfLiteInplaceOpInput0Shared | kTfLiteInplaceOpDataUnmodified",
    "overwrites": "kTfLiteInplaceOpInput0Shared",
}

def _bits(indices):
    bits = 0
    for i in indices:
        bits = bits | (1 << i)
    return bits

def op_rows(name, out, ops):
    """`out`: a row an operator, for the includer to give a meaning.

    TFLL_OP(identifier, name, code, first version, last version, bind,
            reference preparation, reference evaluation, fast preparation,
            fast evaluation, bits of inputs whose sparse constants are decoded,
            TfLiteInPlaceOp flags, rule of the outputs' types, bits of inputs of
            which a run needs no more than shapes)
    TFLL_CUSTOM_OP, the same without a code, for operators named by string.
    """
    rows = []
    for o in ops:
        values = [o.id, "\"%s\"" % o.name]
        if not o.custom:
            values.append("kTfLiteBuiltin" + o.camel)
        values += [
            str(o.min_version),
            str(o.max_version),
            o.bind,
            (None if o.cpu else o.prepare) or "nullptr",
            o.reference,
            o.prepare or "nullptr",
            o.cpu or o.reference,
            str(_bits(o.sparse)),
            _IN_PLACE[o.in_place],
            "output_types::" + o.output_type if o.output_type else "nullptr",
            str(_bits(o.shapes_only)),
        ]
        rows.append("%s(%s)\n" % ("TFLL_CUSTOM_OP" if o.custom else "TFLL_OP", ", ".join(values)))
    _rows(name = name, out = out, content = "".join(rows))

def op_aliases(name, also_custom, reference_aliases, aliases):
    """`<name>.inc`: other names of operators, for the includer to give a meaning.

    TFLL_ALSO_CUSTOM(identifier), TFLL_REFERENCE_ALIAS(alias, identifier) and
    TFLL_ALIAS(alias, identifier).
    """
    _rows(
        name = name,
        out = name + ".inc",
        content = "".join(
            ["TFLL_ALSO_CUSTOM(%s)\n" % i for i in also_custom] +
            ["TFLL_REFERENCE_ALIAS(%s, %s)\n" % i for i in reference_aliases.items()] +
            ["TFLL_ALIAS(%s, %s)\n" % i for i in aliases.items()],
        ),
    )

def op_list(name, ops, visibility = None):
    """`<name>.txt`: name, first version, last version, folder, kernel; a line each."""
    _rows(
        name = name,
        out = name + ".txt",
        prefix = "",
        visibility = visibility,
        content = "".join([
            "%s %d %d %s %s\n" % (
                o.name,
                o.min_version,
                o.max_version,
                o.folder,
                "fast" if o.cpu else "reference",
            )
            for o in ops
        ]),
    )

def op_deps(ops, reference = True, cpu = True):
    """The targets that the rows name."""
    deps = []
    for o in ops:
        package = "//kernels/" + o.folder
        deps.append(package)
        if reference or not o.cpu:
            deps.append(package + ":reference")
        if cpu and o.cpu:
            deps.append(package + ":cpu")
    return _unique(deps)
