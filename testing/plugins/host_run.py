"""Runs plugins in another runtime, each in its own forked process.

host_run.py HOST MODEL: HOST is a Python module. Reads a JSON list of jobs,
[plugin, {option: value}], from standard input and prints a JSON list of their
results: {"values": the first output}, {"error": an exception's text} or
{"signal": the signal that ended the process}. Exits with 77 if the module is missing.
"""

import importlib
import importlib.util
import json
import os
import sys

import numpy as np

_ABSENT = 77


def load(host):
    """Returns Interpreter and load_delegate of the module."""
    package = host.split(".", maxsplit=1)[0]
    if importlib.util.find_spec(package) is None:
        print(package + " is not installed")
        sys.exit(_ABSENT)
    module = importlib.import_module(host)
    if host == "tensorflow":
        return module.lite.Interpreter, module.lite.experimental.load_delegate
    return module.Interpreter, module.load_delegate


def run(interpreter_class, load_delegate, model, plugin, options):
    """Returns the model's output from the second of two interpreters with one
    delegate."""
    delegate = load_delegate(plugin, options)
    for _ in range(2):
        interpreter = interpreter_class(
            model_path=model, experimental_delegates=[delegate]
        )
        interpreter.allocate_tensors()
        for i, detail in enumerate(interpreter.get_input_details()):
            count = int(np.prod(detail["shape"]))
            values = np.arange(1, count + 1, dtype=np.float32) * 10.0**i
            interpreter.set_tensor(detail["index"], values.reshape(detail["shape"]))
        interpreter.invoke()
        output = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
    return [float(v) for v in output.ravel()[:3]]


def run_forked(function, *args):
    """Returns the result of `run` in a child process, or how the process ended."""
    source, sink = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            result = {"values": function(*args)}
        except Exception as error:  # pylint: disable=broad-except
            result = {"error": str(error)}
        os.write(sink, json.dumps(result).encode())
        # Not os._exit, so that errors while Python exits count too.
        sys.exit(0)
    os.close(sink)
    with os.fdopen(source, "rb") as file:
        text = file.read()
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        return {"signal": os.WTERMSIG(status)}
    return json.loads(text) if text else {"error": "no result"}


def main(host, model):
    host_classes = load(host)
    results = [
        run_forked(run, *host_classes, model, plugin, options)
        for plugin, options in json.load(sys.stdin)
    ]
    print(json.dumps(results))


if __name__ == "__main__":
    main(*sys.argv[1:])
