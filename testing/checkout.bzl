"""Tests that read the sources of the checkout."""

def checkout_test(name, deps, size = "small", data = [], tags = []):
    """A Python test NAME.py that reads the checkout, by testing/checkout.py.

    It reads the checkout itself, not a declared copy of it, so that no source can
    be left out: it runs every time ("external"), outside the sandbox ("local").

    Args:
      name: of the target and the file.
      deps: libraries beside //testing:checkout.
      size: as of any test.
      data: as of any test.
      tags: more of them.
    """
    native.py_test(
        name = name,
        size = size,
        srcs = [name + ".py"],
        data = data,
        tags = tags + [
            "external",
            "local",
        ],
        deps = deps + ["//testing:checkout"],
    )
