"""What every C and C++ source of the project is compiled with, wherever it is built.

These stand in the rules, not in .bazelrc, as another workspace that builds the
project has a .bazelrc of its own. Flags that change no result (warnings, levels of
optimization) are left to the user.
"""

# Sources and headers are C++17. A target's own options come later and win.
CXX_COPTS = ["-std=c++17"]

# The same sums on every target: no fused multiply-add unless a kernel asks for it.
_COPTS = ["-ffp-contract=off"]

def tfll_copts(srcs):
    """The options of a target with these sources, of which those in C are not C++17."""
    if type(srcs) == "list" and [f for f in srcs if str(f).endswith(".c")]:
        return _COPTS
    return CXX_COPTS + _COPTS
