"""Checks that files have at most 600 lines, and functions at most 60.

Functions of tests may be longer, since many consist of a table.
"""

import collections
import os
import re

from testing.layering import check_includes, check_names

MAX_FILE_LINES = 600
MAX_FUNCTION_LINES = 60

# Lines are counted from 1; both belong to the function.
Function = collections.namedtuple("Function", "name first last")

_TEST = re.compile(r"(^|/)(testing|tests)/|_(test|cases)\.[a-z]+$")
_TOKEN = re.compile(r"operator\s*(?:\(\)|[^\s\w(]+)|[A-Za-z_~]\w*|->|\S")
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
            # After a value, the statement goes on.
            self._statement.append(("}", line))


def functions_of(text):
    """Returns the functions that a C++ file defines, in order."""
    scanner = _Scanner()
    for number, line in enumerate(check_names.bare(text).split("\n"), 1):
        for match in _TOKEN.finditer(line):
            scanner.token(match.group(0), number)
    return scanner.functions


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
    for function in functions_of(text):
        lines = function.last - function.first + 1
        if lines > MAX_FUNCTION_LINES:
            errors.append(
                "%s:%d: %s has %d lines, at most %d are allowed"
                % (path, function.first, function.name, lines, MAX_FUNCTION_LINES)
            )
    return errors


def check_tree(root):
    """Returns the number of files read, and errors."""
    count = 0
    errors = []
    for path in check_includes.sources(root):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            errors += check_file(path, file.read())
        count += 1
    return count, errors
