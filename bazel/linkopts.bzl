"""How shared libraries are linked that users take to other systems."""

# They need the C library alone. The C++ library is linked in, and none of its names
# leaves, so that a host with another one does not meet it; the unwinder is shared,
# as a process needs a common one, and comes with every C library. What of the C++
# library is not used would ask for newer C libraries: hence the sections.
SELF_CONTAINED = [
    "-Wl,--gc-sections",
    "-Wl,--exclude-libs,libstdc++.a",
    "-Wl,--as-needed",
    "-l:libstdc++.a",
]
