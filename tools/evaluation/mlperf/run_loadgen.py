"""Measures a model on a delegate by MLPerf's LoadGen. The results are unofficial.

    ./bazelw run -c opt //tools/evaluation/mlperf:run_loadgen -- \\
        --model_file=model.tflite --delegate=GPU --scenario=Offline

LoadGen is mlcommons-loadgen of PyPI; the model runs in the backend library that
MLPerf Mobile's drivers load, too. Runs are much shorter than MLPerf demands unless
--min_duration_ms and --min_query_count say otherwise.

Samples are the files of --samples in the order of their names, each with the bytes
of all inputs, one after another; without it, random bytes. --mode=AccuracyOnly
needs --samples and --labels: line i is the number of the class of sample i, and the
accuracy is the share of samples whose largest value of the first output is there.
"""

import argparse
import array
import ctypes
import json
import os
import sys
import time

import numpy as np

try:
    import mlperf_loadgen
except ImportError:
    mlperf_loadgen = None

_TYPES = [np.float32, np.uint8, np.int8, np.float16, np.int32, np.int64]


class _Data(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("size", ctypes.c_int64)]


class _Configuration(ctypes.Structure):
    _fields_ = [
        ("delegate_selected", ctypes.c_char_p),
        ("accelerator", ctypes.c_char_p),
        ("accelerator_desc", ctypes.c_char_p),
        ("batch_size", ctypes.c_uint32),
        ("count", ctypes.c_int),
        ("keys", ctypes.c_char_p * 256),
        ("values", ctypes.c_char_p * 256),
    ]


def default_library():
    """Returns the path of the backend library: where Bazel starts this program, or
    beside it."""
    name = "libtfll_mlperf_backend.so"
    # An imported module may have the path of its source, which is elsewhere.
    started = os.path.abspath(os.path.join("tools/evaluation/mlperf", name))
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    return started if os.path.exists(started) else beside


class Backend:
    """A model on a delegate, through MLPerf Mobile's C interface. One thread."""

    def __init__(self, model_file, delegate="CPU", keys=(), library=None):
        self._lib = ctypes.CDLL(library or default_library())
        for name, result, arguments in (
            (
                "create",
                ctypes.c_void_p,
                [ctypes.c_char_p, ctypes.c_void_p] + [ctypes.c_char_p],
            ),
            ("delete", None, [ctypes.c_void_p]),
            ("name", ctypes.c_char_p, [ctypes.c_void_p]),
            ("get_input_count", ctypes.c_int32, [ctypes.c_void_p]),
            ("get_output_count", ctypes.c_int32, [ctypes.c_void_p]),
            ("get_input_type", _Data, [ctypes.c_void_p, ctypes.c_int32]),
            ("get_output_type", _Data, [ctypes.c_void_p, ctypes.c_int32]),
            (
                "set_input",
                ctypes.c_int,
                [ctypes.c_void_p, ctypes.c_int32, ctypes.c_int32] + [ctypes.c_void_p],
            ),
            ("issue_query", ctypes.c_int, [ctypes.c_void_p] * 3),
            (
                "get_output",
                ctypes.c_int,
                [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int32] + [ctypes.c_void_p],
            ),
            ("flush_queries", ctypes.c_int, [ctypes.c_void_p]),
        ):
            function = getattr(self._lib, "mlperf_backend_" + name)
            function.restype = result
            function.argtypes = arguments
            setattr(self, "_" + name, function)
        self._config = _Configuration()
        self._config.delegate_selected = delegate.encode()
        self._config.batch_size = 1
        for key, value in keys:
            self._config.keys[self._config.count] = key.encode()
            self._config.values[self._config.count] = value.encode()
            self._config.count += 1
        self._handle = self._create(
            model_file.encode(), ctypes.byref(self._config), b""
        )
        if not self._handle:
            raise RuntimeError(f"{model_file} cannot run on {delegate}, as said above")
        self.name = self._name(self._handle).decode()
        self.inputs = self._types(self._get_input_count, self._get_input_type)
        self.outputs = self._types(self._get_output_count, self._get_output_type)

    def close(self):
        """Deletes the model; it must not run afterwards."""
        self._delete(self._handle)
        self._handle = None

    def _types(self, count, type_of):
        described = [type_of(self._handle, i) for i in range(count(self._handle))]
        return [(np.dtype(_TYPES[d.type]), d.size) for d in described]

    def bytes_of_sample(self):
        """Returns the size of all inputs together."""
        return sum(dtype.itemsize * size for dtype, size in self.inputs)

    def run(self, sample):
        """Returns copies of the outputs, as flat arrays, for the bytes of a sample."""
        offset = 0
        address = sample.ctypes.data
        for i, (dtype, size) in enumerate(self.inputs):
            if self._set_input(self._handle, 0, i, address + offset) != 0:
                raise RuntimeError(f"input {i} cannot be set")
            offset += dtype.itemsize * size
        if self._issue_query(self._handle, None, None) != 0:
            raise RuntimeError("the model failed, as said above")
        outputs = []
        for i, (dtype, size) in enumerate(self.outputs):
            data = ctypes.c_void_p()
            if self._get_output(self._handle, 0, i, ctypes.byref(data)) != 0:
                raise RuntimeError(f"output {i} cannot be read")
            raw = ctypes.string_at(data, dtype.itemsize * size)
            outputs.append(np.frombuffer(raw, dtype))
        self._flush_queries(self._handle)
        return outputs


