"""Times the GPU delegate and other runtimes on the same driver, side by side.

  compare_gpu.py --library=libtensorflowlite_c.so
                 --plugin=gpu_external_delegate.so
                 [--backends=vk,cl] [--models=mobilenet_v1,mobilenet_v2]
                 [--peers=ncnn,litert,tinygrad] [--half] [--rounds=N]
                 [--starts=N] [--peak=GFLOP/s,GB/s] [--programs=FOLDER]

Models have random weights and are made by net.py. Peers, from PyPI: by Vulkan
ncnn, and LiteRT where its GPU accelerator takes the driver (of Mesa from 25 on);
by OpenCL tinygrad. Which driver is met is the loaders' choice, as for every
program (VK_ICD_FILENAMES, OCL_ICD_VENDORS). Outputs are compared with those of
this library's kernels before anything is timed, and a runtime whose output is
another fails the run; then the runtimes take turns, and figures are medians over
the rounds, in milliseconds, from the input in the host's memory to the output in
it. "ratio" is how many times as long a peer takes.

"start" is what giving the graph to the delegate takes until tensors are
allocated, in a process that finds its programs on disk; "first" the first
inference after it; "open" making the delegate, before both, which is the time
that the driver takes to load itself and to open the device. Each is the median
of processes of their own, and so are the ratios. "GFLOP/s" and "GB/s" are what the model asks for, each layer's values
and weights moved once, over the time; for GPUs in the table PEAKS, or where --peak gives the two numbers,
also as a share of what the device can do at most.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import net as nets
import peers

try:
    from tflite_file import tflite_bytes
except ImportError as e:
    sys.exit(
        "needs flatbuffers and ai-edge-litert from PyPI in %s: %s" % (sys.executable, e)
    )

# Of the largest value: what sums in another order change, and half precision.
TOLERANCE = {False: 1e-4, True: 3e-2}
# By a part of the device's name: GFLOP/s of single precision without matrix units,
# of half precision likewise, and GB/s of memory, as the vendors state them.
PEAKS = {
    "H200": (66900, 133800, 4800),
    "H100": (66900, 133800, 3350),
    "A100": (19500, 78000, 1935),
    "L4": (30300, 30300, 300),
    "T4": (8100, 16200, 320),
}
BACKENDS = {"vk": "Vulkan", "cl": "OpenCL"}


class WrongOutput(Exception):
    """A runtime computes something else."""


def check(name, output, expected, tolerance):
    """Raises where an output differs, relative to the largest value."""
    if output.size != expected.size:
        raise WrongOutput("%s: %d elements" % (name, output.size))
    output = output.reshape(expected.shape).astype(np.float32)
    scale = np.abs(expected).max()
    difference = np.abs(output - expected).max() / scale
    # A maximum that the next comes close to may change with the precision.
    shortfall = scale - expected.flat[output.argmax()]
    same = output.argmax() == expected.argmax()
    print(
        "  %-10s max difference %.1e, argmax %s"
        % (name, difference, "same" if same else "other")
    )
    if not difference <= tolerance:
        raise WrongOutput("%s differs by %g" % (name, difference))
    if not same and shortfall > tolerance * scale:
        raise WrongOutput("%s has another argmax" % name)


def measure_start(args, model, backend, half):
    """Medians of open, start, first inference in milliseconds, and ratios."""
    command = [
        sys.executable,
        os.path.abspath(__file__),
        "--library=" + args.library,
        "--plugin=" + args.plugin,
        "--backends=" + backend,
        "--models=" + model,
        "--programs=" + args.programs,
        "--only_start",
    ] + (["--half"] if half else [])
    times = []
    for _ in range(args.starts + 1):
        output = subprocess.run(command, check=True, stdout=subprocess.PIPE)
        opened, start, first = map(float, output.stdout.split()[-3:])
        times.append([opened, start, first, start / first, (opened + start) / first])
    # The first may have found nothing on disk.
    return [statistics.median(t) for t in zip(*times[1:])]


def only_start(args):
    net = nets.MODELS[args.models]()
    ours = peers.Ours(
        args.library,
        args.plugin,
        tflite_bytes(net),
        net,
        args.backends,
        args.half,
        args.programs,
    )
    begin = time.perf_counter()
    ours.run()
    first = time.perf_counter() - begin
    print(ours.open_seconds * 1e3, ours.start_seconds * 1e3, first * 1e3)


def make_peers(args, backend, content, net, half):
    """(name, runtime) of those that are here and take the model."""
    makers = {
        "ncnn": lambda: peers.Ncnn(net, half),
        "litert": lambda: peers.LiteRt(content, net, half),
        "tinygrad": lambda: peers.Tinygrad(net),
    }
    names = {"vk": ["ncnn", "litert"], "cl": [] if half else ["tinygrad"]}
    made = []
    for name in names[backend]:
        if name not in args.peers.split(","):
            continue
        try:
            made.append((name, makers[name]()))
        except Exception as e:  # of libraries that are not ours
            print(
                "  %-10s left out: %s: %s"
                % (name, type(e).__name__, str(e).split("\n", 1)[0][:100])
            )
    return made


def time_rounds(runtimes, rounds):
    """Median milliseconds of each."""
    times = [[] for _ in runtimes]
    for _ in range(rounds):
        for (_, runtime), t in zip(runtimes, times):
            begin = time.perf_counter()
            runtime.run()
            t.append((time.perf_counter() - begin) * 1e3)
    return [statistics.median(t) for t in times]


def shares(args, net, milliseconds, device):
    """What the model asks for in a second, and how much of the peak that is."""
    rates = [
        2e-6 * net.multiply_adds / milliseconds,
        1e-6 * net.bytes_moved(2 if args.half else 4) / milliseconds,
    ]
    text = "  %.1f GFLOP/s, %.1f GB/s" % tuple(rates)
    peaks = [(p[args.half], p[2]) for name, p in PEAKS.items() if name in device]
    if args.peak:
        peaks = [tuple(map(float, args.peak.split(",")))]
    if peaks:
        text += ", %.1f %% and %.1f %% of the device's peak" % tuple(
            100 * rate / peak for rate, peak in zip(rates, peaks[0])
        )
    return text


def compare(args, model, backend):
    half = args.half
    net = nets.MODELS[model]()
    content = tflite_bytes(net)
    print("%s, %s, %s" % (model, BACKENDS[backend], "float16" if half else "float32"))
    reference = peers.Ours(args.library, None, content, net, "")
    expected = reference.run().copy()
    runtimes = [
        (
            "ours",
            peers.Ours(
                args.library, args.plugin, content, net, backend, half, args.programs
            ),
        )
    ]
    runtimes += make_peers(args, backend, content, net, half)
    for name, runtime in runtimes:
        check(name, runtime.run(), expected, TOLERANCE[half])
    medians = time_rounds(runtimes, args.rounds)
    for (name, _), median in zip(runtimes, medians):
        print("  %-10s %9.2f ms  ratio %6.2f" % (name, median, median / medians[0]))
    device = " ".join(getattr(r, "device", "") for _, r in runtimes)
    print(shares(args, net, medians[0], device))
    print(
        "  open %.1f ms, start %.1f ms, first %.1f ms; start / first %.2f, "
        "with the opening %.2f\n" % tuple(measure_start(args, model, backend, half))
    )
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--library", required=True)
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--backends", default="vk,cl")
    parser.add_argument("--models", default="mobilenet_v1,mobilenet_v2")
    parser.add_argument("--peers", default="ncnn,litert,tinygrad")
    parser.add_argument("--half", action="store_true")
    parser.add_argument("--peak", default="", help="the device's GFLOP/s and GB/s")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--programs", default="")
    parser.add_argument(
        "--only_start",
        action="store_true",
        help="one start, as the benchmark runs itself",
    )
    args = parser.parse_args()
    args.library = os.path.abspath(args.library)
    args.plugin = os.path.abspath(args.plugin)
    if args.only_start:
        only_start(args)
        return
    with tempfile.TemporaryDirectory() as folder:
        args.programs = args.programs or folder
        for model in args.models.split(","):
            for backend in args.backends.split(","):
                compare(args, model, backend)


if __name__ == "__main__":
    main()
