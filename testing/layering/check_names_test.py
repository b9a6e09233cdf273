"""Tests check_names.py on small files."""

import unittest

from testing.layering import check_names


def _names(text):
    return [
        (name.namespace, name.kind, name.name)
        for name in check_names.names_of(text)
        if name.kind != "other"
    ]


class NamesOfTest(unittest.TestCase):
    def test_types_in_namespaces(self):
        text = """
            namespace a::b {
            struct S { struct Nested {}; void F() {} };
            template <typename T, int N = (1 > 0)>
            class C final : public S {};
            enum class E : int { kOne };
            using U = S;
            namespace { struct Hidden {}; }
            }
            namespace a { namespace b { union V { int i; }; } }
            """
        self.assertEqual(
            [
                ("a::b", "type", "S"),
                ("a::b", "type", "C"),
                ("a::b", "type", "E"),
                ("a::b", "type", "U"),
                ("a::b::(anonymous)", "type", "Hidden"),
                ("a::b", "type", "V"),
            ],
            _names(text),
        )

    def test_what_is_no_definition_of_a_type(self):
        text = """
            namespace a {
            struct Declared;
            template <> struct Special<int> {};
            struct Outer::Nested {};
            struct Returned F(int x) { struct Local {}; return {}; }
            struct Type variable = {1};
            using b::Name;
            // struct Comment {};
            const char* s = "struct Literal {";
            #define MACRO struct Macro \\
              {}
            }
            """
        self.assertEqual([("a", "function", "F")], _names(text))

    def test_lines(self):
        names = check_names.names_of("/* a\n b */\n#define A \\\n 1\nstruct S {};\n")
        self.assertEqual([5], [name.line for name in names])

    def test_declarations(self):
        names = check_names.names_of(
            "namespace a { int F(int x); extern const int kA[]; int b = G(1); S s; }"
        )
        self.assertEqual(["F", "kA", "b", "s"], [name.name for name in names])


class RulesTest(unittest.TestCase):
    def _type_errors(self, **texts):
        return check_names.check_types(
            {
                path + ".h": check_names.names_of(text)
                for path, text in sorted(texts.items())
            }
        )

    def test_one_type_in_two_headers_of_a_namespace(self):
        one = "namespace tflite { struct S { int i; }; }"
        two = "\nnamespace tflite { class S {}; }"
        self.assertEqual(
            ["tflite::S is defined in one.h:1 and two.h:2"],
            self._type_errors(one=one, two=two),
        )

    def test_types_that_may_have_one_name(self):
        self.assertEqual(
            [],
            self._type_errors(
                a="namespace tflite::a { struct S {}; } struct T {};",
                b="namespace tflite::b { struct S {}; } struct T {};",
                c="namespace tflite::a { namespace { struct S {}; } struct S; }",
            ),
        )

    def _placement_errors(self, path, namespace):
        names = check_names.names_of("namespace %s { struct S {}; }" % namespace)
        return check_names.check_placement(path, names)

    def test_a_back_end_keeps_to_its_namespace(self):
        path = "delegates/acme/lowering/pool.h"
        self.assertEqual([], self._placement_errors(path, "tflite::acme"))
        self.assertEqual([], self._placement_errors(path, "tflite::acme::part"))
        self.assertEqual([], self._placement_errors(path, "tflite::tools"))
        self.assertEqual([], self._placement_errors(path, "acme"))
        self.assertEqual(
            [
                "delegates/acme/lowering/pool.h:1: S is added to tflite, "
                "its folder's namespace is tflite::acme"
            ],
            self._placement_errors(path, "tflite"),
        )
        self.assertEqual(1, len(self._placement_errors(path, "tflite::acme2")))
        path = "delegates/acme/kernel_tests/pool_test.cc"
        self.assertEqual([], self._placement_errors(path, "tflite"))

    def test_layers(self):
        for path, namespace in (
            ("tensorflow_lite_lite/base/a.h", "tflite::base"),
            ("delegates/common/a.h", "tflite::delegates"),
            ("kernels/conv_2d/a.h", "tflite::kernels"),
        ):
            self.assertEqual([], self._placement_errors(path, namespace))
            self.assertEqual(1, len(self._placement_errors(path, "tflite")))
        self.assertEqual([], self._placement_errors("tools/a.h", "tflite"))


if __name__ == "__main__":
    unittest.main()
