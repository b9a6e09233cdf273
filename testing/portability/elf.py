"""What a shared library asks of the system, as readelf tells it."""

import re
import subprocess


def _readelf(path, *flags):
    return subprocess.run(
        ["readelf", "--wide", *flags, path],
        check=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"},
    ).stdout


def needed(path):
    """Names of the libraries that have to be there."""
    return set(re.findall(r"\(NEEDED\).*\[(.*)\]", _readelf(path, "--dynamic")))


def versions(path):
    """Versions of symbols by their family: {"GLIBC": {(2, 2, 5)}}."""
    found = {}
    section = _readelf(path, "--version-info").partition("'.gnu.version_r'")[2]
    for family, number in re.findall(r"Name: ([A-Z]+)_([0-9.]+)", section):
        found.setdefault(family, set()).add(tuple(map(int, number.split("."))))
    return found


def exported(path):
    """Names of the symbols that others see."""
    names = set()
    for line in _readelf(path, "--dyn-syms").splitlines():
        fields = line.split()
        if len(fields) > 7 and fields[4] in ("GLOBAL", "WEAK", "UNIQUE"):
            if fields[6] == "UND":
                continue
            names.add(fields[7].split("@")[0])
    return names
