"""The sites of a C++ source where a small bug can be planted.

Each bug has a switch: the text that replaces a site behaves as before unless the bug
with that number is enabled (mutants.inc). Sites are found by tokens alone. If the new
text is not valid C++, e.g. in a template argument, compilation fails and the site is
skipped.
"""

import collections
import re

# begin, end: offsets of the replaced text. before: that text. template: its
# replacement, with {id} for the bug's number. kind: a description for the
# report.
Site = collections.namedtuple("Site", "begin end line before template kind")

Token = collections.namedtuple("Token", "text begin end")

_TOKEN = re.compile(
    r"""
    (?P<skip>\s+|//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:[^\n\\]|\\\n|\\.)*)
  | (?P<raw>R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)")
  | (?P<string>(?:u8|[uUL])?"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+')
  | (?P<number>\.?\d(?:[eEpP][+-]|[\w.'])*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<sign><<=|>>=|<=>|->\*|\.\.\.|::|->|\+\+|--|<<|[-+*/%&|^=!<>]=|&&|\|\||.)
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)

_ON = "::tfll_mutants::On({id})"

_OPERATORS = {
    "<": "< as <=",
    "<=": "<= as <",
    ">": "> as >=",
    ">=": ">= as >",
    "==": "== as !=",
    "!=": "!= as ==",
    "-": "operands of - exchanged",
    "/": "operands of / exchanged",
    "%": "operands of % exchanged",
    "*": "product times 1.02, or plus 1",
    "+": "second term of + dropped",
}

# A lock ends with its block, so that it cannot be put behind a condition.
_LOCK = re.compile(
    r"std::(?:(lock_guard|unique_lock)|shared_lock)(<.*>)? (\w+)(\(.*)\);", re.DOTALL
)

# Words that start something other than an expression: such statements are not
# removed.
_NOT_EXPRESSIONS = frozenset(
    "return if else for while do switch case default using typedef static const "
    "constexpr goto template struct class enum union namespace public private "
    "protected friend static_assert auto inline extern explicit virtual try catch "
    "throw delete new operator typename".split()
)


def tokens_of(text):
    """Returns the tokens without comments, preprocessor lines and blanks."""
    return [
        Token(match.group(), match.start(), match.end())
        for match in _TOKEN.finditer(text)
        if match.lastgroup != "skip" and match.group("skip") is None
    ]


def _opens_code(tokens, at):
    """Whether the brace at tokens[at] starts the body of a function."""
    before = tokens[at - 1].text if at else ""
    if before in (
        ")",
        "const",
        "override",
        "noexcept",
        "final",
        "mutable",
        "else",
        "do",
    ):
        # "struct S final {" has no parameters before it.
        return before != "final" or tokens[at - 2].text == ")"
    statement = []
    for token in reversed(tokens[:at]):
        if token.text in (";", "{", "}"):
            break
        statement.append(token.text)
    return "->" in statement and ")" in statement


def _in_code(tokens):
    """Returns for each token whether it is in the body of a function."""
    stack, result = [], []
    for at, token in enumerate(tokens):
        if token.text == "}" and stack:
            stack.pop()
        result.append(bool(stack) and stack[-1])
        if token.text == "{":
            stack.append((bool(stack) and stack[-1]) or _opens_code(tokens, at))
    return result


def _matching(tokens, at):
    """Returns the index of the parenthesis that closes tokens[at], or None."""
    depth = 0
    for index in range(at, len(tokens)):
        depth += (tokens[index].text == "(") - (tokens[index].text == ")")
        if depth == 0:
            return index
    return None


def _opening(texts, at, opens, closes):
    """Returns the index of the sign before texts[at] that `closes` at or after it
    closes, or 0."""
    depth = 1
    for index in range(at - 1, 0, -1):
        depth += (texts[index] == closes) - (texts[index] == opens)
        if depth == 0:
            return index
    return 0


class _Finder:
    def __init__(self, text):
        self.text = text
        self.tokens = tokens_of(text)
        self.sites = []

    def add(self, first, last, template, kind):
        begin, end = self.tokens[first].begin, self.tokens[last].end
        line = self.text.count("\n", 0, begin) + 1
        before = self.text[begin:end]
        self.sites.append(Site(begin, end, line, before, template, kind))

    def quoted(self, first, last):
        text = self.text[self.tokens[first].begin : self.tokens[last].end]
        return text.replace("{", "{{").replace("}", "}}")

    def find(self):
        in_code = _in_code(self.tokens)
        for at in range(1, len(self.tokens) - 1):
            if in_code[at]:
                self.operator(at)
                self.literal(at)
                self.extreme(at)
                self.condition(at)
                self.statement(at)
        return self.sites

    def operator(self, at):
        token, before, after = self.tokens[at], self.tokens[at - 1], self.tokens[at + 1]
        # The formatter puts blanks around binary operators, and around no
        # others.
        spaced = before.end < token.begin and token.end < after.begin
        operand = re.match(r"[\w)\]'\"}]", before.text[-1]) and before.text != "return"
        if token.text in _OPERATORS and spaced and operand and not self.chooses(at):
            sign = token.text
            template = f"{sign} ::tfll_mutants::M<{{id}}>() {sign}"
            self.add(at, at, template, _OPERATORS[sign])

    def chooses(self, at):
        """Whether tokens[at] is the sign of "a < b ? a : b" or the like: which of two
        equal values is chosen makes no difference."""
        if self.tokens[at].text not in ("<", "<=", ">", ">="):
            return False
        left = self.texts(range(at - 1, -1, -1), "= return ( ) { } [ ] , ; ? : && ||")
        right = self.texts(range(at + 1, len(self.tokens)), "?")
        first = at + 1 + len(right) + 1
        then = self.texts(range(first, len(self.tokens)), ": ;")
        last = first + len(then) + 1
        other = self.texts(range(last, len(self.tokens)), ") ] } , ;")
        return sorted([left[::-1], right]) == sorted([then, other])

    def texts(self, places, ends):
        """Returns the tokens at `places` up to the first of `ends`."""
        result = []
        for place in places:
            if self.tokens[place].text in ends.split():
                break
            result.append(self.tokens[place].text)
        return result

    def literal(self, at):
        text, before = self.tokens[at].text, self.tokens[at - 1].text
        if before == "case" or self.extends_array(at):
            return
        if text in ("true", "false"):
            self.add(at, at, f"({_ON} != {text})", "negated literal")
        elif re.fullmatch(r"\d[\d']*[uUlL]*", text):
            self.add(at, at, f"({text} + ({_ON} ? 1 : 0))", "literal plus 1")
        elif re.fullmatch(r"(0+\.0*|\.0+)[fF]?", text):
            self.add(at, at, f"({text} + ({_ON} ? 1 : 0))", "literal plus 1")
        elif re.fullmatch(r"(\d+\.\d*|\.\d+)([eE][+-]?\d+)?[fF]?", text):
            scaled = f"static_cast<decltype({text})>({text} * ({_ON} ? 1.02 : 1.0))"
            self.add(at, at, scaled, "literal times 1.02")

    def extends_array(self, at):
        """Whether tokens[at] is the number of elements of a local array without initial
        values: one element more makes no difference."""
        before = self.texts(range(at - 1, 0, -1), "; { } ( ) = , .")
        ends = [token.text for token in self.tokens[at + 1 : at + 3]]
        return (
            ends in (["]", ";"], ["]", ","])
            and len(before) > 2
            and before[0] == "["
            and "[" not in before[1:]
            and re.fullmatch(r"[A-Za-z_]\w*", before[1])
            and re.fullmatch(r"[A-Za-z_]\w*|>|\*", before[2])
            and before[-1] not in _NOT_EXPRESSIONS - {"static", "const", "struct"}
        )

    def extreme(self, at):
        if self.tokens[at].text not in ("min", "max") or at < 2:
            return
        if [token.text for token in self.tokens[at - 2 : at]] == ["std", "::"]:
            name = self.tokens[at].text
            template = f"::tfll_mutants::Extreme<{{id}}>::{name}"
            self.add(at - 2, at, template, "min and max exchanged")

    def condition(self, at):
        if self.tokens[at].text not in ("if", "while"):
            return
        if self.tokens[at + 1].text != "(":
            return
        close = _matching(self.tokens, at + 1)
        if close is None or close == at + 2:
            return
        inside = self.tokens[at + 2 : close]
        if any(token.text == ";" for token in inside):
            return
        text = self.quoted(at + 2, close - 1)
        template = f"{_ON} != static_cast<bool>({text})"
        self.add(at + 2, close - 1, template, "condition negated")

    def statement(self, at):
        if self.tokens[at - 1].text not in (";", "{", "}", "else"):
            return
        first = self.tokens[at].text
        if first in _NOT_EXPRESSIONS or not re.match(r"\w|\+\+|--|::", first):
            return
        depth = 0
        for end in range(at, len(self.tokens)):
            text = self.tokens[end].text
            depth += (text in "([{") - (text in ")]}")
            if depth < 0:
                return
            if text == ";" and depth == 0:
                break
        else:
            return
        text = self.quoted(at, end)
        lock = _LOCK.fullmatch(text)
        if lock:
            kind, types, name, mutex = lock.groups()
            holder = "unique_lock" if kind else "shared_lock"
            template = (
                f"std::{holder}{types or ''} {name}{mutex}, std::defer_lock); "
                f"if (!{_ON}) {name}.lock();"
            )
        elif self.declares(at, end) or self.ends_switch(at, end):
            return
        else:
            template = f"if (!{_ON}) {text}"
        self.add(at, end, template, "statement dropped")

    def declares(self, first, last):
        """Whether a statement is a declaration. Behind a condition, it would end there
        even if the bug is disabled."""
        before = ""
        for token in self.tokens[first:last]:
            if token.text in ("(", "{", "[", "=", ".", "->"):
                return False
            if re.match(r"[A-Za-z_]", token.text) and re.match(r"\w|>", before):
                return True
            before = token.text
        return False

    def ends_switch(self, first, last):
        """Whether a statement is a "break;" where the switch ends anyway."""
        texts = [token.text for token in self.tokens[first : last + 2]]
        if texts != ["break", ";", "}"]:
            return False
        texts = [token.text for token in self.tokens[:first]]
        opening = _opening(texts, first, "{", "}")
        return texts[_opening(texts, opening - 1, "(", ")") - 1] == "switch"


def sites_of(text):
    """Returns all sites of a source, sorted by their begin."""
    return sorted(_Finder(text).find())


def planted(text, sites):
    """Returns the source with planted sites, {number: site}; they must not overlap."""
    for number, site in sorted(sites.items(), key=lambda item: -item[1].begin):
        new = site.template.format(id=number)
        text = text[: site.begin] + new + text[site.end :]
    return text
