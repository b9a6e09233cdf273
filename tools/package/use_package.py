"""Runs a model once on zeros with the package of a wheel, and prints the result."""

import sys

import numpy as np
from tensorflow_lite_lite import Interpreter, __version__

interpreter = Interpreter(model_path=sys.argv[1], num_threads=1)
interpreter.allocate_tensors()
(entry,) = interpreter.get_input_details()
interpreter.set_tensor(entry["index"], np.zeros(entry["shape"], entry["dtype"]))
interpreter.invoke()
result = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
print(__version__, result.nbytes, result.tobytes().hex())
