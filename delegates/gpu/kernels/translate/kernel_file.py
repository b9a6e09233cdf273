"""Reads kernel files.

A kernel file holds one or more kernels in a C-like dialect. Lines that begin
with `@` declare, all else is text of the section it stands in:

  @kernel NAME                 begins a kernel; text before the first is comment
  @each TYPE...                the kernel is made once a type, called NAME_TYPE;
                               the word T stands for the type, REAL for that of
                               its numbers in memory, SPLAT(x) for x in all its
                               places, UNIT for how many there are; real: float,
                               and @only half
  @only opencl|vulkan|half     left out of the other language, or of single
                               precision
  @constant NAME = VALUE       an int that a variant sets (specialization)
  @buffer read|write|update TYPE NAME
                               an array in device memory; the order is that of
                               the bindings; buffers that overlap are not passed
                               unless nothing is written to either
  @param int|uint|float NAME...
                               numbers passed with each dispatch, in order
  @workgroup X Y Z             the only one that the body is right for
  @fact NAME = VALUE           a number in the body that callers must know
  @shared TYPE NAME[SIZE]      an array of the workgroup
  @post float|f4|v16           the macro POST of post.inc, on values of the type
  @dot                         the kernel has a second variant, NAME_dot, for
                               devices with dot products of 8-bit integers:
                               there INT8_DOT is defined, and DOT4(a, b), of
                               words of four signed bytes
  @choose CONSTANT             functions of elementwise_slot.inc that the constant
                               chooses, after @post; SLOT in names is CONSTANT
  @include FILE                text of another file, before the functions
  @functions                   functions and macros; they see constants only
  @body                        what each invocation does

declarations.py makes C++ of all but the text: a struct a kernel, or one for the
kernels of an @each, with its constants, operands and params by name. Params n0, n1
… are an array ns there, and what @functions defines as a number is a constant.

Types are float, int, uint and their vectors f4, i4, u4. prelude.glsl and
prelude.cl hold what the two languages spell differently.

Buffers may also be of real, real4 or real16: float, f4, f16 in registers, and in
memory the same or, in a second variant of the kernel called NAME_half, of half
precision. All that is done with such a buffer is NAME[i] and NAME[i] = x;, besides
LOAD16_AT and STORE16_AT of prelude.cl.
"""

import os
import re

from delegates.gpu.kernels.translate.kernel import (
    Kernel,
    KernelError,
    LANGUAGES,
    POST_SLOTS,
    REALS,
)

SPLATS = {
    "float": "TO_FLOAT",
    "int": "TO_INT",
    "uint": "TO_UINT",
    "f4": "F4S",
    "i4": "I4S",
    "u4": "U4S",
}


def declare(kernel, word, rest, folder):
    """Handles one @ line; returns the section that follows it, or None."""
    if word == "dot":
        kernel.has_dot = True
    elif word == "only" and rest == "half":
        kernel.only_half = True
    elif word == "only":
        if rest not in LANGUAGES:
            raise KernelError("@only " + rest)
        kernel.languages = [rest]
    elif word == "constant":
        name, value = re.fullmatch(r"(\w+) *= *(-?\d+)", rest).groups()
        kernel.constants.append((name, int(value)))
    elif word == "buffer":
        access, kind, name = rest.split()
        if access not in ("read", "write", "update"):
            raise KernelError("@buffer " + rest)
        kernel.buffers.append((access, kind, name))
    elif word == "param":
        kind, *names = rest.split()
        if not names:
            raise KernelError("@param " + rest)
        kernel.params += [(kind, name) for name in names]
    elif word == "workgroup":
        kernel.workgroup = [int(extent) for extent in rest.split()]
    elif word == "fact":
        name, value = re.fullmatch(r"(\w+) *= *(-?\d+)", rest).groups()
        kernel.facts.append((name, int(value)))
    elif word == "shared":
        kernel.shared.append(rest)
    elif word == "post":
        kernel.add_post(rest)
        kernel.post += post_text(rest, folder)
    elif word == "choose":
        kernel.post += slot_text("elementwise_slot.inc", rest, folder)
    elif word == "include":
        kernel.functions += read_text(folder, rest)
    elif word == "functions":
        return kernel.functions
    elif word == "body":
        return kernel.body
    else:
        raise KernelError("@%s is not known" % word)
    return None


