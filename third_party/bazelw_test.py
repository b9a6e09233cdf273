"""Which packages ./bazelw asks for, on systems that are imitated by stubs."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

_STUBS = {
    "dpkg-query": "printf 'ii  %s\\n' $INSTALLED",
    "apt-cache": (
        'case " $AVAILABLE " in'
        ' *" $2 "*) echo "  Candidate: 1.0";; *) echo "  Candidate: (none)";;'
        " esac"
    ),
    "bazel": 'echo "bazel runs: $*"',
}


class BazelwTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "third_party").mkdir()
        (self.root / "stubs").mkdir()
        shutil.copy("bazelw", self.root / "bazelw")
        for name, script in _STUBS.items():
            stub = self.root / "stubs" / name
            stub.write_text("#!/bin/sh\n" + script + "\n")
            stub.chmod(0o755)

    def run_bazelw(self, packages, installed="", available="", arguments=("//:all",)):
        (self.root / "third_party" / "packages.txt").write_text(packages)
        (self.root / "third_party" / "packages_arm.txt").write_text("cross # c\n")
        environment = dict(
            os.environ,
            PATH=f"{self.root / 'stubs'}:/usr/bin:/bin",
            INSTALLED=installed,
            AVAILABLE=available,
        )
        return subprocess.run(
            [self.root / "bazelw", "--no-install", "build", *arguments],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def assert_asks_for(self, names, *arguments, **systems):
        result = self.run_bazelw(*arguments, **systems)
        self.assertEqual(result.returncode, 1, result)
        command = "apt-get install -y --no-install-recommends"
        self.assertIn(f"{command} {names}\n", result.stdout)

    def test_runs_bazel_if_nothing_is_missing(self):
        result = self.run_bazelw("# comment\na\n\nb # c\n", installed="b\na")
        self.assertEqual(result.returncode, 0, result)
        self.assertEqual(result.stdout, "bazel runs: build //:all\n")

    def test_asks_for_what_is_missing(self):
        self.assert_asks_for("b d", "a\nb\nc\nd\n", installed="a c bb", available="b d")

    def test_one_of_the_alternatives_is_sufficient(self):
        for installed in ("x-16", "x-19"):
            result = self.run_bazelw("x-16 | x-19\n", installed=installed)
            self.assertEqual(result.returncode, 0, result)

    def test_asks_for_the_first_alternative_of_the_release(self):
        packages = "x-16 | x-19\n"
        self.assert_asks_for("x-16", packages, available="x-16 x-19")
        self.assert_asks_for("x-19", packages, available="x-19")

    def test_asks_for_the_first_alternative_of_a_system_without_lists(self):
        self.assert_asks_for("x-16 y", "x-16 | x-19\ny\n")

    def test_only_arm_targets_need_their_compilers(self):
        for arguments in (
            ["//tools/..."],
            ["//testing/golden:runner", "--config=asan"],
            ["--", "//...", "-//testing/arm/..."],
        ):
            result = self.run_bazelw("a\n", installed="a", arguments=arguments)
            self.assertEqual(result.returncode, 0, arguments)
        for arguments in (
            ["//..."],
            ["//testing/..."],
            ["//testing/arm:gemm_test"],
            ["--config=linux_aarch64", "//tools/..."],
            ["//tools/...", "--config=elinux_armhf"],
        ):
            self.assert_asks_for("cross", "a\n", installed="a", arguments=arguments)

    def test_every_line_of_the_lists_is_read(self):
        for name in ("packages.txt", "packages_arm.txt"):
            self.check_list(f"third_party/{name}")

    def check_list(self, path):
        with open(path, encoding="utf-8") as list_file:
            lines = [line.split("#")[0] for line in list_file]
        names = [line.split("|")[-1].strip() for line in lines if line.strip()]
        packages = pathlib.Path(path).read_text(encoding="utf-8")
        result = self.run_bazelw(packages, installed="\n".join(n for n in names if n))
        self.assertEqual(result.returncode, 0, result)


if __name__ == "__main__":
    unittest.main()
