"""Times models on this library and on the reference runtime, side by side.

  compare_with_litert.py --library=libtensorflowlite_c.so [--threads=1,2]
                         [--rounds=N] [--filter=TEXT] [--fastest] MODEL_FOLDER...

A folder holds <name>/model.tflite and, where it has them, <name>/inputs.bin with
the inputs of the first run. The runtimes take turns in one process, and each
figure is the median over the rounds, in microseconds; with --fastest the least,
which other processes disturb less. Needs ai_edge_litert.

Columns: this library as it comes, default delegates included; the reference
without its XNNPACK delegate, and as it comes, with it; how many times as long each
of the latter takes, above 1 where this library is ahead; load and allocate, this
library's and the reference's (without XNNPACK). Models are judged against the
reference's kernels, and float models also against its default; those below
100 microseconds are not.
"""

import argparse
import ctypes
import os
import statistics
import sys
import time

import numpy as np
from ai_edge_litert import interpreter as litert

SHORTEST_JUDGED_US = 100


class Ours:
  """The C API by ctypes."""

  def __init__(self, library, model, threads):
    c = ctypes.CDLL(library)
    p, i, s = ctypes.c_void_p, ctypes.c_int32, ctypes.c_size_t
    for name, result, arguments in [
        ("TfLiteModelCreateFromFile", p, [ctypes.c_char_p]),
        ("TfLiteInterpreterOptionsCreate", p, []),
        ("TfLiteInterpreterOptionsSetNumThreads", None, [p, i]),
        ("TfLiteInterpreterOptionsDelete", None, [p]),
        ("TfLiteInterpreterCreate", p, [p, p]),
        ("TfLiteInterpreterAllocateTensors", i, [p]),
        ("TfLiteInterpreterInvoke", i, [p]),
        ("TfLiteInterpreterGetInputTensorCount", i, [p]),
        ("TfLiteInterpreterGetInputTensor", p, [p, i]),
        ("TfLiteTensorByteSize", s, [p]),
        ("TfLiteTensorCopyFromBuffer", i, [p, ctypes.c_char_p, s]),
        ("TfLiteInterpreterDelete", None, [p]),
        ("TfLiteModelDelete", None, [p]),
    ]:
      function = getattr(c, name)
      function.restype, function.argtypes = result, arguments
    self.c = c
    options = c.TfLiteInterpreterOptionsCreate()
    c.TfLiteInterpreterOptionsSetNumThreads(options, threads)
    begin = time.perf_counter()
    self.model = c.TfLiteModelCreateFromFile(model.encode())
    self.interpreter = c.TfLiteInterpreterCreate(self.model, options)
    ok = self.interpreter and c.TfLiteInterpreterAllocateTensors(self.interpreter) == 0
    self.start = time.perf_counter() - begin
    c.TfLiteInterpreterOptionsDelete(options)
    if not ok:
      raise RuntimeError("cannot prepare " + model)

  def set_inputs(self, data):
    for k in range(self.c.TfLiteInterpreterGetInputTensorCount(self.interpreter)):
      tensor = self.c.TfLiteInterpreterGetInputTensor(self.interpreter, k)
      n = self.c.TfLiteTensorByteSize(tensor)
      if len(data) < n or self.c.TfLiteTensorCopyFromBuffer(tensor, data[:n], n):
        return
      data = data[n:]

  def invoke(self):
    self.c.TfLiteInterpreterInvoke(self.interpreter)

  def close(self):
    self.c.TfLiteInterpreterDelete(self.interpreter)
    self.c.TfLiteModelDelete(self.model)


