"""Tests of peers are skipped only if there is no peer, and say so."""

import os
import subprocess
import sys
import tempfile
import textwrap
import unittest

from testing import peer_main

_TESTS = """
    import sys, unittest

    sys.path.insert(0, %r)
    from testing import peer_main

    class Test(unittest.TestCase):
        def test_first(self):
            %s

    class Skipped(unittest.TestCase):
        @classmethod
        def setUpClass(cls):
            raise unittest.SkipTest("not here")

        def test_second(self):
            pass

    peer_main.main(%r)
"""
_CHECKOUT = os.path.dirname(os.path.dirname(os.path.abspath(peer_main.__file__)))


class MainTest(unittest.TestCase):
    def run_tests(self, first, absent=""):
        text = textwrap.dedent(_TESTS) % (_CHECKOUT, first, absent)
        return subprocess.run(
            [sys.executable, "-c", text], capture_output=True, text=True, check=False
        )

    def test_passes_if_a_test_passes(self):
        run = self.run_tests("pass")
        self.assertEqual((run.returncode, run.stdout), (0, ""), run.stderr)

    def test_fails_if_a_test_fails(self):
        self.assertEqual(self.run_tests("self.fail()").returncode, 1)

    def test_fails_if_all_are_skipped(self):
        run = self.run_tests("self.skipTest('not now')")
        self.assertEqual(run.returncode, 1)
        self.assertIn("FAILED: no test was run", run.stdout)

    def test_says_what_is_absent(self):
        run = self.run_tests("self.fail()", "no peer 1.0")
        self.assertEqual(run.returncode, 0)
        self.assertEqual(run.stdout, "SKIPPED: nothing was compared: no peer 1.0\n")


class LoadTest(unittest.TestCase):
    def test_absent_package(self):
        self.assertIsNone(peer_main.load("no_such_package.module"))

    def test_present_module(self):
        self.assertIs(peer_main.load("os.path"), os.path)

    def test_package_that_cannot_be_imported(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "broken_peer.py"), "w") as file:
                file.write("import no_such_package\n")
            sys.path.insert(0, folder)
            self.addCleanup(sys.path.remove, folder)
            with self.assertRaises(ImportError):
                peer_main.load("broken_peer")


if __name__ == "__main__":
    unittest.main()
