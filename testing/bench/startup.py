"""Start-up, memory and crowding of whole models, on this library and on LiteRT.

  startup.py LIBRARY [--models=FOLDER] [--filter=TEXT] [--threads=1,2] [--rounds=N]
             [--before=LIBRARY] [--seconds=S] [--only=start|crowd] [--cores=0,1]

LIBRARY is libtensorflowlite_c.so; --before adds rows for another build of it. FOLDER
has <name>/model.tflite or <name>.tflite. Each measurement runs in a process of its
own, forked after the imports; the runtimes take turns, and a figure is the median of
all rounds. Nothing is asserted: the figures are for people.

The first table has, for each model, number of threads and runtime: the milliseconds
from loading a model to its first result, less one steady run, by the clock and in CPU
time of all threads; the CPU time of the second run, in which this library packs large
weights, less one steady run; the growth of the process's peak memory in MB, all these
runs included (a build of this library counts file pages that it reads, as LiteRT does);
and a steady run.

The second table, "crowd", has the time of one run where two processes with two threads
each share two cores (--cores; the first two that this process may use), over the time
of one such process alone on them: 2 where nothing is lost. It needs a machine without
other work. Models that run for less than --least-us are left out of it.

Ratios are ours over LiteRT's: below 1 where this library is better. Needs
ai_edge_litert, and Linux.
"""

import argparse
import ctypes
import json
import math
import os
import statistics
import sys
import time
import traceback

from compare_with_litert import Reference
from ours import Ours
from process_memory import reset_peak, status_kb

_LEAST_STEADY_S = 0.05
_COLUMNS = ["start ms", "start CPU ms", "2nd CPU ms", "peak MB", "run ms"]


def clocks():
    return time.perf_counter(), time.process_time()


def opened(make_of, model):
    """A runtime with the inputs that lie beside the model, if any do."""
    runtime = make_of(model)
    inputs = os.path.join(os.path.dirname(model), "inputs.bin")
    if os.path.exists(inputs):
        with open(inputs, "rb") as file:
            runtime.set_inputs(file.read())
    return runtime


def steady_run(runtime, least):
    """Seconds by the clock and of CPU time, for one run after the first."""
    runtime.invoke()
    begin, runs = clocks(), 0
    while runs < 3 or time.perf_counter() - begin[0] < least:
        runtime.invoke()
        runs += 1
    return [(b - a) / runs for a, b in zip(begin, clocks())]


def start(make_of, model):
    """The row of the first table for one start."""
    try:
        make_of("no such model")  # Python's own first steps are not measured.
    except (RuntimeError, ValueError):
        pass
    reset_peak()
    base, begin = status_kb("VmRSS"), clocks()
    runtime = opened(make_of, model)
    runtime.invoke()
    end = clocks()
    runtime.invoke()
    second = clocks()
    steady = steady_run(runtime, _LEAST_STEADY_S)
    peak = status_kb("VmHWM") - base
    wall, cpu = (b - a - s for a, b, s in zip(begin, end, steady))
    later = second[1] - end[1] - steady[1]
    return [wall * 1e3, cpu * 1e3, later * 1e3, peak / 1024, steady[0] * 1e3]


def in_children(count, function):
    """Runs function(child, wait) in forked processes; wait() is a barrier."""
    go_read, go_write = os.pipe()
    ready_read, ready_write = os.pipe()
    children = []
    for child in range(count):
        result_read, result_write = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(go_write)

            def wait():
                os.write(ready_write, b"r")
                os.read(go_read, 1)

            try:
                result = function(child, wait)
            except (RuntimeError, ValueError) as error:
                result = str(error).split("\n", 1)[0]
            except BaseException:
                traceback.print_exc()
                result = "failed"
            os.write(result_write, json.dumps(result).encode())
            os._exit(0)
        os.close(result_write)
        children.append((pid, result_read))
    os.close(ready_write)
    for _ in range(count):
        os.read(ready_read, 1)  # Empty from a child that ended.
    os.write(go_write, b"g" * count)
    results = []
    for pid, result in children:
        with os.fdopen(result) as file:
            text = file.read()
        os.waitpid(pid, 0)
        results.append(json.loads(text) if text else "crashed")
    for descriptor in (go_read, go_write, ready_read):
        os.close(descriptor)
    return results


def runs_ms(make_of, model, count, seconds):
    """Milliseconds of one run in each of `count` processes at once."""

    def child(_, wait):
        runtime = opened(make_of, model)
        for _ in range(3):
            runtime.invoke()
        wait()
        return steady_run(runtime, seconds)[0] * 1e3

    return in_children(count, child)


