"""A kernel as declared, the variants that are made of it, and its code."""

import copy
import re

LANGUAGES = ("opencl", "vulkan")
REALS = {"float": "real", "f4": "real4", "f16": "real16"}
POST_SLOTS = 4


class KernelError(Exception):
    """A kernel file that does not follow the rules of kernel_file.py."""


class Kernel:
    """One kernel as declared."""

    def __init__(self, name):
        self.name = name
        self.entry = name
        self.languages = list(LANGUAGES)
        self.constants = []  # (name, value)
        self.buffers = []  # (access, type, name)
        self.params = []  # (type, name)
        self.shared = []  # text
        self.post = []
        self.functions = []
        self.body = []
        self.post_kind = None
        self.of_post = []  # constants, buffers and params that @post adds
        self.each = None  # the type that @each made it for
        self.block = None  # kernels of one @each have the same
        self.facts = []  # (name, value)
        self.workgroup = []
        self.half = False
        self.only_half = False
        self.has_dot = False  # there is such a variant
        self.dot = False  # this is it

    def own(self, what):
        """A list of declarations without those that @post adds."""
        return [row for row in getattr(self, what) if row not in self.of_post]

    def add_post(self, kind):
        """Adds what the macro POST of post.inc refers to."""
        self.post_kind = kind
        before = self.constants + self.buffers + self.params
        self.constants += [("POST%d" % i, 0) for i in range(POST_SLOTS)]
        element = "real4" if kind == "f4" else "real"
        self.buffers += [("read", element, "post_a"), ("read", element, "post_b")]
        self.params += [
            ("float", "post%d_%s" % (i, end))
            for i in range(POST_SLOTS)
            for end in ("p", "q")
        ]
        every = self.constants + self.buffers + self.params
        self.of_post = [row for row in every if row not in before]

    def reals(self):
        """Names of the buffers of real numbers, each with its type."""
        return {name: kind for _, kind, name in self.buffers if kind in REALS.values()}

    def real_bits(self):
        """A bit for each buffer that is of real numbers."""
        return sum(
            1 << i
            for i, (_, kind, _) in enumerate(self.buffers)
            if kind in REALS.values()
        )

    def in_half(self):
        """The variant of half precision; None where it would be the same."""
        if not set(self.reals()) - {"post_a", "post_b"}:
            return None
        variant = copy.copy(self)
        variant.name += "_half"
        variant.entry = variant.name
        variant.half = True
        return variant

    def in_dot(self):
        """The variant with the device's dot products; None: there is none."""
        if not self.has_dot:
            return None
        variant = copy.copy(self)
        variant.name += "_dot"
        variant.entry = variant.name
        variant.dot = True
        return variant

    def macros(self):
        """Lines that tell the preludes and functions the variant."""
        return [
            "#define " + macro
            for macro, is_set in (("HALF_REALS", self.half), ("INT8_DOT", self.dot))
            if is_set
        ]

    def code(self):
        """Functions and the body, with accesses of real numbers as macros."""
        reals = self.reals()
        functions = access("\n".join(self.functions), reals)
        return self.post + [functions], [access("\n".join(self.body), reals)]


def matching(text, at, pair):
    """The index of what closes the bracket at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == pair[0]) - (text[i] == pair[1])
        if depth == 0:
            return i
    raise KernelError("no %s closes %s" % (pair[1], text[at : at + 40]))


def access(text, reals):
    """`text` with LOAD_ and STORE_ macros for elements of buffers in `reals`."""
    if not reals:
        return text
    element = re.compile(r"(?<![\w.])(%s)\[" % "|".join(reals))
    out = ""
    while True:
        found = element.search(text)
        if not found:
            return out + text
        name = found.group(1)
        end = matching(text, found.end() - 1, "[]")
        index = access(text[found.end() : end], reals)
        out += text[: found.start()]
        kind = reals[name].upper()
        rest = text[end + 1 :]
        if re.match(r"\s*[-+*/|&^]=", rest):
            raise KernelError("%s[..] is loaded or stored, not both" % name)
        if re.match(r"\s*=[^=]", rest):
            value, _, text = rest.partition("=")[2].partition(";")
            out += "STORE_%s(%s, %s, %s);" % (
                kind,
                name,
                index,
                access(value.strip(), reals),
            )
        else:
            out += "LOAD_%s(%s, %s)" % (kind, name, index)
            text = rest
