"""The checkout that a test runs in: see checkout.bzl."""

import os


def root():
    # The declared file is a symbolic link into the checkout, which leads to its
    # root.
    marker = os.path.join(
        os.environ["TEST_SRCDIR"], os.environ["TEST_WORKSPACE"], "WORKSPACE"
    )
    return os.path.dirname(os.path.realpath(marker))
