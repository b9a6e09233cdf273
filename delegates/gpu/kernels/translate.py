"""Makes GLSL and OpenCL C of kernel files, and C++ tables of both.

A kernel file holds one or more kernels in a C-like dialect. Lines that begin
with `@` declare, all else is text of the section it stands in:

  @kernel NAME                 begins a kernel; text before the first is comment
  @each TYPE...                the kernel is made once a type, called NAME_TYPE;
                               the word T stands for the type, REAL for that of
                               its numbers in memory, SPLAT(x) for x in all its
                               places; real: float, and @only half
  @only opencl|vulkan|half     left out of the other language, or of single
                               precision
  @constant NAME = VALUE       an int that a variant sets (specialization)
  @buffer read|write|update TYPE NAME
                               an array in device memory; the order is that of
                               the bindings; buffers that overlap are not passed
                               unless nothing is written to either
  @param int|uint|float NAME   a number passed with each dispatch, in order
  @shared TYPE NAME[SIZE]      an array of the workgroup
  @post float|f4|v16           the macro POST of post.inc, on values of the type
  @include FILE                text of another file, before the functions
  @functions                   functions and macros; they see constants only
  @body                        what each invocation does

Types are float, int, uint and their vectors f4, i4, u4. prelude.glsl and
prelude.cl hold what the two languages spell differently.

Buffers may also be of real, real4 or real16: float, f4, f16 in registers, and in
memory the same or, in a second variant of the kernel called NAME_half, of half
precision. All that is done with such a buffer is NAME[i] and NAME[i] = x;, besides
LOAD16_AT and STORE16_AT of prelude.cl.

A kernel with @post has one more variant, NAME_plain, whose chains have no
functions but those of GPU_FN_IS_PLAIN: drivers compile it much sooner.
"""

import argparse
import copy
import os
import re
import subprocess
import sys
import tempfile

LANGUAGES = ('opencl', 'vulkan')
GLSL_TYPES = {
    'f4': 'vec4',
    'i4': 'ivec4',
    'u4': 'uvec4',
    'real': 'REAL',
    'real4': 'REAL4'
}
CL_TYPES = {'real': 'REAL', 'real4': 'REAL4', 'real16': 'REAL16'}
REALS = {'float': 'real', 'f4': 'real4', 'f16': 'real16'}
POST_SLOTS = 4
SPLATS = {
    'float': 'TO_FLOAT',
    'int': 'TO_INT',
    'uint': 'TO_UINT',
    'f4': 'F4S',
    'i4': 'I4S',
    'u4': 'U4S'
}


class KernelError(Exception):
    """A kernel file that does not follow the rules above."""


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
        self.half = False
        self.plain = False
        self.only_half = False

    def add_post(self, kind):
        """Adds what the macro POST of post.inc refers to."""
        self.constants += [('POST%d' % i, 0) for i in range(POST_SLOTS)]
        element = 'real4' if kind == 'f4' else 'real'
        self.buffers += [('read', element, 'post_a'),
                         ('read', element, 'post_b')]
        self.params += [('float', 'post%d_%s' % (i, end))
                        for i in range(POST_SLOTS) for end in ('p', 'q')]

    def reals(self):
        """Names of the buffers of real numbers, each with its type."""
        return {
            name: kind
            for _, kind, name in self.buffers if kind in REALS.values()
        }

    def real_bits(self):
        """A bit for each buffer that is of real numbers."""
        return sum(1 << i for i, (_, kind, _) in enumerate(self.buffers)
                   if kind in REALS.values())

    def in_half(self):
        """The variant of half precision; None where it would be the same."""
        if not set(self.reals()) - {'post_a', 'post_b'}:
            return None
        variant = copy.copy(self)
        variant.name += '_half'
        variant.entry = variant.name
        variant.half = True
        return variant

    def in_plain(self):
        """The variant with simple chains; None where there is none."""
        if not self.post or any('fn_' in line for line in self.body):
            return None
        variant = copy.copy(self)
        variant.name += '_plain'
        variant.plain = True
        return variant

    def macros(self):
        """Lines that tell the preludes and functions the variant."""
        return (['#define HALF_REALS'] if self.half else []) + (
            ['#define PLAIN_CHAINS'] if self.plain else [])

    def code(self):
        """Functions and the body, with accesses of real numbers as macros."""
        reals = self.reals()
        functions = access('\n'.join(self.functions), reals)
        return self.post + [functions], [access('\n'.join(self.body), reals)]


