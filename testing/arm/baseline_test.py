"""Programs for Arm have instructions above the baseline in dispatched functions only.

  baseline_test.py TARGET PROGRAM [--without_rows]

--without_rows: of a program or library that has no kernels.

All instructions of the program are disassembled, and assembled again for the
baseline; those that the assembler refuses are above it. They may stand in the rows
of kernels/gemm/arm that are chosen at run time, and in libgcc's atomic functions,
which ask the processor themselves.
"""

import re
import subprocess
import sys
import unittest

TARGET, PROGRAM = sys.argv[1:3]
WITHOUT_ROWS = "--without_rows" in sys.argv[3:]

# The prefix of the tools, how the baseline is assembled, examples of what is above it,
# what programs have of that, and the attributes that the linker records.
TOOLS, ASSEMBLE, BEGIN, ABOVE, USED, ATTRIBUTES = {
    "aarch64": (
        "aarch64-linux-gnu-",
        ["-march=armv8-a"],
        "",
        ["ldadd w0, w1, [x2]", "sdot v0.4s, v1.16b, v2.16b", "fadd h0, h1, h2"],
        {"sdot", "smmla"},
        {},
    ),
    "armhf": (
        "arm-linux-gnueabihf-",
        ["-march=armv7-a", "-mfpu=neon", "-mimplicit-it=always"],
        ".syntax unified\n.thumb\n",
        ["vfma.f32 q0, q1, q2", "sdiv r0, r1, r2", "vrinta.f32 s0, s1"],
        set(),
        {
            "CPU_arch": "v7",
            "FP_arch": "VFPv3",
            "Advanced_SIMD_arch": "NEONv1",
            "ABI_VFP_args": "VFP registers",
        },
    ),
}[TARGET]
ROWS = {"depthwise_dotprod.cc", "dotprod.cc", "i8mm.cc", "nibbles_dotprod.cc"}
DISPATCHED = re.compile(
    r"tflite::kernels::\w*(Dotprod|I8mm)\w*\(|__aarch64_[a-z0-9_]+$"
)
REFUSED = re.compile(r":(\d+): Error: (selected|bad instruction|unknown mnemonic)")


def run(tool, *arguments, **options):
    return subprocess.run(
        [TOOLS + tool, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"},
        check=tool != "as",
        **options,
    )


def above_baseline(instructions):
    """Those of a list that the baseline does not have."""
    text = BEGIN + "\n".join(instructions) + "\n"
    errors = run("as", *ASSEMBLE, "-o", "/dev/null", "-", input=text).stderr
    lines = text.splitlines()
    # Others: jumps without their targets.
    return {lines[int(number) - 1] for number, _ in REFUSED.findall(errors)}


def functions_of_rows():
    """Addresses of the local functions of the files that are chosen at run time."""
    file, found = None, set()
    for line in run("readelf", "--wide", "--syms", PROGRAM).stdout.splitlines():
        fields = line.split()
        if len(fields) < 8 or fields[4] != "LOCAL":
            continue
        if fields[3] == "FILE":
            file = fields[7]
        elif file in ROWS:
            found.add(int(fields[1], 16))
    return found


def instructions():
    """The functions, as (address, name), of each instruction without its labels."""
    where, function = {}, None
    listing = run("objdump", "-d", "-C", "--no-show-raw-insn", PROGRAM).stdout
    for line in listing.splitlines():
        begin = re.match(r"([0-9a-f]+) <(.*)>:$", line)
        if begin:
            function = int(begin[1], 16), begin[2]
            continue
        _, _, instruction = line.partition(":\t")
        # "...": a run of zeros.
        if not instruction:
            continue
        instruction = re.sub(r"\b(0x)?[0-9a-f]+ <.*>", ".", instruction)
        instruction = re.sub(r"\s*(//|@|;).*", "", instruction)
        where.setdefault(instruction, set()).add(function)
    return where


class BaselineTest(unittest.TestCase):
    def test_the_assembler_knows_the_baseline(self):
        self.assertEqual(above_baseline(ABOVE), set(ABOVE))

    def test_instructions_above_it_are_dispatched(self):
        where, rows = instructions(), functions_of_rows()
        self.assertGreater(len(where), 1000)
        above = above_baseline(where)
        used = set() if WITHOUT_ROWS else USED
        self.assertLessEqual(used, {i.split()[0] for i in above})
        elsewhere = {
            f"{name}: {instruction}"
            for instruction in above
            for address, name in where[instruction]
            if address not in rows and not DISPATCHED.match(name)
        }
        self.assertEqual(sorted(elsewhere), [])

    def test_attributes_are_those_of_the_baseline(self):
        printed = run("readelf", "--arch-specific", PROGRAM).stdout
        attributes = dict(re.findall(r"Tag_(\w+): (.*)", printed))
        self.assertEqual({n: attributes.get(n) for n in ATTRIBUTES}, ATTRIBUTES)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
