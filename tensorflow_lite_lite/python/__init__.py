"""Runs .tflite models on the CPU and on accelerators."""

from ._version import __version__  # noqa: F401
from .interpreter import (  # noqa: F401
    Delegate,
    Interpreter,
    InterpreterWithCustomOps,
    OpResolverType,
    SignatureRunner,
    load_delegate,
)
