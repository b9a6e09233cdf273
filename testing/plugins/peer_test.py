"""Plugins of this project run in the runtimes of the Python package index."""

import json
import subprocess
import sys
import unittest

from testing import peer_main

_MODEL = "testing/c_api/testdata/add_resized/model.tflite"
_HOST_RUN = "testing/plugins/host_run.py"
_ABSENT = 77
_ON_CPU = {"values": [11.0, 22.0, 33.0]}
_MARKED = {"values": [1011.0, 1022.0, 1033.0]}
_ZEROS = {"values": [0.0, 0.0, 0.0]}

# Exceptions and the CPU's result are acceptable; a signal is not.
_FAIL_PLACES = ("prepare", "init", "kernel_prepare", "invoke")

_plugins = {}  # by file name


class Jobs:
    """Runs to do in a host, all in one process because modules load slowly."""

    def __init__(self):
        self._jobs = []
        self._results = {}

    def add(self, plugin, **options):
        self._jobs.append((plugin, options))

    def run(self, host):
        jobs = [(_plugins[p], options) for p, options in self._jobs]
        run = subprocess.run(
            [sys.executable, _HOST_RUN, host, _MODEL],
            input=json.dumps(jobs),
            capture_output=True,
            text=True,
            check=False,
        )
        if run.returncode == _ABSENT:
            raise unittest.SkipTest(run.stdout.strip())
        if run.returncode != 0:
            raise RuntimeError(run.stderr)
        results = json.loads(run.stdout.splitlines()[-1])
        for (plugin, options), result in zip(self._jobs, results):
            self._results[plugin, json.dumps(options)] = result

    def result(self, plugin, **options):
        return self._results[plugin, json.dumps(options)]


def tests_for(name, host):
    """Tests for each runtime."""

    class Test(unittest.TestCase):
        every = (
            "classic_add.so",
            "opaque_add_over_shim.so",
            "simple_opaque_add_over_shim.so",
        )

        @classmethod
        def setUpClass(cls):
            super().setUpClass()
            cls.jobs = Jobs()
            for plugin in _plugins:
                cls.jobs.add(plugin)
            cls.jobs.add("classic_add.so", require_no_log="1")
            cls.jobs.add("dummy_external_delegate.so", allowed_builtin_code="0")
            for plugin in cls.every:
                cls.jobs.add(plugin, fail="no device: 2")
                for place in _FAIL_PLACES:
                    cls.jobs.add(plugin, fail_at=place)
            cls.jobs.run(host)

        def test_runs_a_classic_plugin(self):
            self.assertEqual(_MARKED, self.jobs.result("classic_add.so"))

        def test_runs_opaque_plugins_over_the_shim(self):
            for plugin in self.every[1:]:
                self.assertEqual(_MARKED, self.jobs.result(plugin))

        def test_has_no_delegation_log_and_says_so(self):
            self.assertEqual(
                _MARKED, self.jobs.result("classic_add.so", require_no_log="1")
            )

        def test_shows_what_a_plugin_reports(self):
            for plugin in self.every:
                result = self.jobs.result(plugin, fail="no device: 2")
                self.assertIn("no device: 2", result["error"])

        def test_survives_a_plugin_that_fails_late(self):
            for plugin in self.every:
                for place in _FAIL_PLACES:
                    with self.subTest(plugin + " " + place):
                        self.assertNotIn(
                            "signal", self.jobs.result(plugin, fail_at=place)
                        )

        def test_runs_the_dummy_delegate(self):
            plugin = "dummy_external_delegate.so"
            self.assertEqual(_ON_CPU, self.jobs.result(plugin))
            self.assertEqual(_ZEROS, self.jobs.result(plugin, allowed_builtin_code="0"))

        def test_runs_delegates_that_compute(self):
            computing = [
                p
                for p in _plugins
                if p.endswith("_external_delegate.so") and not p.startswith("dummy")
            ]
            self.assertTrue(computing)
            for plugin in computing:
                with self.subTest(plugin):
                    self.assertEqual(_ON_CPU, self.jobs.result(plugin))

    Test.__name__ = Test.__qualname__ = name
    return Test


LiteRtTest = tests_for("LiteRtTest", "ai_edge_litert.interpreter")
TensorFlowTest = tests_for("TensorFlowTest", "tensorflow")
TfliteRuntimeTest = tests_for("TfliteRuntimeTest", "tflite_runtime.interpreter")


def _absent():
    """Which packages the machine lacks, if it has none of them."""
    packages = ("ai_edge_litert", "tensorflow", "tflite_runtime")
    if any(map(peer_main.is_installed, packages)):
        return ""
    return "none of %s is installed" % ", ".join(packages)


if __name__ == "__main__":
    _plugins.update({path.split("/")[-1]: path for path in sys.argv[1:]})
    peer_main.main(_absent(), sys.argv[:1])
