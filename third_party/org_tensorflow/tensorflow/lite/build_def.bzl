"""Options that rules for TensorFlow Lite code ask for."""

load("@tensorflow_lite_lite//bazel:copts.bzl", "CXX_COPTS")

def tflite_copts():
    """For C++: the headers are C++17, which may be more than the compiler's default."""
    return CXX_COPTS

def tflite_copts_warnings():
    return []

def tflite_linkopts():
    return []

def tflite_linkopts_no_undefined():
    return []
