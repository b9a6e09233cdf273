"""Times models on this library and on the reference runtime, side by side.

  compare_with_litert.py --library=libtensorflowlite_c.so [--threads=1,2]
                         [--rounds=N] [--filter=TEXT] [--only=start|invoke]
                         [--fastest] MODEL_FOLDER...

A folder contains <name>/model.tflite and optionally <name>/inputs.bin with the
inputs of the first run. The runtimes take turns in one process. Each figure is the
median over the rounds, in microseconds, or with --fastest the minimum, which other
processes affect less. Needs ai_edge_litert.

Columns: this library with its default delegates ("ours"); the reference without its
XNNPACK delegate ("kernels"), and with it ("default"); the ratio of each of the
latter two to "ours", above 1 if this library is faster. Two tables: "start" is the
time to load the model, build the interpreter and allocate tensors, followed by the
first invoke, which may pack weights; "invoke" is any later invoke. Invokes are
compared with the reference's kernels, those of float models also with its default;
those below 100 microseconds are not judged. Starts are compared with the default.
"""

import argparse
import os
import statistics
import sys
import time

import numpy as np
from ai_edge_litert import interpreter as litert
from ours import Ours

SHORTEST_JUDGED_US = 100
# An invoke is repeated for about this long without a break, so that a runtime's
# data is in the caches, rather than that of the previous runtime.
LEAST_TIMED_US = 10000


def litert_interpreter(model, kernels, threads):
    """An interpreter of LiteRT below the Python class.

    `kernels` is an element of litert.OpResolverType.
    """
    return litert._interpreter_wrapper.CreateWrapperFromFile(
        model,
        litert._get_op_resolver_id(kernels),
        [],
        [],
        False,
        False,
        threads,
        False,
        False,
        False,
        False,
    )


class Reference:
    """ai_edge_litert, with or without its default delegate.

    Calls the functions below the Python class, to exclude the time spent in Python.
    """

    def __init__(self, model, threads, xnnpack):
        kind = litert.OpResolverType
        kernels = kind.AUTO if xnnpack else kind.BUILTIN_WITHOUT_DEFAULT_DELEGATES
        begin = time.perf_counter()
        self.interpreter = litert_interpreter(model, kernels, threads)
        self.interpreter.AllocateTensors()
        self.start = time.perf_counter() - begin
        self.invoke = self.interpreter.Invoke

    def set_inputs(self, data):
        for index in self.interpreter.InputIndices():
            dtype = self.interpreter.TensorType(index, 0)
            if dtype in (np.object_, np.bytes_):
                return
            shape = self.interpreter.TensorSize(index, 0)
            n = int(np.prod(shape)) * np.dtype(dtype).itemsize
            if len(data) < n:
                return
            self.interpreter.SetTensor(
                index, np.frombuffer(data[:n], dtype).reshape(shape), 0
            )
            data = data[n:]

    def close(self):
        pass


def time_once(runtime, repeat):
    begin = time.perf_counter()
    for _ in range(repeat):
        runtime.invoke()
    return (time.perf_counter() - begin) / repeat * 1e6


def makers(library, model, threads):
    return [
        lambda: Ours(library, model, threads),
        lambda: Reference(model, threads, False),
        lambda: Reference(model, threads, True),
    ]


def make_all(library, model, threads):
    """The runtimes; without the last one if the delegate rejects the model."""
    first, second, third = makers(library, model, threads)
    runtimes = [first(), second()]
    try:
        runtimes.append(third())
    except (RuntimeError, ValueError):
        pass
    return runtimes


def summaries(times, summary):
    return [summary(t) if t else float("nan") for t in times]


def is_float(model):
    interpreter = litert.Interpreter(
        model_path=model,
        experimental_op_resolver_type=litert.OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES,
    )
    return not any(
        len(d["quantization_parameters"]["scales"]) or d["dtype"] == np.float16
        for d in interpreter.get_tensor_details()
    )


