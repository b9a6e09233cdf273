"""Checks that C++ names are in the right namespace, and types defined only once.

- No two files define a type with the same name in the same namespace: files that
  are linked together, but never compiled together, would share one definition.
- Each layer and each back-end has its own namespace, listed in base/namespaces.h:
  its files add nothing to `tflite` itself.
"""

import collections
import os
import re

from testing.layering import check_includes

# The namespaces to which the files of a folder may add names. Folders not
# listed here are not checked.
_OWN_NAMESPACES = {
    "tensorflow_lite_lite/base": "tflite::base",
    "delegates/common": "tflite::delegates",
    "kernels": "tflite::kernels",
}
# Namespaces of interfaces that files of any layer implement or use: flags of
# tools, conformance cases, functions with upstream's names.
_INTERFACES = ("tflite::conformance", "tflite::ops", "tflite::testing", "tflite::tools")

# kind: "type" or "function" for definitions, "other" for declarations.
Name = collections.namedtuple("Name", "namespace kind name line")

_LITERAL_OR_COMMENT = re.compile(
    r'R"(?P<tag>[^(\s]*)\((?:.|\n)*?\)(?P=tag)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'"
    r"|//[^\n]*|/\*(?:.|\n)*?\*/"
)
_DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.MULTILINE)
_TOKEN = re.compile(r"[A-Za-z_]\w*|::|->|\d[\w.']*|\S")
_TYPE_KEYWORDS = ("class", "struct", "union", "enum")


def _lines(text):
    """Returns blank lines, as many as the text has, to preserve line numbers."""
    return "\n" * text.count("\n")


def bare(text):
    """Returns the text without comments, directives and the contents of literals."""
    text = _LITERAL_OR_COMMENT.sub(
        lambda m: ("" if m.group(0)[0] == "/" else '""') + _lines(m.group(0)), text
    )
    return _DIRECTIVE.sub(lambda m: _lines(m.group(0)), text)


def _without_template(tokens):
    """Returns the tokens after `template <...>` heads."""
    while tokens and tokens[0] == "template":
        depth = 0
        for i, token in enumerate(tokens):
            depth += {"<": 1, ">": -1}.get(token, 0)
            if token == ">" and depth == 0:
                break
        tokens = tokens[i + 1 :]
    return tokens


def _type_name(tokens):
    """Returns the name if the tokens before a "{" define a type, else None."""
    for i, token in enumerate(tokens):
        if token in ("(", "="):
            return None
        if token in _TYPE_KEYWORDS:
            break
    else:
        return None
    rest = tokens[i + 1 :]
    if rest[:1] and rest[0] in ("class", "struct"):
        rest = rest[1:]
    name = None
    for token in rest:
        if token in (":", "final"):
            break
        # A specialization, a nested type, or a function or variable of this
        # type.
        if token in ("<", "::", "(", "="):
            return None
        name = token
    return name


def _alias_name(tokens):
    """Returns the name that a using or typedef declares for another type, else None."""
    if tokens[:1] == ["using"] and "=" in tokens:
        return tokens[1]
    if tokens[:1] == ["typedef"] and tokens[-1] not in tokens[1:-1]:
        return None if ")" in tokens else tokens[-1]
    return None


def _declared_name(tokens):
    """Returns the name of the function or variable that a declaration declares."""
    for i, token in enumerate(tokens[1:], 1):
        if token in ("(", "=", "["):
            return tokens[i - 1]
    return tokens[-1]


class _Scanner:
    """Tracks the braces of one file."""

    def __init__(self):
        self.names = []
        self._scopes = []  # a namespace's parts, or None for any other scope
        self._statement = []
        self._line = 0
        self._parentheses = 0

    def _in_namespace(self):
        return None not in self._scopes

    def _add(self, kind, name):
        if name is not None and self._in_namespace():
            path = [part for scope in self._scopes for part in scope]
            self.names.append(Name("::".join(path), kind, name, self._line))

    def token(self, token, line):
        self._parentheses += {"(": 1, "[": 1, ")": -1, "]": -1}.get(token, 0)
        if self._parentheses == 0 and token in "{};":
            self._boundary(token)
            return
        if not self._statement:
            self._line = line
        self._statement.append(token)

    def _boundary(self, token):
        statement = _without_template(self._statement)
        self._statement = []
        if token == "{":
            self._open(statement)
        elif token == "}":
            if self._scopes:
                self._scopes.pop()
        elif self._in_namespace() and statement:
            if _alias_name(statement):
                self._add("type", _alias_name(statement))
            elif statement[0] not in ("using", "namespace"):
                self._add("other", _declared_name(statement))

    def _open(self, statement):
        if statement[:1] == ["inline"] and statement[1:2] == ["namespace"]:
            statement = statement[1:]
        if statement[:1] == ["namespace"]:
            parts = [part for part in statement[1:] if part != "::"]
            self._scopes.append(parts or ["(anonymous)"])
            return
        if statement[:1] == ["extern"] and "(" not in statement:
            self._scopes.append([])
            return
        name = _type_name(statement)
        if name is not None:
            self._add("type", name)
        elif "(" in statement[1:]:
            self._add("function", _declared_name(statement))
        self._scopes.append(None)


def names_of(text):
    """Returns the names that a C++ file defines or declares in namespaces, in order."""
    scanner = _Scanner()
    for number, line in enumerate(bare(text).split("\n"), 1):
        for match in _TOKEN.finditer(line):
            scanner.token(match.group(0), number)
    return scanner.names


def own_namespace(path):
    """Returns the namespace that a file's names belong to, or None for any."""
    parts = path.split("/")
    if parts[0] == "delegates" and len(parts) > 2 and parts[1] != "common":
        # Kernel tests may come from another runtime.
        return None if parts[2] == "kernel_tests" else "tflite::" + parts[1]
    for folder, namespace in _OWN_NAMESPACES.items():
        if path.startswith(folder + "/"):
            return namespace
    return None


def _lies_in(namespace, outer):
    return namespace == outer or namespace.startswith(outer + "::")


def check_placement(path, names):
    """Returns errors for names in a namespace that belongs to another folder."""
    own = own_namespace(path)
    if own is None:
        return []
    return [
        "%s:%d: %s is added to %s, its folder's namespace is %s"
        % (path, name.line, name.name, name.namespace, own)
        for name in names
        if _lies_in(name.namespace, "tflite")
        and not any(_lies_in(name.namespace, n) for n in (own, *_INTERFACES))
    ]


def check_types(names_by_path):
    """Returns errors for types with the same name and namespace in two files."""
    places = collections.defaultdict(dict)
    for path, names in names_by_path.items():
        for name in names:
            # In C, a type is declared in several places; testing/abi compares
            # them.
            if name.kind != "type" or not name.namespace:
                continue
            if "(anonymous)" not in name.namespace:
                places[name.namespace, name.name].setdefault(path, name.line)
    return [
        "%s::%s is defined in %s" % (*key, " and ".join("%s:%d" % at for at in found))
        for key, found in sorted(
            (key, sorted(files.items())) for key, files in places.items()
        )
        if len(found) > 1
    ]


def check_tree(root):
    """Returns (number of files read, list of errors) for the checkout `root`."""
    names_by_path = {}
    errors = []
    for path in check_includes.sources(root):
        # Shader sources, and lists that are only meaningful where they are
        # included.
        if path.endswith((".inc", ".c")):
            continue
        with open(os.path.join(root, path), encoding="utf-8") as file:
            names_by_path[path] = names_of(file.read())
        errors += check_placement(path, names_by_path[path])
    return len(names_by_path), errors + check_types(names_by_path)
