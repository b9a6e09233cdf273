"""The checkout that a test runs in, for tests that read the sources themselves.

Such a test is tagged "external" and "local": it reads more than Bazel knows of, so
its result is not kept.
"""

import os


def root():
    # The declared file is a link into the checkout: from it the rest is found.
    marker = os.path.join(
        os.environ["TEST_SRCDIR"], os.environ["TEST_WORKSPACE"], "WORKSPACE"
    )
    return os.path.dirname(os.path.realpath(marker))
