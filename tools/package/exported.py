"""The functions that a shared library exports, and those that it should."""

import pathlib
import subprocess


def functions(library):
    """The exported functions of a shared library."""
    listed = subprocess.run(
        ["readelf", "--wide", "--dyn-syms", library],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
    ).stdout
    fields = [line.split() for line in listed.splitlines()]
    return sorted(
        {
            f[7].split("@")[0]
            for f in fields
            if len(f) > 7 and f[4] == "GLOBAL" and f[6] != "UND"
        }
    )


def recorded():
    """Those of the C library, on every target."""
    file = pathlib.Path(__file__).parent / "exported_symbols.txt"
    lines = file.read_text(encoding="utf-8").splitlines()
    return [n for n in lines if n and not n.startswith("#")]