def read_samples(folder, size):
    """Returns the files of a folder as arrays of bytes, in the order of their names."""
    samples = []
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        data = np.fromfile(path, np.uint8)
        if data.size != size:
            raise ValueError(f"{path} has {data.size} bytes; the inputs have {size}")
        samples.append(data)
    if not samples:
        raise ValueError(f"{folder} has no files")
    return samples


def random_samples(backend, count, seed):
    """Returns samples of random values; floats lie between -1 and 1."""
    random = np.random.default_rng(seed)
    samples = []
    for _ in range(count):
        parts = []
        for dtype, size in backend.inputs:
            if dtype.kind == "f":
                values = random.uniform(-1, 1, size).astype(dtype)
            elif dtype.itemsize == 1:
                values = random.integers(0, 256, size).astype(np.uint8)
            else:
                values = np.zeros(size, dtype)  # any other value may be no index
            parts.append(values.view(np.uint8))
        samples.append(np.concatenate(parts))
    return samples


class Run:
    """One test of LoadGen. The response to a sample is the class, as INT32."""

    def __init__(self, backend, samples):
        self._backend = backend
        self._samples = samples
        self.error = None

    def _issue(self, queries):
        for query in queries:
            answer = array.array("i", [-1])
            # LoadGen waits for the response to each sample, failed or not.
            if self.error is None:
                try:
                    outputs = self._backend.run(self._samples[query.index])
                    answer[0] = int(outputs[0].argmax())
                except RuntimeError as error:
                    self.error = error
            address, length = answer.buffer_info()
            mlperf_loadgen.QuerySamplesComplete(
                [
                    mlperf_loadgen.QuerySampleResponse(
                        query.id, address, length * answer.itemsize
                    )
                ]
            )

    def start(self, settings, output_dir):
        """Runs the test and writes LoadGen's logs. Raises what the model raised."""
        output = mlperf_loadgen.LogOutputSettings()
        output.outdir = output_dir
        log = mlperf_loadgen.LogSettings()
        log.log_output = output
        log.enable_trace = False
        count = len(self._samples)
        sut = mlperf_loadgen.ConstructSUT(self._issue, lambda: None)
        qsl = mlperf_loadgen.ConstructQSL(
            count, count, lambda indices: None, lambda indices: None
        )
        mlperf_loadgen.StartTestWithLogSettings(sut, qsl, settings, log)
        mlperf_loadgen.DestroyQSL(qsl)
        mlperf_loadgen.DestroySUT(sut)
        if self.error is not None:
            raise self.error


def make_settings(args, latency_ns):
    """Returns LoadGen's settings, given the time of one sample."""
    settings = mlperf_loadgen.TestSettings()
    settings.scenario = getattr(mlperf_loadgen.TestScenario, args.scenario)
    settings.mode = getattr(mlperf_loadgen.TestMode, args.mode)
    # As few as early stopping allows: 64 for 90 %, 662 for 99 %.
    least = {"SingleStream": 64, "MultiStream": 662, "Offline": 1}
    settings.min_query_count = args.min_query_count or least[args.scenario]
    settings.min_duration_ms = args.min_duration_ms
    settings.single_stream_expected_latency_ns = latency_ns
    settings.multi_stream_samples_per_query = args.samples_per_query
    settings.multi_stream_expected_latency_ns = latency_ns * args.samples_per_query
    # Above the real rate, so that the one query lasts long enough.
    settings.offline_expected_qps = 2e9 / latency_ns
    return settings


def read_results(output_dir):
    """Returns the results in LoadGen's detailed log, by name."""
    results = {}
    path = os.path.join(output_dir, "mlperf_log_detail.txt")
    with open(path, encoding="utf-8") as log:
        for line in log:
            if line.startswith(":::MLLOG "):
                entry = json.loads(line[len(":::MLLOG ") :])
                results[entry["key"]] = entry["value"]
    return results


