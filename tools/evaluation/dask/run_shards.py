"""Runs an evaluation task on a Dask cluster, a shard per piece of work.

  ./bazelw run //tools/evaluation/dask:run -- \\
      --program=PATH/run_eval --merge=PATH/merge --scheduler=tcp://ADDRESS:8786 \\
      --num_shards=64 --model_file=… --ground_truth_images_path=… --use_gpu=true

All flags that are not listed by --help are the task's; those of output files go to the
merge, which prints the results. Without --scheduler, a cluster is started on this
machine. Programs, models and images must have the same paths on all machines. A
shard whose worker is lost, or whose program is killed, runs again elsewhere; one whose
program reports an error ends the run. The results are those of one process, to the
bit; only latencies differ.
"""

import argparse
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import distributed

_MERGE_FLAGS = (
    "output_file_path",
    "metrics_json",
    "per_image_csv",
    "report_html",
    "report_images",
    "coco_results_file",
)
_SHARD_FLAGS = ("shard_index", "state_file")
_PR_SET_PDEATHSIG = 1
# Loaded here: a forked child of a process with threads should load nothing.
_LIBC = ctypes.CDLL(None)


class ShardError(Exception):
    """The program of a shard has reported an error; another try would, too."""


class LostShard(Exception):
    """The program of a shard was killed."""


class LostCluster(Exception):
    """The scheduler does not answer any more."""


def _die_with_parent():
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def run_shard(program, flags, index, count):
    """On a worker: runs a shard and returns the contents of its state file."""
    with tempfile.TemporaryDirectory() as folder:
        state = os.path.join(folder, "state")
        shard = [
            "--shard_index=%d" % index,
            "--num_shards=%d" % count,
            "--state_file=" + state,
        ]
        try:
            done = subprocess.run(
                [program, *flags, *shard],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                preexec_fn=_die_with_parent,
                check=False,
            )
        except OSError as error:
            raise ShardError("cannot run %s: %s" % (program, error)) from error
        if done.returncode < 0:
            raise LostShard("shard %d: signal %d" % (index, -done.returncode))
        if done.returncode > 0:
            text = done.stdout.decode(errors="replace")
            raise ShardError("shard %d: %s" % (index, text[-2000:]))
        with open(state, "rb") as file:
            return file.read()


def _print_progress(done, count, lost, seconds):
    left = seconds / done * (count - done) if done else 0
    print(
        "%d/%d shards, %d repeated, %.0f s left" % (done, count, lost, left),
        file=sys.stderr,
        flush=True,
    )


def run_shards(client, program, flags, count, retries, progress=_print_progress):
    """Returns the state files' contents, in the order of the shards.

    Args:
      client: a distributed.Client.
      program: path of the task's program, on all workers.
      flags: of the task.
      count: number of shards.
      retries: how often each shard may be lost.
      progress: called after every shard with the number of those done, of all, of
        lost ones, and the seconds so far.
    """
    start = time.monotonic()
    lost = [0] * count

    def submit(index):
        future = client.submit(run_shard, program, flags, index, count, pure=False)
        waiting[future.key] = index
        return future

    waiting = {}
    states = [None] * count
    done = 0
    futures = distributed.as_completed([submit(i) for i in range(count)])
    for future in futures:
        index = waiting.pop(future.key)
        # Nobody here cancels: the client does if it loses the scheduler.
        if future.cancelled():
            raise LostCluster(
                "the scheduler is lost after %d of %d shards" % (done, count)
            )
        error = future.exception()
        if error is None:
            states[index] = future.result()
            done += 1
            progress(done, count, sum(lost), time.monotonic() - start)
        elif isinstance(error, ShardError) or lost[index] >= retries:
            client.cancel([f for f in futures.futures])
            raise error
        else:
            lost[index] += 1
            futures.add(submit(index))
    return states


def merge(program, states, flags):
    """Runs the merge and returns its exit status. If it fails, the state files stay."""
    folder = tempfile.mkdtemp(prefix="shards_")
    paths = []
    for i, state in enumerate(states):
        paths.append(os.path.join(folder, "shard_%d" % i))
        with open(paths[-1], "wb") as file:
            file.write(state)
    try:
        status = subprocess.run([program, *flags, *paths], check=False).returncode
    except OSError as error:
        print("error: cannot run the merge:", error, file=sys.stderr)
        status = 1
    if status == 0:
        shutil.rmtree(folder)
    else:
        print("The state files of all shards are in", folder, file=sys.stderr)
    return status


def split_flags(arguments, folder):
    """Returns the flags of the task and of the merge. Relative paths of files, also
    in lists with commas, are those of the folder; workers have others. Raises
    ValueError for flags that each shard has of its own."""
    task, merged = [], []
    for argument in arguments:
        name, equals, value = argument.partition("=")
        if name.lstrip("-") in _SHARD_FLAGS:
            raise ValueError("%s: each shard has its own" % argument)
        if name.lstrip("-") in _MERGE_FLAGS:
            if name.lstrip("-") != "report_images":
                argument = name + equals + os.path.join(folder, value)
            merged.append(argument)
        else:
            paths = [os.path.join(folder, part) for part in value.split(",")]
            exist = value and all(os.path.exists(path) for path in paths)
            task.append(name + equals + ",".join(paths) if exist else argument)
    return task, merged


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,  # a flag of the task may begin one of these
    )
    parser.add_argument("--program", required=True, help="the task's run_eval")
    parser.add_argument("--merge", required=True, help="tools/evaluation:merge")
    parser.add_argument("--scheduler", help="address of the cluster's scheduler")
    parser.add_argument("--workers", type=int, default=2, help="of a local cluster")
    parser.add_argument("--num_shards", type=int, default=16)
    parser.add_argument("--retries", type=int, default=10, help="per shard")
    options, rest = parser.parse_known_args()
    if options.num_shards < 1 or options.workers < 1 or options.retries < 0:
        parser.error("--num_shards and --workers start at 1, --retries at 0")
    folder = os.environ.get("BUILD_WORKING_DIRECTORY", os.getcwd())
    try:
        flags, merge_flags = split_flags(rest, folder)
    except ValueError as error:
        parser.error(str(error))
    if options.scheduler:
        try:
            client = distributed.Client(options.scheduler)
        except (OSError, ValueError) as error:
            sys.exit("error: --scheduler=%s: %s" % (options.scheduler, error))
        # Workers on other machines do not have this module.
        client.upload_file(__file__)
    else:
        client = distributed.Client(
            n_workers=options.workers, threads_per_worker=1, dashboard_address=None
        )
    with client:
        if not client.scheduler_info()["workers"]:
            print("waiting for workers", file=sys.stderr, flush=True)
        try:
            states = run_shards(
                client,
                os.path.join(folder, options.program),
                flags,
                options.num_shards,
                options.retries,
            )
        except LostCluster as error:
            print("error: %s" % error, file=sys.stderr, flush=True)
            # Closing a client whose scheduler has just died may never return.
            os._exit(1)
        except (ShardError, LostShard, distributed.KilledWorker) as error:
            sys.exit("error: %s" % error)
    sys.exit(merge(os.path.join(folder, options.merge), states, merge_flags))