class Reference:
  """ai_edge_litert, with or without its default delegate."""

  def __init__(self, model, threads, xnnpack):
    kind = litert.OpResolverType
    begin = time.perf_counter()
    self.interpreter = litert.Interpreter(
        model_path=model, num_threads=threads,
        experimental_op_resolver_type=kind.AUTO if xnnpack
        else kind.BUILTIN_WITHOUT_DEFAULT_DELEGATES)
    self.interpreter.allocate_tensors()
    self.start = time.perf_counter() - begin
    self.is_float = not any(
        len(d["quantization_parameters"]["scales"]) or d["dtype"] == np.float16
        for d in self.interpreter.get_tensor_details())
    # The wrapper's own function, without checks in Python.
    self.invoke = self.interpreter._interpreter.Invoke

  def set_inputs(self, data):
    for d in self.interpreter.get_input_details():
      if d["dtype"] in (np.object_, np.bytes_):
        return
      n = int(np.prod(d["shape"])) * np.dtype(d["dtype"]).itemsize
      if len(data) < n:
        return
      value = np.frombuffer(data[:n], d["dtype"]).reshape(d["shape"])
      self.interpreter.set_tensor(d["index"], value)
      data = data[n:]

  def close(self):
    pass


def time_once(runtime, repeat):
  begin = time.perf_counter()
  for _ in range(repeat):
    runtime.invoke()
  return (time.perf_counter() - begin) / repeat * 1e6


def measure(library, model, data, threads, rounds, summary):
  runtimes = [Ours(library, model, threads), Reference(model, threads, False)]
  try:
    runtimes.append(Reference(model, threads, True))
  except (RuntimeError, ValueError):
    pass  # the default delegate refuses some models
  for r in runtimes:
    r.set_inputs(data)
    r.invoke()
  repeat = max(1, min(100, int(2000 / max(1.0, time_once(runtimes[0], 1)))))
  times = [[] for _ in runtimes]
  for _ in range(rounds):
    for r, t in zip(runtimes, times):
      t.append(time_once(r, repeat))
  starts = [r.start * 1e6 for r in runtimes]
  is_float = runtimes[1].is_float
  for r in runtimes:
    r.close()
  figures = [summary(t) for t in times]
  return figures + [float("nan")] * (3 - len(figures)), starts, is_float


def main():
  parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
  parser.add_argument("--library", required=True)
  parser.add_argument("--threads", default="1,2")
  parser.add_argument("--rounds", type=int, default=15)
  parser.add_argument("--filter", default="")
  parser.add_argument("--fastest", action="store_true")
  parser.add_argument("folders", nargs="+")
  args = parser.parse_args()
  models = sorted(
      os.path.join(folder, name) for folder in args.folders
      for name in os.listdir(folder)
      if os.path.exists(os.path.join(folder, name, "model.tflite")))
  summary = min if args.fastest else statistics.median
  behind, behind_default = 0, 0
  print("%-40s %2s %10s %12s %12s %8s %8s %10s %10s" % (
      "model", "t", "ours", "kernels", "default", "ratio", "ratio", "start",
      "reference"))
  for path in models:
    name = os.path.basename(path)
    if args.filter not in name:
      continue
    inputs = os.path.join(path, "inputs.bin")
    data = open(inputs, "rb").read() if os.path.exists(inputs) else b""
    for threads in map(int, args.threads.split(",")):
      try:
        t, start, is_float = measure(
            os.path.abspath(args.library), os.path.join(path, "model.tflite"),
            data, threads, args.rounds, summary)
      except (RuntimeError, ValueError) as e:
        print("%-40s %2d %s" % (name, threads, str(e).split("\n", 1)[0]))
        continue
      notes = []
      if t[1] >= SHORTEST_JUDGED_US and t[0] > t[1]:
        notes.append("behind its kernels")
      if is_float and t[2] >= SHORTEST_JUDGED_US and t[0] > t[2]:
        notes.append("behind its default")
      behind += "behind its kernels" in notes
      behind_default += "behind its default" in notes
      if t[1] < SHORTEST_JUDGED_US:
        notes.append("(not judged)")
      print("%-40s %2d %10.1f %12.1f %12.1f %8.2f %8.2f %10.0f %10.0f %s%s" % (
          name, threads, t[0], t[1], t[2], t[1] / t[0], t[2] / t[0], start[0],
          start[1], "float " if is_float else "", ", ".join(notes)))
      sys.stdout.flush()
  print("%d behind the reference's kernels, %d float ones behind its default, of "
        "models that take %d us and more"
        % (behind, behind_default, SHORTEST_JUDGED_US))


if __name__ == "__main__":
  main()