def read_accuracy(output_dir, labels):
    """Returns the share of samples in LoadGen's accuracy log with the right class."""
    path = os.path.join(output_dir, "mlperf_log_accuracy.json")
    with open(path, encoding="utf-8") as log:
        entries = json.load(log)
    if len({entry["qsl_idx"] for entry in entries}) != len(labels):
        raise ValueError(f"{path} does not hold each of the {len(labels)} samples")
    right = 0
    for entry in entries:
        data = np.frombuffer(bytes.fromhex(entry["data"]), np.int32)
        right += int(data[0]) == labels[entry["qsl_idx"]]
    return right / len(entries)


def _parse(argv):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model_file", required=True)
    parser.add_argument(
        "--delegate", default="CPU", help="CPU, XNNPACK, GPU, DSP or EDGETPU"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="FLAG=VALUE",
        help="a flag of a delegate, or num_threads; may be repeated",
    )
    parser.add_argument(
        "--scenario",
        default="SingleStream",
        choices=["SingleStream", "MultiStream", "Offline"],
    )
    parser.add_argument(
        "--mode", default="PerformanceOnly", choices=["PerformanceOnly", "AccuracyOnly"]
    )
    parser.add_argument("--samples", help="folder of samples")
    parser.add_argument("--labels", help="file with a class number per line")
    parser.add_argument("--output_dir", default=".", help="for LoadGen's logs")
    parser.add_argument("--min_duration_ms", type=int, default=0)
    parser.add_argument("--min_query_count", type=int, default=0)
    parser.add_argument("--samples_per_query", type=int, default=8)
    parser.add_argument("--num_random_samples", type=int, default=32)
    parser.add_argument("--seed", type=int, default=0, help="of random samples")
    args = parser.parse_args(argv)
    if args.mode == "AccuracyOnly" and not (args.samples and args.labels):
        parser.error("--mode=AccuracyOnly needs --samples and --labels")
    for name, least in (
        ("min_duration_ms", 0),
        ("min_query_count", 0),
        ("samples_per_query", 1),
        ("num_random_samples", 1),
        ("seed", 0),
    ):
        if getattr(args, name) < least:
            parser.error(f"--{name}={getattr(args, name)}: at least {least}")
    if len(args.set) > len(_Configuration().keys):
        parser.error("--set: too many")
    for setting in args.set:
        if "=" not in setting:
            parser.error(f"--set={setting} is not FLAG=VALUE")
    return args


def _measure(args, backend):
    """Runs LoadGen and returns the lines to print."""
    if args.samples:
        samples = read_samples(args.samples, backend.bytes_of_sample())
    else:
        samples = random_samples(backend, args.num_random_samples, args.seed)
    labels = []
    if args.mode == "AccuracyOnly":
        with open(args.labels, encoding="utf-8") as file:
            labels = [int(line) for line in file.read().split()]
        if len(labels) != len(samples):
            raise ValueError(
                f"{args.labels} has {len(labels)} labels for {len(samples)} samples"
            )
    os.makedirs(args.output_dir, exist_ok=True)
    latency_ns = _time_of_a_sample(backend, samples[0])
    Run(backend, samples).start(make_settings(args, latency_ns), args.output_dir)
    lines = [f"{backend.name}, {args.scenario} (unofficial)"]
    if labels:
        accuracy = read_accuracy(args.output_dir, labels)
        return lines + [f"Accuracy: {100 * accuracy:.2f}% of {len(labels)} samples"]
    results = read_results(args.output_dir)
    lines.append(f"Result is: {results['result_validity']}")
    for key in (
        "result_90.00_percentile_latency_ns",
        "result_99.00_percentile_latency_ns",
        "result_samples_per_second",
        "result_qps_with_loadgen_overhead",
        "result_query_count",
    ):
        if key in results:
            lines.append(f"{key}: {results[key]}")
    return lines


def _time_of_a_sample(backend, sample):
    """Returns half the mean time in ns: LoadGen must not expect too long a run."""
    start = time.perf_counter_ns()
    for _ in range(3):
        backend.run(sample)
    return max(1, (time.perf_counter_ns() - start) // 6)


def main(argv=None):
    args = _parse(sys.argv[1:] if argv is None else argv)
    if mlperf_loadgen is None:
        sys.exit("LoadGen is missing: pip install mlcommons-loadgen")
    library = default_library()
    # Started by Bazel, relative paths are those of the caller's folder.
    if argv is None and "BUILD_WORKING_DIRECTORY" in os.environ:
        os.chdir(os.environ["BUILD_WORKING_DIRECTORY"])
    try:
        backend = Backend(
            args.model_file,
            args.delegate,
            [tuple(setting.split("=", 1)) for setting in args.set],
            library,
        )
        try:
            print("\n".join(_measure(args, backend)))
        finally:
            backend.close()
    except (RuntimeError, ValueError, OSError) as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
