"""Options of the programs that evaluate models."""

def task_linkopts():
    return [
        "-ldl",
        "-lm",
        "-lpthread",
    ]
