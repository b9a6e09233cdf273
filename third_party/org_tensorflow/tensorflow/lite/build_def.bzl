"""Options that BUILD files of TensorFlow Lite code use."""

load("@tensorflow_lite_lite//bazel:copts.bzl", "CXX_COPTS")

def tflite_copts():
    """Selects C++17 for the headers, since the compiler's default may be older."""
    return CXX_COPTS

def tflite_copts_warnings():
    return []

def tflite_linkopts():
    return []

def tflite_linkopts_no_undefined():
    return []
