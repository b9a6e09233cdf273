"""A base class of Python tests that write files."""

import os
import tempfile
import unittest


class ScratchFolderTest(unittest.TestCase):
    """Each test has a folder of its own, which is deleted after it."""

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        """The path of a file in the folder."""
        return os.path.join(self.folder, name)