def matching(text, at, pair):
    """The index of what closes the bracket at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == pair[0]) - (text[i] == pair[1])
        if depth == 0:
            return i
    raise KernelError('no %s closes %s' % (pair[1], text[at:at + 40]))


def access(text, reals):
    """`text` with LOAD_ and STORE_ macros for elements of buffers in `reals`."""
    if not reals:
        return text
    element = re.compile(r'(?<![\w.])(%s)\[' % '|'.join(reals))
    out = ''
    while True:
        found = element.search(text)
        if not found:
            return out + text
        name = found.group(1)
        end = matching(text, found.end() - 1, '[]')
        index = access(text[found.end():end], reals)
        out += text[:found.start()]
        kind = reals[name].upper()
        rest = text[end + 1:]
        if re.match(r'\s*[-+*/|&^]=', rest):
            raise KernelError('%s[..] is loaded or stored, not both' % name)
        if re.match(r'\s*=[^=]', rest):
            value, _, text = rest.partition('=')[2].partition(';')
            out += 'STORE_%s(%s, %s, %s);' % (kind, name, index,
                                              access(value.strip(), reals))
        else:
            out += 'LOAD_%s(%s, %s)' % (kind, name, index)
            text = rest


def declare(kernel, word, rest, folder):
    """Handles one @ line; returns the section that follows it, or None."""
    if word == 'only' and rest == 'half':
        kernel.only_half = True
    elif word == 'only':
        if rest not in LANGUAGES:
            raise KernelError('@only ' + rest)
        kernel.languages = [rest]
    elif word == 'constant':
        name, value = re.fullmatch(r'(\w+) *= *(-?\d+)', rest).groups()
        kernel.constants.append((name, int(value)))
    elif word == 'buffer':
        access, kind, name = rest.split()
        if access not in ('read', 'write', 'update'):
            raise KernelError('@buffer ' + rest)
        kernel.buffers.append((access, kind, name))
    elif word == 'param':
        kernel.params.append(tuple(rest.split()))
    elif word == 'shared':
        kernel.shared.append(rest)
    elif word == 'post':
        kernel.add_post(rest)
        kernel.post += post_text(rest, folder)
    elif word == 'include':
        kernel.functions += read_text(folder, rest)
    elif word == 'functions':
        return kernel.functions
    elif word == 'body':
        return kernel.body
    else:
        raise KernelError('@%s is not known' % word)
    return None


def post_text(kind, folder):
    """Functions and macros of a chain on values of a type."""
    names = ['functions.inc', 'elementwise.inc', 'post.inc']
    one = 'fn_slot_float, LOAD_REAL, POST_SPLAT1'
    macros = {
        'float': {'POST': one},
        'f4': {'POST': 'fn_slot_f4, LOAD_REAL4, F4S'},
        'v16': {'POST': 'fn_slot_v16, LOAD16_AT, F16S', 'POST_ONE': one},
    }[kind]
    if kind == 'v16':
        names.append('elementwise_v16.inc')
    text = [line for name in names for line in read_text(folder, name)]
    return text + [
        '#define %s(v, i, c) POST_CHAIN(%s, v, i, c)' % macro
        for macro in macros.items()
    ]


def read_text(folder, name):
    """Lines of a file beside the kernel file, or beside this script."""
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    with open(path) as file:
        return file.read().splitlines()


def expand(lines):
    """Yields (line number, line), with kernels of @each once a type."""
    starts = [i for i, line in enumerate(lines) if line.startswith('@kernel ')]
    yield from enumerate(lines[:starts[0] if starts else None], 1)
    for begin, end in zip(starts, starts[1:] + [len(lines)]):
        block = list(enumerate(lines[begin:end], begin + 1))
        each = [line.split()[1:] for _, line in block
                if line.startswith('@each ')]
        for kind in each[0] if each else [None]:
            for number, line in block:
                if kind is None:
                    yield number, line
                elif line.startswith('@kernel '):
                    yield number, line.strip() + '_' + kind
                    if kind == 'real':
                        yield number, '@only half'
                elif not line.startswith('@each '):
                    word = 'float' if kind == 'real' else kind
                    line = re.sub(r'\bT\b', word, line)
                    line = re.sub(r'\bREAL\b', REALS.get(word, word), line)
                    yield number, re.sub(r'\bSPLAT\b', SPLATS[word], line)


def parse(path):
    """The kernels of a file."""
    folder = os.path.dirname(path)
    kernels = []
    section = []
    for number, line in expand(read_text(folder, os.path.basename(path))):
        if not line.startswith('@'):
            section.append(line)
            continue
        word, _, rest = line[1:].partition(' ')
        rest = rest.strip()
        try:
            if word == 'kernel':
                kernels.append(Kernel(rest))
                section = []
            else:
                section = declare(kernels[-1], word, rest, folder)
                if section is None:
                    section = []
        except (KernelError, AttributeError, ValueError, IndexError) as error:
            raise KernelError('%s:%d: %s: %s' % (path, number, line, error))
    for kernel in kernels:
        if not kernel.body:
            raise KernelError('%s: %s has no @body' % (path, kernel.name))
        if len(kernel.params) > 32:
            raise KernelError('%s: %s has more than 32 params' %
                              (path, kernel.name))
    halves = [kernel.in_half() for kernel in kernels]
    kernels = [kernel for kernel in kernels if not kernel.only_half]
    kernels += [kernel for kernel in halves if kernel]
    plain = [kernel.in_plain() for kernel in kernels]
    return kernels + [kernel for kernel in plain if kernel]


def to_opencl(kernel, prelude):
    """The kernel's program in OpenCL C."""
    lines = kernel.macros() + prelude
    for name, value in kernel.constants:
        lines += ['#ifndef ' + name, '#define %s %d' % (name, value), '#endif']
    functions, body = kernel.code()
    lines += functions
    arguments = []
    for mode, kind, name in kernel.buffers:
        const = 'const ' if mode == 'read' else ''
        arguments.append('global %s%s* restrict %s' %
                         (const, CL_TYPES.get(kind, kind), name))
    arguments += ['%s %s' % param for param in kernel.params]
    lines.append('ENTRY void %s(%s) {' %
                 (kernel.entry, ', '.join(arguments)))
    lines += ['  local %s;' % text for text in kernel.shared]
    lines += body + ['}']
    return '\n'.join(lines) + '\n'


