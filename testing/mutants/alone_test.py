"""Tests what becomes of bugs that only tests without switches can detect."""

import unittest

from testing.mutants import bazel
from testing.mutants import mutants
from testing.mutants import sites


class _Tree:
    """Runs tests whose results depend on the copy's text."""

    def __init__(self, copy, results):
        self._copy = copy
        self._results = results
        self.runs = []
        self.quick = True

    def compile_as_usual(self):
        self.quick = False

    def test(self, labels, environment):
        del environment
        assert not self.quick
        self.runs.append((labels, self._copy.alone))
        if self._results is None:
            raise RuntimeError("does not build")
        return {
            label: bazel.Result(self._results[label][self._copy.alone], 1)
            for label in labels
        }


class _Copy:
    alone = None

    def write(self, path, planted, alone=None):
        assert path == "kernels/a.cc"
        assert bool(planted) == (alone is not None)
        self.alone = alone


class _Campaign:
    def __init__(self, **bug):
        site = sites.Site(0, 1, 1, "a", "b", "kind")
        self.bugs = [
            {
                "number": 1,
                "path": "kernels/a.cc",
                "site": list(site),
                "state": "survived",
                "disturbed": ["//a", "//b"],
                **bug,
            }
        ]

    def save(self):
        pass


class _Switch:
    environment = {}


def _hunt(results, **bug):
    """Returns what becomes of the bug, and the runs. Results by label, then by
    whether the bug is on."""
    campaign, copy = _Campaign(**bug), _Copy()
    tree = _Tree(copy, results)
    mutants.hunt_alone(campaign, copy, tree, _Switch())
    assert copy.alone is None, "the copy is as it was"
    return campaign.bugs[0], tree.runs


class AloneTest(unittest.TestCase):
    def test_a_test_that_fails_with_the_bug_alone_detects_it(self):
        bug, runs = _hunt(
            {"//a": {True: True, False: True}, "//b": {True: False, False: True}}
        )
        self.assertEqual(("caught", "//b"), (bug["state"], bug["by"]))
        self.assertEqual([(["//a", "//b"], True), (["//b"], False)], runs)
        self.assertEqual([], bug["disturbed"])

    def test_a_test_that_fails_anyway_detects_nothing(self):
        bug, _ = _hunt(
            {"//a": {True: True, False: True}, "//b": {True: False, False: False}}
        )
        self.assertEqual("survived", bug["state"])

    def test_nothing_fails(self):
        passes = {True: True, False: True}
        bug, runs = _hunt({"//a": passes, "//b": passes}, state="not reached")
        self.assertEqual("not reached", bug["state"])
        self.assertEqual(1, len(runs))

    def test_a_bug_that_does_not_build_alone_is_left(self):
        bug, _ = _hunt(None)
        self.assertEqual("survived", bug["state"])

    def test_others_are_not_run(self):
        for other in ({"state": "caught"}, {"disturbed": []}):
            _, runs = _hunt({}, **other)
            self.assertEqual([], runs)


if __name__ == "__main__":
    unittest.main()
