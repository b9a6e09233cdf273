"""Runs Bazel in a copy of the checkout: builds, tests, and the result of each test."""

import collections
import json
import os
import re
import subprocess

# passed: whether all shards passed. seconds: total of all shards.
Result = collections.namedtuple("Result", "passed seconds")

# Rules that compile C++ for Hexagon by a command of their own.
_HEXAGON_PROGRAMS = [
    "//delegates/dsp/skel:hexagon_guest_rule",
    "//delegates/dsp/skel:libtflite_dsp_skel.so_rule",
]
_SOME_TESTS_FAILED = 3
_PARTLY_BUILT_OR_FAILED = 1


class Tree:
    """A copy of the checkout, built in addition to the real one."""

    def __init__(self, root, jobs, targets):
        self.root = root
        self.targets = targets
        self._jobs = [f"--jobs={jobs}"] if jobs else []
        self._copts = []

    def _bazel(self, *arguments, **options):
        command = ["./bazelw", "--no-install", *arguments]
        return subprocess.run(
            command, cwd=self.root, check=False, stdout=subprocess.PIPE, **options
        )

    def compile_quickly(self, sources):
        """Lets later builds spend less on optimizing these sources. Others keep their
        options, so that their objects come from the cache."""
        pattern = ",".join(f"{re.escape(source)}$" for source in sorted(sources))
        self._copts = [f"--per_file_copt={pattern}@-O1"]

    def build(self, targets=None, flags=()):
        """Builds the targets; returns None, or the compiler's output on failure."""
        done = self._bazel(
            "build",
            "--build_tag_filters=-peer,-fuzz,-gpu,-manual_long",
            "--keep_going",
            "--noshow_progress",
            *flags,
            *self._copts,
            *self._jobs,
            *(targets or self.targets),
            stderr=subprocess.STDOUT,
            text=True,
        )
        return None if done.returncode == 0 else done.stdout

    def build_headers(self, targets):
        """Builds the generated headers that the targets include; as build()."""
        return self.build(
            targets,
            ["--output_groups=compilation_prerequisites_INTERNAL_"],
        )

    def compile_commands(self):
        """Returns {source: its compiler's arguments} for all sources that may
        have a bug."""
        done = self._bazel(
            "aquery",
            "--output=jsonproto",
            "--noshow_progress",
            'mnemonic("CppCompile", //kernels/... + //delegates/...)',
        )
        done.check_returncode()
        commands = {}
        for action in json.loads(done.stdout)["actions"]:
            arguments = action["arguments"]
            if "-c" in arguments:
                commands[arguments[arguments.index("-c") + 1]] = arguments
        return commands

    def hexagon_commands(self):
        """Returns {source or header: its compiler's arguments} of Hexagon code."""
        commands = {}
        for program in _HEXAGON_PROGRAMS:
            done = self._bazel("aquery", "--output=jsonproto", program)
            done.check_returncode()
            script = json.loads(done.stdout)["actions"][0]["arguments"][-1]
            compiler = re.search(r"clang\S* .*? -I\.(?= )", script).group().split()
            done = self._bazel(
                "query", f'kind("source file", deps({program}))', text=True
            )
            done.check_returncode()
            for label in done.stdout.split():
                source = label[2:].replace(":", "/")
                if source.endswith((".cc", ".h")):
                    commands[source] = [*compiler, "-c", source]
        return commands

    def execution_root(self):
        done = self._bazel("info", "execution_root", text=True)
        done.check_returncode()
        return done.stdout.strip()

    def test(self, labels, environment, seconds=None, keep_going=False):
        """Returns {label: Result} of the tests that ran; without keep_going, up to the first
        failure."""
        events = os.path.join(os.path.dirname(self.root), "events.json")
        done = self._bazel(
            "test",
            "--noshow_progress",
            "--nocache_test_results",
            "--test_output=summary",
            # Outside of the sandbox, because reached bugs are recorded in a
            # file.
            "--strategy=TestRunner=local",
            "--keep_going" if keep_going else "--notest_keep_going",
            f"--build_event_json_file={events}",
            *[f"--test_env={name}={value}" for name, value in environment.items()],
            *([f"--test_timeout={seconds}"] if seconds else []),
            *self._copts,
            *self._jobs,
            *labels,
            stderr=subprocess.STDOUT,
            text=True,
        )
        results = _results(events)
        expected = [0, _SOME_TESTS_FAILED]
        # Bazel also returns this if it stops at a failed test.
        if keep_going or not all(result.passed for result in results.values()):
            expected.append(_PARTLY_BUILT_OR_FAILED)
        if done.returncode not in expected or not results:
            raise RuntimeError(f"bazel test failed:\n{done.stdout[-4000:]}")
        return results


def _results(events):
    shards = collections.defaultdict(list)
    with open(events, encoding="utf-8") as lines:
        for line in lines:
            event = json.loads(line)
            label = event["id"].get("testResult", {}).get("label")
            if label:
                result = event.get("testResult", {})
                # Stopped because another test failed; there is no result.
                if result.get("status") in ("NO_STATUS", "INCOMPLETE", None):
                    continue
                milliseconds = int(result.get("testAttemptDurationMillis", 0))
                shards[label].append((result["status"] == "PASSED", milliseconds))
    return {
        label: Result(all(ok for ok, _ in parts), sum(ms for _, ms in parts) / 1000)
        for label, parts in shards.items()
    }
