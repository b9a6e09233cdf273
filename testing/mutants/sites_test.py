"""Tests that sites.py finds positions for bugs, and plants them."""

import unittest

from testing.mutants import sites


def _kinds(body):
    text = "int f(int a, int b) {\n" + body + "\n}\n"
    return [(site.before, site.kind) for site in sites.sites_of(text)]


class SitesTest(unittest.TestCase):
    def test_operators_and_literals(self):
        self.assertEqual(
            [
                ("<", "< as <="),
                ("*", "product times 1.02, or plus 1"),
                ("2", "literal plus 1"),
            ],
            _kinds("return a < b * 2;"),
        )

    def test_floats(self):
        self.assertEqual([("1.5f", "literal times 1.02")], _kinds("f(1.5f);")[-1:])
        # A zero times 1.02 would be no bug.
        for zero in ("0.0f", "0.", ".0F", "0.00"):
            self.assertEqual([(zero, "literal plus 1")], _kinds(f"f({zero});")[-1:])
        for literal in ("0.5", "0.01f", "0.0e1", "10.0"):
            kinds = _kinds(f"f({literal});")
            self.assertEqual([(literal, "literal times 1.02")], kinds[-1:])

    def test_the_choice_of_equal_values_is_left_alone(self):
        for text in ("a < b ? a : b", "a >= b ? b : a", "a.b < c ? a.b : c"):
            for body in (f"return {text};", f"f({text}, 1);", f"int c = {text};"):
                signs = [kind for _, kind in _kinds(body) if " as " in kind]
                self.assertEqual([], signs, body)
        for text in ("a < b ? a : c", "a < b ? 1 : b", "a < b", "a < b + 1 ? a : b"):
            kinds = [kind for _, kind in _kinds(f"return {text};")]
            self.assertIn("< as <=", kinds, text)

    def test_the_size_of_an_array_is_left_alone(self):
        for text in ("int a[4];", "static V<int> a[4];", "float a[4], b;"):
            self.assertEqual([], _kinds(text), text)
        for text in ("int a[4] = {b};", "return a[4];", "a[4] = b;", "f(a[4]);"):
            self.assertIn(("4", "literal plus 1"), _kinds(text), text)

    def test_statements(self):
        self.assertEqual([("a += b;", "statement dropped")], _kinds("a += b;"))
        self.assertEqual([("break;", "statement dropped")], _kinds("break;"))
        self.assertEqual([], _kinds("return a;"))

    def test_the_end_of_a_switch_is_left_alone(self):
        case = "switch (g(a)) { case 1: %s break; default: b = a; break; }"
        for inner in ("b = 2;", "if (b) { b = 2; }"):
            kinds = [site for site in _kinds(case % inner) if site[0] == "break;"]
            self.assertEqual([("break;", "statement dropped")], kinds)
        for loop in ("while (a) { b = 2; break; }", "if (a) { break; }"):
            self.assertIn(("break;", "statement dropped"), _kinds(loop))

    def test_declarations_are_left_alone(self):
        for text in ("Timer timer(a);", "S<int> s{a};", "base::Lock lock(a);"):
            self.assertEqual([], _kinds(text), text)
        for text in ("f<int>(a);", "s.f(a);", "S<int>::f(a);", "a = b > a;", "p->f();"):
            self.assertIn((text, "statement dropped"), _kinds(text))

    def test_locks_are_held_to_the_end_of_their_block(self):
        for text, planted in (
            ("std::lock_guard<M> l(m->m());", "std::unique_lock<M> l(m->m(),"),
            ("std::unique_lock l(m);", "std::unique_lock l(m,"),
            ("std::shared_lock<M> l(m);", "std::shared_lock<M> l(m,"),
        ):
            body = f"int f() {{ {text} }}"
            (site,) = sites.sites_of(body)
            self.assertEqual(
                f"int f() {{ {planted} std::defer_lock); "
                "if (!::tfll_mutants::On(5)) l.lock(); }",
                sites.planted(body, {5: site}),
            )

    def test_conditions(self):
        self.assertIn(("a", "condition negated"), _kinds("if (a) return b;"))
        self.assertNotIn(
            "condition negated", [kind for _, kind in _kinds("if (int c = a; c) {}")]
        )

    def test_extremes(self):
        self.assertEqual(
            [("std::min", "min and max exchanged")], _kinds("return std::min(a, b);")
        )

    def test_what_is_no_code_is_left_alone(self):
        self.assertEqual([], _kinds('// a < b\nreturn g("a < b", /* 1 */ a);'))
        self.assertEqual([], sites.sites_of("#define A 1 + 2\nconst int x = 1 + 2;\n"))
        self.assertEqual([], sites.sites_of("namespace a { int x = 1 + 2; }\n"))
        self.assertEqual([], _kinds("return std::vector<int>(a);"))
        self.assertEqual([], _kinds("const int* p = &a;"))

    def test_bodies_of_lambdas_constructors_and_trailing_types_are_code(self):
        for text in (
            "auto f = [](int a) { return a + 1; };",
            "S::S(int a) : a_(a) { b_ = a + 1; }",
            "auto f(int a) -> int { return a + 1; }",
            "int S::f() const { return a + 1; }",
        ):
            self.assertTrue(sites.sites_of(text), text)

    def test_planted_text(self):
        text = "int f(int a) {\n  return a + 1;\n}\n"
        found = {site.before: site for site in sites.sites_of(text)}
        self.assertEqual(2, found["+"].line)
        self.assertEqual(
            "int f(int a) {\n  return a + ::tfll_mutants::M<3>() + 1;\n}\n",
            sites.planted(text, {3: found["+"]}),
        )
        self.assertEqual(
            "int f(int a) {\n  return a + (1 + (::tfll_mutants::On(4) ? 1 : 0));\n}\n",
            sites.planted(text, {4: found["1"]}),
        )

    def test_two_bugs_in_one_file(self):
        text = "int f(int a) {\n  a += 1;\n  return a - 2;\n}\n"
        found = {site.before: site for site in sites.sites_of(text)}
        both = sites.planted(text, {1: found["1"], 2: found["-"]})
        self.assertIn("a += (1 + (::tfll_mutants::On(1)", both)
        self.assertIn("return a - ::tfll_mutants::M<2>() - 2;", both)


if __name__ == "__main__":
    unittest.main()
