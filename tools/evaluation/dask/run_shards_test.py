"""Runs a task on a real cluster of this machine whose workers are killed."""

import contextlib
import io
import json
import os
import random
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import distributed

import run_shards

from testing import scratch_folder

DETECT = "tools/evaluation/tasks/coco_object_detection/run_eval"
MERGE = "tools/evaluation/merge"
DATA = "examples/detection"
SHAPES = [
    "--model_file=%s/shapes_float.tflite" % DATA,
    "--ground_truth_images_path=%s/shapes/images" % DATA,
    "--ground_truth_proto=%s/shapes/ground_truth.pbtxt" % DATA,
    "--model_output_labels=%s/shapes/labels.txt" % DATA,
]
# Records each start. Once that many shards as `when` names have started, one of them
# waits until its worker, whose process it names in a file, has been killed.
WRAPPER = """#!/bin/sh
cd %(folder)s
echo "$*" >>starts
for count in %(when)s; do
  if [ $(wc -l <starts) -ge $count ] && mkdir victim.$count 2>/dev/null; then
    echo $PPID >victim.$count/new && mv victim.$count/new victim.$count/pid
    while kill -0 $PPID 2>/dev/null; do sleep 0.02; done
    exit 1
  fi
done
cd - >/dev/null
exec %(program)s "$@"
"""


# A scheduler without workers, which says its address, and dies when it has three tasks.
SCHEDULER = """
import asyncio, os, signal, distributed
async def main():
    async with distributed.Scheduler(
        protocol="tcp", host="127.0.0.1", port=0, dashboard=False
    ) as scheduler:
        print(scheduler.address, flush=True)
        while len(scheduler.tasks) < 3:
            await asyncio.sleep(0.01)
        os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(main())
"""