def measure_invokes(library, model, data, threads, rounds, summary):
    runtimes = make_all(library, model, threads)
    for r in runtimes:
        r.set_inputs(data)
        r.invoke()
    repeat = max(1, min(100, int(LEAST_TIMED_US / max(1.0, time_once(runtimes[0], 1)))))
    times = [[], [], []]
    for _ in range(rounds):
        for r, t in zip(runtimes, times):
            t.append(time_once(r, repeat))
    for r in runtimes:
        r.close()
    return summaries(times, summary)


def measure_starts(library, model, data, threads, rounds, summary):
    """Times starts and the first invokes after them."""
    starts, firsts = [[], [], []], [[], [], []]
    kinds = len(make_all(library, model, threads))
    for _ in range(rounds):
        for i, make in enumerate(makers(library, model, threads)[:kinds]):
            runtime = make()
            starts[i].append(runtime.start * 1e6)
            runtime.set_inputs(data)
            firsts[i].append(time_once(runtime, 1))
            runtime.close()
    return summaries(starts, summary) + summaries(firsts, summary)


class Table:
    """Prints rows of figures; counts those in which this library is slower."""

    def __init__(self, title, columns, against_kernels, against_default, shortest):
        self.against_kernels, self.against_default = against_kernels, against_default
        self.shortest, self.behind = shortest, [0, 0]
        print(
            "%-36s %2s" % (title, "t")
            + "".join("%12s" % c for c in columns)
            + "   ratio   ratio"
        )

    def error(self, name, threads, e):
        print("%-36s %2d %s" % (name, threads, str(e).split("\n", 1)[0]))

    def add(self, name, threads, figures, float_model):
        ours, kernels, default = figures[:3]
        notes = ["float"] if float_model else []
        if self.against_kernels and kernels >= self.shortest and ours > kernels:
            notes.append("behind its kernels")
            self.behind[0] += 1
        if (
            self.against_default(float_model)
            and default >= self.shortest
            and ours > default
        ):
            notes.append("behind its default")
            self.behind[1] += 1
        if kernels < self.shortest:
            notes.append("(not judged)")
        print(
            "%-36s %2d" % (name, threads)
            + "".join("%12.1f" % f for f in figures)
            + "%8.2f%8.2f  %s" % (kernels / ours, default / ours, ", ".join(notes))
        )
        sys.stdout.flush()

    def close(self):
        print(
            "%d behind the reference's kernels, %d behind its default\n"
            % tuple(self.behind)
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--library", required=True)
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--filter", default="")
    parser.add_argument("--only", choices=["start", "invoke"])
    parser.add_argument("--fastest", action="store_true")
    parser.add_argument("folders", nargs="+")
    args = parser.parse_args()
    library = os.path.abspath(args.library)
    summary = min if args.fastest else statistics.median
    models = sorted(
        os.path.join(folder, name)
        for folder in args.folders
        for name in os.listdir(folder)
        if args.filter in name
        and os.path.exists(os.path.join(folder, name, "model.tflite"))
    )

    def fill(table, threads_list, measure):
        for path in models:
            name, model = os.path.basename(path), os.path.join(path, "model.tflite")
            inputs = os.path.join(path, "inputs.bin")
            data = open(inputs, "rb").read() if os.path.exists(inputs) else b""
            for threads in threads_list:
                try:
                    table.add(
                        name,
                        threads,
                        measure(library, model, data, threads, args.rounds, summary),
                        is_float(model),
                    )
                except (RuntimeError, ValueError) as e:
                    table.error(name, threads, e)
        table.close()

    kinds = ["ours", "kernels", "default"]
    if args.only != "invoke":
        fill(
            Table(
                "start",
                kinds + ["first: ours", "kernels", "default"],
                False,
                lambda float_model: True,
                0,
            ),
            [1],
            measure_starts,
        )
    if args.only != "start":
        fill(
            Table(
                "invoke",
                kinds,
                True,
                lambda float_model: float_model,
                SHORTEST_JUDGED_US,
            ),
            list(map(int, args.threads.split(","))),
            measure_invokes,
        )


if __name__ == "__main__":
    main()
