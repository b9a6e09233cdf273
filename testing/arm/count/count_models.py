"""Counts the instructions of whole models on aarch64, beside LiteRT's.

  count_models.py PLUGIN PROGRAM SYSROOT MODEL_FOLDER [--cpu=cortex-a76:max,sme=off]
                  [--litert=FOLDER] [--filter=TEXT]

PLUGIN is count_plugin.so, PROGRAM run_model for aarch64, SYSROOT the folder root/ of
@sysroot_arm64. MODEL_FOLDER contains <name>/model.tflite and perhaps
<name>/inputs.bin. FOLDER has LiteRT's wheel for aarch64 and those that it needs,
unpacked; it runs with the sysroot's Python.

For each model and processor a row: millions of instructions, and of those that access
memory, in one inference on one thread, ours and LiteRT's, and their ratios. A model
that a runtime cannot run has "-". Figures are the same in every run, to 0.1 %; they
say nothing about time.
"""

import argparse
import os
import subprocess
import sys
import tempfile

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

_LITERT = """\
import ctypes, sys
sys.path.insert(0, sys.argv[1])
import numpy as np
from ai_edge_litert.interpreter import Interpreter
data = open(sys.argv[3], "rb").read() if len(sys.argv) > 3 else b""
mark = ctypes.CDLL(None).getpriority
interpreter = Interpreter(sys.argv[2], num_threads=1)
interpreter.allocate_tensors()
def set_inputs():
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
for run in range(5):
    set_inputs()
    if run >= 2: mark(77, 1)
    interpreter._interpreter.Invoke()
    if run >= 2: mark(77, 2)
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


def count(command, plugin, cpu, root):
    """[instructions, memory accesses] of the last run; None if it failed."""
    with tempfile.NamedTemporaryFile("r") as out:
        environment = dict(
            os.environ,
            QEMU_CPU=cpu,
            QEMU_PLUGIN=f"file={os.path.abspath(plugin)},out={out.name}",
        )
        done = subprocess.run(
            ["qemu-aarch64", "-L", root] + command,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        lines = [line.split() for line in out if line.startswith("count 2 ")]
    if done.returncode or not lines:
        return None
    return [int(n) / 1e6 for n in lines[-1][2:4]]


def cells(counts):
    return [f"{n:.2f}" for n in counts] if counts else ["-", "-"]


def row(name, cpu, ours, theirs):
    ratios = ["-", "-"]
    if ours and theirs:
        ratios = [f"{a / b:.2f}" for a, b in zip(ours, theirs)]
    return "| " + " | ".join([name, cpu] + cells(ours) + cells(theirs) + ratios) + " |"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("plugin")
    parser.add_argument("program")
    parser.add_argument("sysroot")
    parser.add_argument("models")
    parser.add_argument("--cpu", default="cortex-a76")
    parser.add_argument("--litert")
    parser.add_argument("--filter", default="")
    args = parser.parse_args()
    print("| model | processor | ours | memory | LiteRT | memory | ratio | memory |")
    print("|---|---|--:|--:|--:|--:|--:|--:|")
    for name in sorted(os.listdir(args.models)):
        model = os.path.join(args.models, name, "model.tflite")
        if args.filter not in name or not os.path.exists(model):
            continue
        inputs = os.path.join(args.models, name, "inputs.bin")
        operands = [model] + ([inputs] if os.path.exists(inputs) else [])
        for cpu in args.cpu.split(":"):
            with tempfile.TemporaryDirectory() as root:
                make_root(args.sysroot, cpu, root)
                ours = count([args.program] + operands, args.plugin, cpu, root)
                theirs = None
                if args.litert:
                    python = os.path.join(root, "usr/bin/python3.11")
                    script = [python, "-c", _LITERT, args.litert]
                    theirs = count(script + operands, args.plugin, cpu, root)
            print(row(name, cpu, ours, theirs), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
