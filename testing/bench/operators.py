"""Times single operators on this library and on LiteRT, side by side.

  operators.py LIBRARY [--filter=TEXT] [--rounds=N] [--seed=N --count=N]
               [--models=FOLDER] [--threads=N] [--before=LIBRARY] [--slower=RATIO]

LIBRARY is libtensorflowlite_c.so. The rows are those of operator_rows.py; with
--count, as many with shapes drawn at random; with --models, the operators of every
.tflite file below the folder. --before adds a column for another build of this
library. --slower prints only rows whose ratio is below it. Of models, operators that
need inputs of a certain kind, or other tensors than their own, are left out.

Columns, microseconds of CPU time of all threads for one run, less what a call from
Python costs: this library; LiteRT's
fast kernels; its reference kernels; LiteRT with its default XNNPACK delegate; the
best of these three over ours, above 1 where this library is faster. They take turns,
and each figure is the least of all rounds, so that other processes matter little.
Needs ai_edge_litert.
"""

import argparse
import math
import os
import sys
import tempfile
import time

import calls
import numpy as np
import operator_rows
from ai_edge_litert import interpreter as litert
from compare_with_litert import Reference, litert_interpreter
from ours import Ours

# A figure is the mean over runs that take at least this long together.
_LEAST_TIMED_US = 2000


class FedOurs(Ours):
    """This library, fed with arrays."""

    def feed(self, values):
        for i, value in enumerate(values):
            tensor = self.c.TfLiteInterpreterGetInputTensor(self.interpreter, i)
            data = value.tobytes()
            self.c.TfLiteTensorCopyFromBuffer(tensor, data, len(data))
        # A run that fails must not be timed.
        if self.c.TfLiteInterpreterInvoke(self.interpreter) != 0:
            raise RuntimeError("cannot run the model")


class Peer(Reference):
    """LiteRT with one of its sets of kernels."""

    def __init__(self, model, threads, kernels):
        kind = getattr(litert.OpResolverType, kernels)
        self.interpreter = litert_interpreter(model, kind, threads)
        self.interpreter.AllocateTensors()
        self.invoke = self.interpreter.Invoke
        self.idle = self.interpreter.NumNodes

    def feed(self, values):
        for index, value in zip(self.interpreter.InputIndices(), values):
            self.interpreter.SetTensor(index, value, 0)


def inputs(model, op):
    """Random values for the inputs of a model, the same in every run."""
    r = np.random.default_rng(1)
    interpreter = litert.Interpreter(
        model_path=model,
        experimental_op_resolver_type=litert.OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES,
    )
    found = []
    for detail in interpreter.get_input_details():
        shape, dtype = detail["shape"], np.dtype(detail["dtype"])
        if dtype.kind == "f":
            values = r.uniform(0.01 if op in ("LOG", "SQRT", "RSQRT") else -4, 4, shape)
        elif dtype.itemsize <= 2 and dtype != np.bool_:
            info = np.iinfo(dtype)
            values = r.integers(info.min, info.max + 1, shape)
        else:
            # Valid as indices.
            values = r.integers(0, 2 if dtype == np.bool_ else 1, shape)
        found.append(np.asarray(values).astype(dtype))
    return found


def time_once(runtime, repeat):
    invoke = runtime.invoke
    begin = time.process_time_ns()
    for _ in range(repeat):
        invoke()
    return (time.process_time_ns() - begin) / repeat / 1000


def make_all(args, model):
    """Pairs of a column's name and its runtime, None where it takes no such model."""
    makers = [("ours", lambda: FedOurs(args.library, model, args.threads))]
    if args.before:
        makers.append(("before", lambda: FedOurs(args.before, model, args.threads)))
    for name, kernels in [
        ("kernels", "BUILTIN_WITHOUT_DEFAULT_DELEGATES"),
        ("reference", "BUILTIN_REF"),
        ("xnnpack", "BUILTIN"),
    ]:
        makers.append((name, lambda k=kernels: Peer(model, args.threads, k)))
    values = inputs(model, args.op)
    found = []
    for name, make in makers:
        try:
            runtime = make()
            runtime.feed(values)
            runtime.invoke()
            runtime.call_us = calls.cost_of(runtime.idle, time.process_time) * 1e6
        except (RuntimeError, ValueError):
            runtime = None
        found.append((name, runtime))
    return found


def measure(args, row):
    with tempfile.NamedTemporaryFile(suffix=".tflite") as file:
        file.write(row.model)
        file.flush()
        args.op = row.text.split()[0]
        runtimes = make_all(args, file.name)
        times = {name: math.nan for name, _ in runtimes}
        live = [(name, r) for name, r in runtimes if r is not None]
        repeats = {
            name: max(1, min(200, int(_LEAST_TIMED_US / max(1.0, time_once(r, 2)))))
            for name, r in live
        }
        for _ in range(args.rounds):
            for name, r in live:
                times[name] = np.fmin(times[name], time_once(r, repeats[name]))
        for name, r in live:
            times[name] = max(0.0, times[name] - r.call_us)
            r.close()
    return times


def models_below(folder):
    for path, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            if name.endswith(".tflite"):
                yield os.path.join(path, name)


def rows_of(args):
    if args.models:
        found = {}
        for path in models_below(args.models):
            with open(path, "rb") as file:
                for row in operator_rows.cut(file.read()):
                    found.setdefault(row.text, row)
        return list(found.values())
    if args.count:
        return operator_rows.drawn(args.count, args.seed)
    return operator_rows.table()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("library", type=os.path.abspath)
    parser.add_argument("--before", type=os.path.abspath)
    parser.add_argument("--filter", default="")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--models")
    parser.add_argument("--slower", type=float, default=math.inf)
    args = parser.parse_args()
    columns = ["ours"] + ["before"] * bool(args.before)
    columns += ["kernels", "reference", "xnnpack"]
    print("%-58s" % "operator" + "".join("%11s" % c for c in columns) + "  ratio")
    for row in rows_of(args):
        if args.filter not in row.text:
            continue
        times = measure(args, row)
        peers = [times[c] for c in columns[-3:] if not math.isnan(times[c])]
        ratio = min(peers) / times["ours"] if peers else math.nan
        if ratio >= args.slower or (args.models and math.isnan(ratio)):
            continue
        figures = "".join(
            "%11.*f" % (2 if times[c] < 10 else 1, times[c]) for c in columns
        )
        print("%-58s%s%7.2f" % (row.text[:57], figures, ratio))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
