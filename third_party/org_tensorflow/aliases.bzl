"""Aliases for targets of @tensorflow_lite_lite."""

def aliases(targets, testonly = False, group = "all_aliases"):
    """Defines a public alias for each entry, and a filegroup of all of them.

    Args:
      targets: a dict from the alias to the label, relative to the project's root.
      testonly: whether the targets are for tests.
      group: name of the group.
    """
    for name, label in targets.items():
        native.alias(
            name = name,
            actual = "@tensorflow_lite_lite" + label,
            testonly = testonly,
            visibility = ["//visibility:public"],
        )
    native.filegroup(
        name = group,
        srcs = [":" + name for name in targets],
        testonly = testonly,
        visibility = ["//visibility:public"],
    )