class DaskTest(scratch_folder.ScratchFolderTest):
    @classmethod
    def setUpClass(cls):
        cls.cluster = distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            worker_dashboard_address=None,
        )
        cls.client = distributed.Client(cls.cluster)

    @classmethod
    def tearDownClass(cls):
        cls.client.close()
        cls.cluster.close()

    def wrapper(self, program, when):
        with open(self.path("wrapper"), "w", encoding="utf-8") as file:
            file.write(
                WRAPPER
                % {
                    "folder": os.path.dirname(self.path("wrapper")),
                    "when": " ".join(map(str, when)),
                    "program": os.path.abspath(program),
                }
            )
        os.chmod(self.path("wrapper"), stat.S_IRWXU)
        return self.path("wrapper")

    def starts(self):
        if not os.path.exists(self.path("starts")):
            return 0
        with open(self.path("starts"), encoding="utf-8") as file:
            return len(file.readlines())

    def metrics(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return json.load(file)

    def kill_workers(self, when, done):
        """Kills the worker of a shard that waits for it, for each number in `when`."""
        for count in when:
            pid = self.path("victim.%d/pid" % count)
            while not os.path.exists(pid) and not done.is_set():
                time.sleep(0.02)
            if not done.is_set():
                with open(pid, encoding="utf-8") as file:
                    os.kill(int(file.read()), signal.SIGKILL)

    def run_with_kills(self, shards, when):
        """Runs the shards, and returns the number of those that began again."""
        flags, merge_flags = run_shards.split_flags(
            [*SHAPES, "--metrics_json=" + self.path("dask.json")], os.getcwd()
        )
        done = threading.Event()
        killer = threading.Thread(target=self.kill_workers, args=(when, done))
        killer.start()
        try:
            states = run_shards.run_shards(
                self.client, self.wrapper(DETECT, when), flags, shards, retries=5
            )
        finally:
            done.set()
            killer.join()
        again = self.starts() - shards
        os.remove(self.path("starts"))
        for count in when:
            shutil.rmtree(self.path("victim.%d" % count))
        random.Random(shards).shuffle(states)
        self.assertEqual(run_shards.merge(MERGE, states, merge_flags), 0)
        return again

    def test_the_same_metrics_with_killed_workers(self):
        json_flag = "--metrics_json=" + self.path("one.json")
        subprocess.run([DETECT, *SHAPES, json_flag], check=True)
        for shards, when in ((1, [1]), (7, [2, 5]), (64, [9, 40])):
            again = self.run_with_kills(shards, when)
            self.assertGreaterEqual(again, len(when), shards)
            self.assertEqual(self.metrics("dask.json"), self.metrics("one.json"))

    def test_errors_of_the_program_end_the_run(self):
        with self.assertRaisesRegex(run_shards.ShardError, "cannot read /none"):
            run_shards.run_shards(
                self.client,
                os.path.abspath(DETECT),
                [*SHAPES[1:], "--model_file=/none"],
                2,
                retries=5,
            )

    def test_a_missing_program_ends_the_run(self):
        with self.assertRaisesRegex(run_shards.ShardError, "cannot run /none"):
            run_shards.run_shards(self.client, "/none", [], 2, retries=5)

    def test_a_killed_program_runs_again_a_few_times(self):
        with open(self.path("wrapper"), "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\necho x >>%s\nkill -9 $$\n" % self.path("starts"))
        os.chmod(self.path("wrapper"), stat.S_IRWXU)
        with self.assertRaises(run_shards.LostShard):
            run_shards.run_shards(self.client, self.path("wrapper"), [], 1, retries=2)
        self.assertEqual(self.starts(), 3)


class LostSchedulerTest(scratch_folder.ScratchFolderTest):
    def test_is_an_error(self):
        with open(self.path("program"), "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nsleep 60\n")
        os.chmod(self.path("program"), stat.S_IRWXU)
        scheduler = subprocess.Popen(
            [sys.executable, "-c", SCHEDULER], stdout=subprocess.PIPE, text=True
        )
        self.addCleanup(scheduler.wait)
        self.addCleanup(scheduler.stdout.close)
        self.addCleanup(scheduler.kill)
        done = subprocess.run(
            [
                sys.executable,
                "-c",
                "import run_shards; run_shards.main()",
                "--program=" + self.path("program"),
                "--merge=/bin/true",
                "--scheduler=" + scheduler.stdout.readline().strip(),
                "--num_shards=3",
            ],
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        self.assertEqual(done.returncode, 1)
        self.assertIn("the scheduler is lost after 0 of 3 shards", done.stderr)


class MergeTest(unittest.TestCase):
    def test_keeps_the_state_files_of_a_merge_that_fails(self):
        for program in ["/none", "/bin/false"]:
            errors = io.StringIO()
            with contextlib.redirect_stderr(errors):
                self.assertNotEqual(run_shards.merge(program, [b"a", b"b"], []), 0)
            folder = errors.getvalue().split()[-1]
            with open(os.path.join(folder, "shard_1"), "rb") as file:
                self.assertEqual(file.read(), b"b")
            shutil.rmtree(folder)


class FlagsTest(unittest.TestCase):
    def test_splits_flags(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "model"), "w", encoding="utf-8"):
                pass
            task, merged = run_shards.split_flags(
                ["--model_file=model", "--use_gpu", "--x=y", "--metrics_json=m.json"],
                folder,
            )
            self.assertEqual(
                task,
                ["--model_file=" + os.path.join(folder, "model"), "--use_gpu", "--x=y"],
            )
            self.assertEqual(
                merged, ["--metrics_json=" + os.path.join(folder, "m.json")]
            )
            task, _ = run_shards.split_flags(["--libraries=model,model"], folder)
            path = os.path.join(folder, "model")
            self.assertEqual(task, ["--libraries=%s,%s" % (path, path)])
            for flag in ["--state_file=x", "--shard_index=1"]:
                with self.assertRaisesRegex(ValueError, "each shard has its own"):
                    run_shards.split_flags([flag], folder)


if __name__ == "__main__":
    unittest.main()
