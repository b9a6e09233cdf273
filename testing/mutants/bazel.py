"""Runs Bazel in a copy of the checkout: builds, tests, and the result of each test."""

import collections
import json
import os
import re
import signal
import subprocess
import tempfile

# passed: whether all shards passed. seconds: total of all shards.
Result = collections.namedtuple("Result", "passed seconds")

# Rules that compile C++ for Hexagon by a command of their own.
_HEXAGON_PROGRAMS = [
    "//delegates/dsp/skel:hexagon_guest_rule",
    "//delegates/dsp/skel:libtflite_dsp_skel.so_rule",
]
# Saves how Bazel starts a test, then starts it.
_RECORDER = """#!/bin/bash
at="$TFLL_MUTANTS_COMMANDS/${TEST_TARGET//[^a-zA-Z0-9_]/-}.${TEST_SHARD_INDEX:-0}"
printf '%s\\0' "$PWD" "$@" > "$at.command"
env -0 > "$at.environment"
exec "$@"
"""
# Files in folders that are gone once Bazel has ended the test.
_GONE = re.compile(r"XML_OUTPUT_FILE|TEST_(?!SRCDIR)\w*(FILE|DIR)|GTEST_OUTPUT")
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

    def compile_as_usual(self):
        self._copts = []

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
            "--",  # patterns may begin with a minus
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
            done = self._bazel(
                "aquery",
                "--output=jsonproto",
                f'mnemonic("HexagonCompile", deps({program}))',
            )
            done.check_returncode()
            # Shell, "-c", the compiler's name and "$@", "", its options, the source.
            command = json.loads(done.stdout)["actions"][0]["arguments"]
            compiler = [command[2].split()[0], *command[4 : command.index("-c", 4)]]
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

    def _commands(self):
        """Returns the folder with the commands of tests."""
        return os.path.join(os.path.dirname(self.root), "commands")

    def _recorder(self):
        os.makedirs(self._commands(), exist_ok=True)
        script = os.path.join(self._commands(), "record")
        with open(script, "w", encoding="utf-8") as file:
            file.write(_RECORDER)
        os.chmod(script, 0o755)
        return [
            f"--run_under={script}",
            f"--test_env=TFLL_MUTANTS_COMMANDS={self._commands()}",
        ]

    def passes(self, label, environment, seconds):
        """Runs a test as test() did, without Bazel; returns whether it passes within
        `seconds`."""
        prefix = re.sub(r"[^a-zA-Z0-9_]", "-", label) + "."
        starts = [
            os.path.join(self._commands(), name[: -len(".command")])
            for name in sorted(os.listdir(self._commands()))
            if name.startswith(prefix) and name.endswith(".command")
        ]
        if not starts:
            raise RuntimeError(f"{label} has not been run")
        return all(_passes(start, environment, seconds) for start in starts)

    def test(self, labels, environment):
        """Returns {label: Result} of the tests that ran."""
        events = os.path.join(os.path.dirname(self.root), "events.json")
        done = self._bazel(
            "test",
            "--noshow_progress",
            "--nocache_test_results",
            "--test_output=summary",
            # Outside of the sandbox, because reached bugs are recorded in a
            # file.
            "--strategy=TestRunner=local",
            "--keep_going",
            f"--build_event_json_file={events}",
            *self._recorder(),
            *[f"--test_env={name}={value}" for name, value in environment.items()],
            *self._copts,
            *self._jobs,
            "--",
            *labels,
            stderr=subprocess.STDOUT,
            text=True,
        )
        results = _results(events)
        expected = (0, _SOME_TESTS_FAILED, _PARTLY_BUILT_OR_FAILED)
        if done.returncode not in expected or not results:
            raise RuntimeError(f"bazel test failed:\n{done.stdout[-4000:]}")
        return results


def _passes(start, environment, seconds):
    with open(start + ".command", encoding="utf-8") as file:
        folder, *command = file.read().split("\0")[:-1]
    with open(start + ".environment", encoding="utf-8") as file:
        pairs = [line.split("=", 1) for line in file.read().split("\0")[:-1]]
    kept = {name: value for name, value in pairs if not _GONE.fullmatch(name)}
    with tempfile.TemporaryDirectory() as scratch:
        kept.update(environment, TEST_TMPDIR=scratch, PWD=folder)
        with subprocess.Popen(
            command,
            cwd=folder,
            env=kept,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as process:
            try:
                return process.wait(timeout=seconds) == 0
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return False


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
