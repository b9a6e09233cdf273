"""Reads the object code of the tiles and fails where a loop that multiplies, or any
other part of a tile, stores the sums it accumulates on the stack: the compiler ran out
of registers, or kept an array in memory. In a loop, that halves the speed of the tile;
before and after it, it costs a fifth of the time of shallow products. Fails, too, where
a function stores by AVX2's masked instructions, which take 12 cycles on Zen 3.

  spills_test.py LIBRARY...
"""

import re
import subprocess
import sys
import unittest

_MULTIPLIES = re.compile(r"vfn?m(add|sub)|vpmadd|vpdp")
_ACCUMULATES = re.compile(r"vfn?m(add|sub)|vpdp|vpaddd|vpaddq")
# A move of a register to a place on the stack.
_STORE = re.compile(r"%([xyz]mm\d+),-?(?:0x[0-9a-f]+)?\(%r[sb]p")
_MASKED_STORE = re.compile(r"vp?maskmov")
_TARGET = re.compile(r"%[xyz](mm\d+)$")
_TILE = re.compile(
    r"\(tflite::kernels::(Gemm(FloatTile|IntTile|FloatRows) const&"
    r"|\(anonymous namespace\)::TileOrder\*)"
)


def functions(listing):
    """(name, [(address, operation, operands)]) of each function of objdump's text."""
    name, body = None, []
    for line in listing.splitlines():
        begin = re.match(r"[0-9a-f]+ <(.*)>:$", line)
        # Some operations have their encoding named before them.
        code = re.match(r"\s*([0-9a-f]+):\s+(?:\{\w+\} )?(\S+)\s*(.*)$", line)
        if begin:
            if name:
                yield name, body
            name, body = begin[1], []
        elif code:
            body.append((int(code[1], 16), code[2], code[3].strip()))
    if name:
        yield name, body


def inner_loops(body):
    """The parts of a function from a jump's target to the jump, without others."""
    places = {address: i for i, (address, _, _) in enumerate(body)}
    found = []
    for i, (address, operation, operands) in enumerate(body):
        target = re.match(r"([0-9a-f]+) <", operands)
        if operation.startswith("j") and target:
            to = int(target[1], 16)
            if to <= address and to in places:
                found.append((places[to], i))
    for begin, end in found:
        inside = [f for f in found if begin <= f[0] and f[1] <= end]
        if len(inside) == 1:
            yield body[begin : end + 1]


def spilled(loop):
    """The stores of a loop, of registers in which it accumulates."""
    sums = set()
    for _, operation, operands in loop:
        target = _TARGET.search(operands)
        if _ACCUMULATES.match(operation) and target:
            sums.add(target[1])
    found = []
    for _, operation, operands in loop:
        store = _STORE.match(operands)
        if operation.startswith("vmov") and store and store[1][1:] in sums:
            found.append(operation + " " + operands)
    return found


def examine(listing):
    """How many loops multiply, and a line for each that stores its sums."""
    count, bad = 0, []
    for name, body in functions(listing):
        for _, operation, operands in body:
            if _MASKED_STORE.match(operation) and operands.endswith(")"):
                bad.append("%s: %s %s" % (name, operation, operands))
        for loop in inner_loops(body):
            if not any(_MULTIPLIES.match(operation) for _, operation, _ in loop):
                continue
            count += 1
            stores = spilled(loop)
            if stores:
                bad.append("%s: %s" % (name, "; ".join(stores)))
        if _TILE.search(name):
            stores = spilled(body)
            if stores:
                bad.append("%s, all of it: %s" % (name, "; ".join(stores)))
    return count, bad


_SAMPLE = """
0000000000000000 <Kept>:
   0:    vmovaps %ymm1,0x20(%rsp)
   4:    vfmadd231ps %ymm0,%ymm2,%ymm1
   8:    vmovaps %ymm3,-0x40(%rbp)
   c:    jne    4 <Kept+0x4>
  10:    vmovaps %ymm1,0x20(%rsp)
  14:    ret
0000000000000020 <Stored>:
  20:    vfmadd213ps 0x40(%rsp),%ymm0,%ymm7
  24:    vmovaps %ymm7,0x40(%rsp)
  28:    jb     20 <Stored>
  2c:    ret
0000000000000030 <StoredByVex>:
  30:    {vex} vpdpbusd %ymm0,%ymm2,%ymm5
  34:    vmovdqa %ymm5,0x40(%rsp)
  38:    jb     30 <StoredByVex>
  3c:    ret
0000000000000040 <Tile<2>(tflite::kernels::GemmIntTile const&, int)>:
  40:    vpdpbusd %ymm0,%ymm2,%ymm5
  44:    jb     40 <Tile<2>(tflite::kernels::GemmIntTile const&, int)>
  48:    vmovdqa %ymm5,0x40(%rsp)
  4c:    ret
0000000000000050 <Masked>:
  50:    vmaskmovps (%rcx),%ymm0,%ymm1
  54:    vmaskmovps %ymm1,%ymm0,0x20(%rdx)
  58:    ret
"""


class SpillsTest(unittest.TestCase):
    def test_sample(self):
        count, bad = examine(_SAMPLE)
        self.assertEqual(count, 4)
        self.assertEqual(
            bad,
            [
                "Stored: vmovaps %ymm7,0x40(%rsp)",
                "StoredByVex: vmovdqa %ymm5,0x40(%rsp)",
                "Tile<2>(tflite::kernels::GemmIntTile const&, int), all of it: "
                "vmovdqa %ymm5,0x40(%rsp)",
                "Masked: vmaskmovps %ymm1,%ymm0,0x20(%rdx)",
            ],
        )

    def test_tiles(self):
        for path in libraries:
            with self.subTest(path):
                listing = subprocess.run(
                    ["objdump", "-d", "--no-show-raw-insn", "-C", path],
                    stdout=subprocess.PIPE,
                    check=True,
                    universal_newlines=True,
                ).stdout
                if re.search("__(a|t|ub)san", listing):
                    self.skipTest("the sanitizer keeps its own variables")
                count, bad = examine(listing)
                self.assertGreater(count, 3, "no tile was found")
                self.assertEqual(bad, [])


if __name__ == "__main__":
    libraries = [p for p in sys.argv[1:] if p.endswith(".a")]
    del sys.argv[1:]
    unittest.main()
