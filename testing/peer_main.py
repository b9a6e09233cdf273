"""Starts tests that compare with packages which a machine may lack.

No peer is the one reason for which such a test may run nothing, and it is printed. A
package that is there but cannot be imported, or tests that are all skipped although it
is there, are failures: they would otherwise pass unnoticed.
"""

import importlib
import importlib.util
import sys
import unittest


def is_installed(name):
    """Returns whether the package of a module is there."""
    return importlib.util.find_spec(name.split(".")[0]) is not None


def load(name):
    """Returns the module, or None if its package is not installed."""
    return importlib.import_module(name) if is_installed(name) else None


class _Result(unittest.TextTestResult):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


def main(absent="", argv=None):
    """Runs the tests of the program, and ends it.

    Args:
      absent: what the machine lacks, so that nothing can be compared; empty if it has
        a peer.
      argv: the program's name and arguments of unittest.
    """
    if absent:
        print("SKIPPED: nothing was compared: " + absent)
        sys.exit(0)
    runner = unittest.TextTestRunner(resultclass=_Result)
    program = unittest.main(argv=argv or sys.argv, testRunner=runner, exit=False)
    if not program.result.wasSuccessful():
        sys.exit(1)
    if program.result.passed == 0:
        print("FAILED: no test was run, although there is a peer")
        sys.exit(1)
    sys.exit(0)