def post_text(kind, folder):
    """Functions and macros of a chain on values of a type."""
    one = "fn_slot_float, LOAD_REAL, POST_SPLAT1"
    macros = {
        "float": {"POST": one},
        "f4": {"POST": "fn_slot_f4, LOAD_REAL4, F4S"},
        "v16": {"POST": "fn_slot_v16, LOAD16_AT, F16S", "POST_ONE": one},
    }[kind]
    text = []
    for name in ("functions.inc", "power.inc", "elementwise.inc", "post.inc"):
        text += read_text(folder, name)
    for slot in range(POST_SLOTS):
        constant = "POST%d" % slot
        text += slot_text("elementwise_slot.inc", constant, folder)
        if kind == "v16":
            text += slot_text("elementwise_v16.inc", constant, folder)
    return text + [
        "#define %s(v, i, c) POST_CHAIN(%s, v, i, c)" % macro
        for macro in macros.items()
    ]


def slot_text(name, constant, folder):
    """A file's functions, as chosen by a constant."""
    return [line.replace("SLOT", constant) for line in read_text(folder, name)]


def read_text(folder, name):
    """Lines of a file beside the kernel file, or of kernels/."""
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        here = os.path.dirname(os.path.abspath(__file__))
        path = os.path.join(os.path.dirname(here), name)
    with open(path) as file:
        return file.read().splitlines()


def expand(lines):
    """Yields (line number, line, type), with kernels of @each once a type."""
    starts = [i for i, line in enumerate(lines) if line.startswith("@kernel ")]
    for number, line in enumerate(lines[: starts[0] if starts else None], 1):
        yield number, line, None
    for begin, end in zip(starts, starts[1:] + [len(lines)]):
        block = list(enumerate(lines[begin:end], begin + 1))
        each = [line.split()[1:] for _, line in block if line.startswith("@each ")]
        for kind in each[0] if each else [None]:
            for number, line in block:
                if kind is None:
                    yield number, line, None
                elif line.startswith("@kernel "):
                    yield number, line.strip() + "_" + kind, kind
                    if kind == "real":
                        yield number, "@only half", kind
                elif not line.startswith("@each "):
                    word = "float" if kind == "real" else kind
                    line = re.sub(r"\bT\b", word, line)
                    line = re.sub(r"\bREAL\b", REALS.get(word, word), line)
                    unit = "4" if word.endswith("4") else "1"
                    line = re.sub(r"\bUNIT\b", unit, line)
                    yield number, re.sub(r"\bSPLAT\b", SPLATS[word], line), kind


def parse_declared(path):
    """The kernels of a file, without variants of half precision and the like."""
    folder = os.path.dirname(path)
    kernels = []
    section = []
    for number, line, kind in expand(read_text(folder, os.path.basename(path))):
        if not line.startswith("@"):
            section.append(line)
            continue
        word, _, rest = line[1:].partition(" ")
        rest = rest.strip()
        try:
            if word == "kernel":
                kernels.append(Kernel(rest))
                kernels[-1].each = kind
                kernels[-1].block = number
                section = []
            else:
                section = declare(kernels[-1], word, rest, folder)
                if section is None:
                    section = []
        except (KernelError, AttributeError, ValueError, IndexError) as error:
            raise KernelError("%s:%d: %s: %s" % (path, number, line, error))
    for kernel in kernels:
        if not kernel.body:
            raise KernelError("%s: %s has no @body" % (path, kernel.name))
        if len(kernel.params) > 32:
            raise KernelError("%s: %s has more than 32 params" % (path, kernel.name))
    return kernels


def parse(path):
    """The kernels of a file."""
    kernels = parse_declared(path)
    halves = [kernel.in_half() for kernel in kernels]
    kernels = [kernel for kernel in kernels if not kernel.only_half]
    kernels += [kernel for kernel in halves if kernel]
    dots = [kernel.in_dot() for kernel in kernels]
    return kernels + [kernel for kernel in dots if kernel]
