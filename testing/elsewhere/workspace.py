"""A copy of examples/elsewhere, with a delegate of its own, and a Bazel for it."""

import os
import pwd
import shutil
import subprocess

from testing import checkout
from tools.new_delegate import new_delegate

# The path that the project's .bazelrc uses.
DISK_CACHE = ".cache/tensorflow_lite_lite/bazel-disk"


class Workspace:
    """A copy in the test's scratch folder. close() stops its Bazel server."""

    def __init__(self):
        self._checkout = checkout.root()
        scratch = os.environ["TEST_TMPDIR"]
        self.folder = os.path.join(scratch, "elsewhere")
        self._output = os.path.join(scratch, "output")
        shutil.copytree(os.path.join(self._checkout, "examples/elsewhere"), self.folder)
        self._edit("WORKSPACE", 'path = "../.."', f'path = "{self._checkout}"')
        new_delegate.scaffold(
            os.path.join(self._checkout, "delegates/skeleton"),
            os.path.join(self.folder, "delegates/acme"),
            "acme",
            elsewhere=True,
        )

    def _edit(self, file, old, new):
        path = os.path.join(self.folder, file)
        with open(path, encoding="utf-8") as f:
            text = f.read()
        assert old in text, f"{file} has no {old}"
        with open(path, "w", encoding="utf-8") as f:
            f.write(text.replace(old, new))

    def bazel(self, command, *args):
        """Runs Bazel with no .bazelrc but the system's; returns its output."""
        cache = os.path.join(pwd.getpwuid(os.getuid()).pw_dir, DISK_CACHE)
        caching = command in ("build", "test") and os.path.isdir(cache)
        line = [
            os.path.join(self._checkout, "bazelw"),
            "--nohome_rc",
            "--noworkspace_rc",
            f"--output_user_root={self._output}",
            "--max_idle_secs=60",
            "--local_startup_timeout_secs=600",
            command,
            *([f"--disk_cache={cache}"] if caching else []),
            *args,
        ]
        # The inner tests would mistake the test's own variables for theirs.
        environment = {
            k: v
            for k, v in os.environ.items()
            if not k.startswith(("TEST_", "RUNFILES", "GTEST", "BAZEL"))
        }
        environment["HOME"] = self._output
        done = subprocess.run(
            line,
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        )
        if done.returncode != 0:
            raise AssertionError(
                f"{' '.join(line)}: {done.returncode}\n{done.stderr[-8000:]}"
            )
        return done.stdout

    def close(self):
        self.bazel("shutdown")
        # Bazel's files are read-only.
        subprocess.run(["chmod", "-R", "u+w", self._output], check=False)
        shutil.rmtree(self._output, ignore_errors=True)