def to_glsl(kernel, prelude):
    """The kernel's shader."""
    # The version comes first.
    lines = prelude[:1] + kernel.macros() + prelude[1:]
    for i, (name, value) in enumerate(kernel.constants):
        lines.append('layout(constant_id = %d) const int %s = %d;' %
                     (i + 3, name, value))
    for i, (mode, kind, name) in enumerate(kernel.buffers):
        qualifier = {'read': 'readonly ', 'write': 'writeonly '}.get(mode, '')
        lines.append(
            'layout(std430, set = 0, binding = %d) %srestrict buffer B%d '
            '{ %s %s[]; };' %
            (i, qualifier, i, GLSL_TYPES.get(kind, kind), name))
    if kernel.params:
        members = ' '.join('%s %s;' % param for param in kernel.params)
        lines.append('layout(push_constant) uniform Params { %s };' % members)
    lines += ['shared %s;' % text for text in kernel.shared]
    functions, body = kernel.code()
    lines += functions + ['void main() {'] + body + ['}']
    return '\n'.join(lines) + '\n'


def compile_glsl(glslc, name, text):
    """The words of the SPIR-V module, which spirv-val has accepted."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, name + '.comp')
        module = os.path.join(folder, name + '.spv')
        with open(source, 'w') as file:
            file.write(text)
        # Not optimized: that inlines every branch a specialization constant
        # will drop, for minutes; drivers inline after they know the constants.
        subprocess.run(
            [glslc, '--target-env=vulkan1.1', '-O0', '-o', module, source],
            check=True)
        subprocess.run(['spirv-val', '--target-env', 'vulkan1.1', module],
                       check=True)
        with open(module, 'rb') as file:
            data = file.read()
    return [
        int.from_bytes(data[i:i + 4], 'little') for i in range(0, len(data), 4)
    ]


def fnv1a(data):
    value = 0xcbf29ce484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 % (1 << 64)
    return value


def table_entry(kernel, opencl, spirv):
    """(definitions, the initializer of a GpuKernelText)."""
    name = kernel.name
    before = []
    if kernel.constants:
        rows = ', '.join('{"%s", %d}' % c for c in kernel.constants)
        before.append('constexpr GpuKernelText::Constant k_%s_constants[] = '
                      '{%s};' % (name, rows))
    if spirv:
        words = ', '.join('0x%x' % word for word in spirv)
        before.append('constexpr uint32_t k_%s_spirv[] = {%s};' % (name, words))
    if opencl:
        # A literal has at most 64 KiB in portable C++; lines are joined.
        literal = '\n'.join(
            '"%s\\n"' % line.replace('\\', '\\\\').replace('"', '\\"')
            for line in opencl.splitlines())
        before.append('constexpr char k_%s_opencl[] =\n%s;' % (name, literal))
    digest = fnv1a(
        repr((name, opencl, spirv, kernel.constants, kernel.buffers,
              kernel.params)).encode())
    return before, '{"%s", %s, %s, %s, %d, %d, 0x%x, 0x%xull}' % (
        name, 'k_%s_opencl' % name if opencl else 'nullptr',
        'k_%s_spirv' % name if spirv else '{}',
        'k_%s_constants' % name if kernel.constants else '{}',
        len(kernel.buffers), len(kernel.params), kernel.real_bits(), digest)


def translate(path, glslc):
    """The C++ file with the kernels of `path`."""
    folder = os.path.dirname(path)
    preludes = {
        language: read_text(folder, 'prelude.' + extension)
        for language, extension in (('opencl', 'cl'), ('vulkan', 'glsl'))
    }
    definitions, entries = [], []
    for kernel in parse(path):
        opencl, spirv = None, None
        if 'opencl' in kernel.languages:
            opencl = to_opencl(kernel, preludes['opencl'])
        if 'vulkan' in kernel.languages and glslc:
            spirv = compile_glsl(glslc, kernel.name,
                                 to_glsl(kernel, preludes['vulkan']))
        before, entry = table_entry(kernel, opencl, spirv)
        definitions += before
        entries.append(entry)
    family = os.path.splitext(os.path.basename(path))[0]
    return '\n'.join([
        '#include "delegates/gpu/device/kernel_library.h"', '',
        'namespace tflite {', 'namespace gpu_kernels {', 'namespace {'
    ] + definitions + [
        '}  // namespace',
        'extern const GpuKernelText k_%s[];' % family,
        'const GpuKernelText k_%s[] = {' % family
    ] + ['    %s,' % entry for entry in entries] + [
        '};',
        'extern const int k_%s_count;' % family,
        'const int k_%s_count = %d;' % (family, len(entries)),
        '}  // namespace gpu_kernels', '}  // namespace tflite', ''
    ])


def library(families, function):
    """The C++ file that puts the tables of the families together."""
    lines = [
        '#include <vector>', '',
        '#include "delegates/gpu/device/kernel_library.h"', '',
        'namespace tflite {', 'namespace gpu_kernels {'
    ]
    for family in families:
        lines += [
            'extern const GpuKernelText k_%s[];' % family,
            'extern const int k_%s_count;' % family
        ]
    lines += [
        '}  // namespace gpu_kernels', '',
        'const GpuKernelLibrary& %s() {' % function,
        '  static const auto* const kAll = [] {',
        '    auto* all = new std::vector<GpuKernelText>;'
    ]
    for family in families:
        lines.append('    all->insert(all->end(), gpu_kernels::k_%s, '
                     'gpu_kernels::k_%s + gpu_kernels::k_%s_count);' %
                     (family, family, family))
    lines += [
        '    return all;', '  }();',
        '  static const GpuKernelLibrary kLibrary(*kAll);',
        '  return kLibrary;', '}', '', '}  // namespace tflite', ''
    ]
    return '\n'.join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--kernel', help='a kernel file')
    parser.add_argument('--glslc', help='compiler of SPIR-V; none: no SPIR-V')
    parser.add_argument('--library', help='families, separated by commas')
    parser.add_argument('--function', help='that returns the library')
    parser.add_argument('--text', choices=LANGUAGES,
                        help='print the kernels in this language instead')
    parser.add_argument('--out', default='/dev/stdout')
    args = parser.parse_args()
    try:
        if args.library:
            text = library(args.library.split(','), args.function)
        elif args.text:
            extension = {'opencl': 'cl', 'vulkan': 'glsl'}[args.text]
            prelude = read_text(os.path.dirname(args.kernel),
                                'prelude.' + extension)
            make = to_opencl if args.text == 'opencl' else to_glsl
            text = '\n'.join(make(kernel, prelude)
                             for kernel in parse(args.kernel)
                             if args.text in kernel.languages)
        else:
            text = translate(args.kernel, args.glslc)
    except (KernelError, subprocess.CalledProcessError) as error:
        sys.exit('%s: %s' % (args.kernel, error))
    with open(args.out, 'w') as file:
        file.write(text)


if __name__ == '__main__':
    main()
