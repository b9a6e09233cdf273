"""Tests that read the sources of the checkout."""

def checkout_test(name, deps, size = "small", data = [], tags = []):
    """Defines a Python test, NAME.py, that reads the checkout with testing/checkout.py.

    It reads the checkout itself instead of declared copies, so that no source can be
    missed. Therefore it runs every time ("external"), outside of the sandbox ("local").

    Args:
      name: name of the target and of the file.
      deps: libraries in addition to //testing:checkout.
      size: as in any test.
      data: as in any test.
      tags: additional tags.
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
