"""Packages of other names for targets of this project."""

def aliases(targets):
    """One public alias for each entry, and a group `all_aliases` of them.

    Args:
      targets: a dict of the name here to the label, from the project's root.
    """
    for name, label in targets.items():
        native.alias(
            name = name,
            actual = "@" + label,
            visibility = ["//visibility:public"],
        )
    native.filegroup(
        name = "all_aliases",
        srcs = [":" + name for name in targets],
        visibility = ["//visibility:public"],
    )
