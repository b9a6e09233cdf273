"""Compiler options of sources whose loops become vector instructions."""

# Loops vectorise at -O3 only. Functions of <cmath> need not set errno, and no one
# reads the floating-point flags; results stay the same.
VECTOR_COPTS = [
    "-O3",
    "-fno-math-errno",
    "-fno-trapping-math",
]
