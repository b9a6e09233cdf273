"""Tests check_sizes.py on small files."""

import unittest

from testing.layering import check_sizes


def _functions(text):
    return [tuple(f) for f in check_sizes.functions_of(text)]


class FunctionsOfTest(unittest.TestCase):
    def test_heads_and_bodies(self):
        text = """namespace a::b {
template <typename T>
static T F(T x,
           int y = 2) {
  if (x) {
    return {1};
  }
}
int G() { return 1; }
auto H() -> int {
}
}  // namespace a::b
extern "C" {
void I(void) {
}
}
"""
        self.assertEqual(
            [("F", 2, 8), ("G", 9, 9), ("H", 10, 11), ("I", 14, 15)],
            _functions(text),
        )

    def test_members(self):
        text = """class C : public B {
 public:
  C() : a_{1}, b_(2) {
  }
  ~C() {}
  bool operator()(int x) const override { return x == 1; }
  C& operator=(const C&) {
    return *this;
  }
  struct S {
    int f() const noexcept {
      return 0;
    }
  };
  int a_ = 0, b_{1};
};
"""
        self.assertEqual(
            ["C", "C", "operator()", "operator=", "f"],
            [name.strip("~") for name, _, _ in _functions(text)],
        )
        self.assertEqual([3, 5, 6, 7, 11], [f[1] for f in _functions(text)])
        self.assertEqual([4, 5, 6, 9, 13], [f[2] for f in _functions(text)])

    def test_what_is_no_function(self):
        text = """const int kTable[] = {F(1), G{2}};
const auto* const kF = new auto([](int x) {
  return x;
});
enum E { kA = int(1), kB };
Type value(F(), [] { return 1; });
// void F() {
const char kText[] = "void F() {";
#define M(x) do { x; } while (false)
void Declared(int x = f({1}));
"""
        self.assertEqual([], _functions(text))


class PythonFunctionsTest(unittest.TestCase):
    def test_documentation_does_not_count(self):
        text = '''def f(x):
    """What it does.

    Args:
      x: something.
    """
    return x

class C:
    def g(self):
        return [
            1,
        ]
'''
        functions = check_sizes.python_functions_of(text)
        self.assertEqual([("f", 1, 2), ("g", 10, 13)], [tuple(f) for f in functions])


class CheckFoldersTest(unittest.TestCase):
    def test_folders(self):
        paths = ["a/%d.cc" % i for i in range(45)] + ["a/BUILD", "a/b/c.cc"]
        self.assertEqual([], check_sizes.check_folders(paths))
        self.assertEqual(
            ["a has 46 sources, at most 45 are allowed"],
            check_sizes.check_folders(paths + ["a/d.kernel"]),
        )


class CheckFileTest(unittest.TestCase):
    def test_functions(self):
        body = "void F() {\n" + "  g();\n" * 58 + "}\n"
        self.assertEqual([], check_sizes.check_file("a/b.cc", body))
        longer = body.replace("{\n", "{\n  h();\n")
        self.assertEqual(
            ["a/b.cc:3: F has 61 lines, at most 60 are allowed"],
            check_sizes.check_file("a/b.cc", "int x;\n\n" + longer),
        )
        for path in ("a/b_test.cc", "a/b_cases.cc", "testing/b.cc", "a/tests/b.h"):
            self.assertEqual([], check_sizes.check_file(path, longer), path)

    def test_python_functions(self):
        body = "def f():\n" + "    g()\n" * 59
        for path in ("a/b.py", "a/b.bzl"):
            self.assertEqual([], check_sizes.check_file(path, body))
            self.assertEqual(
                [path + ":1: f has 61 lines, at most 60 are allowed"],
                check_sizes.check_file(path, body + "    g()\n"),
            )
        self.assertEqual([], check_sizes.check_file("a/b_test.py", body + body))

    def test_files(self):
        self.assertEqual([], check_sizes.check_file("a/b_test.cc", "\n" * 600))
        self.assertEqual(
            ["a/b_test.cc has 601 lines, at most 600 are allowed"],
            check_sizes.check_file("a/b_test.cc", "\n" * 601),
        )

    def test_facades(self):
        texts = {
            facade + end: "\n" * 150
            for facade in check_sizes.FACADES
            for end in (".h", ".cc")
        }
        self.assertEqual([], check_sizes.check_facades(texts))
        longest = check_sizes.FACADES[0]
        texts[longest + ".cc"] += "\n"
        self.assertEqual(
            ["%s.h and .cc have 301 lines, at most 300 are allowed" % longest],
            check_sizes.check_facades(texts),
        )


if __name__ == "__main__":
    unittest.main()
