"""Options that rules for TensorFlow Lite code ask for; this project needs none."""

def tflite_copts():
    return []

def tflite_copts_warnings():
    return []

def tflite_linkopts():
    return []

def tflite_linkopts_no_undefined():
    return []
