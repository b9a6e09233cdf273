"""Times whole networks on this library and on other runtimes, side by side.

  compare.py LIBRARY FOLDER... [--threads=1,2] [--rounds=N] [--seconds=S]
             [--filter=TEXT] [--runtimes=LiteRT,OpenVINO] [--markdown]

LIBRARY is libtensorflowlite_c.so. A FOLDER has <name>.tflite or <name>/model.tflite,
for runtimes that cannot read these with <name>.onnx and <name>.mnn beside;
make_networks.py makes such a folder. The other runtimes are those that this Python
has of ai-edge-litert, openvino, onnxruntime and MNN; nothing is downloaded.

Each runtime is a process of its own. All of them have loaded the network and take
turns, one running at a time. Figures are medians of all rounds: ms of a run, less
what a call from Python costs of this library and of LiteRT; ms from the file to the
first result; growth of peak memory in MB up to there, after the
imports. Ratios are the best other runtime over ours, above 1 where this library is
better; the last rows are geometric means by the kind in the network's name. A
machine that does something else at the same time gives no figures to publish.
"""

import argparse
import importlib.util
import json
import math
import os
import statistics
import subprocess
import sys

import runtimes

# "uint8" before "int8", which it contains.
_KINDS = ["float32", "uint8", "int8", "dynamic"]


class Process:
    """A runtime that has loaded one network."""

    def __init__(self, name, library, model, threads):
        self.name = name
        self._child = subprocess.Popen(
            [sys.executable, runtimes.__file__, name, library, model, str(threads)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def ask(self, command):
        """Returns the answer, or {"error": …}."""
        try:
            self._child.stdin.write(command + "\n")
            self._child.stdin.flush()
            line = self._child.stdout.readline()
        except BrokenPipeError:
            line = ""
        if line:
            return json.loads(line)
        return {"error": f"the process ended with status {self._child.wait()}"}

    def close(self):
        self._child.stdin.close()
        self._child.stdout.close()
        self._child.wait()


def find_models(folders, text):
    """Returns (name, path of the .tflite file) of all networks, sorted by name."""
    found = []
    for folder in folders:
        for entry in os.listdir(folder):
            path = os.path.join(folder, entry)
            inner = os.path.join(path, "model.tflite")
            if entry.endswith(".tflite"):
                found.append((entry[: -len(".tflite")], path))
            elif os.path.exists(inner):
                found.append((entry, inner))
    return sorted(pair for pair in found if text in pair[0])


def present(names):
    """Returns the runtimes that can be imported, ours first."""
    return [
        name
        for name, kind in runtimes.ALL.items()
        if name == "ours"
        or (name in names and importlib.util.find_spec(kind.module.split(".")[0]))
    ]


def _read(path):
    """Brings a file into memory: the first runtime that loads it would wait."""
    with open(path, "rb") as file:
        while file.read(1 << 20):
            pass


def measure(names, library, model, threads, rounds, seconds):
    """Returns {runtime: {"ms", "start", "mb"} or {"error"}}."""
    figures = {}
    processes = []
    for name in names:
        path = model[: -len(".tflite")] + runtimes.ALL[name].suffix
        if not os.path.exists(path):
            continue
        _read(path)
        process = Process(name, library, path, threads)
        answer = process.ask("load")
        if "error" in answer:
            figures[name] = answer
            process.close()
            continue
        figures[name] = {"start": answer["ms"], "mb": answer["mb"], "all": []}
        processes.append(process)
    for _ in range(rounds):
        for process in processes:
            answer = process.ask(f"run {seconds}")
            if "error" in answer:
                figures[process.name] = answer
            elif "all" in figures[process.name]:
                figures[process.name]["all"].append(answer["ms"])
    for process in processes:
        process.close()
    for figure in figures.values():
        if figure.get("all"):
            figure["ms"] = statistics.median(figure.pop("all"))
    return figures


def ratio(figures, key):
    """The best other runtime over ours, or None."""
    others = [f[key] for n, f in figures.items() if n != "ours" and key in f]
    ours = figures.get("ours", {}).get(key)
    return min(others) / ours if others and ours else None


def kind_of(name):
    return next((kind for kind in _KINDS if kind in name), "other")


class Table:
    """Prints rows as they come, in columns or as Markdown."""

    def __init__(self, columns, markdown):
        self._markdown = markdown
        self._widths = [36, 3] + [max(9, len(c)) for c in columns[2:]]
        self.row(columns)
        if markdown:
            print("|---|---|" + "--:|" * (len(columns) - 2))

    def row(self, cells):
        if self._markdown:
            print("| " + " | ".join(cells) + " |", flush=True)
            return
        text = cells[0].ljust(self._widths[0])
        for cell, width in zip(cells[1:], self._widths[1:]):
            text += " " + cell.rjust(width)
        print(text, flush=True)


def _number(value, digits=2):
    return "–" if value is None else f"{value:.{digits}f}"


def _run_ms(value):
    """Digits that tell runs of microseconds apart."""
    return _number(value, 3 if value is None or value >= 0.1 else 5)


def _parse():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("library")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.2, help="of one turn")
    parser.add_argument("--filter", default="", help="part of the network's name")
    parser.add_argument(
        "--runtimes", default=",".join(n for n in runtimes.ALL if n != "ours")
    )
    parser.add_argument("--markdown", action="store_true")
    args = parser.parse_args()
    unknown = set(args.runtimes.split(",")) - set(runtimes.ALL)
    if unknown:
        parser.error(f"unknown runtimes: {', '.join(sorted(unknown))}")
    return args


def _compare(args, names, library, models):
    """Prints the rows; returns {(kind, threads): ratios of runs}, and errors."""
    table = Table(
        ["network", "t", *names, "ratio", "start", "ratio", "MB", "ratio"],
        args.markdown,
    )
    ratios, errors = {}, []
    for name, model in models:
        for threads in map(int, args.threads.split(",")):
            figures = measure(names, library, model, threads, args.rounds, args.seconds)
            errors += [
                f"{name}, {n}: {f['error']}" for n, f in figures.items() if "error" in f
            ]
            of_runs = ratio(figures, "ms")
            ours = figures.get("ours", {})
            table.row(
                [name, str(threads)]
                + [_run_ms(figures.get(n, {}).get("ms")) for n in names]
                + [_number(of_runs)]
                + [_number(ours.get("start"), 1), _number(ratio(figures, "start"))]
                + [_number(ours.get("mb"), 1), _number(ratio(figures, "mb"))]
            )
            if of_runs:
                ratios.setdefault((kind_of(name), threads), []).append(of_runs)
    return ratios, errors


def main():
    args = _parse()
    # Started by Bazel, relative paths are those of the caller's folder.
    library = os.path.abspath(args.library)
    os.chdir(os.environ.get("BUILD_WORKING_DIRECTORY", "."))
    models = find_models(args.folders, args.filter)
    if not models:
        sys.exit(f"no .tflite files in {', '.join(args.folders)}")
    names = present(args.runtimes.split(","))
    print("runtimes:", ", ".join(names))
    ratios, errors = _compare(args, names, library, models)
    for (kind, threads), values in sorted(ratios.items()):
        mean = math.exp(sum(map(math.log, values)) / len(values))
        behind = sum(value < 1 for value in values)
        print(
            f"{kind}, {threads} threads: geometric mean {mean:.2f} of "
            f"{len(values)} networks, {behind} behind, least {min(values):.2f}"
        )
    if errors:
        print("errors:", *sorted(set(errors)), sep="\n  ")


if __name__ == "__main__":
    main()
