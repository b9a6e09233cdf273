"""Counts the instructions of whole models on aarch64 or x86-64, beside LiteRT's.

  count_models.py PLUGIN PROGRAM SYSROOT MODEL_FOLDER [--cpu=cortex-a76:max,sme=off]
                  [--litert=FOLDER] [--filter=TEXT] [--results=FILE]
                  [--default_delegates]

PLUGIN is count_plugin.so, PROGRAM run_model for aarch64, SYSROOT the folder root/ of
@sysroot_arm64. MODEL_FOLDER contains <name>/model.tflite and perhaps
<name>/inputs.bin. FOLDER has LiteRT's wheel for aarch64 and those that it needs,
unpacked; it runs with the sysroot's Python.

With - in place of SYSROOT, PROGRAM is for x86-64, FOLDER holds LiteRT's wheel for this
program's Python, and --cpu is one of qemu-x86_64's, such as Haswell, which has AVX2 and
no AVX-512. Memory is not counted there.

--default_delegates: ours with the delegates that applications get by default.

For each model and processor a row: millions of instructions, and of those that access
memory, in one inference on one thread, ours and LiteRT's, and their ratios. A model
that a runtime cannot run has "-". Figures are the same in every run, to 0.1 %; they
say nothing about time.

FILE keeps what has been counted, one line each; what it has is not counted again. To
count one's own program again, delete the lines with "ours".
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time

# qemu shows the host's /proc/cpuinfo, in which the library that LiteRT asks for the
# processor's kind finds none. What it says must fit -cpu: the part's number.
_PARTS = {"cortex-a53": 0xD03, "cortex-a72": 0xD08, "cortex-a76": 0xD0B}
_CPUINFO = """\
processor\t: 0
Features\t: {features}
CPU implementer\t: 0x41
CPU architecture: 8
CPU variant\t: 0x1
CPU part\t: {part:#x}
CPU revision\t: 0

"""
_BASELINE = "fp asimd evtstrm crc32 cpuid"
_DOT = _BASELINE + " atomics fphp asimdhp asimdrdm lrcpc dcpop asimddp"

# Loading LiteRT takes longer than most models, so that one process counts several.
# Mark 100 + i is in front of model i.
_LITERT = """\
import ctypes, os, sys
sys.path.insert(0, sys.argv[1])
import numpy as np
from ai_edge_litert.interpreter import Interpreter
mark = ctypes.CDLL(None).getpriority
def set_inputs(interpreter, data):
    at = 0
    for detail in interpreter.get_input_details():
        if detail["dtype"] in (np.object_, np.bytes_):
            continue
        value = np.zeros(detail["shape"], detail["dtype"])
        if data:
            value = np.frombuffer(data, value.dtype, value.size, at)
            value = value.reshape(detail["shape"])
            at += value.nbytes
        interpreter.set_tensor(detail["index"], value)
def run(folder):
    inputs = os.path.join(folder, "inputs.bin")
    data = open(inputs, "rb").read() if os.path.exists(inputs) else b""
    interpreter = Interpreter(os.path.join(folder, "model.tflite"), num_threads=1)
    interpreter.allocate_tensors()
    for run in range(5):
        set_inputs(interpreter, data)
        if run >= 2: mark(77, 1)
        interpreter._interpreter.Invoke()
        if run >= 2: mark(77, 2)
for i, folder in enumerate(sys.argv[2:]):
    mark(77, 100 + i)
    try:
        run(folder)
    except Exception as error:
        print(folder, error, file=sys.stderr)
"""


def make_root(sysroot, cpu, folder):
    """What -L names: the sysroot, with the processor's description."""
    for name in os.listdir(sysroot):
        os.symlink(os.path.join(os.path.abspath(sysroot), name), f"{folder}/{name}")
    os.mkdir(f"{folder}/proc")
    with open(f"{folder}/proc/cpuinfo", "w") as file:
        part = _PARTS.get(cpu, 0xD0C)
        features = _DOT if part >= 0xD0B else _BASELINE
        file.write(_CPUINFO.format(features=features, part=part))


def marks_of(command, plugin, cpu, root):
    """(mark, [instructions, memory accesses]) of a run, in order; the exit status."""
    with tempfile.NamedTemporaryFile("r") as out:
        environment = dict(
            os.environ,
            QEMU_CPU=cpu,
            QEMU_PLUGIN=f"file={os.path.abspath(plugin)},out={out.name}",
        )
        emulator = ["qemu-aarch64", "-L", root] if root else ["qemu-x86_64"]
        done = subprocess.run(
            emulator + command,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        lines = [line.split() for line in out]
    return [(line[1], [int(n) for n in line[2:4]]) for line in lines], done.returncode


def count_ours(program, folder, plugin, cpu, root):
    """`program` is a list: with its flags."""
    inputs = os.path.join(folder, "inputs.bin")
    command = program + [os.path.join(folder, "model.tflite")]
    command += [inputs] if os.path.exists(inputs) else []
    marks, status = marks_of(command, plugin, cpu, root)
    runs = [counts for mark, counts in marks if mark == "2"]
    return runs[-1] if runs and status == 0 else None


def count_litert(litert, folders, plugin, cpu, root):
    """Counts the first of `folders`, and those after it until the process ends."""
    python = os.path.join(root, "usr/bin/python3.11") if root else sys.executable
    command = [python, "-c", _LITERT, litert] + folders
    marks, _ = marks_of(command, plugin, cpu, root)
    results = []
    for mark, counts in marks:
        if mark.isdigit() and int(mark) >= 100:
            results.append(None)
        elif mark == "2" and results:
            results[-1] = counts
    return results or [None]


class Results:
    """{(runtime, model, processor): counts or None}, kept in a file."""

    def __init__(self, path):
        self.path, self.counts = path, {}
        if path and os.path.exists(path):
            with open(path) as file:
                for line in file:
                    *key, instructions, memory = line.split("\t")
                    done = instructions != "-"
                    self.counts[tuple(key)] = (
                        [int(instructions), int(memory)] if done else None
                    )

    def add(self, key, counts):
        self.counts[key] = counts
        if self.path:
            with open(self.path, "a") as file:
                file.write("\t".join([*key, *map(str, counts or "--")]) + "\n")


def cells(counts):
    return [f"{n / 1e6:.2f}" for n in counts] if counts else ["-", "-"]


def row(name, cpu, ours, theirs):
    ratios = ["-", "-"]
    if ours and theirs:
        ratios = [f"{a / b:.2f}" if b else "-" for a, b in zip(ours, theirs)]
    return "| " + " | ".join([name, cpu] + cells(ours) + cells(theirs) + ratios) + " |"


def count_all(args, names, cpu, results):
    def progress(key, counts):
        results.add(key, counts)
        text = " ".join(cells(counts))
        print(f"{time.strftime('%X')} {' '.join(key)}: {text}", file=sys.stderr)

    def folder(name):
        return os.path.join(args.models, name)

    def left(runtime):
        return [n for n in names if (runtime, n, cpu) not in results.counts]

    with tempfile.TemporaryDirectory() as folder_for_root:
        root = "" if args.sysroot == "-" else folder_for_root
        program = [args.program]
        program += ["--default_delegates"] if args.default_delegates else []
        if root:
            make_root(args.sysroot, cpu, root)
        for name in left("ours"):
            counts = count_ours(program, folder(name), args.plugin, cpu, root)
            progress(("ours", name, cpu), counts)
        while args.litert and left("LiteRT"):
            some = left("LiteRT")[:8]
            counted = count_litert(
                args.litert, [folder(n) for n in some], args.plugin, cpu, root
            )
            for name, counts in zip(some, counted):
                progress(("LiteRT", name, cpu), counts)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("plugin")
    parser.add_argument("program")
    parser.add_argument("sysroot")
    parser.add_argument("models")
    parser.add_argument("--cpu", default="cortex-a76")
    parser.add_argument("--litert")
    parser.add_argument("--filter", default="")
    parser.add_argument("--results")
    parser.add_argument("--default_delegates", action="store_true")
    args = parser.parse_args()
    names = [
        name
        for name in sorted(os.listdir(args.models))
        if args.filter in name
        and os.path.exists(os.path.join(args.models, name, "model.tflite"))
    ]
    results = Results(args.results)
    cpus = args.cpu.split(":")
    for cpu in cpus:
        count_all(args, names, cpu, results)
    print("| model | processor | ours | memory | LiteRT | memory | ratio | memory |")
    print("|---|---|--:|--:|--:|--:|--:|--:|")
    for name in names:
        for cpu in cpus:
            ours, theirs = (
                results.counts.get((runtime, name, cpu))
                for runtime in ("ours", "LiteRT")
            )
            print(row(name, cpu, ours, theirs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
