"""Checks that files have at most 600 lines, functions 60, and folders 45 sources.

Functions of tests may be longer, since many consist of a table. Of a function in Python
or Starlark, the documentation does not count.
"""

import ast
import collections
import os
import re

from testing.layering import check_names, check_repeats

MAX_FILE_LINES = 600
MAX_FUNCTION_LINES = 60
MAX_FOLDER_SOURCES = 45
# Classes that only pass calls on to units, with their headers.
MAX_FACADE_LINES = 300
FACADES = (
    "tensorflow_lite_lite/core/interpreter",
    "tensorflow_lite_lite/core/subgraph",
)

# Lines are counted from 1; both belong to the function.
Function = collections.namedtuple("Function", "name first last")

_TEST = re.compile(r"(^|/)(testing|tests)/|_(test|cases)\.[a-z]+$")
_TOKEN = re.compile(r"operator\s*(?:\(\)|[^\s\w(]+)|[A-Za-z_~]\w*|->|\S")
_C = (".h", ".cc", ".c", ".inc", ".cpp", ".hpp")
_SCOPES = ("namespace", "class", "struct", "union", "enum", "extern")
_ACCESS = ("public", "protected", "private")
# "}" ends a member that is initialized with braces.
_ENDS_OF_HEADS = (")", "const", "noexcept", "override", "final", "}")


def _is_function(tokens):
    """Returns whether the tokens before a "{" are the head of a function."""
    depth = 0
    for token in tokens:
        depth += {"(": 1, ")": -1}.get(token, 0)
        if token == "=" and depth == 0:
            return False
    # Any other last token is a member, whose initialization begins.
    return "(" in tokens and (tokens[-1] in _ENDS_OF_HEADS or "->" in tokens)


class _Scanner:
    """Tracks the braces of one file."""

    def __init__(self):
        self.functions = []  # without those inside of functions
        self._open = []  # for each open brace: "scope", "function" or "value"
        self._statement = []  # tokens with their lines
        self._parentheses = 0

    def token(self, token, line):
        self._parentheses += {"(": 1, ")": -1}.get(token, 0)
        if token == "{":
            self._open.append(self._kind())
        elif token == "}" and self._open:
            self._close(self._open.pop(), line)
        elif not self._inside():
            if token == ";" and self._parentheses == 0:
                self._statement = []
            elif token == ":" and self._last_token() in _ACCESS:
                self._statement = []
            else:
                self._statement.append((token, line))

    def _last_token(self):
        return self._statement[-1][0] if self._statement else None

    def _inside(self):
        return any(kind != "scope" for kind in self._open)

    def _kind(self):
        tokens = [token for token, _ in self._statement]
        if self._inside() or self._parentheses > 0:
            return "value"
        if _is_function(tokens):
            return "function"
        if any(token in _SCOPES for token in tokens):
            self._statement = []
            return "scope"
        return "value"

    def _close(self, kind, line):
        if kind == "function":
            tokens = [token for token, _ in self._statement]
            name = tokens[tokens.index("(") - 1]
            self.functions.append(Function(name, self._statement[0][1], line))
        if kind != "value":
            self._statement = []
        elif not self._inside():
            # A value does not end the statement.
            self._statement.append(("}", line))


def functions_of(text):
    """Returns the functions that a C++ file defines, in order."""
    scanner = _Scanner()
    for number, line in enumerate(check_names.bare(text).split("\n"), 1):
        for match in _TOKEN.finditer(line):
            scanner.token(match.group(0), number)
    return scanner.functions


def python_functions_of(text):
    """Returns the functions of a Python or Starlark file, without documentation."""
    functions = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            last = node.end_lineno
            if ast.get_docstring(node) is not None:
                last -= node.body[0].end_lineno - node.body[0].lineno + 1
            functions.append(Function(node.name, node.lineno, last))
    return functions


def check_folders(paths):
    """Returns errors for folders of too many sources."""
    counts = collections.Counter(
        os.path.dirname(path) for path in paths if os.path.basename(path) != "BUILD"
    )
    return [
        "%s has %d sources, at most %d are allowed"
        % (folder, count, MAX_FOLDER_SOURCES)
        for folder, count in sorted(counts.items())
        if count > MAX_FOLDER_SOURCES
    ]


def check_file(path, text):
    """Returns errors for one file."""
    errors = []
    lines = text.count("\n")
    if lines > MAX_FILE_LINES:
        errors.append(
            "%s has %d lines, at most %d are allowed" % (path, lines, MAX_FILE_LINES)
        )
    if _TEST.search(path):
        return errors
    if path.endswith((".py", ".bzl")):
        functions = python_functions_of(text)
    elif path.endswith(_C):
        functions = functions_of(text)
    else:
        functions = []
    for function in functions:
        lines = function.last - function.first + 1
        if lines > MAX_FUNCTION_LINES:
            errors.append(
                "%s:%d: %s has %d lines, at most %d are allowed"
                % (path, function.first, function.name, lines, MAX_FUNCTION_LINES)
            )
    return errors


def check_facades(texts):
    """Returns errors for facades that are too long.

    Args:
      texts: the files' texts, by path.
    """
    counts = {
        facade: sum(texts[facade + end].count("\n") for end in (".h", ".cc"))
        for facade in FACADES
    }
    return [
        "%s.h and .cc have %d lines, at most %d are allowed"
        % (facade, count, MAX_FACADE_LINES)
        for facade, count in counts.items()
        if count > MAX_FACADE_LINES
    ]


def check_tree(root):
    """Returns the number of files read, and errors."""
    paths = list(check_repeats.sources(root))
    texts = {}
    for path in paths:
        with open(os.path.join(root, path), encoding="utf-8") as file:
            texts[path] = file.read()
    errors = check_folders(paths) + check_facades(texts)
    for path, text in texts.items():
        errors += check_file(path, text)
    return len(paths), errors
