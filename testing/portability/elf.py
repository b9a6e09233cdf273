"""What a shared library needs from the system, according to readelf."""

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
    """Returns the names of the required libraries."""
    return set(re.findall(r"\(NEEDED\).*\[(.*)\]", _readelf(path, "--dynamic")))


def versions(path):
    """Returns the versions of symbols by family: {"GLIBC": {(2, 2, 5)}}."""
    found = {}
    section = _readelf(path, "--version-info").partition("'.gnu.version_r'")[2]
    for family, number in re.findall(r"Name: ([A-Z]+)_([0-9.]+)", section):
        found.setdefault(family, set()).add(tuple(map(int, number.split("."))))
    return found


def exported(path):
    """Returns the names of the exported symbols."""
    names = set()
    for line in _readelf(path, "--dyn-syms").splitlines():
        fields = line.split()
        if len(fields) > 7 and fields[4] in ("GLOBAL", "WEAK", "UNIQUE"):
            if fields[6] == "UND":
                continue
            names.add(fields[7].split("@")[0])
    return names