def makers(args, threads):
    """Pairs of a runtime's name and a function that opens a model with it."""
    found = [("ours", lambda model: Ours(args.library, model, threads))]
    if args.before:
        found.append(("before", lambda model: Ours(args.before, model, threads)))
    found.append(("LiteRT", lambda model: Reference(model, threads, True)))
    return found


def models_in(folder, text):
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if os.path.isdir(path):
            path = os.path.join(path, "model.tflite")
        elif not path.endswith(".tflite"):
            continue
        if os.path.exists(path) and any(t in name for t in text.split(",")):
            yield name.replace(".tflite", ""), path


def geometric_mean(values):
    values = [v for v in values if v > 0]
    if not values:
        return math.nan
    return math.exp(sum(map(math.log, values)) / len(values))


def print_row(name, threads, runtime, figures, peer):
    text = "".join("%14.2f" % f for f in figures)
    if runtime != "LiteRT" and peer:
        ratios = [a / b if b else math.nan for a, b in zip(figures, peer)]
        text += "   " + "".join("%7.2f" % r for r in ratios)
    print("%-40s%2d %-7s%s" % (name[:39], threads, runtime, text))
    sys.stdout.flush()


def start_table(args):
    print("%-40s%2s %-7s" % ("start", "t", "") + "".join("%14s" % c for c in _COLUMNS))
    ratios = {}
    for name, path in models_in(args.models, args.filter):
        for threads in args.threads:
            rows, failed = {}, None
            for _ in range(args.rounds):
                for runtime, make in makers(args, threads):
                    [row] = in_children(1, lambda _c, _w, m=make: start(m, path))
                    if isinstance(row, str):
                        failed = runtime + ": " + row
                        continue
                    rows.setdefault(runtime, []).append(row)
            if failed:
                print("%-40s%2d %s" % (name[:39], threads, failed))
                continue
            medians = {
                r: [statistics.median(f) for f in zip(*x)] for r, x in rows.items()
            }
            peer = medians["LiteRT"]
            for runtime, figures in medians.items():
                print_row(name, threads, runtime, figures, peer)
                if runtime != "LiteRT":
                    ratios.setdefault((runtime, threads), []).append(
                        [a / b if b else math.nan for a, b in zip(figures, peer)]
                    )
    for (runtime, threads), found in sorted(ratios.items()):
        means = "".join("%7.2f" % geometric_mean(column) for column in zip(*found))
        print("geometric means, %s, %d threads: %s" % (runtime, threads, means))


def crowd_times(args, path):
    """Milliseconds of runs, alone and together, by runtime."""
    alone, together = {}, {}
    for _ in range(args.rounds):
        for runtime, make in makers(args, 2):
            for found, count in [(alone, 1), (together, 2)]:
                times = runs_ms(make, path, count, args.seconds)
                found.setdefault(runtime, []).extend(times)
    return alone, together


def crowd_table(args):
    cores = args.cores or sorted(os.sched_getaffinity(0))[:2]
    if len(cores) != 2:
        sys.exit("two cores are needed")
    os.sched_setaffinity(0, cores)
    print("\n%-40s%-7s%12s%12s%8s" % ("crowd", "", "alone ms", "two ms", "ratio"))
    ratios = {}
    for name, path in models_in(args.models, args.filter):
        first = runs_ms(makers(args, 2)[0][1], path, 1, 0)[0]
        if not isinstance(first, str) and first * 1e3 < args.least_us:
            continue
        alone, together = crowd_times(args, path)
        for runtime in alone:
            figures = alone[runtime] + together[runtime]
            if any(isinstance(f, str) for f in figures):
                print("%-40s%-7sfailed" % (name[:39], runtime))
                continue
            a, b = (statistics.median(f[runtime]) for f in (alone, together))
            print("%-40s%-7s%12.3f%12.3f%8.2f" % (name[:39], runtime, a, b, b / a))
            sys.stdout.flush()
            ratios.setdefault(runtime, []).append(b / a)
    for runtime, found in ratios.items():
        print(
            "%s: geometric mean %.2f, most %.2f of %d models"
            % (runtime, geometric_mean(found), max(found), len(found))
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("library", type=os.path.abspath)
    parser.add_argument("--before", type=os.path.abspath)
    parser.add_argument("--models", default="../shared/goldens/models")
    parser.add_argument("--filter", default="")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--only", choices=["start", "crowd"])
    parser.add_argument("--cores", type=lambda t: [int(c) for c in t.split(",")])
    parser.add_argument("--least-us", type=float, default=200)
    args = parser.parse_args()
    args.threads = [int(t) for t in args.threads.split(",")]
    # LiteRT's library is loaded by the imports.
    for library in filter(None, (args.library, args.before)):
        ctypes.CDLL(library)
    if args.only != "crowd":
        start_table(args)
    if args.only != "start":
        crowd_table(args)


if __name__ == "__main__":
    main()
