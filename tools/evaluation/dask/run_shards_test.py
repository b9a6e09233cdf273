"""Runs a task on a real cluster of this machine whose workers are killed."""

import contextlib
import io
import json
import os
import shutil
import signal
import stat
import subprocess
import tempfile
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
SHARDS = 10
# Records each start, and runs long enough to be killed.
WRAPPER = """#!/bin/sh
echo "$*" >>%s
sleep 1
exec %s "$@"
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

    def wrapper(self, program):
        with open(self.path("wrapper"), "w", encoding="utf-8") as file:
            file.write(WRAPPER % (self.path("starts"), os.path.abspath(program)))
        os.chmod(self.path("wrapper"), stat.S_IRWXU)
        return self.path("wrapper")

    def metrics(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return json.load(file)

    def kill_a_worker(self):
        (nanny, *_) = [w for w in self.cluster.workers.values() if w.pid]
        os.kill(nanny.pid, signal.SIGKILL)

    def test_the_same_metrics_with_killed_workers(self):
        flags, merge_flags = run_shards.split_flags(
            [*SHAPES, "--metrics_json=" + self.path("dask.json")], os.getcwd()
        )
        killed = []

        def progress(done, count, lost, seconds):
            self.assertEqual(count, SHARDS)
            if done in (2, 5):
                self.kill_a_worker()
                killed.append(done)

        states = run_shards.run_shards(
            self.client,
            self.wrapper(DETECT),
            flags,
            SHARDS,
            retries=5,
            progress=progress,
        )
        self.assertEqual(killed, [2, 5])
        with open(self.path("starts"), encoding="utf-8") as file:
            self.assertGreater(len(file.readlines()), SHARDS)
        self.assertEqual(run_shards.merge(MERGE, states, merge_flags), 0)
        json_flag = "--metrics_json=" + self.path("one.json")
        subprocess.run([DETECT, *SHAPES, json_flag], check=True)
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
        with open(self.path("starts"), encoding="utf-8") as file:
            self.assertEqual(len(file.readlines()), 3)


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
        self.assertEqual(merged, ["--metrics_json=" + os.path.join(folder, "m.json")])


if __name__ == "__main__":
    unittest.main()
