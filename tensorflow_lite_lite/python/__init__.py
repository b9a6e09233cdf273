"""Runs .tflite models on the CPU and on accelerators."""

from .interpreter import (  # noqa: F401
    Delegate,
    Interpreter,
    InterpreterWithCustomOps,
    OpResolverType,
    SignatureRunner,
    load_delegate,
)
